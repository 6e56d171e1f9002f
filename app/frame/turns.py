"""Drawing and computing take turns.

Two threads that both run Python pass the interpreter's lock to and fro, and each time
one of them sleeps: side by side they take longer than one after the other. So the
worker's thread waits while a frame is drawn: before a job, and wherever a job that
takes longer than a few milliseconds says that it may `breathe`.
"""

from __future__ import annotations

from threading import Event, local

LONGEST_HOLD = 0.03  # seconds; even a window that draws all the time gets results

_here = local()


def take_turns(free: Event) -> None:
    """Have `breathe` in this thread wait until ``free`` is set."""
    _here.free = free


def breathe() -> None:
    """Let a frame be drawn, if one is; elsewhere than in the worker, do nothing."""
    free: Event | None = getattr(_here, "free", None)
    if free is not None:
        free.wait(LONGEST_HOLD)
