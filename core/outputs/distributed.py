"""What output units have in common that predict the whole distribution of a value."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.functions.maths import log_softplus
from core.outputs.elementwise import Elementwise


class Distributed(Elementwise):
    """A distribution for each target, its parameters made from the heads."""

    def target_width(self, classes: int, targets: int) -> int:
        """Values alone: a class number is not an amount, a count or an angle."""
        if classes:
            raise BadInput(
                f"{self.name}: problem must have values as targets, got {classes} "
                "classes"
            )
        return targets

    def distribution(self, z: Floats) -> Any:
        """The predicted distribution of every target (n, d), frozen, from scipy."""
        raise NotImplementedError(self.name)

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """The mean."""
        return np.asarray(self.distribution(z).mean())

    def spread(self, z: Floats) -> Floats:
        """The standard deviation."""
        return np.asarray(self.distribution(z).std())


def inverse_softplus_of(logit: Floats) -> Floats:
    """1/softplus(logit): a scale from its rate, never infinite."""
    return np.asarray(np.exp(np.minimum(-log_softplus(logit), 300.0)))
