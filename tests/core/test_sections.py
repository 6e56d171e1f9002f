"""Planes with a place in weight space, and the path of a run."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.landscape import plane_losses, plane_measures, plane_reference
from core.analysis.sections import (
    KINDS,
    Around,
    anchors_of,
    parameter_title,
    section_of,
)
from core.analysis.weight_path import path_of
from core.engine.data import encode
from core.engine.session import Session
from core.errors import BadInput
from core.scenes import load_scene


@pytest.fixture(scope="module")
def session() -> Session:
    made = Session(load_scene("moons").run, backend="reference")
    made.advance(60)
    made.keep()
    return made


@pytest.fixture(scope="module")
def around(session) -> Around:
    last = session.snapshot()
    path = path_of(session.timeline, last).thetas
    data = encode(last.run, last.splits.train)
    anchors = anchors_of([("now", path[-1]), ("start", path[0]), ("half", path[30])])
    moment = np.asarray(last.moment1)
    return Around(
        last.network, path[-1], last.running, data, path, moment, 3, (2, 5), anchors
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_plane_goes_through_the_weights_in_lengths_of_weight_space(kind, around):
    found = section_of(kind, around)
    basis = np.stack([found.u, found.v])
    np.testing.assert_allclose(basis @ basis.T, np.eye(2), atol=1e-12)
    alpha, beta, off = found.coordinates(around.theta[None])
    assert off[0] < 1e-12
    back = found.weights(alpha[0], beta[0])
    np.testing.assert_allclose(back, around.theta, atol=1e-12)


def test_the_axes_of_two_weights_are_the_weights(around):
    found = section_of("weights", around)
    alpha, beta, _ = found.coordinates(around.path)
    np.testing.assert_allclose(alpha, around.path[:, 2])
    np.testing.assert_allclose(beta, around.path[:, 5])
    assert found.names[0] == parameter_title(around.network, 2) == "W₂₁⁽¹⁾"


def test_the_main_directions_show_most_of_the_path_and_no_plane_more(around):
    main = section_of("pca", around).explained(around.path)
    others = [section_of(k, around).explained(around.path) for k in KINDS if k != "pca"]
    assert main > 0.9
    assert max(others) <= main + 1e-12


def test_downhill_is_where_the_loss_falls_fastest(around):
    found = section_of("gradient", around)
    data = around.data
    step = np.array([0.0, 1e-4])
    losses = plane_losses(
        around.network,
        found.origin,
        around.running,
        found.u,
        found.v,
        step,
        step,
        data.inputs,
        data.targets,
    )
    down, across = losses[0, 1] - losses[0, 0], losses[1, 0] - losses[0, 0]
    assert down < 0
    assert abs(across) < 1e-3 * abs(down)


def test_axes_do_not_flip_from_picture_to_picture(around):
    first = section_of("pca", around)
    flipped = Around(
        around.network, around.theta, around.running, around.data, around.path[::-1]
    )
    second = section_of("pca", flipped).like(first)
    assert second.u @ first.u > 0.99
    assert second.v @ first.v > 0.99


def test_a_plane_moved_along_keeps_its_coordinates(around):
    held = section_of("pca", around)
    away = around.theta + np.linspace(-1, 1, len(around.theta))
    moved = held.through(away)
    assert moved.coordinates(away[None])[2][0] < 1e-12
    for one, two in zip(
        held.coordinates(away[None])[:2], moved.coordinates(away[None])[:2], strict=True
    ):
        np.testing.assert_allclose(one, two, atol=1e-12)


def test_no_plane_goes_through_fewer_than_three_points(around):
    few = Around(around.network, around.theta, around.running, around.data, around.path)
    with pytest.raises(BadInput, match="points must be three"):
        section_of("points", few)
    with pytest.raises(BadInput, match="plane must be one of"):
        section_of("sphere", around)


def test_kernels_and_reference_agree_on_loss_and_accuracy(around):
    found = section_of("random", around)
    axis = np.linspace(-1.0, 1.0, 3)
    given = (around.network, found.origin, around.running, found.u, found.v, axis, axis)
    fast, slow = (
        plane_measures(*given, around.data),
        plane_reference(*given, around.data),
    )
    np.testing.assert_allclose(fast[0], slow[0], rtol=1e-9)
    np.testing.assert_array_equal(fast[1], slow[1])
    assert 0.0 < fast[1][1, 1] <= 1.0


def test_a_path_is_thinned_out_and_ends_now(session):
    last = session.snapshot()
    whole, thin = (path_of(session.timeline, last, most) for most in (256, 10))
    assert len(whole) == 61
    assert len(thin) <= 11
    assert thin.steps[0] == 0
    assert thin.steps[-1] == last.step
    assert thin.values("loss")[-1] == last.metrics.loss
    np.testing.assert_array_equal(thin.thetas[-1], last.theta)


def test_both_axes_of_the_path_say_what_they_are(around):
    names = section_of("pca", around).names
    assert names == ("1st main direction of the path", "2nd main direction")
