"""Drawing a connection from a layer's handle to a later layer, by mouse or keys."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.look.theme import Theme
from app.views.network.geometry import Column, StripLayout
from app.views.network.joins import capital, layer_name
from core.language import tr
from core.network import NetworkSpec

_RADIUS = 4.0
_REACH = 7.0  # pixels from a handle within which it is hit


@dataclass(frozen=True)
class Joining:
    """A connection being drawn."""

    source: int
    target: int | None  # None: no layer is under the pointer
    at: QPointF | None = None  # of the mouse; None: by keys


def handle(column: Column) -> QPointF:
    """Where a connection starts: the upper right corner of the topmost unit."""
    j = int(column.y.argmin())
    half = column.tile / 2
    return QPointF(float(column.x[j]) + half, float(column.y[j]) - half)


def handle_at(layout: StripLayout, x: float, y: float) -> int | None:
    """The column whose handle is under a point; the output has none."""
    for column in layout.columns[:-1]:
        at = handle(column)
        if np.hypot(at.x() - x, at.y() - y) <= _REACH * layout.scale:
            return column.index
    return None


def pointed_at(layout: StripLayout, source: int, x: float) -> int | None:
    """The later column nearest to ``x``; None: it is still at the source."""
    away = [abs(column.centre - x) for column in layout.columns]
    nearest = int(np.argmin(away))
    return nearest if nearest > source else None


def stepped(joining: Joining, by: int, columns: int) -> Joining:
    """Another target by keys, among the layers after the source."""
    target = joining.source + 1 if joining.target is None else joining.target + by
    return Joining(joining.source, min(max(joining.source + 1, target), columns - 1))


def joining_lines(network: NetworkSpec, joining: Joining) -> list[str]:
    """The readout while a connection is drawn."""
    start = capital(layer_name(network, joining.source))
    if joining.target is None:
        return [f"{start} → …", tr("drag to a later layer")]
    head = f"{start} → {layer_name(network, joining.target)}"
    if joining.at is None:
        return [head, tr("← and → choose the layer"), tr("Enter connects, Esc cancels")]
    return [head, tr("let go to connect")]


def handle_lines(network: NetworkSpec, column: int) -> list[str]:
    """The readout for a handle under the mouse."""
    start = layer_name(network, column)
    return [
        tr("Connect {start} with a later layer", start=start),
        tr("drag, or press C"),
    ]


def draw_handles(
    painter: QPainter, layout: StripLayout, theme: Theme, hovered: int | None
) -> None:
    """A small ring at each layer from which a connection can be drawn."""
    for column in layout.columns[:-1]:
        mine = column.index == hovered
        size = (_RADIUS + mine) * layout.scale
        painter.setPen(
            QPen(QColor(theme.accent if mine else theme.secondary), 1.5 * layout.scale)
        )
        painter.setBrush(QColor(theme.pane))
        painter.drawEllipse(handle(column), size, size)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def draw_joining(
    painter: QPainter, layout: StripLayout, joining: Joining, theme: Theme
) -> None:
    """The connection being drawn, and the layer it would reach."""
    unit = layout.scale
    start, end = handle(layout.columns[joining.source]), joining.at
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.accent), 1.6 * unit))
    if joining.target is not None:
        column = layout.columns[joining.target]
        top, bottom = float(column.y.min()), float(column.y.max())
        half = column.tile / 2 + 3 * unit
        box = QRectF(
            column.left - 3 * unit,
            top - half,
            column.right - column.left + 6 * unit,
            bottom - top + 2 * half,
        )
        painter.drawRoundedRect(box, 4 * unit, 4 * unit)
        end = QPointF(column.centre, top - half)
    if end is None:
        return
    rise = min(start.y(), end.y(), 10 * unit) - 10 * unit
    path = QPainterPath(start)
    path.cubicTo(QPointF(start.x(), rise), QPointF(end.x(), rise), end)
    painter.setPen(QPen(QColor(theme.accent), 1.6 * unit, Qt.PenStyle.DashLine))
    painter.drawPath(path)
