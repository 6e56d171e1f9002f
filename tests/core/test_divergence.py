"""Both backends diverge at the same step, layer and quantity."""

from __future__ import annotations

import numpy as np
import pytest

from core.engine.reference_backend import ReferenceBackend
from core.errors import Divergence
from core.kernels.backend import CompiledBackend
from core.network import NetworkSpec, OutputSpec
from core.training import TrainingSpec
from core.training.state import TrainData, TrainState
from tests.core.small_networks import Case, small_case

GO = np.zeros(1, np.uint8)
#: A loss of 1e300 is finite, its gradient 2 · 1e150 · 1e160 is not.
STEEP = Case(
    NetworkSpec(1, (), OutputSpec("mse", 1)),
    np.array([1e-10, 0.0]),
    np.empty(0),
    np.array([[1e160]]),
    np.array([[0.0]]),
)


@pytest.mark.parametrize(
    ("case", "training", "divergence"),
    [
        (small_case("identity", "mse"), TrainingSpec("sgd", 1.0), (4, 3, "loss")),
        (
            small_case("identity", "mse"),
            TrainingSpec("sgd", 1e150),
            (1, 3, "pre-activation"),
        ),
        (small_case("relu", "mdn"), TrainingSpec("sgd", 1e150), (1, 3, "loss")),
        (
            small_case("tanh", "ce"),
            TrainingSpec("sgd", 1e308, l2=1e3),
            (0, 1, "weight"),
        ),
        (small_case("rbf", "ce"), TrainingSpec("sgd", 1e160), (0, 1, "weight")),
        (STEEP, TrainingSpec("sgd", 0.1), (0, 1, "gradient")),
    ],
    ids=["loss", "pre-activation", "mixture", "weight", "centres", "gradient"],
)
@pytest.mark.parametrize("backend", [ReferenceBackend, CompiledBackend])
def test_nothing_that_is_not_finite_is_kept(backend, case, training, divergence):
    data = TrainData(
        np.ascontiguousarray(case.x.T), np.ascontiguousarray(case.y.T), None
    )
    state = TrainState.start(case.theta, case.running)
    outcome = backend(case.network, training, data, 0).run(state, 20, GO)
    assert outcome.divergence == Divergence(*divergence)
    step, _, what = divergence
    # A loss that overflows undoes the update before it; the others were not made.
    assert state.step == (step if what in ("gradient", "weight") else step - 1)
    assert outcome.done == state.step
    for values in (state.theta, state.gradient, state.moment1, state.moment2):
        assert np.isfinite(values).all()
    assert np.isfinite(outcome.rows[:, 2:]).all()
