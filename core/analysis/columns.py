"""The inputs of a network as people know them: columns in their own units.

A column of words becomes several inputs, and one with gaps gets an extra input; forms,
importances and dependences treat a column's inputs together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isnan, nan

import numpy as np

from core.arrays import Floats
from core.indices import low
from core.language import tr
from core.problems.base import Problem
from core.problems.scaling import Scaling

#: Kinds of column: a number, a date as days since 1970, or one of several words.
NUMBER, DATE, WORDS = "number", "date", "words"


@dataclass(frozen=True, slots=True)
class Column:
    """One column and the inputs made from it.

    A value is in the table's own unit, or the index of a word; NaN: the cell is empty.
    """

    name: str
    kind: str
    inputs: tuple[int, ...]  # one, or one per word
    scaling: Scaling  # of the first
    words: tuple[str, ...] = ()
    flag: int | None = None  # the input that is 1 where the cell is empty

    @property
    def label(self) -> str:
        """The name with its unit."""
        unit = self.scaling.unit
        return f"{self.name} ({unit})" if unit else self.name

    @property
    def every(self) -> tuple[int, ...]:
        """All inputs that belong to the column."""
        return self.inputs if self.flag is None else (*self.inputs, self.flag)

    def value(self, x: Floats) -> float:
        """The column's value in a row (inputs,)."""
        if self.flag is not None and x[self.flag] > 0.5:
            return nan
        if self.kind == WORDS:
            return float(np.argmax(x[list(self.inputs)]))
        return float(x[self.inputs[0]]) * self.scaling.half + self.scaling.middle

    def put(self, x: Floats, value: float) -> None:
        """Write a value into rows (…, inputs)."""
        gap = isnan(value)
        if self.flag is not None:
            x[..., self.flag] = float(gap)
        if self.kind == WORDS:
            x[..., list(self.inputs)] = 0.0
            if not gap:
                x[..., self.inputs[round(value)]] = 1.0
            return
        inside = (value - self.scaling.middle) / self.scaling.half
        x[..., self.inputs[0]] = 0.0 if gap else inside

    def shown(self, value: float) -> str:
        """A value as text."""
        if isnan(value):
            return tr("missing")
        if self.kind == WORDS:
            return self.words[round(value)]
        return self.scaling.shown(value)


def columns_of(problem: Problem) -> tuple[Column, ...]:
    """The columns of a problem in order; without a table, one column per input."""
    given = tuple(getattr(problem, "columns", ()))
    if not given:
        given = tuple(Scaling(f"x{low(i + 1)}") for i in range(problem.inputs))
    return _grouped(given, getattr(problem, "image", None) is not None)


@lru_cache(maxsize=8)
def _grouped(given: tuple[Scaling, ...], pixels: bool) -> tuple[Column, ...]:
    if pixels:  # as many columns as pixels, all numbers
        return tuple(Column(s.name, NUMBER, (i,), s) for i, s in enumerate(given))
    found: dict[str, list[int]] = {}
    for i, scaling in enumerate(given):
        found.setdefault(scaling.source, []).append(i)
    return tuple(_column(name, places, given) for name, places in found.items())


def _column(name: str, places: list[int], given: tuple[Scaling, ...]) -> Column:
    flags = [i for i in places if given[i].kind == "missing"]
    inputs = tuple(i for i in places if given[i].kind != "missing") or tuple(flags)
    words = tuple(given[i].word for i in inputs if given[i].kind == "word")
    kind = WORDS if words else DATE if given[inputs[0]].kind == "date" else NUMBER
    flag = flags[0] if flags and flags[0] not in inputs else None
    return Column(name, kind, inputs, given[inputs[0]], words, flag)


def most_telling(problem: Problem, x: Floats) -> int:
    """The column to show first, given rows (n, inputs): one in which they differ.

    Of pixels it is the one that varies most, because those at the edge are blank in
    nearly every picture; of a table it is the first that varies at all.
    """
    columns = columns_of(problem)
    spread = np.ptp(x, axis=0)
    if getattr(problem, "image", None) is not None:
        spread = np.var(x, axis=0)
        return int(np.argmax(spread[[column.inputs[0] for column in columns]]))
    varies = (np.any(spread[list(column.every)] > 0) for column in columns)
    return next((i for i, good in enumerate(varies) if good), 0)


@dataclass(frozen=True, slots=True)
class Reach:
    """The range of a column's values, in its own unit."""

    low: float
    high: float
    mean: float


def reach_of(column: Column, x: Floats) -> Reach:
    """The range of the values in rows (n, inputs), ignoring gaps."""
    values = np.asarray(x[:, column.inputs[0]], np.float64)
    if column.flag is not None:
        known = np.asarray(x[:, column.flag]) < 0.5
        values = values[known] if known.any() else values
    values = values * column.scaling.half + column.scaling.middle
    return Reach(float(values.min()), float(values.max()), float(values.mean()))
