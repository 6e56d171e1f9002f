"""The area between two curves."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from app.look.plots import Axes, polyline
from core.arrays import Floats

_FAR = 4000.0  # pixels: far outside, but no overflow in the rasteriser


def fill_between(
    painter: QPainter, axes: Axes, px: Floats, low: Floats, high: Floats, ink: QColor
) -> None:
    """Fill from ``low`` to ``high`` over places ``px`` (pixels)."""
    both = np.concatenate([axes.py(low), axes.py(high)[::-1]])
    both = np.clip(np.nan_to_num(both), -_FAR, _FAR)
    outline = QPolygonF(polyline(np.concatenate([px, px[::-1]]), both))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPolygon(outline)
