"""Words around the plots of a chart: headings above, sentences below."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from app.chart.contents import Contents, PlotContents
from app.look.theme import SMALL, Theme


def draw_heading(painter: QPainter, contents: PlotContents, theme: Theme) -> None:
    """What a plot shows, and what there is no room for in it, above it."""
    if contents.heading:
        painter.setFont(theme.font(SMALL, 600))
        painter.setPen(QColor(theme.secondary))
        r = contents.rect
        at = QPointF(r.left(), r.top() - theme.px(6))
        painter.drawText(at, contents.heading)
    if contents.lead:
        font, r = theme.font(SMALL), contents.rect
        metrics = theme.metrics(SMALL)
        painter.setFont(font)
        painter.setPen(QColor(theme.secondary))
        base = r.top() - len(contents.lead) * metrics.height() + metrics.ascent()
        for text in contents.lead:
            painter.drawText(QPointF(r.left(), base), text)
            base += metrics.height()


def draw_foot(
    painter: QPainter, contents: Contents, bounds: QRectF, theme: Theme
) -> None:
    """A sentence for each run at the bottom, side by side."""
    foot, count = contents.foot, contents.foot_lines
    if not foot:
        return
    font = theme.font(SMALL)
    metrics = theme.metrics(SMALL)
    painter.setFont(font)
    painter.setPen(QColor(theme.secondary))
    width = bounds.width() / len(foot)
    high = count * metrics.height()
    top = bounds.bottom() - theme.px(4) - high
    for i, text in enumerate(foot):
        left = bounds.left() + i * width + theme.px(12)
        if count == 1:
            room = width - theme.px(16)
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QPointF(left, top + metrics.ascent()), text)
            continue
        box = QRectF(left, top, width - theme.px(24), high)
        flags = Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        painter.drawText(box, int(flags), text)


def lines_of(texts: tuple[str, ...], width: float, most: int, theme: Theme) -> int:
    """Lines that the longest of these sentences takes, ``most`` if it is too long."""
    metrics = theme.metrics(SMALL)
    room, flags = QRectF(0, 0, width, 1000), int(Qt.TextFlag.TextWordWrap)
    tall = max(metrics.boundingRect(room, flags, text).height() for text in texts)
    return max(1, min(round(tall / metrics.height()), most))
