"""Errors in methods that Qt calls stay errors, on Python 3.11 too.

An error that C code raises (a bad index, a division by zero, the use of a widget that
is gone) is but a type and a text on Python 3.11 until somebody catches it. PySide takes
it for a whole exception when it leaves a method that Qt called, and the program dies.
Catching it once on its way out makes it whole.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from types import FunctionType

from PySide6.QtCore import QObject


def _caught_once(method: Callable[..., object]) -> Callable[..., object]:
    @wraps(method)
    def call(*arguments: object, **named: object) -> object:
        try:
            return method(*arguments, **named)
        except BaseException:
            raise

    return call


def _guard(cls: type, **_: object) -> None:
    """Wrap every method of ``cls`` that a class of Qt has too."""
    bases = [b for b in cls.__mro__ if b.__module__.startswith("PySide6.")]
    for name, method in list(vars(cls).items()):
        dunder = name.startswith("__")
        if not isinstance(method, FunctionType) or dunder:
            continue
        if any(name in vars(base) for base in bases):
            setattr(cls, name, _caught_once(method))


def guard_overrides() -> None:
    """Guard all classes derived from Qt's from now on; newer Pythons need none."""
    if sys.version_info < (3, 12):
        QObject.__init_subclass__ = classmethod(_guard)  # type: ignore[assignment, arg-type]
