"""The warp's positions are the network's own numbers, and its motion is calm."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.curves import follow, grid
from core.analysis.projection import (
    aligned,
    itself,
    nearest_turn,
    pair,
    principal,
    readout,
)
from core.analysis.separability import separability
from core.analysis.warp import (
    Cloud,
    ProjectionChoice,
    Warp,
    angle_and_axis,
    choose_projections,
    nearest_rotation,
    rotation,
    stages,
)
from core.errors import BadInput
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.steps.forward import layer_values

XOR = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
BOOK = np.array([1.0, 1.0, 1.0, 1.0, 0.0, -1.0, 1.0, -2.0, 0.0])


def network(*widths: int, activation: str = "relu", **more: object) -> NetworkSpec:
    hidden = tuple(LayerSpec(w, activation, **more) for w in widths[1:-1])  # type: ignore[arg-type]
    return NetworkSpec(widths[0], hidden, OutputSpec("mse", widths[-1]))


def weights(spec: NetworkSpec, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=spec.layout.size)


def cloud(spec: NetworkSpec, theta: np.ndarray, x: np.ndarray) -> Cloud:
    return Cloud(x, tuple(layer_values(spec, theta, fresh_running(spec), x)))


def warp_of(spec: NetworkSpec, theta: np.ndarray, x: np.ndarray) -> Warp:
    points = cloud(spec, theta, x)
    projections = choose_projections(spec, theta, points, ProjectionChoice())
    return Warp(spec, theta, points, points, projections)


def test_the_books_xor_moves_as_the_book_says() -> None:
    warp = warp_of(network(2, 2, 1), BOOK, XOR)
    assert [s.title for s in warp.stages] == [
        "x",
        "W₁x",
        "+ b₁",
        "ReLU",
        "W₂h₁",
        "output",
    ]
    expected = {
        1: [(0, 0), (1, 1), (1, 1), (2, 2)],
        2: [(0, -1), (1, 0), (1, 0), (2, 1)],
        3: [(0, 0), (1, 0), (1, 0), (2, 1)],
    }
    for place, positions in expected.items():
        assert warp.at(place).points[:, :2].tolist() == [list(p) for p in positions]
    assert warp.at(5).points[:, 0].tolist() == [0.0, 1.0, 1.0, 0.0]


@pytest.mark.parametrize("activation", ["relu", "tanh", "maxout", "rbf", "abs"])
@pytest.mark.parametrize("widths", [(2, 2, 1), (2, 3, 3, 2), (2, 8, 1, 3), (2, 5, 4)])
def test_every_stage_is_reached_without_a_jump(
    activation: str, widths: tuple[int, ...]
) -> None:
    spec = network(*widths, activation=activation, batch_norm=activation == "tanh")
    warp = warp_of(spec, weights(spec), np.random.default_rng(1).normal(size=(30, 2)))
    for stage in range(len(stages(spec))):
        here = warp.at(stage).points
        assert np.isfinite(here).all()
        for side in (-1e-9, 1e-9):
            near = warp.at(stage + side).points
            assert np.abs(near - here).max() < 1e-6


def test_a_quarter_turn_turns_instead_of_collapsing() -> None:
    turn = np.array([[0.0, -1.0], [1.0, 0.0]])
    theta = np.concatenate([turn.ravel(), [0, 0], [1, 1], [0]])
    warp = warp_of(network(2, 2, 1), theta, np.array([[1.0, 0.0], [0.0, 2.0]]))
    for t in np.linspace(0, 1, 11):
        sizes = np.linalg.norm(warp.at(t).points, axis=1)
        assert sizes == pytest.approx([1.0, 2.0])
    assert not warp.at(0.5).mirrored


def test_a_mirror_flips_through_depth_and_says_so() -> None:
    theta = np.concatenate([[-1.0, 0, 0, 1.0], [0, 0], [1, 1], [0]])
    warp = warp_of(network(2, 2, 1), theta, np.array([[1.0, 0.5]]))
    half = warp.at(0.5)
    assert half.mirrored
    assert np.abs(half.points[0]) == pytest.approx([0.0, 0.5, 1.0], abs=1e-12)
    assert warp.at(1).points[0, :2].tolist() == [-1.0, 0.5]


def test_zero_weights_and_a_dead_layer_stay_finite() -> None:
    spec = network(2, 4, 2, 1)
    warp = warp_of(spec, np.zeros(spec.layout.size), XOR)
    for place in np.linspace(0, warp.last, 23):
        assert np.isfinite(warp.at(place).points).all()


@given(st.integers(0, 10_000))
def test_rotations_survive_angle_and_axis(seed: int) -> None:
    rng = np.random.default_rng(seed)
    axis = rng.normal(size=3)
    turn = rotation(axis / np.linalg.norm(axis), rng.uniform(0, np.pi))
    angle, back = angle_and_axis(turn)
    assert rotation(back, angle) == pytest.approx(turn, abs=1e-7)
    start = rng.normal(size=(3, 4))
    assert nearest_rotation(start, turn @ start) == pytest.approx(turn, abs=1e-7)


def test_grid_lines_bend_exactly_at_the_folds() -> None:
    spec = network(2, 6, 5, 1)
    theta = weights(spec)
    run = fresh_running(spec)
    coarse = grid((-2, 2, -2, 2), 9, pieces=1)
    found = follow(
        coarse, spec, partial(layer_values, spec, theta, run), lambda x: x, raw=True
    )
    assert found.exact
    # Between neighbouring vertices the network is affine: the middle is the mean.
    start = np.flatnonzero(found.curves.joined)
    middle = (found.curves.points[start] + found.curves.points[start + 1]) / 2
    direct = layer_values(spec, theta, run, middle)
    for values, exact in zip(found.layers, direct, strict=True):
        mean = (values.a[start] + values.a[start + 1]) / 2
        assert mean == pytest.approx(exact.a, abs=1e-9)


@pytest.mark.parametrize("activation", ["abs", "hard_tanh", "maxout", "leaky_relu"])
def test_other_kinks_are_cut_too(activation: str) -> None:
    spec = network(2, 5, 4, 1, activation=activation, maxout_k=3)
    theta = weights(spec, 3)
    run = fresh_running(spec)
    found = follow(
        grid((-2, 2, -2, 2), 5),
        spec,
        partial(layer_values, spec, theta, run),
        lambda x: x,
        raw=True,
    )
    start = np.flatnonzero(found.curves.joined)
    middle = (found.curves.points[start] + found.curves.points[start + 1]) / 2
    direct = layer_values(spec, theta, run, middle)[-1].a
    mean = (found.layers[-1].a[start] + found.layers[-1].a[start + 1]) / 2
    assert mean == pytest.approx(direct, abs=1e-9)


def test_smooth_curves_are_refined_where_they_bend() -> None:
    spec = network(2, 4, 2, activation="tanh")
    theta = weights(spec, 1) * 3
    coarse = grid((-2, 2, -2, 2), 5, pieces=4)
    found = follow(
        coarse,
        spec,
        partial(layer_values, spec, theta, fresh_running(spec)),
        lambda x: x,
        raw=True,
    )
    assert not found.exact
    assert len(found.curves) > 2 * len(coarse)


def test_a_budget_bounds_the_vertices_and_is_admitted() -> None:
    spec = network(2, 64, 64, 1)
    coarse = grid((-2, 2, -2, 2), 21)
    evaluate = partial(layer_values, spec, weights(spec), fresh_running(spec))
    budget = 2 * len(coarse)
    found = follow(coarse, spec, evaluate, lambda x: x, raw=True, budget=budget)
    assert not found.exact
    assert len(found.curves) <= 2 * len(coarse)


def test_projections_show_what_they_say() -> None:
    rng = np.random.default_rng(0)
    h = rng.normal(size=(200, 6)) * np.array([5.0, 3.0, 1.0, 0.5, 0.2, 0.1])
    assert principal(h).shown > readout(h, rng.normal(size=(1, 6))).shown
    total = h.var(axis=0).sum()
    assert pair(h, 0, 2).shown == pytest.approx((h.var(axis=0)[[0, 2]]).sum() / total)
    assert itself(3).shown == 1.0
    with pytest.raises(BadInput, match="unit must be from 1 to 6, got 7"):
        pair(h, 0, 6)


def test_the_readout_plane_starts_with_what_is_read() -> None:
    rng = np.random.default_rng(0)
    h, w = rng.normal(size=(50, 5)), rng.normal(size=(1, 5))
    first, second, _ = readout(h, w).matrix
    assert abs(first @ w[0]) == pytest.approx(np.linalg.norm(w))
    assert first @ second == pytest.approx(0.0, abs=1e-12)


def test_a_mirrored_picture_is_turned_back() -> None:
    h = np.random.default_rng(0).normal(size=(80, 5)) * np.arange(1, 6)
    reference = principal(h)
    mirrored = type(reference)(
        -reference.matrix, reference.centre, reference.shown, reference.mode
    )
    assert aligned(mirrored, reference).matrix == pytest.approx(reference.matrix)


@given(st.lists(st.floats(-1.0, 1.0), min_size=4, max_size=4))
def test_the_nearest_turn_is_as_near_as_singular_values_allow(entries) -> None:
    m = np.array(entries).reshape(2, 2)
    turn = nearest_turn(m)
    assert turn @ turn.T == pytest.approx(np.eye(2), abs=1e-12)
    # tr QᵀM is largest, the sum of the singular values, for the nearest Q alone.
    assert np.sum(turn * m) == pytest.approx(np.linalg.svd(m)[1].sum(), abs=1e-12)


def test_a_constant_space_is_shown_whole() -> None:
    assert principal(np.ones((7, 5))).shown == 1.0
    assert np.isfinite(readout(np.ones((7, 5)), np.ones((2, 5))).matrix).all()


def test_separability_of_xor_before_and_after_the_book() -> None:
    spec = network(2, 2, 1)
    y = np.array([0.0, 1.0, 1.0, 0.0])
    hidden = cloud(spec, BOOK, XOR).layers[0].a
    assert separability(XOR, y, 2).train <= 0.75
    assert separability(hidden, y, 2).train == 1.0


def test_separability_of_values_is_explained_variance() -> None:
    rng = np.random.default_rng(0)
    h = rng.normal(size=(100, 3))
    y = h @ rng.normal(size=(3, 2)) + 1.0
    found = separability(h, y, 0, h[:20], y[:20])
    assert found.train == pytest.approx(1.0)
    assert found.test == pytest.approx(1.0)


def test_curves_are_cut_where_a_normalised_layer_folds_them() -> None:
    spec = NetworkSpec(
        2, (LayerSpec(3, "relu", batch_norm=True),), OutputSpec("mse", 1)
    )
    running = fresh_running(spec)
    blocks = spec.layout.layers[0]
    assert blocks.mean is not None
    blocks.mean.of(running)[...] = [0.7, -0.4, 0.2]  # moves the folds
    theta = weights(spec)
    assert blocks.gamma is not None
    blocks.gamma.of(theta)[...] = 1.5
    evaluate = partial(layer_values, spec, theta, running)
    followed = follow(grid((-2, 2, -2, 2), 3), spec, evaluate, lambda x: x, raw=True)
    read = followed.layers[0].normed
    ends = np.flatnonzero(followed.curves.joined)
    crossed = (read[ends] * read[ends + 1] < 0) & (np.abs(read[ends]) > 1e-9)
    crossed &= np.abs(read[ends + 1]) > 1e-9
    assert (np.abs(read) < 1e-12).any(), "some line is folded"
    assert not crossed.any(), "no piece crosses a fold"
