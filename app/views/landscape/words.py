"""Numbers and the colour scale, shared by both pictures of the landscape."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.look.numbers import shown_number, shown_percent
from app.look.palette import tint
from app.look.theme import SMALL, Theme
from app.views.landscape.jobs import Landscape
from app.views.landscape.levels import Levels


def shown(result: Landscape, value: float | None) -> str:
    """A value of the quantity as text."""
    if result.quantity == "accuracy":
        return shown_percent(value)
    return shown_number(value)


def draw_key(
    painter: QPainter, theme: Theme, size: tuple[int, int], levels: Levels
) -> None:
    """The colour bands with the values at both ends, at the lower right."""
    font = theme.font(SMALL)
    metrics = QFontMetricsF(font)
    if min(size) < theme.px(180):
        return
    colours = levels.colours(theme)
    percent = not levels.log and (levels.low, levels.high) == (0.0, 1.0)
    show = shown_percent if percent else shown_number
    ends = [show(levels.low), show(levels.high)]
    if levels.log and len(levels.edges):
        ends = [show(float(levels.edges[0])), show(float(levels.edges[-1]))]
    pad = theme.px(6)
    text = [metrics.horizontalAdvance(t) for t in ends]
    cell = max(3, theme.px(96) // len(colours))
    bar, tall = cell * len(colours), metrics.height() + theme.px(4)
    width = text[0] + bar + text[1] + 4 * pad
    left = size[0] - theme.px(8) - width
    top = size[1] - theme.px(26) - tall
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.pane, 0.88))
    painter.drawRoundedRect(QRectF(left, top, width, tall), 4, 4)
    x, y = left + 2 * pad + text[0], top + tall / 2 - theme.px(4)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for i, colour in enumerate(colours):
        r, g, b = (int(c) for c in colour)
        painter.fillRect(QRectF(x + i * cell, y, cell, theme.px(8)), QColor(r, g, b))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.secondary), 1))
    painter.drawRect(QRectF(round(x) - 1, round(y) - 1, bar + 1, theme.px(8) + 1))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font)
    painter.setPen(QColor(theme.text))
    base = top + (tall + metrics.capHeight()) / 2
    painter.drawText(QPointF(left + pad, base), ends[0])
    painter.drawText(QPointF(x + bar + pad, base), ends[1])
