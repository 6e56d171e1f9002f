"""The closed form of the linear model, with and without ridge."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.linear import fit_linear
from core.errors import BadInput
from core.gradients import GraphMode, network_graph
from core.network import NetworkSpec, OutputSpec

RNG = np.random.default_rng(0)
X = RNG.normal(loc=[1.0, -2.0, 0.5], size=(30, 3))
Y = X @ RNG.normal(size=(3, 2)) + RNG.normal(size=(30, 2))


@pytest.mark.parametrize("ridge", [0.0, 0.1, 5.0])
def test_gradient_of_the_objective_vanishes(ridge):
    fit = fit_linear(X, Y, ridge)
    network = NetworkSpec(3, (), OutputSpec("mse", 2))
    graph = network_graph(network, fit.theta, X, Y, mode=GraphMode(l2=ridge))
    assert graph.gradient() == pytest.approx(np.zeros(8), abs=1e-12)
    assert float(graph.data_loss.value) == pytest.approx(fit.mse)


def test_ridge_shrinks_weights_and_leaves_the_mean():
    sizes = [np.linalg.norm(fit_linear(X, Y, r).W) for r in (0.0, 0.1, 1.0, 1e9)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < 1e-6
    assert fit_linear(X, Y, 1e9).b == pytest.approx(Y.mean(axis=0), abs=1e-6)


def test_equal_columns_take_the_smallest_weights():
    x = np.repeat(X[:, :1], 2, axis=1)
    fit = fit_linear(x, Y[:, 0])
    assert fit.W[0, 0] == pytest.approx(fit.W[0, 1])
    assert fit.mse == pytest.approx(fit_linear(X[:, :1], Y[:, 0]).mse)


def test_the_condition_number_is_that_of_the_normal_matrix_and_ridge_lowers_it():
    centred = X - X.mean(axis=0)
    for ridge in (0.0, 0.1, 5.0):
        matrix = centred.T @ centred / len(X) + ridge * np.eye(3)
        found = fit_linear(X, Y, ridge).condition
        assert found == pytest.approx(np.linalg.cond(matrix), rel=1e-9)
    twice = np.repeat(X[:, :1], 2, axis=1)
    assert fit_linear(twice, Y).condition == np.inf
    assert fit_linear(twice, Y, 0.5).condition < 10


def test_bad_input():
    with pytest.raises(BadInput, match="ridge must be 0 or more, got -1"):
        fit_linear(X, Y, -1.0)
    with pytest.raises(BadInput, match="same number of rows, at least 1, got 30 and 2"):
        fit_linear(X, Y[:2])
