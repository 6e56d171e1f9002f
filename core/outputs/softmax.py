"""Losses whose output unit is a softmax."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.functions.maths import (
    logsumexp,
    softmax,
    softmax_vjp,
)
from core.outputs.unit import Loss


class _Softmax(Loss):
    """Losses whose output unit is a softmax; targets are one-hot or smoothed rows."""

    def target_width(self, classes: int, targets: int) -> int:
        """One column a class, for 2 classes too."""
        if classes == 0:
            raise BadInput(
                f"{self.name}: problem must have classes, got {targets} target values"
            )
        return classes

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """softmax(z)."""
        return softmax(z)


class CrossEntropy(_Softmax):
    """Cross-entropy of a softmax: a multinoulli distribution."""

    name = "ce"
    order = 60
    title = "Softmax, cross-entropy"
    formula = r"\log \sum_k e^{z_k} - \sum_k q_k z_k"

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Logsumexp(z) − Σ_k q_k z_k."""
        return np.asarray(logsumexp(z) - np.sum(y * z, axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Softmax(z) − q."""
        return softmax(z) - y


class SoftmaxSquaredError(_Softmax):
    """Squared error of a softmax: no push when confidently wrong."""

    name = "softmax_mse"
    order = 70
    title = "Softmax, squared error"
    formula = r"\sum_k (p_k - q_k)^2, \quad p = \mathrm{softmax}(z)"

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ_k (p_k − q_k)²."""
        return np.asarray(np.sum((softmax(z) - y) ** 2, axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ_j p_k p_j (g_k − g_j) with g = 2 (p − q)."""
        p = softmax(z)
        return softmax_vjp(p, 2.0 * (p - y))


CE = CrossEntropy()
SOFTMAX_MSE = SoftmaxSquaredError()
