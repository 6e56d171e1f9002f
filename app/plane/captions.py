"""Words and numbers on a picture of the plane: chip, caption, colour scale, axes."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from app.look.fonts import outline, width_of
from app.look.numbers import shown_number
from app.look.palette import tint
from app.look.plots import Scale, shown_ticks
from app.look.theme import SMALL, Theme
from core.language import tr
from core.problems.base import Box, Sample


def draw_caption(
    painter: QPainter, theme: Theme, area: QRectF, width: int, lines: tuple[str, str]
) -> None:
    """Two lines under a framed picture: what it is, and numbers."""
    painter.setFont(theme.font(SMALL))
    metrics = QFontMetricsF(theme.font(SMALL))
    row = metrics.height()
    place = QRectF(0, area.bottom() + 4, width, row)
    for words, colour in zip(lines, (theme.text, theme.secondary), strict=True):
        if metrics.horizontalAdvance(words) > width:
            words = words.rpartition(", ")[2]  # the most informative part
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, width)
        painter.setPen(QColor(colour))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)
        place.translate(0, row)


def with_legend(subtitle: str, test: Sample, diamonds: bool = False) -> str:
    """A subtitle that also tells what marks test points, if there are any."""
    if not len(test):
        return subtitle
    # A value's point is hardly more than its outline, so its shape differs.
    if diamonds:
        return tr("{subtitle} · diamonds: test points", subtitle=subtitle)
    return tr("{subtitle} · hollow: test points", subtitle=subtitle)


def draw_chip(painter: QPainter, theme: Theme, width: int, text: str) -> None:
    """A few words at the upper left."""
    font = theme.font(SMALL)
    metrics = QFontMetricsF(font)
    text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - theme.px(32))
    wide = metrics.horizontalAdvance(text) + theme.px(12)
    chip = QRectF(theme.px(8), theme.px(8), wide, metrics.height() + theme.px(4))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.pane, 0.88))
    painter.drawRoundedRect(chip, 4, 4)
    painter.setFont(font)
    painter.setPen(QColor(theme.text))
    painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)


def draw_scale(
    painter: QPainter, theme: Theme, size: tuple[int, int], low: float, high: float
) -> None:
    """The colour scale of a value with its end values, at the lower right."""
    font = theme.font(SMALL)
    metrics = QFontMetricsF(font)
    ends = (shown_number(low), shown_number(high))
    pad = theme.px(6)
    text = [metrics.horizontalAdvance(t) for t in ends]
    room = size[0] - 2 * theme.px(8) - sum(text) - 4 * pad
    bar = round(max(theme.px(8), min(theme.px(72), room)))
    height = metrics.height() + theme.px(4)
    width = text[0] + bar + text[1] + 4 * pad
    left, top = size[0] - theme.px(8) - width, size[1] - theme.px(24) - height
    place = QRectF(left, top, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.pane, 0.88))
    painter.drawRoundedRect(place, 4, 4)
    table = theme.sequential
    x = left + 2 * pad + text[0]
    y = top + height / 2 - theme.px(4)
    for i in range(bar):
        r, g, b = (int(v) for v in table[i * 255 // max(1, bar - 1), :3])
        painter.fillRect(QRectF(x + i, y, 1.2, theme.px(8)), QColor(r, g, b))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.hairline), 1))
    painter.drawRect(QRectF(x - 0.5, y - 0.5, bar + 1, theme.px(8) + 1))
    painter.setFont(font)
    painter.setPen(QColor(theme.text))
    base = top + (height + metrics.capHeight()) / 2
    painter.drawText(QPointF(left + pad, base), ends[0])
    painter.drawText(QPointF(x + bar + pad, base), ends[1])


def draw_axis_numbers(
    painter: QPainter,
    theme: Theme,
    area: QRectF,
    box: Box,
    names: tuple[str, str] = ("x₁", "x₂"),
) -> None:
    """Quiet numbers along the lower and the left edge, with the axes' names.

    An axis without a name has no numbers. They are drawn on the picture, so each has a
    halo in the pane's colour.
    """
    if min(area.width(), area.height()) < theme.px(100):
        return
    font = theme.font(SMALL)
    metrics = QFontMetricsF(font)
    x0, x1, y0, y1 = box
    if not all(1e-9 * abs(a) < b - a for a, b in ((x0, x1), (y0, y1))):
        return  # zoomed so far that both edges would show the same number
    path, edge = QPainterPath(), theme.px(6)
    # Any closer, and the tick would look like the number's minus sign.
    left = area.left() + theme.px(12)
    ticks = QPainterPath()
    base = area.bottom() - theme.px(7)
    name = width_of(names[0], font)
    path.addPath(outline(names[0], font, QPointF(area.right() - edge - name, base)))
    stop = area.right() - edge - name - theme.px(8)
    for place, text in shown_ticks(
        Scale(x0, x1), area.left(), area.right(), theme.px(72)
    ):
        half = width_of(text, font) / 2
        if place - half < area.left() + theme.px(40) or place + half > stop:
            continue
        path.addPath(outline(text, font, QPointF(place - half, base)))
        ticks.addRect(QRectF(round(place), area.bottom() - 4, 1, 4))
    top = area.top() + theme.px(34)  # below a chip
    first = top + theme.px(4) + metrics.descent()  # below the name and its index
    upright = Scale(y0, y1) if names[1] else Scale(0.0, 0.0)
    for place, text in shown_ticks(upright, area.bottom(), area.top(), theme.px(56)):
        height = metrics.capHeight() / 2
        low = area.bottom() - theme.px(40)
        if not names[1] or place - height < first or place > low:
            continue
        path.addPath(outline(text, font, QPointF(left, place + height)))
        ticks.addRect(QRectF(area.left(), round(place), 4, 1))
    head = top - theme.px(2)
    path.addPath(outline(names[1], font, QPointF(left, head + theme.px(4))))
    halo = QPen(tint(theme.pane, 0.6), 2.4)
    halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, halo)
    painter.fillPath(path, QColor(theme.text))
    painter.fillPath(ticks, tint(theme.text, 0.5))
