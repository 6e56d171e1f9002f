"""Parity: whether the number of ones among n bits is odd."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.arrays import Ints
from core.language import mark
from core.problems.base import Box, Sample
from core.problems.settings import Settings, labels, number, whole


@dataclass(frozen=True, slots=True)
class Parity(Settings):
    """All corners of the n-dimensional cube; class 1 for an odd number of ones."""

    name: ClassVar[str] = "parity"
    title: ClassVar[str] = mark("Parity of n bits")
    classes: ClassVar[int] = 2
    default_points: ClassVar[int] = 16
    default_test: ClassVar[float] = 0.0

    bits: int = whole(
        4,
        mark("Bits"),
        2,
        12,
        mark("Number of inputs; 2 is XOR and has a picture."),
        r"y = \left(\sum_i x_i\right) \bmod 2",
    )
    noise: float = number(
        0.0,
        mark("Noise"),
        0.0,
        0.5,
        0.01,
        mark("Standard deviation around the corners; 0 gives each corner once."),
    )

    @property
    def inputs(self) -> int:
        """One input per bit."""
        return self.bits

    @property
    def box(self) -> Box:
        """The unit square with a margin, for the first two bits."""
        return (-0.5, 1.5, -0.5, 1.5)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """All 2ⁿ corners in order, or ``n`` noisy points near them."""
        corners = 2**self.bits
        if self.noise:
            # Half of the points odd, each corner of a class equally likely: any n
            # from 2 on has both classes, also when there are fewer points than corners.
            odd = labels(n, 2, rng)
            high = rng.integers(0, corners // 2, n)
            corner = 2 * high + (_ones(high, self.bits) + odd) % 2
        else:
            corner = np.arange(corners)
        places = np.arange(self.bits - 1, -1, -1)
        x = ((corner[:, None] >> places) & 1).astype(np.float64)
        y = (_ones(corner, self.bits) % 2).astype(np.float64)
        if self.noise:
            x += rng.normal(0.0, self.noise, x.shape)
        return Sample(x, y, 2)


def _ones(numbers: Ints, bits: int) -> Ints:
    """How many of the lowest ``bits`` bits are set."""
    return np.asarray(((numbers[:, None] >> np.arange(bits)) & 1).sum(axis=1))
