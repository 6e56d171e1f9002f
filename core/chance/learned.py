"""Learned baselines: an extra output of a layer that predicts the loss of each draw."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from core.arrays import Floats
from core.network import NetworkSpec

_RIDGE = 1e-9  # keeps an underdetermined fit to few draws small


class Learned(Protocol):
    """A baseline with the same inputs as its layer."""

    def predict(self, read: Floats, loss: Floats) -> Floats:
        """The loss predicted for draws (draws, n); ``read`` is (draws, n, k)."""
        ...


class Trained:
    """The extra output as the network has learned it."""

    def __init__(self, weights: Floats) -> None:
        self._weights = weights  # (k + 1,), the last is its bias

    def predict(self, read: Floats, loss: Floats) -> Floats:
        """Predict without learning."""
        return np.asarray(_with_one(read) @ self._weights)


class Fitted:
    """An extra output fitted to the earlier draws, again whenever they double.

    It never sees the draw it is subtracted from, so the estimate stays unbiased.
    """

    def __init__(self, size: int) -> None:
        self._products = _RIDGE * np.eye(size + 1)
        self._with_loss = np.zeros(size + 1)
        self._weights: Floats = np.zeros(size + 1)
        self._seen = 0

    def predict(self, read: Floats, loss: Floats) -> Floats:
        """Predict, then learn; the first draw is predicted as 0."""
        rows = _with_one(read)
        found = np.empty_like(loss)
        at = 0
        while at < len(rows):
            end = min(len(rows), at + max(1, _next(self._seen) - self._seen))
            part, losses = rows[at:end], loss[at:end]
            found[at:end] = part @ self._weights
            flat = part.reshape(-1, part.shape[-1])
            self._products += flat.T @ flat
            self._with_loss += flat.T @ losses.reshape(-1)
            self._seen += end - at
            at = end
            if self._seen & (self._seen - 1) == 0:
                self._weights = np.linalg.solve(self._products, self._with_loss)
        return found


def _next(seen: int) -> int:
    """The next power of two above ``seen``."""
    return 1 << seen.bit_length()


def _with_one(read: Floats) -> Floats:
    one = np.ones((*read.shape[:-1], 1))
    return np.concatenate([np.asarray(read, np.float64), one], axis=-1)


def learned_for(network: NetworkSpec, theta: Floats, layer: int) -> Learned:
    """The layer's own extra output, or one fitted to the draws."""
    block = network.layout.layers[layer].baseline
    if block is not None:
        return Trained(np.asarray(block.of(theta), np.float64))
    return Fitted(network.fan_in(layer))
