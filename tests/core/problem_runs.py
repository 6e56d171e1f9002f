"""Small runs of any problem and loss."""

from __future__ import annotations

from core.network import LayerSpec
from core.problems import make_problem
from core.problems.base import DataSpec
from core.run import RunSpec
from core.training import TrainingSpec


def run_of(
    problem: str,
    loss: str,
    units: tuple[int, ...] = (4, 3),
    activation: str = "tanh",
    points: int = 40,
    **settings: object,
) -> RunSpec:
    """Some points, a network of these units, minibatches of eight."""
    made = make_problem(problem, settings)
    test = 0.0 if problem in ("xor", "parity") else 0.3
    return RunSpec(
        DataSpec(made, points, test),
        tuple(LayerSpec(n, activation) for n in units),
        loss,
        training=TrainingSpec(batch_size=8),
    )
