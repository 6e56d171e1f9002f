"""The numbers that the book and the slides state, one test each."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.linear import fit_linear
from core.autodiff import backward, variable
from core.engine.reference_backend import ReferenceBackend
from core.functions.maths import sigmoid, softmax
from core.gradients import GraphMode, network_graph
from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.outputs import LOSSES
from core.steps.forward import layer_values, logits
from core.training import TrainingSpec
from core.training.state import TrainData, TrainState

XOR_X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
XOR_Y = np.array([[0.0], [1.0], [1.0], [0.0]])
NONE = np.empty(0)


def flat(*parts: object) -> np.ndarray:
    return np.concatenate([np.asarray(part, float).ravel() for part in parts])


def test_linear_model_cannot_do_xor():
    fit = fit_linear(XOR_X, XOR_Y)
    assert fit.W[0] == pytest.approx([0.0, 0.0], abs=1e-15)
    assert fit.b == pytest.approx([0.5])
    assert fit.predict(XOR_X) == pytest.approx(np.full((4, 1), 0.5))
    assert fit.mse == pytest.approx(0.25)
    network = NetworkSpec(2, (), OutputSpec("mse", 1))
    graph = network_graph(network, fit.theta, XOR_X, XOR_Y)
    assert float(graph.J.value) == pytest.approx(0.25)
    assert graph.gradient() == pytest.approx(np.zeros(3), abs=1e-15)


def test_the_books_solution_of_xor():
    network = NetworkSpec(2, (LayerSpec(2, "relu"),), OutputSpec("mse", 1))
    theta = flat([[1, 1], [1, 1]], [0, -1], [1, -2], 0)
    assert (XOR_X @ np.ones((2, 2))).tolist() == [[0, 0], [1, 1], [1, 1], [2, 2]]
    hidden, output = layer_values(network, theta, NONE, XOR_X)
    assert hidden.z.tolist() == [[0, -1], [1, 0], [1, 0], [2, 1]]
    assert hidden.a.tolist() == [[0, 0], [1, 0], [1, 0], [2, 1]]
    assert output.a.tolist() == [[0], [1], [1], [0]]
    assert float(network_graph(network, theta, XOR_X, XOR_Y).J.value) == 0.0


def test_identity_layers_are_one_affine_map():
    rng = np.random.default_rng(0)
    layers = tuple(LayerSpec(units, "identity") for units in (5, 3, 4))
    network = NetworkSpec(2, layers, OutputSpec("mse", 2))
    theta = rng.normal(size=network.layout.size)
    x = rng.normal(size=(9, 2))
    whole, shift = np.eye(2), np.zeros(2)
    for blocks in network.layout.layers:
        assert blocks.b is not None
        w = blocks.W.of(theta)
        whole, shift = w @ whole, w @ shift + blocks.b.of(theta)
    assert logits(network, theta, NONE, x) == pytest.approx(x @ whole.T + shift)


def test_tanh_is_a_stretched_sigmoid():
    z = np.linspace(-20, 20, 401)
    assert np.tanh(z) == pytest.approx(2 * sigmoid(2 * z) - 1, abs=1e-15)
    assert sigmoid(-z) == pytest.approx(1 - sigmoid(z), abs=1e-15)


def test_squared_error_prefers_the_spread_mistake_and_cross_entropy_does_not():
    y = np.array([[0.0, 0.0, 1.0]])
    tiny = 1e-300  # stands for the prediction 0
    for p, error in (((0.8, tiny, 0.2), 1.28), ((0.4, 0.4, 0.2), 0.96)):
        z = np.log(np.array([p]))
        assert LOSSES["softmax_mse"].value(z, y)[0] == pytest.approx(error)
        assert LOSSES["ce"].value(z, y)[0] == pytest.approx(-np.log(0.2))


def test_number_of_parameters():
    layers = tuple(LayerSpec(units) for units in (5, 10, 5))
    assert NetworkSpec(2, layers, OutputSpec("ce", 2)).layout.size == 142


def test_descent_on_the_polynomial():
    def value(x):
        square = x * x
        return (square * square - square * x - 2.0 * square).plus(3.0)

    x = np.array(2.0)
    for _ in range(100):
        node = variable(x)
        x = x - 0.13 * backward(value(node)).of(node)
    assert float(x) == pytest.approx(1.4430005, abs=5e-8)
    assert float(value(variable(x)).value) == pytest.approx(0.1665776, abs=5e-8)


def test_the_slides_graph():
    network = NetworkSpec(2, (LayerSpec(2, "relu"),), OutputSpec("bce", 1))
    theta = flat([[0.5, 0], [0, 1]], [0, 0], [1, 0], 0)
    mode = GraphMode(l2=0.01)
    graph = network_graph(network, theta, np.ones((1, 2)), np.zeros((1, 1)), mode=mode)
    assert float(graph.J.value) == pytest.approx(0.9965770, abs=5e-8)
    first, second = network.layout.layers
    gradient = graph.gradient()
    assert first.W.of(gradient) == pytest.approx(
        np.array([[0.6324593, 0.6224593], [0.0, 0.02]]), abs=5e-8
    )
    assert second.W.of(gradient)[0] == pytest.approx([0.3312297, 0.6224593], abs=5e-8)


def test_hinges_rebuild_the_slides_function():
    network = NetworkSpec(1, (LayerSpec(5, "relu"),), OutputSpec("mse", 1))
    theta = flat(np.ones(5), [0, -1, -2, -3, -6], [1, -1, 2, -3, 1], 0)
    x = np.array([-1, 0, 0.5, 1, 1.5, 2, 2.5, 3, 4.5, 6, 7, 20])[:, None]
    expected = [0, 0, 0.5, 1, 1, 1, 2, 3, 1.5, 0, 0, 0]
    assert logits(network, theta, NONE, x)[:, 0].tolist() == expected


def test_temperature():
    z = np.array([[1.0, 3.0, 2.0]])
    assert softmax(z / 1e9) == pytest.approx(np.full((1, 3), 1 / 3))
    assert softmax(z / 1e-3).tolist() == [[0.0, 1.0, 0.0]]


@pytest.mark.parametrize(("optimiser", "beta"), [("sgd", 0.0), ("momentum", 0.9)])
def test_stability_limit_of_the_largest_eigenvalue(optimiser, beta):
    """2 (1 + β)/η: a little below it the loss falls, a little above it grows."""
    rng = np.random.default_rng(2)
    x = rng.normal(size=(20, 2)) * [3.0, 0.5]
    y = x @ np.array([[1.0], [-2.0]]) + 0.5
    network = NetworkSpec(2, (), OutputSpec("mse", 1))
    start = rng.normal(size=3)
    graph = network_graph(network, start, x, y)
    hessian = np.stack([graph.hvp(row) for row in np.eye(3)])
    limit = 2.0 * (1.0 + beta) / np.linalg.eigvalsh(hessian)[-1]
    data = TrainData(np.ascontiguousarray(x.T), np.ascontiguousarray(y.T), None)
    for factor, grows in ((0.97, False), (1.03, True)):
        settings = TrainingSpec(optimiser, factor * limit, momentum=beta)
        backend = ReferenceBackend(network, settings, data, 0)
        state = TrainState.start(start, NONE)
        losses = backend.run(state, 400, np.zeros(1, np.uint8)).rows[:, 0]
        assert (losses[-1] > losses[0]) == grows
