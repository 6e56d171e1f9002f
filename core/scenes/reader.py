"""Reading typed values out of a table, with messages that name file and field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any

from core.disk.fields import Field
from core.errors import BadInput, shown

Table = Mapping[str, Any]


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

    def _field(self, path: str, value: object) -> Field:
        return Field(self.source, path, value)

    def text(self, path: str, value: object) -> str:
        """A string."""
        return self._field(path, value).text()

    def line(self, path: str, value: object) -> str:
        """A string that prints on one line, as titles and names must."""
        return self._field(path, value).line()

    def word(self, path: str, value: object, known: Iterable[str]) -> str:
        """One of a few words; the nearest is suggested for a misspelt one."""
        return self._field(path, value).choice(known)

    def flag(self, path: str, value: object) -> bool:
        """True or false."""
        return self._field(path, value).flag()

    def whole(
        self,
        path: str,
        value: object,
        low: int | None = None,
        high: int | None = None,
    ) -> int:
        """A whole number from ``low`` to ``high``."""
        return self._field(path, value).whole(low, high)

    def number(self, path: str, value: object) -> float:
        """A finite number."""
        return self._field(path, value).number()

    def positive(self, path: str, value: object) -> float:
        """A finite number above 0."""
        return self._field(path, value).positive()

    def known_keys(self, path: str, table: Table, known: Iterable[str]) -> None:
        """Reject unknown keys, suggesting the nearest known one."""
        self._field(path, table).keys(known)

    def fields(
        self, cls: Any, path: str, table: Table, also: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Values in the table for the plain fields of a dataclass.

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

        ``places`` maps the thing a message starts with to the path of the table it was
        read from; "" catches everything else.
        """
        try:
            yield
        except BadInput as error:
            thing, colon, rest = str(error).partition(": ")
            if colon and thing in places:
                raise BadInput(f"{self.source}: {places[thing]}.{rest}") from error
            where = f"{places['']}: " if "" in places else ""
            raise BadInput(f"{self.source}: {where}{error}") from error
