"""The Krylov eigenvalue against a dense Hessian."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.curvature import curvature
from core.gradients.network import network_graph
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.training import TrainingSpec


@pytest.mark.parametrize("activation", ["tanh", "relu", "sigmoid"])
def test_largest_eigenvalue_of_a_small_network(activation: str) -> None:
    spec = NetworkSpec(2, (LayerSpec(4, activation),), OutputSpec("mse", 1))
    rng = np.random.default_rng(3)
    theta, x = rng.normal(size=spec.layout.size), rng.normal(size=(40, 2))
    y = rng.normal(size=(40, 1))
    run = fresh_running(spec)
    graph = network_graph(spec, theta, x, y, run)
    hessian = np.stack([graph.hvp(e) for e in np.eye(spec.layout.size)])
    assert hessian == pytest.approx(hessian.T, abs=1e-10)
    values = np.linalg.eigvalsh(hessian)
    expected = values[-1]
    training = TrainingSpec(optimiser="sgd", learning_rate=0.1)
    found = curvature(spec, theta, run, x, y, training, 0.1)
    assert found.largest == pytest.approx(expected, rel=1e-3)
    assert found.limit == pytest.approx(20.0)
    assert found.products < 100


def test_a_linear_model_has_the_curvature_of_its_data() -> None:
    spec = NetworkSpec(1, (), OutputSpec("mse", 1))
    x = np.array([[1.0], [2.0]])
    found = curvature(
        spec, np.zeros(2), np.zeros(0), x, x, TrainingSpec(optimiser="adam"), 0.01
    )
    data = np.hstack([x, np.ones((2, 1))])
    expected = np.linalg.eigvalsh(2.0 * data.T @ data / 2).max()
    assert found.largest == pytest.approx(expected)
    assert found.limit is None
    assert "no stability limit" in found.sentence


def test_a_flat_loss_has_no_curvature() -> None:
    # The output reads nothing and dead units pass nothing: every product is zero.
    spec = NetworkSpec(2, (LayerSpec(3, "relu"),), OutputSpec("mae", 1))
    theta = np.zeros(spec.layout.size)
    spec.layout.layers[0].b.of(theta)[...] = -1.0
    x = np.random.default_rng(0).normal(size=(8, 2)) * 0.1
    found = curvature(
        spec, theta, np.zeros(0), x, np.ones((8, 1)), TrainingSpec(optimiser="sgd"), 0.1
    )
    assert found.largest == 0.0
