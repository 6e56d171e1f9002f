"""The predicted distribution of one target, for pictures and measures.

An output unit makes one from its logits (`Loss.predicted`). It provides means,
quantiles, densities and samples, so callers need no list of losses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import Any, ClassVar

import numpy as np

from core.arrays import Floats
from core.outputs.laws import Law

_STEPS = 60  # bisection steps: to the last digit
_FAR = 9.5  # deviations beyond which a Gaussian adds nothing


class Predicted(ABC):
    """The distribution of one target at n places."""

    #: Whether it gives probabilities of whole numbers instead of a density.
    whole: ClassVar[bool] = False
    #: Whether its values are angles.
    circular: ClassVar[bool] = False

    mean: Floats  # (n,)
    mode: Floats  # (n,)

    @abstractmethod
    def density(self, y: Floats) -> Floats:
        """Density, or the probability of the nearest count, at each of (m,): (m, n)."""

    @abstractmethod
    def below(self, y: Floats) -> Floats:
        """Probability of at most ``y``, which is (n,) or (…, n)."""

    @abstractmethod
    def quantile(self, share: float) -> Floats:
        """The value with ``share`` of the probability below it, (n,)."""

    @abstractmethod
    def draw(self, count: int, rng: np.random.Generator) -> Floats:
        """Samples, (count, n)."""

    @property
    def median(self) -> Floats:
        """The median, (n,)."""
        return self.quantile(0.5)

    def band(self, share: float) -> tuple[Floats, Floats]:
        """The ends of the middle ``share`` of the probability, (n,) each."""
        return self.quantile(0.5 - 0.5 * share), self.quantile(0.5 + 0.5 * share)

    def pit(self, y: Floats, rng: np.random.Generator) -> Floats:
        """Probability below each ``y`` (n,): uniform if the prediction is right.

        For counts it is drawn uniformly from the jump at ``y``.
        """
        if not self.whole:
            return self.below(y)
        low = self.below(y - 1.0)
        return np.asarray(low + rng.random(len(y)) * (self.below(y) - low))

    def inside(self, y: Floats, share: float, pit: Floats) -> Floats:
        """Whether each ``y`` (n,) is in the middle ``share``, as 0 or 1."""
        return np.asarray(np.abs(pit - 0.5) <= 0.5 * share, np.float64)


class FromLaw(Predicted):
    """A law whose parameters are (n,)."""

    def __init__(self, law: Law, mean: Floats, mode: Floats) -> None:
        self.law, self.mean, self.mode = law, mean, mode

    def density(self, y: Floats) -> Floats:
        """The law's density; for counts, at the nearest whole number."""
        return self.law.density((np.round(y) if self.whole else y)[:, None])

    def below(self, y: Floats) -> Floats:
        """The law's distribution function."""
        return self.law.below(y)

    def quantile(self, share: float) -> Floats:
        """The law's quantile."""
        return self.law.quantile(share)

    def draw(self, count: int, rng: np.random.Generator) -> Floats:
        """Draw from the law."""
        return self.law.draw((count, len(self.mean)), rng)


class Counted(FromLaw):
    """Counts."""

    whole = True


