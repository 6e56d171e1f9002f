"""Small runs that the tests of the engine share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.network import LayerSpec
from core.problems import PROBLEMS
from core.problems.base import DataSpec
from core.run import RunSpec
from core.steps.forward import layer_values
from core.training import TrainingSpec

BACKENDS = ("reference", "compiled")


def small_run(*units: int, **changes: Any) -> RunSpec:
    """Spirals through small layers; ``changes`` are fields of the run or training."""
    training = {k: v for k, v in changes.items() if k in TrainingSpec.__slots__}
    points = changes.pop("points", 90)
    activation = changes.pop("activation", "tanh")
    run = RunSpec(
        data=DataSpec(PROBLEMS["spirals"](arms=2), points),
        hidden=tuple(LayerSpec(u, activation) for u in units or (6, 5)),
        loss=changes.pop("loss", "bce"),
        training=TrainingSpec(**{"batch_size": 16, **training}),
        seed=changes.pop("seed", 3),
    )
    return replace(run, **{k: v for k, v in changes.items() if k not in training})


#: Everything that draws random numbers while it trains.
NOISY: dict[str, Any] = {
    "batch_size": 16,
    "dropout": 0.2,
    "input_noise": 0.1,
    "label_smoothing": 0.1,
    "loss": "ce",
    "l2": 1e-3,
}


STATE = ("theta", "moment1", "moment2", "gradient", "running")


def same_state(a: Snapshot, b: Snapshot) -> bool:
    """Whether two snapshots agree in every bit."""
    numbers = all(np.array_equal(getattr(a, n), getattr(b, n)) for n in STATE)
    places = ("step", "epoch", "position", "moment_steps")
    return numbers and all(getattr(a, n) == getattr(b, n) for n in places)


def outputs(snapshot: Snapshot, x: Floats) -> Floats:
    """Logits at the points ``x``."""
    features = snapshot.run.features.apply(x)
    values = layer_values(snapshot.network, snapshot.theta, snapshot.running, features)
    return values[-1].z
