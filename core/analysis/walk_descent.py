"""Gradient descent on a typed function of one variable."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.errors import BadInput, require
from core.expression import Expression, parse
from core.language import tr

DEFAULT = "x^4 - x^3 - 2x^2 + 3"
#: Beyond this the walk counts as diverged; nothing of interest is that large.
FAR = 1e6


@dataclass(frozen=True, slots=True)
class DescentSpec:
    """The function and the settings of the descent."""

    function: str = DEFAULT
    start: float = 2.0
    rate: float = 0.13
    momentum: float = 0.0
    steps: int = 100

    def __post_init__(self) -> None:
        require(np.isfinite(self.start), "start", tr("be finite"), self.start)
        require(
            np.isfinite(self.rate) and self.rate > 0,
            tr("learning rate"),
            tr("be above 0"),
            self.rate,
        )
        require(0 <= self.momentum < 1, "momentum", tr("be in [0, 1)"), self.momentum)
        require(
            1 <= self.steps <= 10_000, "steps", tr("be from 1 to 10000"), self.steps
        )


@dataclass(frozen=True, slots=True, eq=False)
class Descent:
    """Every place that was visited, the start first."""

    spec: DescentSpec
    expression: Expression
    x: Floats  # (k + 1,)
    value: Floats
    slope: Floats
    velocity: Floats  # after the step from each place; last: not used
    diverged: int | None  # the step at which it diverged

    @property
    def sentence(self) -> str:
        """How it ended."""
        if self.diverged is not None:
            return tr(
                "Diverged at step {diverged}: each step overshoots by more "
                "than the last. A smaller learning rate helps.",
                diverged=self.diverged,
            )
        x, f, slope = float(self.x[-1]), float(self.value[-1]), float(self.slope[-1])
        rest = (
            tr("at rest")
            if abs(slope) < 1e-6
            else tr("slope {slope}", slope=f"{slope:.3g}")
        )
        text = tr(
            "After {count} steps: x = {x}, f(x) = {f}, {rest}.",
            count=len(self.x) - 1,
            x=f"{x:.7f}",
            f=f"{f:.7f}",
            rest=rest,
        )
        return text.replace("-", "−")


def descend(spec: DescentSpec) -> Descent:
    """Run gradient descent; stops where it diverges."""
    expression = parse(spec.function, ("x",))
    x, v = spec.start, 0.0
    places, values, slopes, speeds = [x], [], [], []
    diverged = None
    for step in range(spec.steps + 1):
        f = float(expression(x=np.float64(x)))  # type: ignore[arg-type]
        g = float(expression.derivative("x", x=np.float64(x)))  # type: ignore[arg-type]
        if step == 0 and not (np.isfinite(f) and np.isfinite(g)):
            raise BadInput(
                tr("start must lie where the function is defined, got {x}", x=f"{x:g}")
            )
        values.append(f)
        slopes.append(g)
        v = spec.momentum * v + g
        speeds.append(v)
        if not np.isfinite(f) or not np.isfinite(g) or abs(x) > FAR:
            diverged = step
            break
        if step < spec.steps:
            x = x - spec.rate * v
            places.append(x)
    count = len(values)
    return Descent(
        spec,
        expression,
        np.array(places[:count]),
        np.array(values),
        np.array(slopes),
        np.array(speeds),
        diverged,
    )
