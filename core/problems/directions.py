"""Directions: angles around a mean, over a line or over the plane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.arrays import Floats
from core.language import mark
from core.outputs.directions import VON_MISES_NLL
from core.problems.base import Box, Sample
from core.problems.settings import Settings, choice, number

#: The domain of a problem with either one or two inputs.
PLANE, LINE = "plane", "x"
EYE = (0.15, -0.1)


@dataclass(frozen=True, slots=True)
class Wind(Settings):
    """Wind around an eye: steady far away, from any direction inside it.

    Over one input the wind turns by more than a full circle, so that the line of
    angles crosses the cut at ±π: the same wind, twice the number.
    """

    name: ClassVar[str] = "wind"
    title: ClassVar[str] = mark("Wind directions")
    classes: ClassVar[int] = 0
    default_points: ClassVar[int] = 500
    default_test: ClassVar[float] = 0.3
    natural_loss: ClassVar[str] = VON_MISES_NLL.name

    over: str = choice(PLANE, mark("Over"), (PLANE, LINE), mark("Two inputs, or one."))
    steadiness: float = number(
        12.0,
        mark("Steadiness"),
        0.1,
        60.0,
        0.5,
        mark("The largest concentration κ; it is 0 in the eye, or at the left end."),
        r"p(y) = \frac{e^{\kappa \cos(y - \mu)}}{2 \pi I_0(\kappa)}",
    )

    @property
    def inputs(self) -> int:
        """A point of the plane, or x alone."""
        return 2 if self.over == PLANE else 1

    @property
    def box(self) -> Box:
        """The square, or all angles over x."""
        if self.over == PLANE:
            return (-1.0, 1.0, -1.0, 1.0)
        return (-1.0, 1.0, -float(np.pi), float(np.pi))

    def truth(self, x: Floats) -> Floats:
        """The mean direction in (−π, π]; (n, d) -> (n, 1)."""
        if self.over == LINE:
            return _in_turn(1.4 * np.pi * x)
        # Around the eye, and a little towards it.
        right, up = (x - np.array(EYE)).T
        return _in_turn(np.arctan2(up, right) + 0.62 * np.pi)[:, None]

    def concentration(self, x: Floats) -> Floats:
        """κ; (n, d) -> (n, 1)."""
        if self.over == LINE:
            return np.asarray(0.5 * self.steadiness * (1.0 + x))
        far = np.minimum(np.hypot(*(x - np.array(EYE)).T), 1.0)
        return np.asarray(self.steadiness * far * far)[:, None]

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly, and a wind at each."""
        x = rng.uniform(-1.0, 1.0, (n, self.inputs))
        return Sample(x, _in_turn(rng.vonmises(self.truth(x), self.concentration(x))))


def _in_turn(angle: Floats) -> Floats:
    """Angles in (−π, π]."""
    turned = np.angle(np.exp(1j * angle))
    return np.where(turned <= -np.pi, np.pi, turned)
