"""A curve with outliers, which squared error follows and heavy tails do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.arrays import Floats
from core.language import mark
from core.outputs.robust import STUDENT_T_NLL
from core.problems.base import Box, Sample
from core.problems.settings import Settings, number


@dataclass(frozen=True, slots=True)
class Outliers(Settings):
    """A sine with a share of points far above it."""

    name: ClassVar[str] = "outliers"
    title: ClassVar[str] = mark("Sine with outliers")
    inputs: ClassVar[int] = 1
    classes: ClassVar[int] = 0
    default_points: ClassVar[int] = 300
    default_test: ClassVar[float] = 0.3
    natural_loss: ClassVar[str] = STUDENT_T_NLL.name

    noise: float = number(
        0.12,
        mark("Noise"),
        0.0,
        1.0,
        0.01,
        mark("Standard deviation of the points that are not outliers."),
        r"y = \sin \pi x + \varepsilon",
    )
    share: float = number(
        0.15,
        mark("Outliers"),
        0.0,
        0.4,
        0.01,
        mark("Share of the points that lie 1 to 4 above the curve."),
    )

    @property
    def box(self) -> Box:
        """The curve and the outliers above it."""
        return (-1.0, 1.0, -1.6, 4.6)

    def truth(self, x: Floats) -> Floats:
        """The curve without outliers; (n, 1) -> (n, 1)."""
        return np.asarray(np.sin(np.pi * x))

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly from −1 to 1."""
        x = rng.uniform(-1.0, 1.0, (n, 1))
        far = (rng.random((n, 1)) < self.share) * rng.uniform(1.0, 4.0, (n, 1))
        return Sample(x, self.truth(x) + far + rng.normal(0.0, self.noise, (n, 1)))
