"""Saturation, second page: how strongly each example pushes, and where none does."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QImage,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.look.colour import mix
from app.look.layer import Layer
from app.look.numbers import shown_number
from app.look.plots import Axes, Scale, draw_curve
from app.look.theme import SMALL
from app.plane.example_page import ExamplePage
from app.plane.picture import class_name
from app.views.saturation.heads import draw_head, split_area
from app.views.saturation.jobs import PushResult
from app.views.saturation.terms import draw_terms
from core.arrays import Floats
from core.language import tr
from core.outputs import LOSSES


class PushPage(ExamplePage):
    """Push against wrongness; the same over the plane; the two terms of one example."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Push against wrongness"), parent)
        self.results: tuple[PushResult, ...] = ()
        self._grounds: dict[str, Layer] = {}  # axes by run
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def show_results(self, results: tuple[PushResult, ...]) -> None:
        """Show the newest pushes."""
        self.results = results
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Curves and examples; beside them, if there is space, the plane."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_page(painter)
        self.draw_focus(painter, self._theme)

    def _draw_page(self, painter: QPainter) -> None:
        whole = QRectF(self.rect())
        if not self.results:
            return
        width = whole.width() / len(self.results)
        for i, result in enumerate(self.results):
            area = QRectF(i * width, 0, width, whole.height())
            if result.report is not None:
                self._draw_run(painter, area, result, i == 0)
                continue
            self._draw_heads(painter, area, result, i == 0)

    def _draw_run(
        self, painter: QPainter, area: QRectF, result: PushResult, first: bool
    ) -> None:
        theme = self._theme
        inner = area.adjusted(theme.px(40), theme.px(6), -theme.px(14), -theme.px(24))
        has_map = bool(result.maps) and inner.width() > theme.px(380)
        side = QRectF()
        if has_map:
            edge = min(0.4 * inner.width(), inner.height() + theme.px(20))
            tall = area.bottom() - inner.top() - theme.px(4)
            side = QRectF(inner.right() - edge, inner.top(), edge, tall)
            inner.setRight(side.left() - theme.px(24))
        spots, legend = self._draw_curves(painter, inner, result)
        if first:
            self.remember(*spots, result.rows)
        if has_map:
            self._draw_maps(painter, side, result)
        row = self.explained(result.rows)
        if row >= 0:
            problem = result.snapshot.run.data.problem
            names = [class_name(problem, k) for k in range(max(2, result.z.shape[1]))]
            below = inner.adjusted(4, 2 if self.height() < 260 else legend, 0, 0)
            draw_terms(
                painter,
                below,
                theme,
                result.snapshot.run.loss,
                result.z[row],
                int(result.labels[row]),
                names,
            )

    def _draw_heads(
        self, painter: QPainter, area: QRectF, result: PushResult, first: bool
    ) -> None:
        """∂loss/∂logit of every head against the error, side by side."""
        theme = self._theme
        metrics = QFontMetricsF(theme.font(SMALL, 600))
        if len(self.results) > 1:
            painter.setFont(theme.font(SMALL, 600))
            painter.setPen(QColor(theme.secondary))
            title = f"{result.label}  {tr(LOSSES[result.snapshot.run.loss].title)}"
            room = area.width() - theme.px(16)
            title = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room)
            base = area.top() + metrics.ascent()
            painter.drawText(QPointF(area.left() + theme.px(8), base), title)
            area = area.adjusted(0, metrics.height(), 0, 0)
        areas = split_area(area, len(result.heads), theme)
        for head, box in zip(result.heads, areas, strict=True):
            spots = draw_head(painter, box, theme, head)
            column = np.zeros(len(result.rows), np.int64)
            x, y = (axis[np.arange(len(column)), column] for axis in spots)
            if first and head is result.heads[0]:
                self.remember(x, y, result.rows)
            self.mark(painter, x, y, result.rows)

    def _draw_curves(
        self, painter: QPainter, box: QRectF, result: PushResult
    ) -> tuple[tuple[Floats, Floats], float]:
        """Draw the curves; return the examples' positions and the legend's height."""
        theme = self._theme
        report = result.report
        assert report is not None
        w = np.linspace(0.0, 1.0, 120)
        curves = {
            name: LOSSES[name].push_curve(w)
            for name in (report.loss, report.alternative)
        }
        high = max(float(c.max()) for c in curves.values() if c is not None)
        axes = Axes(Scale(0.0, 1.0), Scale(0.0, 1.06 * high), box)
        ratio = self.devicePixelRatioF()
        key = (axes.y, box, self.size().toTuple(), ratio, theme)
        grounds = self._grounds.setdefault(result.label, Layer())
        if grounds.stale(key):
            layer = grounds.begin(key, self.width(), self.height(), ratio)
            axes.paint(layer, theme, tr("1 − p of its class"))
            layer.end()
        grounds.draw(painter)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for name, curve in curves.items():
            if curve is not None:
                painter.setPen(self._pen(name == report.loss))
                draw_curve(painter, axes.px(w), axes.py(curve))
        x, y = axes.px(report.wrongness), axes.py(report.push)
        grey = QColor(mix(theme.pane, theme.secondary, 0.5))
        other = axes.py(report.alternative_push)
        self.stamp(painter, x, other, "o", 3.0, None, QPen(grey, 1))
        self.stamp_classes(painter, x, y, result.labels, 7.0)
        self.stamp_rings(painter, x, y, report.stuck, 13.0)
        self.mark(painter, x, y, result.rows)
        return (x, y), self._draw_legend(painter, box, result)

    def _pen(self, used: bool) -> QPen:
        theme = self._theme
        pen = QPen(QColor(theme.accent if used else theme.secondary), 1)
        if not used:
            pen.setDashPattern([4.0, 3.0])
        return pen

    def _draw_legend(self, painter: QPainter, box: QRectF, result: PushResult) -> float:
        """The legend, where both curves are low, and the number of stuck points."""
        theme, report = self._theme, result.report
        assert report is not None
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        row = metrics.height()
        line = theme.px(18)
        run = f"{result.label}  " if len(self.results) > 1 else ""
        rows = [
            (True, run + _short(report.loss)),
            (False, _short(report.alternative) + tr(", same logits")),
        ]
        for i, (used, text) in enumerate(rows):
            y = box.top() + (i + 0.5) * row
            painter.setPen(self._pen(used))
            painter.drawLine(
                QPointF(box.left() + 6, y), QPointF(box.left() + 6 + line, y)
            )
            painter.setPen(QColor(theme.text if used else theme.secondary))
            left = box.left() + line + theme.px(12)
            text = metrics.elidedText(
                text, Qt.TextElideMode.ElideRight, box.right() - left
            )
            painter.drawText(QPointF(left, y + metrics.capHeight() / 2), text)
        if report.stuck.any():
            painter.setPen(QColor(theme.bad))
            base = box.top() + len(rows) * row + metrics.ascent()
            text = report.sentence
            if metrics.horizontalAdvance(text) > box.width() - 6:
                text = tr("{stuck} wrong, no push", stuck=int(report.stuck.sum()))
            painter.drawText(QPointF(box.left() + 6, base), text)
        return row * (len(rows) + bool(report.stuck.any())) + theme.px(4)

    def _draw_maps(self, painter: QPainter, area: QRectF, result: PushResult) -> None:
        """The push over the plane under both losses; only one if space is short."""
        theme, report = self._theme, result.report
        assert report is not None
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        fields = list(zip(result.maps, (report.loss, report.alternative), strict=True))
        foot = metrics.height() + theme.px(6)
        side = min(area.width(), area.height() / 2 - foot)
        if side < theme.px(110):
            side, fields = min(area.width(), area.height() - foot), fields[:1]
        for i, (image, loss) in enumerate(fields):
            picture = QRectF(
                area.right() - side, area.top() + i * (side + foot), side, side
            )
            self._draw_map(painter, picture, result, image, stuck=i == 0)
            painter.setFont(font)
            painter.setPen(QColor(theme.secondary))
            word = "" if loss == report.loss else tr(", same logits")
            text = f"{_short(loss)}{word}: 0–{shown_number(result.largest, 2)}"
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, side)
            base = picture.bottom() + metrics.ascent() + 1
            painter.drawText(QPointF(picture.left(), base), text)

    def _draw_map(
        self,
        painter: QPainter,
        picture: QRectF,
        result: PushResult,
        image: QImage,
        stuck: bool,
    ) -> None:
        """The push that an example of the nearest example's class would get."""
        assert result.report is not None
        painter.drawImage(picture.toAlignedRect(), image)
        x0, x1, y0, y1 = result.box
        points = result.snapshot.splits.train.x[result.rows]
        across = (points[:, 0] - x0) / (x1 - x0)
        down = (y1 - points[:, 1]) / (y1 - y0)
        x = picture.left() + across * picture.width()
        y = picture.top() + down * picture.height()
        if stuck:
            self.stamp_rings(painter, x, y, result.report.stuck, 9.0)
        self.mark(painter, x, y, result.rows)


def _short(loss: str) -> str:
    """The loss without its output unit, which both of a pair share."""
    return tr(LOSSES[loss].title).rpartition(", ")[2]
