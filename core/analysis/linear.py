"""The linear model in closed form: where gradient descent on `mse` would converge."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite

import numpy as np

from core.arrays import Floats
from core.errors import BadInput, require


@dataclass(frozen=True, slots=True, eq=False)
class LinearFit:
    """The best affine map ŷ = W x + b in the sense of squared error."""

    W: Floats  # (k, d)
    b: Floats  # (k,)
    mse: float  # mean over examples of the squared error, without penalty
    condition: float  # number of the matrix XᵀX / n + ridge · I; infinite: singular

    @property
    def theta(self) -> Floats:
        """The flat parameters of a network without hidden layers."""
        return np.concatenate([self.W.ravel(), self.b])

    def predict(self, x: Floats) -> Floats:
        """Values (n, k) at the points ``x`` (n, d)."""
        return np.asarray(x @ self.W.T + self.b)


def fit_linear(x: Floats, y: Floats, ridge: float = 0.0) -> LinearFit:
    """Minimise mean ‖W x + b − y‖² + ridge · Σ W² by the normal equation.

    ``x`` is (n, d), ``y`` (n, k) or (n,). The bias is not penalised, as in training
    with l2. Where the minimum is not unique (fewer points than inputs, equal columns),
    the smallest W is returned.
    """
    require(isfinite(ridge) and ridge >= 0, "linear fit: ridge", "be 0 or more", ridge)
    y = y.reshape(len(y), -1)
    if len(x) != len(y) or not len(x):
        raise BadInput(
            f"linear fit: x and y must have the same number of rows, at least 1, "
            f"got {len(x)} and {len(y)}"
        )
    # Centring removes the bias, which puts the plane through the means.
    x_mean, y_mean = x.mean(axis=0), y.mean(axis=0)
    centred = x - x_mean
    if ridge > 0.0:
        # (XᵀX + n λ I) Wᵀ = Xᵀ Y; the penalty makes the matrix regular.
        normal = centred.T @ centred + len(x) * ridge * np.eye(x.shape[1])
        weights = np.linalg.solve(normal, centred.T @ (y - y_mean)).T
    else:
        # The same equation through an orthogonal factorisation, which does not
        # square the condition number and finds the smallest of several solutions.
        weights = np.linalg.lstsq(centred, y - y_mean, rcond=None)[0].T
    bias = y_mean - weights @ x_mean
    errors = x @ weights.T + bias - y
    mse = float(np.mean(np.sum(errors**2, axis=1)))
    return LinearFit(weights, bias, mse, _condition(centred, ridge))


def _condition(centred: Floats, ridge: float) -> float:
    """The condition number, from the singular values."""
    n, d = centred.shape
    stretches = np.zeros(d)
    found = np.linalg.svd(centred, compute_uv=False)
    stretches[: len(found)] = found
    squares = stretches**2 / n
    if squares[-1] <= squares[0] * d * np.finfo(np.float64).eps:
        squares[-1] = 0.0  # only rounding is left
    least = float(squares[-1] + ridge)
    return float((squares[0] + ridge) / least) if least > 0.0 else inf
