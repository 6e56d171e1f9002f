"""Reading typed values out of a table, with messages that name file and field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from difflib import get_close_matches
from math import isfinite
from typing import Any

from core.errors import BadInput, shown

Table = Mapping[str, Any]
_LARGEST = 2**63 - 1  # what TOML, the kernels and NumPy agree on


@dataclass(frozen=True, slots=True)
class Reader:
    """Checks values that came from ``source``, a file's name for messages."""

    source: str

    def fail(self, path: str, rule: str, value: object) -> BadInput:
        """The error to raise: ``source: path must rule, got value``."""
        return BadInput(f"{self.source}: {path} must {rule}, got {shown(value)}")

    def table(self, path: str, value: object) -> Table:
        """A table whose keys are strings."""
        if not isinstance(value, Mapping):
            raise self.fail(path, "be a table", value)
        return value

    def rows(self, path: str, value: object) -> list[Any]:
        """A list."""
        if not isinstance(value, list):
            raise self.fail(path, "be a list", value)
        return value

    def text(self, path: str, value: object) -> str:
        """A string."""
        if not isinstance(value, str):
            raise self.fail(path, "be a text in quotes", value)
        return value

    def line(self, path: str, value: object) -> str:
        """A string that prints on one line, as titles and names have to."""
        text = self.text(path, value)
        if not text.isprintable():
            raise self.fail(path, "be one line of printable text", value)
        return text

    def word(self, path: str, value: object, known: Iterable[str]) -> str:
        """One of a few words; the nearest is suggested for a misspelt one."""
        words = list(known)
        if not isinstance(value, str) or value not in words:
            rule = f"be one of {', '.join(words)}"
            raise BadInput(f"{self.fail(path, rule, value)}{_hint(value, words)}")
        return value

    def flag(self, path: str, value: object) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            raise self.fail(path, "be true or false", value)
        return value

    def whole(self, path: str, value: object, low: int | None = None) -> int:
        """A whole number, ``low`` or more."""
        rule = "be a whole number" + ("" if low is None else f", {low} or more")
        good = isinstance(value, int) and not isinstance(value, bool)
        if not good or (low is not None and value < low):  # type: ignore[operator]
            raise self.fail(path, rule, value)
        if abs(value) > _LARGEST:  # type: ignore[arg-type]
            raise self.fail(path, f"be a whole number up to {_LARGEST}", value)
        return value  # type: ignore[return-value]

    def number(self, path: str, value: object) -> float:
        """A finite number."""
        good = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not good or abs(value) > 1e300 or not isfinite(value):  # type: ignore[arg-type]
            raise self.fail(path, "be a finite number", value)
        return float(value)  # type: ignore[arg-type]

    def positive(self, path: str, value: object) -> float:
        """A finite number above 0."""
        number = self.number(path, value)
        if number <= 0:
            raise self.fail(path, "be above 0", value)
        return number

    def known_keys(self, path: str, table: Table, known: Iterable[str]) -> None:
        """Refuse keys that mean nothing, suggesting the nearest that does."""
        names = list(known)
        for key in table:
            if key not in names:
                where = f"{path} " if path else ""
                raise BadInput(
                    f"{self.source}: {where}must only have the keys "
                    f"{', '.join(names)}, got {shown(key)}{_hint(key, names)}"
                )

    def fields(
        self, cls: Any, path: str, table: Table, also: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Values for the plain fields of a dataclass that the table holds.

        Keys named in ``also`` are allowed and left to the caller.
        """
        kinds = {f.name: str(f.type) for f in fields(cls)}
        plain = {"int": self.whole, "float": self.number, "str": self.text}
        readers = {**plain, "bool": self.flag}
        known = {name: kind for name, kind in kinds.items() if kind in readers}
        self.known_keys(path, table, dict.fromkeys([*known, *also]))
        return {
            name: readers[kind](f"{path}.{name}", table[name])
            for name, kind in known.items()
            if name in table and name not in also
        }

    @contextmanager
    def within(self, places: Mapping[str, str]) -> Iterator[None]:
        """Rewrite messages of the core, ``thing: …``, as ``source: path.…``.

        ``places`` maps the thing that a message begins with to the path of the table
        it was read from; "" catches everything else.
        """
        try:
            yield
        except BadInput as error:
            thing, colon, rest = str(error).partition(": ")
            if colon and thing in places:
                raise BadInput(f"{self.source}: {places[thing]}.{rest}") from error
            where = f"{places['']}: " if "" in places else ""
            raise BadInput(f"{self.source}: {where}{error}") from error


def _hint(value: object, words: list[str]) -> str:
    near = get_close_matches(str(value), words, 1)
    return f"; did you mean {near[0]}?" if near else ""
