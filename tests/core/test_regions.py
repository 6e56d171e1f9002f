"""Exact regions: counts, geometry and maps, also where lines coincide."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.analysis.bounds import most_regions
from core.analysis.folding import mirror_net
from core.analysis.regions import RegionFinder, find_regions, regions_report
from core.errors import BadInput
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.steps.forward import logits
from tests.core.region_nets import (
    BOX,
    exact_counts,
    given_net,
    he_net,
    spec,
    with_numbers,
)

KINDS = {
    "relu": {},
    "leaky_relu": {},
    "prelu": {},
    "abs": {},
    "hard_tanh": {},
    "identity": {},
    "maxout": {},
    "maxout 1": {"maxout_k": 1},
    "maxout 3": {"maxout_k": 3},
    "maxout 5": {"maxout_k": 5},
}


@pytest.fixture(scope="module")
def finder():
    return RegionFinder()


@pytest.mark.parametrize(
    ("widths", "count"),
    [
        ((2, 8, 1), 32),
        ((2, 8, 8, 1), 90),
        ((2, 16, 16, 1), 388),
        ((2, 32, 32, 1), 1657),
        ((2, 32, 32, 32, 1), 3571),
        ((2, 64, 64, 64, 1), 13205),
        ((2, 64, 64, 64, 64, 1), 21380),
        ((2, 128, 128, 128, 1), 51856),
    ],
)
def test_counts_of_known_networks(finder, widths, count):
    regions = finder.find(*he_net(widths), BOX)
    assert regions.n == regions.after_each_layer[-1] == count


def check_mesh(regions):
    """What holds of every mesh: areas, Euler's formula, convex faces, shared edges."""
    assert regions.areas.sum() == pytest.approx(regions.total_area, rel=1e-9)
    assert len(regions.vertices) - len(regions.edges) + regions.n == 1
    assert set(regions.face_vertices.tolist()) == set(range(len(regions.vertices)))
    sides = np.bincount(regions.face_edges, minlength=len(regions.edges))
    assert np.array_equal(sides == 1, regions.edge_units < 0)
    assert np.all(sides <= 2)
    assert np.all(sides >= 1)
    assert len(np.unique(regions.hashes)) == regions.n


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("widths", [(2, 7, 6, 5, 2), (2, 70, 9, 1)])
def test_every_kind_of_unit(finder, kind, widths):
    net = he_net(widths, kind.split()[0], seed=3, **KINDS[kind])
    regions = finder.find(*net, BOX)
    check_mesh(regions)
    at_vertices = logits(*net, regions.vertices)
    np.testing.assert_allclose(regions.outputs, at_vertices, rtol=1e-9, atol=1e-9)
    exactly = [np.zeros_like(t) for t in regions.tolerances]
    for f in range(0, regions.n, 1 + regions.n // 150):
        if regions.areas[f] < 1e-8:
            continue  # its inner points cannot be told from its corners
        inner = regions.polygon(f).mean(axis=0)
        found = regions.network.pattern_at(inner, exactly)
        for mine, theirs in zip(regions.pattern(f), found, strict=True):
            np.testing.assert_array_equal(mine, theirs)
        here = regions.at(*inner)
        assert here.region == f
        h = 1e-4 * np.sqrt(regions.areas[f])
        near = inner + h * np.array([[1, 0], [0, 1], [0, 0]])
        right, up, middle = logits(*net, near)
        np.testing.assert_allclose(here.output, middle, atol=1e-9)
        np.testing.assert_allclose(
            here.jacobian @ inner + here.offset, middle, atol=1e-9
        )
        if np.linalg.matrix_rank(regions.polygon(f) - inner) == 2 and h > 1e-6:
            nearby = regions.region_at(*near[0]) == regions.region_at(*near[1]) == f
            if nearby:
                slope = np.stack([right - middle, up - middle], axis=1) / h
                np.testing.assert_allclose(here.jacobian, slope, atol=1e-5)


def test_mixed_layers_and_batch_norm_agree_with_the_forward_pass():
    hidden = [
        LayerSpec(9, "maxout", maxout_k=3),
        LayerSpec(8, "relu", batch_norm=True),
        LayerSpec(5, "identity"),
        LayerSpec(6, "hard_tanh"),
        LayerSpec(4, "abs"),
    ]
    rng = np.random.default_rng(8)
    net = with_numbers(spec(hidden, 3), lambda name, shape: rng.normal(size=shape))
    running = np.abs(rng.normal(size=len(net[2]))) + 0.1
    regions = find_regions(net[0], net[1], running, BOX)
    check_mesh(regions)
    expected = logits(net[0], net[1], running, regions.vertices)
    np.testing.assert_allclose(regions.outputs, expected, atol=1e-9)
    assert len(regions.after_each_layer) == 5
    assert regions.after_each_layer[2] == regions.after_each_layer[1]


small = st.integers(-2, 2).map(float)


@st.composite
def degenerate_nets(draw):
    """Tiny networks of small whole numbers: most of their lines coincide or meet."""
    kinds = st.sampled_from(sorted(KINDS))
    hidden = []
    for _ in range(draw(st.integers(1, 2))):
        kind = draw(kinds)
        hidden.append(
            LayerSpec(draw(st.integers(1, 4)), kind.split()[0], **KINDS[kind])
        )
    network = spec(hidden)
    count = network.layout.size
    theta = draw(st.lists(small, min_size=count, max_size=count))
    return network, np.array(theta), fresh_running(network)


@settings(max_examples=120, deadline=None)
@given(net=degenerate_nets(), box=st.sampled_from([(-2, 2, -2, 2), (-1, 3, -2, 1)]))
def test_counts_equal_exact_arithmetic(net, box):
    regions = find_regions(*net, box)
    assert list(regions.after_each_layer) == exact_counts(net, box)
    check_mesh(regions)


@pytest.mark.parametrize("kind", KINDS)
def test_counts_of_random_networks_equal_exact_arithmetic(kind):
    net = he_net((2, 5, 4, 1), kind.split()[0], seed=11, **KINDS[kind])
    regions = find_regions(*net, BOX)
    assert list(regions.after_each_layer) == exact_counts(net, BOX)


#: Cases whose decimal fractions are equal only up to rounding.
INEXACT = ("scaled duplicate", "kink along a kink")
DEGENERATE = {
    "dead unit": ([("relu", [[0, 0], [1, 0]], [-1, 0])], 2),
    "all weights zero": ([("relu", [[0, 0]] * 3, [0, 0, 0])] * 1, 1),
    "duplicate": ([("relu", [[1, 1], [1, 1]], [0, 0])], 2),
    "scaled duplicate": ([("relu", [[0.1, 0.3], [-0.7, -2.1]], [0.1, -0.7])], 2),
    "through corners": ([("abs", [[1, 1], [1, -1]], [0, 0])], 4),
    "touching a corner": ([("relu", [[1, 1]], [-12])], 1),
    "along an edge": ([("relu", [[1, 0], [0, 1]], [6, -6])], 1),
    "parallel": ([("relu", [[1, 2], [1, 2], [2, 4]], [0, 1, 4])], 4),
    "concurrent": ([("relu", [[1, 0], [0, 1], [1, 1], [1, -1], [1, 2]], [0] * 5)], 10),
    "kink on a kink": (
        [("relu", [[1, 0]], [0]), ("relu", [[1]], [0])],
        2,
    ),
    "kink along a kink": (
        [("abs", [[1, 0.5]], [0.3]), ("relu", [[1], [-2]], [0, 0])],
        2,
    ),
    "equal maxout pieces": ([("maxout", [[1, 2], [1, 2]], [3, 3])], 1),
    "flat next layer": (
        [("relu", [[1, 0], [0, 1]], [0, 0]), ("relu", [[1, 1], [1, -1]], [0, 0])],
        5,
    ),
    "cancelling inputs": (
        [
            ("identity", [[1e8, 3e7], [1e8, 3e7]], [1e7, 1e7]),
            ("relu", [[1, -1], [0.1, -0.1]], [0, 0]),
        ],
        1,
    ),
}


@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate_networks(case):
    layers, count = DEGENERATE[case]
    net = given_net(layers)
    regions = find_regions(*net, BOX)
    check_mesh(regions)
    assert regions.n == count
    if case not in INEXACT:
        assert exact_counts(net, BOX)[-1] == count


def test_zero_biases_put_every_first_line_through_the_origin():
    network, theta, running = he_net((2, 24, 16, 1), seed=4)
    for layer in network.layout.layers:
        layer.b.of(theta)[...] = 0.0
    regions = find_regions(network, theta, running, BOX)
    check_mesh(regions)
    assert regions.after_each_layer[0] == 48
    origin = np.linalg.norm(regions.vertices, axis=1) < 1e-9
    assert origin.sum() == 1
    assert [regions.n] == exact_counts((network, theta, running), BOX)[1:]


def test_maxout_with_a_piece_that_wins_only_inside():
    rows = [[1, 0], [-1, 0], [0, 1], [0, -1], [0, 0]]
    regions = find_regions(
        *given_net([("maxout", rows, [0, 0, 0, 0, 1])], maxout_k=5), (-3, 3, -3, 3)
    )
    check_mesh(regions)
    assert regions.n == 5
    assert regions.areas[regions.region_at(0.1, 0.2)] == pytest.approx(4.0)


def test_hundreds_of_thousands_of_regions():
    network, theta, running = mirror_net(9)
    regions = find_regions(network, theta, running, (0.0, 1.0, 0.0, 1.0))
    assert regions.after_each_layer == tuple(4**k for k in range(1, 10))
    np.testing.assert_allclose(regions.areas, 4.0**-9, rtol=1e-9)
    assert len(regions.vertices) - len(regions.edges) + regions.n == 1


@pytest.mark.parametrize("activation", ["relu", "abs", "hard_tanh", "maxout"])
def test_counts_stay_within_the_bounds(activation):
    for seed in range(5):
        net = he_net((2, 6, 5, 4, 1), activation, seed=seed, maxout_k=3)
        regions = find_regions(*net, BOX)
        for depth, count in enumerate(regions.after_each_layer, start=1):
            assert count <= most_regions(net[0], depth)


def test_each_layer_subdivides_the_one_before():
    network, theta, running = he_net((2, 12, 9, 7, 1), seed=6)
    fine = find_regions(network, theta, running, BOX)
    for depth in (1, 2):
        coarse_net = NetworkSpec(2, network.hidden[:depth], OutputSpec("bce", 1))
        part = theta[: network.layout.layers[depth].W.start]
        size = coarse_net.layout.size
        numbers = np.concatenate([part, np.zeros(size - len(part))])
        coarse = find_regions(coarse_net, numbers, running, BOX)
        assert coarse.n == fine.after_each_layer[depth - 1]
        inside = np.zeros(coarse.n)
        for f in range(fine.n):
            home = coarse.region_at(*fine.polygon(f).mean(axis=0))
            inside[home] += fine.areas[f]
            # The words of the coarse pattern begin the fine one.
            assert fine.words[f, :depth].tolist() == coarse.words[home].tolist()
        np.testing.assert_allclose(inside, coarse.areas, rtol=1e-7, atol=1e-12)


def test_folds_name_the_unit_that_bends():
    net = he_net((2, 6, 5, 1), "hard_tanh", seed=2)
    regions = find_regions(*net, BOX)
    middles = regions.folds.mean(axis=1)
    values = list(regions.network.pre_activations(middles))
    for i, (layer, unit) in enumerate(
        zip(regions.fold_layers, regions.fold_units, strict=True)
    ):
        assert abs(abs(values[layer][i, unit]) - 1.0) < 1e-9
    assert set(regions.fold_layers) == {0, 1}


def test_split_layers_and_slopes():
    net = he_net((2, 9, 8, 7, 3), "maxout", seed=1, maxout_k=3)
    regions = find_regions(*net, BOX)
    assert set(regions.split_layers.tolist()) <= {0, 1, 2}
    assert np.sum(regions.split_layers == 2) > 0
    for f in range(0, regions.n, 7):
        jacobian, _ = regions.network.affine_map(regions.pattern(f))
        assert regions.slope_norms[f] == pytest.approx(np.linalg.norm(jacobian))


def test_hashes_stay_when_weights_move_a_little(finder):
    network, theta, running = he_net((2, 16, 16, 1), seed=5)
    before = finder.find(network, theta, running, BOX)
    after = finder.find(network, theta + 1e-6, running, BOX)
    assert len(np.intersect1d(before.hashes, after.hashes)) > 0.98 * before.n


def test_buffers_grow_and_serve_other_shapes():
    finder = RegionFinder()
    for widths in [(2, 120, 1), (2, 8, 1), (2, 20, 20, 20, 20, 1), (2, 8, 1)]:
        regions = finder.find(*he_net(widths), BOX)
        assert regions.n == find_regions(*he_net(widths), BOX).n


def test_on_a_fold_the_flat_or_lower_piece_is_taken():
    relu = find_regions(*given_net([("relu", [[0.1, 0.2]], [-0.3])]), BOX)
    here = relu.at(1.0, 1.0)
    assert here.jacobian.tolist() == [[0.0, 0.0]]
    assert relu.areas[here.region] == here.area
    assert relu.polygon(here.region).mean(axis=0) @ [0.1, 0.2] < 0.3
    bent = find_regions(*given_net([("abs", [[1, 0]], [0])]), BOX)
    assert bent.at(0.0, 1.0).jacobian.tolist() == [[-1.0, 0.0]]
    clipped = find_regions(*given_net([("hard_tanh", [[1, 0]], [0])]), BOX)
    for x in (-1.0, 1.0):
        assert clipped.at(x, 0.5).jacobian.tolist() == [[0.0, 0.0]]
        assert clipped.at(x, 0.5).area == pytest.approx(60.0)
    tied = find_regions(*given_net([("maxout", [[1, 0], [-1, 0]], [0, 0])]), BOX)
    assert tied.at(0.0, 0.0).jacobian.tolist() == [[1.0, 0.0]]


def test_report_has_the_schema_of_the_command_line():
    class Net:
        network, theta, running = he_net((2, 8, 8, 2))

    report = regions_report(Net(), BOX, [(0.5, -0.25)])
    assert list(report) == ["regions", "after_each_layer", "total_area", "areas", "at"]
    assert report["regions"] == len(report["areas"]) == report["after_each_layer"][-1]
    assert report["areas"] == sorted(report["areas"])
    assert report["total_area"] == 144.0
    (at,) = report["at"]
    assert list(at) == ["x", "y", "output", "jacobian", "area"]
    assert np.shape(at["jacobian"]) == (2, 2)


@pytest.mark.parametrize(
    "box",
    [
        (1, 1, 0, 2),
        (2, 1, 0, 2),
        (0, 1, 3, 2),
        (0, np.inf, 0, 1),
        (np.nan, 1, 0, 1),
        (0, 1, 0),
        ("a", 1, 0, 1),
        (-1.7e308, 1.7e308, 0, 1),
    ],
)
def test_bad_boxes_are_refused(box):
    with pytest.raises(BadInput, match="box"):
        find_regions(*he_net((2, 3, 1)), box)


def test_bad_networks_are_refused():
    network, theta, running = he_net((2, 3, 3, 1))
    for bad in (np.nan, np.inf):
        broken = theta.copy()
        broken[4] = bad
        with pytest.raises(BadInput, match="weights must be finite"):
            find_regions(network, broken, running, BOX)
    with pytest.raises(BadInput, match="small enough"):
        find_regions(network, theta * 1e160, running, BOX)
    smooth = spec([LayerSpec(3), LayerSpec(3, "tanh")])
    with pytest.raises(BadInput, match="layer 2: tanh has no linear pieces"):
        find_regions(smooth, np.zeros(smooth.layout.size), running, BOX)
    wide = NetworkSpec(3, (LayerSpec(2),), OutputSpec("bce", 1))
    with pytest.raises(BadInput, match="inputs must be 2"):
        find_regions(wide, np.zeros(wide.layout.size), running, BOX)
    with pytest.raises(BadInput, match="at most 2"):
        RegionFinder().find(network, theta, running, BOX, limit=2)
    with pytest.raises(BadInput, match="point must lie in the box"):
        find_regions(network, theta, running, BOX).at(7.0, 0.0)
