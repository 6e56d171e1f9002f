"""How a column of a table was brought to where networks learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from core.arrays import Floats
from core.errors import require


@dataclass(frozen=True, slots=True)
class Scaling:
    """A column by name, and ``(value − middle) / half``, which the network sees."""

    name: str
    middle: float = 0.0
    half: float = 1.0

    def __post_init__(self) -> None:
        good = isfinite(self.middle) and isfinite(self.half) and self.half > 0
        given = (self.middle, self.half)
        require(good, f"column {self.name}", "have a finite middle and half", given)

    def __str__(self) -> str:
        if self.middle == 0.0 and self.half == 255.0:
            return f"{self.name}: 0 … 255 → 0 … 1"
        low, high = self.middle - self.half, self.middle + self.half
        return f"{self.name}: {low:.3g} … {high:.3g} → −1 … 1".replace(": -", ": −")

    @property
    def plain(self) -> bool:
        """Whether it leaves the numbers as they are."""
        return self.middle == 0.0 and self.half == 1.0


def scaled(values: Floats, columns: Sequence[Scaling]) -> Floats:
    """What the network sees of rows (n, d) in their own units."""
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
