"""Problems cut into squares: XOR of the signs, and the checkerboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.language import mark
from core.problems.base import Box, Sample
from core.problems.settings import Settings, labels, number, whole


@dataclass(frozen=True, slots=True)
class Quadrants(Settings):
    """XOR spread over the plane: class 1 where the coordinates differ in sign."""

    name: ClassVar[str] = "quadrants"
    title: ClassVar[str] = mark("XOR quadrants")
    inputs: ClassVar[int] = 2
    classes: ClassVar[int] = 2
    default_points: ClassVar[int] = 300
    default_test: ClassVar[float] = 0.3

    gap: float = number(
        0.1,
        mark("Gap"),
        0.0,
        0.5,
        0.01,
        mark("Width of the empty cross between the classes."),
    )
    noise: float = number(
        0.0,
        mark("Noise"),
        0.0,
        0.5,
        0.01,
        mark("Standard deviation added to each coordinate."),
        r"\varepsilon \sim \mathcal{N}(0, \sigma^2 I)",
    )

    @property
    def box(self) -> Box:
        """The four quadrants with a margin."""
        return (-1.2, 1.2, -1.2, 1.2)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points, even over the quadrants of their class."""
        y = labels(n, 2, rng)
        size = rng.uniform(0.5 * self.gap, 1.0, (n, 2))
        sign = rng.integers(0, 2, n) * 2.0 - 1.0
        x = size * np.stack([sign, np.where(y == 1, -sign, sign)], axis=1)
        x += rng.normal(0.0, self.noise, x.shape)
        return Sample(x, y.astype(np.float64), 2)


@dataclass(frozen=True, slots=True)
class Checkerboard(Settings):
    """Squares of alternating class on −1 … 1."""

    name: ClassVar[str] = "checkerboard"
    title: ClassVar[str] = mark("Checkerboard")
    inputs: ClassVar[int] = 2
    classes: ClassVar[int] = 2
    default_points: ClassVar[int] = 600
    default_test: ClassVar[float] = 0.3

    cells: int = whole(
        4,
        mark("Cells"),
        2,
        8,
        mark("Squares along each side."),
        r"y = (\lfloor x_1 / s \rfloor + \lfloor x_2 / s \rfloor) \bmod 2",
    )
    gap: float = number(
        0.1,
        mark("Gap"),
        0.0,
        0.9,
        0.05,
        mark("Share of a square that is left empty at its rim."),
    )
    noise: float = number(
        0.0,
        mark("Noise"),
        0.0,
        0.3,
        0.01,
        mark("Standard deviation added to each coordinate."),
    )

    @property
    def box(self) -> Box:
        """The board with a margin."""
        return (-1.15, 1.15, -1.15, 1.15)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points, even over the squares of their class."""
        y = labels(n, 2, rng)
        column, row = np.divmod(np.arange(self.cells**2), self.cells)
        dark = (column + row) % 2
        cells = [np.flatnonzero(dark == c) for c in (0, 1)]
        pick = rng.random(n)
        cell = np.where(
            y == 1,
            cells[1][(pick * len(cells[1])).astype(np.int64)],
            cells[0][(pick * len(cells[0])).astype(np.int64)],
        )
        inside = 0.5 + (1.0 - self.gap) * (rng.random((n, 2)) - 0.5)
        corner = np.stack([column[cell], row[cell]], axis=1)
        x = 2.0 * (corner + inside) / self.cells - 1.0
        x += rng.normal(0.0, self.noise, x.shape)
        return Sample(x, y.astype(np.float64), 2)
