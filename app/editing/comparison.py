"""The second run: B beside A, alive or kept as a ghost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.frame.bridge import GhostRunner, Runner, RunnerFactory, SessionRunner
from core.engine import commands
from core.errors import Divergence
from core.run import RunSpec

if TYPE_CHECKING:
    from app.editing.state import AppState
    from core.engine.saved import Saved


class Comparison(QObject):
    """Makes, swaps and ends run B."""

    changed = Signal()

    def __init__(self, state: AppState, make_runner: RunnerFactory) -> None:
        super().__init__(state)
        self._state, self._make_runner = state, make_runner
        self.b: Runner | None = None
        self.title = ""
        self._diverged: tuple[int, Divergence] | None = None  # with its generation

    @property
    def alive(self) -> bool:
        """Whether B trains; a ghost only replays."""
        return self.b is not None and not isinstance(self.b, GhostRunner)

    def pin(self) -> None:
        """Keep the present run as the ghost B; A goes on."""
        a = self._state.a
        self._set(GhostRunner(a), f"run at step {a.latest.step}")

    def start(
        self, run: RunSpec, title: str, script: commands.SetScript | None = None
    ) -> None:
        """Start a second run from step 0 beside A, which rewinds to start level."""
        state = self._state
        state.rewind()
        runner = self._make_runner(run)
        if script is not None:
            runner.send(script)
        runner.send(commands.SetPace(state.pace))
        if state.playing:
            runner.send(commands.Play())
        self._set(runner, title)

    def restore(self, saved: Saved, title: str, pinned: bool) -> None:
        """Show the run that was saved beside A; a ``pinned`` one does not train."""
        run = saved.snapshots[-1].run
        if pinned:
            past = SessionRunner(run, "reference")
            past.send(commands.Restore(saved))
            self._set(GhostRunner(past), title)
        else:
            runner = self._make_runner(run)
            pace = commands.SetPace(self._state.pace)
            runner.send(commands.Restore(saved), pace)
            self._set(runner, title)

    def swap(self) -> None:
        """Make B the run that the controls change."""
        if self.b is None or not self.alive:
            return
        state = self._state
        state.scrub(None)
        self.b = state.take_over(self.b)
        self.changed.emit()
        state.dirty.emit()

    def end(self) -> None:
        """Let go of B."""
        if self.b is not None:
            self._set(None, "")

    def _set(self, runner: Runner | None, title: str) -> None:
        if self.b is not None:
            self.b.close()
        self.b, self.title = runner, title
        self.changed.emit()
        self._state.dirty.emit()

    def notice(self) -> None:
        """Say once that B stands still, and why: the views alone would not tell."""
        found = None
        if self.b is not None and self.alive:
            latest = self.b.latest
            if latest.divergence is not None:
                found = latest.generation, latest.divergence
        if found is not None and found != self._diverged:
            self._state.told.emit(f"B: {found[1]}. It rests at its last finite state")
        self._diverged = found
