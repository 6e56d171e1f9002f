"""The loss along a straight line through weight space, with points to mark."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np

from core.analysis.curvature import sharpest
from core.analysis.gradients import stability_limit
from core.analysis.landscape import plane_measures, plane_reference
from core.arrays import Floats
from core.errors import BadInput
from core.gradients.network import network_graph
from core.language import tr
from core.network import NetworkSpec
from core.training import TrainingSpec
from core.training.state import TrainData

POINTS = 121


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """Where losses are measured: a network, its statistics, a sample."""

    network: NetworkSpec
    running: Floats
    data: TrainData
    compiled: bool = True
    precision: str = "float64"

    def along(self, start: Floats, direction: Floats, places: Floats) -> Floats:
        """Losses at start + t·direction."""
        none, still = np.zeros_like(start), np.zeros(1)
        given = (self.network, start, self.running, direction, none, places, still)
        if self.compiled:
            losses, _ = plane_measures(*given, self.data, self.precision)
        else:
            losses, _ = plane_reference(*given, self.data)
        return np.asarray(losses[0])


@dataclass(frozen=True, slots=True, eq=False)
class Between:
    """From one set of weights (t = 0) to another (t = 1)."""

    places: Floats
    losses: Floats
    barrier: float  # highest loss on the way minus the higher end; 0: none


def between(weighed: Weighed, first: Floats, last: Floats) -> Between:
    """The straight line between them, extended by a quarter at either end."""
    places = np.linspace(-0.25, 1.25, POINTS)
    losses = weighed.along(first, last - first, places)
    inside = (places >= 0.0) & (places <= 1.0)
    ends = weighed.along(first, last - first, np.array([0.0, 1.0]))
    barrier = float(np.max(losses[inside]) - np.max(ends))
    return Between(places, losses, max(0.0, barrier))


@dataclass(frozen=True, slots=True, eq=False)
class Downhill:
    """The loss along the negative gradient; positions are learning rates."""

    places: Floats
    losses: Floats
    rate: float
    after: float  # the loss where a step of this rate ends
    best: float  # the rate with the lowest loss on the line
    slope: float  # of the loss at rate 0: −‖gradient‖²

    @property
    def too_large(self) -> bool:
        """Whether a step at this rate increases the loss."""
        return not self.after <= self.before

    @property
    def before(self) -> float:
        """The loss where the step begins."""
        return float(np.interp(0.0, self.places, self.losses))


def downhill(weighed: Weighed, theta: Floats, rate: float) -> Downhill:
    """The effect of one plain gradient step at each learning rate."""
    data = weighed.data
    graph = network_graph(
        weighed.network, theta, data.inputs.T, data.targets.T, weighed.running
    )
    down = -graph.gradient()
    size = float(down @ down)
    bend = float(down @ graph.hvp(down))
    # Show well past the minimum of a parabola with this slope and curvature.
    bottom = size / bend if bend > 0.0 and size > 0.0 else 0.0
    reach = min(max(2.5 * rate, 2.6 * bottom), 12.0 * rate)
    places = np.union1d(np.linspace(-0.15 * reach, reach, POINTS), [0.0, rate])
    losses = weighed.along(theta, down, places)
    after = float(losses[np.searchsorted(places, rate)])
    good = np.where(np.isfinite(losses), losses, np.inf)
    best = float(places[int(np.argmin(good))])
    return Downhill(places, losses, rate, after, best, -size)


@dataclass(frozen=True, slots=True, eq=False)
class Sharpest:
    """The loss along the sharpest direction, against the stability limit."""

    places: Floats
    losses: Floats
    curvature: float
    limit: float | None  # 2/η and its like; None: not applicable to this optimiser
    parabola: Floats  # of this curvature
    widest: Floats | None  # at the limit: with sharper curvature, steps grow


def along_sharpest(
    weighed: Weighed, theta: Floats, training: TrainingSpec, rate: float
) -> Sharpest:
    """The loss along the sharpest eigenvector, and parabolas to compare it with."""
    data = weighed.data
    found = sharpest(
        weighed.network, theta, weighed.running, data.inputs.T, data.targets.T
    )
    vector = found.vectors[0] if len(found.vectors) else np.ones_like(theta)
    vector = vector / np.linalg.norm(vector)
    curvature = float(found.values[0]) if len(found.values) else 0.0
    limit = stability_limit(training.optimiser, rate, training.momentum)
    here = float(weighed.along(theta, vector, np.zeros(1))[0])
    if not (isfinite(curvature) and isfinite(here)):
        raise BadInput(tr("The curvature here is too large to be measured"))
    scale = max(abs(curvature), 1e-9)
    reach = float(np.sqrt(4.0 * max(here, 0.02) / scale))
    reach = min(reach, 2.0 * float(np.linalg.norm(theta)) + 1.0)
    places = np.linspace(-reach, reach, POINTS)
    losses = weighed.along(theta, vector, places)
    down = network_graph(
        weighed.network, theta, data.inputs.T, data.targets.T, weighed.running
    )
    slope = float(down.gradient() @ vector)
    base = here + slope * places
    return Sharpest(
        places,
        losses,
        curvature,
        limit,
        base + 0.5 * curvature * places**2,
        None if limit is None else base + 0.5 * limit * places**2,
    )
