"""The canvas of the network strip: tiles, links, biases, and the mouse on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QLineEdit, QWidget

from app.look.numbers import field_text, parse_number
from app.look.plots import Layer, draw_markers, draw_readout
from app.look.theme import LIGHT, SMALL, Theme
from app.views.network.geometry import (
    Column,
    StripLayout,
    arrange,
    label_lanes,
    link_height,
)
from app.views.network.picture import StripPicture
from app.views.network.wish import DrawnLinks, Unit
from app.views.network.words import bias_of, hover_lines, output_labels
from core.engine.snapshot import Snapshot

_REACH = 5.0  # pixels from a link at which it is still meant
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
_NOTE = 16  # height of the line that says which units are shown


@dataclass(frozen=True)
class Spot:
    """What lies under the mouse."""

    kind: str  # "unit", "bias", "link" or "track"
    column: int  # of the unit; of the target for a link
    unit: int
    source: int = -1  # link: unit of the column before
    row: int = -1  # link: row of W


class UnitCanvas(QWidget):
    """Draws the network; says what was clicked."""

    unit_clicked = Signal(int, int)  # column, unit
    number_edited = Signal(int, str, object, float)  # layer, W or b, index, value
    hover_changed = Signal()
    scrolled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._snapshot: Snapshot | None = None
        self._picture: StripPicture | None = None
        self._layout: StripLayout | None = None
        self._words = Layer()
        self._first: list[int] = []
        self._notes = True  # a line below says which units of a long layer are shown
        self._spot: Spot | None = None
        self._at = QPointF()
        self._dragged: int | None = None  # column whose track is held
        self.focused: Unit = (0, 0)
        self._locked = False  # numbers are told, and cannot be changed
        self._by_keys = False  # the focus ring is for those who use keys
        self.selected: Unit | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Units and weights of the network")
        self.editor = QLineEdit(self)
        self.editor.setAccessibleName("Weight")
        self.editor.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.editor.hide()
        self.editor.installEventFilter(self)
        self._edited: tuple[int, str, tuple[int, ...]] | None = None

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
        picture = self._picture
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
        before = self._snapshot
        self._snapshot = snapshot
        if before is None or before.network.widths != snapshot.network.widths:
            self._first = [0] * len(snapshot.network.widths)
            self._layout = None
            self._spot = None
            self.selected = None
            column, unit = self.focused
            column = min(column, len(snapshot.network.widths) - 1)
            self.focused = (column, min(unit, snapshot.network.widths[column] - 1))
            self.close_editor()
            self.update()

    def show_picture(self, picture: StripPicture) -> None:
        """Show what the worker made, if it still fits."""
        if picture.layout is self.layout_now():
            self._picture = picture
            self.update()

    def layout_now(self) -> StripLayout | None:
        """The present layout; made when needed."""
        if self._layout is None and self._snapshot is not None:
            widths = self._snapshot.network.widths
            unit = self._theme.scale
            width, height = float(self.width()), self.height() - 8.0 * unit
            made = arrange(widths, self._first, width, height, unit)
            if any(self._noted(c, len(widths)) for c in made.columns):
                height -= _NOTE * unit
                made = arrange(widths, self._first, width, height, unit)
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
        if self._snapshot is None:
            return width
        widths = self._snapshot.network.widths
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
        layout, picture = self.layout_now(), self._picture
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        if layout is None or picture is None or self._snapshot is None:
            return
        if len(picture.layout.columns) != len(layout.columns):
            return
        painter.translate(0, 4 * self._theme.scale)
        painter.drawImage(QPointF(0, 0), picture.image)
        self._draw_words(painter, layout)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_hovered_link(painter, layout)
        self._draw_rings(painter, layout)
        painter.translate(0, -4 * self._theme.scale)
        self._draw_hover(painter)

    def _draw_words(self, painter: QPainter, layout: StripLayout) -> None:
        """Labels and tracks, which rest while the network learns."""
        ratio = self.devicePixelRatioF()
        key = (id(layout), id(self._snapshot and self._snapshot.run), ratio)
        if self._words.stale((key, self._theme)):
            size = self.width(), self.height()
            layer = self._words.begin((key, self._theme), *size, ratio)
            self._draw_labels(layer, layout)
            for column in layout.columns:
                if column.hidden_some:
                    self._draw_track(layer, column)
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

    def _draw_track(self, painter: QPainter, column: Column) -> None:
        """Which part of a long layer is shown, as a bar and in words."""
        theme = self._theme
        layout = self.layout_now()
        assert layout is not None
        track = QRectF(column.right + 5, 0, 3, layout.height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.hairline))
        painter.drawRoundedRect(track, 1.5, 1.5)
        size = max(12.0, layout.height * column.shown / column.count)
        rest = column.count - column.shown
        top = (layout.height - size) * column.first / max(1, rest)
        painter.setBrush(QColor(theme.secondary))
        painter.drawRoundedRect(QRectF(track.left(), top, 3, size), 1.5, 1.5)
        if not self._noted(column, len(layout.columns)):
            return
        painter.setPen(QColor(theme.secondary))
        painter.setFont(theme.font(SMALL))
        words = f"{column.first + 1}–{column.first + column.shown} of {column.count}"
        half = 60 * theme.scale
        place = QRectF(
            column.centre - half, layout.height + 2, 2 * half, (_NOTE - 2) * theme.scale
        )
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)

    def _draw_labels(self, painter: QPainter, layout: StripLayout) -> None:
        """Names of inputs at the left; classes or values at the right."""
        snapshot, theme = self._snapshot, self._theme
        assert snapshot is not None
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        first, last = layout.columns[0], layout.columns[-1]
        names = snapshot.run.features.labels(snapshot.run.data.problem.inputs)
        row = 16 * theme.scale
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for j, y in enumerate(first.y.tolist()):
            place = QRectF(0, y - row / 2, first.left - 8, row)
            painter.drawText(place, right, names[first.first + j])
        words = output_labels(snapshot)
        edge = last.right + (11 if last.hidden_some else 8) * theme.scale
        for j, lane in label_lanes(last.y, 12 * theme.scale):
            k, y = last.first + j, float(last.y[j])
            start = edge + 13 * theme.scale * lane
            if words is None:
                painter.setPen(QPen(QColor(theme.outline), 1))
                painter.setBrush(theme.class_colour(k))
                at = np.array([start + 4]), np.array([y])
                draw_markers(painter, *at, theme.class_symbol(k), theme.px(8))
            else:
                painter.setPen(QColor(theme.secondary))
                place = QRectF(start, y - row / 2, 40 * theme.scale, row)
                painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words[k])

    def _draw_hovered_link(self, painter: QPainter, layout: StripLayout) -> None:
        spot = self._spot
        if spot is None or spot.kind != "link":
            return
        source, target = layout.columns[spot.column - 1], layout.columns[spot.column]
        i, j = spot.source - source.first, spot.unit - target.first
        if not (0 <= i < source.shown and 0 <= j < target.shown):
            return
        x0, x1 = source.right, target.left
        y0, y1 = float(source.y[i]), float(target.y[j])
        path = QPainterPath(QPointF(float(source.x[i]) + source.tile / 2, y0))
        path.lineTo(x0, y0)
        third = (x1 - x0) / 3  # these handles give exactly the eased curve
        path.cubicTo(x0 + third, y0, x1 - third, y1, x1, y1)
        path.lineTo(float(target.x[j]) - target.tile / 2, y1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._theme.text), 1.5))
        painter.drawPath(path)

    def _draw_hover(self, painter: QPainter) -> None:
        spot, snapshot = self._spot, self._snapshot
        if spot is None or snapshot is None or self.editor.isVisible():
            return
        peak = None
        picture = self._picture
        fits = picture is not None and spot.column < len(picture.peaks)
        if picture is not None and fits and spot.kind == "unit":
            column = picture.layout.columns[spot.column]
            place = spot.unit - column.first
            if 0 <= place < len(picture.peaks[spot.column]):
                peak = float(picture.peaks[spot.column][place])
        lines = self._track_lines(spot.column) or hover_lines(
            snapshot, spot.kind, spot.column, spot.unit, spot.source, spot.row, peak
        )
        if lines:
            bounds = QRectF(self.rect()).adjusted(4, 0, -4, 0)
            draw_readout(painter, self._at, bounds, self._theme, lines)

    def _track_lines(self, column: int) -> list[str]:
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
        x, y = at.x(), at.y() - 4 * self._theme.scale
        for column in layout.columns:
            if column.hidden_some and abs(x - column.right - 6) <= 4:
                return Spot("track", column.index, -1)
            half = column.tile / 2
            near = (np.abs(column.y - y) <= half) & (x <= column.x + half)
            has_bias = bias_of(self._snapshot, column.index) is not None
            inside = np.flatnonzero(near & (x >= column.x - half - 7 * has_bias))
            if inside.size:
                j = int(inside[0])
                over = x >= column.x[j] - half - 1
                kind = "unit" if over else "bias"
                return Spot(kind, column.index, column.first + j)
        return self._link_at(layout, x, y)

    def _link_at(self, layout: StripLayout, x: float, y: float) -> Spot | None:
        picture = self._picture
        if picture is None or len(picture.weights) != len(layout.columns) - 1:
            return None  # the picture is still that of another network
        for gap in range(len(layout.columns) - 1):
            found = link_height(layout, gap, x)
            if found is None or picture.weights[gap].shape != found[0].shape:
                continue
            height, slope = found
            away = np.abs(height - y) / np.sqrt(1.0 + slope * slope)
            # Among links about equally near, the stronger one is meant.
            size = np.abs(picture.weights[gap])
            score = away - 2.0 * size / max(1e-12, float(size.max(initial=0.0)))
            score[away > _REACH] = np.inf
            if not np.isfinite(score).any():
                return None
            j, i = np.unravel_index(int(np.argmin(score)), score.shape)
            source, target = layout.columns[gap], layout.columns[gap + 1]
            return Spot(
                "link",
                gap + 1,
                target.first + int(j),
                source.first + int(i),
                int(picture.rows[gap][j, i]),
            )
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what lies under the mouse, or drag a track."""
        self._at = event.position()
        if self._dragged is not None:
            self._drag_track(self._dragged)
            return
        spot = self.spot_at(self._at)
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
        self._at = event.position()
        spot = self.spot_at(self._at)
        if spot is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if spot.kind == "track":
            self._dragged = spot.column
            self._drag_track(spot.column)
        elif spot.kind == "unit":
            self.focused = (spot.column, spot.unit)
            self.unit_clicked.emit(spot.column, spot.unit)
        else:
            self.edit(spot, self._at.toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of a track."""
        self._dragged = None

    def _drag_track(self, column: int) -> None:
        layout = self.layout_now()
        if layout is not None:
            held = layout.columns[column]
            share = (self._at.y() - 4) / max(1.0, layout.height)
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
        if self._snapshot is None:
            return
        widths = self._snapshot.network.widths
        column, unit = self.focused
        key = event.key()
        if key == Qt.Key.Key_Escape and self.selected is not None:
            self.unit_clicked.emit(*self.selected)  # a second click closes the card
            return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.unit_clicked.emit(column, unit)
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
        if self._snapshot is not None:
            words = hover_lines(self._snapshot, "unit", column, unit, -1, -1, None)
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
        snapshot = self._snapshot
        if snapshot is None or spot.column < 1 or self._locked:
            return
        layer = spot.column - 1
        blocks = snapshot.network.layout.layers[layer]
        if spot.kind == "link":
            index: tuple[int, ...] = (spot.row, spot.source)
            value, name = float(blocks.W.of(snapshot.theta)[index]), "W"
        elif blocks.b is not None:
            rows = blocks.b.shape[0] // snapshot.network.widths[spot.column]
            index = (spot.unit * rows,)
            value, name = float(blocks.b.of(snapshot.theta)[index]), "b"
        else:
            return
        self._edited = (layer, name, index)
        self.editor.setAccessibleName("Weight" if name == "W" else "Bias")
        self.editor.setText(field_text(value))
        width, height = self._theme.px(80), self._theme.px(28)
        left = min(max(0, at.x() - width // 2), self.width() - width)
        top = min(max(0, at.y() - height // 2), self.height() - height)
        self.editor.setGeometry(left, top, width, height)
        self.editor.show()
        self.editor.selectAll()
        self.editor.setFocus()
        self.update()

    def close_editor(self) -> None:
        """Close the field without a change."""
        self._edited = None
        if self.editor.isVisible():
            self.editor.hide()
            self.setFocus()

    def _on_entered(self) -> None:
        value = parse_number(self.editor.text())
        edited = self._edited
        self.close_editor()
        if edited is not None and value is not None:
            self.number_edited.emit(*edited, value)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Return takes the number; Escape or a click elsewhere closes the field."""
        if watched is self.editor:
            # Keys that a field has no use for go to its parent, which would open the
            # card of the unit that has the focus, or move on to another.
            if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                    self._on_entered()
                elif event.key() == Qt.Key.Key_Escape:
                    self.close_editor()
                return event.key() in _NOT_FOR_A_FIELD
            if event.type() == QEvent.Type.FocusOut:
                self._edited = None
                self.editor.hide()
                self.update()
        return False
