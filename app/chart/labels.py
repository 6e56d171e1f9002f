"""Direct labels beside the ends of curves; they are the legend that hides them."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from math import ceil, isfinite

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from app.chart.bars import cell_of
from app.chart.contents import Line, PlotContents
from app.look.palette import tint
from app.look.plots import Axes, spread_labels
from app.look.theme import SMALL, Theme


@dataclass(frozen=True, eq=False)
class Label:
    """The label of one line, and its position."""

    line: Line
    rect: QRectF


def place_labels(contents: PlotContents, axes: Axes, theme: Theme) -> tuple[Label, ...]:
    """Words where a plot has room for them."""
    metrics = theme.metrics(SMALL)
    if contents.places:
        return _below(contents, axes, metrics)
    if contents.above:
        return _above(contents, axes, metrics, theme)
    if contents.beside:
        return _beside(contents, axes, metrics, theme)
    return ()


def _below(
    contents: PlotContents, axes: Axes, metrics: QFontMetricsF
) -> tuple[Label, ...]:
    """Each word below its place, or every other one where they have no room."""
    made = []
    r = axes.rect
    if r.width() <= 0 or not axes.x.high > axes.x.low:
        return ()  # a pane pressed together
    widest = max((metrics.horizontalAdvance(c.word) for c in contents.lines), default=0)
    room = r.width() / (axes.x.high - axes.x.low)
    for line in contents.lines[:: max(1, ceil((widest + 2) / room))]:
        cell = cell_of(line, axes)
        wide = metrics.horizontalAdvance(line.word)
        left = max(cell.left(), r.left())
        if cell.right() > r.left() and left <= r.right() + 1 - wide:
            box = QRectF(left, r.bottom(), wide, metrics.height())
            made.append(Label(line, box))
    return tuple(made)


def _above(
    contents: PlotContents, axes: Axes, metrics: QFontMetricsF, theme: Theme
) -> tuple[Label, ...]:
    """All words in a row above the plot, or none."""
    made = []
    row, left = metrics.height(), axes.rect.left()
    for line in contents.lines:
        wide = metrics.horizontalAdvance(line.word)
        made.append(Label(line, QRectF(left, axes.rect.top() - row - 2, wide, row)))
        left += wide + theme.px(12)
    return tuple(made) if left - theme.px(12) <= axes.rect.right() else ()


def _beside(
    contents: PlotContents, axes: Axes, metrics: QFontMetricsF, theme: Theme
) -> tuple[Label, ...]:
    """Words near the ends of their curves, apart from each other.

    Where not all fit, the first, the last and some between them do.
    """
    row, r = metrics.height(), axes.rect
    lines = contents.lines
    fits = max(2, int(r.height() / row) + 1)
    if len(lines) > fits:
        last = len(lines) - 1
        some = sorted({round(i * last / (fits - 1)) for i in range(fits)})
        lines = tuple(lines[i] for i in some)
    ends = [_end(line, axes) for line in lines]
    places = spread_labels(ends, row, r.top() - 2, r.bottom() + row / 2)
    left, width = r.right() + theme.px(8), contents.beside - theme.px(12)
    return tuple(
        Label(line, QRectF(left, place - row / 2, width - theme.px(8), row))
        for line, place in zip(lines, places, strict=True)
    )


def _end(line: Line, axes: Axes) -> float:
    """Where the curve ends, clipped to where labels can follow."""
    last = len(line.y) - 1
    if last < 0 or not (isfinite(line.y[last]) and line.x[last] <= axes.x.high):
        known = np.flatnonzero(np.isfinite(line.y) & (line.x <= axes.x.high))
        if not known.size:
            return axes.rect.bottom()
        last = int(known[-1])
    value, r = float(line.y[last]), axes.rect
    if line.floor is not None:
        value = max(value, line.floor)
    at = axes.y.place_one(value, r.bottom(), r.top())
    if not isfinite(at):
        return r.bottom()
    return min(max(at, axes.rect.top() - 50), axes.rect.bottom() + 50)


def draw_labels(
    painter: QPainter,
    labels: tuple[Label, ...],
    hidden: Set[str],
    marked: str | None,
    theme: Theme,
) -> None:
    """Words in the colour of their curve, values in that of text.

    Hidden ones are struck through; ``marked`` is under the mouse or chosen by keys.
    """
    font = theme.font(SMALL)
    gone = QFont(font)
    gone.setStrikeOut(True)
    metrics = theme.metrics(SMALL)
    rise = metrics.capHeight() / 2
    for label in labels:
        line, rect = label.line, label.rect
        base = rect.center().y() + rise
        off = line.key in hidden
        if line.key == marked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.hover))
            painter.drawRoundedRect(rect.adjusted(-4, 0, 4, 0), 3, 3)
        painter.setFont(gone if off else font)
        painter.setPen(tint(theme.secondary, 0.7) if off else line.ink)
        painter.drawText(QPointF(rect.left(), base), line.word)
        if line.bar:
            continue  # its value stands above it
        painter.setFont(font)
        width = theme.number_width(line.value, SMALL)
        free = rect.left() + theme.width(line.word, SMALL) + 6
        if line.value and not off and free < rect.right() - width:
            painter.setPen(QPen(QColor(theme.text)))
            painter.drawText(QPointF(rect.right() - width, base), line.value)
