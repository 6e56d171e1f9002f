from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis import field
from core.engine.commands import SetParameters
from core.engine.session import Session
from core.engine.snapshot import Snapshot
from core.features import FeatureSpec
from core.network import LayerSpec
from core.outputs import LOSSES
from core.problems import Inverse, Moons, Parity, Problem, Sine, Spirals, Xor
from core.problems.base import DataSpec
from core.run import RunSpec
from core.scenes import load_scene
from core.steps.forward import layer_values


def snapshot(
    problem: Problem,
    loss: str,
    steps: int = 3,
    hidden: tuple[LayerSpec, ...] = (LayerSpec(5, "tanh"), LayerSpec(3, "relu")),
    features: FeatureSpec | None = None,
) -> Snapshot:
    run = RunSpec(
        DataSpec(problem, 24, 0.25 if problem.name not in ("xor", "parity") else 0.0),
        hidden,
        loss,
        features=features or FeatureSpec(),
    )
    session = Session(run, "reference")
    session.advance(steps)
    return session.snapshot()


def test_the_first_row_of_a_grid_is_on_top() -> None:
    points = field.grid((0.0, 4.0, 0.0, 2.0), 4, 2)
    assert points[:4, 0] == pytest.approx([0.5, 1.5, 2.5, 3.5])
    assert points[:4, 1] == pytest.approx([1.5] * 4)
    assert points[4:, 1] == pytest.approx([0.5] * 4)


@pytest.mark.parametrize("features", [None, FeatureSpec(("raw", "xy"), fourier=2)])
def test_a_field_is_what_the_network_says_point_by_point(features) -> None:
    snap = snapshot(Moons(), "bce", features=features)
    made = field.output_field(snap, (-1.0, 2.0, -1.0, 1.5), 7, 5)
    x = field.grid(made.box, 7, 5).astype(float)
    seen = snap.run.features.apply(x)
    z = layer_values(snap.network, snap.theta, snap.running, seen)[-1].z
    assert made.logits.reshape(35, 1) == pytest.approx(z, abs=1e-4)
    expected = LOSSES["bce"].predict(z)
    assert made.predicted.reshape(35, 1) == pytest.approx(expected, abs=1e-4)


def test_blocks_do_not_change_a_field(monkeypatch: pytest.MonkeyPatch) -> None:
    snap = snapshot(Moons(), "bce")
    whole = field.output_field(snap, (-1, 1, -1, 1), 40, 40).logits
    monkeypatch.setattr(field, "BLOCK", 1)
    assert field.output_field(snap, (-1, 1, -1, 1), 40, 40).logits == pytest.approx(
        whole, abs=1e-6
    )


@pytest.mark.parametrize("loss", ["bce", "ce", "mse", "hinge", "gaussian_nll"])
def test_the_margin_has_the_sign_of_the_decision(loss: str) -> None:
    snap = snapshot(Moons(), loss, steps=20)
    made = field.output_field(snap, (-2.0, 3.0, -2.0, 2.0), 16, 16)
    margin = field.decision_margin(snap, made).ravel()
    z = made.logits.reshape(256, -1)
    decided = LOSSES[loss].decide(z, 2, snap.run.components)
    assert len(set(decided.tolist())) == 2, "the picture must contain both classes"
    assert ((margin > 0) == (decided == 1)).all()


@pytest.mark.parametrize("loss", ["bce", "ce", "mse", "hinge", "softmax_mse"])
def test_probabilities_of_two_classes_agree_with_the_decision(loss: str) -> None:
    snap = snapshot(Moons(), loss, steps=20)
    made = field.output_field(snap, (-2.0, 3.0, -2.0, 2.0), 16, 16)
    shares = LOSSES[snap.run.loss].shares(made.predicted)
    assert shares.shape == (16, 16, 2)
    assert shares.sum(axis=-1) == pytest.approx(1.0, abs=1e-5)
    second = field.decision_margin(snap, made) > 1e-3
    assert (shares[..., 1] >= 0.5)[second].all()


def test_wrong_examples_are_those_that_the_accuracy_misses() -> None:
    snap = snapshot(Spirals(arms=3), "ce", steps=5)
    bad = field.wrong(snap, snap.splits.train)
    assert snap.metrics.accuracy is not None
    assert 1.0 - bad.mean() == pytest.approx(snap.metrics.accuracy)


def test_values_are_never_wrong() -> None:
    snap = snapshot(Sine(), "mse")
    assert not field.wrong(snap, snap.splits.train).any()


