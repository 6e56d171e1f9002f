"""RGB regression: a colour for each point, the mean of two 1-D functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.arrays import Bools, Floats
from core.language import mark
from core.problems.base import Box, Sample
from core.problems.settings import Settings, number

# Swings and phases of red, green and blue: f_R is mostly red, f_B mostly blue.
_SWING_R = np.array([1.0, 0.6, 0.2])
_SWING_B = np.array([0.2, 0.6, 1.0])
_PHASE_R = np.array([0.0, 0.7, 1.4])
_PHASE_B = np.array([1.4, 2.1, 0.0])


@dataclass(frozen=True, slots=True)
class Rgb(Settings):
    """Colours that are the mean of a function of x₁ and one of x₂, with a hole.

    A network that finds the additive structure fills the hole rightly; one that only
    smooths between neighbours does not.
    """

    name: ClassVar[str] = "rgb"
    title: ClassVar[str] = mark("RGB regression")
    inputs: ClassVar[int] = 2
    classes: ClassVar[int] = 0
    targets: ClassVar[int] = 3
    default_points: ClassVar[int] = 600
    default_test: ClassVar[float] = 0.0

    waves: float = number(
        1.0,
        mark("Waves"),
        0.5,
        4.0,
        0.25,
        mark("Periods of each function from −1 to 1."),
        r"f(x) = \tfrac{1}{2}\left(f_R(x_1) + f_B(x_2)\right)",
    )
    hole_x: float = number(
        0.3,
        mark("Hole, centre x₁"),
        -1.0,
        1.0,
        0.05,
        mark("Centre of the held-out rectangle."),
    )
    hole_y: float = number(
        0.3,
        mark("Hole, centre x₂"),
        -1.0,
        1.0,
        0.05,
        mark("Centre of the held-out rectangle."),
    )
    hole: float = number(
        0.6,
        mark("Hole, side"),
        0.0,
        1.6,
        0.05,
        mark("Side of the held-out rectangle; 0 holds nothing out."),
    )
    noise: float = number(
        0.0,
        mark("Noise"),
        0.0,
        0.3,
        0.01,
        mark("Standard deviation added to each channel, which stays in 0 … 1."),
    )

    @property
    def box(self) -> Box:
        """The area where colours are defined."""
        return (-1.0, 1.0, -1.0, 1.0)

    def along_x(self, x: Floats) -> Floats:
        """f_R: three channels in [0, 1] for each x; (n,) -> (n, 3)."""
        angle = np.pi * self.waves * x[:, None] + _PHASE_R
        return np.asarray(0.5 + 0.5 * _SWING_R * np.sin(angle))

    def along_y(self, y: Floats) -> Floats:
        """f_B: three channels in [0, 1] for each y; (n,) -> (n, 3)."""
        angle = np.pi * self.waves * y[:, None] + _PHASE_B
        return np.asarray(0.5 + 0.5 * _SWING_B * np.sin(angle))

    def truth(self, x: Floats) -> Floats:
        """The colours without noise; (n, 2) -> (n, 3)."""
        return 0.5 * (self.along_x(x[:, 0]) + self.along_y(x[:, 1]))

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly over the square, including the held-out area."""
        x = rng.uniform(-1.0, 1.0, (n, 2))
        y = self.truth(x)
        if self.noise:
            y = np.clip(y + rng.normal(0.0, self.noise, y.shape), 0.0, 1.0)
        return Sample(x, y)

    def held_out(self, x: Floats) -> Bools:
        """Points inside the rectangle; they are tested, never trained on."""
        middle = np.array([self.hole_x, self.hole_y])
        return np.asarray((np.abs(x - middle) < 0.5 * self.hole).all(axis=1))
