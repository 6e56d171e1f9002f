"""Losses whose output unit is a softmax."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.functions.maths import (
    logsumexp,
    softmax,
    softmax_vjp,
)
from core.language import mark
from core.outputs.unit import Loss, Say

if TYPE_CHECKING:
    from core.autodiff.graph import Node
    from core.network import OutputSpec


class _Softmax(Loss):
    """Losses whose output unit is a softmax; targets are one-hot or smoothed rows."""

    one_hot = True
    gives_probabilities = True

    def target_width(self, classes: int, targets: int) -> int:
        """One column per class, for 2 classes too."""
        if classes == 0:
            raise BadInput(
                f"{self.name}: problem must have classes, got {targets} target values"
            )
        return classes

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """softmax(z)."""
        return softmax(z)

    def probabilities(
        self, z: Floats, classes: int, temperature: float = 1.0
    ) -> Floats | None:
        """softmax(z/τ)."""
        return softmax(z, temperature)


class CrossEntropy(_Softmax):
    """Cross-entropy of a softmax: a multinoulli distribution."""

    name = "ce"
    order = 60
    title = mark("Softmax, cross-entropy")
    formula = r"\log \sum_k e^{z_k} - \sum_k q_k z_k"
    slope_words = mark("softmax with cross-entropy: ∂L/∂z = p − y")
    slope_is_gap = True
    rival = "softmax_mse"

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Logsumexp(z) − Σ_k q_k z_k."""
        return np.asarray(logsumexp(z) - np.sum(y * z, axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Softmax(z) − q."""
        return softmax(z) - y

    def graph(self, z: Node, y: Node, spec: OutputSpec) -> Node:
        """Logsumexp(z) − Σ_k q_k z_k."""
        from core.autodiff.functions import logsumexp

        return logsumexp(z) - (y * z).row_sums()

    def in_numbers(
        self, z: Floats, y: Floats, parts: Mapping[str, Floats], say: Say
    ) -> str:
        """The log of the sum of exponentials, minus the logit of the right class."""
        powers = say.summed(f"exp({say.number(a)})" for a in z.tolist())
        if set(y.tolist()) <= {0.0, 1.0}:
            return f"log({powers}) − {say.factor(float(z @ y))}"
        pairs = zip(z.tolist(), y.tolist(), strict=True)
        mixed = say.summed(f"{say.number(b)}·{say.factor(a)}" for a, b in pairs)
        return f"log({powers}) − ({mixed})"

    def push_curve(self, wrongness: Floats) -> Floats:
        """The wrongness on two logits."""
        return np.asarray(np.sqrt(2.0) * wrongness)


class SoftmaxSquaredError(_Softmax):
    """Squared error of a softmax: no push when confidently wrong."""

    name = "softmax_mse"
    order = 70
    title = mark("Softmax, squared error")
    formula = r"\sum_k (p_k - q_k)^2, \quad p = \mathrm{softmax}(z)"
    slope_words = mark("∂L/∂zₖ = Σⱼ pₖ pⱼ (gₖ − gⱼ) with g = 2 (p − y), 0 when certain")
    words = "({p} − {y})²"
    rival = "ce"
    saturates = True

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ_k (p_k − q_k)²."""
        return np.asarray(np.sum((softmax(z) - y) ** 2, axis=1))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Σ_j p_k p_j (g_k − g_j) with g = 2 (p − q)."""
        p = softmax(z)
        return softmax_vjp(p, 2.0 * (p - y))

    def graph(self, z: Node, y: Node, spec: OutputSpec) -> Node:
        """Σ_k (p_k − q_k)²."""
        from core.autodiff.functions import SQUARE, softmax

        p = softmax(z)
        p.label = "p"
        return SQUARE(p - y).row_sums()

    def push_curve(self, wrongness: Floats) -> Floats:
        """P = (1 − w, w), q = (1, 0): ∂/∂z = ∓ 4 w² (1 − w) on the two logits."""
        w = wrongness
        return np.asarray(np.sqrt(2.0) * 4.0 * w * w * (1.0 - w))


class ReferenceCrossEntropy(_Softmax):
    """Softmax without its redundant logit: that of class 0 is fixed at 0.

    With two classes it equals the sigmoid.
    """

    name = "ce_ref"
    order = 200
    title = mark("Softmax with class 0 fixed, cross-entropy")
    formula = r"\log(1 + \sum_k e^{z_k}) - \sum_{k \ge 1} q_k z_k"
    slope_words = mark("softmax with one logit fixed at 0: ∂L/∂z = p − y of the others")

    def width(self, classes: int, targets: int, components: int = 3) -> int:
        """One logit fewer than there are classes."""
        return self.target_width(classes, targets) - 1

    def targets_of(self, width: int, components: int) -> int:
        """One more class than there are logits."""
        return width + 1

    def full(self, z: Floats) -> Floats:
        """The logits with that of class 0 in front."""
        return np.concatenate([np.zeros_like(z[..., :1]), z], axis=-1)

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """The cross-entropy of (0, z)."""
        return CE.value(self.full(z), y)

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Softmax(0, z) − q, without class 0."""
        return CE.gradient(self.full(z), y)[:, 1:]

    def graph(self, z: Node, y: Node, spec: OutputSpec) -> Node:
        """Softplus(logsumexp(z)) − Σ_k q_k z_k, where Σ q = 1."""
        from core.autodiff.functions import curve, logsumexp
        from core.functions import words

        others = y.columns(1, y.shape[-1])
        return curve(words.softplus)(logsumexp(z)) - (others * z).row_sums()

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """Softmax(0, z)."""
        return softmax(self.full(z))

    def errors(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """The errors of the classes that have a logit."""
        return (self.predict(z) - y)[:, 1:]

    def probabilities(
        self, z: Floats, classes: int, temperature: float = 1.0
    ) -> Floats | None:
        """Softmax((0, z)/τ)."""
        return softmax(self.full(z), temperature)

    def score(self, z: Floats, components: int = 3) -> Floats:
        """The logits with that of class 0."""
        return self.full(z)


CE = CrossEntropy()
SOFTMAX_MSE = SoftmaxSquaredError()
CE_REF = ReferenceCrossEntropy()
