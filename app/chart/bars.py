"""Bars of a chart over places, with their values above them and words below."""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.chart.contents import Line, PlotContents
from app.look.plots import Axes
from app.look.theme import SMALL, Theme

LEAST = 2.0  # pixels of the smallest bar: there is one


def bar_of(line: Line, axes: Axes) -> QRectF:
    """The bar of a line; what is not finite reaches to the top."""
    r, x, y = axes.rect, float(line.x[0]), float(line.y[0])
    left, right = (float(axes.px(x + side * line.bar / 2)) for side in (-1, 1))
    top = float(axes.py(max(y, line.floor or 0.0))) if np.isfinite(y) else r.top()
    top = min(max(top, r.top()), r.bottom() - LEAST)
    return QRectF(left, top, right - left, r.bottom() - top)


def draw_bars(painter: QPainter, lines: Sequence[Line], axes: Axes) -> None:
    """Fill them; whole pixels need no antialiasing."""
    for line in lines:
        painter.fillRect(bar_of(line, axes).toAlignedRect(), line.colour)


def draw_outlines(
    painter: QPainter, lines: Sequence[Line], axes: Axes, theme: Theme
) -> None:
    """Mark the bars that are read."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.text), 1))
    for line in lines:
        bar = QRectF(bar_of(line, axes).toAlignedRect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRect(bar & axes.rect.adjusted(0.5, -0.5, -0.5, 0.5))


def cell_of(line: Line, axes: Axes) -> QRectF:
    """The part of the axis that belongs to a line, as high as the plot."""
    left, right = (float(axes.px(float(line.x[i]))) for i in (0, -1))
    half = line.bar / 2 * axes.rect.width() / (axes.x.high - axes.x.low)
    return QRectF(
        left - half, axes.rect.top(), right - left + 2 * half, axes.rect.height()
    )


def draw_words(
    painter: QPainter,
    contents: PlotContents,
    axes: Axes,
    hidden: Set[str],
    theme: Theme,
) -> None:
    """The value above each bar, and below it the words after its name."""
    font = theme.font(SMALL)
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    r, row = axes.rect, metrics.height()
    painter.save()
    painter.setClipRect(QRectF(r.left(), 0, r.width(), 1e4))
    for line in contents.lines:
        cell = cell_of(line, axes)
        if line.key in hidden or cell.right() < r.left() or cell.left() > r.right():
            continue
        left = max(cell.left(), r.left())
        room = cell.right() - left + theme.px(4)
        if line.value and metrics.horizontalAdvance(line.value) <= room:
            painter.setPen(QColor(theme.text))
            top = bar_of(line, axes).top() if line.bar else cell.top()
            painter.drawText(QPointF(left, top - metrics.descent() - 1), line.value)
        painter.setPen(QColor(theme.secondary))
        for k, text in enumerate(line.below):
            base = r.bottom() + (k + 2) * row - metrics.descent()
            said = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QPointF(left, base), said)
    painter.restore()
