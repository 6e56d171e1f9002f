"""Connections that pass over the layers between: arches above the network strip.

All that a layer reads arrives on one line, which its sources join on the way, so even a
network in which every layer reads all earlier ones needs only one line per layer.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from app.look.theme import Theme
from app.views.network.geometry import Column, StripLayout
from core.network import NetworkSpec

_LANE = 6.0  # distance of two arches above each other
_LANES = 48.0  # most height of all lanes: many of them are closer
_CLEAR = 8.0  # between the lowest arch and the units
_LEG = 3.0  # distance of two arches that leave the same column
_REACH = 4.0  # pixels from an arch within which it is hit


class Arch(NamedTuple):
    """A connection from one column to a later one."""

    source: int
    target: int
    adds: bool  # a sum; else the target reads the source beside others
    lane: int  # from the lowest


def arches(network: NetworkSpec) -> tuple[Arch, ...]:
    """All sums, and reads beyond the previous layer; short ones lowest."""
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
    first: dict[tuple[int, bool], int] = {}  # where the line of a target begins
    for source, target, adds in wanted:
        first[target, adds] = min(source, first.get((target, adds), source))
    lanes = _lanes(first)
    found = (Arch(*arch, lanes[arch[1], arch[2]]) for arch in wanted)
    return tuple(sorted(found, key=lambda a: (a.target - a.source, a)))


def _lanes(first: dict[tuple[int, bool], int]) -> dict[tuple[int, bool], int]:
    """The lowest free lane for each line, the shortest first."""
    taken: list[list[tuple[int, int]]] = []
    found = {}
    for start, target, adds in sorted(
        ((start, *line) for line, start in first.items()),
        key=lambda a: (a[1] - a[0], a),
    ):
        lane = 0
        while lane < len(taken) and any(
            start < end and begin < target for begin, end in taken[lane]
        ):
            lane += 1
        if lane == len(taken):
            taken.append([])
        taken[lane].append((start, target))
        found[target, adds] = lane
    return found


def _pitch(lanes: int) -> float:
    return min(_LANE, _LANES / max(1, lanes))


def room_for_arches(network: NetworkSpec) -> float:
    """Height needed above the units, unscaled; 0 for a chain."""
    found = arches(network)
    if not found:
        return 0.0
    lanes = 1 + max(arch.lane for arch in found)
    return _CLEAR + _pitch(lanes) * lanes


class Ways:
    """The paths of a network's arches in a layout."""

    def __init__(self, layout: StripLayout, network: NetworkSpec, unit: float) -> None:
        self.found = arches(network)
        self._layout, self._unit = layout, unit
        self._room = room_for_arches(network) * unit
        lanes = 1 + max((arch.lane for arch in self.found), default=0)
        self._lane = _pitch(lanes) * unit

    def corners(self, arch: Arch) -> tuple[float, float, float, float, float]:
        """Left, right and height of an arch, and where it starts and ends."""
        unit = self._unit
        source = self._layout.columns[arch.source]
        target = self._layout.columns[arch.target]
        # Arches leave at the right and arrive at the left of the topmost unit's centre.
        # High ones leave further left and arrive further right, so that none crosses
        # another of the same column.
        leaving = sorted({a.lane for a in self.found if a.source == arch.source})
        rank = len(leaving) - 1 - leaving.index(arch.lane)
        width = source.tile / 2 - 6 * unit
        step = min(_LEG * unit, max(0.0, width) / max(1, len(leaving) - 1))
        coming = sorted({a.lane for a in self.found if a.target == arch.target})
        low = len(coming) - 1 - coming.index(arch.lane)
        start = _middle(source) + 4 * unit + rank * step
        stop = _middle(target) - 4 * unit - 9 * unit * low
        over = self._room - (_CLEAR * unit + self._lane * arch.lane)
        return start, stop, over, _top(source) - 1, _top(target) - 2 * unit

    def path(self, arch: Arch) -> QPainterPath:
        """The path of an arch."""
        start, stop, over, foot, end = self.corners(arch)
        bend = min(6 * self._unit, (stop - start) / 2)
        path = QPainterPath(QPointF(start, foot))
        path.lineTo(start, over + bend)
        path.quadTo(start, over, start + bend, over)
        path.lineTo(stop - bend, over)
        path.quadTo(stop, over, stop, over + bend)
        path.lineTo(stop, end)
        return path

    def at(self, x: float, y: float) -> Arch | None:
        """The arch under a point; of several that share a line, the shortest."""
        best, found = _REACH * self._unit, None
        for arch in self.found:  # the shortest first
            start, stop, over, foot, end = self.corners(arch)
            line = [(start, foot), (start, over), (stop, over), (stop, end)]
            away = min(_distance(a, b, (x, y)) for a, b in pairwise(line))
            if away < best:
                best, found = away, arch
        return found

    def draw(self, painter: QPainter, arch: Arch, theme: Theme, colour: str) -> None:
        """Draw an arch; a sum ends in a plus."""
        unit = self._unit
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colour), 1.4 * unit))
        painter.drawPath(self.path(arch))
        _, stop, _, _, end = self.corners(arch)
        if arch.adds:
            _draw_plus(painter, QPointF(stop, end - 2 * unit), unit, theme)
            return
        tip = QPainterPath(QPointF(stop - 2.5 * unit, end - 3 * unit))
        tip.lineTo(stop, end)
        tip.lineTo(stop + 2.5 * unit, end - 3 * unit)
        painter.drawPath(tip)


def draw_arches(
    painter: QPainter, layout: StripLayout, network: NetworkSpec, theme: Theme
) -> None:
    """Each arch from the top of one column to that of another."""
    ways = Ways(layout, network, theme.scale)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for arch in ways.found:
        ways.draw(painter, arch, theme, theme.secondary)


def _middle(column: Column) -> float:
    return float(column.x[column.y.argmin()])


def _top(column: Column) -> float:
    return float(column.y.min()) - column.tile / 2


def _distance(
    a: tuple[float, float], b: tuple[float, float], p: tuple[float, float]
) -> float:
    """Distance from a point to a line segment."""
    start, way, at = np.array(a), np.array(b) - a, np.array(p)
    length = float(way @ way)
    share = (
        0.0 if length == 0 else min(1.0, max(0.0, float((at - start) @ way) / length))
    )
    return float(np.hypot(*(at - start - share * way)))


def _draw_plus(painter: QPainter, at: QPointF, unit: float, theme: Theme) -> None:
    painter.setBrush(QColor(theme.pane))
    painter.drawEllipse(at, 4 * unit, 4 * unit)
    arm = 2.2 * unit
    painter.drawLine(at - QPointF(arm, 0), at + QPointF(arm, 0))
    painter.drawLine(at - QPointF(0, arm), at + QPointF(0, arm))
    painter.setBrush(Qt.BrushStyle.NoBrush)
