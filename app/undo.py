"""Undo and redo over problem, structure and hyper-parameters."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtGui import QUndoCommand

from core.arrays import Floats
from core.engine.commands import Command
from core.run import RunSpec

#: Changes of one control that follow each other faster than this are one step back.
MERGE_SECONDS = 0.8

Become = Callable[[RunSpec, RunSpec, Floats | None], None]


class RunChange(QUndoCommand):
    """From one run to another; ``key`` says which control did it.

    A change of structure also remembers the weights it may have dropped.
    """

    def __init__(
        self,
        text: str,
        key: str,
        before: RunSpec,
        after: RunSpec,
        become: Become,
        theta: Floats | None = None,
    ) -> None:
        super().__init__(text)
        self.key, self.before, self.after = key, before, after
        self._become, self._theta = become, theta
        self._when = monotonic()

    def id(self) -> int:
        """One kind of command, so that Qt offers every pair for merging."""
        return 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take ``other`` in if it goes on with the same drag."""
        if not isinstance(other, RunChange) or not self.key:
            return False
        near = other._when - self._when < MERGE_SECONDS
        if other.key != self.key or other.before is not self.after or not near:
            return False
        self.after, self._when = other.after, other._when
        self.setText(other.text())
        if self.before == self.after:
            self.setObsolete(True)
        return True

    def redo(self) -> None:
        """Make the change."""
        self._become(self.before, self.after, None)

    def undo(self) -> None:
        """Take it back, with the weights that were there."""
        self._become(self.after, self.before, self._theta)


class WeightEdit(QUndoCommand):
    """Weights that a person set by hand."""

    def __init__(
        self,
        text: str,
        before: Command,
        after: Command,
        send: Callable[[Command], None],
    ) -> None:
        super().__init__(text)
        self._before, self._after, self._send = before, after, send

    def redo(self) -> None:
        """Set them."""
        self._send(self._after)

    def undo(self) -> None:
        """Set what was there."""
        self._send(self._before)
