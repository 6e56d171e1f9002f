"""One question to a network: its answer, and which inputs mattered for it.

What is explained is a score: with classes, that of the answer minus that of the
runner-up; otherwise the predicted value in its own unit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.analysis.columns import Column
from core.analysis.field import logits_at
from core.analysis.values import values_at
from core.arrays import Floats, Ints
from core.autodiff.graph import constant
from core.autodiff.passes import backward
from core.engine.snapshot import Snapshot
from core.gradients.network import network_graph
from core.outputs import LOSSES
from core.outputs.unit import Loss
from core.problems.base import Sample

TOGETHER = 2_000_000  # numbers in one batch of shuffled examples
_STEP = 1e-6  # change of an input, for the slope of feature maps


@dataclass(frozen=True, slots=True, eq=False)
class Reply:
    """The network's answer at one point."""

    x: Floats  # (inputs,)
    layers: tuple[Floats, ...]  # values of every hidden layer, then the logits
    predicted: Floats  # (k,), values in their own units
    shares: Floats  # (classes,); empty where the targets are values
    decided: int  # class; 0 for values
    rival: int  # runner-up class; −1: none
    gradient: Floats  # (inputs,) of the explained score

    @property
    def effect(self) -> Floats:
        """Gradient × input; (inputs,)."""
        return np.asarray(self.gradient * self.x)


def reply(snapshot: Snapshot, x: Floats, target: int = 0) -> Reply:
    """The answer to ``x`` (inputs,); ``target``: which value is explained."""
    run, classes = snapshot.run, snapshot.run.data.problem.classes
    loss = LOSSES[run.loss]
    point = np.asarray(x, np.float64)[None]
    values = values_at(snapshot, run.features.apply(point))
    z = np.asarray(values[-1].a, np.float64)
    predicted = own_units(snapshot, loss.predict(z, run.components))[0]
    shares, decided, rival = np.zeros(0), 0, -1
    if classes:
        shares = loss.shares(loss.predict(z, run.components))[0]
        decided, rival = ranked(loss, z, classes, run.components)
    seed = _seed(loss, snapshot, z, decided, rival, target)
    return Reply(
        point[0],
        (*(np.asarray(v.h[0]) for v in values[:-1]), z[0]),
        predicted,
        shares,
        decided,
        rival,
        _input_gradient(snapshot, point, seed)[0],
    )


def own_units(snapshot: Snapshot, predicted: Floats) -> Floats:
    """Predicted values (n, k) in the table's own units."""
    columns = getattr(snapshot.run.data.problem, "target_columns", ())
    if snapshot.run.data.problem.classes or len(columns) != predicted.shape[1]:
        return predicted
    half, middle = ([getattr(c, a) for c in columns] for a in ("half", "middle"))
    return np.asarray(predicted * np.array(half) + np.array(middle))


def ranked(loss: Loss, z: Floats, classes: int, components: int) -> tuple[int, int]:
    """The predicted class of one example (1, width), and the runner-up."""
    decided = int(loss.decide(z, classes, components)[0])
    if classes == 2:
        return decided, 1 - decided
    score = loss.score(z, components)[0].copy()
    score[decided] = -np.inf
    return decided, int(np.argmax(score))


def _seed(
    loss: Loss, snapshot: Snapshot, z: Floats, decided: int, rival: int, target: int
) -> Floats:
    """The derivative of the explained score by each logit (1, width)."""
    components = snapshot.run.components
    if rival >= 0 and loss.score(z, components).shape[1] > 1:
        return _slope(lambda at: _gap(loss.score(at, components), decided, rival), z)
    if rival >= 0:  # one output for two classes: it belongs to the second
        sign = 1.0 if decided == 1 else -1.0
        return _slope(lambda at: sign * loss.score(at, components)[:, 0], z)

    def value(at: Floats) -> Floats:
        return own_units(snapshot, loss.predict(at, components))[:, target]

    return _slope(value, z)


def _gap(score: Floats, decided: int, rival: int) -> Floats:
    return np.asarray(score[:, decided] - score[:, rival])


def _slope(value: Callable[[Floats], Floats], z: Floats) -> Floats:
    """The gradient of a function of the logits, by central differences.

    Scores are sums of logits, so the result is exact apart from rounding.
    """
    width = z.shape[1]
    step = 1e-5 * np.maximum(1.0, np.abs(z))
    shifts = np.eye(width) * step
    return np.asarray((value(z + shifts) - value(z - shifts)) / (2.0 * step[0]))[None]


def _input_gradient(snapshot: Snapshot, x: Floats, seed: Floats) -> Floats:
    """∂(seed · logits)/∂x for points (n, inputs), by reverse mode; (n, inputs)."""
    run, network = snapshot.run, snapshot.network
    seen = np.asarray(run.features.apply(x), np.float64)
    # The loss is not differentiated here, so any targets of the right shape will do.
    first = snapshot.splits.train.take(slice(0, 1))
    targets = np.repeat(LOSSES[run.loss].encode(first), len(x), axis=0)
    graph = network_graph(
        network,
        np.asarray(snapshot.theta, np.float64),
        seen,
        targets,
        np.asarray(snapshot.running, np.float64),
    )
    explained = (graph.logits * constant(seed)).sum_to()
    gradient = backward(explained).of(graph.x)
    if run.features.is_raw:
        return gradient
    made = np.empty_like(x)
    for i in range(x.shape[1]):
        step = np.zeros(x.shape[1])
        step[i] = _STEP
        ahead, behind = run.features.apply(x + step), run.features.apply(x - step)
        made[:, i] = np.sum(gradient * (ahead - behind), axis=1) / (2.0 * _STEP)
    return made


