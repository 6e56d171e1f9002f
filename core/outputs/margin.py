"""Losses of a score that is not a probability."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.functions.words import named, symbol, where, z
from core.language import mark, tr
from core.outputs.elementwise import Elementwise
from core.outputs.unit import check_range

y = symbol("y")
_side = named("side", 2.0 * y - 1.0)
_room = named("room", 1.0 - _side * z)


class Hinge(Elementwise):
    """Hinge loss on a score: a margin of 1 costs nothing."""

    name = "hinge"
    order = 80
    title = mark("Hinge")
    formula = r"\sum_k \max(0, 1 - (2 y_k - 1) z_k)"
    threshold = 0.0
    prediction = "score"
    each = where(_room <= 0.0, 0.0, _room)
    slopes = (where(_room <= 0.0, 0.0, -_side),)  # 0 on the margin's edge and beyond
    slope_words = mark("∂L/∂z = −(2y − 1) inside the margin, 0 beyond it")
    words = "max(0, 1 − {side:factor}·{z:factor})"

    def target_width(self, classes: int, targets: int) -> int:
        """One column for 2 classes, else one per class."""
        if classes == 0:
            raise BadInput(
                f"{self.name}: problem must have classes, got {targets} target values"
            )
        return super().target_width(classes, targets)

    def check_targets(self, y: Floats, thing: str) -> None:
        """Targets are on one side or the other."""
        check_range(y, (y != 0.0) & (y != 1.0), thing, tr("be 0 or 1"))

    def shares(self, predicted: Floats) -> Floats:
        """Scores squeezed into 0 … 1: how clear the decision is."""
        squeezed = 1.0 / (1.0 + np.exp(-2.0 * np.clip(predicted, -30.0, 30.0)))
        return super().shares(squeezed)


HINGE = Hinge()
