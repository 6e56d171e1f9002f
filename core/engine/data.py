"""The sample of a run as backends read it, and the part measured during training."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.errors import BadInput
from core.network import NetworkSpec
from core.outputs import LOSSES
from core.problems.base import Sample, Splits, split
from core.problems.rows import BLOCK_ROWS
from core.run import RunSpec
from core.training.state import TrainData

#: Rows of a split that are measured while training runs: at most this many, and fewer
#: for large networks (a few milliseconds' worth), but never fewer than LEAST_ROWS.
LIVE_ROWS = 20_000
LEAST_ROWS = 2_000
LIVE_NANOSECONDS = 4e6
#: Approximate cost of a row: per product with a weight, per function value of a unit.
PRODUCT_NANOSECONDS = 0.1
UNIT_NANOSECONDS = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class RunData:
    """The training and test splits of a run."""

    splits: Splits
    train: TrainData
    test: TrainData | None  # None: no test split
    live_train: TrainData  # what live metrics are measured on
    live_test: TrainData | None
    subset: int | None  # rows used for live metrics; None: all


def prepare(run: RunSpec, splits: Splits | None = None) -> RunData:
    """Draw and encode the sample of ``run`` (or encode the ``splits`` given)."""
    if splits is None:
        splits = split(run.data)
    train = encode(run, splits.train)
    test = encode(run, splits.test) if len(splits.test) else None
    limit = live_rows(run.network)
    large = max(len(train), len(test) if test else 0) > limit
    return RunData(
        splits,
        train,
        test,
        _thinned(train, limit),
        _thinned(test, limit) if test else None,
        limit if large else None,
    )


def encode(run: RunSpec, sample: Sample) -> TrainData:
    """Features and targets, laid out (columns, examples) for the kernels."""
    inputs = run.features.apply(sample.x).T
    labels = sample.y.astype(np.int64).reshape(-1) if sample.classes else None
    # Always copies: own data is read-only, and kernels would be recompiled for that
    # type. Only the rows of large tables already have this layout (see `Rows.parts`).
    if inputs.dtype != np.float32:
        inputs = np.array(inputs, np.float64, order="C")
    return TrainData(
        np.require(inputs, requirements=("C", "W")), _targets(run, sample), labels
    )


def _targets(run: RunSpec, sample: Sample) -> Floats:
    """Targets (columns, examples); where they come as float32, so they stay.

    Ten classes in double precision would take as much room as twenty inputs.
    """
    unit, n = LOSSES[run.loss], len(sample)
    if sample.y.dtype != np.float32:
        return np.array(unit.encode(sample).T, np.float64, order="C")
    made = np.empty((run.network.output.targets, n), np.float32)
    for begin in range(0, n, BLOCK_ROWS):
        rows = slice(begin, begin + BLOCK_ROWS)
        part = Sample(sample.x[rows], sample.y[rows], sample.classes)
        try:
            made[:, rows] = unit.encode(part).T
        except BadInput:
            unit.encode(sample)  # names the row among all of them
            raise
    return made


def live_rows(network: NetworkSpec) -> int:
    """How many rows can be measured in a few milliseconds."""
    affordable = int(1e-9 * LIVE_NANOSECONDS / example_seconds(network))
    return max(LEAST_ROWS, min(LIVE_ROWS, affordable))


def example_seconds(network: NetworkSpec) -> float:
    """Approximate time of a forward pass for one example."""
    products = PRODUCT_NANOSECONDS * network.layout.size
    units = UNIT_NANOSECONDS * sum(network.widths[1:])
    return 1e-9 * (products + units)


def _thinned(data: TrainData, limit: int) -> TrainData:
    """Evenly spaced rows, always the same ones."""
    n = len(data)
    if n <= limit:
        return data
    rows = np.arange(limit) * n // limit
    return TrainData(
        np.ascontiguousarray(data.inputs[:, rows]),
        np.ascontiguousarray(data.targets[:, rows]),
        None if data.labels is None else data.labels[rows],
    )
