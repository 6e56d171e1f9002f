"""Which part of a plane is shown: boxes around paths, stable from frame to frame."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.problems.base import Box

_PLACES = 2**14  # different numbers along each side of a box, at least


def rests(alpha: Floats, beta: Floats) -> bool:
    """Whether the path hardly moves along either axis."""
    return bool(max(np.ptp(alpha), np.ptp(beta)) < 0.2)


def around_path(alpha: Floats, beta: Floats) -> Box:
    """A square around the path with a margin of a third."""
    x, y = (alpha.min() + alpha.max()) / 2, (beta.min() + beta.max()) / 2
    half = 0.85 * float(max(np.ptp(alpha), np.ptp(beta))) or 1.0
    return float(x - half), float(x + half), float(y - half), float(y + half)


def resolved(box: Box) -> Box:
    """The box, widened until its pixels are different numbers.

    Around weights that exploded, a box of the usual size has no extent at all.
    """
    x0, x1, y0, y1 = box
    least = _PLACES * float(np.spacing(np.abs(box).max()))
    wider, taller = max(0.0, least - (x1 - x0)) / 2, max(0.0, least - (y1 - y0)) / 2
    return x0 - wider, x1 + wider, y0 - taller, y1 + taller


def serves(before: Box, wanted: Box) -> bool:
    """Whether the old box is close enough to the new one."""
    width, asked = before[1] - before[0], wanted[1] - wanted[0]
    slack = 0.2 * asked
    inside = (
        before[0] <= wanted[0] + slack
        and wanted[1] - slack <= before[1]
        and before[2] <= wanted[2] + slack
        and wanted[3] - slack <= before[3]
    )
    return inside and asked > 0.55 * width


def fitted(box: Box, size: tuple[int, int]) -> Box:
    """The box, widened to the shape of a picture: one scale on both axes."""
    x0, x1, y0, y1 = resolved(box)
    w, h = max(1, size[0]), max(1, size[1])
    unit = max((x1 - x0) / w, (y1 - y0) / h)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    return cx - unit * w / 2, cx + unit * w / 2, cy - unit * h / 2, cy + unit * h / 2
