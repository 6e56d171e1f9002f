"""Work that Ctrl-C and SIGTERM can end, and a progress line.

Kernels run for minutes without returning to Python, and Python's signal handlers wait
for that. So the work is done in a thread while the main thread waits for signals.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, nullcontext
from threading import Thread, current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import TypeVar

import numpy as np

from core.arrays import Stop

T = TypeVar("T")
LOOK = 0.1  # seconds between two checks of the thread
FIRST = 1.0  # seconds before anything is shown
EVERY = 0.5


def until_interrupted(
    work: Callable[[Stop], T],
    progress: Callable[[], str] | None = None,
    stop: Stop | None = None,
) -> tuple[T, bool]:
    """Run ``work``, which must return soon after its argument becomes 1.

    ``progress`` returns the line to show on standard error, if that is a terminal.
    Returns the result of the work, and whether Ctrl-C or SIGTERM ended it. With the
    caller's own ``stop``, the caller handles signals (`signals_noted`).
    """
    ours = stop is None
    stop = np.zeros(1, np.uint8) if stop is None else stop
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work(stop))
        except BaseException as error:  # raised again in the waiting thread
            done.set_exception(error)

    line = ProgressLine(progress)
    thread = Thread(target=run, name="hyperfold-work", daemon=True)
    with _signals_set(stop) if ours else nullcontext():
        thread.start()
        # Not `join`: when interrupted, it treats a running thread as ended.
        while not wait([done], LOOK).done:
            line.show()
        thread.join()
    line.clear()
    return done.result(), bool(stop[0])


@contextmanager
def signals_noted() -> Iterator[Stop]:
    """Have Ctrl-C and SIGTERM set a flag, and take their usual effect at the end.

    An exception that a signal raises while Qt calls Python is lost, so drawing code
    checks the flag (`check`) between two pictures. A second signal acts at once.
    """
    stop = np.zeros(1, np.uint8)
    came: list[int] = []
    if current_thread() is not main_thread():  # only the main thread may set handlers
        yield stop
        return

    def note(number: int, frame: FrameType | None) -> None:
        if came:
            restore()
            signal.raise_signal(number)
        came.append(number)
        stop[0] = 1

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    before = {n: signal.signal(n, note) for n in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    except KeyboardInterrupt:
        if not came:
            raise
    finally:
        restore()
    if came:
        signal.raise_signal(came[0])


def check(stop: Stop | None) -> None:
    """Raise `KeyboardInterrupt` if a signal was noted."""
    if stop is not None and stop[0]:
        raise KeyboardInterrupt


@contextmanager
def _signals_set(stop: Stop) -> Iterator[None]:
    """Have Ctrl-C and SIGTERM set the flag instead of ending the program."""

    def ask(number: int, frame: FrameType | None) -> None:
        stop[0] = 1

    if current_thread() is not main_thread():  # only the main thread may set handlers
        yield
        return
    before = {n: signal.signal(n, ask) for n in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class ProgressLine:
    """One line on standard error that is overwritten; nothing without a terminal."""

    def __init__(self, words: Callable[[], str] | None) -> None:
        self._words = words if sys.stderr.isatty() else None
        self._next = monotonic() + FIRST
        self._shown = 0

    def show(self) -> None:
        """Write the line, if it is due."""
        if self._words is None or monotonic() < self._next:
            return
        self._next = monotonic() + EVERY
        text = self._words()
        print(f"\r{text:<{self._shown}}", end="", file=sys.stderr, flush=True)
        self._shown = len(text)

    def clear(self) -> None:
        """Clear the line, so that later output starts at the left."""
        if self._shown:
            print(f"\r{'':<{self._shown}}\r", end="", file=sys.stderr, flush=True)
            self._shown = 0