def summed_effects(reply: Reply, columns: tuple[Column, ...]) -> Floats:
    """Gradient × input of each column, summed over its inputs."""
    effect = reply.effect
    return np.array([float(effect[list(c.every)].sum()) for c in columns])


# -- permutation importance ---------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Importance:
    """How much worse the network does without each column."""

    rise: Floats  # (columns,) in mean loss when the column is shuffled
    loss: float  # without shuffling
    rows: int  # examples measured
    step: int  # of the run


def importance(
    snapshot: Snapshot,
    columns: tuple[Column, ...],
    sample: Sample,
    *,
    rows: int = 1000,
    repeats: int = 3,
    seed: int = 0,
    breathe: Callable[[], object] = lambda: None,
) -> Importance:
    """Shuffle one column at a time among evenly spaced examples of ``sample``.

    The shuffles depend on the seed alone.
    """
    step = -(-len(sample) // rows)
    chosen = sample.take(slice(None, None, step))
    loss, components = LOSSES[snapshot.run.loss], snapshot.run.components
    targets = loss.encode(chosen)
    x = np.array(chosen.x, np.float64, order="C")

    def measured(every: Floats) -> Floats:
        """Mean losses of copies (m, rows, inputs) of the examples; (m,)."""
        z = logits_at(snapshot, every.reshape(-1, x.shape[1]))
        again = np.tile(targets, (len(every), 1))
        losses = loss.value(z, again, components)
        return np.asarray(losses.reshape(len(every), -1).mean(axis=1))

    base = float(measured(x[None])[0])
    rise = np.zeros(len(columns))
    # Shuffling a constant column changes nothing.
    varied = [k for k, c in enumerate(columns) if np.ptp(x[:, c.every], axis=0).any()]
    # Several columns at once: with few rows, most of a forward pass is overhead.
    some = max(1, TOGETHER // (x.size * repeats))
    for begin in range(0, len(varied), some):
        block = varied[begin : begin + some]
        copies = np.repeat(x[None], len(block) * repeats, axis=0)
        for i, k in enumerate(block):
            rng, places = np.random.default_rng((seed, k)), list(columns[k].every)
            for turn in range(repeats):
                shuffled = x[rng.permutation(len(x))][:, places]
                copies[i * repeats + turn][:, places] = shuffled
        found = measured(copies).reshape(len(block), repeats)
        rise[block] = found.mean(axis=1) - base
        breathe()
    return Importance(rise, base, len(x), snapshot.step)


# -- partial dependence ---------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Dependence:
    """The prediction as one column changes and the others stay fixed."""

    column: Column
    values: Floats  # (m,) of the column, in its own unit
    mean: Floats  # (m, k) over the examples
    own: Floats  # (m, k) at the question
    rows: int


def dependence(
    snapshot: Snapshot,
    column: Column,
    values: Floats,
    x: Floats,
    sample: Sample,
    rows: int = 200,
) -> Dependence:
    """Predictions with ``column`` at each of ``values``, for examples and for ``x``.

    Predictions are class shares, or values in their own units.
    """
    step = -(-len(sample) // rows)
    examples = np.asarray(sample.x[::step], np.float64)
    block = np.concatenate([examples, np.asarray(x, np.float64)[None]])
    some = max(1, TOGETHER // block.size)
    parts = []
    for begin in range(0, len(values), some):
        chosen = values[begin : begin + some].tolist()
        every = np.repeat(block[None], len(chosen), axis=0)
        for at, value in enumerate(chosen):
            column.put(every[at], value)
        given = predictions(snapshot, every.reshape(-1, block.shape[1]))
        parts.append(given.reshape(len(chosen), len(block), -1))
    found = np.concatenate(parts)
    return Dependence(
        column, values, found[:, :-1].mean(axis=1), found[:, -1], len(examples)
    )


def predictions(snapshot: Snapshot, x: Floats) -> Floats:
    """Class shares (n, classes), or values in their own units (n, k)."""
    run = snapshot.run
    loss = LOSSES[run.loss]
    z = logits_at(snapshot, np.ascontiguousarray(x, np.float64))
    predicted = loss.predict(z, run.components)
    if run.data.problem.classes:
        return loss.shares(predicted)
    return own_units(snapshot, predicted)


def decisions(snapshot: Snapshot, x: Floats) -> Ints:
    """The predicted classes (n,) of points (n, inputs)."""
    run = snapshot.run
    z = logits_at(snapshot, np.ascontiguousarray(x, np.float64))
    return LOSSES[run.loss].decide(z, run.data.problem.classes, run.components)
