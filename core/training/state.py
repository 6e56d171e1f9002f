"""The live state of a run and the interface of backends.

Two backends exist: the reference (`core.engine.reference_backend`, readable, on
`core.gradients`) and the compiled one (`core.kernels.backend`). Both implement
`Backend`, start from the same `TrainState` and agree step by step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.errors import Divergence
from core.network import NetworkSpec
from core.training import TrainingSpec

#: Columns of the series: two for the run, then these for each layer, first to last.
RUN_COLUMNS = ("loss", "accuracy")
LAYER_COLUMNS = ("grad_w", "grad_b", "grad_z", "norm_w", "delta_w", "cosine")


def column_count(depth: int) -> int:
    """Columns of the series of a network with ``depth`` layers."""
    return len(RUN_COLUMNS) + len(LAYER_COLUMNS) * depth


def column(name: str, layer: int = 0) -> int:
    """Index of a series column; ``layer`` 0 is the first layer."""
    if name in RUN_COLUMNS:
        return RUN_COLUMNS.index(name)
    return len(RUN_COLUMNS) + layer * len(LAYER_COLUMNS) + LAYER_COLUMNS.index(name)


@dataclass(slots=True, eq=False)
class TrainState:
    """Mutable; only the thread that trains touches it. Vectors are flat (P,)."""

    theta: Floats
    moment1: Floats  # velocity (momentum), mean of gradients (adam)
    moment2: Floats  # mean of squared gradients (rmsprop, adam)
    gradient: Floats  # of the last step's minibatch, penalties included, unclipped
    running: Floats  # (R,), batch normalisation
    step: int = 0
    epoch: int = 0
    position: int = 0  # examples of this epoch already used
    moment_steps: int = 0  # updates since the moments were zero (adam's correction)

    @staticmethod
    def start(theta: Floats, running: Floats) -> TrainState:
        """Step 0 with these parameters."""
        zeros = np.zeros_like(theta)
        return TrainState(
            theta.copy(), zeros, zeros.copy(), zeros.copy(), running.copy()
        )


@dataclass(frozen=True, slots=True, eq=False)
class TrainData:
    """What a backend trains on, in the layout of the kernels."""

    inputs: Floats  # (features, n), C-contiguous, after the feature map
    targets: Floats  # (targets, n), C-contiguous: one-hot for ce, see core.outputs
    labels: npt.NDArray[np.int64] | None  # (n,) class numbers, None for values

    def __len__(self) -> int:
        return int(self.inputs.shape[1])


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What `Backend.run` did."""

    done: int  # whole steps made
    rows: Floats  # (done, columns) series of these steps
    divergence: Divergence | None = None


class Backend(Protocol):
    """Trains a state in place. One object belongs to one network, data and seed."""

    name: str  # "reference" or "compiled"
    native: bool  # whether it was asked to use kernels of this very processor
    network: NetworkSpec
    training: TrainingSpec  # may be assigned between runs: hyper-parameters are live

    def run(
        self, state: TrainState, steps: int, stop: npt.NDArray[np.uint8]
    ) -> Outcome:
        """Make at most ``steps`` steps; return early soon after ``stop[0]`` is set.

        A step over many examples is processed in blocks of fixed size; when ``stop`` is
        set in the middle, the backend keeps the finished blocks and the next call
        continues from there (`discard` drops them).
        """
        ...

    def discard(self) -> None:
        """Drop a half-done step."""
        ...

    def evaluate(
        self, theta: Floats, running: Floats, data: TrainData
    ) -> tuple[float, float | None]:
        """Data loss and accuracy over ``data``: no penalty, dropout or noise."""
        ...
