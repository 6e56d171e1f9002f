"""Polygons cut to a box."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.problems.base import Box


def area_within(polygon: Floats, box: Box) -> float:
    """Area of the part of a polygon (m, 2) that lies in a box."""
    corners = np.asarray(polygon, float)
    for axis in (0, 1):
        for side, end in ((1.0, box[2 * axis]), (-1.0, box[2 * axis + 1])):
            corners = _half(corners, side * (corners[:, axis] - end))
            if len(corners) < 3:
                return 0.0
    x, y = (corners - corners[0]).T
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)


def _half(corners: Floats, depth: Floats) -> Floats:
    """The part of a polygon where ``depth``, given at its corners, is not negative."""
    following, deeper = np.roll(corners, -1, axis=0), np.roll(depth, -1)
    kept: list[Floats] = []
    for here, there, d, e in zip(corners, following, depth, deeper, strict=True):
        if d >= 0:
            kept.append(here)
        if (d < 0) != (e < 0):
            kept.append(here + (there - here) * (d / (d - e)))
    return np.array(kept).reshape(-1, 2)
