"""A predicted distribution over x: bands, mean, median and mode, arrows, ellipses."""

from __future__ import annotations

from math import cos, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.look.markers import draw_markers
from app.look.palette import tint
from app.look.plots import Axes, draw_curve, polyline
from app.look.theme import SMALL, Theme
from app.views.output.line_jobs import JointCell
from core.analysis.distributions import (
    HALF,
    MOST,
    Summary,
    ellipse,
    without_jumps,
)
from core.arrays import Floats
from core.language import tr

ARROWS = 25  # along x
LENGTH = 26  # pixels of an arrow with full certainty
_FAR = 4000.0  # pixels: far outside, but no overflow in the rasteriser


def draw_bands(
    painter: QPainter, axes: Axes, theme: Theme, x: Floats, summed: Summary
) -> None:
    """The edges of the 50 % and the 90 % band; the shading is between them."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ends, strength in ((summed.most, 0.55), (summed.half, 0.9)):
        painter.setPen(QPen(tint(theme.accent, strength), 1))
        for edge in ends:
            _stroke(painter, axes, x, edge, summed)


def draw_centres(
    painter: QPainter, axes: Axes, theme: Theme, x: Floats, summed: Summary
) -> None:
    """The mean; with median and mode where they differ."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if summed.skewed:
        for values, style in (
            (summed.mode, Qt.PenStyle.DotLine),
            (summed.median, Qt.PenStyle.DashLine),
        ):
            painter.setPen(QPen(QColor(theme.text), 1.5, style))
            _stroke(painter, axes, x, values, summed)
    painter.setPen(QPen(QColor(theme.text), 2))
    _stroke(painter, axes, x, summed.mean, summed)


def centre_words(summed: Summary) -> list[str]:
    """The legend of the lines."""
    if summed.certainty is not None:
        return [
            tr("mean direction; longer arrows are more certain"),
            tr("50 and 90 % bands"),
        ]
    lines = tr("mean ─   median ╌   mode ┈") if summed.skewed else tr("mean")
    return [lines, tr("50 and 90 % bands")]


def _stroke(
    painter: QPainter, axes: Axes, x: Floats, values: Floats, summed: Summary
) -> None:
    if summed.certainty is not None:
        values = without_jumps(np.angle(np.exp(1j * values)))
    y = np.clip(axes.py(values), -_FAR, _FAR)
    draw_curve(painter, axes.px(x), y)


def draw_arrows(
    painter: QPainter, axes: Axes, theme: Theme, x: Floats, summed: Summary
) -> None:
    """The predicted directions; arrow length is certainty."""
    assert summed.certainty is not None
    rect = axes.rect
    count = max(3, min(ARROWS, int(rect.width() / theme.px(22))))
    for i in range(count):
        at = axes.x.low + (i + 0.5) * (axes.x.high - axes.x.low) / count
        k = int(np.argmin(np.abs(x - at)))
        place = QPointF(float(axes.px(x[k])), float(axes.py(summed.mean[k])))
        sure = float(summed.certainty[k])
        draw_arrow(painter, theme, place, float(summed.mean[k]), sure, LENGTH)


def draw_arrow(
    painter: QPainter,
    theme: Theme,
    middle: QPointF,
    angle: float,
    certainty: float,
    length: float,
) -> None:
    """An arrow through ``middle``, pointing where ``angle`` does."""
    if not np.isfinite(angle + certainty):
        return
    reach = 0.5 * theme.px(length) * certainty
    along = QPointF(cos(angle), -sin(angle))
    across = QPointF(sin(angle), cos(angle))
    tip = middle + along * reach
    painter.setPen(QPen(QColor(theme.text), 1.5))
    painter.drawLine(middle - along * reach, tip)
    if reach < 2.5:
        return  # a head would be longer than the arrow
    head = min(theme.px(5), reach)
    for side in (-0.55, 0.55):
        painter.drawLine(tip, tip - along * head + across * (side * head))


def draw_cells(
    painter: QPainter,
    area: QRectF,
    axes: Axes,
    theme: Theme,
    cells: tuple[JointCell, ...],
    room: float,
) -> None:
    """Ellipses above the plot, each over its own x, with the examples near it.

    Their title has ``room`` pixels.
    """
    metrics = QFontMetricsF(theme.font(SMALL))
    painter.setFont(theme.font(SMALL))
    painter.setPen(QColor(theme.secondary))
    word = tr("values 1 → and 2 ↑ around their means")
    word = metrics.elidedText(word, Qt.TextElideMode.ElideRight, max(room, 0.0))
    painter.drawText(QPointF(area.left(), area.top() + metrics.ascent()), word)
    box = area.adjusted(0, metrics.height(), 0, 0)
    wide = axes.rect.width() / max(1, len(cells))
    radius = 0.5 * min(wide, box.height()) - 1.0
    largest = max((float(np.trace(c.covariance)) for c in cells), default=1.0)
    largest = min(largest, 4.0 * _median_size(cells))
    scale = radius / max(1e-12, 2.15 * float(np.sqrt(largest)))
    for cell in cells:
        middle = np.array([float(axes.px(cell.x)), box.center().y()])
        painter.save()
        painter.setClipRect(
            QRectF(middle[0] - 0.5 * wide, box.top(), wide, box.height())
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(theme.secondary, 0.55))
        x, y = middle[0] + scale * cell.away[:, 0], middle[1] - scale * cell.away[:, 1]
        draw_markers(painter, x, y, "o", theme.px(2.5))
        draw_ellipses(painter, theme, middle, cell.covariance, scale)
        painter.restore()


def _median_size(cells: tuple[JointCell, ...]) -> float:
    """The median ellipse size, so that one outlier does not shrink the others."""
    return float(np.median([np.trace(c.covariance) for c in cells] or [1.0]))


def draw_ellipses(
    painter: QPainter, theme: Theme, middle: Floats, covariance: Floats, scale: float
) -> None:
    """The 50 % and the 90 % outline of two values around ``middle`` (pixels)."""
    if not np.isfinite(covariance).all():
        return
    painter.setBrush(tint(theme.accent, 0.14))
    painter.setPen(QPen(QColor(theme.accent), 1.25))
    for share in (MOST, HALF):
        edge = ellipse(np.zeros(2), covariance, share) * scale
        edge = np.clip(edge, -_FAR, _FAR)
        painter.drawPolygon(polyline(middle[0] + edge[:, 0], middle[1] - edge[:, 1]))