def test_units_are_what_the_layers_say() -> None:
    snap = snapshot(Moons(), "bce")
    maps = field.unit_maps(snap, 6)
    x = field.grid(snap.run.data.problem.box, 6, 6).astype(float)
    layers = layer_values(snap.network, snap.theta, snap.running, x)
    assert [len(c) for c in maps.columns] == [2, 5, 3, 1]
    for column, values in zip(maps.columns[1:], layers, strict=True):
        flat = column.reshape(len(column), -1).T
        assert flat == pytest.approx(values.a, abs=1e-4)
    assert maps.peaks[1] == pytest.approx(np.abs(layers[0].a).max(axis=0), abs=1e-4)


def test_only_chosen_units_are_returned() -> None:
    snap = snapshot(Moons(), "bce")
    every = field.unit_maps(snap, 5)
    some = field.unit_maps(snap, 5, [[1], [4, 0], [], [0]])
    assert some.columns[0][0] == pytest.approx(every.columns[0][1])
    assert some.columns[1][0] == pytest.approx(every.columns[1][4])
    assert some.columns[2].shape == (0, 5, 5)


def test_units_of_a_line_and_of_a_cube() -> None:
    line = field.unit_maps(snapshot(Sine(), "mse"), 9)
    assert line.columns[1].shape == (5, 1, 9)
    snap = snapshot(Parity(bits=4), "bce")
    cube = field.unit_maps(snap, 9)
    assert cube.columns[0].shape == (4, 4, 4)
    assert pytest.approx(snap.splits.train.x) == cube.columns[0].reshape(4, 16).T


def test_the_spread_of_a_gaussian() -> None:
    snap = snapshot(Sine(), "gaussian_nll")
    line = field.output_line(snap, -1.0, 1.0, 11)
    assert line.spread is not None
    assert line.spread.shape == (11, 1)
    assert (line.spread > 0).all()
    assert field.output_line(snapshot(Sine(), "mse"), -1.0, 1.0, 11).spread is None


def test_a_density_integrates_to_one() -> None:
    snap = snapshot(Inverse(), "mdn", steps=10)
    line = field.output_line(snap, 0.0, 1.0, 5)
    low, high, rows = -60.0, 60.0, 6000
    heat = field.density(snap, line, low, high, rows)
    assert heat is not None
    assert heat.sum(axis=0) * (high - low) / rows == pytest.approx(1.0, abs=1e-3)


@given(
    st.integers(1, 2000), st.integers(1, 2000), st.floats(1e3, 1e9), st.integers(1, 64)
)
def test_a_picture_stays_within_its_budget(
    width: int, height: int, budget: float, units: int
) -> None:
    run = RunSpec(DataSpec(Xor(), 4, 0.0), (LayerSpec(units),) * 2, "bce")
    w, h = field.affordable(run.network, width, height, budget)
    assert 8 <= w <= max(8, width)
    assert 8 <= h <= max(8, height)
    least = 8 * max(w, h) + w + h + 1  # rounding, and never below eight pixels
    assert (w * h - least) * field.work(run.network) <= budget


@pytest.mark.parametrize("features", [None, FeatureSpec(("raw", "xy"), fourier=2)])
def test_kernels_give_the_same_field(features) -> None:
    snap = snapshot(Spirals(arms=3), "ce", features=features)
    session = Session(snap.run, "compiled")
    session.apply(SetParameters(snap.theta))
    fast = session.snapshot()
    assert fast.backend == "compiled"
    box = (-1.0, 1.0, -1.0, 1.0)
    slow = field.output_field(snap, box, 24, 20)
    assert field.output_field(fast, box, 24, 20).predicted == pytest.approx(
        slow.predicted, abs=1e-4
    )
    for a, b in zip(
        field.unit_maps(fast, 20).columns,
        field.unit_maps(snap, 20).columns,
        strict=True,
    ):
        assert a == pytest.approx(b, abs=1e-4)


def test_infinite_weights_give_no_warning() -> None:
    snap = snapshot(Moons(), "ce")
    theta = snap.theta * 1e300
    from dataclasses import replace

    made = field.output_field(replace(snap, theta=theta), (-1, 1, -1, 1), 8, 8)
    assert made.shape == (8, 8)
    maps = field.unit_maps(replace(snap, theta=theta), 8)
    assert all(np.isfinite(c).all() for c in maps.columns)


def test_a_line_of_straight_pieces_is_sampled_at_every_kink() -> None:
    session = Session(load_scene("hinge-1d").run, "reference")
    session.advance(30)
    snapshot = session.snapshot()
    low, high = snapshot.run.data.problem.box[:2]
    coarse = field.output_line(snapshot, low, high, 9)
    fine = field.output_line(snapshot, low, high, 4001)
    between = np.interp(fine.x, coarse.x, coarse.predicted[:, 0])
    assert np.abs(between - fine.predicted[:, 0]).max() < 1e-9
    even = field.output_line(snapshot, low, high, 9, even=True)
    assert np.diff(even.x) == pytest.approx((high - low) / 8)
