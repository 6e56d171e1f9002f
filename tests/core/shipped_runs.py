"""A process whose kernels count as shipped, so that native ones can take over."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest

from core.engine import cold_start
from core.kernels import builds
from core.training import PRECISIONS


def as_if_shipped(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Native kernels are read once the event is set.

    They are those of this process, read from the cache a second time. A grid's are not
    loaded, and those of families when a network needs them.
    """
    opened = Event()
    read: Callable[[], bool] = cold_start.load_native_kernels
    load: Callable[[str], None] = cold_start.load_kernels

    def when_open() -> bool:
        opened.wait()
        return read()

    def load_usual(what: str) -> None:
        if what in PRECISIONS:
            load(what)

    monkeypatch.setattr(cold_start, "load_kernels", load_usual)
    monkeypatch.setattr(cold_start, "in_cache", lambda what: True)
    monkeypatch.setattr(cold_start, "came_with_the_program", lambda: True)
    monkeypatch.setattr(cold_start, "load_native_kernels", when_open)
    monkeypatch.setattr(builds, "of_this_processor", None)
    return opened
