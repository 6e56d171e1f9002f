"""The second run: B beside A, alive or kept as a ghost."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from app.editing.past import newest, past_of, weight_of
from app.frame.bridge import GhostRunner, Runner, RunnerFactory, SessionRunner
from core.engine import commands
from core.errors import Divergence
from core.language import mark, tr
from core.run import RunSpec

if TYPE_CHECKING:
    from app.editing.state import AppState
    from core.engine.saved import Saved


class KeptB(NamedTuple):
    """A run B that has ended for now."""

    past: Saved
    title: str
    pinned: bool


class BesideChange:
    """B was added, removed or replaced; already done when this is created."""

    empty = False

    def __init__(self, text: str, before: KeptB | None, comparison: Comparison) -> None:
        self.text = text
        self._before, self._comparison = before, comparison
        self._after: KeptB | None = None
        self._done = True

    def redo(self) -> None:
        """Do it again, with the B that was there when it was undone."""
        if self._done:
            self._done = False
        else:
            self._comparison.put(self._after)

    def undo(self) -> None:
        """Bring back the B that was there before."""
        self._after = self._comparison.kept()
        self._comparison.put(self._before)

    def merge(self, newer: object) -> bool:
        """Never merge."""
        return False

    @property
    def weight(self) -> int:
        """Bytes remembered."""
        kept = (self._before, self._after)
        return sum(weight_of(b.past) for b in kept if b is not None)

    def forget(self) -> None:
        """Drop the old B, to limit what is remembered."""
        self._before = self._after = None


class Swap:
    """A and B changed places; undone by changing them back."""

    empty = False
    weight = 0
    text = mark("swap A and B")

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison

    def redo(self) -> None:
        """Swap A and B."""
        self._comparison.exchange()

    def undo(self) -> None:
        """Swap A and B back."""
        self._comparison.exchange()

    def merge(self, newer: object) -> bool:
        """Never merge."""
        return False

    def forget(self) -> None:
        """Do nothing: nothing is remembered."""


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
        """Keep the present run as the ghost B; A continues."""
        a = self._state.a
        title = tr("run at step {step}", step=a.latest.step)
        self._change(tr("keep B"), GhostRunner(a), title)

    def start(
        self, run: RunSpec, title: str, script: commands.SetScript | None = None
    ) -> None:
        """Start a second run from step 0 beside A, which stays as it is."""
        state = self._state
        runner = self._make_runner(run)
        if script is not None:
            runner.send(script)
        runner.send(commands.SetGoal(state.goal), commands.SetPace(state.pace))
        if state.playing:
            runner.send(commands.Play())
        self._change(tr("train B: {title}", title=title), runner, title)

    def open(self, saved: Saved, title: str) -> None:
        """Show a run with its history beside A, and continue it; can be undone."""
        before = self.kept()
        self.restore(saved, title, False)
        change = BesideChange(tr("open B: {title}", title=title), before, self)
        self._state.editing.undo_stack.push(change)

    def restore(self, saved: Saved, title: str, pinned: bool) -> None:
        """Show the run that was saved beside A; a ``pinned`` one does not train."""
        run = newest(saved).run
        if pinned:
            past = SessionRunner(run, "reference")
            past.send(commands.Restore(saved))
            self._set(GhostRunner(past), title)
        else:
            runner = self._make_runner(run)
            pace = commands.SetPace(self._state.pace)
            goal = commands.SetGoal(self._state.goal)
            runner.send(commands.Restore(saved), goal, pace)
            if self._state.playing:
                runner.send(commands.Play())
            self._set(runner, title)

    def swap(self) -> None:
        """Make B the run that the controls change; can be undone."""
        if self.alive:
            self._state.editing.undo_stack.push(Swap(self))

    def exchange(self) -> None:
        """Exchange A and B; a ghost stays where it is."""
        if self.b is None or not self.alive:
            return
        state = self._state
        state.scrub(None)
        self.b = state.take_over(self.b)
        self.changed.emit()
        state.dirty.emit()

    def end(self) -> None:
        """Remove B; can be undone."""
        if self.b is not None:
            self._change(tr("close B"), None, "")

    def _change(self, text: str, runner: Runner | None, title: str) -> None:
        before = self.kept()
        self._set(runner, title)
        self._state.editing.undo_stack.push(BesideChange(text, before, self))

    def kept(self) -> KeptB | None:
        """B as undo remembers it."""
        if self.b is None:
            return None
        return KeptB(past_of(self.b), self.title, not self.alive)

    def put(self, kept: KeptB | None) -> None:
        """Restore B as it was, or remove it."""
        if kept is None:
            self._set(None, "")
        else:
            self.restore(*kept)

    def _set(self, runner: Runner | None, title: str) -> None:
        if self.b is not None:
            self.b.close()
        self.b, self.title = runner, title
        self.changed.emit()
        self._state.dirty.emit()

    def notice(self) -> None:
        """Report once that B has stopped, and why, because the views do not show it."""
        found = None
        if self.b is not None and self.alive:
            latest = self.b.latest
            if latest.divergence is not None:
                found = latest.generation, latest.divergence
        if found is not None and found != self._diverged:
            self._state.told.emit(
                tr("B: {found}. It stopped at its last finite state", found=found[1])
            )
        self._diverged = found
