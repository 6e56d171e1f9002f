"""Registries that find their entries: every instance in the files of a package."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, TypeVar


class Entry(Protocol):
    """An entry of a registry."""

    @property
    def name(self) -> str:
        """Its key."""

    @property
    def order(self) -> int:
        """Its position in the list."""


E = TypeVar("E", bound=Entry)


def collected(package: str, path: Iterable[str], kind: type[E]) -> dict[str, E]:
    """Every ``kind`` that a file of ``package`` defines, by name and in order."""
    found: dict[str, E] = {}
    for module in iter_modules(path):
        for value in vars(import_module(f"{package}.{module.name}")).values():
            if not isinstance(value, kind):
                continue
            if found.setdefault(value.name, value) is not value:
                raise ValueError(f"{package}: two entries are called {value.name}")
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))
