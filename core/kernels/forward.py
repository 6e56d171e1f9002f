"""The forward pass in compiled kernels, without the GIL, for measuring and drawing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from core.arrays import NO_STOP, Floats
from core.kernels.builds import OWN, Build
from core.kernels.evaluate import evaluate as evaluate_blocks
from core.kernels.landscape import plane
from core.kernels.linking import load_exported
from core.kernels.program import Program
from core.limits import MAX_NORMED_BATCH
from core.network import NetworkSpec
from core.steps import plan_of
from core.training import TrainingSpec
from core.training.state import TrainData

Flag = npt.NDArray[np.uint8]

_NO_ORDER = np.zeros(1, dtype=np.int32)
_LOSS, _LOGITS, _EVERYTHING = range(3)


def plain(data: TrainData, dtype: np.dtype[Any]) -> tuple[Any, ...]:
    """Inputs, targets and labels in the form that the kernels expect.

    To numba, a read-only array is a different type, for which it would compile
    everything again.
    """
    labels = np.zeros(1, np.int64) if data.labels is None else data.labels
    given = ((data.inputs, dtype), (data.targets, dtype), (labels, np.int64))
    return tuple(np.require(a, kind, ("C", "W")) for a, kind in given)


def _rows(examples: int) -> int:
    """Rows of a block for this many examples, rounded so that few sizes occur."""
    return min(1 << max(5, (examples - 1).bit_length()), MAX_NORMED_BATCH)


@lru_cache(maxsize=64)
def _program(network: NetworkSpec, rows: int, labels: bool, precision: str) -> Program:
    """The tables of a forward pass; views need the same ones many times a second."""
    return Program(network, TrainingSpec(batch_size=rows), rows, 0, labels, precision)


def _pass(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    data: TrainData,
    precision: str,
    wanted: int,
    out: Floats,
    build: Build = OWN,
) -> tuple[float, int]:
    program = _program(network, _rows(len(data)), data.labels is not None, precision)
    build.need(precision, program.families)
    total, correct = build.form(evaluate_blocks)(
        program.operations,
        program.table,
        program.shape,
        program.whole,
        program.reals,
        np.array(theta, program.dtype),
        np.array(running, program.dtype),
        program.work(),
        *plain(data, program.dtype),
        _NO_ORDER,
        program.capacity,
        out,
        wanted,
        NO_STOP,
    )
    return float(total), int(correct)


def evaluate(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    data: TrainData,
    precision: str = "float64",
    build: Build = OWN,
) -> tuple[float, float | None]:
    """Data loss and accuracy (None without labels) of given parameters."""
    out = np.empty(0, dtype=precision)
    total, correct = _pass(network, theta, running, data, precision, _LOSS, out, build)
    n = len(data)
    return total / n, None if data.labels is None else correct / n


def plane_measures(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    data: TrainData,
    directions: tuple[Floats, Floats],
    alphas: Floats,
    betas: Floats,
    precision: str = "float64",
    stop: Flag | None = None,
) -> tuple[Floats, Floats]:
    """Data losses and accuracies (β, α) of θ + α·u + β·v.

    Rows are NaN once ``stop`` is set; accuracies are NaN if the data has no labels.
    """
    program = _program(network, _rows(len(data)), data.labels is not None, precision)
    load_exported(precision, program.families)
    kinds = (np.array(a, program.dtype) for a in (theta, *directions, alphas, betas))
    out = np.full((2, len(betas), len(alphas)), np.nan)
    plane(
        program.operations,
        program.table,
        program.shape,
        program.whole,
        program.reals,
        *kinds,
        np.empty(len(theta), program.dtype),
        np.array(running, program.dtype),
        program.work(),
        *plain(data, program.dtype),
        _NO_ORDER,
        program.capacity,
        np.empty(0, program.dtype),
        out[0],
        out[1],
        NO_STOP if stop is None else stop,
    )
    if data.labels is None:
        out[1] = np.nan
    out /= len(data)
    return out[0], out[1]


def _points(network: NetworkSpec, inputs: Floats) -> TrainData:
    return TrainData(inputs, np.zeros((network.output.targets, 1)), None)


def field(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    inputs: Floats,
    precision: str = "float64",
) -> Floats:
    """The logits (width, n) for inputs (features, n), in evaluation mode."""
    n = inputs.shape[1]
    out = np.empty(network.output.width * n, dtype=precision)
    data = _points(network, inputs)
    _pass(network, theta, running, data, precision, _LOGITS, out)
    return out.reshape(network.output.width, n)


def named_values(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    inputs: Floats,
    precision: str = "float64",
) -> dict[str, Floats]:
    """Every value of the network's steps by name, (width, n), the logits last.

    ``inputs`` are (features, n); the counterpart of `core.steps.forward.named_values`.
    """
    n = inputs.shape[1]
    steps = plan_of(network).forward
    out = np.empty(sum(step.width for step in steps) * n, dtype=precision)
    data = _points(network, inputs)
    _pass(network, theta, running, data, precision, _EVERYTHING, out)
    values: dict[str, Floats] = {}
    at = 0
    for step in steps:
        stop = at + step.width * n
        values[step.output] = out[at:stop].reshape(step.width, n)
        at = stop
    return values
