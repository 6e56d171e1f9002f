"""The field that opens where a weight or a bias was clicked."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.look.numbers import field_text, parse_number
from app.look.theme import Theme
from app.views.network.spots import Spot
from app.widgets.number_field import NumberText
from core.engine.snapshot import Snapshot
from core.language import tr

Place = tuple[int, str, tuple[int, ...]]  # layer, W or b, index

_NOT_FOR_A_FIELD = frozenset(
    {
        Qt.Key.Key_Return,
        Qt.Key.Key_Enter,
        Qt.Key.Key_Escape,
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
    }
)


def place_of(spot: Spot, snapshot: Snapshot) -> Place | None:
    """The number edited by a click on ``spot``; None for a unit without a bias."""
    layer = spot.column - 1
    blocks = snapshot.network.layout.layers[layer]
    if spot.kind == "link":
        own = snapshot.network.own_columns(layer)
        return (
            None if own is None else (layer, "W", (spot.row, own.start + spot.source))
        )
    if blocks.b is None:
        return None
    rows = blocks.b.shape[0] // snapshot.network.widths[spot.column]
    return layer, "b", (spot.unit * rows,)


class NumberEditor(NumberText):
    """One number; Return accepts it, Escape or a click elsewhere drops it."""

    entered = Signal(int, str, object, float)  # layer, W or b, index, value
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Weight"))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.hide()
        self._canvas = parent
        self._place: Place | None = None

    def open(self, place: Place, snapshot: Snapshot, at: QPoint, theme: Theme) -> None:
        """Show the number at ``place`` near the point ``at`` of the parent."""
        layer, name, index = place
        block = dict(snapshot.network.layout.layers[layer].parameters())[name]
        self._place = place
        self.setAccessibleName(tr("Weight") if name == "W" else tr("Bias"))
        self.setText(field_text(float(block.of(snapshot.theta)[index])))
        box = QRect(0, 0, theme.px(80), theme.px(28))
        room = self._canvas.size()
        left, top = at.x() - box.width() // 2, at.y() - box.height() // 2
        box.moveLeft(min(max(0, left), room.width() - box.width()))
        box.moveTop(min(max(0, top), room.height() - box.height()))
        self.setGeometry(box)
        self.show()
        self.selectAll()
        self.setFocus()

    def close_unchanged(self) -> None:
        """Close the field without a change."""
        self._place = None
        if self.isVisible():
            self.hide()
            self._canvas.setFocus()

    def _enter(self) -> None:
        value, place = parse_number(self.text()), self._place
        self.close_unchanged()
        if place is not None and value is not None:
            self.entered.emit(*place, value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return accepts the number, Escape closes the field."""
        # Keys the field does not use would go to its parent, which would open the card
        # of the focused unit, or move to another.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif event.key() == Qt.Key.Key_Escape:
            self.close_unchanged()
        if event.key() not in _NOT_FOR_A_FIELD:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A click elsewhere closes the field."""
        super().focusOutEvent(event)
        self._place = None
        self.hide()
        self.closed.emit()
