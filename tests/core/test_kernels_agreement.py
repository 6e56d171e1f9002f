"""The compiled backend makes the same steps as the reference."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.engine.reference_backend import ReferenceBackend
from core.errors import BadInput
from core.functions import ACTIVATION_NAMES
from core.kernels.backend import CompiledBackend
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs import LOSS_NAMES, LOSSES
from core.training import OPTIMISER_NAMES, Schedule, TrainingSpec
from core.training.state import TrainData, TrainState
from tests.core.small_networks import Case, fitting, small_case

GO = np.zeros(1, np.uint8)
SMOOTH = ("tanh", "sigmoid", "softplus", "gelu", "cosine", "rbf", "identity")


def data_of(case: Case) -> TrainData:
    return TrainData(
        np.ascontiguousarray(case.x.T),
        np.ascontiguousarray(case.y.T),
        case.y.argmax(axis=1),
    )


def copied(state: TrainState) -> TrainState:
    made = TrainState.start(state.theta, state.running)
    made.moment1[...], made.moment2[...] = state.moment1, state.moment2
    made.gradient[...] = state.gradient
    made.step, made.epoch = state.step, state.epoch
    made.position, made.moment_steps = state.position, state.moment_steps
    return made


def close(ours: np.ndarray, theirs: np.ndarray, tolerance: float = 1e-9) -> bool:
    """Whether two vectors differ by less than a share of their size."""
    size = max(float(np.linalg.norm(theirs)), 1e-12)
    return float(np.linalg.norm(ours - theirs)) <= tolerance * size


def assert_steps_agree(
    case: Case, training: TrainingSpec, steps: int = 2, data: TrainData | None = None
) -> None:
    """Each of a few steps, taken from the reference's state, is the same."""
    data = data or data_of(case)
    reference = ReferenceBackend(case.network, training, data, 7)
    compiled = CompiledBackend(case.network, training, data, 7)
    state = TrainState.start(case.theta, case.running)
    for _ in range(steps):
        own = copied(state)
        before = state.theta.copy()
        theirs = reference.run(state, 1, GO)
        ours = compiled.run(own, 1, GO)
        assert theirs.done == ours.done == 1
        assert ours.divergence is None
        assert close(own.theta - before, state.theta - before)
        assert close(own.gradient, state.gradient)
        assert close(own.moment1, state.moment1)
        assert close(own.moment2, state.moment2)
        assert close(own.running, state.running)
        np.testing.assert_allclose(ours.rows, theirs.rows, rtol=1e-8, atol=1e-10)
        assert (own.step, own.epoch, own.position, own.moment_steps) == (
            state.step,
            state.epoch,
            state.position,
            state.moment_steps,
        )


@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_every_loss_and_optimiser_with(activation: str) -> None:
    for loss in LOSS_NAMES:
        case = small_case(activation, loss, seed=len(loss))
        # Variances and deviations explode after a step, which is what they demonstrate.
        steps = 2 if LOSSES[loss].scale in ("", "precision") else 1
        for optimiser in OPTIMISER_NAMES:
            assert_steps_agree(case, TrainingSpec(optimiser, 0.05), steps)


@pytest.mark.parametrize("activation", [a for a in ACTIVATION_NAMES if a != "rbf"])
def test_batch_normalisation_with(activation: str) -> None:
    case = small_case(activation, "ce", batch_norm=True)
    # The bias before a normalisation has gradient 0, rounding apart, and Adam's default
    # ε would blow that rounding up.
    assert_steps_agree(case, TrainingSpec("adam", 0.05, epsilon=1e-5))
    assert_steps_agree(case, TrainingSpec("sgd", 0.05, batch_size=4), steps=4)


SETTINGS = {
    "minibatches": {"batch_size": 4},
    "single examples": {"batch_size": 1},
    "l1": {"l1": 0.03},
    "l2": {"l2": 0.03},
    "clipping": {"clip_norm": 0.05},
    "dropout": {"dropout": 0.4},
    "dropout of minibatches": {"dropout": 0.4, "batch_size": 4},
    "label smoothing": {"label_smoothing": 0.2},
    "input noise": {"input_noise": 0.3, "batch_size": 4},
    "all at once": {
        "l1": 0.01,
        "l2": 0.02,
        "clip_norm": 0.3,
        "dropout": 0.3,
        "input_noise": 0.1,
        "label_smoothing": 0.1,
        "batch_size": 5,
    },
    "step schedule": {"schedule": Schedule("step", every=2, factor=0.5)},
    "cosine schedule": {"schedule": Schedule("cosine", over=3, final=0.1)},
    "rising schedule": {"schedule": Schedule("warmup", warmup=3)},
    "rise before a schedule": {"schedule": Schedule("cosine", over=4, warmup=2)},
}


