"""Classes on round shapes: rings, moons, two curves and blobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.language import mark
from core.problems.base import Box, Sample
from core.problems.settings import Settings, labels, number, whole

_NOISE_FORMULA = r"\varepsilon \sim \mathcal{N}(0, \sigma^2 I)"


@dataclass(frozen=True, slots=True)
class Rings(Settings):
    """A disc and rings around it, one class each; not linearly separable."""

    name: ClassVar[str] = "rings"
    title: ClassVar[str] = mark("Rings")
    inputs: ClassVar[int] = 2
    default_points: ClassVar[int] = 300
    default_test: ClassVar[float] = 0.3

    rings: int = whole(
        2, mark("Rings"), 2, 5, mark("Number of classes, the disc included.")
    )
    gap: float = number(
        0.2,
        mark("Gap"),
        0.0,
        0.8,
        0.05,
        mark("Share of each ring's width that is empty between it and the next."),
    )
    noise: float = number(
        0.02,
        mark("Noise"),
        0.0,
        0.3,
        0.01,
        mark("Standard deviation of the radius."),
        r"r \leftarrow r + \varepsilon,\ \varepsilon \sim \mathcal{N}(0, \sigma^2)",
    )

    @property
    def classes(self) -> int:
        """One class per ring."""
        return self.rings

    @property
    def box(self) -> Box:
        """The unit disc with a margin."""
        return (-1.2, 1.2, -1.2, 1.2)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points; radius and angle are uniform within a ring."""
        y = labels(n, self.rings, rng)
        # The outermost ring ends at radius 1; the gap is inside each ring.
        inner = np.where(y > 0, self.gap, 0.0)
        radius = (y + inner + (1.0 - inner) * rng.random(n)) / self.rings
        radius += rng.normal(0.0, self.noise, n)
        angle = rng.uniform(0.0, 2.0 * np.pi, n)
        x = radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        return Sample(x, y.astype(np.float64), self.rings)


@dataclass(frozen=True, slots=True)
class Moons(Settings):
    """Two half circles that reach into each other."""

    name: ClassVar[str] = "moons"
    title: ClassVar[str] = mark("Moons")
    inputs: ClassVar[int] = 2
    classes: ClassVar[int] = 2
    default_points: ClassVar[int] = 300
    default_test: ClassVar[float] = 0.3

    shift: float = number(
        0.25,
        mark("Shift"),
        0.0,
        0.6,
        0.05,
        mark("How far the moons reach into each other; at 0 a line separates them."),
    )
    noise: float = number(
        0.06,
        mark("Noise"),
        0.0,
        0.4,
        0.01,
        mark("Standard deviation added to each coordinate."),
        _NOISE_FORMULA,
    )

    @property
    def box(self) -> Box:
        """Both moons with a margin."""
        return (-1.35, 1.35, -1.35, 1.35)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly along the two half circles of radius 0.7."""
        y = labels(n, 2, rng)
        angle = rng.uniform(0.0, np.pi, n)
        side = np.where(y == 0, 1.0, -1.0)  # class 0 above, class 1 below
        x = np.stack(
            [
                side * (0.7 * np.cos(angle) - 0.35),
                side * (0.7 * np.sin(angle) - self.shift),
            ],
            axis=1,
        )
        x += rng.normal(0.0, self.noise, x.shape)
        return Sample(x, y.astype(np.float64), 2)


@dataclass(frozen=True, slots=True)
class Curves(Settings):
    """Two waves, one above the other, that no straight line can separate."""

    name: ClassVar[str] = "curves"
    title: ClassVar[str] = mark("Two curves")
    inputs: ClassVar[int] = 2
    classes: ClassVar[int] = 2
    default_points: ClassVar[int] = 200
    default_test: ClassVar[float] = 0.3

    height: float = number(
        0.5,
        mark("Height"),
        0.0,
        1.0,
        0.05,
        mark("Half the height of the waves."),
        r"x_2 = h \cos \pi x_1 \pm \tfrac{d}{2}",
    )
    distance: float = number(
        0.4,
        mark("Distance"),
        0.05,
        1.0,
        0.05,
        mark("Vertical distance of the two curves."),
    )
    noise: float = number(
        0.0,
        mark("Noise"),
        0.0,
        0.4,
        0.01,
        mark("Standard deviation added to each coordinate."),
        _NOISE_FORMULA,
    )

    @property
    def box(self) -> Box:
        """Both curves with a margin."""
        return (-1.2, 1.2, -1.2, 1.2)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly along x; class 1 is the upper curve."""
        y = labels(n, 2, rng)
        along = rng.uniform(-1.0, 1.0, n)
        up = self.height * np.cos(np.pi * along) + self.distance * (y - 0.5)
        x = np.stack([along, up], axis=1)
        x += rng.normal(0.0, self.noise, x.shape)
        return Sample(x, y.astype(np.float64), 2)


@dataclass(frozen=True, slots=True)
class Blobs(Settings):
    """Round clouds on a circle, one class each."""

    name: ClassVar[str] = "blobs"
    title: ClassVar[str] = mark("Blobs")
    inputs: ClassVar[int] = 2
    default_points: ClassVar[int] = 300
    default_test: ClassVar[float] = 0.3

    blobs: int = whole(
        4, mark("Blobs"), 2, 8, mark("Number of clouds, each a class of its own.")
    )
    noise: float = number(
        0.14,
        mark("Noise"),
        0.0,
        0.6,
        0.01,
        mark("Standard deviation of each cloud."),
        r"x \sim \mathcal{N}(\mu_k, \sigma^2 I)",
    )

    @property
    def classes(self) -> int:
        """One class per blob."""
        return self.blobs

    @property
    def box(self) -> Box:
        """All clouds with a margin."""
        return (-1.3, 1.3, -1.3, 1.3)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points around centres on a circle of radius 0.75."""
        y = labels(n, self.blobs, rng)
        # Rotating by a quarter of a sector keeps boundaries off the axes.
        angle = 2.0 * np.pi * (y + 0.25) / self.blobs
        x = 0.75 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        x += rng.normal(0.0, self.noise, x.shape)
        return Sample(x, y.astype(np.float64), self.blobs)
