"""The canvas of the network strip: mouse and keyboard on the drawn network."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.views.network.arches import Ways
from app.views.network.drawing import UnitDrawing
from app.views.network.joining import (
    Joining,
    handle,
    handle_at,
    joining_lines,
    pointed_at,
    stepped,
)
from app.views.network.keys import next_link, next_unit
from app.views.network.number_editor import place_of
from app.views.network.spots import Spot, spot_at
from app.views.network.words import hover_lines

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
_SIDES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class UnitCanvas(UnitDrawing):
    """Signals what was clicked, drawn or chosen by keys."""

    unit_clicked = Signal(int, int)  # column, unit
    unit_entered = Signal()  # opened by a key: its card gets the focus
    number_edited = Signal(int, str, object, float)  # layer, W or b, index, value
    link_switched = Signal(int, object)  # layer, row and column of W: cut or restore it
    connection_drawn = Signal(int, int, QPoint)  # from, to, and where on the screen
    connection_removed = Signal(object)  # an Arch
    hover_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor.entered.connect(self.number_edited)

    # -- mouse ---------------------------------------------------------------------

    def spot_at(self, at: QPointF) -> Spot | None:
        """What is under a point of the canvas."""
        layout = self.layout_now()
        if layout is None:
            return None
        y = at.y() - 4 * self._theme.scale
        return spot_at(layout, self.picture, self.snapshot, at.x(), y)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Describe what is under the mouse, or drag a track."""
        self.at = event.position()
        if self._dragged is not None:
            self.drag_track(self._dragged)
            return
        if self._joining is not None:
            self.drag_connection(self._joining.source)
            return
        self._point_at_connection()
        aside = self._handle is not None or self.arch is not None
        spot = None if aside else self.spot_at(self.at)
        if spot != self._spot:
            unit = self.hovered_unit
            self._spot = spot
            fixed = ("track", "bias", "link") if self._locked else ("track",)
            hand = spot is not None and spot.kind not in fixed
            shape = Qt.CursorShape.PointingHandCursor if hand else None
            self.setCursor(shape or Qt.CursorShape.ArrowCursor)
            if unit != self.hovered_unit:
                self.hover_changed.emit()
        if aside:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.update()

    def _point_at_connection(self) -> None:
        """Find the handle or the arch under the mouse."""
        self._handle = self.arch = None
        layout = self.layout_now()
        if layout is None or self.snapshot is None or self._locked:
            return
        x, y = self.at.x(), self.at.y() - 4 * self._theme.scale
        self._handle = handle_at(layout, x, y)
        if self._handle is None:
            ways = Ways(layout, self.snapshot.network, self._theme.scale)
            self.arch = ways.at(x, y)

    def drag_connection(self, source: int) -> None:
        """Draw a connection from a layer to the mouse."""
        layout = self.layout_now()
        if layout is not None:
            target = pointed_at(layout, source, self.at.x())
            self._joining = Joining(source, target, self.at)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse has left."""
        self.arch = self._handle = None
        self.update()
        if self._spot is not None:
            self._spot = None
            self.hover_changed.emit()
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Edit a number, open a unit, or hold a track."""
        self.close_editor()
        self.at = event.position()
        self._joining = None
        self._point_at_connection()
        if self._handle is not None or self.arch is not None:
            self._press_connection(event)
            return
        spot = self.spot_at(self.at)
        if spot is not None and event.button() == Qt.MouseButton.RightButton:
            self.switch_link(spot)
            return
        if spot is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if spot.kind == "track":
            self._dragged = spot.column
            self.drag_track(spot.column)
        elif spot.kind == "unit":
            self.focused = (spot.column, spot.unit)
            self.unit_clicked.emit(spot.column, spot.unit)
        else:
            self.edit(spot, self.at.toPoint())

    def _press_connection(self, event: QMouseEvent) -> None:
        """Start drawing a connection, or change or remove the one clicked."""
        left = event.button() == Qt.MouseButton.LeftButton
        if self._handle is not None:
            if left:
                self.drag_connection(self._handle)
        elif self.arch is not None and left:
            at = event.globalPosition().toPoint()
            self.connection_drawn.emit(self.arch.source, self.arch.target, at)
        elif self.arch is not None and event.button() == Qt.MouseButton.RightButton:
            self.connection_removed.emit(self.arch)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Release a track, or a connection over its layer."""
        self._dragged = None
        joining, self._joining = self._joining, None
        if joining is not None and joining.target is not None:
            at = event.globalPosition().toPoint()
            self.connection_drawn.emit(joining.source, joining.target, at)
        self.update()

    def drag_track(self, column: int) -> None:
        """Show the part of a long layer that the mouse points at."""
        layout = self.layout_now()
        if layout is not None:
            held = layout.columns[column]
            share = (self.at.y() - 4) / max(1.0, layout.height)
            self.scroll_column(column, round(share * held.count - held.shown / 2))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll a layer that has more units than are shown."""
        layout = self.layout_now()
        if layout is not None and event.angleDelta().y():
            x = event.position().x()
            for column in layout.columns:
                if column.hidden_some and column.left - 12 <= x <= column.right + 16:
                    stride = -1 if event.angleDelta().y() > 0 else 1
                    at = column.first + stride * max(1, column.shown // 6)
                    self.scroll_column(column.index, at)
                    event.accept()
                    return
        event.ignore()

    # -- keyboard ------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from unit to unit; Enter opens one."""
        if self.snapshot is None:
            return
        key = Qt.Key(event.key())
        if self._joining is not None:
            self._choose_target(key, self._joining)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._delete()
        elif key == Qt.Key.Key_Escape and self.selected is not None:
            self.unit_clicked.emit(*self.selected)  # a second click closes the card
        elif key in _ENTER:
            self._enter()
        elif key == Qt.Key.Key_C and self.focused[0] < self.snapshot.network.depth:
            self._joining = stepped(Joining(self.focused[0], None), 0, len(self._first))
            self._show_joining()
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier and key in _SIDES:
            self.focus_link(_SIDES[key])
        else:
            place = next_unit(self.snapshot.network.widths, self.focused, key)
            if place is None:
                super().keyPressEvent(event)
            else:
                self.focus_unit(*place)

    def _delete(self) -> None:
        """Cut or restore a link, or remove a connection."""
        if self.arch is not None:
            self.connection_removed.emit(self.arch)
        elif self._spot is not None:
            self.switch_link(self._spot)

    def _enter(self) -> None:
        """Open the card of a unit, or the field of the link chosen by keys."""
        if self._by_keys and self._spot is not None and self._spot.kind == "link":
            self.edit(self._spot, self.at.toPoint())
            return
        self.unit_clicked.emit(*self.focused)
        self.unit_entered.emit()

    def _choose_target(self, key: Qt.Key, joining: Joining) -> None:
        """Move from layer to layer while a connection is drawn by keys."""
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            by = 1 if key == Qt.Key.Key_Right else -1
            self._joining = stepped(joining, by, len(self._first))
            self._show_joining()
            return
        self._joining = None
        self.update()
        if key in _ENTER and joining.target is not None:
            at = self.mapToGlobal(self.at.toPoint())
            self.connection_drawn.emit(joining.source, joining.target, at)

    def _show_joining(self) -> None:
        layout, joining = self.layout_now(), self._joining
        if layout is None or joining is None or joining.target is None or self._locked:
            self._joining = None
            return
        self.at = handle(layout.columns[joining.target])
        if self.snapshot is not None:
            words = joining_lines(self.snapshot.network, joining)
            self.setAccessibleDescription(", ".join(words))
        self.update()

    def focus_link(self, by: int) -> None:
        """Focus the next link into the focused unit."""
        layout = self.layout_now()
        if self.snapshot is None or layout is None:
            return
        found = next_link(self.snapshot, layout, self._spot, self.focused, by)
        if found is not None:
            self._spot, self.at = found
            self._by_keys = True
            spot = self._spot
            words = hover_lines(
                self.snapshot, "link", *self.focused, spot.source, spot.row, None
            )
            self.setAccessibleDescription(", ".join(words))
            self.update()

    def focus_unit(self, column: int, unit: int) -> None:
        """Focus a unit, scrolling it into view."""
        self.focused = (column, unit)
        self._by_keys = True
        self._spot = self.arch = None
        layout = self.layout_now()
        if layout is not None:
            held = layout.columns[column]
            if unit < held.first:
                self.scroll_column(column, unit)
            elif unit >= held.first + held.shown:
                self.scroll_column(column, unit - held.shown + 1)
        if self.snapshot is not None:
            words = hover_lines(self.snapshot, "unit", column, unit, -1, -1, None)
            self.setAccessibleDescription(", ".join(words))
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus if it came by keyboard."""
        self._by_keys = event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        )
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus."""
        self.update()

    # -- editing in place ----------------------------------------------------------

    def edit(self, spot: Spot, at: QPoint) -> None:
        """Open a field for a weight or a bias where it was clicked."""
        snapshot = self.snapshot
        if snapshot is None or spot.column < 1 or self._locked:
            return
        place = place_of(spot, snapshot)
        if place is not None:
            self.editor.open(place, snapshot, at, self._theme)
            self.update()

    def switch_link(self, spot: Spot) -> None:
        """Ask for a link to be cut, or for a cut one to be restored."""
        if self.snapshot is None or spot.kind != "link" or self._locked:
            return
        place = place_of(spot, self.snapshot)
        if place is not None:
            layer, _, cell = place
            self.link_switched.emit(layer, cell)
