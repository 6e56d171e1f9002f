"""Whether the window has unsaved work."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.editing.past import TimeTravel

if TYPE_CHECKING:
    from app.editing.state import AppState

LONG = 60.0  # seconds of training worth asking about


class Unsaved(QObject):
    """Tracks changes and training time since the run was last settled.

    A scene opened and watched for a moment is not worth saving; a change made by hand,
    or a minute of training, is.
    """

    changed = Signal(bool)

    def __init__(self, state: AppState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._trained = 0.0
        self._since: float | None = None  # when it started playing
        self._nowhere = False
        self._said = False
        self._settled = self._now()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tell)
        state.editing.undo_stack.changed.connect(self._tell)
        state.run_changed.connect(self._tell)
        state.playing_changed.connect(self._on_playing)

    def settle(self, *, unsaved: bool = False) -> None:
        """What is there now is saved, or was just opened.

        A run that no file has is ``unsaved`` from the start: pasted rows, or a run
        that was kept when the program closed unexpectedly.
        """
        self._settled = self._now()
        self._nowhere = unsaved
        self._trained = 0.0
        if self._since is not None:
            self._since = monotonic()
        self._watch()
        self._tell()

    @property
    def there(self) -> bool:
        """Whether closing the window now would lose work."""
        return self._nowhere or self._edited or self.trained >= LONG

    @property
    def trained(self) -> float:
        """Seconds of training since `settle`."""
        going = 0.0 if self._since is None else monotonic() - self._since
        return self._trained + going

    @property
    def _edited(self) -> bool:
        top, run = self._now()
        return top is not self._settled[0] or run != self._settled[1]

    def _now(self) -> tuple[object, object]:
        """The last change in effect, and the run it led to; rewinding is not one."""
        stack = self._state.editing.undo_stack
        made = stack.changes[: stack.index]
        edits = (
            change for change in reversed(made) if not isinstance(change, TimeTravel)
        )
        return next(edits, None), self._state.run

    def _on_playing(self, playing: bool) -> None:
        if playing and self._since is None:
            self._since = monotonic()
        elif not playing and self._since is not None:
            self._trained += monotonic() - self._since
            self._since = None
        self._watch()
        self._tell()

    def _watch(self) -> None:
        """Check again when the run will have trained for long."""
        left = LONG - self.trained
        if self._since is not None and left > 0:
            self._timer.start(round(1000 * left) + 50)
        else:
            self._timer.stop()

    def _tell(self, _: object = None) -> None:
        if self.there != self._said:
            self._said = not self._said
            self.changed.emit(self._said)