@pytest.mark.parametrize("changes", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("activation", ["tanh", "prelu", "maxout", "rbf"])
def test_settings(activation: str, changes: dict[str, object]) -> None:
    for loss, optimiser in (("ce", "adamw"), ("softmax_mse", "nesterov")):
        training = replace(TrainingSpec(optimiser, 0.05), **changes)  # type: ignore[arg-type]
        assert_steps_agree(small_case(activation, loss), training, steps=6)


@pytest.mark.parametrize("batch_norm", [False, True])
def test_frozen_layers(batch_norm: bool) -> None:
    case = small_case("tanh", "ce", batch_norm=batch_norm)
    for which in range(3):
        hidden = tuple(
            replace(h, frozen=i == which) for i, h in enumerate(case.network.hidden)
        )
        output = replace(case.network.output, frozen=which == 2)
        network = replace(case.network, hidden=hidden, output=output)
        for optimiser in ("adamw", "momentum"):
            training = TrainingSpec(
                optimiser, 0.05, clip_norm=0.1, l2=0.01, epsilon=1e-5
            )
            assert_steps_agree(replace(case, network=network), training, steps=3)


@pytest.mark.parametrize("loss", LOSS_NAMES)
def test_no_hidden_layer(loss: str) -> None:
    case = small_case("tanh", loss)
    network = replace(case.network, hidden=())
    theta = case.theta[: network.layout.size]
    case = replace(case, network=network, theta=theta, running=fresh_running(network))
    assert_steps_agree(case, TrainingSpec("adam", 0.05), steps=3)


@pytest.mark.parametrize("activation", SMOOTH)
def test_a_hundred_steps_stay_together(activation: str) -> None:
    case = small_case(activation, "ce")
    training = TrainingSpec("adam", 0.01, batch_size=4)
    data = data_of(case)
    theirs = TrainState.start(case.theta, case.running)
    ours = TrainState.start(case.theta, case.running)
    ReferenceBackend(case.network, training, data, 3).run(theirs, 100, GO)
    CompiledBackend(case.network, training, data, 3).run(ours, 100, GO)
    assert close(ours.theta, theirs.theta, 1e-6)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("loss", LOSS_NAMES)
def test_evaluation(loss: str, classes: int) -> None:
    rng = np.random.default_rng(classes)
    unit = LOSSES[loss]
    try:
        width = unit.width(classes, 1, 2)
        labels = rng.integers(0, classes, 999)
        k = unit.target_width(classes, 1)
        targets = np.eye(classes)[labels] if k > 1 else labels[:, None].astype(float)
    except BadInput:  # values alone
        labels = None
        width, targets = fitting(loss, 999, rng)
    hidden = (LayerSpec(5, "gelu", batch_norm=True), LayerSpec(3, "maxout"))
    network = NetworkSpec(2, hidden, OutputSpec(loss, width, 2))
    theta = rng.normal(size=network.layout.size)
    running = fresh_running(network) + rng.uniform(0.0, 1.0, network.layout.running)
    data = TrainData(rng.normal(size=(2, 999)), np.ascontiguousarray(targets.T), labels)
    training = TrainingSpec()
    theirs = ReferenceBackend(network, training, data, 0).evaluate(theta, running, data)
    ours = CompiledBackend(network, training, data, 0).evaluate(theta, running, data)
    assert ours[0] == pytest.approx(theirs[0], rel=1e-12)
    assert ours[1] == theirs[1]
    single = replace(training, precision="float32")
    rough = CompiledBackend(network, single, data, 0).evaluate(theta, running, data)
    assert rough[0] == pytest.approx(theirs[0], rel=1e-4)


def test_values_have_no_accuracy() -> None:
    case = small_case("tanh", "mse")
    data = replace(data_of(case), labels=None)
    backend = CompiledBackend(case.network, TrainingSpec(), data, 0)
    assert backend.evaluate(case.theta, case.running, data)[1] is None
    outcome = backend.run(TrainState.start(case.theta, case.running), 1, GO)
    assert np.isnan(outcome.rows[0, 1])


@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_single_precision_makes_nearly_the_same_step(activation: str) -> None:
    for loss in LOSS_NAMES:
        case = small_case(activation, loss)
        training = TrainingSpec("momentum", 0.05, l2=0.01)
        exact = TrainState.start(case.theta, case.running)
        rough = TrainState.start(case.theta, case.running)
        data = data_of(case)
        CompiledBackend(case.network, training, data, 7).run(exact, 1, GO)
        training = replace(training, precision="float32")
        CompiledBackend(case.network, training, data, 7).run(rough, 1, GO)
        assert close(rough.gradient, exact.gradient, 1e-4)
        assert not close(rough.gradient, exact.gradient, 1e-12)
