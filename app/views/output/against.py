"""Predicted against true values: what a regression on many inputs got right."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.look.markers import draw_markers
from app.look.numbers import shown_number
from app.look.plots import Axes, Scale
from app.look.theme import SMALL, Theme
from core.analysis.asking import own_units
from core.arrays import Bools, Floats
from core.engine.snapshot import Snapshot
from core.language import tr
from core.problems.scaling import Scaling

NEAR = 12.0  # pixels from which the mouse reads an example
_MARGIN = 0.06  # of the range of true values, around it


@dataclass(frozen=True, eq=False)
class Against:
    """One value of every example, as it is and as it is predicted, in its own unit."""

    name: str
    unit: str
    true: Floats  # (n,)
    predicted: Floats  # (n,)
    tested: Bools  # (n,) whether the example belongs to the test split
    spread: Floats | None = None  # (n,) over draws of random units

    @property
    def error_words(self) -> str:
        """The badge: how far off a prediction is, of the test split if there is one."""
        of = self.tested if self.tested.any() else ~self.tested
        with np.errstate(all="ignore"):
            error = float(np.sqrt(np.mean((self.predicted[of] - self.true[of]) ** 2)))
        words = f"{shown_number(error)} {self.unit}".rstrip()
        if self.tested.any():
            return tr("test RMS error {error}", error=words)
        return tr("RMS error {error}", error=words)


def can_compare(snapshot: Snapshot) -> bool:
    """Whether each target has one predicted value to be compared with it."""
    unit, problem = snapshot.network.output.unit, snapshot.run.data.problem
    return not problem.classes and not unit.ranks


def compare(
    snapshot: Snapshot,
    y: Floats,
    predicted: Floats,
    spread: Floats | None,
    tested: Bools,
    target: int,
) -> Against:
    """Value ``target`` of targets (n, k) and of predictions (n, k)."""
    problem = snapshot.run.data.problem
    columns: tuple[Scaling, ...] = getattr(problem, "target_columns", ())
    own = columns[target] if target < len(columns) else Scaling("")
    return Against(
        own.name,
        own.unit,
        np.asarray(y[:, target], np.float64) * own.half + own.middle,
        own_units(snapshot, predicted[:, : problem.targets])[:, target],
        tested,
        None if spread is None else spread[:, target] * own.half,
    )


def axes_of(theme: Theme, room: QRectF, found: Against) -> Axes:
    """Both axes span the true values: what training moves are the points, not these."""
    low, high = float(found.true.min()), float(found.true.max())
    pad = _MARGIN * (high - low) or 0.5
    scale = Scale(low - pad, high + pad)
    px = theme.px
    return Axes(scale, scale, room.adjusted(px(48), px(28), -px(16), -px(24)))


def places(axes: Axes, found: Against) -> tuple[Floats, Floats]:
    """Pixels of all examples; predictions beyond the axes are on the edge."""
    inside = np.clip(np.nan_to_num(found.predicted), axes.y.low, axes.y.high)
    return axes.px(found.true), axes.py(inside)


def nearest(axes: Axes, found: Against, at: QPointF) -> int:
    """The example that the mouse points at; −1: none is near."""
    x, y = places(axes, found)
    far = np.hypot(x - at.x(), y - at.y())
    i = int(np.argmin(far))
    return i if far[i] <= NEAR else -1


def draw_against(painter: QPainter, theme: Theme, room: QRectF, found: Against) -> None:
    """The line on which predictions are right, and the examples about it."""
    axes = axes_of(theme, room, found)
    label = f"{found.name} ({found.unit})" if found.unit else found.name
    axes.paint(painter, theme, tr("true {label}", label=label).strip())
    font = theme.font(SMALL)
    painter.setFont(font)
    painter.setPen(QColor(theme.secondary))
    words = tr("predicted {label}", label=label).strip()
    words = QFontMetricsF(font).elidedText(
        words, Qt.TextElideMode.ElideRight, room.width() - theme.px(16)
    )
    painter.drawText(
        QPointF(room.left() + theme.px(8), room.top() + theme.px(16)), words
    )
    painter.setPen(QPen(QColor(theme.secondary), 1, Qt.PenStyle.DashLine))
    painter.drawLine(axes.rect.bottomLeft(), axes.rect.topRight())
    x, y = places(axes, found)
    if found.spread is not None:
        painter.setPen(QPen(QColor(theme.accent), 1))
        half = np.abs(axes.py(found.spread) - axes.py(0.0))
        for px, py, h in zip(x.tolist(), y.tolist(), half.tolist(), strict=True):
            painter.drawLine(QPointF(px, py - h), QPointF(px, py + h))
    for of, pen, fill in (
        (~found.tested, theme.outline, theme.accent),
        (found.tested, theme.accent, theme.pane),
    ):
        painter.setPen(QPen(QColor(pen), 1.2))
        painter.setBrush(QColor(fill))
        draw_markers(painter, x[of], y[of], "o", theme.px(7))
