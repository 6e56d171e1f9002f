"""Bounds on regions, folding networks that reach them, intervals of 1-D networks."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.bounds import (
    lines_of,
    montufar_regions,
    most_regions,
    most_regions_of_layer,
)
from core.analysis.folding import FOLDING_BOX, folding_net, mirror_net
from core.analysis.intervals import find_intervals
from core.analysis.regions import find_regions
from core.errors import BadInput
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.steps.forward import logits


@pytest.mark.parametrize(("n", "count"), [(0, 1), (1, 2), (2, 4), (3, 7), (20, 211)])
def test_lines_in_general_position(n, count):
    assert most_regions_of_layer(n) == count == 1 + n + n * (n - 1) // 2


def test_bounds_of_networks():
    def net(*hidden):
        return NetworkSpec(2, hidden, OutputSpec("bce", 1))

    assert most_regions(net(LayerSpec(20))) == 211
    assert most_regions(net(LayerSpec(10), LayerSpec(10))) == 56 * 56
    assert most_regions(net(LayerSpec(10), LayerSpec(10)), depth=1) == 56
    # Behind a single unit the plane is a line.
    assert most_regions(net(LayerSpec(1), LayerSpec(10))) == 2 * 11
    assert lines_of(LayerSpec(4, "maxout", maxout_k=3)) == 12
    assert lines_of(LayerSpec(4, "hard_tanh")) == 8
    assert lines_of(LayerSpec(4, "identity")) == 0
    with pytest.raises(BadInput, match="tanh"):
        most_regions(net(LayerSpec(3, "tanh")))
    assert montufar_regions((10, 10)) == 25 * 56
    assert montufar_regions((20,)) == 211
    assert montufar_regions((1, 5)) == 1


@pytest.mark.parametrize("widths", [(20,), (10, 10), (7, 5), (4, 4, 4), (64,)])
def test_folding_networks_reach_what_is_promised(widths):
    net = folding_net(widths)
    regions = find_regions(*net, FOLDING_BOX)
    assert montufar_regions(widths) <= regions.n <= most_regions(net[0])


def test_ten_and_ten_fold_where_twenty_in_a_row_cannot():
    assert find_regions(*folding_net((10, 10)), FOLDING_BOX).n >= 1400
    assert most_regions_of_layer(20) == 211


def test_mirrors_fold_the_square_onto_itself():
    network, theta, running = mirror_net(3)
    regions = find_regions(network, theta, running, FOLDING_BOX)
    assert regions.after_each_layer == (4, 16, 64)
    np.testing.assert_allclose(regions.areas, 1 / 64)
    np.testing.assert_allclose(regions.slope_norms, 8 * np.sqrt(2))


def one_input(activation, seed, widths=(7, 6), **options):
    hidden = tuple(LayerSpec(w, activation, **options) for w in widths)
    network = NetworkSpec(1, hidden, OutputSpec("mse", 2))
    theta = np.random.default_rng(seed).normal(size=network.layout.size)
    return network, theta, fresh_running(network)


@pytest.mark.parametrize(
    ("activation", "options"),
    [
        ("relu", {}),
        ("abs", {}),
        ("prelu", {}),
        ("hard_tanh", {}),
        ("identity", {}),
        ("maxout", {"maxout_k": 4}),
    ],
)
def test_intervals_are_affine_and_bend_between(activation, options):
    net = one_input(activation, 3, **options)
    found = find_intervals(*net, (-3.0, 3.0))
    np.testing.assert_allclose(
        found.outputs, logits(*net, found.ends[:, None]), atol=1e-9
    )
    middles = 0.5 * (found.ends[:-1] + found.ends[1:])
    means = 0.5 * (found.outputs[:-1] + found.outputs[1:])
    np.testing.assert_allclose(logits(*net, middles[:, None]), means, atol=1e-9)
    assert found.after_each_layer[-1] == found.n
    assert (found.n > 5) == (activation != "identity")
    # As many pieces as a fine grid shows bends, which it can only miss.
    grid = np.linspace(-3, 3, 200_001)[:, None]
    bends = np.abs(np.diff(logits(*net, grid)[:, 0], n=2)) > 1e-9
    runs = np.sum(bends[1:] & ~bends[:-1]) + bends[0]
    assert runs <= found.n - 1


def test_intervals_of_the_hinges_on_the_slides():
    network = NetworkSpec(1, (LayerSpec(5),), OutputSpec("mse", 1))
    theta = np.concatenate([np.ones(5), [0, -1, -2, -3, -6], [1, -1, 2, -3, 1], [0]])
    found = find_intervals(network, theta.astype(float), np.zeros(0), (-1.0, 8.0))
    np.testing.assert_allclose(found.ends, [-1, 0, 1, 2, 3, 6, 8])
    np.testing.assert_allclose(found.slopes[:, 0], [0, 1, 0, 2, -1, 0], atol=1e-12)
    assert found.layers.tolist() == [-1, 0, 0, 0, 0, 0, -1]
    with pytest.raises(BadInput, match="inputs must be 1"):
        find_intervals(*mirror_net(1), (0.0, 1.0))
