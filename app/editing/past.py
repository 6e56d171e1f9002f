"""What a change drops and undo restores: weights, timeline and series."""

from __future__ import annotations

from collections.abc import Callable

from app.frame.bridge import Runner, saved_now
from core.engine.saved import Saved
from core.engine.snapshot import Snapshot
from core.run import RunSpec

#: Restores a past and then makes it the run given: the engine may have been behind the
#: window when the past was copied.
Restore = Callable[[Saved, RunSpec], None]

BUDGET = 8 * 2**20  # bytes of snapshots per past, thinned out evenly
TOTAL = 48 * 2**20  # bytes of all pasts remembered


def past_of(runner: Runner) -> Saved:
    """A copy of the run as it is now; it may keep training."""
    return saved_now(runner, BUDGET)


def weight_of(past: Saved | None) -> int:
    """Bytes of a past; shared snapshots are counted each time."""
    if past is None:
        return 0
    parts = past.series
    arrays = (parts.steps, parts.bins, parts.rows)
    return sum(s.nbytes for s in past.snapshots) + sum(a.nbytes for a in arrays)


class TimeTravel:
    """Back to step 0 or to a kept step of the same run, dropping later steps."""

    empty = False

    def __init__(
        self,
        text: str,
        go: Callable[[], None],
        take: Callable[[], Saved],
        restore: Restore,
        present: Callable[[], RunSpec],
    ) -> None:
        self.text = text
        self._go, self._take, self._restore = go, take, restore
        self._present = present
        self.past: Saved | None = take()
        self._run = present()
        self._future: Saved | None = None  # what was there when it was undone
        self._then = self._run

    @property
    def weight(self) -> int:
        """Bytes remembered."""
        return weight_of(self.past) + weight_of(self._future)

    def forget(self) -> None:
        """Drop past and future, to limit what is remembered."""
        self.past = self._future = None

    def merge(self, newer: object) -> bool:
        """Never merge."""
        return False

    def redo(self) -> None:
        """Go back, remembering the present; once undone, to the steps made there."""
        self.past, self._run = self._take(), self._present()
        if self._future is None:
            self._go()
        else:
            self._restore(self._future, self._then)

    def undo(self) -> None:
        """Restore what was there, remembering the steps made since."""
        if self.past is not None:
            self._future, self._then = self._take(), self._present()
            self._restore(self.past, self._run)


def newest(past: Saved) -> Snapshot:
    """The last state of a past."""
    return past.snapshots[-1]
