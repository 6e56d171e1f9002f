"""Undo and redo over problem, structure and hyper-parameters.

Qt's own stack is not used: its commands are children of the stack, and when Python
garbage-collects both it may free a command first, which the stack then frees again.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.editing.past import TOTAL, Restore, weight_of
from core.arrays import Floats
from core.edits import Edit
from core.engine.commands import Command
from core.engine.saved import Saved
from core.language import tr
from core.run import RunSpec

#: Changes of one control that follow each other faster than this are undone as one.
MERGE_SECONDS = 0.8
MOST = 500  # changes remembered

Become = Callable[[RunSpec, Edit | None, Floats | None], None]


class Change(Protocol):
    """Something that was done and can be undone."""

    text: str

    def redo(self) -> None:
        """Do it."""
        ...

    def undo(self) -> None:
        """Undo it."""
        ...

    def merge(self, newer: Change) -> bool:
        """Merge a newer change into this one; False if it stays separate."""
        ...

    @property
    def empty(self) -> bool:
        """Whether it ends where it began."""
        ...

    @property
    def weight(self) -> int:
        """Bytes of weights and timelines that it remembers."""
        ...

    def forget(self) -> None:
        """Drop them; the change can still be undone without them."""
        ...


class UndoStack(QObject):
    """Changes in order, and how many of them are in effect."""

    changed = Signal()  # what can be undone or done again

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._changes: list[Change] = []
        self._index = 0
        self._going = False  # undoing or redoing

    def push(self, change: Change) -> None:
        """Make a change and remember it; undone changes are dropped."""
        change.redo()
        if self._going:
            return  # a consequence of the change being undone
        del self._changes[self._index :]
        last = self._changes[-1] if self._changes else None
        if last is not None and last.merge(change):
            if last.empty:
                self._changes.pop()
        else:
            self._changes.append(change)
            del self._changes[:-MOST]
        self._lighten()
        self._index = len(self._changes)
        self.changed.emit()

    def _lighten(self) -> None:
        """Make the oldest changes drop their data, to limit the total."""
        total = 0
        for change in reversed(self._changes):
            total += change.weight
            if total > TOTAL:
                change.forget()

    def undo(self) -> None:
        """Undo the last change, if there is one."""
        if self._index and not self._going:
            self._index -= 1
            self._go(self._changes[self._index].undo)

    def redo(self) -> None:
        """Redo the change that was last undone, if there is one."""
        if self._index < len(self._changes) and not self._going:
            self._index += 1
            self._go(self._changes[self._index - 1].redo)

    def _go(self, step: Callable[[], None]) -> None:
        self._going = True
        try:
            step()
        finally:
            self._going = False
        self.changed.emit()

    def clear(self) -> None:
        """Forget everything."""
        self._changes.clear()
        self._index = 0
        self.changed.emit()

    @property
    def changes(self) -> tuple[Change, ...]:
        """All that is remembered, oldest first."""
        return tuple(self._changes)

    @property
    def last(self) -> Change | None:
        """The last change in effect."""
        return self._changes[self._index - 1] if self._index else None

    @property
    def index(self) -> int:
        """How many changes are in effect; those after can be redone."""
        return self._index

    @property
    def undo_text(self) -> str:
        """What would be undone; "" for nothing."""
        return tr(self._changes[self._index - 1].text) if self._index else ""

    @property
    def redo_text(self) -> str:
        """What would be redone; "" for nothing."""
        more = self._index < len(self._changes)
        return tr(self._changes[self._index].text) if more else ""


class RunChange:
    """From one run to another; ``key`` identifies the control.

    A change of the network has the edit that makes it, the one that undoes it, and the
    weights it may have dropped. A change that starts at step 0 has the past it drops;
    ``take`` copies the present state, and ``restore`` restores one.
    """

    def __init__(
        self,
        text: str,
        key: str,
        before: RunSpec,
        after: RunSpec,
        become: Become,
        *,
        edit: Edit | None = None,
        back: Edit | None = None,
        theta: Floats | None = None,
        done: bool = False,
        past: Saved | None = None,
        take: Callable[[], Saved] | None = None,
        restore: Restore | None = None,
    ) -> None:
        self.text, self.key = text, key
        self._past = past
        self._future: Saved | None = None  # what was there when it was undone
        self._take, self._restore = take, restore
        self.before, self.after = before, after
        self.edit, self._back = edit, back
        self._become, self._theta = become, theta
        self._done = done  # already done, only to be remembered
        self._when = monotonic()

    @property
    def empty(self) -> bool:
        """Whether it ends where it began."""
        return self.before == self.after

    def merge(self, newer: Change) -> bool:
        """Merge ``newer`` if it continues the same drag."""
        if not isinstance(newer, RunChange) or not self.key:
            return False
        near = newer._when - self._when < MERGE_SECONDS
        if newer.key != self.key or newer.before is not self.after or not near:
            return False
        self.after, self._when, self.text = newer.after, newer._when, newer.text
        self.edit = newer.edit
        return True

    def redo(self) -> None:
        """Make the change."""
        if self._done:
            self._done = False
        elif self._future is not None and self._restore is not None:
            self._restore(self._future, self.after)
        else:
            self._become(self.after, self.edit, None)

    def undo(self) -> None:
        """Undo it, restoring the weights and the timeline."""
        if self._past is None or self._restore is None or self._take is None:
            self._become(self.before, self._back, self._theta)
            return
        self._future = self._take()
        self._restore(self._past, self.before)

    @property
    def weight(self) -> int:
        """Bytes of the remembered runs."""
        return weight_of(self._past) + weight_of(self._future)

    def forget(self) -> None:
        """Drop them; undo then starts at step 0."""
        self._past = self._future = None


class WeightEdit:
    """Weights set by hand; those of one drag have the same ``key``."""

    empty = False
    weight = 0

    def forget(self) -> None:
        """Do nothing: it remembers only what it needs."""

    def __init__(
        self,
        text: str,
        before: Command,
        after: Command,
        send: Callable[[Command], None],
        key: str = "",
    ) -> None:
        self.text, self.key = text, key
        self._before, self._after, self._send = before, after, send

    def merge(self, newer: Change) -> bool:
        """Merge ``newer`` if it continues the same drag."""
        if not isinstance(newer, WeightEdit) or not self.key or newer.key != self.key:
            return False
        self._after = newer._after
        return True

    def redo(self) -> None:
        """Set the new weights."""
        self._send(self._after)

    def undo(self) -> None:
        """Set the old weights."""
        self._send(self._before)
