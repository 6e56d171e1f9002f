"""Parsing a single cell of a table: a number, a date, a word, or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

import numpy as np

from core.arrays import Floats
from core.dates import days
from core.language import tr

#: Cells that mean a missing value, in any case; where numbers or dates are expected
#: there are more of them, which may be words elsewhere.
MISSING_WORDS = frozenset(("", "na", "n/a", "#n/a", "nan", "null", "?"))
MISSING = MISSING_WORDS | {"none", "nil", "-", "–", "."}

_GROUPED = {
    ".": re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?"),
    ",": re.compile(r"[+-]?\d{1,3}(\.\d{3})+(,\d*)?"),
}
_COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?")
_POINT = re.compile(r"[+-]?\d*\.\d+([eE][+-]?\d+)?")


class CellError(ValueError):
    """A cell breaks a rule; the message is the rule, e.g. ``be a number``."""

    def __init__(self, rule: str, place: int = 0) -> None:
        super().__init__(rule)
        self.place = place  # which cell of a column


class Ways(NamedTuple):
    """The formats of numbers and dates in a table."""

    decimal: str = "."
    day_first: bool = False


USUAL = Ways()


def is_missing(cell: str) -> bool:
    """Whether a cell means that there is no number or date."""
    return cell.strip().lower() in MISSING


def is_missing_word(cell: str) -> bool:
    """Whether a cell means that there is no word."""
    return cell.strip().lower() in MISSING_WORDS


def number(cell: str, decimal: str = ".") -> float:
    """The number in a cell; Python's own 1_000 and ٣ do not count as numbers."""
    text = cell.strip()
    if "_" in text or not text.isascii():
        raise CellError(tr("be a number"))
    if _GROUPED[decimal].fullmatch(text):
        text = text.replace("," if decimal == "." else ".", "")
    if decimal == ",":
        if "." in text:
            raise CellError(tr("be a number with a decimal comma"))
        text = text.replace(",", ".")
    try:
        value = float(text)
    except ValueError:
        raise CellError(tr("be a number")) from None
    if not isfinite(value):
        raise CellError(tr("be finite"))
    return value


def is_number(cell: str, decimal: str = ".") -> bool:
    """Whether a cell is a finite number."""
    try:
        number(cell, decimal)
    except CellError:
        return False
    return True


def numbers(cells: Sequence[str], decimal: str = ".") -> Floats:
    """A column of numbers, NaN where there is none; raises for the first bad cell."""
    if decimal == ".":
        joined = "".join(cells)
        if joined.isascii() and "_" not in joined:
            try:
                values = np.fromiter(map(float, cells), np.float64, len(cells))
            except ValueError:
                pass
            else:
                if np.isfinite(values).all():
                    return values
    values = np.empty(len(cells))
    for i, cell in enumerate(cells):
        try:
            values[i] = np.nan if is_missing(cell) else number(cell, decimal)
        except CellError as error:
            raise CellError(str(error), i) from None
    return values


def decimal_of(cells: Sequence[str]) -> str:
    """The decimal separator that most of these cells use."""
    commas = sum(_COMMA.fullmatch(cell) is not None for cell in cells)
    points = sum(_POINT.fullmatch(cell) is not None for cell in cells)
    return "," if commas > points else "."


def dates(cells: Sequence[str], day_first: bool = False) -> Floats:
    """A column of dates as days since 1970, NaN where there is none."""
    values = np.empty(len(cells))
    for i, cell in enumerate(cells):
        try:
            values[i] = np.nan if is_missing(cell) else days(cell, day_first)
        except ValueError:
            raise CellError(tr("be a date"), i) from None
    return values


def is_date(cell: str, day_first: bool = False) -> bool:
    """Whether a cell is a date."""
    try:
        days(cell, day_first)
    except ValueError:
        return False
    return True
