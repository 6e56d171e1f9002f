"""Errors in methods that Qt calls stay errors, on Python 3.11 too.

On Python 3.11 an error raised by C code (a bad index, a division by zero, the use of a
deleted widget) is only a type and a text until it is caught. PySide treats it as a
complete exception when it leaves a method that Qt called, and the program dies.
Catching and re-raising it on its way out completes it.
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
    """Wrap every method of ``cls`` that overrides one of a Qt class."""
    bases = [b for b in cls.__mro__ if b.__module__.startswith("PySide6.")]
    for name, method in list(vars(cls).items()):
        dunder = name.startswith("__")
        if not isinstance(method, FunctionType) or dunder:
            continue
        if any(name in vars(base) for base in bases):
            setattr(cls, name, _caught_once(method))


def guard_overrides() -> None:
    """Guard all classes derived from Qt's from now on; newer Pythons do not need it."""
    if sys.version_info < (3, 12):
        QObject.__init_subclass__ = classmethod(_guard)  # type: ignore[assignment, arg-type]
