"""Single gradient draws: one draw per example gives one gradient of the mean loss."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from core import draws
from core.arrays import Floats
from core.autodiff import Gradients, backward
from core.autodiff.graph import constant
from core.chance.exact import Expectation
from core.chance.learned import Learned, learned_for
from core.chance.subject import Subject, tosses
from core.errors import BadInput
from core.gradients import NetworkGraph
from core.gradients.steps import leaves, node_of
from core.sampling import (
    BERNOULLI,
    LEARNED,
    MEAN,
    NORMALISED,
    OPTIMAL,
    REMEMBERED,
    STRAIGHT_THROUGH,
)
from core.steps import kinds
from core.steps.base import Numbers, Step

_NUMBERS = 3_000_000  # numbers kept per block of draws, roughly


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Some draws: the mean loss and the gradient of each."""

    losses: Floats  # (draws,)
    gradients: Floats  # (draws, parameters), flat as the parameters are


@dataclass(slots=True)
class _Baseline:
    """The baseline subtracted from J, exact or from the other draws."""

    mean: Floats  # (n,): E[J], or the sum of J over all draws
    optimal: dict[int, tuple[Floats, Floats]]  # E or sums of J s² and s², (n, units)
    draws: int = 0  # number of draws summed; 0: expectations


@dataclass(slots=True)
class Drawing:
    """Draws of one estimator on one subject; reproducible by seed."""

    subject: Subject
    estimator: str
    seed: int
    exact: Expectation | None = None  # source of baselines; None: other draws
    variance: float = 0.0  # running, of J − b
    weight: float = 0.0  # of the draws so far
    _baseline: _Baseline | None = field(default=None, repr=False)
    _learned: dict[int, Learned] = field(default_factory=dict, repr=False)

    def blocks(self, first: int, count: int) -> Iterator[Drawn]:
        """Draws ``first … first + count − 1``, in blocks that fit in memory.

        Without exact expectations a baseline is an average over the other draws of
        this call.
        """
        self._prepare(first, count)
        for start, size in self._spans(first, count):
            yield self._block(start, size)

    def _spans(self, first: int, count: int) -> list[tuple[int, int]]:
        subject = self.subject
        each = max(len(subject.x) * subject.size, subject.network.layout.size)
        most = max(1, _NUMBERS // each)
        end = first + count
        return [(at, min(most, end - at)) for at in range(first, end, most)]

    def _graph(self, first: int, count: int) -> NetworkGraph:
        """The graph of draws ``first …`` for all examples."""
        drawn = numbers_of(self.subject, self.seed, first, count)
        return self.subject.repeated(count, drawn)

    # -- baselines -----------------------------------------------------------------

    def _prepare(self, first: int, count: int) -> None:
        """Baselines from expectations, or from sums over all draws."""
        if self.estimator not in (MEAN, OPTIMAL, NORMALISED):
            return
        if self.exact is not None:
            pairs = {i: (b, np.ones_like(b)) for i, b in self.exact.optimal.items()}
            self._baseline = _Baseline(self.exact.losses, pairs)
            return
        if count < 2:
            raise BadInput(
                f"--samples must be 2 or more for {self.estimator} where expectations "
                f"are averages over the other samples, got {count}"
            )
        n = len(self.subject.x)
        total = np.zeros(n)
        optimal: dict[int, tuple[Floats, Floats]] = {}
        for start, size in self._spans(first, count):
            graph = self._graph(start, size)
            loss = graph.losses.value
            total += loss.reshape(size, n).sum(axis=0)
            for i, node, toss in tosses(graph):
                squares = toss.score(node) ** 2
                nothing = np.zeros((n, node.shape[1]))
                above, below = optimal.get(i, (nothing, nothing))
                optimal[i] = (
                    above + (loss[:, None] * squares).reshape(size, n, -1).sum(axis=0),
                    below + squares.reshape(size, n, -1).sum(axis=0),
                )
        self._baseline = _Baseline(total, optimal, count)

    def _centred(self, loss: Floats, squares: Floats, layer: int) -> Floats:
        """J − b of every draw and example, (draws, n, 1 or units)."""
        given = self._baseline
        if given is None:
            return loss[:, :, None]
        if self.estimator != OPTIMAL:
            own = loss if given.draws else 0.0
            return np.asarray(loss - (given.mean - own) / max(given.draws - 1, 1))[
                :, :, None
            ]
        above, below = given.optimal[layer]
        if given.draws:  # leave out the draw itself, to stay unbiased
            above, below = above - loss[:, :, None] * squares, below - squares
        usable = below > 1e-300
        b = np.divide(above, below, out=np.zeros_like(squares), where=usable)
        return np.asarray(loss[:, :, None] - b)

    def _off_learned(self, graph: NetworkGraph, loss: Floats, layer: int) -> Floats:
        """J minus the prediction of the layer's extra output, (draws, n, 1)."""
        if layer not in self._learned:
            subject = self.subject
            self._learned[layer] = learned_for(subject.network, subject.theta, layer)
        (affine,) = (s for s in graph.plan.of_layer(layer) if s.card == "affine")
        read = graph.values[affine.inputs[0]].value.reshape(*loss.shape, -1)
        return np.asarray(loss - self._learned[layer].predict(read, loss))[:, :, None]

    def _spread(self, centred: Floats) -> Floats:
        """The running standard deviation of J − b after each draw, (draws,)."""
        found = np.empty(len(centred))
        for s, square in enumerate(np.mean(centred**2, axis=(1, 2))):
            self.variance = REMEMBERED * self.variance + (1.0 - REMEMBERED) * square
            self.weight = REMEMBERED * self.weight + (1.0 - REMEMBERED)
            found[s] = np.sqrt(self.variance / self.weight)
        return np.where(found > 0.0, found, 1.0)

    # -- gradients -----------------------------------------------------------------

    def _block(self, first: int, count: int) -> Drawn:
        graph = self._graph(first, count)
        n = len(self.subject.x)
        loss = graph.losses.value.reshape(count, n)
        scale: Floats | None = None
        for i, node, toss in tosses(graph):
            toss.straight = self.estimator == STRAIGHT_THROUGH
            if toss.straight:
                continue
            if self.estimator == LEARNED:
                centred = self._off_learned(graph, loss, i)
            else:
                squares = toss.score(node).reshape(count, n, -1) ** 2
                centred = self._centred(loss, squares, i)
            if self.estimator == NORMALISED:
                # J − b is the same for all layers, so this is too.
                scale = self._spread(centred) if scale is None else scale
                centred = centred / scale[:, None, None]
            toss.weight = centred.reshape(count * n, -1) / (count * n)
        gradients = backward(graph.data_loss)
        flat = _each(self.subject, graph, gradients, count)
        return Drawn(loss.mean(axis=1), flat * count)  # the graph's mean is over all


def numbers_of(
    subject: Subject, seed: int, first: int, count: int
) -> list[Floats | None]:
    """Random numbers of draws ``first …``, (count · n, drawn) for each hidden layer."""
    found: list[Floats | None] = []
    n = len(subject.x)
    for i, layer in enumerate(subject.network.hidden):
        if not layer.sample:
            found.append(None)
            continue
        sequence = draws.key(seed, draws.SAMPLE, i)
        kind = draws.uniforms if layer.sample == BERNOULLI else draws.normals
        each = n * layer.drawn
        found.append(
            kind(sequence, first * each, count * each).reshape(-1, layer.drawn)
        )
    return found


def _each(
    subject: Subject, graph: NetworkGraph, gradients: Gradients, count: int
) -> Floats:
    """The gradient of every single draw, (draws, parameters)."""
    network, n = subject.network, len(subject.x)
    flat = np.zeros((count, network.layout.size))

    def rows(values: Floats) -> Floats:
        return values.reshape(count, n, -1)

    for step in graph.plan.forward:
        blocks = network.layout.layers[step.layer]
        push = rows(gradients.of(graph.values[step.output]))
        read = [rows(graph.values[name].value) for name in step.inputs]
        numbers = Numbers(blocks, subject.theta, subject.running)
        for name, part in _by_parameters(step, numbers, push, read).items():
            block = getattr(blocks, name)
            flat[:, block.start : block.stop] = part.reshape(count, -1)
    return flat


def _by_parameters(
    step: Step, numbers: Numbers, push: Floats, sources: list[Floats]
) -> dict[str, Floats]:
    """The gradient of a step's parameters, summed over the examples of each draw."""
    read = sources[0]
    if isinstance(step, kinds.Affine):
        weights = np.swapaxes(push, 1, 2) @ read
        if step.mask is not None:
            weights = weights * step.mask.factors
        return {"W": weights, "b": push.sum(axis=1)}
    if isinstance(step, kinds.Distances):
        centres = numbers["W"] * push.sum(axis=1)[:, :, None]
        weights = 2.0 * (centres - np.swapaxes(push, 1, 2) @ read)
        return {"W": weights * step.mask.factors if step.mask else weights}
    if isinstance(step, kinds.Normalise):
        spread = np.sqrt(numbers["var"] + kinds.BATCH_NORM_EPSILON)
        normed = (read - numbers["mean"]) / spread
        return {"gamma": (push * normed).sum(axis=1), "beta": push.sum(axis=1)}
    if not step.learned:
        return {}
    each = [
        _by_graph(step, numbers, push[s], [source[s] for source in sources])
        for s in range(len(push))
    ]
    return {name: np.array([found[name] for found in each]) for name in step.learned}


def _by_graph(
    step: Step, numbers: Numbers, push: Floats, sources: list[Floats]
) -> dict[str, Floats]:
    """The same for one draw of any kind of step, from its node."""
    layer = leaves(
        step.number, numbers.blocks, numbers.theta, numbers.running, False, None
    )
    node = node_of(step, layer, *map(constant, sources))
    gradients = backward((node * constant(push)).sum_to())
    return {name: gradients.of(layer.parameters[name]) for name in step.learned}
