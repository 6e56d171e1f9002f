"""Exact expectations: sums over all patterns of what random units can draw.

Bernoulli units: 2ᵏ patterns of 0 and 1, each weighted by its probability, which is
differentiated like the loss. Gaussian units: where the loss is a quadratic function of
the noise, the mean over all patterns of −1 and 1 is its expectation, because both have
mean 0, variance 1 and no correlation; elsewhere there is no exact sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from core.arrays import Floats
from core.autodiff import Node, backward, constant
from core.autodiff.functions import curve
from core.chance.subject import Subject, tosses
from core.functions import words
from core.functions.straight import IDENTITY
from core.gradients import NetworkGraph
from core.gradients.chance import log_probability
from core.language import tr
from core.network import NetworkSpec
from core.outputs.values import MSE
from core.sampling import (
    BERNOULLI,
    GAUSSIAN,
    MAX_EXACT,
    sampling_layers,
    sampling_units,
)

_EXP = curve(words.exp)
_NUMBERS = 4_000_000  # numbers a graph stores per block of examples


@dataclass(frozen=True, slots=True, eq=False)
class Expectation:
    """Expected values for every example, and the gradient of their mean."""

    loss: float
    gradient: Floats  # flat, by all parameters; without penalties
    losses: Floats  # (n,), E[J | x]
    logits: Floats  # (n, width), their expectation
    pushes: tuple[Floats, ...]  # of each layer (n, rows), n ∂(mean E[J])/∂z
    #: Of each Bernoulli layer (n, units): E[J s²] / E[s²], s the score.
    optimal: dict[int, Floats]


def why_not_exact(network: NetworkSpec) -> str:
    """Why expectations cannot be summed exactly; empty where they can."""
    units = sampling_units(network)
    if units > MAX_EXACT:
        return tr(
            "{units} sampling units, more than {MAX_EXACT}",
            units=units,
            MAX_EXACT=MAX_EXACT,
        )
    noisy = sampling_layers(network, GAUSSIAN)
    if noisy and not _quadratic(network, noisy):
        return tr("Gaussian units whose loss is not a quadratic function of the noise")
    return ""


def _quadratic(network: NetworkSpec, noisy: tuple[int, ...]) -> bool:
    """Whether the loss is quadratic in the noise: one random layer, linear after it."""
    later = network.hidden[noisy[0] :]
    straight = all(layer.unit is IDENTITY for layer in later)
    return len(noisy) == 1 and straight and network.output.unit is MSE


def expectation(subject: Subject) -> Expectation:
    """Loss, gradient and baselines; only where `why_not_exact` is empty."""
    patterns = 2 ** sampling_units(subject.network)
    n = len(subject.x)
    block = max(1, _NUMBERS // (patterns * subject.size))
    parts = [
        _of_block(subject.take(slice(i, i + block)), n) for i in range(0, n, block)
    ]
    losses = np.concatenate([part.losses for part in parts])
    return Expectation(
        float(np.mean(losses)),
        np.sum([part.gradient for part in parts], axis=0),
        losses,
        np.concatenate([part.logits for part in parts]),
        tuple(
            np.concatenate(pushes)
            for pushes in zip(*(part.pushes for part in parts), strict=True)
        ),
        {
            i: np.concatenate([part.optimal[i] for part in parts])
            for i in parts[0].optimal
        },
    )


def expected_losses(subject: Subject) -> Floats:
    """E[J | x] of every example alone, without gradients; (n,)."""
    patterns = 2 ** sampling_units(subject.network)
    block = max(1, _NUMBERS // (patterns * subject.size))
    found = []
    for start in range(0, len(subject.x), block):
        part = subject.take(slice(start, start + block))
        count, draws = _patterns(part.network, len(part.x))
        graph = part.repeated(count, draws)
        weighed = _weight(graph).value * graph.losses.value
        found.append(weighed.reshape(count, -1).sum(axis=0))
    return np.concatenate(found)


def _patterns(network: NetworkSpec, examples: int) -> tuple[int, list[Floats | None]]:
    """How many patterns there are, and the draws that force them, pattern by pattern.

    Uniform numbers of −1 and 2 force a 1 and a 0.
    """
    units = sampling_units(network)
    count = 2**units
    ones = (np.arange(count)[:, None] >> np.arange(units)) & 1
    draws: list[Floats | None] = []
    start = 0
    for layer in network.hidden:
        mine = ones[:, start : start + layer.drawn]
        start += layer.drawn
        if not layer.sample:
            draws.append(None)
            continue
        forced = (2.0, -1.0) if layer.sample == BERNOULLI else (-1.0, 1.0)
        draws.append(np.repeat(np.where(mine, forced[1], forced[0]), examples, axis=0))
    return count, draws


def _of_block(subject: Subject, n: int) -> Expectation:
    """The sums for some of the n examples."""
    examples = len(subject.x)
    count, draws = _patterns(subject.network, examples)
    graph = subject.repeated(count, draws)
    weight = _weight(graph)
    total = (1.0 / n) * (weight * graph.losses).sum_to()
    gradients = backward(total)

    def summed(values: Floats) -> Floats:
        """Sum over the patterns of every example."""
        return np.asarray(values.reshape(count, examples, *values.shape[1:]).sum(0))

    p, loss = weight.value, graph.losses.value
    optimal = {}
    for i, node, toss in tosses(graph):
        squares = p[:, None] * toss.score(node) ** 2
        below = summed(squares)
        above = summed(loss[:, None] * squares)
        optimal[i] = np.divide(above, below, out=np.zeros_like(above), where=below > 0)
    return Expectation(
        float(total.value),
        np.concatenate([gradients.of(node).ravel() for node in graph.parameters]),
        summed(p * loss),
        summed(p[:, None] * graph.logits.value),
        tuple(n * summed(gradients.of(layer.z)) for layer in graph.layers),
        optimal,
    )


def _weight(graph: NetworkGraph) -> Node:
    """The probability of every row's pattern, (rows,)."""
    network = graph.network
    noisy = sum(network.hidden[i].drawn for i in sampling_layers(network, GAUSSIAN))
    total = constant(np.full(len(graph.losses.value), -noisy * log(2.0)))
    for _, node, _ in tosses(graph):
        total = total + log_probability(node)
    return _EXP(total)
