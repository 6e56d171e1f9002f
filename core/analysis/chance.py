"""One derivative estimated many times, by every estimator that fits the network."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.walk import Walk
from core.analysis.walk_names import entry_title
from core.arrays import Floats
from core.chance import Subject, expectation, why_not_exact
from core.chance.drawing import Drawing
from core.errors import BadInput
from core.language import tr
from core.sampling import (
    BERNOULLI,
    ESTIMATORS,
    LEARNED,
    NORMALISED,
    TITLES,
    check_fits,
    sampling_layers,
)

MORE = 1000  # draws added per click
MOST_DRAWS = 50_000
#: The estimators compared; the learned baseline comes before the biased one.
COMPARED = (*ESTIMATORS[:4], LEARNED, *ESTIMATORS[4:])
_OUTSIDE = 0.005  # share of each estimator's draws cut off at either end


@dataclass(frozen=True, slots=True, eq=False)
class Chance:
    """The estimates of one estimator."""

    estimator: str
    title: str
    values: Floats  # (draws,)

    @property
    def mean(self) -> float:
        """Of the estimates."""
        return float(self.values.mean())

    @property
    def spread(self) -> float:
        """The standard deviation of the estimates."""
        return float(self.values.std(ddof=1))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.spread / float(np.sqrt(len(self.values)))

    def outside(self, low: float, high: float) -> tuple[int, int]:
        """The number of estimates below and above a range."""
        return int((self.values < low).sum()), int((self.values > high).sum())


@dataclass(frozen=True, slots=True, eq=False)
class Chances:
    """All estimators side by side, and the exact value where it can be computed."""

    title: str  # of the entry, for people
    draws: int
    exact: float | None
    why_not: str  # why there is no exact value
    chances: tuple[Chance, ...]

    def __getitem__(self, estimator: str) -> Chance:
        return next(c for c in self.chances if c.estimator == estimator)

    @property
    def span(self) -> tuple[float, float]:
        """One axis range for all: the central 99 % of each, and mean ± spread.

        `normalised` has another scale and does not widen it; nor do rare draws.
        """
        ends = [] if self.exact is None else [self.exact]
        for chance in self.chances:
            if chance.estimator != NORMALISED:
                ends += np.quantile(chance.values, (_OUTSIDE, 1.0 - _OUTSIDE)).tolist()
                ends += [chance.mean - chance.spread, chance.mean + chance.spread]
        good = [end for end in ends if np.isfinite(end)] or [0.0]
        low, high = min(good), max(good)
        room = 0.04 * (high - low) or 1e-3
        return low - room, high + room


def fitting(walk: Walk) -> tuple[str, ...]:
    """The estimators that fit every random layer."""
    found = []
    for name in COMPARED:
        try:
            check_fits(name, walk.subject.network)
        except BadInput:
            continue
        found.append(name)
    return tuple(found)


def why_no_chance(walk: Walk) -> str:
    """Why nothing can be drawn; empty where it can."""
    if not sampling_layers(walk.subject.network):
        return tr(
            "No layer of this network is random. Open a layer's menu in "
            "the network strip and choose Random units"
        )
    if not fitting(walk):
        return tr("No estimator suits both 0/1 units and Gaussian units")
    return ""


def usual_entry(walk: Walk) -> tuple[str, int]:
    """The most instructive entry: the least certain unit, and its largest input.

    A unit with a probability near 0 or 1 gives nearly the same draw every time.
    """
    network = walk.subject.network
    layers = sampling_layers(network)
    if not layers:
        return "W1", 0
    layer = layers[0]
    name = f"W{layer + 1}"
    if network.hidden[layer].sample != BERNOULLI:
        return name, 0
    p = np.atleast_2d(walk[f"a{layer + 1}"].value)
    unit = int(np.argmax((p * (1.0 - p)).mean(axis=0)))
    inputs = walk[name].value.shape[-1]
    sources = [flow.source for flow in walk.out_of(f"z{layer + 1}")]
    values = [walk[s].value for s in sources if walk[s].kind != "parameter"]
    h = np.abs(np.atleast_2d(values[0])).mean(axis=0)
    return name, unit * inputs + (int(np.argmax(h)) if len(h) == inputs else 0)


def chances_of(walk: Walk, name: str, entry: int, draws: int, seed: int = 0) -> Chances:
    """Draw the examples of a walk ``draws`` times; ``name`` is a parameter: W1, b1."""
    if reason := why_no_chance(walk):
        raise BadInput(tr("chance: {reason}", reason=reason))
    given = walk.subject
    network = given.network
    subject = Subject(network, given.theta, given.running, given.x, given.y)
    why = why_not_exact(network)
    exact = None if why else expectation(subject)
    node = walk[name]
    part = name.rstrip("0123456789")
    block = dict(network.layout.layers[node.layer - 1].parameters())[part]
    place = block.start + min(entry, node.value.size - 1)
    chances = []
    with np.errstate(all="ignore"):
        for estimator in fitting(walk):
            drawing = Drawing(subject, estimator, seed, exact)
            blocks = drawing.blocks(0, min(draws, MOST_DRAWS))
            values = np.concatenate([b.gradients[:, place] for b in blocks])
            chances.append(Chance(estimator, TITLES[estimator], values))
    return Chances(
        entry_title(name, node.value.shape, place - block.start),
        min(draws, MOST_DRAWS),
        None if exact is None else float(exact.gradient[place]),
        why,
        tuple(chances),
    )
