"""The lines that the next layer reads, drawn and labelled over a plane of two units."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.look.palette import tint
from app.look.theme import SMALL, Theme
from app.views.warp.camera import Camera, View, to_pixels
from app.views.warp.jobs import WarpResult
from core.analysis.read_lines import ReadLine, unit_lines
from core.arrays import Floats
from core.language import tr

_MOST_LABELS = 12
_SHARES = np.linspace(0.06, 0.94, 23)  # along a line, where a label may go


def read_lines(result: WarpResult, place: float, reach: View) -> list[ReadLine]:
    """The lines at ``place``; none between stages or outside a plane of two units."""
    index = round(place)
    stage = result.warp.stages[index]
    network = result.snapshot.network
    if abs(place - index) > 1e-6 or stage.kind not in ("input", "activation"):
        return []
    if network.widths[stage.layer + 1] != 2:
        return []
    x, y, _ = reach.centre
    box = (x - reach.half, x + reach.half, y - reach.half, y + reach.half)
    return unit_lines(network, result.snapshot.theta, stage.layer + 1, box)


def draw_read_lines(
    painter: QPainter,
    found: list[ReadLine],
    layer: tuple[int, int],  # which one reads, of how many
    theme: Theme,
    view: View,
    area: QRectF,
    points: tuple[Floats, Floats],
) -> None:
    """Draw lines and, where there are few, names beside them, clear of each other."""
    colour, ink = theme.layer_colour(*layer), theme.layer_ink(*layer)
    painter.setFont(theme.font(SMALL))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    placed: list[tuple[Floats, Floats, str]] = []
    decision = tr("decision")
    for line in found:
        ends = np.column_stack([line.ends, np.zeros(2)])
        x, y, _ = to_pixels(ends, view, Camera(), area.width(), area.height())
        if line.decision:
            painter.setPen(QPen(QColor(theme.text), 1.6))
        else:
            painter.setPen(QPen(colour, 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x[0], y[0]), QPointF(x[1], y[1]))
        placed.append((x, y, line.label or decision))
    if len(found) > _MOST_LABELS:
        return
    if len(found) > 1 and found[0].decision:
        placed = placed[:1]  # borders of several classes need no more labels
    for rect, text in label_places(placed, area, theme, points):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(theme.pane, 0.85))
        painter.drawRoundedRect(rect, 3, 3)
        painter.setPen(QColor(theme.text) if text == decision else ink)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def label_places(
    lines: list[tuple[Floats, Floats, str]],
    area: QRectF,
    theme: Theme,
    points: tuple[Floats, Floats],
) -> list[tuple[QRectF, str]]:
    """Label positions: on their line, off the others, covering few points.

    A label that fits nowhere is left out: that is better than two in one place.
    """
    metrics = QFontMetricsF(theme.font(SMALL))
    made: list[tuple[QRectF, str]] = []
    # The stage's text is in its upper left corner.
    taken = [QRectF(0, 0, area.width() * 0.5, metrics.height() + theme.px(12))]
    for x, y, text in lines:
        width = metrics.horizontalAdvance(text) + theme.px(6)
        height = metrics.height()
        best: QRectF | None = None
        fewest = np.inf
        for share in _SHARES:
            middle = (x[0] + share * (x[1] - x[0]), y[0] + share * (y[1] - y[0]))
            rect = QRectF(middle[0] - width / 2, middle[1] - height / 2, width, height)
            if not area.contains(rect) or any(rect.intersects(t) for t in taken):
                continue
            inside = (points[0] > rect.left() - 4) & (points[0] < rect.right() + 4)
            inside &= (points[1] > rect.top() - 4) & (points[1] < rect.bottom() + 4)
            # Of equally clear places, prefer the one nearest the middle of the line's
            # outer third, away from the crossing in the centre.
            score = float(inside.sum()) + 0.2 * abs(share - 0.22)
            if score < fewest:
                best, fewest = rect, score
        if best is not None:
            taken.append(best.adjusted(-4, -2, 4, 2))
            made.append((best, text))
    return made
