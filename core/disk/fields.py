"""A value inside a JSON document, with its path, and the checks that files need.

Every error is a one-line `BadInput`: file, field, rule, value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NoReturn

import numpy as np

from core.arrays import Floats
from core.errors import BadInput, shown

LARGEST_NUMBER = 1e300
LARGEST_WHOLE = 2**63 - 1  # supported by TOML, the kernels and NumPy
_NUMBERS: set[type] = {int, float}  # exactly these: true and false are not numbers


@dataclass(frozen=True, slots=True)
class Field:
    """A value with the name of its file and its path, e.g. ``net.layers[1].W``."""

    file: str
    path: str
    value: Any

    def refuse(self, rule: str, got: str | None = None) -> NoReturn:
        """Raise the one-line error."""
        thing = f"{self.file}: {self.path}" if self.path else f"{self.file}: file"
        raise BadInput(f"{thing} must {rule}, got {got or brief(self.value)}")

    def keys(self, allowed: Iterable[str] | None = None) -> Field:
        """Return itself if it is an object with only ``allowed`` keys."""
        if not isinstance(self.value, Mapping):
            self.refuse("be an object")
        if allowed is not None:
            names = list(allowed)
            for key in self.value:
                if key not in names:
                    got = f"{shown(key)}{_hint(key, names)}"
                    self.refuse(f"have only the keys {', '.join(names)}", got)
        return self

    def get(self, key: str) -> Field | None:
        """The member ``key``; None where it is missing or null."""
        value = self.value.get(key)
        return None if value is None else Field(self.file, self._below(key), value)

    def need(self, key: str) -> Field:
        """The member ``key``, which must be there."""
        found = self.get(key)
        if found is None:
            got = "null" if key in self.value else "nothing"
            Field(self.file, self._below(key), None).refuse("be given", got)
        return found

    def _below(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def items(self) -> list[Field]:
        """The entries of a list."""
        if not isinstance(self.value, list):
            self.refuse("be a list")
        return [
            Field(self.file, f"{self.path}[{i}]", value)
            for i, value in enumerate(self.value)
        ]

    def choice(self, names: Iterable[str]) -> str:
        """One of ``names``; the nearest is suggested for a misspelt one."""
        words = list(names)
        if not isinstance(self.value, str) or self.value not in words:
            got = f"{brief(self.value)}{_hint(self.value, words)}"
            self.refuse(f"be one of {', '.join(words)}", got)
        return self.value

    def text(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            self.refuse("be a text in quotes")
        return self.value

    def line(self) -> str:
        """A string that prints on one line, as titles and names must."""
        if not self.text().isprintable():
            self.refuse("be one line of printable text")
        return self.text()

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.refuse("be true or false")
        return self.value

    def number(self) -> float:
        """A finite number; true and false do not count."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.refuse("be a number")
        if not abs(value) <= LARGEST_NUMBER:  # not a number, infinite, or beyond bounds
            self.refuse("be a finite number")
        return float(value)

    def positive(self) -> float:
        """A finite number above 0."""
        number = self.number()
        if number <= 0:
            self.refuse("be above 0")
        return number

    def whole(self, low: int | None = None, high: int | None = None) -> int:
        """A whole number from ``low`` to ``high``; 2.0 counts as 2."""
        rule = "be a whole number"
        if high is not None:
            rule += f" from {low} to {high}"
        elif low is not None:
            rule += f", {low} or more"
        value = self.value
        good = isinstance(value, int | float) and not isinstance(value, bool)
        if not good or not abs(value) <= LARGEST_NUMBER or value != int(value):
            self.refuse(rule)
        number = int(value)
        if (low is not None and number < low) or (high is not None and number > high):
            self.refuse(rule)
        if abs(number) > LARGEST_WHOLE:
            self.refuse(f"be a whole number up to {LARGEST_WHOLE}")
        return number

    def vector(self) -> Floats:
        """A list of numbers, (n,)."""
        # Fast if all is well; otherwise entry by entry, to name the bad one.
        if isinstance(self.value, list) and {type(v) for v in self.value} <= _NUMBERS:
            with suppress(OverflowError):  # a whole number too large for a float
                values = np.array(self.value, dtype=np.float64)
                if np.isfinite(values).all():
                    return values
        return np.array([item.number() for item in self.items()], dtype=np.float64)

    def matrix(self) -> Floats:
        """A list of rows of equal length, at least one by one."""
        rows = [row.vector() for row in self.items()]
        if not rows or not len(rows[0]):
            self.refuse("have at least one row and one column", brief(self.value))
        for i, row in enumerate(rows):
            if len(row) != len(rows[0]):
                Field(self.file, f"{self.path}[{i}]", None).refuse(
                    f"be as long as the first row, {len(rows[0])}",
                    f"{len(row)} numbers",
                )
        return np.array(rows)


def brief(value: object) -> str:
    """A value in a few words: for long lists and objects, their length."""
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    if isinstance(value, dict):
        return f"an object with {len(value)} keys"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) > 10**40:
        return "a very large whole number"
    return shown(value)


def _hint(value: object, words: list[str]) -> str:
    """The nearest of a few words, for a misspelt one."""
    near = get_close_matches(str(value)[:80], words, 1)
    return f"; did you mean {near[0]}?" if near else ""
