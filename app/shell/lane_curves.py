"""Lanes of the timeline: the loss of futures the run left by branching."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPen

from app.editing.lanes import Lane
from app.look.numbers import shown_count, shown_number
from app.look.palette import tint
from app.look.plots import draw_curve
from app.look.theme import Theme
from core.arrays import Floats
from core.language import tr

_REACH = 6.0  # pixels from a curve within which it is hit


@dataclass(frozen=True, eq=False)
class LaneCurve:
    """The loss of a lane at its kept steps, from where it was left."""

    steps: Floats
    losses: Floats
    words: list[str]  # its description


def lane_curve(lane: Lane) -> LaneCurve:
    """Make the curve of a lane."""
    kept = [s for s in lane.past.snapshots if s.step >= lane.step]
    losses = np.array([s.metrics.loss for s in kept])
    return LaneCurve(
        np.array([float(s.step) for s in kept]),
        losses,
        [
            tr(
                "left at step {step}, ran on to step {last}",
                step=shown_count(lane.step),
                last=shown_count(lane.last),
            ),
            tr(
                "loss {losses}; click to continue there",
                losses=shown_number(float(losses[-1])),
            ),
        ],
    )


def draw_lane(painter: QPainter, theme: Theme, x: Floats, y: Floats) -> None:
    """The curve, paler than the present one, with a dot at its end."""
    if len(x) < 2:
        return
    painter.setPen(QPen(tint(theme.secondary, 0.7), 1.2))
    draw_curve(painter, x, y)
    painter.setBrush(tint(theme.secondary, 0.9))
    painter.drawEllipse(QPointF(float(x[-1]), float(y[-1])), 2.5, 2.5)


def is_near(x: Floats, y: Floats, at: QPointF) -> bool:
    """Whether a point is on the curve, or right at its end."""
    if len(x) < 2 or not x[0] < at.x() <= x[-1] + _REACH:
        return False
    return abs(float(np.interp(at.x(), x, y)) - at.y()) <= _REACH
