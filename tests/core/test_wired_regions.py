"""Exact regions of networks that are not chains."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from core.analysis.bounds import most_regions
from core.analysis.intervals import find_intervals
from core.analysis.regions import find_regions
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.steps import plan_of
from core.steps.forward import logits, named_values
from core.wiring import Mask
from tests.core.wired_networks import wired_case

BOX = (-3.0, 3.0, -3.0, 3.0)
KINDS = ("relu", "leaky_relu", "prelu", "abs", "hard_tanh", "maxout", "identity")
FAR = 1e4  # a bias beyond which no unit bends inside the box


def residual(units=8, layers=3, seed=0):
    """Every layer but the first adds the one before it."""
    first = LayerSpec(units, "relu")
    rest = tuple(LayerSpec(units, "relu", adds=i) for i in range(1, layers))
    network = NetworkSpec(2, (first, *rest), OutputSpec("mse", 2))
    rng = np.random.default_rng(seed)
    theta = rng.normal(scale=0.7, size=network.layout.size)
    return network, theta


def widened(network, theta):
    """The same function as a chain: units far from their kink pass on what is added."""
    n, depth = network.hidden[0].units, len(network.hidden)
    hidden = (LayerSpec(n), *(LayerSpec(2 * n) for _ in range(depth - 1)))
    plain = NetworkSpec(2, hidden, network.output)
    made = np.zeros(plain.layout.size)
    handed, shift = np.eye(n), np.zeros(n)  # h = handed · units + shift
    for i, (old, new) in enumerate(
        zip(network.layout.layers, plain.layout.layers, strict=True)
    ):
        w, b = old.W.of(theta), old.b.of(theta)
        if i == 0:
            new.W.of(made)[...], new.b.of(made)[...] = w, b
            continue
        new.W.of(made)[: len(w)] = w @ handed
        new.b.of(made)[: len(w)] = w @ shift + b
        if i < depth:
            new.W.of(made)[n:] = handed
            new.b.of(made)[n:] = shift + FAR
            handed, shift = np.hstack([np.eye(n), np.eye(n)]), np.full(n, -FAR)
    return plain, made


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("units", "layers"), [(4, 2), (8, 3), (6, 5), (40, 2)])
def test_a_residual_network_has_the_regions_of_the_plain_one(units, layers, seed):
    network, theta = residual(units, layers, seed)
    plain, same = widened(network, theta)
    empty = np.zeros(0)
    ours = find_regions(network, theta, empty, BOX)
    theirs = find_regions(plain, same, empty, BOX)
    assert ours.after_each_layer == theirs.after_each_layer
    assert ours.n > units
    np.testing.assert_allclose(
        np.sort(ours.areas), np.sort(theirs.areas), rtol=1e-6, atol=1e-8
    )
    for x, y in np.random.default_rng(seed).uniform(-3, 3, (20, 2)):
        a, b = ours.at(x, y), theirs.at(x, y)
        np.testing.assert_allclose(a.jacobian, b.jacobian, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(a.output, b.output, rtol=1e-6, atol=1e-6)
        assert a.area == pytest.approx(b.area, rel=1e-6, abs=1e-8)


def bends(network, theta, running, points):
    """On which side of every kink of every unit the points are, by the forward pass."""
    values = named_values(network, theta, running, points)
    found = []
    for step in plan_of(network).forward:
        found.append(step.bends(values[step.inputs[0]]) > 0.0)
    return np.concatenate(found, axis=1)


@pytest.mark.parametrize("seed", range(30))
def test_inside_a_region_no_unit_bends_and_the_map_is_its_jacobian(seed):
    case = wired_case(seed, KINDS, loss="mse", inputs=2)
    network, theta, running = case.network, case.theta, case.running
    regions = find_regions(network, theta, running, BOX)
    assert regions.areas.sum() == pytest.approx(36.0, rel=1e-9)
    rng = np.random.default_rng(seed)
    points = rng.uniform(-3.0, 3.0, (60, 2))
    expected = logits(network, theta, running, points)
    for point, output in zip(points, expected, strict=True):
        here = regions.at(*point)
        np.testing.assert_allclose(here.output, output, rtol=1e-9, atol=1e-10)
        moved = here.jacobian @ point + here.offset
        np.testing.assert_allclose(moved, output, rtol=1e-8, atol=1e-8)
    # All corners of a region, pulled a little to its middle, are on one piece.
    maxout = any(h.unit.largest for h in network.hidden)
    for region in rng.choice(regions.n, min(40, regions.n), replace=False).tolist():
        if regions.areas[region] < 1e-6:
            continue
        corners = regions.polygon(region)
        inner = corners + 1e-3 * (corners.mean(axis=0) - corners)
        jacobian, offset = regions.network.affine_map(regions.pattern(region))
        output = logits(network, theta, running, inner)
        np.testing.assert_allclose(
            inner @ jacobian.T + offset, output, rtol=1e-8, atol=1e-8
        )
        if not maxout:  # its rows may cross below the largest
            sides = bends(network, theta, running, inner)
            assert np.all(sides == sides[0])


def test_slopes_of_regions_come_from_the_whole_network():
    for seed in range(8):
        case = wired_case(seed, KINDS, loss="mse", inputs=2)
        regions = find_regions(case.network, case.theta, case.running, BOX)
        norms = regions.slope_norms
        for region in range(0, regions.n, max(1, regions.n // 15)):
            jacobian, _ = regions.network.affine_map(regions.pattern(region))
            expected = np.linalg.norm(jacobian)
            assert norms[region] == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_gathered_layers_count_by_hand():
    """|x| then |y| read side by side with the input: 4 quadrants, then a diagonal."""
    hidden = (
        LayerSpec(1, "relu", mask=Mask.of([[1, 0]])),
        LayerSpec(1, "relu", reads=(0,), mask=Mask.of([[0, 1]])),
        LayerSpec(1, "relu", reads=(1, 2)),
    )
    network = NetworkSpec(2, hidden, OutputSpec("mse", 1))
    theta = np.zeros(network.layout.size)
    blocks = network.layout.layers
    blocks[0].W.of(theta)[...] = [[1.0, 0.0]]
    blocks[1].W.of(theta)[...] = [[0.0, 1.0]]
    blocks[2].W.of(theta)[...] = [[1.0, -1.0]]
    regions = find_regions(network, theta, np.zeros(0), (-1.0, 1.0, -1.0, 1.0))
    assert regions.after_each_layer == (2, 4, 5)
    assert np.sort(regions.areas) == pytest.approx([0.5, 0.5, 1.0, 1.0, 1.0])


@pytest.mark.parametrize("seed", range(12))
def test_intervals_of_one_input(seed):
    case = wired_case(seed, KINDS, loss="mse", inputs=1)
    network, theta, running = case.network, case.theta, case.running
    found = find_intervals(network, theta, running, (-3.0, 3.0))
    expected = logits(network, theta, running, found.ends[:, None])
    np.testing.assert_allclose(found.outputs, expected, rtol=1e-9, atol=1e-9)
    middles = (found.ends[1:] + found.ends[:-1]) / 2
    straight = (found.outputs[1:] + found.outputs[:-1]) / 2
    between = logits(network, theta, running, middles[:, None])
    np.testing.assert_allclose(between, straight, rtol=1e-8, atol=1e-8)


def test_the_command_counts_a_residual_network(tmp_path, capsys):
    from core.cli import main
    from core.features import FeatureSpec
    from core.files.export import net_json
    from core.files.trained import Trained

    network, theta = residual(6, 3)
    trained = Trained(network, theta, fresh_running(network), FeatureSpec(), 2)
    path = tmp_path / "net.json"
    path.write_text(net_json(trained), encoding="utf-8")
    assert main(["regions", str(path), "--json", "--at", "0.5", "-0.5"]) == 0
    said = json.loads(capsys.readouterr().out)
    expected = find_regions(network, theta, np.zeros(0), (-6.0, 6.0, -6.0, 6.0))
    assert said["regions"] == expected.n
    assert said["after_each_layer"] == list(expected.after_each_layer)
    output = logits(network, theta, np.zeros(0), np.array([[0.5, -0.5]]))
    assert said["at"][0]["output"] == pytest.approx(output[0].tolist())


def test_a_smooth_layer_is_still_refused():
    network = NetworkSpec(
        2, (LayerSpec(2), LayerSpec(2, "tanh", adds=1)), OutputSpec("mse", 1)
    )
    with pytest.raises(ValueError, match="tanh has no linear pieces"):
        find_regions(network, np.zeros(network.layout.size), np.zeros(0), BOX)


def test_bounds_know_what_a_layer_reads():
    """A narrow layer is no bottleneck for what bypasses it."""
    narrow, wide = LayerSpec(1), LayerSpec(3)
    output = OutputSpec("mse", 1)
    assert most_regions(NetworkSpec(2, (narrow, wide), output)) == 2 * 4
    around = NetworkSpec(2, (narrow, replace(wide, reads=(0,))), output)
    assert most_regions(around) == 2 * 7
    both = NetworkSpec(2, (narrow, replace(narrow, adds=1), wide), output)
    assert most_regions(both) == 2 * 2 * 7
    for seed in range(12):
        case = wired_case(seed, KINDS, loss="mse", inputs=2)
        found = find_regions(case.network, case.theta, case.running, BOX)
        for depth, count in enumerate(found.after_each_layer):
            assert count <= most_regions(case.network, depth + 1)
