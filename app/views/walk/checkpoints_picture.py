"""The picture of checkpoints: which layers' values are stored at which moment."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.look.palette import tint
from app.look.theme import LIGHT, SMALL, Theme
from core.analysis.checkpoints import Trace
from core.language import mark, tr, tr_n
from core.numbers import shown_count

ROW, COLUMN, CURVE = 38, 56, 72
_LEAST_ROW, _LEAST_COLUMN = 16, 12  # of a deep network; then it is scrolled
_SIGNED = 18  # least width of columns with signs
_SIGNS = {"forward": "→", "again": "↻", "backward": "←"}


class CheckpointPicture(QWidget):
    """Layers in rows, the last on top; moments in columns; stored cells are filled."""

    toggled = Signal(int)  # a layer to keep or to drop
    moved = Signal(int)  # a moment that was clicked

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._trace: Trace | None = None
        self._at = 0
        self._row = 0  # the layer with the keyboard focus
        self.setAccessibleName(tr("Stored layers, moment by moment"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_trace(self, trace: Trace, at: int) -> None:
        """Draw a choice, and mark one of its moments."""
        self._trace, self._at = trace, at
        self._row = min(self._row, trace.chain.depth - 1)
        px = self._theme.px
        wide = self._left + px(_LEAST_COLUMN) * len(trace.moments) + px(16)
        tall = px(_LEAST_ROW) * trace.chain.depth + px(CURVE) + px(40)
        self.setMinimumSize(int(wide), int(tall))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        if self._trace is not None:
            self.show_trace(self._trace, self._at)

    @property
    def _left(self) -> float:
        """The left edge of the moments, after the names of the layers."""
        metrics = QFontMetricsF(self._theme.font(SMALL))
        return self._theme.px(60) + metrics.horizontalAdvance(
            tr("output · 00,000 numbers")
        )

    @property
    def _tall(self) -> float:
        """Height of a row: as much as fits."""
        assert self._trace is not None
        px = self._theme.px
        room = (self.height() - px(CURVE) - px(40)) / self._trace.chain.depth
        return min(max(room, px(_LEAST_ROW)), px(ROW))

    @property
    def _wide(self) -> float:
        """Width of a column."""
        assert self._trace is not None
        px = self._theme.px
        room = (self.width() - self._left - px(16)) / len(self._trace.moments)
        return min(max(room, px(_LEAST_COLUMN)), px(COLUMN))

    def _top(self, layer: int) -> float:
        assert self._trace is not None
        above = self._trace.chain.depth - 1 - layer
        return self._theme.px(8) + self._tall * above

    def name_of(self, layer: int) -> str:
        """The display name of a layer."""
        assert self._trace is not None
        last = layer == self._trace.chain.depth - 1
        return tr("output") if last else tr("layer {layer}", layer=layer + 1)

    # -- painting ------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        """Names with boxes to tick, cells, signs, and the numbers stored below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        if self._trace is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(SMALL))
        for layer in range(self._trace.chain.depth):
            self._paint_name(painter, layer)
        self._paint_cells(painter)
        self._paint_curve(painter)

    def _paint_name(self, painter: QPainter, layer: int) -> None:
        assert self._trace is not None
        theme, px = self._theme, self._theme.px
        top = self._top(layer)
        box = QRectF(px(14), top + (self._tall - px(14)) / 2, px(14), px(14))
        kept, fixed = layer in self._trace.kept, layer == self._trace.chain.depth - 1
        colour = QColor(theme.secondary if fixed else theme.accent)
        painter.setPen(QPen(colour, 1.4))
        painter.setBrush(colour if kept else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        if kept:
            painter.setPen(QPen(QColor(theme.pane), 1.8))
            a, b, c = ((0.22, 0.55), (0.43, 0.75), (0.8, 0.28))
            spots = [
                QPointF(box.left() + u * box.width(), box.top() + v * box.height())
                for u, v in (a, b, c)
            ]
            painter.drawPolyline(spots)
        if self.hasFocus() and layer == self._row:
            painter.setPen(QPen(QColor(theme.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 4, 4)
        painter.setPen(QColor(theme.text))
        size = self._trace.chain.sizes[layer]
        words = tr_n(
            mark("{layer} · {size} number"),
            mark("{layer} · {size} numbers"),
            size,
            layer=self.name_of(layer),
            size=shown_count(size),
        )
        place = QRectF(px(36), top, self._left - px(40), self._tall)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), words)

    def _paint_cells(self, painter: QPainter) -> None:
        assert self._trace is not None
        theme, px = self._theme, self._theme.px
        depth = self._trace.chain.depth
        for column, moment in enumerate(self._trace.moments):
            x = self._left + self._wide * column
            if column == self._at:
                tall = self._tall * depth + px(CURVE) + px(28)
                strip = QRectF(x, px(4), self._wide, tall)
                painter.fillRect(strip, tint(theme.accent, 0.12))
            for layer in range(depth):
                cell = QRectF(x, self._top(layer), self._wide, self._tall).adjusted(
                    px(2), px(3), -px(2), -px(3)
                )
                colour = theme.layer_colour(layer, depth)
                painter.setPen(Qt.PenStyle.NoPen)
                if layer in moment.stored:
                    painter.setBrush(tint(colour.name(), 0.55))
                    painter.drawRoundedRect(cell, 3, 3)
                if layer != moment.layer:
                    continue
                again = moment.kind == "again"
                ink = QColor(theme.warning if again else theme.text)
                painter.setPen(QPen(ink, 1.6))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(cell, 3, 3)
                if self._wide >= px(_SIGNED):
                    sign = _SIGNS[moment.kind]
                    painter.drawText(cell, int(Qt.AlignmentFlag.AlignCenter), sign)

    def _paint_curve(self, painter: QPainter) -> None:
        """Bars of the numbers stored after each moment; the largest is labelled."""
        assert self._trace is not None
        theme, px = self._theme, self._theme.px
        base = px(8) + self._tall * self._trace.chain.depth + px(CURVE) + px(16)
        peak = self._trace.peak
        painter.setPen(QColor(theme.secondary))
        place = QRectF(px(14), base - px(CURVE), self._left - px(24), px(CURVE))
        words = tr("numbers stored, at most {peak}", peak=shown_count(peak))
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), words)
        for column, moment in enumerate(self._trace.moments):
            x = self._left + self._wide * column + px(4)
            tall = px(CURVE - 16) * moment.numbers / max(peak, 1)
            bar = QRectF(x, base - tall, self._wide - px(8), tall)
            most = moment.numbers == peak
            painter.fillRect(bar, tint(theme.accent if most else theme.secondary, 0.5))
        painter.setPen(QPen(QColor(theme.hairline), 1))
        right = self._left + self._wide * len(self._trace.moments)
        painter.drawLine(QPointF(self._left, base), QPointF(right, base))

    # -- mouse and keyboard --------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A box keeps or drops a layer; a column moves there."""
        if self._trace is None:
            return
        place, px = event.position(), self._theme.px
        layer = self._trace.chain.depth - 1 - int((place.y() - px(8)) // self._tall)
        column = int((place.x() - self._left) // self._wide)
        if place.x() < self._left and 0 <= layer < self._trace.chain.depth:
            self._row = layer
            self.toggled.emit(layer)
        elif 0 <= column < len(self._trace.moments):
            self.moved.emit(column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down choose a layer, Return keeps or drops it."""
        if self._trace is None:
            return
        depth = self._trace.chain.depth
        match event.key():
            case Qt.Key.Key_Up:
                self._row = min(self._row + 1, depth - 1)
            case Qt.Key.Key_Down:
                self._row = max(self._row - 1, 0)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.toggled.emit(self._row)
            case _:
                super().keyPressEvent(event)
                return
        self.update()
