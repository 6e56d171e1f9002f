"""Errors of a predicted value: the logit is the prediction."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.outputs.unit import Loss


class SquaredError(Loss):
    """Squared error: a Gaussian of unit variance."""

    name = "mse"
    order = 10
    title = "Squared error"
    formula = r"\sum_k (z_k - y_k)^2"

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ_k (z_k − y_k)²."""
        return np.asarray(np.sum((z - y) ** 2, axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """2 (z − y)."""
        return np.asarray(2.0 * (z - y))


class AbsoluteError(Loss):
    """Absolute error: a Laplace distribution; learns the conditional median."""

    name = "mae"
    order = 20
    title = "Absolute error"
    formula = r"\sum_k |z_k - y_k|"

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ_k |z_k − y_k|."""
        return np.asarray(np.sum(np.abs(z - y), axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """sign(z − y), 0 where they are equal."""
        return np.sign(z - y)


class Huber(Loss):
    """Squared near the target, absolute far from it."""

    name = "huber"
    order = 30
    title = "Huber"
    formula = (
        r"\sum_k h(z_k - y_k), \quad "
        r"h(e) = \frac{1}{2} e^2 \text{ if } |e| \le 1, \text{ else } |e| - \frac{1}{2}"
    )

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """½e² where |e| ≤ 1, else |e| − ½."""
        return np.asarray(np.sum(huber(z - y), axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """The error, cut off at ±1."""
        return np.clip(z - y, -1.0, 1.0)


def huber(error: Floats) -> Floats:
    """½e² where |e| ≤ 1, else |e| − ½, entry by entry."""
    size = np.abs(error)
    return np.where(size <= 1.0, 0.5 * error * error, size - 0.5)


MSE = SquaredError()
MAE = AbsoluteError()
HUBER = Huber()
