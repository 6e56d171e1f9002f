"""The page of a line through weight space: loss over one direction, with marks."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.look.palette import tint
from app.look.plots import Axes, CalmRange, Scale, draw_curve, draw_note
from app.look.theme import LIGHT, SMALL, Theme
from app.views.landscape.line_jobs import Curve, LinePicture, Mark
from core.language import tr


class LineCanvas(QWidget):
    """Draws a `LinePicture`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.picture: LinePicture | None = None
        self.note = ""
        self._range = CalmRange(pad=0.06)
        self.setMinimumSize(40, 40)
        self.setAccessibleName(tr("Loss along a line through weight space"))

    def sizeHint(self) -> QSize:
        """A square of moderate size."""
        return QSize(320, 280)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def show_picture(self, picture: LinePicture) -> None:
        """Draw a new line."""
        if self.picture is None or picture.kind != self.picture.kind:
            self._range.reset()
        self.picture = picture
        self.setAccessibleDescription(". ".join(picture.words))
        self.update()

    def show_note(self, note: str) -> None:
        """Say why there is nothing to draw."""
        self.picture, self.note = None, note
        self.setAccessibleDescription(note)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Text on top, then axes, curves and marks."""
        painter = QPainter(self)
        theme, picture = self._theme, self.picture
        painter.fillRect(self.rect(), QColor(theme.pane))
        if picture is None:
            draw_note(painter, QRectF(self.rect()), theme, self.note)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = self._draw_words(painter, picture)
        axes = self._axes(picture, top)
        axes.paint(painter, theme, picture.x_title)
        painter.setClipRect(axes.rect.adjusted(0, -6, 0, 1))
        for curve in reversed(picture.curves):
            self._draw_curve(painter, axes, curve)
        painter.setClipping(False)
        self._draw_names(painter, axes, picture.curves)
        for mark in picture.marks:
            self._draw_mark(painter, axes, mark)

    def _axes(self, picture: LinePicture, top: float) -> Axes:
        theme = self._theme
        # A line cut off at the top still shows how steep it is.
        many = picture.kind == "runs" or picture.marks[0].y == 0.0
        shown = [c.y for c in picture.curves if c.role != "faint"]
        values = np.concatenate(shown) if many else shown[0]
        good = values[np.isfinite(values)]
        low, high = (float(good.min()), float(good.max())) if good.size else (0.0, 1.0)
        if picture.ceiling is not None:
            high = min(high, picture.ceiling)
        low, high = self._range.follow(low, max(high, low))
        xs = np.concatenate([c.x for c in picture.curves])
        rect = QRectF(
            theme.px(52),
            top + theme.px(10),
            self.width() - theme.px(68),
            self.height() - top - theme.px(42),
        )
        return Axes(Scale(float(xs.min()), float(xs.max())), Scale(low, high), rect)

    def _draw_words(self, painter: QPainter, picture: LinePicture) -> float:
        theme, top = self._theme, float(self._theme.px(8))
        for i, words in enumerate(picture.words):
            font = theme.font() if i == 0 else theme.font(SMALL)
            metrics = QFontMetricsF(font)
            colour = theme.secondary if i else theme.text
            if i == 0 and picture.alarming:
                colour = theme.bad
            painter.setFont(font)
            painter.setPen(QColor(colour))
            room = QRectF(theme.px(12), top, self.width() - theme.px(24), 200)
            flags = int(Qt.TextFlag.TextWordWrap)
            used = metrics.boundingRect(room, flags, words)
            painter.drawText(room, flags, words)
            top += used.height() + theme.px(2)
        return top

    def _pen(self, curve: Curve) -> QPen:
        theme = self._theme
        if curve.role == "faint":
            return QPen(tint(theme.secondary, 0.9), 1, Qt.PenStyle.DotLine)
        colour = theme.class_colour(0 if curve.role == "main" else 1)
        style = Qt.PenStyle.SolidLine if curve.role == "main" else Qt.PenStyle.DashLine
        return QPen(colour, 2, style)

    def _draw_curve(self, painter: QPainter, axes: Axes, curve: Curve) -> None:
        painter.setPen(self._pen(curve))
        y = np.clip(axes.py(curve.y), -1e5, 1e5)
        draw_curve(painter, axes.px(curve.x), y)

    def _draw_names(
        self, painter: QPainter, axes: Axes, curves: tuple[Curve, ...]
    ) -> None:
        """A legend in the upper right, if more than one curve is drawn."""
        if len(curves) < 2:
            return
        theme = self._theme
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        wide = max(metrics.horizontalAdvance(c.name) for c in curves)
        left = axes.rect.right() - wide - theme.px(34)
        y = axes.rect.top() + theme.px(4)
        back = QRectF(
            left - theme.px(6), y, wide + theme.px(42), len(curves) * metrics.height()
        )
        painter.fillRect(back, tint(theme.pane, 0.85))
        for curve in curves:
            middle = y + metrics.height() / 2
            painter.setPen(self._pen(curve))
            painter.drawLine(
                QPointF(left, middle), QPointF(left + theme.px(22), middle)
            )
            painter.setPen(QColor(theme.text))
            base = middle + metrics.capHeight() / 2
            painter.drawText(QPointF(left + theme.px(28), base), curve.name)
            y += metrics.height()

    def _draw_mark(self, painter: QPainter, axes: Axes, mark: Mark) -> None:
        theme = self._theme
        x = float(axes.px(mark.x))
        rect = axes.rect
        painter.setPen(QPen(tint(theme.secondary, 0.6), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        y = rect.bottom() - theme.px(6)
        if mark.y is not None and np.isfinite(mark.y):
            y = min(max(float(axes.py(mark.y)), rect.top()), rect.bottom())
            painter.setPen(QPen(QColor(theme.outline), 2))
            painter.setBrush(QColor(theme.accent))
            painter.drawEllipse(QPointF(x, y), theme.px(5), theme.px(5))
        wide = metrics.horizontalAdvance(mark.name)
        left = x + theme.px(9)
        if left + wide > rect.right():
            left = x - theme.px(9) - wide
        base = max(y - theme.px(8), rect.top() + metrics.ascent())
        box = QRectF(left - 3, base - metrics.ascent(), wide + 6, metrics.height())
        painter.fillRect(box, tint(theme.pane, 0.85))
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        painter.drawText(QPointF(left, base), mark.name)
