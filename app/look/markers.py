"""Markers of points: one shape per class, stamped where there are many."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, cos, pi, sin
from typing import cast

import numpy as np
import shiboken6
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from app.look.plots import on_pixels
from core.arrays import Floats

FEW_MARKERS = 12  # up to this many are not worth a stamp
_PHASES = 16  # four quarters of a pixel across, four down
_FAR = 2.0**20  # pixels from the origin; no picture is as large


@lru_cache(maxsize=64)
def marker_path(symbol: str, size: float) -> QPainterPath:
    """The outline of a marker around the origin; all shapes have about equal area."""
    r = size / 2
    path = QPainterPath()
    if symbol == "o":
        path.addEllipse(QPointF(0, 0), r, r)
        return path
    if symbol == "s":
        path.addRect(QRectF(-0.89 * r, -0.89 * r, 1.78 * r, 1.78 * r))
        return path
    if symbol == "+":
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addRect(QRectF(-1.2 * r, -0.42 * r, 2.4 * r, 0.84 * r))
        path.addRect(QRectF(-0.42 * r, -1.2 * r, 0.84 * r, 2.4 * r))
        return path.simplified()
    if symbol == "star":
        radii = [1.3 * r, 0.6 * r] * 5
    else:
        corners, reach = {
            "t": (3, 1.35),
            "t1": (3, 1.35),
            "d": (4, 1.25),
            "p": (5, 1.12),
            "h": (6, 1.08),
        }.get(symbol, (8, 1.0))
        radii = [reach * r] * corners
    turn = pi / 2 if symbol == "t" else -pi / 2
    shift = {"t": -0.15 * r, "t1": 0.15 * r}.get(symbol, 0.0)
    points = [
        QPointF(
            q * cos(turn + 2 * pi * i / len(radii)),
            shift + q * sin(turn + 2 * pi * i / len(radii)),
        )
        for i, q in enumerate(radii)
    ]
    path.addPolygon(QPolygonF(points))
    path.closeSubpath()
    return path


def draw_markers(
    painter: QPainter, x: Floats, y: Floats, symbol: str, size: float
) -> None:
    """Draw one marker at each point in the painter's pen and brush.

    Qt's coordinates are small whole numbers: points far outside the picture, as of an
    exploded network, are left out.
    """
    with np.errstate(invalid="ignore"):
        near = (np.abs(x) < _FAR) & (np.abs(y) < _FAR)
    x, y = x[near], y[near]
    if len(x) > FEW_MARKERS and on_pixels(painter):
        _stamp_markers(painter, x, y, symbol, size)
        return
    path = marker_path(symbol, size)
    for px, py in zip(x.tolist(), y.tolist(), strict=True):
        painter.translate(px, py)
        painter.drawPath(path)
        painter.translate(-px, -py)


def _stamp_markers(
    painter: QPainter, x: Floats, y: Floats, symbol: str, size: float
) -> None:
    """Many markers from stamps: a path costs several times as much as a pixmap.

    There is one stamp for each quarter of a pixel, so that markers move smoothly, and
    one call for all of them.
    Markers at the same place are drawn once: a saturated sample covers only a few
    pixels.
    """
    ratio = painter.device().devicePixelRatioF()
    pen, brush = painter.pen(), painter.brush()
    colours = (
        pen.color().rgba() if pen.style() != Qt.PenStyle.NoPen else None,
        brush.color().rgba() if brush.style() != Qt.BrushStyle.NoBrush else None,
    )
    quarters = np.round(np.stack([x, y], axis=1) * (4 * ratio))
    _, first = np.unique(quarters @ np.array([1e6, 1.0]), return_index=True)
    whole, part = np.divmod(quarters[np.sort(first)], 4)
    stamps = _stamps(symbol, size, pen.widthF(), *colours, ratio)
    side = stamps.height()
    # Qt's PixmapFragment: centre, source's corner and size, scales, turn, opacity.
    fragments = np.zeros((len(whole), 10))
    fragments[:, :2] = whole / ratio
    fragments[:, 2] = (part[:, 0] * 4 + part[:, 1]) * side
    fragments[:, 4:6] = side
    fragments[:, 6:8] = 1.0 / ratio
    fragments[:, 9] = 1.0
    # Qt reads an array of fragments from the address of the first one.
    first_one = shiboken6.wrapInstance(fragments.ctypes.data, QPainter.PixmapFragment)
    head = cast(QPainter.PixmapFragment, first_one)
    painter.drawPixmapFragments(head, len(fragments), stamps)


@lru_cache(maxsize=128)
def _stamps(
    symbol: str,
    size: float,
    width: float,
    ink: int | None,
    fill: int | None,
    ratio: float,
) -> QPixmap:
    """A marker in a row of sixteen squares, each a quarter of a pixel further."""
    half = ceil((0.75 * size + width + 1.0) * ratio)
    made = QPixmap(_PHASES * 2 * half, 2 * half)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(
        Qt.PenStyle.NoPen if ink is None else QPen(QColor.fromRgba(ink), width)
    )
    painter.setBrush(
        Qt.BrushStyle.NoBrush if fill is None else QBrush(QColor.fromRgba(fill))
    )
    path = marker_path(symbol, size)
    for phase in range(_PHASES):
        across, down = divmod(phase, 4)
        painter.resetTransform()
        painter.translate((2 * phase + 1) * half + across / 4, half + down / 4)
        painter.scale(ratio, ratio)
        painter.drawPath(path)
    painter.end()
    return made
