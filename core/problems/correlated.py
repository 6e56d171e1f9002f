"""Two targets at once that scatter together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.arrays import Floats
from core.language import mark
from core.outputs.covariance import MVN_NLL
from core.problems.base import Box, Sample
from core.problems.directions import LINE, PLANE
from core.problems.settings import Settings, choice, number


@dataclass(frozen=True, slots=True)
class Correlated(Settings):
    """Two values whose scatter is long and thin, and turns from place to place.

    Each value alone scatters nearly the same everywhere: what changes is how they go
    together, which two separate spreads cannot express.
    """

    name: ClassVar[str] = "correlated"
    title: ClassVar[str] = mark("Two correlated values")
    classes: ClassVar[int] = 0
    targets: ClassVar[int] = 2
    default_points: ClassVar[int] = 600
    default_test: ClassVar[float] = 0.3
    natural_loss: ClassVar[str] = MVN_NLL.name

    over: str = choice(PLANE, mark("Over"), (PLANE, LINE), mark("Two inputs, or one."))
    noise: float = number(
        0.4,
        mark("Noise"),
        0.0,
        1.0,
        0.01,
        mark("Standard deviation along the scatter's long axis."),
        r"y = f(x) + R(x)\,(s \varepsilon_1, t s \varepsilon_2)",
    )
    thinness: float = number(
        0.25,
        mark("Thinness"),
        0.05,
        1.0,
        0.05,
        mark(
            "The short axis as a share of the long one; 1: the values are independent."
        ),
    )

    @property
    def inputs(self) -> int:
        """A point of the plane, or x alone."""
        return 2 if self.over == PLANE else 1

    @property
    def box(self) -> Box:
        """The square; over x, the values and three deviations of noise."""
        if self.over == PLANE:
            return (-1.0, 1.0, -1.0, 1.0)
        reach = 1.0 + 3.0 * max(self.noise, 0.1)
        return (-1.0, 1.0, -reach, reach)

    def truth(self, x: Floats) -> Floats:
        """The mean of both values; (n, d) -> (n, 2)."""
        if self.over == LINE:
            return np.concatenate([np.sin(np.pi * x), np.cos(np.pi * x)], axis=1)
        return np.asarray(np.sin(1.5 * x))

    def axis(self, x: Floats) -> Floats:
        """The angle of the long axis; (n,)."""
        if self.over == LINE:
            return np.asarray(0.5 * np.pi * x[:, 0])
        return np.arctan2(x[:, 1], x[:, 0])

    def covariance(self, x: Floats) -> Floats:
        """The covariance of the scatter; (n, 2, 2)."""
        c, s = np.cos(self.axis(x)), np.sin(self.axis(x))
        turn = np.stack([np.stack([c, -s], 1), np.stack([s, c], 1)], 1)
        sizes = self.noise**2 * np.array([1.0, self.thinness**2])
        return np.asarray(np.einsum("nij,j,nkj->nik", turn, sizes, turn))

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly."""
        x = rng.uniform(-1.0, 1.0, (n, self.inputs))
        along = self.noise * rng.normal(size=(n, 2)) * np.array([1.0, self.thinness])
        c, s = np.cos(self.axis(x)), np.sin(self.axis(x))
        turned = np.stack(
            [c * along[:, 0] - s * along[:, 1], s * along[:, 0] + c * along[:, 1]], 1
        )
        return Sample(x, self.truth(x) + turned)
