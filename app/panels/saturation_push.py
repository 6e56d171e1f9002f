"""Saturation, second page: how strongly each example pushes, and where none does."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.colour import mix
from app.palette import amounts, image_of
from app.panels.example_page import ExamplePage
from app.panels.output_jobs import class_name
from app.panels.saturation_jobs import PushResult
from app.plots import Axes, Scale, draw_curve, draw_markers, draw_note
from app.theme import SMALL
from app.widgets.numbers import shown_number
from core.analysis.saturation import push_curve
from core.arrays import Floats
from core.outputs import LOSSES


class PushPage(ExamplePage):
    """Push against wrongness; the same over the plane; the two terms of one example."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Push against wrongness", parent)
        self._results: tuple[PushResult, ...] = ()

    def show_results(self, results: tuple[PushResult, ...]) -> None:
        """Take the newest pushes."""
        self._results = results
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Curves and examples; beside them, where there is room, the plane."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        whole = QRectF(self.rect())
        if not self._results:
            return
        if self._results[0].report is None:
            loss = LOSSES[self._results[0].snapshot.run.loss].title
            draw_note(
                painter, whole, theme,
                f"{loss} has no saturating partner to compare with. Choose sigmoid or "
                "softmax, with cross-entropy or squared error.",
            )  # fmt: skip
            return
        width = whole.width() / len(self._results)
        for i, result in enumerate(self._results):
            area = QRectF(i * width, 0, width, whole.height())
            self._draw_run(painter, area, result, i == 0)

    def _draw_run(
        self, painter: QPainter, area: QRectF, result: PushResult, first: bool
    ) -> None:
        theme = self._theme
        inner = area.adjusted(theme.px(44), theme.px(8), -theme.px(12), -theme.px(24))
        has_map = result.field is not None and inner.width() > theme.px(380)
        side = QRectF()
        if has_map:
            edge = min(0.36 * inner.width(), inner.height() + theme.px(24))
            side = QRectF(inner.right() - edge, inner.top(), edge, edge)
            inner.setRight(side.left() - theme.px(24))
        spots = self._draw_curves(painter, inner, result)
        if first:
            self.remember(*spots, result.rows)
        if has_map:
            self._draw_map(painter, side, result)
        chosen = [i for i in self._highlight if i in set(result.rows.tolist())]
        if chosen and first:
            self._draw_terms(painter, inner, result, chosen[0])
        if len(self._results) > 1:
            painter.setFont(theme.font(weight=600))
            painter.setPen(QColor(theme.secondary))
            painter.drawText(
                QPointF(inner.left() + 4, inner.top() + theme.px(12)), result.label
            )

    def _draw_curves(
        self, painter: QPainter, box: QRectF, result: PushResult
    ) -> tuple[Floats, Floats]:
        theme = self._theme
        report = result.report
        assert report is not None
        classes = max(2, result.snapshot.network.output.width)
        w = np.linspace(0.0, 1.0, 120)
        curves = {
            name: push_curve(name, w, classes)
            for name in (report.loss, report.alternative)
        }
        high = max(float(c.max()) for c in curves.values() if c is not None)
        axes = Axes(Scale(0.0, 1.0), Scale(0.0, 1.06 * high), box)
        axes.paint(painter, theme, "1 − p of its class")
        painter.setBrush(Qt.BrushStyle.NoBrush)
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        for name, curve in curves.items():
            if curve is None:
                continue
            used = name == report.loss
            pen = QPen(QColor(theme.accent if used else theme.secondary), 1.5)
            if not used:
                pen.setDashPattern([3.0, 2.0])
            painter.setPen(pen)
            draw_curve(painter, axes.px(w), axes.py(curve))
            text = LOSSES[name].title + ("" if used else ", same logits")
            spot = 60 if name in ("ce", "bce") else 84
            left = float(axes.px(w[spot])) - metrics.horizontalAdvance(text) - 8
            painter.drawText(
                QPointF(max(left, box.left() + 4), float(axes.py(curve[spot])) - 4),
                text,
            )
        grey = QColor(mix(theme.pane, theme.secondary, 0.5))
        painter.setPen(QPen(grey, 1))
        x = axes.px(report.wrongness)
        draw_markers(painter, x, axes.py(report.alternative_push), "o", 3.0)
        y = axes.py(report.push)
        painter.setPen(QPen(QColor(theme.outline), 1))
        for k in np.unique(result.labels).tolist():
            part = result.labels == k
            painter.setBrush(theme.class_colour(k))
            draw_markers(painter, x[part], y[part], theme.class_symbol(k), 7.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.bad), 1.5))
        draw_markers(painter, x[report.stuck], y[report.stuck], "o", 13.0)
        self.mark(painter, x, y, result.rows)
        return x, y

    def _draw_map(self, painter: QPainter, box: QRectF, result: PushResult) -> None:
        """The push that an example of the nearest example's class would get."""
        theme = self._theme
        assert result.field is not None
        assert result.other_field is not None
        high = max(float(result.field.max()), float(result.other_field.max()), 1e-12)
        image = image_of(amounts(theme, result.field, 0.0, high))
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        picture = box.adjusted(0, 0, 0, -metrics.height() - 2)
        side = min(picture.width(), picture.height())
        picture = QRectF(picture.left(), picture.top(), side, side)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(picture, image)
        x0, x1, y0, y1 = result.box
        points = result.snapshot.splits.train.x[result.rows]
        x = picture.left() + (points[:, 0] - x0) / (x1 - x0) * side
        y = picture.top() + (y1 - points[:, 1]) / (y1 - y0) * side
        assert result.report is not None
        painter.setPen(QPen(QColor(theme.outline), 0.5))
        for k in np.unique(result.labels).tolist():
            part = result.labels == k
            painter.setBrush(theme.class_colour(k))
            draw_markers(painter, x[part], y[part], "o", 3.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.bad), 1.5))
        stuck = result.report.stuck
        draw_markers(painter, x[stuck], y[stuck], "o", 9.0)
        painter.setFont(font)
        painter.setPen(QColor(theme.secondary))
        painter.drawText(
            QPointF(picture.left(), picture.bottom() + metrics.ascent() + 2),
            f"push over the plane, 0 to {shown_number(high, 2)}",
        )

    def _draw_terms(
        self, painter: QPainter, box: QRectF, result: PushResult, example: int
    ) -> None:
        """The two terms of the cross-entropy's gradient for one example, as arrows."""
        theme = self._theme
        if result.p is None:
            return
        row = int(np.flatnonzero(result.rows == example)[0])
        p, label = result.p[row], int(result.labels[row])
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        step = theme.px(44)
        width = step * len(p) + theme.px(16)
        tall = theme.px(84)
        card = QRectF(box.left() + theme.px(8), box.top() + 4, width, tall)
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.setBrush(QColor(theme.pane))
        painter.drawRoundedRect(card, 4, 4)
        painter.setFont(font)
        middle = card.top() + theme.px(38)
        reach = theme.px(26)
        for k, value in enumerate(p):
            x = card.left() + theme.px(8) + (k + 0.5) * step
            if k == label:
                self._arrow(painter, x - 5, middle, -reach, QColor(theme.good))
            self._arrow(painter, x + 5, middle, reach * float(value), QColor(theme.bad))
            name = class_name(result.snapshot.run.data.problem, k)
            name = metrics.elidedText(name, Qt.TextElideMode.ElideRight, step)
            painter.setPen(theme.class_colour(k))
            painter.drawText(
                QPointF(
                    x - metrics.horizontalAdvance(name) / 2,
                    card.bottom() - metrics.descent() - 2,
                ),
                name,
            )
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.drawLine(
            QPointF(card.left() + 6, middle), QPointF(card.right() - 6, middle)
        )

    @staticmethod
    def _arrow(
        painter: QPainter, x: float, base: float, length: float, colour: QColor
    ) -> None:
        painter.setPen(QPen(colour, 2))
        tip = base + length
        painter.drawLine(QPointF(x, base), QPointF(x, tip))
        if abs(length) > 4:
            back = 4 if length < 0 else -4
            painter.drawLine(QPointF(x, tip), QPointF(x - 3, tip + back))
            painter.drawLine(QPointF(x, tip), QPointF(x + 3, tip + back))
