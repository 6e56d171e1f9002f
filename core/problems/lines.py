"""Regressions with one input: hinges, a sine with uneven noise, an inverse problem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.arrays import Floats
from core.language import mark
from core.problems.base import Box, Sample
from core.problems.settings import Settings, number

#: Where the hinge function bends, and by how much its slope changes there.
HINGES = (0.0, 1.0, 2.0, 3.0, 6.0)
HINGE_WEIGHTS = (1.0, -1.0, 2.0, -3.0, 1.0)


@dataclass(frozen=True, slots=True)
class Hinge(Settings):
    """A piecewise linear function that five ReLU units rebuild exactly."""

    name: ClassVar[str] = "hinge"
    title: ClassVar[str] = mark("Hinge function")
    inputs: ClassVar[int] = 1
    classes: ClassVar[int] = 0
    default_points: ClassVar[int] = 120
    default_test: ClassVar[float] = 0.3

    noise: float = number(
        0.0,
        mark("Noise"),
        0.0,
        1.0,
        0.01,
        mark("Standard deviation added to the value."),
        r"y = f(x) + \varepsilon",
    )

    @property
    def box(self) -> Box:
        """All hinges and the flat pieces beside them, over −1 … 8."""
        return (-1.0, 8.0, -1.0, 4.0)

    def truth(self, x: Floats) -> Floats:
        """The function itself; (n, 1) -> (n, 1)."""
        bends = np.maximum(x - np.array(HINGES), 0.0)
        return np.asarray((bends @ np.array(HINGE_WEIGHTS))[:, None])

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly from −1 to 8."""
        x = rng.uniform(-1.0, 8.0, (n, 1))
        return Sample(x, self.truth(x) + rng.normal(0.0, self.noise, (n, 1)))


@dataclass(frozen=True, slots=True)
class Sine(Settings):
    """A sine whose noise grows from left to right, to be predicted with its spread."""

    name: ClassVar[str] = "sine"
    title: ClassVar[str] = mark("Sine with uneven noise")
    inputs: ClassVar[int] = 1
    classes: ClassVar[int] = 0
    default_points: ClassVar[int] = 300
    default_test: ClassVar[float] = 0.3

    noise: float = number(
        0.4,
        mark("Noise at the right"),
        0.0,
        1.0,
        0.01,
        mark("Standard deviation at x = 1; at x = −1 it is a tenth of it."),
        r"\sigma(x) = s\,(0.55 + 0.45 x)",
    )

    @property
    def box(self) -> Box:
        """The input from −1 to 1, and three deviations of noise."""
        return (-1.0, 1.0, -2.2, 2.2)

    def truth(self, x: Floats) -> Floats:
        """The conditional mean; (n, 1) -> (n, 1)."""
        return np.asarray(np.sin(np.pi * x))

    def truth_sd(self, x: Floats) -> Floats:
        """The conditional standard deviation; (n, 1) -> (n, 1)."""
        return np.asarray(self.noise * (0.55 + 0.45 * x))

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly from −1 to 1."""
        x = rng.uniform(-1.0, 1.0, (n, 1))
        return Sample(x, self.truth(x) + self.truth_sd(x) * rng.normal(size=(n, 1)))


@dataclass(frozen=True, slots=True)
class Inverse(Settings):
    """A function read backwards: for some inputs there are three right answers.

    Bishop's example (Pattern Recognition and Machine Learning, section 5.6): a mean
    falls between the branches, a mixture follows all of them.
    """

    name: ClassVar[str] = "inverse"
    title: ClassVar[str] = mark("Inverse problem")
    inputs: ClassVar[int] = 1
    classes: ClassVar[int] = 0
    default_points: ClassVar[int] = 400
    default_test: ClassVar[float] = 0.3

    noise: float = number(
        0.05,
        mark("Noise"),
        0.0,
        0.3,
        0.01,
        mark("Standard deviation added to the input."),
        r"x = t + 0.3 \sin 2 \pi t + \varepsilon",
    )

    stretch: float = number(
        1.0,
        mark("Stretch"),
        0.5,
        10.0,
        0.5,
        mark(
            "Both axes are stretched about ½ by this factor. A density with a "
            "precision of hundreds learns slowly; spread out, its precision is "
            "a few."
        ),
        r"x \leftarrow \tfrac{1}{2} + s\,(x - \tfrac{1}{2})",
    )

    @property
    def box(self) -> Box:
        """Input and target both run over 0 … 1, stretched."""
        x0, x1, y0, y1 = (
            float(self._stretched(np.array(end))) for end in (-0.1, 1.1, -0.2, 1.2)
        )
        return (x0, x1, y0, y1)

    def forward(self, t: Floats) -> Floats:
        """The single-valued direction, from target to input, without noise."""
        inner = 0.5 + (t - 0.5) / self.stretch
        return self._stretched(inner + 0.3 * np.sin(2.0 * np.pi * inner))

    def _stretched(self, values: Floats) -> Floats:
        return np.asarray(0.5 + self.stretch * (values - 0.5))

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly in the target."""
        t = self._stretched(rng.random((n, 1)))
        noise = rng.normal(0.0, self.noise * self.stretch, (n, 1))
        return Sample(self.forward(t) + noise, t)
