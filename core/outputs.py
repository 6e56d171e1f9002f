"""Output units: what the logits mean, the loss that reads them, and its gradient.

To add one: write a subclass of `Loss`, list it in `LOSSES`, and give it a kernel code
in `core.network.LOSS_NAMES`. Logits ``z`` are (n, width), targets ``y`` (n, k); a loss
is one number an example, a sum over output components. Every loss and gradient stays
finite for logits of ±1000.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import log, pi
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from core.activations import sigmoid, sigmoid_slope, softplus
from core.arrays import Bools, Floats, Ints
from core.errors import BadInput, shown

if TYPE_CHECKING:
    from core.problems.base import Sample

HALF_LOG_2PI = 0.5 * log(2.0 * pi)


def softmax(z: Floats) -> Floats:
    """Probabilities along the last axis; the maximum is subtracted first."""
    grown = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=-1, keepdims=True))


def logsumexp(z: Floats) -> Floats:
    """``log Σ e^z`` along the last axis, without overflow; one axis fewer than z."""
    top = z.max(axis=-1, keepdims=True)
    return np.asarray(top[..., 0] + np.log(np.sum(np.exp(z - top), axis=-1)))


def softmax_vjp(p: Floats, grad: Floats) -> Floats:
    """Σ_j p_k p_j (g_k − g_j): unlike p (g − Σ p g) it does not cancel."""
    gaps = grad[..., :, None] - grad[..., None, :]
    return np.asarray(p * np.einsum("...j,...kj->...k", p, gaps))


def log_softplus(a: Floats) -> Floats:
    """``log log(1 + e^a)``; ≈ a where e^a is too small to be added to 1."""
    plain = np.log(softplus(np.maximum(a, -30.0)))
    return np.where(a < -30.0, a, plain)


def log_softplus_slope(a: Floats) -> Floats:
    """σ(a) / softplus(a), which tends to 1 for a ≪ 0."""
    bounded = np.maximum(a, -30.0)
    ratio = sigmoid(bounded) / softplus(bounded)
    return np.where(a < -30.0, np.ones_like(a), ratio)


def log_softplus_curvature(a: Floats) -> Floats:
    """Second derivative of `log_softplus`: r (1 − σ − r) with its slope r."""
    ratio = log_softplus_slope(a)
    exact = ratio * (sigmoid(-a) - ratio)
    # 1 − σ − r ≈ −e^a/2 cancels there; the series does not.
    series = -0.5 * np.exp(np.minimum(a, -8.0))
    return np.where(a < -18.0, series, exact)


def mean_and_precision(z: Floats) -> tuple[Floats, Floats]:
    """Split the logits of `gaussian_nll` into μ and β = softplus(a), each (n, d)."""
    half = z.shape[1] // 2
    return z[:, :half], softplus(z[:, half:])


def mixture(z: Floats, components: int) -> tuple[Floats, Floats, Floats]:
    """Split the logits of `mdn`: π (n, m), μ (n, m, d), β = softplus(a) (n, m, d)."""
    shares, means, raw = split_mixture(z, components)
    return softmax(shares), means, softplus(raw)


def split_mixture(z: Floats, components: int) -> tuple[Floats, Floats, Floats]:
    """The parts of `mdn`'s logits as they are: (n, m), (n, m, d), (n, m, d)."""
    n, width = z.shape
    d = (width - components) // (2 * components)
    middle = components + components * d
    means = z[:, components:middle].reshape(n, components, d)
    raw = z[:, middle:].reshape(n, components, d)
    return z[:, :components], means, raw


