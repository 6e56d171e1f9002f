"""The push on each head of an output unit, against the prediction error."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.look.markers import draw_markers
from app.look.palette import tint
from app.look.plots import Axes, Scale, draw_curve, draw_level, draw_upright
from app.look.theme import SMALL, Theme
from core.analysis.value_push import HeadPush
from core.arrays import Floats
from core.language import tr

WIDE = 150  # least width of plots side by side, in pixels
_MOST = 99.0  # percentile of the pushes that the axis covers


def split_area(area: QRectF, count: int, theme: Theme) -> list[QRectF]:
    """Side by side if there is space, else in rows."""
    columns = max(1, min(count, int(area.width() / theme.px(WIDE))))
    rows = -(-count // columns)
    wide, tall = area.width() / columns, area.height() / rows
    return [
        QRectF(
            area.left() + (i % columns) * wide,
            area.top() + (i // columns) * tall,
            wide,
            tall,
        )
        for i in range(count)
    ]


def draw_head(
    painter: QPainter, area: QRectF, theme: Theme, head: HeadPush
) -> tuple[Floats, Floats]:
    """One plot; returns where the examples are, (n, k) each."""
    metrics = QFontMetricsF(theme.font(SMALL))
    px = theme.px
    box = area.adjusted(px(44), px(8) + metrics.height(), -px(12), -px(24))
    axes = Axes(Scale(*_ends(head.error, head.at)), Scale(*_ends(head.slope)), box)
    axes.paint(painter, theme, tr("error"))
    quiet = QColor(theme.secondary)
    if axes.y.low < 0 < axes.y.high:
        draw_level(painter, box.left(), box.right(), float(axes.py(0.0)), quiet)
    if axes.x.low < 0 < axes.x.high:
        draw_upright(painter, float(axes.px(0.0)), box.top(), box.bottom(), quiet)
    painter.setFont(theme.font(SMALL, 600))
    painter.setPen(QColor(theme.text))
    base = area.top() + px(4) + metrics.ascent()
    painter.drawText(
        QPointF(box.left(), base), tr("∂loss/∂ logit of {letter}", letter=head.letter)
    )
    painter.save()
    painter.setClipRect(box.adjusted(-2, -2, 2, 2))
    x, y = axes.px(head.error), axes.py(head.slope)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint(theme.secondary, 0.55))
    inside = np.isfinite(x) & np.isfinite(y)
    draw_markers(painter, x[inside], np.clip(y[inside], -4000, 4000), "o", px(3.5))
    if len(head.at):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.accent), 2))
        draw_curve(painter, axes.px(head.at), np.clip(axes.py(head.curve), -4e3, 4e3))
    painter.restore()
    return x, np.clip(y, -4000, 4000)


def _ends(values: Floats, also: Floats | None = None) -> tuple[float, float]:
    """The range of nearly all values, including 0; a few outliers are beyond."""
    known = values[np.isfinite(values)]
    if also is not None and len(also):
        known = np.concatenate([known.ravel(), also])
    if not known.size:
        return -1.0, 1.0
    low = min(0.0, float(np.percentile(known, 100.0 - _MOST)))
    high = max(0.0, float(np.percentile(known, _MOST)))
    pad = 0.08 * (high - low) or 1.0
    return low - pad, high + pad
