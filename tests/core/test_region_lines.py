"""Decision boundary and level sets: exact lines over the regions."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.regions import find_regions
from core.errors import BadInput
from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.steps.forward import logits
from tests.core.region_nets import BOX, given_net, he_net


def changed_loss(net, loss, width):
    network, theta, running = net
    return NetworkSpec(2, network.hidden, OutputSpec(loss, width)), theta, running


@pytest.mark.parametrize(
    ("loss", "threshold"), [("bce", 0), ("hinge", 0), ("mse", 0.5)]
)
def test_boundary_of_one_logit_lies_on_its_threshold(loss, threshold):
    net = changed_loss(he_net((2, 16, 16, 1), seed=2), loss, 1)
    lines = find_regions(*net, BOX).decision_boundary()
    assert len(lines) > 0
    values = logits(*net, lines.segments.mean(axis=1))
    np.testing.assert_allclose(values, threshold, atol=1e-9)


def test_boundary_separates_the_signs_seen_on_a_grid():
    net = he_net((2, 16, 16, 1), seed=2)
    lines = find_regions(*net, BOX).decision_boundary()
    axis = np.linspace(-5.97, 5.97, 200)
    for y in axis[::20]:
        row = np.stack([axis, np.full(200, y)], axis=1)
        signs = logits(*net, row)[:, 0] > 0
        (a, b) = np.moveaxis(lines.segments, 1, 0)
        crossing = (a[:, 1] > y) != (b[:, 1] > y)
        t = (y - a[crossing, 1]) / (b[crossing, 1] - a[crossing, 1])
        x = a[crossing, 0] + t * (b[crossing, 0] - a[crossing, 0])
        for left in range(199):
            between = np.sum((x > axis[left]) & (x <= axis[left + 1]))
            assert between % 2 == int(signs[left] != signs[left + 1])


@pytest.mark.parametrize("k", [2, 3, 5])
def test_boundary_of_several_logits_ties_the_two_largest(k):
    net = he_net((2, 14, 12, k), seed=5 + k)
    regions = find_regions(*net, BOX)
    lines = regions.decision_boundary()
    assert len(lines) > 0
    top = np.sort(logits(*net, lines.segments.mean(axis=1)), axis=1)
    np.testing.assert_allclose(top[:, -1], top[:, -2], atol=1e-9)
    # Along any line through the box the class changes exactly at the boundary.
    axis = np.linspace(-5.9, 5.9, 3000)
    row = np.stack([axis, 0.31 * axis + 0.11], axis=1)
    changes = np.flatnonzero(np.diff(np.argmax(logits(*net, row), axis=1)))
    side = lines.segments @ [0.31, -1.0] + 0.11
    assert np.sum(side[:, 0] * side[:, 1] < 0) == len(changes)


def test_lines_are_joined_and_loops_closed():
    net = given_net([("abs", [[1, 0], [0, 1]], [0, 0])])
    net[1][-1] = -2.0  # |x| + |y| = 2, a square
    lines = find_regions(*net, BOX).decision_boundary()
    (square,) = list(lines)
    assert len(square) == 5
    np.testing.assert_array_equal(square[0], square[-1])
    np.testing.assert_allclose(np.abs(square).sum(axis=1), 2.0)
    assert lines.segments.shape == (4, 2, 2)


def test_border_of_a_plateau_runs_along_its_edges():
    net = given_net([("relu", [[1, 0], [0, 1]], [0, 0])])
    net[1][-1] = 0.0  # 0 in a quarter of the plane, positive elsewhere
    (lines,) = find_regions(*net, BOX).level_sets([0.0])
    points = np.concatenate(list(lines))
    on_axes = (np.abs(points[:, 0]) < 1e-12) | (np.abs(points[:, 1]) < 1e-12)
    assert on_axes.all()
    assert points.min() == -6.0


def test_level_sets_have_their_level():
    net = he_net((2, 10, 10, 2), "maxout", seed=1, maxout_k=3)
    regions = find_regions(*net, BOX)
    levels = [-1.0, 0.25, 2.0]
    for level, lines in zip(levels, regions.level_sets(levels, 1), strict=True):
        if len(lines):
            values = logits(*net, lines.segments.mean(axis=1))[:, 1]
            np.testing.assert_allclose(values, level, atol=1e-9)
    assert sum(len(lines) for lines in regions.level_sets(levels, 1)) > 0
    with pytest.raises(BadInput, match="output must be from 0 to 1"):
        regions.level_sets([0.0], 2)


def test_no_boundary_where_nothing_changes_and_none_for_mixtures():
    network, theta, running = he_net((2, 4, 1))
    flat = find_regions(network, np.zeros_like(theta), running, BOX)
    assert len(flat.decision_boundary()) == 0
    assert flat.decision_boundary().segments.shape == (0, 2, 2)
    mixture = NetworkSpec(2, (LayerSpec(3),), OutputSpec("mdn", 9, components=3))
    regions = find_regions(mixture, np.zeros(mixture.layout.size), running, BOX)
    with pytest.raises(BadInput, match="mdn"):
        regions.decision_boundary()
