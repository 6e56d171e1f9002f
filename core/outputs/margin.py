"""Losses of a score, which speaks of no probability."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.outputs.unit import Loss, check_range


class Hinge(Loss):
    """Hinge loss on a score: a margin of 1 costs nothing."""

    name = "hinge"
    order = 80
    title = "Hinge"
    formula = r"\sum_k \max(0, 1 - (2 y_k - 1) z_k)"
    threshold = 0.0

    def target_width(self, classes: int, targets: int) -> int:
        """One column for 2 classes, else one a class."""
        if classes == 0:
            raise BadInput(
                f"hinge: problem must have classes, got {targets} target values"
            )
        return super().target_width(classes, targets)

    def check_targets(self, y: Floats, thing: str) -> None:
        """Targets are on one side or the other."""
        check_range(y, (y != 0.0) & (y != 1.0), thing, "be 0 or 1")

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """max(0, 1 − (2y − 1) z)."""
        return np.asarray(np.sum(np.maximum(1.0 - (2.0 * y - 1.0) * z, 0.0), axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """−(2y − 1) inside the margin, 0 on its edge and beyond."""
        side = 2.0 * y - 1.0
        return np.where(1.0 - side * z > 0.0, -side, np.zeros_like(z))


HINGE = Hinge()
