"""What a change takes away and undo brings back: weights, timeline and series."""

from __future__ import annotations

from collections.abc import Callable

from app.frame.bridge import Runner
from core.engine.saved import Saved, saved_of
from core.engine.snapshot import Snapshot

BUDGET = 8 * 2**20  # bytes of the snapshots of one past, thinned out evenly
TOTAL = 48 * 2**20  # bytes of all pasts that are remembered


def past_of(runner: Runner) -> Saved:
    """The run as it is now; it may go on meanwhile."""
    return saved_of(runner.latest, runner.timeline, runner.series, BUDGET)


def weight_of(past: Saved | None) -> int:
    """Memory that a past takes; snapshots that others share are counted for each."""
    if past is None:
        return 0
    parts = past.series
    arrays = (parts.steps, parts.bins, parts.rows)
    return sum(s.nbytes for s in past.snapshots) + sum(a.nbytes for a in arrays)


class TimeTravel:
    """Back to step 0 or to a kept step of the same run, whose later steps go."""

    empty = False

    def __init__(
        self,
        text: str,
        go: Callable[[], None],
        take: Callable[[], Saved],
        restore: Callable[[Saved], None],
    ) -> None:
        self.text = text
        self._go, self._take, self._restore = go, take, restore
        self.past: Saved | None = take()

    @property
    def weight(self) -> int:
        """Bytes that are remembered."""
        return weight_of(self.past)

    def forget(self) -> None:
        """Let go of the past: there is too much to remember."""
        self.past = None

    def merge(self, newer: object) -> bool:
        """Every one stands for itself."""
        return False

    def redo(self) -> None:
        """Go back; what is there now is remembered."""
        self.past = self._take()
        self._go()

    def undo(self) -> None:
        """Bring back what was there."""
        if self.past is not None:
            self._restore(self.past)


def newest(past: Saved) -> Snapshot:
    """The state that a past ends in."""
    return past.snapshots[-1]
