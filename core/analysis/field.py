"""What a network computes over the plane: its outputs, and the value of every unit.

Everything here is a pure function of a snapshot. Fields use the compiled kernels where
training does, without the GIL; otherwise NumPy, in blocks that fit the cache and in
single precision, which is enough for pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from core.analysis.values import compiled
from core.arrays import Bools, Floats, Ints, finite
from core.engine.snapshot import Snapshot
from core.network import NetworkSpec
from core.outputs import LOSSES
from core.problems.base import Box, Problem, Sample
from core.steps import plan_of
from core.steps.forward import layer_values, logits

BLOCK = 1 << 18  # values of the widest layer per block; about 1 MB


def work(network: NetworkSpec) -> int:
    """Multiplications for one point, activation functions counted as a few each."""
    rows = [h.rows for h in network.hidden] + [network.output.width]
    return sum(r * (network.fan_in(i) + 8) for i, r in enumerate(rows))


def affordable(
    network: NetworkSpec, width: int, height: int, budget: float
) -> tuple[int, int]:
    """The largest picture of this shape in the budget, up to ``width`` × ``height``.

    ``budget`` counts multiplications; a single core does about 10⁹ per second.
    """
    wanted = width * height * work(network)
    shrink = min(1.0, sqrt(budget / max(wanted, 1)))
    return max(8, round(width * shrink)), max(8, round(height * shrink))


def grid(box: Box, width: int, height: int) -> Floats:
    """Centres of the pixels of a picture of ``box``, first row on top; (h·w, 2)."""
    x0, x1, y0, y1 = box
    x = x0 + (np.arange(width) + 0.5) * ((x1 - x0) / width)
    y = y1 - (np.arange(height) + 0.5) * ((y1 - y0) / height)
    points = np.empty((height, width, 2), np.float32)
    points[..., 0] = x
    points[..., 1] = y[:, None]
    return points.reshape(-1, 2)


def _blocks(network: NetworkSpec, n: int) -> Iterator[slice]:
    widest = max(max(network.widths), max((h.rows for h in network.hidden), default=1))
    size = max(256, BLOCK // widest)
    for start in range(0, n, size):
        yield slice(start, min(n, start + size))


def logits_at(snapshot: Snapshot, points: Floats) -> Floats:
    """Logits (n, width) at points (n, d) in the points' own precision."""
    network, features = snapshot.network, snapshot.run.features
    out = np.empty((len(points), network.output.width), points.dtype)
    with np.errstate(all="ignore"):  # a picture may show infinities
        if compiled(snapshot, len(points)):
            from core.kernels.forward import field

            out[...] = field(
                network,
                snapshot.theta,
                snapshot.running,
                np.ascontiguousarray(features.apply(points).T, np.float64),
                snapshot.run.training.precision,
            ).T
            return out
        theta = snapshot.theta.astype(points.dtype)
        running = snapshot.running.astype(points.dtype)
        for block in _blocks(network, len(points)):
            seen = features.apply(points[block])
            out[block] = logits(network, theta, running, seen)
    return out


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The outputs over a box; first row on top."""

    box: Box
    logits: Floats  # (h, w, width)
    predicted: Floats  # (h, w, k): probabilities, values, or the mean

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return int(self.logits.shape[0]), int(self.logits.shape[1])


def output_field(snapshot: Snapshot, box: Box, width: int, height: int) -> Field:
    """Evaluate the network over ``box``."""
    z = logits_at(snapshot, grid(box, width, height))
    with np.errstate(all="ignore"):
        predicted = LOSSES[snapshot.run.loss].predict(z, snapshot.run.components)
    return Field(
        box,
        z.reshape(height, width, -1),
        predicted.astype(np.float32, copy=False).reshape(height, width, -1),
    )


def decision_margin(snapshot: Snapshot, field: Field) -> Floats:
    """Above 0 where class 2 wins, below where class 1 does, for two classes; (h, w)."""
    loss = LOSSES[snapshot.run.loss]
    if field.logits.shape[-1] == 2 and field.predicted.shape[-1] == 2:
        margin: Floats = field.logits[..., 1] - field.logits[..., 0]
        return margin
    score = field.logits if loss.straight else field.predicted
    return score[..., 0] - loss.threshold


def wrong(snapshot: Snapshot, sample: Sample) -> Bools:
    """Which examples are misclassified; (n,)."""
    if not sample.classes or not len(sample):
        return np.zeros(len(sample), bool)
    z = logits_at(snapshot, np.ascontiguousarray(sample.x))
    run = snapshot.run
    decided: Ints = LOSSES[run.loss].decide(z, sample.classes, run.components)
    return np.asarray(decided != sample.y.astype(np.int64))


# -- one input --------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """The outputs of a network with one input along x."""

    x: Floats  # (m,)
    logits: Floats  # (m, width)
    predicted: Floats  # (m, k)
    spread: Floats | None  # (m, k), standard deviation where the loss predicts one


def output_line(
    snapshot: Snapshot, low: float, high: float, count: int, *, even: bool = False
) -> Line:
    """Evaluate along the input line, including every kink.

    ``even``: only at equal distances, as the columns of a picture need.
    """
    x = np.linspace(low, high, count)
    if not even:
        x = np.union1d(x, _kinks(snapshot, low, high))
    z = logits_at(snapshot, x[:, None])
    run = snapshot.run
    loss = LOSSES[run.loss]
    return Line(x, z, loss.predict(z, run.components), loss.spread(z))


def _kinks(snapshot: Snapshot, low: float, high: float) -> Floats:
    """The kinks of a piecewise-linear network; it is affine between two of them."""
    from core.analysis.intervals import find_intervals

    network = snapshot.network
    straight = all(h.unit.piecewise_linear for h in network.hidden)
    if not straight or not snapshot.run.features.normalised(1).is_raw:
        return np.zeros(0)
    theta = np.asarray(snapshot.theta, np.float64)
    if not np.isfinite(theta).all():
        return np.zeros(0)
    return find_intervals(network, theta, snapshot.running, (low, high)).ends


def density(
    snapshot: Snapshot, line: Line, low: float, high: float, rows: int, target: int = 0
) -> Floats | None:
    """Density of a target over (y, x), top row = ``high``; None: none is predicted."""
    run = snapshot.run
    found = LOSSES[run.loss].predicted(line.logits, target, run.components)
    if found is None:
        return None
    y = high - (np.arange(rows) + 0.5) * ((high - low) / rows)
    return found.density(y)


# -- units ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class UnitMaps:
    """Values of the chosen units: one (units, h, w) array per column of the network.

    The first column holds the network's inputs, the last its logits.
    """

    columns: tuple[Floats, ...]
    peaks: tuple[Floats, ...]  # largest size of each chosen unit's value; (units,)


def probe(problem: Problem, sample: Sample, size: int) -> tuple[Floats, int, int]:
    """Points at which units are evaluated, and the picture's rows and columns.

    Two inputs: the plane. One: a line (a single row). More: the sample in its order.
    """
    x0, x1 = problem.box[:2]
    if problem.inputs == 2:
        return grid(problem.box, size, size), size, size
    if problem.inputs == 1:
        return np.linspace(x0, x1, size, dtype=np.float32)[:, None], 1, size
    count = max(1, min(len(sample), size * size))
    columns = ceil(sqrt(count))
    rows = ceil(count / columns)
    points = np.zeros((rows * columns, problem.inputs), np.float32)
    points[:count] = sample.x[:count]
    return points, rows, columns


def _activations(
    snapshot: Snapshot, theta: Floats, running: Floats, seen: Floats
) -> list[Floats]:
    """Inputs, activations of every hidden layer and logits, (units, n) each."""
    if compiled(snapshot, len(seen)):
        from core.kernels.forward import named_values

        inputs = np.ascontiguousarray(seen.T, np.float64)
        values = named_values(
            snapshot.network,
            snapshot.theta,
            snapshot.running,
            inputs,
            snapshot.run.training.precision,
        )
        layers = plan_of(snapshot.network).layers
        return [inputs, *(values[names.h] for names in layers)]
    found = layer_values(snapshot.network, theta, running, seen)
    return [seen.T, *(v.h.T for v in found)]


def unit_maps(
    snapshot: Snapshot, size: int, chosen: Sequence[Sequence[int] | Ints] | None = None
) -> UnitMaps:
    """Evaluate units over the plane.

    ``chosen`` lists the units wanted from each column (inputs, hidden layers, logits);
    None means all.
    """
    network, run = snapshot.network, snapshot.run
    points, rows, columns = probe(run.data.problem, snapshot.splits.train, size)
    with np.errstate(all="ignore"):
        theta = snapshot.theta.astype(np.float32)
        running = snapshot.running.astype(np.float32)
    picks: list[Ints] = [
        np.arange(width) if chosen is None else np.asarray(chosen[i], np.int64)
        for i, width in enumerate(network.widths)
    ]
    maps = [np.empty((len(p), len(points)), np.float32) for p in picks]
    with np.errstate(all="ignore"):
        for block in _blocks(network, len(points)):
            seen = run.features.apply(points[block])
            values = _activations(snapshot, theta, running, seen)
            for out, pick, a in zip(maps, picks, values, strict=True):
                out[:, block] = a[pick]
    maps = [finite(m) for m in maps]
    return UnitMaps(
        tuple(m.reshape(len(m), rows, columns) for m in maps),
        tuple(np.abs(m).max(axis=1, initial=0.0) for m in maps),
    )


def truth_of(problem: Problem) -> Callable[[Floats], Floats] | None:
    """The true function behind a problem's values, if the problem has one."""
    found: Callable[[Floats], Floats] | None = getattr(problem, "truth", None)
    return found
