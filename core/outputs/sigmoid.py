"""Losses whose output unit is a sigmoid."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.functions.maths import (
    sigmoid,
    sigmoid_slope,
)
from core.outputs.unit import Loss, check_range


class _Sigmoid(Loss):
    """Losses whose output unit is a sigmoid; targets lie in [0, 1]."""

    threshold = 0.0  # on the logit

    def check_targets(self, y: Floats, thing: str) -> None:
        """Targets are probabilities."""
        check_range(y, (y < 0.0) | (y > 1.0), thing, "be from 0 to 1")

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """σ(z)."""
        return sigmoid(z)


class BinaryCrossEntropy(_Sigmoid):
    """Cross-entropy of a sigmoid: a Bernoulli distribution."""

    name = "bce"
    order = 40
    title = "Sigmoid, cross-entropy"
    formula = r"\sum_k \mathrm{softplus}(z_k) - y_k z_k"

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """max(z, 0) − y z + log(1 + e^−|z|)."""
        positive = np.maximum(z, 0.0) - y * z
        return np.asarray(np.sum(positive + np.log1p(np.exp(-np.abs(z))), axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """σ(z) − y."""
        return sigmoid(z) - y


class SigmoidSquaredError(_Sigmoid):
    """Squared error of a sigmoid: saturates, kept to show why not to use it."""

    name = "sigmoid_mse"
    order = 50
    title = "Sigmoid, squared error"
    formula = r"\sum_k (\sigma(z_k) - y_k)^2"

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ_k (σ(z_k) − y_k)²."""
        return np.asarray(np.sum((sigmoid(z) - y) ** 2, axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """2 (σ − y) σ'; σ' vanishes on both sides, however wrong the output is."""
        return np.asarray(2.0 * (sigmoid(z) - y) * sigmoid_slope(z))


BCE = BinaryCrossEntropy()
SIGMOID_MSE = SigmoidSquaredError()
