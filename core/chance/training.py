"""One training step through random units: draws, baselines, what flows back.

The readable counterpart of `core.kernels.chance`. Where a baseline is an expectation,
the examples first go forward several times, over all patterns of 0 and 1 or over a few
more draws; then one draw is used for the step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from core import draws
from core.arrays import Floats
from core.chance.subject import tosses
from core.gradients import NetworkGraph
from core.network import MAX_LAYERS, LayerSpec, NetworkSpec
from core.sampling import (
    BERNOULLI,
    LEARNED,
    NONE,
    NORMALISED,
    OPTIMAL,
    REMEMBERED,
    STRAIGHT_THROUGH,
    rounds_of,
    sampling_layers,
)

Draws = list[Floats | None]
#: The graph of the examples with given draws.
Graph = Callable[[Draws], NetworkGraph]


@dataclass(frozen=True, slots=True)
class Place:
    """Which examples of which step: a draw belongs to (step, layer, unit, example)."""

    seed: int
    step: int
    batch: int
    rows: range

    def numbers(self, hidden: tuple[LayerSpec, ...], draw: int) -> Draws:
        """Random numbers of every layer (n, drawn); the step uses draw 0."""
        sequence = draws.key(self.seed, draws.DROPOUT, self.step)
        found: Draws = []
        for i, layer in enumerate(hidden):
            if not layer.sample:
                found.append(None)
                continue
            own = draws.derived(sequence, draw * MAX_LAYERS + i)
            kind = draws.uniforms if layer.sample == BERNOULLI else draws.normals
            columns = [
                kind(own, unit * self.batch + self.rows.start, len(self.rows))
                for unit in range(layer.drawn)
            ]
            found.append(np.stack(columns, axis=1))
        return found


@dataclass(slots=True)
class Sampled:
    """A graph whose gradient is an estimate, and what else is learned."""

    graph: NetworkGraph
    #: By place in the flat vector: gradients of learned baselines, means over examples.
    baselines: dict[int, Floats] = field(default_factory=dict)
    squares: float = 0.0  # Σ (J − b)² over the examples, for `normalised`


@dataclass(slots=True)
class _Sums:
    expected: Floats  # (n,), of J
    above: dict[int, Floats]  # of J s², by layer (n, units)
    below: dict[int, Floats]  # of s²


def sample(
    network: NetworkSpec, theta: Floats, running: Floats, place: Place, make: Graph
) -> Sampled:
    """Draw, and set the gradients that flow back, as means over the examples."""
    own = place.numbers(network.hidden, 0)
    sums = _rounds(network, place, own, make)
    graph = make(own)
    loss = graph.losses.value
    made = Sampled(graph)
    for i, _, toss in tosses(graph):
        way = network.hidden[i].estimator
        toss.straight = way == STRAIGHT_THROUGH
        if toss.straight:
            continue
        centred = loss[:, None]
        if way == OPTIMAL:
            above, below = sums.above[i], sums.below[i]
            usable = below > 0.0
            b = np.divide(above, below, out=np.zeros_like(above), where=usable)
            centred = centred - b
        elif way == LEARNED:
            b, gradient = _learned(network, theta, graph, i, loss)
            block = network.layout.layers[i].baseline
            assert block is not None
            made.baselines[block.start] = gradient
            centred = centred - b[:, None]
        elif way != NONE:
            centred = centred - sums.expected[:, None]
        if way == NORMALISED:
            made.squares = float(np.sum(centred.astype(np.float64) ** 2))
            centred = centred * _scale(network, running, i)
        toss.weight = centred / len(loss)
    return made


def _rounds(network: NetworkSpec, place: Place, own: Draws, make: Graph) -> _Sums:
    """Sums over all patterns, or over other draws."""
    count, patterned = rounds_of(network)
    sums = _Sums(np.zeros(1), {}, {})
    first_bit = {}
    bit = 0
    for i in sampling_layers(network, BERNOULLI):
        first_bit[i] = bit
        bit += network.hidden[i].units
    for number in range(count):
        if patterned:
            given = list(own)
            for i, start in first_bit.items():
                units = network.hidden[i].units
                ones = (number >> (start + np.arange(units))) & 1
                given[i] = np.tile(np.where(ones, -1.0, 2.0), (len(place.rows), 1))
        else:
            given = place.numbers(network.hidden, number + 1)
        _note(sums, make(given), patterned, count)
    return sums


def _note(sums: _Sums, graph: NetworkGraph, patterned: bool, count: int) -> None:
    """Add one round to the sums."""
    loss = graph.losses.value
    weight = np.ones_like(loss) if patterned else np.full_like(loss, 1.0 / count)
    if patterned:
        for _, node, toss in tosses(graph):
            chance = toss.probability(node)
            weight = weight * np.prod(
                np.where(node.value == 1.0, chance, 1.0 - chance), axis=1
            )
    sums.expected = sums.expected + weight * loss
    for i, node, toss in tosses(graph):
        square = weight[:, None] * toss.score(node) ** 2
        nothing = np.zeros_like(square)
        sums.above[i] = sums.above.get(i, nothing) + loss[:, None] * square
        sums.below[i] = sums.below.get(i, nothing) + square


def _learned(
    network: NetworkSpec, theta: Floats, graph: NetworkGraph, layer: int, loss: Floats
) -> tuple[Floats, Floats]:
    """The extra output's prediction, and the gradient of the mean of (b − J)²."""
    block = network.layout.layers[layer].baseline
    assert block is not None
    v = block.of(theta)
    (affine,) = (s for s in graph.plan.of_layer(layer) if s.card == "affine")
    h = graph.values[affine.inputs[0]].value
    read = np.concatenate([h, np.ones((len(h), 1), h.dtype)], axis=1)
    b = read @ v
    return b, 2.0 * (b - loss) @ read / len(loss)


def _scale(network: NetworkSpec, running: Floats, layer: int) -> float:
    """One over the running standard deviation, as it was before the step."""
    block = network.layout.layers[layer].spread
    assert block is not None
    variance, weight = (float(v) for v in block.of(running))
    deviation = np.sqrt(variance / weight) if weight > 0.0 else 0.0
    return 1.0 / deviation if deviation > 0.0 else 1.0


def remember(network: NetworkSpec, running: Floats, square: float) -> None:
    """Move the running variance of J − b towards the mean square of a step."""
    for blocks in network.layout.layers:
        if blocks.spread is not None:
            variance, weight = blocks.spread.of(running)
            blocks.spread.of(running)[...] = (
                REMEMBERED * variance + (1.0 - REMEMBERED) * square,
                REMEMBERED * weight + (1.0 - REMEMBERED),
            )
