"""What an extra output of a layer predicts the loss to be, for draws one by one."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from core.arrays import Floats
from core.network import NetworkSpec

_RIDGE = 1e-9  # keeps a fit to few draws small where they do not determine it


class Learned(Protocol):
    """A baseline that reads what its layer reads."""

    def predict(self, read: Floats, loss: Floats) -> Floats:
        """The loss predicted for draws (draws, n); ``read`` is (draws, n, k)."""
        ...


class Trained:
    """The extra output that the network has learned."""

    def __init__(self, weights: Floats) -> None:
        self._weights = weights  # (k + 1,), the last is its bias

    def predict(self, read: Floats, loss: Floats) -> Floats:
        """Does not learn any more."""
        return np.asarray(_with_one(read) @ self._weights)


class Fitted:
    """An extra output that is fitted to the draws before, again whenever they double.

    It never sees the draw it is taken off, so the estimate stays unbiased.
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
    """The layer's own extra output, or one that is fitted to the draws."""
    block = network.layout.layers[layer].baseline
    if block is not None:
        return Trained(np.asarray(block.of(theta), np.float64))
    return Fitted(network.fan_in(layer))
