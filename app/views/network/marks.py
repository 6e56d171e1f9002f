"""What is drawn over the tiles of the network strip: labels, tracks, a single link."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from app.look.markers import draw_markers
from app.look.theme import SMALL, Theme
from app.views.network.geometry import MARGIN, Column, StripLayout, label_lanes
from app.views.network.spots import Spot
from app.views.network.words import class_labels, input_labels, output_labels
from core.engine.snapshot import Snapshot
from core.language import tr

LONGEST = 112  # most pixels for names beside the units
MEASURED = 64  # names of inputs that are measured: more would not fit anyway
NOTE = 16  # height of the line that tells which units are shown


def draw_track(
    painter: QPainter, layout: StripLayout, column: Column, theme: Theme, noted: bool
) -> None:
    """Which part of a long layer is shown, as a bar and as text."""
    track = QRectF(column.right + 5, 0, 3, layout.height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.hairline))
    painter.drawRoundedRect(track, 1.5, 1.5)
    size = max(12.0, layout.height * column.shown / column.count)
    rest = column.count - column.shown
    top = (layout.height - size) * column.first / max(1, rest)
    painter.setBrush(QColor(theme.secondary))
    painter.drawRoundedRect(QRectF(track.left(), top, 3, size), 1.5, 1.5)
    if not noted:
        return
    painter.setPen(QColor(theme.secondary))
    painter.setFont(theme.font(SMALL))
    words = tr(
        "{first}–{last} of {count}",
        first=column.first + 1,
        last=column.first + column.shown,
        count=column.count,
    )
    half = 60 * theme.scale
    place = QRectF(
        column.centre - half, layout.height + 2, 2 * half, (NOTE - 2) * theme.scale
    )
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)


def label_room(snapshot: Snapshot, theme: Theme) -> tuple[float, float]:
    """Pixels for the names left of the inputs and right of the outputs."""
    metrics = QFontMetricsF(theme.font(SMALL))
    least, most = MARGIN * theme.scale, LONGEST * theme.scale

    def room(names: Sequence[str], beside: float) -> float:
        widest = max((metrics.horizontalAdvance(n) for n in names), default=0.0)
        return min(max(least, widest + beside * theme.scale), most)

    words = output_labels(snapshot)
    right = (words, 16) if words is not None else (class_labels(snapshot), 32)
    return room(input_labels(snapshot)[:MEASURED], 16), room(*right)


def draw_labels(
    painter: QPainter, layout: StripLayout, snapshot: Snapshot, theme: Theme
) -> None:
    """Names of inputs at the left; classes or values at the right."""
    painter.setFont(theme.font(SMALL))
    painter.setPen(QColor(theme.secondary))
    first, last = layout.columns[0], layout.columns[-1]
    names, metrics = input_labels(snapshot), QFontMetricsF(theme.font(SMALL))
    elide = Qt.TextElideMode.ElideRight
    row = 16 * theme.scale
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    for j, y in enumerate(first.y.tolist()):
        place = QRectF(0, y - row / 2, first.left - 8, row)
        name = metrics.elidedText(names[first.first + j], elide, place.width())
        painter.drawText(place, right, name)
    words, classes = output_labels(snapshot), class_labels(snapshot)
    edge = last.right + (11 if last.hidden_some else 8) * theme.scale
    lanes = label_lanes(last.y, 12 * theme.scale)
    named = bool(classes) and all(lane == 0 for _, lane in lanes)
    for j, lane in lanes:
        k, y = last.first + j, float(last.y[j])
        start = edge + 13 * theme.scale * lane
        if words is None:
            painter.setPen(QPen(QColor(theme.outline), 1))
            painter.setBrush(theme.class_colour(k))
            at = np.array([start + 4]), np.array([y])
            draw_markers(painter, *at, theme.class_symbol(k), theme.px(8))
            start += 13 * theme.scale
        if words is not None or named:
            painter.setPen(QColor(theme.secondary))
            place = QRectF(start, y - row / 2, layout.width - start - 4, row)
            text = classes[k] if words is None else words[k]
            text = metrics.elidedText(text, elide, place.width())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)


def draw_ring(
    painter: QPainter, column: Column, unit: int, colour: str, width: float
) -> None:
    """A frame around a unit, if it is shown."""
    j = unit - column.first
    if not 0 <= j < column.shown:
        return
    half = column.tile / 2 + width / 2
    x, y = float(column.x[j]), float(column.y[j])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), width))
    painter.drawRect(QRectF(x - half, y - half, 2 * half, 2 * half))


def draw_link(
    painter: QPainter,
    layout: StripLayout,
    spot: Spot | None,
    theme: Theme,
    cut: bool = False,
) -> None:
    """The link under the mouse, drawn over the others; a cut one is dashed."""
    if spot is None or spot.kind != "link":
        return
    source, target = layout.columns[spot.column - 1], layout.columns[spot.column]
    i, j = spot.source - source.first, spot.unit - target.first
    if not (0 <= i < source.shown and 0 <= j < target.shown):
        return
    x0, x1 = source.right, target.left
    y0, y1 = float(source.y[i]), float(target.y[j])
    path = QPainterPath(QPointF(float(source.x[i]) + source.tile / 2, y0))
    path.lineTo(x0, y0)
    third = (x1 - x0) / 3  # these handles give exactly the eased curve
    path.cubicTo(x0 + third, y0, x1 - third, y1, x1, y1)
    path.lineTo(float(target.x[j]) - target.tile / 2, y1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    style = Qt.PenStyle.DashLine if cut else Qt.PenStyle.SolidLine
    painter.setPen(QPen(QColor(theme.text), 1.5, style))
    painter.drawPath(path)
