"""Several values at once: a Gaussian with a full covariance."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats
from core.errors import BadInput, require
from core.functions.maths import log_softplus, log_softplus_slope, sigmoid, softplus
from core.language import mark, tr
from core.outputs.gaussian import normal
from core.outputs.predicted import Predicted
from core.outputs.unit import HALF_LOG_2PI, Loss

if TYPE_CHECKING:
    from core.autodiff.graph import Node
    from core.network import OutputSpec


class MultivariateNll(Loss):
    """μ (d), then the lower triangle of L row by row; the precision is L Lᵀ.

    The diagonal of L is a softplus, so that every precision is positive definite.
    """

    name = "mvn_nll"
    order = 160
    title = mark("Gaussian with full covariance")
    formula = (
        r"\frac{1}{2} \|L^\top (y - \mu)\|^2 - \sum_i \log L_{ii} "
        r"+ \frac{d}{2} \log 2\pi, \quad P = L L^\top"
    )
    predicts_distribution = True
    goes_together = True
    head_titles = ("means", mark("the lower triangle of L"))

    def target_width(self, classes: int, targets: int) -> int:
        """Two values or more."""
        if classes or targets < 2:
            got = f"{classes} classes" if classes else f"{targets} value"
            raise BadInput(
                f"{self.name}: problem must have two values or more as targets, "
                f"got {got}"
            )
        return targets

    def width(self, classes: int, targets: int, components: int = 3) -> int:
        """D means and d (d + 1)/2 entries of L."""
        d = self.target_width(classes, targets)
        return d + d * (d + 1) // 2

    def targets_of(self, width: int, components: int) -> int:
        """The d with d (d + 3)/2 logits."""
        d = (isqrt(9 + 8 * width) - 3) // 2
        require(
            d >= 2 and d * (d + 3) // 2 == width,
            f"output: width of {self.name}",
            tr("be d + d·(d + 1)/2 for d targets, two or more"),
            width,
        )
        return d

    def factor(self, z: Floats) -> tuple[Floats, Floats]:
        """μ (n, d) and L (n, d, d)."""
        d = self.targets_of(z.shape[1], 0)
        rows, columns = np.tril_indices(d)
        lower = np.zeros((len(z), d, d), z.dtype)
        lower[:, rows, columns] = z[:, d:]
        inner = np.arange(d)
        lower[:, inner, inner] = softplus(lower[:, inner, inner])
        return z[:, :d], lower

    def _diagonal(self, z: Floats) -> Floats:
        """The logits of L's diagonal, (n, d)."""
        d = self.targets_of(z.shape[1], 0)
        return z[:, d + diagonal_places(d)]

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Negative log-likelihood."""
        mean, lower = self.factor(z)
        u = np.einsum("nij,ni->nj", lower, y - mean)
        logged = log_softplus(self._diagonal(z)).sum(axis=1)
        return np.asarray(
            0.5 * np.sum(u * u, axis=1) - logged + z.dtype.type(HALF_LOG_2PI) * len(u.T)
        )

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """−L u by μ, e uᵀ by L, and through the softplus on the diagonal."""
        mean, lower = self.factor(z)
        d = mean.shape[1]
        error = y - mean
        u = np.einsum("nij,ni->nj", lower, error)
        rows, columns = np.tril_indices(d)
        by_lower = error[:, rows] * u[:, columns]
        raw = self._diagonal(z)
        places = diagonal_places(d)
        by_lower[:, places] = by_lower[:, places] * sigmoid(raw) - log_softplus_slope(
            raw
        )
        return np.concatenate([-np.einsum("nij,nj->ni", lower, u), by_lower], axis=1)

    def graph(self, z: Node, y: Node, spec: OutputSpec) -> Node:
        """½ ‖Lᵀ (y − μ)‖² − Σ log L_ii + ½ d log 2π, entry by entry."""
        from core.autodiff.functions import SQUARE, curve
        from core.functions import words

        d = spec.targets
        logit = [z.columns(i, i + 1) for i in range(z.shape[1])]
        error = [y.columns(i, i + 1) - logit[i] for i in range(d)]
        total: Node | None = None
        for j in range(d):
            u: Node | None = None
            for i in range(j, d):
                raw = logit[d + i * (i + 1) // 2 + j]
                part = (curve(words.softplus)(raw) if i == j else raw) * error[i]
                u = part if u is None else u + part
            assert u is not None
            diagonal = logit[d + j * (j + 1) // 2 + j]
            cost = SQUARE(u) * 0.5 - curve(words.log_softplus)(diagonal)
            total = cost if total is None else total + cost
        assert total is not None
        return total.plus(d * HALF_LOG_2PI).row_sums()

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """μ."""
        return z[:, : self.targets_of(z.shape[1], 0)]

    def errors(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """μ − y; an entry of L has that of its row."""
        off = self.predict(z) - y
        return np.concatenate([off, off[:, np.tril_indices(off.shape[1])[0]]], axis=1)

    def letters(self, targets: int, components: int) -> list[tuple[str, int]]:
        """Means and the entries of L."""
        return [("μ", targets), ("L", targets * (targets + 1) // 2)]

    def covariance(self, z: Floats) -> Floats:
        """(L Lᵀ)⁻¹ of every example, (n, d, d)."""
        _, lower = self.factor(z)
        inner = np.arange(lower.shape[1])
        lower[:, inner, inner] = np.maximum(lower[:, inner, inner], 1e-30)
        with np.errstate(all="ignore"):
            inverse = _inverse(lower)
            return np.asarray(np.einsum("nki,nkj->nij", inverse, inverse))

    def predicted(self, z: Floats, target: int = 0, components: int = 3) -> Predicted:
        """The marginal Gaussian of one value."""
        return normal(z[:, target], self.spread(z)[:, target])

    def joint(self, z: Floats) -> tuple[Floats, Floats]:
        """μ and the covariance."""
        return self.predict(z), self.covariance(z)

    def draws(
        self, z: Floats, count: int, rng: np.random.Generator, components: int = 3
    ) -> Floats:
        """μ + L⁻ᵀ ε, all values jointly."""
        from scipy.linalg import solve_triangular

        mean, lower = self.factor(z)
        inner = np.arange(lower.shape[1])
        lower[:, inner, inner] = np.maximum(lower[:, inner, inner], 1e-30)
        noise = rng.normal(size=(lower.shape[1], count))
        return np.asarray(mean + solve_triangular(lower[0].T, noise).T)

    def spread(self, z: Floats) -> Floats:
        """The marginal standard deviation of each value."""
        return np.asarray(np.sqrt(np.einsum("nii->ni", self.covariance(z))))


def _inverse(lower: Floats) -> Floats:
    """The inverse of lower triangles, row by row; not finite if logits overflowed."""
    found = np.zeros_like(lower)
    for i in range(lower.shape[1]):
        found[:, i] = -np.einsum("nk,nkj->nj", lower[:, i, :i], found[:, :i])
        found[:, i, i] += 1.0
        found[:, i] /= lower[:, i, i, None]
    return found


def diagonal_places(d: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The indices of the diagonal in a lower triangle stored row by row."""
    i = np.arange(d)
    return i * (i + 1) // 2 + i


MVN_NLL = MultivariateNll()
