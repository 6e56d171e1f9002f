"""Spirals: arms wound around each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.language import mark
from core.problems.base import Box, Sample
from core.problems.settings import Settings, labels, number, whole


@dataclass(frozen=True, slots=True)
class Spirals(Settings):
    """Spirals, one class each, from near the centre to radius 1."""

    name: ClassVar[str] = "spirals"
    title: ClassVar[str] = mark("Spirals")
    inputs: ClassVar[int] = 2
    default_points: ClassVar[int] = 300
    default_test: ClassVar[float] = 0.3

    arms: int = whole(
        3, mark("Arms"), 2, 5, mark("Number of spirals, each a class of its own.")
    )
    turns: float = number(
        0.75,
        mark("Turns"),
        0.25,
        3.0,
        0.05,
        mark("How often an arm winds around the centre."),
        r"\varphi = 2\pi \left(\tfrac{k}{K} + T r\right)",
    )
    noise: float = number(
        0.02,
        mark("Noise"),
        0.0,
        0.3,
        0.005,
        mark("Standard deviation added to each coordinate."),
        r"\varepsilon \sim \mathcal{N}(0, \sigma^2 I)",
    )

    @property
    def classes(self) -> int:
        """One class per arm."""
        return self.arms

    @property
    def box(self) -> Box:
        """The unit disc with a margin."""
        return (-1.2, 1.2, -1.2, 1.2)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points; the radius is uniform, so arms are denser inside."""
        y = labels(n, self.arms, rng)
        radius = rng.uniform(0.1, 1.0, n)
        angle = 2.0 * np.pi * (y / self.arms + self.turns * radius)
        x = radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        x += rng.normal(0.0, self.noise, x.shape)
        return Sample(x, y.astype(np.float64), self.arms)
