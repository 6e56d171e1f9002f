"""Drawing and computing take turns.

Two threads that both run Python pass the GIL back and forth, and each time one of them
sleeps: side by side they take longer than one after the other. So the worker's thread
waits while a frame is drawn: before a job, and wherever a job longer than a few
milliseconds calls `breathe`.
"""

from __future__ import annotations

from threading import Event, local

LONGEST_HOLD = 0.03  # seconds; a window that draws all the time still gets results

_here = local()


def take_turns(free: Event) -> None:
    """Have `breathe` in this thread wait until ``free`` is set."""
    _here.free = free


def breathe() -> None:
    """Wait while a frame is drawn; outside the worker, do nothing."""
    free: Event | None = getattr(_here, "free", None)
    if free is not None:
        free.wait(LONGEST_HOLD)
