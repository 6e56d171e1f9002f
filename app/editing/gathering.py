"""Members beside run A by every way, made while visible and training is paused."""

from __future__ import annotations

from typing import TYPE_CHECKING

# `core.grid` is imported where it is used: so that it does not delay the first paint.
if TYPE_CHECKING:
    from app.editing.state import AppState
    from core.engine.snapshot import Snapshot
    from core.grid.gather import Gathered, Gatherer


class Gathering:
    """Controls the thread that makes members; used only from the window's thread."""

    def __init__(self, state: AppState, *, threaded: bool) -> None:
        self._state, self._threaded = state, threaded
        self._gatherer: Gatherer | None = None

    @property
    def latest(self) -> Gathered | None:
        """The members so far; None if the view was never shown."""
        return None if self._gatherer is None else self._gatherer.latest

    @property
    def error(self) -> BaseException | None:
        """Why these members cannot be made."""
        return None if self._gatherer is None else self._gatherer.error

    @property
    def busy(self) -> bool:
        """Whether there is more to come."""
        return self._gatherer is not None and self._gatherer.busy

    def follow(self, shown: Snapshot, count: int, first: str) -> None:
        """Make members of the network on show, unless it is training."""
        from core.grid.gather import Gatherer
        from core.grid.ways import Given

        if self._state.playing:
            self.rest()
            return
        if self._gatherer is None:
            self._gatherer = Gatherer(threaded=self._threaded)
        history = self._state.a.timeline.snapshots()
        before = tuple(s for s in history if s.step <= shown.step)
        self._gatherer.ask(Given(shown, before, count), first)

    def rest(self) -> None:
        """Stop: the view is hidden, or run A needs the machine."""
        if self._gatherer is not None and self._gatherer.busy:
            self._gatherer.ask(None)

    def close(self) -> None:
        """End the thread."""
        if self._gatherer is not None:
            self._gatherer.close()
