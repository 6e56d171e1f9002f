"""Points above and below the graph of a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from core.arrays import Floats
from core.expression import parse
from core.language import mark
from core.problems.base import Box, Sample
from core.problems.settings import Settings, choice, labels, number, typed


@dataclass(frozen=True, slots=True)
class Function:
    """A named function of one number, with values in about −0.8 … 0.8 on −1 … 1."""

    name: str
    formula: str  # latex
    value: Callable[[Floats], Floats]


FUNCTIONS: dict[str, Function] = {
    f.name: f
    for f in (
        Function("sine", r"0.6 \sin \pi x", lambda x: 0.6 * np.sin(np.pi * x)),
        Function("line", r"0.5 x", lambda x: 0.5 * x),
        Function("parabola", r"1.2 x^2 - 0.6", lambda x: 1.2 * x * x - 0.6),
        Function(
            "absolute", r"1.2 \lvert x \rvert - 0.6", lambda x: 1.2 * np.abs(x) - 0.6
        ),
        Function("step", r"0.5\,\mathrm{sign}(x)", lambda x: 0.5 * np.sign(x)),
        Function("wave", r"0.5 \sin 2 \pi x", lambda x: 0.5 * np.sin(2.0 * np.pi * x)),
    )
}


TYPED = "typed"  # the function a user typed


@dataclass(frozen=True, slots=True)
class AboveBelow(Settings):
    """Class 1 above the graph of a function, class 0 below it."""

    name: ClassVar[str] = "above-below"
    title: ClassVar[str] = mark("Above and below a function")
    inputs: ClassVar[int] = 2
    classes: ClassVar[int] = 2
    default_points: ClassVar[int] = 400
    default_test: ClassVar[float] = 0.3

    function: str = choice(
        "sine",
        mark("Function"),
        (*FUNCTIONS, TYPED),
        mark("The function that separates the classes."),
        r"y = [x_2 > f(x_1)]",
    )
    typed: str = typed(
        "0.6 sin(pi x)",
        "f(x)",
        ("x",),
        mark("The function as typed: + − * / ^, sin, cos, exp, abs, sqrt and others."),
        r"y = [x_2 > f(x_1)]",
    )
    gap: float = number(
        0.05, mark("Gap"), 0.0, 0.3, 0.01, mark("Empty height between the classes.")
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
        """The square with a margin."""
        return (-1.15, 1.15, -1.15, 1.15)

    def graph(self, x: Floats) -> Floats:
        """The function that separates the classes; both have room within −1 … 1."""
        if self.function != TYPED:
            return FUNCTIONS[self.function].value(x)
        values = parse(self.typed, ("x",))(x=np.clip(x, -1.0, 1.0))
        return np.clip(np.broadcast_to(np.nan_to_num(values), x.shape), -0.9, 0.9)

    def truth(self, x: Floats) -> Floats:
        """The class of each point before noise; (n, 2) -> (n,)."""
        graph = self.graph(x[:, 0])
        return np.asarray(x[:, 1] > graph, dtype=np.float64)

    def draw(self, n: int, rng: np.random.Generator) -> Sample:
        """Draw ``n`` points, even along x and along the height of their class."""
        y = labels(n, 2, rng)
        along = rng.uniform(-1.0, 1.0, n)
        graph = self.graph(along)
        # 1 − u is in (0, 1], so with no gap a point is never on the graph itself.
        share = 1.0 - rng.random(n)
        near = graph + np.where(y == 1, 0.5, -0.5) * self.gap
        far = np.where(y == 1, 1.0, -1.0)
        x = np.stack([along, near + share * (far - near)], axis=1)
        x += rng.normal(0.0, self.noise, x.shape)
        return Sample(x, y.astype(np.float64), 2)
