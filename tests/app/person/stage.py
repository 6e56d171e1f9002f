"""The real window with its threads, opened and closed as the program does it."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from types import FrameType

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.editing.undo import RunChange
from app.frame.bridge import Runner
from app.shell.main import open_window
from app.shell.window import MainWindow
from core.scenes import load_scene

PATIENCE = 60.0  # seconds, for a machine that does other things too


class Stage:
    """Holds the only reference to the window, so that a closed one can be deleted."""

    def __init__(self, folder: Path) -> None:
        self._settings = folder / "window.ini"
        self._threads = set(threading.enumerate())
        self._kept = QApplication.allWidgets()  # of other tests, if any
        self._others = {id(widget) for widget in self._kept}
        self.window: MainWindow
        self.open()

    @property
    def state(self) -> AppState:
        """What the window shows and changes."""
        return self.window.state

    def open(self) -> None:
        """Start the program and wait until it trains."""
        self.window = open_window(None, WindowSettings(self._settings))
        self.window.activateWindow()
        self.wait(lambda: self.state.started and self.state.a.latest.step > 0, "start")

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Run the event loop until a condition holds."""
        end = perf_counter() + PATIENCE
        while not condition():
            assert perf_counter() < end, f"waited in vain: {what}"
            turn()

    def close(self) -> None:
        """Close the window, and check that nothing of it is left."""
        if self.window.isVisible():
            self.window.close()
        gone = weakref.ref(self.window)
        self.window.deleteLater()
        del self.window
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        threads = [
            t.name
            for t in set(threading.enumerate()) - self._threads
            if not isinstance(t, threading._DummyThread)
        ]
        assert not threads, f"threads left: {threads}"
        assert gone() is None, f"the closed window is held by {_holders(gone())}"
        left = [w for w in QApplication.allWidgets() if id(w) not in self._others]
        kinds = Counter(type(w).__name__ for w in left).most_common(6)
        assert not left, f"{len(left)} widgets left: {kinds}"

    def abandon(self) -> None:
        """End the threads of a window in which something went wrong."""
        if hasattr(self, "window"):
            self.window.shut_down()

    def picture_cost(self, pictures: int = 9) -> tuple[float, float]:
        """What the GUI's thread takes to draw all views of the first scene.

        In seconds, and in yardsticks: a busy machine slows both down, the memory that
        they share even by the thread's own clock.
        """
        window = self.window
        if window.looks.presenting:
            window.looks.toggle_presentation()
        window.showNormal()
        window.lessons.hide()
        window.controls.show()
        window.looks.use_theme("light")
        window.looks.use_scale(1.0)
        window.open_scene(load_scene("xor"), play=False)
        self.state.pause()
        window.use_layout("overview")
        window.resize(1440, 900)
        self.check_at_rest()
        took, yards = [], []
        for _ in range(pictures):
            begin = thread_time()
            window.clock.refresh_all()
            window.clock.settle()
            window.grab()
            took.append(thread_time() - begin)
            yards.append(took[-1] / _yardstick())
        return median(took), median(yards)

    # -- what is always so -----------------------------------------------------------
    def check(self) -> None:
        """Check what must always hold."""
        state = self.state
        for runner in state.runners:
            _check_snapshot(runner)
        if state.shown.scrub_step is not None:
            assert state.shown.scrub_step >= 0, state.shown.scrub_step
            assert not state.playing, "it plays while looking back"

    def check_at_rest(self) -> None:
        """Wait until the engine has obeyed; then check that both sides agree."""
        state = self.state

        def agreed() -> bool:
            latest = state.a.latest
            return latest.run == state.run and latest.playing == state.playing

        try:
            self.wait(agreed, "engine and window to agree")
        except AssertionError as error:
            latest = state.a.latest
            error.add_note(f"window: playing {state.playing}, {state.run}")
            error.add_note(f"engine: playing {latest.playing}, {latest.run}")
            error.add_note(f"error {state.a.error!r}, {latest.divergence}")
            raise
        self.check()
        now = state.frame()
        assert len(now.runs) == len(state.runners)

    def check_undo(self) -> None:
        """Check that undo and redo restore everything."""
        state, stack = self.state, self.state.editing.undo_stack
        self.check_at_rest()
        index = stack.index
        changes = stack.changes[max(0, index - 4) : index]
        for change in reversed(changes):
            stack.undo()
            self.check_at_rest()
            if isinstance(change, RunChange):
                assert state.run == change.before, change.text
        for change in changes:
            stack.redo()
            self.check_at_rest()
            if isinstance(change, RunChange):
                assert state.run == change.after, change.text
        assert stack.index == index


def _yardstick() -> float:
    """Seconds of this thread for work that is always the same."""
    begin = thread_time()
    ground = QImage(800, 600, QImage.Format.Format_ARGB32_Premultiplied)
    for i in range(4):
        ground.fill(i)
        sorted(range(20_000), key=lambda n: n * 7919 % 10_007)
    return thread_time() - begin


def _holders(what: object, depth: int = 3) -> list[str]:
    """What references ``what``, and what references that."""
    found: list[str] = []
    running = _running_frames()
    for holder in gc.get_referrers(what):
        if holder is found or any(holder is frame for frame in running):
            continue
        if isinstance(holder, FrameType):
            # From a function that has returned: a kept exception with its traceback.
            words = f"frame {holder.f_code.co_qualname}"
        elif isinstance(holder, dict):
            words = f"dict {sorted(map(str, holder))[:8]}"
        elif callable(holder):
            words = f"{type(holder).__name__} {getattr(holder, '__qualname__', '')}"
        else:
            words = type(holder).__name__
        more = _holders(holder, depth - 1) if depth > 1 else []
        found.append(f"{words} <- {more}" if more else words)
    return found


def _running_frames() -> list[FrameType]:
    found, frame = [], sys._getframe(1)
    while frame is not None:
        found.append(frame)
        frame = frame.f_back
    return found


def _check_snapshot(runner: Runner) -> None:
    latest = runner.latest
    layout = latest.network.layout
    assert latest.run.network == latest.network, "a snapshot of another network"
    assert latest.theta.shape == (layout.size,), latest.theta.shape
    assert latest.running.shape == (layout.running,), latest.running.shape
    assert np.isfinite(latest.theta).all(), "numbers that are none were shown"
    kept = runner.timeline.at(latest.step // 2)
    assert kept.theta.shape == (kept.network.layout.size,)
    assert kept.step <= max(latest.step, 0)


def turn() -> None:
    """One turn of the event loop; some timer must be running."""
    QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
