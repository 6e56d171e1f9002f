"""Saturation, fourth page, for values: the PIT and the coverage of the bands."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.look.numbers import THIN
from app.look.palette import tint
from app.look.plots import draw_level
from app.look.theme import SMALL, Theme
from core.analysis.coverage import BINS, Coverage, Margin
from core.analysis.distributions import HALF, MOST
from core.language import tr


def draw_coverage(
    painter: QPainter,
    area: QRectF,
    theme: Theme,
    found: Coverage,
    split: str,
    named: str,
) -> None:
    """A histogram and two bars for each target, with the verdict below."""
    wide = area.width() / len(found.margins)
    for i, margin in enumerate(found.margins):
        box = QRectF(area.left() + i * wide, area.top(), wide, area.height())
        title = tr("value {i}", i=i + 1) if len(found.margins) > 1 else ""
        words = "  ".join(word for word in (named, title) if word)
        _draw_margin(painter, box, theme, found, margin, split, words)


def _draw_margin(
    painter: QPainter,
    area: QRectF,
    theme: Theme,
    found: Coverage,
    margin: Margin,
    split: str,
    words: str,
) -> None:
    px = theme.px
    metrics = QFontMetricsF(theme.font(SMALL))
    row = metrics.height()
    inner = area.adjusted(px(12), px(4), -px(12), -px(6))
    lines = [
        margin.verdict,
        f"{words}  " * bool(words)
        + tr("{count} {split} points", count=len(margin.pit), split=split),
    ]
    foot = QRectF(inner.left(), inner.bottom() - 2 * row, inner.width(), 2 * row)
    painter.setFont(theme.font(SMALL))
    for i, text in enumerate(lines):
        painter.setPen(QColor(theme.text if i == 0 else theme.secondary))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, foot.width())
        base = foot.top() + metrics.ascent() + i * row
        painter.drawText(QPointF(foot.left(), base), shown)
    room = inner.adjusted(0, 0, 0, -2 * row - px(8))
    bands = 2 * row + px(10)
    _draw_bands(
        painter,
        QRectF(room.left(), room.bottom() - bands, room.width(), bands),
        theme,
        margin,
    )
    _draw_pit(painter, room.adjusted(0, 0, 0, -bands - px(8)), theme, found, margin)


def _draw_pit(
    painter: QPainter, area: QRectF, theme: Theme, found: Coverage, margin: Margin
) -> None:
    """How often the observed value falls into each predicted tenth."""
    px = theme.px
    metrics = QFontMetricsF(theme.font(SMALL))
    painter.setFont(theme.font(SMALL))
    painter.setPen(QColor(theme.secondary))
    title = tr("observed values by tenths of their predicted distribution")
    if found.circular:
        title += tr(", from −π")
    elif found.whole:
        title += tr(", counts smoothed")
    painter.drawText(
        QPointF(area.left(), area.top() + metrics.ascent()),
        metrics.elidedText(title, Qt.TextElideMode.ElideRight, area.width()),
    )
    box = area.adjusted(0, metrics.height() + px(4), 0, -metrics.height())
    low, high = found.expected
    top = max(float(margin.counts.max(initial=0)), high) * 1.06 or 1.0
    scale = box.height() / top
    between = QRectF(
        box.left(), box.bottom() - high * scale, box.width(), (high - low) * scale
    )
    wide = box.width() / BINS
    for i, count in enumerate(margin.counts.tolist()):
        bar = QRectF(
            box.left() + i * wide + 1,
            box.bottom() - count * scale,
            wide - 2,
            count * scale,
        )
        usual = low <= count <= high
        painter.fillRect(bar, tint(theme.accent if usual else theme.bad, 0.6))
    painter.fillRect(between, tint(theme.text, 0.1))
    level = box.bottom() - len(margin.pit) / BINS * scale
    painter.setPen(QPen(QColor(theme.text), 1, Qt.PenStyle.DashLine))
    painter.drawLine(QPointF(box.left(), level), QPointF(box.right(), level))
    draw_level(painter, box.left(), box.right(), box.bottom(), QColor(theme.hairline))
    painter.setPen(QColor(theme.secondary))
    base = box.bottom() + metrics.ascent() + 1
    for i, text in ((0, tr("lowest")), (BINS, tr("highest"))):
        left = box.left() + i * wide
        left -= metrics.horizontalAdvance(text) if i else 0
        painter.drawText(QPointF(left, base), text)


def _draw_bands(painter: QPainter, area: QRectF, theme: Theme, margin: Margin) -> None:
    """The coverage of the 50 % and the 90 % band, against their nominal coverage."""
    px = theme.px
    metrics = QFontMetricsF(theme.font(SMALL))
    row = metrics.height() + px(3)
    name = metrics.horizontalAdvance(tr("90{THIN}% band", THIN=THIN)) + px(8)
    number = metrics.horizontalAdvance(tr("contains 100{THIN}%", THIN=THIN)) + px(8)
    painter.setFont(theme.font(SMALL))
    for i, (share, held) in enumerate(((HALF, margin.half), (MOST, margin.most))):
        y = area.top() + i * row
        painter.setPen(QColor(theme.secondary))
        base = y + metrics.ascent()
        painter.drawText(
            QPointF(area.left(), base),
            tr("{value}{THIN}% band", value=f"{100 * share:.0f}", THIN=THIN),
        )
        track = QRectF(
            area.left() + name, y + 2, area.width() - name - number, row - px(3) - 4
        )
        painter.fillRect(track, QColor(theme.field))
        done = QRectF(track)
        done.setWidth(track.width() * float(np.clip(held, 0.0, 1.0)))
        painter.fillRect(done, tint(theme.accent, 0.6))
        mark = track.left() + share * track.width()
        painter.fillRect(
            QRectF(mark - 1, track.top() - 2, 2, track.height() + 4), QColor(theme.text)
        )
        painter.setPen(QColor(theme.text))
        text = tr("contains {value}{THIN}%", value=f"{100 * held:.0f}", THIN=THIN)
        painter.drawText(QPointF(track.right() + px(8), base), text)
