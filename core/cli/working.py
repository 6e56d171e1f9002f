"""Work that Ctrl-C and SIGTERM can end, and a line on how far it is.

Kernels run for minutes without a line of Python, and Python's handlers wait for one. So
the work is done in a thread, and this one waits for signals.
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
LOOK = 0.1  # seconds between two looks at the thread
FIRST = 1.0  # seconds before anything is said
EVERY = 0.5


def until_interrupted(
    work: Callable[[Stop], T],
    progress: Callable[[], str] | None = None,
    stop: Stop | None = None,
) -> tuple[T, bool]:
    """Do ``work``, which returns soon after its argument becomes 1.

    ``progress`` gives the line that is shown on standard error, if that is a terminal.
    Returns what the work returned, and whether Ctrl-C or SIGTERM ended it. With a
    ``stop`` of the caller's, signals are the caller's business (`signals_noted`).
    """
    ours = stop is None
    stop = np.zeros(1, np.uint8) if stop is None else stop
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work(stop))
        except BaseException as error:  # raised again where somebody waits for it
            done.set_exception(error)

    line = ProgressLine(progress)
    thread = Thread(target=run, name="hyperfold-work", daemon=True)
    with _signals_set(stop) if ours else nullcontext():
        thread.start()
        # Not `join`: interrupted, it takes a thread that goes on for one that ended.
        while not wait([done], LOOK).done:
            line.show()
        thread.join()
    line.clear()
    return done.result(), bool(stop[0])


@contextmanager
def signals_noted() -> Iterator[Stop]:
    """Have Ctrl-C and SIGTERM set a flag; what they would do, they do at the end.

    An exception that a signal raises while Qt calls Python is lost, so whoever draws
    looks at the flag (`check`) between two pictures. A second signal acts at once.
    """
    stop = np.zeros(1, np.uint8)
    came: list[int] = []
    if current_thread() is not main_thread():  # only that one may set handlers
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

    if current_thread() is not main_thread():  # only that one may set handlers
        yield
        return
    before = {n: signal.signal(n, ask) for n in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class ProgressLine:
    """One line on standard error that is written over; nothing without a terminal."""

    def __init__(self, words: Callable[[], str] | None) -> None:
        self._words = words if sys.stderr.isatty() else None
        self._next = monotonic() + FIRST
        self._shown = 0

    def show(self) -> None:
        """Write the line, if it is time to."""
        if self._words is None or monotonic() < self._next:
            return
        self._next = monotonic() + EVERY
        text = self._words()
        print(f"\r{text:<{self._shown}}", end="", file=sys.stderr, flush=True)
        self._shown = len(text)

    def clear(self) -> None:
        """Take the line away, so that what follows begins at the left."""
        if self._shown:
            print(f"\r{'':<{self._shown}}\r", end="", file=sys.stderr, flush=True)
            self._shown = 0
