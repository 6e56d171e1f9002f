"""Base of output units that predict the whole distribution of a value."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.functions.maths import log_softplus
from core.outputs.elementwise import Elementwise
from core.outputs.laws import Law
from core.outputs.predicted import FromLaw, Predicted


class Distributed(Elementwise):
    """A distribution for each target, with parameters from the heads."""

    predicts_distribution = True
    kind: ClassVar[type[FromLaw]] = FromLaw

    def target_width(self, classes: int, targets: int) -> int:
        """Values only: a class number is not an amount, a count or an angle."""
        if classes:
            raise BadInput(
                f"{self.name}: problem must have values as targets, got {classes} "
                "classes"
            )
        return targets

    def distribution(self, z: Floats) -> Law:
        """The predicted distribution of every target (n, d)."""
        raise NotImplementedError(self.name)

    def mode(self, z: Floats) -> Floats:
        """Where the density is largest (n, d); the mean, where it is symmetric."""
        return self.predict(z)

    def predicted(self, z: Floats, target: int = 0, components: int = 3) -> Predicted:
        """The distribution of one target."""
        one = self.of_target(z, target)
        return self.kind(self.distribution(one), self.predict(one), self.mode(one))

    def of_target(self, z: Floats, target: int) -> Floats:
        """The logits of one target as if the n examples were n targets, (heads·n,)."""
        return np.concatenate([part[:, target] for part in self.split(z)])

    def spread(self, z: Floats) -> Floats:
        """The standard deviation."""
        return self.distribution(z).deviation()


def bounded_exp(logged: Floats) -> Floats:
    """e^x, large instead of infinite."""
    return np.asarray(np.exp(np.minimum(logged, 80.0)))


def inverse_softplus_of(logit: Floats) -> Floats:
    """1/softplus(logit): a scale from its rate, never infinite."""
    return bounded_exp(-log_softplus(logit))
