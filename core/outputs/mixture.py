"""A mixture of Gaussians."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats
from core.errors import require
from core.functions.maths import (
    log_softplus,
    log_softplus_slope,
    logsumexp,
    sigmoid,
    softmax,
    softplus,
)
from core.language import mark
from core.outputs.gaussian import GAUSSIAN_NLL
from core.outputs.predicted import Mixed, Predicted
from core.outputs.unit import HALF_LOG_2PI, Loss, Say

if TYPE_CHECKING:
    from core.autodiff.graph import Node
    from core.network import OutputSpec


def mixture(z: Floats, components: int) -> tuple[Floats, Floats, Floats]:
    """Split the logits of `mdn`: π (n, m), μ (n, m, d), β = softplus(a) (n, m, d)."""
    shares, means, raw = split_mixture(z, components)
    return softmax(shares), means, softplus(raw)


def split_mixture(z: Floats, components: int) -> tuple[Floats, Floats, Floats]:
    """The raw logits of `mdn`, split: (n, m), (n, m, d), (n, m, d)."""
    n, width = z.shape
    d = (width - components) // (2 * components)
    middle = components + components * d
    means = z[:, components:middle].reshape(n, components, d)
    raw = z[:, middle:].reshape(n, components, d)
    return z[:, :components], means, raw


class MixtureDensity(Loss):
    """A mixture of Gaussians: m logits, m·d means, m·d a's, component by component."""

    name = "mdn"
    order = 100
    title = mark("Mixture density")
    formula = (
        r"-\log \sum_i \pi_i \prod_k \mathcal{N}(y_k; \mu_{ik}, \beta_{ik}^{-1}), "
        r"\quad \pi = \mathrm{softmax}, \; \beta = \mathrm{softplus}(a)"
    )

    straight = False
    has_components = True
    predicts_distribution = True

    @property
    def logits_per_target(self) -> int:
        """A mean and a precision; the weights are extra."""
        return 2

    def width(self, classes: int, targets: int, components: int = 3) -> int:
        """One weight, d means and d precisions per component."""
        return components * (1 + 2 * self.target_width(classes, targets))

    def targets_of(self, width: int, components: int) -> int:
        """The number of means of one component."""
        m = components
        require(
            width > m and (width - m) % (2 * m) == 0,
            f"output: width of {self.name} with {m} components",
            f"be {m} + 2·{m}·d for d targets",
            width,
        )
        return (width - components) // (2 * components)

    def value(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Negative log-likelihood by logsumexp."""
        return np.asarray(
            logsumexp(z[:, :components]) - logsumexp(self._joint(z, y, components))
        )

    def _joint(self, z: Floats, y: Floats, components: int) -> Floats:
        """Logarithm of weight × density, up to the weights' own logsumexp: (n, m)."""
        shares, means, raw = split_mixture(z, components)
        squares = 0.5 * softplus(raw) * (y[:, None, :] - means) ** 2
        each = 0.5 * log_softplus(raw) - squares - HALF_LOG_2PI
        return np.asarray(shares + each.sum(axis=2))

    def gradient(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """π − r for the weights; r times the Gaussian's gradient for its parameters.

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

    def graph(self, z: Node, y: Node, spec: OutputSpec) -> Node:
        """Logsumexp over the components of log-weight plus log-density."""
        from core.autodiff.expressions import graph_of
        from core.autodiff.functions import logsumexp

        n, m, d = z.shape[0], spec.components, spec.targets
        middle = m + m * d
        shares = z.columns(0, m)
        shares.label = "log π"
        known = {
            "μ": z.columns(m, middle).reshape(n, m, d),
            "a": z.columns(middle, middle + m * d).reshape(n, m, d),
        }
        for name, node in known.items():
            node.label = name
        known["y"] = y.reshape(n, 1, d)
        joint = shares - graph_of(GAUSSIAN_NLL.each, known).row_sums()
        # log π needs its own logsumexp subtracted once, here for all components.
        return logsumexp(shares) - logsumexp(joint)

    def letters(self, targets: int, components: int) -> list[tuple[str, int]]:
        """Weights, means and precisions."""
        each = components * targets
        return [("π", components), ("μ", each), ("β", each)]

    def predicted(self, z: Floats, target: int = 0, components: int = 3) -> Predicted:
        """The mixture of one target."""
        shares, means, precisions = mixture(z, components)
        spreads = 1.0 / np.sqrt(np.maximum(precisions[:, :, target], 1e-12))
        return Mixed(shares, means[:, :, target], spreads)

    def draws(
        self, z: Floats, count: int, rng: np.random.Generator, components: int = 3
    ) -> Floats:
        """Choose a component by its weight, then draw all values jointly from it."""
        shares, means, precisions = mixture(z, components)
        which = rng.choice(components, count, p=shares[0] / shares[0].sum())
        spreads = 1.0 / np.sqrt(np.maximum(precisions[0, which], 1e-12))
        noise = rng.normal(size=spreads.shape)
        return np.asarray(means[0, which] + noise * spreads)

    def errors(self, z: Floats, y: Floats, components: int = 3) -> Floats:
        """Mean − y: of the first value for the weights, of its own for the rest."""
        off = self.predict(z, components) - y
        shares = np.repeat(off[:, :1], components, axis=1)
        return np.concatenate([shares, np.tile(off, 2 * components)], axis=1)

    def in_numbers(
        self, z: Floats, y: Floats, parts: Mapping[str, Floats], say: Say
    ) -> str:
        """Weights times Gaussians."""
        shares = softmax(parts["log π"]).tolist()
        m = len(shares)
        means, precisions = (parts[name].reshape(m, -1) for name in ("μ", "β"))
        bells = (
            f"{say.number(p)}·N({say.listed(y)}; {say.listed(c)}, 1/{say.listed(b)})"
            for p, c, b in zip(shares, means, precisions, strict=True)
        )
        return f"−log({say.summed(bells)})"

    def predict(self, z: Floats, components: int = 3) -> Floats:
        """Mean of the mixture."""
        share, means, _ = mixture(z, components)
        return np.asarray(np.einsum("nm,nmd->nd", share, means))

    def score(self, z: Floats, components: int = 3) -> Floats:
        """The mean of the mixture."""
        return self.predict(z, components)


MDN = MixtureDensity()