class Turned(Predicted):
    """Angles around a direction μ, symmetric, in (−π, π]: von Mises' distribution."""

    circular = True

    def __init__(self, direction: Floats, kappa: Floats) -> None:
        self.mean = self.mode = direction
        self.kappa = kappa

    def density(self, y: Floats) -> Floats:
        """Largest at the direction."""
        height = self._height(y[:, None] - self.mean)
        return np.asarray(height / self._room())

    def _height(self, angle: Floats) -> Floats:
        """The density relative to its maximum."""
        return np.asarray(np.exp(-2.0 * self.kappa * np.sin(0.5 * angle) ** 2))

    def _room(self) -> Floats:
        """The integral of the heights around the circle."""
        from scipy.special import i0e

        return np.asarray(2.0 * np.pi * i0e(self.kappa))

    @property
    def median(self) -> Floats:
        """The direction itself, by symmetry."""
        return self.mean

    @property
    def certainty(self) -> Floats:
        """Length of the mean unit vector, from 0 (any direction) to 1; (n,)."""
        from core.functions.maths import log_bessel_slope

        kappa = np.minimum(self.kappa, 1e20)  # powers of it are finite
        return 2.0 * kappa * log_bessel_slope(kappa * kappa)

    def below(self, y: Floats) -> Floats:
        """Probability from the cut at −π on."""
        start = self.from_direction(np.full_like(self.mean, -np.pi))
        return np.asarray(np.clip(self.from_direction(y) - start, 0.0, 1.0))

    def from_direction(self, y: Floats) -> Floats:
        """Probability from μ to ``y``, plus 1 for each turn."""
        away = np.asarray(y - self.mean)
        turns = np.round(away / (2.0 * np.pi))
        angle = away - 2.0 * np.pi * turns
        far = _FAR / np.sqrt(np.maximum(self.kappa, 1e-30))
        half = 0.5 * np.clip(angle, -far, far)
        total = np.zeros_like(half)
        for node, weight in zip(*_nodes(), strict=True):
            total = total + weight * self._height(half * (1.0 + node))
        return np.asarray(half * total / self._room() + turns)

    def quantile(self, share: float) -> Floats:
        """By bisection, from the cut at −π on."""
        low, high = np.full_like(self.mean, -np.pi), np.full_like(self.mean, np.pi)
        return _halved(self.below, share, low, high)

    def reach(self, share: float) -> Floats:
        """The distance either side of μ that contains ``share``, (n,)."""
        far = np.minimum(np.pi, 9.0 / np.sqrt(np.maximum(self.kappa, 1e-6)))
        angle = np.linspace(0.0, 1.0, 257)[:, None] * far
        height = np.exp(-2.0 * self.kappa * np.sin(0.5 * angle) ** 2)
        total = np.cumsum(height[1:] + height[:-1], axis=0)
        total = np.concatenate([np.zeros((1, len(far))), total / total[-1]])
        return np.array(
            [np.interp(share, total[:, i], angle[:, i]) for i in range(len(far))]
        )

    def band(self, share: float) -> tuple[Floats, Floats]:
        """μ ∓ reach; the ends may be beyond ±π."""
        reach = self.reach(share)
        return self.mean - reach, self.mean + reach

    def inside(self, y: Floats, share: float, pit: Floats) -> Floats:
        """Whether it is within `reach` of μ."""
        away = np.abs(np.angle(np.exp(1j * (y - self.mean))))
        return np.asarray(away <= self.reach(share), np.float64)

    def draw(self, count: int, rng: np.random.Generator) -> Floats:
        """Angles in (−π, π]."""
        drawn = rng.vonmises(self.mean, self.kappa, (count, len(self.mean)))
        return np.where(drawn <= -np.pi, np.pi, drawn)


class Mixed(Predicted):
    """A mixture of Gaussians: shares, means and deviations, (n, m) each."""

    def __init__(self, shares: Floats, means: Floats, spreads: Floats) -> None:
        self.shares, self.means, self.spreads = shares, means, spreads
        self.mean = np.asarray((shares * means).sum(axis=1))
        heights = np.stack([self._at(means[:, i]) for i in range(means.shape[1])], 1)
        best = heights.argmax(axis=1)[:, None]
        self.mode = np.take_along_axis(means, best, axis=1)[:, 0]

    def _at(self, y: Floats) -> Floats:
        away = (y[..., None] - self.means) / self.spreads
        bells = np.exp(-0.5 * away * away) / (self.spreads * np.sqrt(2.0 * np.pi))
        return np.asarray((self.shares * bells).sum(axis=-1))

    def density(self, y: Floats) -> Floats:
        """Summed over the components."""
        total = np.zeros((len(y), len(self.mean)))
        for i in range(self.means.shape[1]):
            away = (y[:, None] - self.means[:, i]) / self.spreads[:, i]
            peak = self.shares[:, i] / (self.spreads[:, i] * np.sqrt(2.0 * np.pi))
            total += peak * np.exp(-0.5 * away * away)
        return total

    def below(self, y: Floats) -> Floats:
        """Summed over the components."""
        from scipy.special import ndtr

        away = (np.asarray(y)[..., None] - self.means) / self.spreads
        return np.asarray((self.shares * ndtr(away)).sum(axis=-1))

    def quantile(self, share: float) -> Floats:
        """By bisection, between the outermost components."""
        far = 12.0 * self.spreads
        low, high = (self.means - far).min(axis=1), (self.means + far).max(axis=1)
        return _halved(self.below, share, low, high)

    def draw(self, count: int, rng: np.random.Generator) -> Floats:
        """Choose a component by its weight, then draw from its Gaussian."""
        n, m = self.shares.shape
        chosen = rng.random((count, n, 1)) > np.cumsum(self.shares, axis=1)
        which = np.minimum(chosen.sum(axis=2), m - 1)
        rows = np.arange(n)
        noise = rng.normal(size=(count, n))
        return np.asarray(self.means[rows, which] + noise * self.spreads[rows, which])


def _halved(below: Any, share: float, low: Floats, high: Floats) -> Floats:
    """Where a rising ``below`` reaches ``share`` between ``low`` and ``high``."""
    for _ in range(_STEPS):
        middle = 0.5 * (low + high)
        under = below(middle) < share
        low, high = np.where(under, middle, low), np.where(under, high, middle)
    return np.asarray(0.5 * (low + high))


@cache
def _nodes() -> tuple[Floats, Floats]:
    """Gauss–Legendre nodes and weights in [−1, 1], enough for half a Gaussian."""
    nodes, weights = np.polynomial.legendre.leggauss(48)
    return nodes, weights
