"""Connections that pass over the layers between: arches above the network strip."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.look.theme import Theme
from app.views.network.geometry import Column, StripLayout
from core.network import NetworkSpec

_LANE = 6.0  # distance of two arches above each other
_CLEAR = 8.0  # between the lowest arch and the units
_MOST = 6  # lanes; longer nests share the highest


class Arch(NamedTuple):
    """A connection from one column to a later one."""

    source: int
    target: int
    adds: bool  # a sum; else the target reads the source beside others
    lane: int  # from the lowest


def arches(network: NetworkSpec) -> tuple[Arch, ...]:
    """All sums, and what layers read beyond the layer before; short ones lowest."""
    wanted = [
        (number, i + 1, False)
        for i in range(network.depth)
        for number in network.reads(i)
        if number != i
    ]
    wanted += [
        (layer.adds, i + 1, True)
        for i, layer in enumerate(network.hidden)
        if layer.adds is not None
    ]
    taken: list[list[tuple[int, int]]] = []
    found = []
    for source, target, adds in sorted(wanted, key=lambda a: (a[1] - a[0], a)):
        lane = 0
        while lane < len(taken) and any(
            source < end and start < target for start, end in taken[lane]
        ):
            lane += 1
        if lane == len(taken):
            taken.append([])
        taken[lane].append((source, target))
        found.append(Arch(source, target, adds, min(lane, _MOST - 1)))
    return tuple(found)


def room_for_arches(network: NetworkSpec) -> float:
    """Height that they need above the units, unscaled; 0 for a chain."""
    found = arches(network)
    if not found:
        return 0.0
    return _CLEAR + _LANE * (1 + max(arch.lane for arch in found))


def draw_arches(
    painter: QPainter, layout: StripLayout, network: NetworkSpec, theme: Theme
) -> None:
    """Each arch from the top of one column to that of another; a plus ends a sum."""
    found = arches(network)
    if not found:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    unit = theme.scale
    room = room_for_arches(network) * unit
    pen = QPen(QColor(theme.secondary), 1.4 * unit)
    for arch in found:
        source, target = layout.columns[arch.source], layout.columns[arch.target]
        # Arches leave at the right and arrive at the left of the topmost unit's middle.
        start, stop = _middle(source) + 4 * unit, _middle(target) - 4 * unit
        over = room - (_CLEAR + _LANE * arch.lane) * unit
        bend = min(6 * unit, (stop - start) / 2)
        path = QPainterPath(QPointF(start, _top(source) - 1))
        path.lineTo(start, over + bend)
        path.quadTo(start, over, start + bend, over)
        path.lineTo(stop - bend, over)
        path.quadTo(stop, over, stop, over + bend)
        end = _top(target) - 2 * unit
        path.lineTo(stop, end)
        painter.setPen(pen)
        painter.drawPath(path)
        if arch.adds:
            _draw_plus(painter, QPointF(stop, end - 2 * unit), unit, theme)
        else:
            tip = QPainterPath(QPointF(stop - 2.5 * unit, end - 3 * unit))
            tip.lineTo(stop, end)
            tip.lineTo(stop + 2.5 * unit, end - 3 * unit)
            painter.drawPath(tip)


def _middle(column: Column) -> float:
    return float(column.x[column.y.argmin()])


def _top(column: Column) -> float:
    return float(column.y.min()) - column.tile / 2


def _draw_plus(painter: QPainter, at: QPointF, unit: float, theme: Theme) -> None:
    painter.setBrush(QColor(theme.pane))
    painter.drawEllipse(at, 4 * unit, 4 * unit)
    arm = 2.2 * unit
    painter.drawLine(at - QPointF(arm, 0), at + QPointF(arm, 0))
    painter.drawLine(at - QPointF(0, arm), at + QPointF(0, arm))
    painter.setBrush(Qt.BrushStyle.NoBrush)
