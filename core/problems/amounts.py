"""One input and one target of a special kind: amounts, counts, proportions.

Each problem names the output unit whose distribution its targets are drawn from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.arrays import Floats
from core.language import mark
from core.outputs.amounts import BETA_NLL, EXPONENTIAL_NLL, GAMMA_NLL, POISSON_NLL
from core.problems.base import Box, Sample
from core.problems.settings import Settings, number


class _Along(Settings):
    """Points evenly from −1 to 1; ``truth`` is the conditional mean."""

    __slots__ = ()
    inputs: ClassVar[int] = 1
    classes: ClassVar[int] = 0
    default_points: ClassVar[int] = 400
    default_test: ClassVar[float] = 0.3

    def truth(self, x: Floats) -> Floats:
        """The conditional mean; (n, 1) -> (n, 1)."""
        raise NotImplementedError

    def _targets(self, x: Floats, rng: np.random.Generator) -> Floats:
        """A target for every point; (n, 1) -> (n, 1)."""
        raise NotImplementedError

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly from −1 to 1."""
        x = rng.uniform(-1.0, 1.0, (n, 1))
        return Sample(x, self._targets(x, rng))


def _swing(default: float, formula: str) -> float:
    field: float = number(
        default,
        mark("Swing"),
        0.0,
        2.0,
        0.1,
        mark("How far the mean rises and falls along x; 0: it is the same everywhere."),
        formula,
    )
    return field


@dataclass(frozen=True, slots=True)
class Waiting(_Along):
    """Waiting times: mostly short, now and then very long; exponential."""

    name: ClassVar[str] = "waiting"
    title: ClassVar[str] = mark("Waiting times")
    natural_loss: ClassVar[str] = EXPONENTIAL_NLL.name

    wait: float = number(
        1.0,
        mark("Mean wait"),
        0.1,
        10.0,
        0.1,
        mark("Mean waiting time at x = 0."),
        r"y \sim \mathrm{Exp}(1 / m(x))",
    )
    swing: float = _swing(0.9, r"m(x) = m\, e^{s \sin \pi x}")

    @property
    def box(self) -> Box:
        """Nearly all waits at the longest mean."""
        return (-1.0, 1.0, 0.0, 3.5 * self.wait * float(np.exp(self.swing)))

    def truth(self, x: Floats) -> Floats:
        """The mean wait."""
        return np.asarray(self.wait * np.exp(self.swing * np.sin(np.pi * x)))

    def _targets(self, x: Floats, rng: np.random.Generator) -> Floats:
        # A draw can round to 0, which is not a valid waiting time.
        return np.maximum(rng.exponential(self.truth(x)), 1e-9)


@dataclass(frozen=True, slots=True)
class Rainfall(_Along):
    """Amounts of rain over a year: skewed when dry, nearly symmetric when wet."""

    name: ClassVar[str] = "rainfall"
    title: ClassVar[str] = mark("Rainfall")
    natural_loss: ClassVar[str] = GAMMA_NLL.name

    shape: float = number(
        3.0,
        mark("Shape"),
        0.5,
        20.0,
        0.5,
        mark("Shape in the middle; towards the left end it falls to a fifth of it."),
        r"y \sim \mathrm{Gamma}(\alpha(x), \alpha(x) / m(x))",
    )
    swing: float = _swing(0.6, r"m(x) = 2\, e^{-s \cos \pi x}")

    @property
    def box(self) -> Box:
        """Nearly all amounts in the wettest month."""
        return (-1.0, 1.0, 0.0, 2.0 * float(np.exp(self.swing)) * (1.0 + 2.0 / 1.4))

    def truth(self, x: Floats) -> Floats:
        """The mean amount."""
        return np.asarray(2.0 * np.exp(-self.swing * np.cos(np.pi * x)))

    def shape_at(self, x: Floats) -> Floats:
        """The shape α(x); (n, 1) -> (n, 1)."""
        return np.asarray(self.shape * (1.0 + 0.8 * x))

    def _targets(self, x: Floats, rng: np.random.Generator) -> Floats:
        shape = self.shape_at(x)
        drawn = rng.gamma(shape, self.truth(x) / shape)
        return np.maximum(drawn, 1e-9)


@dataclass(frozen=True, slots=True)
class Clicks(_Along):
    """Click-through rates: proportions, rough on the left, exact on the right."""

    name: ClassVar[str] = "clicks"
    title: ClassVar[str] = mark("Click-through rates")
    natural_loss: ClassVar[str] = BETA_NLL.name

    certainty: float = number(
        12.0,
        mark("Certainty"),
        2.0,
        100.0,
        1.0,
        mark(
            "α + β at x = 0; a fifth of it at the left end, five times it at the right."
        ),
        r"y \sim \mathrm{Beta}(c\,p, c\,(1 - p)), \quad c(x) = c\, 5^x",
    )
    swing: float = _swing(1.5, r"p(x) = \sigma(s \sin \pi x)")

    @property
    def box(self) -> Box:
        """Proportions run from 0 to 1."""
        return (-1.0, 1.0, 0.0, 1.0)

    def truth(self, x: Floats) -> Floats:
        """The mean proportion."""
        return np.asarray(1.0 / (1.0 + np.exp(-self.swing * np.sin(np.pi * x))))

    def _targets(self, x: Floats, rng: np.random.Generator) -> Floats:
        mean, sure = self.truth(x), self.certainty * 5.0**x
        drawn = rng.beta(sure * mean, sure * (1.0 - mean))
        return np.clip(drawn, 1e-6, 1.0 - 1e-6)


@dataclass(frozen=True, slots=True)
class Counts(_Along):
    """Counts: whole numbers from 0, whose spread grows with their mean."""

    name: ClassVar[str] = "counts"
    title: ClassVar[str] = mark("Counts")
    natural_loss: ClassVar[str] = POISSON_NLL.name

    rate: float = number(
        3.0,
        mark("Rate"),
        0.1,
        50.0,
        0.1,
        mark("Mean count at x = 0."),
        r"y \sim \mathrm{Poisson}(r(x))",
    )
    swing: float = _swing(1.2, r"r(x) = r\, e^{s \sin \pi x}")

    @property
    def box(self) -> Box:
        """Whole cells around the counts, up to three deviations."""
        most = self.rate * float(np.exp(self.swing))
        return (-1.0, 1.0, -0.5, float(np.ceil(most + 3.0 * np.sqrt(most))) + 0.5)

    def truth(self, x: Floats) -> Floats:
        """The rate."""
        return np.asarray(self.rate * np.exp(self.swing * np.sin(np.pi * x)))

    def _targets(self, x: Floats, rng: np.random.Generator) -> Floats:
        return rng.poisson(self.truth(x)).astype(np.float64)
