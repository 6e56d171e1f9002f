"""A Gaussian whose precision is learned too."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.errors import require
from core.functions.maths import (
    log_softplus,
    log_softplus_slope,
    sigmoid,
    softplus,
)
from core.outputs.unit import HALF_LOG_2PI, Loss


def mean_and_precision(z: Floats) -> tuple[Floats, Floats]:
    """Split the logits of `gaussian_nll` into μ and β = softplus(a), each (n, d)."""
    half = z.shape[1] // 2
    return z[:, :half], softplus(z[:, half:])


class GaussianNll(Loss):
    """A Gaussian whose precision is learned too: all μ, then all a; β = softplus(a)."""

    name = "gaussian_nll"
    order = 90
    title = "Gaussian with learned precision"
    formula = (
        r"\sum_k \frac{1}{2} \beta_k (y_k - \mu_k)^2 - \frac{1}{2} \log \beta_k "
        r"+ \frac{1}{2} \log 2\pi, \quad \beta = \mathrm{softplus}(a)"
    )

    def width(self, classes: int, targets: int, components: int = 3) -> int:
        """A mean and a precision for each target."""
        return 2 * self.target_width(classes, targets)

    def targets_of(self, width: int, components: int) -> int:
        """Half of the logits are means."""
        require(
            width % 2 == 0,
            f"output: width of {self.name}",
            "be even (means, then precisions)",
            width,
        )
        return width // 2

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Negative log-likelihood."""
        mean, precision = mean_and_precision(z)
        log_precision = log_softplus(z[:, mean.shape[1] :])
        each = 0.5 * precision * (y - mean) ** 2 - 0.5 * log_precision + HALF_LOG_2PI
        return np.asarray(np.sum(each, axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """β (μ − y) by μ; ½ (y − μ)² σ(a) − ½ (log β)' by a."""
        mean, precision = mean_and_precision(z)
        raw = z[:, mean.shape[1] :]
        error = y - mean
        by_raw = 0.5 * error**2 * sigmoid(raw) - 0.5 * log_softplus_slope(raw)
        return np.concatenate([-precision * error, by_raw], axis=1)

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """μ."""
        return z[:, : z.shape[1] // 2]

    def _score(self, z: Floats, components: int) -> Floats:
        return self.predict(z)


GAUSSIAN_NLL = GaussianNll()
