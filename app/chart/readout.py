"""The crosshair: one step, and the value of every curve there."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.chart.bars import draw_outlines
from app.chart.contents import Line, PlotContents
from app.chart.drawing import heights
from app.look.plots import Axes, draw_upright
from app.look.theme import SMALL, Theme
from core.language import tr


@dataclass(frozen=True, eq=False)
class Reading:
    """The nearest point of one line."""

    line: Line
    x: float
    y: float
    at: str  # the step or the place, in words
    more: tuple[tuple[str, str], ...] = ()  # what else there is to read

    @property
    def rows(self) -> list[tuple[QColor | None, str, str]]:
        """Colour, name and value; what else is read has no colour."""
        own = (self.line.colour, self.line.name, self.line.told(self.y))
        return [own, *((None, name, value) for name, value in self.more)]


def read_at(contents: PlotContents, step: float, hidden: Set[str]) -> list[Reading]:
    """The nearest points of all visible lines of a plot."""
    found = []
    for line in contents.lines_at(step):
        if line.key in hidden or not len(line.x):
            continue
        i = int(np.argmin(np.abs(line.x - step)))
        if np.isfinite(line.y[i]):
            x = float(line.x[i])
            more = () if line.more is None else line.more(i)
            at = contents.named(x)
            found.append(Reading(line, x, float(line.y[i]), at, more))
    return found


def words_of(readings: Sequence[Reading]) -> str:
    """A reading as a sentence, for screen readers."""
    if not readings:
        return ""
    rows = [row for reading in readings for row in reading.rows]
    parts = ", ".join(f"{name} {value}" for _, name, value in rows)
    return f"{readings[0].at}: {parts}"


def draw_crosshair(
    painter: QPainter, axes: Axes, readings: Sequence[Reading], theme: Theme
) -> None:
    """An upright line at the step, and a dot on each curve; bars are outlined."""
    if not readings:
        return
    at = float(axes.px(max(readings[0].x, 1.0) if axes.x.log else readings[0].x))
    r = axes.rect
    if not r.left() - 1 <= at <= r.right() + 1:
        return
    bars = [reading.line for reading in readings if reading.line.bar]
    draw_outlines(painter, bars, axes, theme)
    if bars:
        return
    draw_upright(painter, at, r.top(), r.bottom(), QColor(theme.secondary))
    painter.setPen(QPen(QColor(theme.pane), 1.5))
    for reading in readings:
        y = float(heights(reading.line, axes, np.array([reading.y]))[0])
        if r.top() - 1 <= y <= r.bottom() + 1:
            painter.setBrush(reading.line.colour)
            painter.drawEllipse(QPointF(round(at) + 0.5, y), 3.5, 3.5)


def draw_card(
    painter: QPainter,
    at: QPointF,
    bounds: QRectF,
    theme: Theme,
    readings: Sequence[Reading],
) -> None:
    """Names left, values right, in a card next to the crosshair."""
    if not readings:
        return
    font = theme.font(SMALL)
    metrics = QFontMetricsF(font)
    pad, row, mark = theme.px(8), metrics.height(), theme.px(12)
    rows = [row for reading in readings for row in reading.rows]
    fits = max(2, int((bounds.height() - 2 * pad) / row) - 1)
    if len(rows) > fits:
        left_out = len(rows) - fits + 1
        rows = [*rows[: fits - 1], (None, tr("{n} more", n=left_out), "")]
    head = readings[0].at
    names = max(metrics.horizontalAdvance(name) for _, name, _ in rows)
    values = max(metrics.horizontalAdvance(value) for _, _, value in rows)
    inner = max(mark + names + theme.px(14) + values, metrics.horizontalAdvance(head))
    width, height = inner + 2 * pad, row * (len(rows) + 1) + 2 * pad - 4
    card = _beside(at, QRectF(0, 0, width, height), bounds)
    painter.setPen(QPen(QColor(theme.hairline), 1))
    painter.setBrush(QColor(theme.pane))
    painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setFont(font)
    base = card.top() + pad - 2 + metrics.ascent()
    painter.setPen(QColor(theme.text))
    painter.drawText(QPointF(card.left() + pad, base), head)
    for colour, name, value in rows:
        base += row
        left = card.left() + pad
        middle = base - metrics.capHeight() / 2
        if colour is not None:
            painter.fillRect(QRectF(left, round(middle) - 1, theme.px(8), 2), colour)
        painter.setPen(QColor(theme.secondary))
        painter.drawText(QPointF(left + mark, base), name)
        painter.setPen(QColor(theme.text))
        wide = metrics.horizontalAdvance(value)
        painter.drawText(QPointF(card.right() - pad - wide, base), value)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _beside(at: QPointF, card: QRectF, bounds: QRectF) -> QRectF:
    """Right of a point, or left of it, inside the bounds."""
    left = at.x() + 12
    if left + card.width() > bounds.right():
        left = at.x() - 12 - card.width()
    left = min(
        max(left, bounds.left()), max(bounds.right() - card.width(), bounds.left())
    )
    top = at.y() - card.height() / 2
    top = min(
        max(top, bounds.top()), max(bounds.bottom() - card.height(), bounds.top())
    )
    return QRectF(left, top, card.width(), card.height())
