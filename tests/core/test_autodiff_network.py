"""Gradients of whole networks against finite differences, for every combination."""

from __future__ import annotations

import numpy as np
import pytest

from core.functions import ACTIVATION_NAMES
from core.gradients import GraphMode, network_graph
from core.network import LayerSpec, NetworkSpec, OutputSpec, weight_mask
from core.outputs import LOSS_NAMES
from tests.core.small_networks import Case, small_case

RNG = np.random.default_rng(11)
MODES = {
    "plain": GraphMode(),
    "l1": GraphMode(l1=0.05),
    "l2": GraphMode(l2=0.05),
    "batch norm": GraphMode(training=True),
    "running statistics": GraphMode(),
    "dropout, noise, smoothing": GraphMode(
        training=True,
        label_smoothing=0.1,
        noise=RNG.normal(size=(6, 3)),
        masks=[2.0 * RNG.integers(0, 2, (6, 4)), 2.0 * RNG.integers(0, 2, (6, 3))],
    ),
}
every_activation = pytest.mark.parametrize("activation", ACTIVATION_NAMES)
every_loss = pytest.mark.parametrize("loss", LOSS_NAMES)
every_mode = pytest.mark.parametrize("mode", MODES)


def case_for(activation: str, loss: str, mode: str) -> Case:
    return small_case(activation, loss, batch_norm=mode in list(MODES)[3:])


@every_mode
@every_loss
@every_activation
def test_gradient_matches_finite_differences(activation, loss, mode):
    case = case_for(activation, loss, mode)
    graph = case.graph(mode=MODES[mode])
    gradient = graph.gradient()
    rng = np.random.default_rng(2)
    h = 1e-6
    for _ in range(2):
        direction = rng.normal(size=gradient.shape)
        high = case.graph(case.theta + h * direction, MODES[mode]).J.value
        low = case.graph(case.theta - h * direction, MODES[mode]).J.value
        slope = float(high - low) / (2 * h)
        assert gradient @ direction == pytest.approx(slope, rel=2e-6, abs=1e-7)


@every_activation
def test_every_single_derivative(activation):
    """One loss, all parameters one by one: no two errors can cancel."""
    case = small_case(activation, "ce", batch_norm=True)
    mode = GraphMode(training=True, l2=0.1)
    gradient = case.graph(mode=mode).gradient()
    h = 1e-6
    for i in range(len(gradient)):
        step = np.zeros_like(case.theta)
        step[i] = h
        high = case.graph(case.theta + step, mode).J.value
        low = case.graph(case.theta - step, mode).J.value
        expected = float(high - low) / (2 * h)
        assert gradient[i] == pytest.approx(expected, rel=1e-5, abs=1e-8)


@every_loss
@every_activation
def test_hessian_vector_product_matches_differences_of_gradients(activation, loss):
    case = case_for(activation, loss, "batch norm")
    mode = GraphMode(training=True, l1=0.1, l2=0.1)
    vector = np.random.default_rng(4).normal(size=case.theta.shape)
    product = case.graph(mode=mode).hvp(vector)
    h = 1e-6
    high = case.graph(case.theta + h * vector, mode).gradient()
    low = case.graph(case.theta - h * vector, mode).gradient()
    scale = max(1.0, float(np.abs(product).max()))
    assert product == pytest.approx((high - low) / (2 * h), abs=2e-6 * scale)


def test_hessian_is_symmetric():
    case = small_case("gelu", "mdn")
    graph = case.graph(mode=GraphMode(l2=0.1))
    hessian = np.stack([graph.hvp(row) for row in np.eye(len(case.theta))])
    assert hessian == pytest.approx(hessian.T, abs=1e-12)


def test_gradient_by_the_inputs():
    case = small_case("tanh", "ce")
    graph = case.graph()
    found = graph.gradients.of(graph.x)
    h = 1e-6
    x = case.x.copy()
    x[2, 1] += h
    high = Case(case.network, case.theta, case.running, x, case.y).graph().J.value
    x[2, 1] -= 2 * h
    low = Case(case.network, case.theta, case.running, x, case.y).graph().J.value
    assert found[2, 1] == pytest.approx(float(high - low) / (2 * h), rel=1e-6)


def test_pushes_are_each_examples_own():
    case = small_case("tanh", "ce")
    whole = case.graph()
    one = Case(case.network, case.theta, case.running, case.x[2:3], case.y[2:3])
    for layer in range(3):
        alone = one.graph().example_pushes(layer)[0]
        assert whole.example_pushes(layer)[2] == pytest.approx(alone, rel=1e-12)


def test_smoothing_concerns_probabilities_alone():
    mode = GraphMode(label_smoothing=0.3)
    assert small_case("tanh", "ce").graph(mode=mode).y.value.max() == pytest.approx(0.8)
    assert small_case("tanh", "mse").graph(mode=mode).y.value.max() == 1.0


def test_penalties_see_weights_alone():
    case = small_case("prelu", "mse", batch_norm=True)
    plain = case.graph().gradient()
    both = case.graph(mode=GraphMode(l1=0.5, l2=0.25)).gradient()
    weights = weight_mask(case.network).astype(bool)
    assert both[~weights].tolist() == plain[~weights].tolist()
    expected = 0.5 * np.sign(case.theta) + 0.5 * case.theta
    assert (both - plain)[weights] == pytest.approx(expected[weights])


@every_activation
def test_single_precision_is_kept(activation):
    case = small_case(activation, "mdn", batch_norm=True)
    single = Case(
        case.network,
        case.theta.astype(np.float32),
        case.running.astype(np.float32),
        case.x.astype(np.float32),
        case.y.astype(np.float32),
    )
    graph = single.graph(mode=GraphMode(training=True, l1=0.1, l2=0.1))
    assert graph.gradient().dtype == np.float32
    whole = case.graph(mode=GraphMode(training=True, l1=0.1, l2=0.1)).gradient()
    assert graph.gradient() == pytest.approx(whole, rel=1e-2, abs=1e-3)


def test_deep_networks_do_not_exhaust_the_stack():
    network = NetworkSpec(2, (LayerSpec(2, "tanh"),) * 64, OutputSpec("mse", 1))
    theta = np.random.default_rng(0).normal(size=network.layout.size)
    graph = network_graph(network, theta, np.ones((2, 2)), np.ones((2, 1)))
    assert np.isfinite(graph.hvp(theta)).all()
