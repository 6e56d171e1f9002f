"""Modules that libraries import at their start and Hyperfold never calls.

pyqtgraph imports Qt's OpenGL for items that we do not draw; scipy's optimisers import a
solver of linear programs. The bundle leaves the real ones out (18 MB); these take their
place, answer every name, and say what is wrong as soon as one is called.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, NoReturn

LEFT_OUT = (
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "scipy.optimize._highspy._core",
    "scipy.optimize._highspy._highs_options",
)


class _Unusable(type):
    """A class that may be named, inherited from and asked about, and no more."""

    def __call__(cls, *_: object, **__: object) -> NoReturn:
        cls.refuse()

    def __getattr__(cls, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        cls.refuse()

    def refuse(cls) -> NoReturn:
        """Say what is wrong."""
        first = cls.__mro__[-2]  # of a class that inherits from a stand-in, that one
        name = f"{first.__module__}.{first.__name__}"
        raise ImportError(f"{name} is not part of this bundle")


class StandIn(ModuleType):
    """A module whose every name is a class that cannot be used."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made = _Unusable(name, (), {"__module__": self.__name__})
        setattr(self, name, made)
        return made


def install() -> None:
    """Put the stand-ins where an import looks first."""
    for name in LEFT_OUT:
        sys.modules[name] = StandIn(name)
