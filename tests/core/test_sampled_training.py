"""Training through random units: kernels against the reference, and the estimators."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.chance import Subject, expectation
from core.engine.reference_backend import ReferenceBackend
from core.errors import BadInput
from core.kernels.backend import CompiledBackend
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.run import InitialSpec
from core.run.initialisers import initial_theta
from core.sampling import TRAINED, rounds_of
from core.training import TrainingSpec
from core.training.state import TrainData, TrainState
from tests.core.small_networks import Case
from tests.core.test_kernels_agreement import GO, assert_steps_agree

STEPS = 300  # whose mean gradient is compared with the exact one


def bernoulli(units=3, estimator="mean", **fields) -> LayerSpec:
    return LayerSpec(
        units, "sigmoid", sample="bernoulli", estimator=estimator, **fields
    )


def case_of(*hidden: LayerSpec, n: int = 10, loss: str = "bce", **output) -> Case:
    network = NetworkSpec(2, hidden, OutputSpec(loss, 1, **output))
    rng = np.random.default_rng(4)
    theta = rng.normal(scale=0.8, size=network.layout.size)
    x = rng.normal(size=(n, 2))
    y = rng.integers(0, 2, (n, 1)).astype(float)
    return Case(network, theta, fresh_running(network), x, y)


def data_of(case: Case) -> TrainData:
    labels = case.y[:, 0].astype(np.int64)
    x, y = (np.ascontiguousarray(v.T) for v in (case.x, case.y))
    return TrainData(x, y, labels)


def networks() -> dict[str, Case]:
    found = {f"bernoulli {e}": case_of(bernoulli(3, e, slope=1.3)) for e in TRAINED}
    for estimator in ("mean", "optimal", "learned"):
        layers = bernoulli(2, "optimal"), bernoulli(3, estimator)
        found[f"two layers, {estimator}"] = case_of(*layers, reads=(1, 2))
        found[f"many units, {estimator}"] = case_of(bernoulli(14, estimator))
    found["above a layer"] = case_of(LayerSpec(4, "tanh"), bernoulli(3, reads=(0, 1)))
    normed = bernoulli(3, "normalised", batch_norm=True)
    found["batch norm"] = case_of(normed, LayerSpec(3, "relu"))
    for activation in ("tanh", "relu", "maxout"):
        layer = LayerSpec(3, activation, sample="gaussian", maxout_k=3)
        found[f"gaussian {activation}"] = case_of(layer, LayerSpec(2, "tanh"))
    found["both kinds"] = case_of(
        LayerSpec(3, "tanh", sample="gaussian"), bernoulli(3), LayerSpec(2, "tanh")
    )
    return found


NETWORKS = networks()


@pytest.mark.parametrize("case", NETWORKS.values(), ids=NETWORKS)
def test_kernels_make_the_steps_of_the_reference(case):
    training = TrainingSpec(dropout=0.2, input_noise=0.1, l2=0.01, batch_size=6)
    assert_steps_agree(case, training, 3, data_of(case))


def test_many_blocks_are_one_step():
    """More examples than a block: baselines, gradients and squares add up."""
    case = case_of(bernoulli(3, "normalised"), bernoulli(2, "learned"), n=30_000)
    training = TrainingSpec(optimiser="sgd", learning_rate=0.1)
    assert_steps_agree(case, training, 2, data_of(case))


def gradients(case: Case, steps: int = STEPS) -> np.ndarray:
    """Gradients of many steps at the same parameters, (steps, parameters)."""
    training = TrainingSpec(optimiser="sgd", learning_rate=1e-300)
    backend = CompiledBackend(case.network, training, data_of(case), 3)
    state = TrainState.start(case.theta, case.running)
    found = []
    for _ in range(steps):
        backend.run(state, 1, GO)
        found.append(state.gradient.copy())
    return np.array(found)


@pytest.mark.parametrize("estimator", ["none", "mean", "optimal", "learned"])
def test_steps_are_unbiased_estimates_of_the_exact_gradient(estimator):
    case = case_of(bernoulli(3, estimator), LayerSpec(2, "tanh"))
    drawn = gradients(case)
    subject = Subject(case.network, case.theta, case.running, case.x, case.y)
    wanted = expectation(subject).gradient
    error = np.abs(drawn.mean(axis=0) - wanted)
    allowed = 4.0 * drawn.std(axis=0, ddof=1) / np.sqrt(STEPS) + 1e-12
    block = case.network.layout.layers[0].baseline
    if block is not None:  # it follows the loss, not the gradient of the network
        error[block.start : block.stop] = 0.0
    assert np.all(error <= allowed)


def test_more_draws_than_one_serve_as_a_baseline_beyond_twelve_units():
    case = case_of(bernoulli(14, "mean"))
    assert rounds_of(case.network) == (7, False)
    plain = replace(case.network, hidden=(bernoulli(14, "none"),))
    none = gradients(replace(case, network=plain))
    mean = gradients(case)
    both = np.hypot(mean.std(axis=0), none.std(axis=0)) / np.sqrt(STEPS)
    assert np.all(np.abs(mean.mean(axis=0) - none.mean(axis=0)) <= 4.0 * both + 1e-12)
    assert np.sum(mean.var(axis=0)) < np.sum(none.var(axis=0))


@pytest.mark.parametrize("precision", ["float64", "float32"])
@pytest.mark.parametrize("estimator", TRAINED)
def test_runs_are_deterministic_and_learn(estimator, precision):
    """XOR through four units of 0 and 1, the same however the steps are cut up."""
    network = NetworkSpec(
        2, (bernoulli(4, estimator), LayerSpec(6, "tanh")), OutputSpec("bce", 1)
    )
    x = np.array([[0, 0, 1, 1], [0, 1, 0, 1]], float) * 2 - 1
    data = TrainData(np.tile(x, 8), np.tile([[0.0, 1, 1, 0]], 8), None)
    training = TrainingSpec(learning_rate=0.02, precision=precision)
    theta = initial_theta(network, InitialSpec(), 1).astype(precision)
    ends = []
    for pieces in ((600,), (1, 250, 349)):
        backend = CompiledBackend(network, training, data, 5)
        state = TrainState.start(theta, fresh_running(network).astype(precision))
        rows = [backend.run(state, steps, GO).rows for steps in pieces]
        ends.append(state)
    assert np.array_equal(ends[0].theta, ends[1].theta)
    assert np.array_equal(ends[0].running, ends[1].running)
    loss = np.concatenate(rows)[:, 0]
    assert loss[-50:].mean() < 0.8 * loss[:50].mean()


def test_the_learned_baseline_learns_the_expected_loss():
    case = case_of(bernoulli(3, "learned", frozen=False))
    training = TrainingSpec(learning_rate=0.02)
    backend = ReferenceBackend(case.network, training, data_of(case), 1)
    state = TrainState.start(case.theta, case.running)
    backend.run(state, 400, GO)
    v = case.network.layout.layers[0].baseline.of(state.theta)
    predicted = np.c_[case.x, np.ones(len(case.x))] @ v
    subject = Subject(case.network, state.theta, case.running, case.x, case.y)
    losses = expectation(subject).losses
    assert abs(predicted.mean() - losses.mean()) < 0.25 * losses.mean()


def test_the_normalised_estimate_has_unit_spread():
    """After a while J − b is divided by its own standard deviation."""
    case = case_of(bernoulli(3, "normalised"))
    drawn = gradients(case, 150)
    mean = gradients(case_of(bernoulli(3, "mean")), 150)
    block = case.network.layout.layers[0].W
    ratio = drawn[20:, block.start] / mean[20:, block.start]
    assert np.ptp(ratio[np.isfinite(ratio)]) < 0.5 * np.mean(ratio[np.isfinite(ratio)])


def test_what_no_layer_can_be_is_rejected():
    with pytest.raises(BadInput, match="estimator must be one of"):
        bernoulli(2, "best")
    with pytest.raises(BadInput, match="sample must be"):
        LayerSpec(2, "sigmoid", sample="coin")
