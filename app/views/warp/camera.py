"""From three display axes to pixels: a turntable without OpenGL."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from core.arrays import Floats
from core.problems.base import Box

_WHOLE = 1.6  # how much larger a view may get to show the whole grid
NEAR = 4.0  # distance of the eye in half-widths of the picture; larger is flatter


@dataclass(frozen=True, slots=True)
class Camera:
    """The eye's direction; ``depth`` 0 looks straight down on a plane."""

    yaw: float = -0.6
    pitch: float = 0.5
    depth: float = 0.0  # 0 … 1: how much of yaw and pitch applies
    tilt: float = 0.0  # extra pitch while a mirroring step passes through depth

    def matrix(self) -> Floats:
        """(3, 3): right, up, towards the eye."""
        yaw, pitch = self.depth * self.yaw, self.depth * self.pitch + self.tilt
        cy, sy, cp, sp = cos(yaw), sin(yaw), cos(pitch), sin(pitch)
        turn = np.array([[cy, 0.0, sy], [0.0, 1.0, 0.0], [-sy, 0.0, cy]])
        nod = np.array([[1.0, 0.0, 0.0], [0.0, cp, -sp], [0.0, sp, cp]])
        return np.asarray(nod @ turn)


@dataclass(frozen=True, slots=True)
class View:
    """The visible part of the display space: a centre and a half-size."""

    centre: tuple[float, float, float]
    half: float  # in display units, along the shorter side of the picture

    def mixed(self, other: View, t: float) -> View:
        """Interpolate between two views; sizes geometrically, which looks even."""
        t = 0.5 - 0.5 * cos(pi * min(max(t, 0.0), 1.0))
        centre = tuple(
            (1 - t) * a + t * b for a, b in zip(self.centre, other.centre, strict=True)
        )
        half = self.half ** (1 - t) * other.half**t
        return View((centre[0], centre[1], centre[2]), half)

    def holding(self, other: View) -> View:
        """The smallest view that contains both."""
        low = np.minimum(self.low, other.low)
        high = np.maximum(self.high, other.high)
        x, y, z = ((low + high) / 2).tolist()
        return View((x, y, z), 0.5 * float((high - low).max()))

    @property
    def low(self) -> Floats:
        """The lower end of each axis."""
        return np.array(self.centre) - self.half

    @property
    def high(self) -> Floats:
        """The upper end of each axis."""
        return np.array(self.centre) + self.half


def view_of(points: Floats, curves: Floats) -> View:
    """A view that contains all points and most of the curves.

    The rim of a grid may be stretched far out. Then its middle 94 % and every point
    determine the view, so that the sample never shrinks to a dot.
    """
    sample = _ends(_finite(points))
    nothing: Floats = np.zeros((0, 3))
    middle, whole = nothing, nothing
    if len(curves):
        fine = _finite(curves[:: -(-len(curves) // 1000)])
        whole = _ends(fine)
        if len(fine):
            few = (3 * len(fine)) // 100  # on either side; a partition, not a sort
            ends = (few, len(fine) - 1 - few)
            middle = np.partition(fine, ends, axis=0)[list(ends)]
    both = np.concatenate([sample, middle])
    if not len(both):
        return View((0.0, 0.0, 0.0), 1.0)
    low, high = both.min(axis=0), both.max(axis=0)
    if len(sample):
        # The grid may use at most three times the space of the points.
        p_low, p_high = sample
        room = 1.0 * max(float((p_high - p_low).max()), 1e-9)
        low, high = np.maximum(low, p_low - room), np.minimum(high, p_high + room)
    # If it costs little space, show the whole grid, without clipping.
    all_ends = np.concatenate([sample, whole])
    least, most = all_ends.min(axis=0), all_ends.max(axis=0)
    if float((most - least).max()) <= _WHOLE * float((high - low).max()):
        low, high = least, most
    centre = (low + high) / 2
    half = 0.5 * float((high - low).max())
    half = half if half > 1e-9 else 1.0
    return View((float(centre[0]), float(centre[1]), float(centre[2])), 1.08 * half)


def _finite(points: Floats) -> Floats:
    """The points without NaN and infinity; mostly all, which is quickly seen."""
    finite = np.isfinite(points)
    return points if finite.all() else points[finite.all(axis=1)]


def _ends(points: Floats) -> Floats:
    """The least and the largest of each axis, as two points; none of no points."""
    if not len(points):
        return np.zeros((0, points.shape[1]))
    across = np.ascontiguousarray(points.T)  # along rows: a ninth of the time
    return np.stack([across.min(axis=1), across.max(axis=1)])


def to_pixels(
    positions: Floats, view: View, camera: Camera, width: float, height: float
) -> tuple[Floats, Floats, Floats]:
    """Pixels x and y, and nearness (−1 far … 1 near), of display positions (n, 3)."""
    with np.errstate(all="ignore"):
        seen = (positions - np.array(view.centre)) @ camera.matrix().T / view.half
        # Weak perspective: enough to distinguish front from back, exact in the plane z
        # = 0.
        grow = NEAR / np.maximum(NEAR - seen[:, 2], 0.5)
        scale = 0.5 * min(width, height)
        x = width / 2 + scale * seen[:, 0] * grow
        y = height / 2 - scale * seen[:, 1] * grow
    return x, y, np.clip(seen[:, 2], -1.0, 1.0)


def visible_box(view: View, width: float, height: float) -> Box:
    """The visible part of the first two display axes, for a picture of a plane."""
    x0, y1 = to_display(0.0, 0.0, view, width, height)
    x1, y0 = to_display(width, height, view, width, height)
    return x0, x1, y0, y1


def to_display(
    x: float, y: float, view: View, width: float, height: float
) -> tuple[float, float]:
    """Display position of a pixel in a picture of a plane: inverse of `to_pixels`."""
    unit = view.half / (0.5 * max(1.0, min(width, height)))
    return (
        view.centre[0] + (x - width / 2) * unit,
        view.centre[1] - (y - height / 2) * unit,
    )
