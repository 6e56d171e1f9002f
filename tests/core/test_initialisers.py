"""Initial parameters: spread, determinism, and what is not a weight."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.run import INITIALISER_NAMES, InitialSpec
from core.run.initialisers import INITIALISERS, initial_theta

every_initialiser = pytest.mark.parametrize("name", INITIALISER_NAMES)


def weights(network: NetworkSpec, initial: InitialSpec, layer: int = 0) -> np.ndarray:
    theta = initial_theta(network, initial, 3)
    return network.layout.layers[layer].W.of(theta)


def wide(activation: str = "relu", **settings: int) -> NetworkSpec:
    layers = (LayerSpec(100, activation, **settings), LayerSpec(200))  # type: ignore[arg-type]
    return NetworkSpec(150, layers, OutputSpec("mse", 1))


def test_registry_has_every_name():
    assert tuple(INITIALISERS) == INITIALISER_NAMES


@pytest.mark.parametrize(
    ("name", "std"),
    [
        ("zeros", 0.0),
        ("small_normal", 0.01),
        ("uniform", 1 / sqrt(3 * 150)),
        ("xavier_normal", sqrt(2 / 250)),
        ("xavier_uniform", sqrt(2 / 250)),
        ("he_normal", sqrt(2 / 150)),
        ("he_uniform", sqrt(2 / 150)),
        ("orthogonal", 1 / sqrt(150)),
    ],
)
def test_spread(name, std):
    w = weights(wide(), InitialSpec(name))
    assert w.std() == pytest.approx(std, rel=0.02)
    assert abs(w.mean()) <= 0.02 * std + 1e-12
    twice = weights(wide(), InitialSpec(name, scale=2.0))
    assert twice == pytest.approx(2 * w)


def test_uniform_kinds_are_bounded():
    for name, bound in (
        ("uniform", 1 / sqrt(150)),
        ("xavier_uniform", sqrt(6 / 250)),
        ("he_uniform", sqrt(6 / 150)),
    ):
        w = np.abs(weights(wide(), InitialSpec(name)))
        assert bound * 0.999 < w.max() <= bound


def test_orthogonal_has_orthonormal_rows_or_columns():
    low = weights(wide(), InitialSpec("orthogonal"))  # 100 × 150
    assert low @ low.T == pytest.approx(np.eye(100), abs=1e-12)
    tall = weights(wide(), InitialSpec("orthogonal"), 1)  # 200 × 100
    assert tall.T @ tall == pytest.approx(np.eye(100), abs=1e-12)


def test_orthogonal_favours_no_sign():
    """Plain QR would give a diagonal of one sign; with the fix signs are random."""
    network = NetworkSpec(1, (LayerSpec(1),), OutputSpec("mse", 1))
    spec = InitialSpec("orthogonal")
    signs = [initial_theta(network, spec, seed)[0] for seed in range(200)]
    assert set(signs) == {-1.0, 1.0}
    assert 60 < sum(sign > 0 for sign in signs) < 140


@every_initialiser
def test_equal_seeds_give_equal_numbers(name):
    network = NetworkSpec(2, (LayerSpec(3, "maxout"),), OutputSpec("ce", 3))
    spec = InitialSpec(name)
    first = initial_theta(network, spec, 5)
    assert first.tolist() == initial_theta(network, spec, 5).tolist()
    other = initial_theta(network, spec, 6)
    assert (first.tolist() == other.tolist()) == (name == "zeros")


@every_initialiser
def test_what_is_not_a_weight(name):
    layers = (LayerSpec(4, "prelu", batch_norm=True),)
    network = NetworkSpec(2, layers, OutputSpec("mse", 1))
    theta = initial_theta(network, InitialSpec(name, bias=0.1), 0)
    first, output = network.layout.layers
    for block, value in (
        (first.b, 0.1),
        (first.slopes, 0.25),
        (first.gamma, 1.0),
        (first.beta, 0.0),
        (output.b, 0.1),
    ):
        assert block is not None
        assert (block.of(theta) == value).all()


def test_maxout_pieces_are_drawn_like_layers():
    network = wide("maxout", maxout_k=3)
    w = weights(network, InitialSpec("orthogonal"))
    for piece in range(3):
        rows = w[piece::3]
        assert rows @ rows.T == pytest.approx(np.eye(100), abs=1e-12)
    # The pieces themselves differ, so that the unit bends from the start.
    assert np.abs(w[0::3] - w[1::3]).max() > 0.1
    xavier = weights(network, InitialSpec("xavier_normal"))
    assert xavier.std() == pytest.approx(sqrt(2 / 250), rel=0.02)


def test_rbf_centres_spread_over_the_inputs():
    w = weights(wide("rbf"), InitialSpec("he_normal"))
    assert w.std() == pytest.approx(1.0, rel=0.02)
    assert weights(wide("rbf"), InitialSpec("zeros")).any() == np.False_


def test_earlier_layers_do_not_depend_on_later_ones():
    short = NetworkSpec(2, (LayerSpec(4),), OutputSpec("mse", 1))
    long = NetworkSpec(2, (LayerSpec(4), LayerSpec(4)), OutputSpec("mse", 1))
    spec = InitialSpec()
    assert weights(short, spec).tolist() == weights(long, spec).tolist()
