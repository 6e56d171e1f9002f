"""Replays the recorded history of a run at the set pace."""

from __future__ import annotations

from math import isfinite
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from app.editing.state import AppState

INTERVAL_MS = 16
FLAT_OUT = 5.0  # seconds for the whole history at unlimited pace


class Replay(QObject):
    """Moves the playhead over the timeline; nothing is trained meanwhile.

    It ends at the newest step, or as soon as something else moves the playhead.
    """

    changed = Signal(bool)  # whether it is running

    def __init__(self, state: AppState) -> None:
        super().__init__(state)
        self._state = state
        self.running = False
        self._at = 0.0  # the step it is at, and its fraction
        self._then = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._tick)

    def toggle(self) -> None:
        """Start, or stop at the present step."""
        if self.running:
            self.stop()
        else:
            self.start()

    def start(self) -> None:
        """Show the history from the step looked at, or from its beginning."""
        state = self._state
        last = state.a.latest.step
        if not last:
            return
        at = state.shown.scrub_step
        self._at = 0.0 if at is None or at >= last else float(at)
        state.scrub(int(self._at))
        self._then = perf_counter()
        self._set_running(True)

    def stop(self) -> None:
        """Stop at the present step."""
        self._set_running(False)

    def _tick(self) -> None:
        now = perf_counter()
        seconds, self._then = now - self._then, now
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        """Advance by as many steps as the pace makes in ``seconds``."""
        state = self._state
        if not self.running:
            return
        if state.shown.scrub_step != int(self._at):  # something else moved the playhead
            self.stop()
            return
        last = state.a.latest.step
        pace = state.pace if isfinite(state.pace) else last / FLAT_OUT
        self._at += seconds * pace
        if self._at >= last:
            self.stop()
            state.scrub(None)
        else:
            state.scrub(int(self._at))

    def _set_running(self, on: bool) -> None:
        if on == self.running:
            return
        self.running = on
        if on:
            self._timer.start()
        else:
            self._timer.stop()
        self.changed.emit(on)
