"""Futures that run A left by branching, so that nothing computed is lost.

A lane is the run as it was before the branch. Going back to it turns the present future
into a lane; undo and redo of a branch do the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from core.engine.saved import Saved
from core.run import RunSpec

MOST = 3  # lanes; then the oldest is dropped
_RUNS = 2  # other runs whose lanes are kept for undo


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """Another future, from the step at which it was left."""

    step: int
    past: Saved

    @property
    def last(self) -> int:
        """Its newest step."""
        return self.past.snapshots[-1].step


class Lanes(QObject):
    """The lanes beside the present run, the newest last."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.all: tuple[Lane, ...] = ()
        self._left: tuple[tuple[RunSpec, tuple[Lane, ...]], ...] = ()

    def add(self, step: int, past: Saved) -> None:
        """Keep a future that was left at ``step``, if it has further steps."""
        lane = Lane(step, past)
        if lane.last > step:
            self.all = (*self.all, lane)[-MOST:]
            self.changed.emit()

    def swap(self, past: Saved, present: Saved) -> None:
        """Run A becomes ``past``; if that was a lane, the present one replaces it."""
        end = past.snapshots[-1].theta  # copies of the same moment share this array
        same = (lane for lane in self.all if lane.past.snapshots[-1].theta is end)
        lane = next(same, None)
        if lane is None:
            return
        self.all = tuple(other for other in self.all if other is not lane)
        self.add(lane.step, present)
        self.changed.emit()

    def bring_back(self, found: Iterable[tuple[int, Saved]]) -> None:
        """Restore the lanes of a run file, the oldest first."""
        self.all = tuple(Lane(step, past) for step, past in found)[-MOST:]
        self.changed.emit()

    def leave(self, run: RunSpec) -> None:
        """Put away those of ``run``, which is replaced by another run."""
        if self.all:
            self._left = (*self._left, (run, self.all))[-_RUNS:]
            self.all = ()
            self.changed.emit()

    def return_to(self, run: RunSpec) -> None:
        """Undo brought ``run`` back: so come its lanes."""
        found = [left for left in self._left if _same(left[0], run)]
        if found:
            self._left = tuple(left for left in self._left if left not in found)
            self.all = found[-1][1]
            self.changed.emit()


def _same(one: RunSpec, other: RunSpec) -> bool:
    """Whether one is the other with settings changed while it ran."""
    return one.data == other.data and one.seed == other.seed
