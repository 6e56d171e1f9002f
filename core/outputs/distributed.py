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

    def density(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Density of the first target, or the chance of each count."""
        first = np.concatenate([part[:, :1] for part in self.split(z)], axis=1)
        found = self.distribution(first)
        rule = found.pmf if hasattr(found.dist, "pmf") else found.pdf
        return np.asarray(rule(y[:, None, None])[..., 0])

    def spread(self, z: Floats) -> Floats:
        """The standard deviation."""
        return np.asarray(self.distribution(z).std())


def bounded_exp(logged: Floats) -> Floats:
    """e^x, large instead of infinite."""
    return np.asarray(np.exp(np.minimum(logged, 80.0)))


def inverse_softplus_of(logit: Floats) -> Floats:
    """1/softplus(logit): a scale from its rate, never infinite."""
    return bounded_exp(-log_softplus(logit))
