"""One column: how the prediction changes with it, on average and for this question."""

from __future__ import annotations

from math import isnan

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.look.plots import Axes, Scale, draw_curve, draw_upright
from app.look.theme import SMALL
from app.plane.picture import class_name
from app.views.ask.jobs import AskResult
from app.views.ask.pages import Page
from core.analysis.asking import Dependence
from core.analysis.columns import DATE, WORDS
from core.arrays import Floats
from core.dates import date_text
from core.language import tr


class CurvePage(Page):
    """Partial dependence: the mean over examples, and this question's own curve."""

    target = 0  # which of several values

    def draw(self, painter: QPainter, result: AskResult, area: QRectF) -> None:
        """Both curves on axes in the table's own units."""
        found = result.dependence
        if found is None:
            return
        theme, problem = self.theme, result.snapshot.run.data.problem
        metrics = QFontMetricsF(theme.font(SMALL))
        which = result.reply.decided if problem.classes else self.target
        which = min(which, found.mean.shape[1] - 1)
        mean, own = found.mean[:, which], found.own[:, which]
        colour = theme.class_colour(which if problem.classes else 0)
        if problem.classes:
            what = tr(
                "probability of {class_name}", class_name=class_name(problem, which)
            )
        else:
            columns = getattr(problem, "target_columns", ())
            what = columns[which].label if which < len(columns) else tr("value")
        self.caption(painter, area.topLeft(), what, 0.5 * area.width())
        self._legend(painter, area, found.rows, colour)
        top = metrics.height() + theme.px(8)
        body = area.adjusted(theme.px(36), top, -theme.px(4), -theme.px(22))
        axes = Axes(self._across(found), _up(mean, own, bool(problem.classes)), body)
        axes.paint_rows(painter, theme, percent=bool(problem.classes))
        self._columns(painter, axes, found)
        value = found.column.value(result.x)
        if found.column.kind == WORDS:
            self._draw_words(painter, axes, found, mean, own, colour, value)
            return
        painter.setPen(QPen(QColor(theme.secondary), 1.5, Qt.PenStyle.DashLine))
        draw_curve(painter, axes.px(found.values), axes.py(mean))
        painter.setPen(QPen(colour, 2))
        draw_curve(painter, axes.px(found.values), axes.py(own))
        if isnan(value):
            return
        x = float(axes.px(value))
        y = float(axes.py(np.interp(value, found.values, own)))
        draw_upright(painter, x, body.top(), body.bottom(), QColor(theme.hairline))
        painter.setPen(QPen(QColor(theme.pane), 1.5))
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(x, y), 5, 5)

    def _legend(
        self, painter: QPainter, area: QRectF, rows: int, colour: QColor
    ) -> None:
        """On the right: which line is which."""
        theme = self.theme
        metrics = QFontMetricsF(theme.font(SMALL))
        right = area.right()
        base = area.top() + metrics.ascent()
        for words, pen in (
            (
                tr("mean of {rows} examples", rows=rows),
                QPen(QColor(theme.secondary), 1.5, Qt.PenStyle.DashLine),
            ),
            (tr("this one"), QPen(colour, 2)),
        ):
            width = metrics.horizontalAdvance(words)
            painter.setPen(QColor(theme.secondary))
            painter.drawText(QPointF(right - width, base), words)
            middle = base - metrics.capHeight() / 2
            painter.setPen(pen)
            painter.drawLine(
                QPointF(right - width - 22, middle), QPointF(right - width - 6, middle)
            )
            right -= width + 34

    def _across(self, found: Dependence) -> Scale:
        if found.column.kind == WORDS:
            return Scale(-0.5, len(found.values) - 0.5)
        return Scale(float(found.values[0]), float(found.values[-1]))

    def _columns(self, painter: QPainter, axes: Axes, found: Dependence) -> None:
        """Numbers, words or dates below."""
        theme, column = self.theme, found.column
        if column.kind not in (WORDS, DATE):
            axes.paint_columns(painter, theme, column.label)
            return
        metrics = QFontMetricsF(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        base = axes.rect.bottom() + 5 + metrics.ascent()
        if column.kind == DATE:
            ends = (axes.x.low, axes.x.high)
            texts = [(v, date_text(float(round(v)))) for v in ends]
        else:
            texts = list(enumerate(column.words))
        room = axes.rect.width() / max(1, len(texts)) - 4
        for value, text in texts:
            if column.kind == WORDS:
                text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            width = metrics.horizontalAdvance(text)
            left = float(axes.px(float(value))) - width / 2
            left = min(max(left, axes.rect.left()), axes.rect.right() - width)
            painter.drawText(QPointF(left, base), text)

    def _draw_words(
        self,
        painter: QPainter,
        axes: Axes,
        found: Dependence,
        mean: Floats,
        own: Floats,
        colour: QColor,
        value: float,
    ) -> None:
        """A pair of bars for each word; the chosen word's is framed."""
        theme = self.theme
        wide = axes.rect.width() / len(found.values)
        bar = min(0.35 * wide, theme.px(28))
        floor = float(axes.py(max(axes.y.low, 0.0)))
        for i in range(len(found.values)):
            centre = float(axes.px(float(i)))
            for left, height, fill in (
                (centre - bar, mean[i], QColor(theme.hairline)),
                (centre, own[i], colour),
            ):
                top = float(axes.py(float(height)))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(fill)
                painter.drawRect(QRectF(left, top, bar - 1, floor - top).normalized())
            if i == value:
                painter.setPen(QPen(QColor(theme.accent), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                place = QRectF(
                    centre - bar - 3, axes.rect.top(), 2 * bar + 6, axes.rect.height()
                )
                painter.drawRoundedRect(place, 3, 3)


def _up(mean: Floats, own: Floats, shares: bool) -> Scale:
    if shares:
        return Scale(0.0, 1.0)
    both = np.concatenate([mean, own])
    both = both[np.isfinite(both)]
    low, high = (float(both.min()), float(both.max())) if both.size else (0.0, 1.0)
    margin = 0.06 * (high - low) or 0.5
    return Scale(low - margin, high + margin)
