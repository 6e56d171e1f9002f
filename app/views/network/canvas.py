"""The canvas of the network strip: tiles, links, biases, and the mouse on them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from app.look.plots import Layer, draw_readout
from app.look.theme import LIGHT, Theme
from app.views.network.arches import arches, draw_arches, room_for_arches
from app.views.network.geometry import Column, StripLayout, arrange
from app.views.network.marks import NOTE, draw_labels, draw_link, draw_track
from app.views.network.number_editor import NumberEditor, place_of
from app.views.network.picture import StripPicture
from app.views.network.spots import Spot, spot_at
from app.views.network.wish import DrawnLinks, Unit
from app.views.network.words import hover_lines
from core.engine.snapshot import Snapshot


class UnitCanvas(QWidget):
    """Draws the network; says what was clicked."""

    unit_clicked = Signal(int, int)  # column, unit
    unit_entered = Signal()  # opened by a key: its card gets the keyboard
    number_edited = Signal(int, str, object, float)  # layer, W or b, index, value
    link_switched = Signal(int, object)  # layer, row and column of W: cut or restore it
    hover_changed = Signal()
    scrolled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.snapshot: Snapshot | None = None
        self.picture: StripPicture | None = None
        self._layout: StripLayout | None = None
        self._words = Layer()
        self._first: list[int] = []
        self._notes = True  # a line below says which units of a long layer are shown
        self._spot: Spot | None = None
        self.at = QPointF()
        self._dragged: int | None = None  # column whose track is held
        self.focused: Unit = (0, 0)
        self._locked = False  # numbers are told, and cannot be changed
        self._by_keys = False  # the focus ring is for those who use keys
        self.selected: Unit | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Units and weights of the network")
        self.editor = NumberEditor(self)
        self.editor.entered.connect(self.number_edited)
        self.editor.closed.connect(self.update)

    # -- what is shown -------------------------------------------------------------

    @property
    def hovered_unit(self) -> Unit | None:
        """The unit under the mouse."""
        spot = self._spot
        if spot is None or spot.kind not in ("unit", "bias"):
            return None
        return spot.column, spot.unit

    @property
    def drawn_links(self) -> DrawnLinks | None:
        """The links of the picture shown, if its layout still holds."""
        picture = self.picture
        if picture is None or picture.layout is not self._layout:
            return None
        return picture.links

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        self.editor.setFont(theme.font())
        self.update()

    def set_locked(self, locked: bool) -> None:
        """Tell numbers alone, or let them be changed too."""
        self._locked = locked
        self.close_editor()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Know the network; a network of other widths is laid out anew."""
        before = self.snapshot
        self.snapshot = snapshot
        if before is None or before.network.widths != snapshot.network.widths:
            self._first = [0] * len(snapshot.network.widths)
            self._layout = None
            self._spot = None
            self.selected = None
            column, unit = self.focused
            column = min(column, len(snapshot.network.widths) - 1)
            self.focused = (column, min(unit, snapshot.network.widths[column] - 1))
            self.close_editor()
        elif arches(before.network) != arches(snapshot.network):
            self._layout = None
            self.update()

    def show_picture(self, picture: StripPicture) -> None:
        """Show what the worker made, if it still fits."""
        if picture.layout is self.layout_now():
            self.picture = picture
            self.update()

    def layout_now(self) -> StripLayout | None:
        """The present layout; made when needed."""
        if self._layout is None and self.snapshot is not None:
            widths = self.snapshot.network.widths
            unit = self._theme.scale
            width, height = float(self.width()), self.height() - 8.0 * unit
            top = room_for_arches(self.snapshot.network) * unit
            made = arrange(widths, self._first, width, height, unit, top)
            if any(self._noted(c, len(widths)) for c in made.columns):
                height -= NOTE * unit
                made = arrange(widths, self._first, width, height, unit, top)
            self._layout = made
        return self._layout

    def _noted(self, column: Column, columns: int) -> bool:
        """Whether a line below says which units of ``column`` are shown.

        Where height is scarce the count of a hidden layer says how many they are.
        """
        edge = column.index in (0, columns - 1)
        return column.hidden_some and (self._notes or edge)

    def set_notes(self, on: bool) -> None:
        """Spend a line on which units are shown, or not."""
        if on != self._notes:
            self._notes = on
            self.relayout()

    def relayout(self) -> None:
        """Size, scale or scrolling changed."""
        self._layout = None
        self.close_editor()
        self.update()

    def needed_width(self, width: float, height: float, theme: Theme) -> float:
        """How wide the canvas must be for this network in a strip of this size."""
        if self.snapshot is None:
            return width
        widths = self.snapshot.network.widths
        return arrange(widths, self._first, width, height, theme.scale).width

    def resizeEvent(self, event: QEvent) -> None:
        """Lay out anew."""
        self.relayout()

    def scroll_column(self, column: int, first: int) -> None:
        """Show units of ``column`` from ``first`` on."""
        layout = self.layout_now()
        if layout is None:
            return
        held = layout.columns[column]
        first = min(max(0, first), held.count - held.shown)
        if first != self._first[column]:
            self._first[column] = first
            self._layout = None
            self.scrolled.emit()

    # -- painting ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Links, leads, tiles, biases, words."""
        painter = QPainter(self)
        layout, picture = self.layout_now(), self.picture
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        if layout is None or picture is None or self.snapshot is None:
            return
        if len(picture.layout.columns) != len(layout.columns):
            return
        painter.translate(0, 4 * self._theme.scale)
        painter.drawImage(QPointF(0, 0), picture.image)
        self._draw_words(painter, layout)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_link(painter, layout, self._spot, self._theme)
        self._draw_rings(painter, layout)
        painter.translate(0, -4 * self._theme.scale)
        self._draw_hover(painter)

    def _draw_words(self, painter: QPainter, layout: StripLayout) -> None:
        """Labels and tracks, which rest while the network learns."""
        ratio = self.devicePixelRatioF()
        key = (id(layout), id(self.snapshot and self.snapshot.run), ratio)
        if self.snapshot is not None and self._words.stale((key, self._theme)):
            size = self.width(), self.height()
            layer = self._words.begin((key, self._theme), *size, ratio)
            draw_labels(layer, layout, self.snapshot, self._theme)
            draw_arches(layer, layout, self.snapshot.network, self._theme)
            for column in layout.columns:
                if column.hidden_some:
                    noted = self._noted(column, len(layout.columns))
                    draw_track(layer, layout, column, self._theme, noted)
            layer.end()
        self._words.draw(painter)

    def _draw_rings(self, painter: QPainter, layout: StripLayout) -> None:
        """Around the unit that is open, has the focus, or lies under the mouse."""
        theme = self._theme
        marked = [(self.selected, 2.0), (self.hovered_unit, 1.0)]
        if self._by_keys and self.hasFocus():
            marked.append((self.focused, 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for unit, width in marked:
            if unit is None or unit[0] >= len(layout.columns):
                continue
            column = layout.columns[unit[0]]
            j = unit[1] - column.first
            if not 0 <= j < column.shown:
                continue
            half = column.tile / 2 + width / 2
            x, y = float(column.x[j]), float(column.y[j])
            box = QRectF(x - half, y - half, 2 * half, 2 * half)
            painter.setPen(
                QPen(QColor(theme.accent if width > 1 else theme.text), width)
            )
            painter.drawRect(box)

    def _draw_hover(self, painter: QPainter) -> None:
        spot, snapshot = self._spot, self.snapshot
        if spot is None or snapshot is None or self.editor.isVisible():
            return
        peak = None
        picture = self.picture
        fits = picture is not None and spot.column < len(picture.peaks)
        if picture is not None and fits and spot.kind == "unit":
            column = picture.layout.columns[spot.column]
            place = spot.unit - column.first
            if 0 <= place < len(picture.peaks[spot.column]):
                peak = float(picture.peaks[spot.column][place])
        lines = self.track_lines(spot.column) or hover_lines(
            snapshot, spot.kind, spot.column, spot.unit, spot.source, spot.row, peak
        )
        if lines:
            bounds = QRectF(self.rect()).adjusted(4, 0, -4, 0)
            draw_readout(painter, self.at, bounds, self._theme, lines)

    def track_lines(self, column: int) -> list[str]:
        """What the bar beside a long layer says under the mouse."""
        layout = self.layout_now()
        if layout is None or self._spot is None or self._spot.kind != "track":
            return []
        held = layout.columns[column]
        last = held.first + held.shown
        return [
            f"units {held.first + 1}–{last} of {held.count}",
            "drag, or turn the wheel",
        ]

    # -- mouse ---------------------------------------------------------------------

    def spot_at(self, at: QPointF) -> Spot | None:
        """What lies under a point of the canvas."""
        layout = self.layout_now()
        if layout is None:
            return None
        y = at.y() - 4 * self._theme.scale
        return spot_at(layout, self.picture, self.snapshot, at.x(), y)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what lies under the mouse, or drag a track."""
        self.at = event.position()
        if self._dragged is not None:
            self.drag_track(self._dragged)
            return
        spot = self.spot_at(self.at)
        if spot != self._spot:
            unit = self.hovered_unit
            self._spot = spot
            fixed = ("track", "bias", "link") if self._locked else ("track",)
            hand = spot is not None and spot.kind not in fixed
            shape = Qt.CursorShape.PointingHandCursor if hand else None
            self.setCursor(shape or Qt.CursorShape.ArrowCursor)
            if unit != self.hovered_unit:
                self.hover_changed.emit()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse is elsewhere."""
        if self._spot is not None:
            self._spot = None
            self.hover_changed.emit()
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Edit a number, open a unit, or hold a track."""
        self.close_editor()
        self.at = event.position()
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

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of a track."""
        self._dragged = None

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
        widths = self.snapshot.network.widths
        column, unit = self.focused
        key = event.key()
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._spot is not None:
            self.switch_link(self._spot)
            return
        if key == Qt.Key.Key_Escape and self.selected is not None:
            self.unit_clicked.emit(*self.selected)  # a second click closes the card
            return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.unit_clicked.emit(column, unit)
            self.unit_entered.emit()
            return
        moves = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
            Qt.Key.Key_PageUp: (0, -8),
            Qt.Key.Key_PageDown: (0, 8),
            Qt.Key.Key_Home: (0, -widths[column]),
            Qt.Key.Key_End: (0, widths[column]),
        }
        if key not in moves:
            super().keyPressEvent(event)
            return
        sideways, down = moves[Qt.Key(key)]
        place = unit / max(1, widths[column] - 1)
        column = min(max(0, column + sideways), len(widths) - 1)
        if sideways:
            unit = round(place * (widths[column] - 1))
        unit = min(max(0, unit + down), widths[column] - 1)
        self.focus_unit(column, unit)

    def focus_unit(self, column: int, unit: int) -> None:
        """Put the focus on a unit, scrolling it into view."""
        self.focused = (column, unit)
        self._by_keys = True
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
        """Show where the focus is, to those who came by keys."""
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

    def close_editor(self) -> None:
        """Close the field without a change."""
        self.editor.close_unchanged()
