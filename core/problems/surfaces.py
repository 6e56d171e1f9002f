"""Scalar surfaces over the plane: a plane, bumps and a saddle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.arrays import Floats
from core.expression import parse
from core.language import mark
from core.problems.base import Box, Sample
from core.problems.settings import Settings, number, typed, whole


class _Surface(Settings):
    """What the surfaces share: points drawn evenly on −1 … 1, one value each."""

    __slots__ = ()
    inputs: ClassVar[int] = 2
    classes: ClassVar[int] = 0
    targets: ClassVar[int] = 1
    default_points: ClassVar[int] = 400
    default_test: ClassVar[float] = 0.3
    noise: float

    @property
    def box(self) -> Box:
        """The square on which points are drawn."""
        return (-1.0, 1.0, -1.0, 1.0)

    def truth(self, x: Floats) -> Floats:
        """The values without noise; (n, 2) -> (n, 1)."""
        raise NotImplementedError

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points evenly over the square."""
        x = rng.uniform(-1.0, 1.0, (n, 2))
        y = self.truth(x) + rng.normal(0.0, self.noise, (n, 1))
        return Sample(x, y)


def _noise() -> float:
    field: float = number(
        0.0,
        mark("Noise"),
        0.0,
        0.5,
        0.01,
        mark("Standard deviation added to the value."),
    )
    return field


@dataclass(frozen=True, slots=True)
class Plane(_Surface):
    """A tilted plane; a network without hidden layers fits it exactly."""

    name: ClassVar[str] = "plane"
    title: ClassVar[str] = mark("Plane")

    slope_x: float = number(
        0.5,
        mark("Slope along x₁"),
        -2.0,
        2.0,
        0.1,
        mark("Rise for each unit of x₁."),
        r"f(x) = a x_1 + b x_2",
    )
    slope_y: float = number(
        0.5,
        mark("Slope along x₂"),
        -2.0,
        2.0,
        0.1,
        mark("Rise for each unit of x₂."),
        r"f(x) = a x_1 + b x_2",
    )
    noise: float = _noise()

    def truth(self, x: Floats) -> Floats:
        """The values without noise; (n, 2) -> (n, 1)."""
        return np.asarray(x @ np.array([[self.slope_x], [self.slope_y]]))


@dataclass(frozen=True, slots=True)
class Bumps(_Surface):
    """Gaussian hills and hollows, alternating, on a circle."""

    name: ClassVar[str] = "bumps"
    title: ClassVar[str] = mark("Gaussian bumps")

    bumps: int = whole(
        4,
        mark("Bumps"),
        1,
        9,
        mark("Number of hills and hollows."),
        r"f(x) = \sum_i (-1)^i\, e^{-\lVert x - c_i \rVert^2 / (2 s^2)}",
    )
    width: float = number(
        0.25, mark("Width"), 0.05, 1.0, 0.05, mark("Standard width s of a bump.")
    )
    noise: float = _noise()

    def truth(self, x: Floats) -> Floats:
        """The values without noise; (n, 2) -> (n, 1)."""
        value = np.zeros(len(x))
        reach = 0.0 if self.bumps == 1 else 0.55
        for i in range(self.bumps):
            angle = 2.0 * np.pi * i / self.bumps + 0.25 * np.pi
            centre = reach * np.array([np.cos(angle), np.sin(angle)])
            away = ((x - centre) ** 2).sum(axis=1)
            value += (-1.0) ** i * np.exp(-away / (2.0 * self.width**2))
        return value[:, None]


@dataclass(frozen=True, slots=True)
class Saddle(_Surface):
    """A saddle: up along one axis, down along the other."""

    name: ClassVar[str] = "saddle"
    title: ClassVar[str] = mark("Saddle")

    steepness: float = number(
        1.0,
        mark("Steepness"),
        0.1,
        3.0,
        0.1,
        mark("Factor on the whole surface."),
        r"f(x) = s\,(x_1^2 - x_2^2)",
    )
    noise: float = _noise()

    def truth(self, x: Floats) -> Floats:
        """The values without noise; (n, 2) -> (n, 1)."""
        return np.asarray(self.steepness * (x[:, :1] ** 2 - x[:, 1:] ** 2))


@dataclass(frozen=True, slots=True)
class TypedSurface(_Surface):
    """A function of x and y that you type."""

    name: ClassVar[str] = "function"
    title: ClassVar[str] = mark("Typed function")

    typed: str = typed(
        "sin(3x) cos(2y)",
        "f(x, y)",
        ("x", "y"),
        mark("The function as typed: + − * / ^, sin, cos, exp, abs, sqrt and others."),
        r"y = f(x_1, x_2)",
    )
    noise: float = _noise()

    def truth(self, x: Floats) -> Floats:
        """The values without noise; (n, 2) -> (n, 1)."""
        inside = np.clip(x, -1.0, 1.0)  # beyond, it might not be finite
        values = parse(self.typed, ("x", "y"))(x=inside[:, 0], y=inside[:, 1])
        # It may still have a pole between the points where it was checked.
        calm = np.clip(np.nan_to_num(values), -1e6, 1e6)
        return np.array(np.broadcast_to(calm, (len(x),)))[:, None]