class Loss(ABC):
    """An output unit with its loss.

    ``components`` matters to `mdn` alone. ``width`` is asked with ``classes`` 0 for a
    problem with values, and then ``targets`` is their number.
    """

    name: ClassVar[str]
    title: ClassVar[str]  # for people
    formula: ClassVar[str]  # LaTeX
    #: Where a single output changes from class 0 to class 1.
    threshold: ClassVar[float] = 0.5

    def width(self, classes: int, targets: int, components: int = 3) -> int:
        """Number of logits; `BadInput` if the loss does not fit the problem."""
        return self.target_width(classes, targets)

    def target_width(self, classes: int, targets: int) -> int:
        """Columns of the targets: one for 2 classes, else one a class."""
        if classes == 0:
            return targets
        return 1 if classes == 2 else classes

    def encode(self, sample: Sample) -> Floats:
        """Targets (n, k) as the loss reads them: values, 0/1, or one-hot rows."""
        if sample.classes == 0:
            y = np.asarray(sample.y, dtype=np.float64).reshape(len(sample), -1)
            self.target_width(0, y.shape[1])  # refuses values where they do not fit
        else:
            labels = np.asarray(sample.y).astype(np.int64)
            _check_labels(self.name, labels, sample.classes)
            k = self.target_width(sample.classes, 1)
            if k == 1:
                y = labels[:, None].astype(np.float64)
            else:
                y = np.eye(sample.classes)[labels]
        self.check_targets(y, f"{self.name}: target")
        return y

    def check_targets(self, y: Floats, thing: str) -> None:
        """Raise `BadInput` for the first target outside the loss's range."""
        _check_range(y, ~np.isfinite(y), thing, "be finite")

    @abstractmethod
    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Loss of every example, (n,)."""

    @abstractmethod
    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """∂loss_i/∂z_i of every example, (n, width)."""

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """Mean of the predicted distribution, (n, k): probabilities where they exist.

        `hinge` has no distribution; its prediction is the score itself.
        """
        return z

    def decide(self, z: Floats, classes: int, components: int = 3) -> Ints:
        """Class numbers (n,): the largest output, or which side of the threshold."""
        score = self._score(z, components)
        if score.shape[1] == 1:
            return (score[:, 0] > self.threshold).astype(np.int64)
        return np.asarray(np.argmax(score, axis=1))

    def _score(self, z: Floats, components: int) -> Floats:
        """What a decision compares; the logits unless they mean something else."""
        return z


def _check_labels(name: str, labels: Ints, classes: int) -> None:
    bad = np.flatnonzero((labels < 0) | (labels >= classes))
    if bad.size:
        raise BadInput(
            f"{name}: class label must be from 0 to {classes - 1}, "
            f"got {labels[bad[0]]} at row {bad[0]}"
        )


def _check_range(y: Floats, wrong: Bools, thing: str, rule: str) -> None:
    bad = np.argwhere(wrong)
    if bad.size:
        row, column = bad[0]
        value = shown(float(y[row, column]))
        raise BadInput(f"{thing} must {rule}, got {value} at row {row}")


class SquaredError(Loss):
    """Squared error: a Gaussian of unit variance."""

    name = "mse"
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


class _Sigmoid(Loss):
    """Losses whose output unit is a sigmoid; targets lie in [0, 1]."""

    threshold = 0.0  # on the logit

    def check_targets(self, y: Floats, thing: str) -> None:
        """Targets are probabilities."""
        _check_range(y, (y < 0.0) | (y > 1.0), thing, "be from 0 to 1")

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """σ(z)."""
        return sigmoid(z)


class BinaryCrossEntropy(_Sigmoid):
    """Cross-entropy of a sigmoid: a Bernoulli distribution."""

    name = "bce"
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
    title = "Sigmoid, squared error"
    formula = r"\sum_k (\sigma(z_k) - y_k)^2"

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ_k (σ(z_k) − y_k)²."""
        return np.asarray(np.sum((sigmoid(z) - y) ** 2, axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """2 (σ − y) σ'; σ' vanishes on both sides, however wrong the output is."""
        return np.asarray(2.0 * (sigmoid(z) - y) * sigmoid_slope(z))


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
    title = "Softmax, squared error"
    formula = r"\sum_k (p_k - q_k)^2, \quad p = \mathrm{softmax}(z)"

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ_k (p_k − q_k)²."""
        return np.asarray(np.sum((softmax(z) - y) ** 2, axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ_j p_k p_j (g_k − g_j) with g = 2 (p − q)."""
        p = softmax(z)
        return softmax_vjp(p, 2.0 * (p - y))


class Hinge(Loss):
    """Hinge loss on a score: a margin of 1 costs nothing."""

    name = "hinge"
    title = "Hinge"
    formula = r"\sum_k \max(0, 1 - (2 y_k - 1) z_k)"
    threshold = 0.0

    def target_width(self, classes: int, targets: int) -> int:
        """One column for 2 classes, else one a class."""
        if classes == 0:
            raise BadInput(
                f"hinge: problem must have classes, got {targets} target values"
            )
        return super().target_width(classes, targets)

    def check_targets(self, y: Floats, thing: str) -> None:
        """Targets are on one side or the other."""
        _check_range(y, (y != 0.0) & (y != 1.0), thing, "be 0 or 1")

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """max(0, 1 − (2y − 1) z)."""
        return np.asarray(np.sum(np.maximum(1.0 - (2.0 * y - 1.0) * z, 0.0), axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """−(2y − 1) inside the margin, 0 on its edge and beyond."""
        side = 2.0 * y - 1.0
        return np.where(1.0 - side * z > 0.0, -side, np.zeros_like(z))


class GaussianNll(Loss):
    """A Gaussian whose precision is learned too: all μ, then all a; β = softplus(a)."""

    name = "gaussian_nll"
    title = "Gaussian with learned precision"
    formula = (
        r"\sum_k \frac{1}{2} \beta_k (y_k - \mu_k)^2 - \frac{1}{2} \log \beta_k "
        r"+ \frac{1}{2} \log 2\pi, \quad \beta = \mathrm{softplus}(a)"
    )

    def width(self, classes: int, targets: int, components: int = 3) -> int:
        """A mean and a precision for each target."""
        return 2 * self.target_width(classes, targets)

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


class MixtureDensity(Loss):
    """A mixture of Gaussians: m logits, m·d means, m·d a's, component by component."""

    name = "mdn"
    title = "Mixture density"
    formula = (
        r"-\log \sum_i \pi_i \prod_k \mathcal{N}(y_k; \mu_{ik}, \beta_{ik}^{-1}), "
        r"\quad \pi = \mathrm{softmax}, \; \beta = \mathrm{softplus}(a)"
    )

    def width(self, classes: int, targets: int, components: int = 3) -> int:
        """One share, d means and d precisions a component."""
        return components * (1 + 2 * self.target_width(classes, targets))

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Negative log-likelihood by logsumexp."""
        return np.asarray(
            logsumexp(z[:, :components]) - logsumexp(self._joint(z, y, components))
        )

    def _joint(self, z: Floats, y: Floats, components: int) -> Floats:
        """Logarithm of share × density, up to the shares' own logsumexp: (n, m)."""
        shares, means, raw = split_mixture(z, components)
        squares = 0.5 * softplus(raw) * (y[:, None, :] - means) ** 2
        each = 0.5 * log_softplus(raw) - squares - HALF_LOG_2PI
        return np.asarray(shares + each.sum(axis=2))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """π − r by the shares; r times the Gaussian's gradient by its parts.

        r is the responsibility of each component for the example.
        """
        n = len(z)
        shares, means, raw = split_mixture(z, components)
        r = softmax(self._joint(z, y, components))
        error = y[:, None, :] - means
        by_mean = -r[:, :, None] * softplus(raw) * error
        slope = 0.5 * error**2 * sigmoid(raw) - 0.5 * log_softplus_slope(raw)
        by_raw = r[:, :, None] * slope
        return np.concatenate(
            [softmax(shares) - r, by_mean.reshape(n, -1), by_raw.reshape(n, -1)], axis=1
        )

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """Mean of the mixture."""
        share, means, _ = mixture(z, components)
        return np.asarray(np.einsum("nm,nmd->nd", share, means))

    def _score(self, z: Floats, components: int) -> Floats:
        return self.predict(z, components)


LOSSES: dict[str, Loss] = {
    loss.name: loss
    for loss in (
        SquaredError(),
        AbsoluteError(),
        Huber(),
        BinaryCrossEntropy(),
        SigmoidSquaredError(),
        CrossEntropy(),
        SoftmaxSquaredError(),
        Hinge(),
        GaussianNll(),
        MixtureDensity(),
    )
}
