"""XOR: four corners of the unit square, and its spread-out relative, the quadrants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.language import mark
from core.problems.base import Box, Sample
from core.problems.settings import Settings, labels, number

_CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


@dataclass(frozen=True, slots=True)
class Xor(Settings):
    """The four points of XOR; with noise, a cloud around each of them."""

    name: ClassVar[str] = "xor"
    title: ClassVar[str] = mark("XOR, four points")
    inputs: ClassVar[int] = 2
    classes: ClassVar[int] = 2
    default_points: ClassVar[int] = 4
    default_test: ClassVar[float] = 0.0

    noise: float = number(
        0.0,
        mark("Noise"),
        0.0,
        0.5,
        0.01,
        mark("Standard deviation around the corners; 0 gives exactly the four points."),
        r"x = c + \varepsilon,\ \varepsilon \sim \mathcal{N}(0, \sigma^2 I)",
    )

    @property
    def box(self) -> Box:
        """The unit square with a margin."""
        return (-0.5, 1.5, -0.5, 1.5)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """The four corners in order, or ``n`` noisy points near them."""
        corner = labels(n, 4, rng) if self.noise else np.arange(4)
        # Corners 1 and 2 are (0, 1) and (1, 0): exactly one coordinate is 1.
        y = ((corner == 1) | (corner == 2)).astype(np.float64)
        x = _CORNERS[corner]
        if self.noise:
            x = x + rng.normal(0.0, self.noise, x.shape)
        return Sample(x, y, 2)
