"""How a column of a table was scaled for the network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from core.arrays import Floats
from core.dates import date_text
from core.errors import BadInput, require
from core.language import tr
from core.numbers import short_number

#: What an input is: a number, a date as days since 1970, 1 where the cell is one word
#: (else 0), or 1 where the cell was empty.
KINDS = ("number", "date", "word", "missing")

#: What files may store about a column beyond its name, middle and half.
COLUMN_KEYS = ("unit", "kind", "column", "word")


@dataclass(frozen=True, slots=True)
class Scaling:
    """An input by name, and ``(value − middle) / half``, which the network sees.

    A column of words becomes one input per word, and a column with gaps one more;
    ``column`` is the table's name for all of them.
    """

    name: str
    middle: float = 0.0
    half: float = 1.0
    unit: str = ""
    kind: str = "number"
    column: str = ""
    word: str = ""

    def __post_init__(self) -> None:
        good = isfinite(self.middle) and isfinite(self.half) and self.half > 0
        given = (self.middle, self.half)
        require(
            good,
            tr("column {name}", name=self.name),
            tr("have a finite middle and half"),
            given,
        )
        if self.kind not in KINDS:
            raise BadInput(
                tr(
                    "column {name}: kind must be one of {KINDS}, got {kind}",
                    name=self.name,
                    KINDS=", ".join(KINDS),
                    kind=f"{self.kind!r}",
                )
            )

    def __str__(self) -> str:
        if self.middle == 0.0 and self.half == 255.0:
            return f"{self.name}: 0 … 255 → 0 … 1"
        low, high = self.middle - self.half, self.middle + self.half
        return f"{self.name}: {self.shown(low)} … {self.shown(high)} → −1 … 1"

    @property
    def plain(self) -> bool:
        """Whether it leaves the numbers as they are."""
        return self.middle == 0.0 and self.half == 1.0

    @property
    def label(self) -> str:
        """The name with its unit."""
        return f"{self.name} ({self.unit})" if self.unit else self.name

    @property
    def source(self) -> str:
        """The table column it comes from."""
        return self.column or self.name

    def shown(self, value: float) -> str:
        """A value in the table's own units, as text."""
        if self.kind == "date":
            return date_text(value)
        return short_number(value)


def scaled(values: Floats, columns: Sequence[Scaling]) -> Floats:
    """The network's inputs for rows (n, d) in their own units."""
    if not columns:
        return values
    return np.asarray((values - middles(columns)) / halves(columns))


def unscaled(values: Floats, columns: Sequence[Scaling]) -> Floats:
    """Rows (n, d) back in their own units."""
    if not columns:
        return values
    return np.asarray(values * halves(columns) + middles(columns))


def middles(columns: Sequence[Scaling]) -> Floats:
    """The middle of every column."""
    return np.array([c.middle for c in columns])


def halves(columns: Sequence[Scaling]) -> Floats:
    """What every column is divided by."""
    return np.array([c.half for c in columns])


def pixel_columns(
    height: int, width: int, channels: int, full: int
) -> tuple[Scaling, ...]:
    """A name for each pixel, and its range."""
    colours = ("",) if channels == 1 else (tr(" red"), tr(" green"), tr(" blue"))
    return tuple(
        Scaling(
            tr("pixel {r}, {c}{colour}", r=r + 1, c=c + 1, colour=colour),
            0.0,
            float(full),
        )
        for r in range(height)
        for c in range(width)
        for colour in colours
    )
