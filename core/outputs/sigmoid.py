"""Losses whose output unit is a sigmoid."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.functions import maths
from core.functions.words import (
    named,
    sigmoid,
    sigmoid_slope,
    softplus_less,
    square,
    symbol,
    z,
)
from core.language import mark, tr
from core.outputs.elementwise import Elementwise
from core.outputs.unit import check_range

y = symbol("y")


class _Sigmoid(Elementwise):
    """Losses whose output unit is a sigmoid; targets are in [0, 1]."""

    threshold = 0.0  # on the logit
    gives_probabilities = True

    def check_targets(self, y: Floats, thing: str) -> None:
        """Targets are probabilities."""
        check_range(y, (y < 0.0) | (y > 1.0), thing, tr("be from 0 to 1"))

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """σ(z)."""
        return maths.sigmoid(z)

    def probabilities(
        self, z: Floats, classes: int, temperature: float = 1.0
    ) -> Floats | None:
        """1 − σ(z/τ) and σ(z/τ) for a single logit of two classes."""
        if classes != 2 or z.shape[1] != 1:
            return None
        # 1 − σ(z) is σ(−z), which does not cancel when σ(z) is near 1.
        parts = [maths.sigmoid_at(sign * z[:, 0], temperature) for sign in (-1.0, 1.0)]
        return np.stack(parts, axis=1)


class BinaryCrossEntropy(_Sigmoid):
    """Cross-entropy of a sigmoid: a Bernoulli distribution."""

    name = "bce"
    order = 40
    title = mark("Sigmoid, cross-entropy")
    formula = r"\sum_k \mathrm{softplus}(z_k) - y_k z_k"
    each = softplus_less(z, y * z)
    slopes = (sigmoid(z) - y,)
    slope_words = mark("sigmoid with cross-entropy: ∂L/∂z = σ(z) − y")
    words = "log(1 + exp({z})) − {y}·{z:factor}"
    slope_is_gap = True
    rival = "sigmoid_mse"

    def push_curve(self, wrongness: Floats) -> Floats:
        """The wrongness itself."""
        return wrongness


class SigmoidSquaredError(_Sigmoid):
    """Squared error of a sigmoid: saturates, kept to show why not to use it."""

    name = "sigmoid_mse"
    order = 50
    title = mark("Sigmoid, squared error")
    formula = r"\sum_k (\sigma(z_k) - y_k)^2"
    p = named("p", sigmoid(z))
    error = named("e", p - y)
    each = square(error)
    # σ' vanishes on both sides, however wrong the output is.
    slopes = (2.0 * error * sigmoid_slope(z),)
    slope_words = mark(
        "∂L/∂z = 2 (σ(z) − y) σ(z) (1 − σ(z)), which vanishes when certain"
    )
    words = "({p} − {y})²"
    rival = "bce"
    saturates = True

    def push_curve(self, wrongness: Floats) -> Floats:
        """2w · σ'."""
        w = wrongness
        return np.asarray(2.0 * w * w * (1.0 - w))


BCE = BinaryCrossEntropy()
SIGMOID_MSE = SigmoidSquaredError()
