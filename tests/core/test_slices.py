"""Planes through the space of many inputs: exact, whatever reads the inputs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.analysis.field import logits_at
from core.analysis.regions import find_regions
from core.analysis.slices import (
    SlicedPast,
    can_slice,
    make_slice,
    plane_of,
    sliced,
    why_not,
)
from core.engine.session import Session
from core.errors import BadInput
from core.features import FeatureSpec
from core.network import LayerSpec
from core.plane_spec import SliceSpec
from core.problems import DataSpec, Points
from core.problems.scaling import Scaling
from core.run import RunSpec
from core.wiring import Mask

SPECS = (
    SliceSpec("pca"),
    SliceSpec("columns", (3, 1), ((0, 0.7),)),
    SliceSpec("examples", examples=(1, 4, 9)),
)
COLUMNS = tuple(Scaling(f"c{i}", 10.0 * i, 2.0, "cm") for i in range(5))


def run_of(*hidden: LayerSpec, **changes) -> RunSpec:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 5)) * [3.0, 1.0, 2.0, 1.0, 0.5]
    y = (x[:, 0] * x[:, 3] > 0).astype(float)
    data = DataSpec(Points(x, y, 2, columns=COLUMNS), 60, 0.25)
    return RunSpec(data, hidden, "ce", **changes)


def snapshot_of(run: RunSpec):
    session = Session(run, "reference")
    session.advance(5)
    return session.snapshot()


CUT = Mask.of([[1, 0, 1, 1, 0]] * 4)
NETWORKS = {
    "chain": run_of(LayerSpec(6), LayerSpec(4, "tanh")),
    "no hidden layer": run_of(),
    "normed": run_of(LayerSpec(6, batch_norm=True)),
    "maxout": run_of(LayerSpec(3, "maxout", maxout_k=3)),
    "prelu": run_of(LayerSpec(4, "prelu")),
    "cut links": run_of(LayerSpec(4, mask=CUT)),
    "skip": run_of(LayerSpec(4), LayerSpec(3, reads=(0, 1)), output_reads=(0, 2)),
}


@pytest.mark.parametrize("spec", SPECS, ids=lambda s: s.kind)
@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_on_a_plane_says_what_it_says_there(name, spec) -> None:
    snapshot = snapshot_of(NETWORKS[name])
    assert can_slice(snapshot, spec)
    flat, plane = sliced(snapshot, spec), plane_of(snapshot, spec)
    assert flat.network.inputs == 2
    assert flat.whole is snapshot
    places = np.random.default_rng(1).normal(size=(40, 2)) * 3
    there = logits_at(snapshot, plane.at(places))
    assert logits_at(flat, places) == pytest.approx(there, abs=1e-12)
    assert plane.coordinates(plane.at(places)) == pytest.approx(places)
    assert plane.distances(plane.at(places)) == pytest.approx(np.zeros(40), abs=1e-12)
    assert sliced(snapshot, spec) is flat


def test_regions_on_a_plane_are_exact() -> None:
    snapshot = snapshot_of(NETWORKS["chain"].changed(hidden=(LayerSpec(6),) * 2))
    spec = SPECS[0]
    flat, plane = sliced(snapshot, spec), plane_of(snapshot, spec)
    regions = find_regions(flat.network, flat.theta, flat.running, plane.box)
    x0, x1, y0, y1 = plane.box
    rng = np.random.default_rng(2)
    for s, t in rng.uniform((x0, y0), (x1, y1), (25, 2)).tolist():
        found = regions.at(s, t)
        point = plane.at(np.array([[s, t]]))
        assert found.output == pytest.approx(logits_at(snapshot, point)[0], abs=1e-9)
        # The slope along the plane is the real one: two points of one region.
        step = 1e-7 * np.array([[0.6, 0.8]])
        moved = logits_at(snapshot, plane.at(np.array([[s, t]]) + step))[0]
        change = np.asarray(found.jacobian) @ step[0]
        assert moved - np.asarray(found.output) == pytest.approx(change, abs=1e-11)


def test_two_columns_hold_the_others_and_keep_their_names() -> None:
    snapshot = snapshot_of(NETWORKS["chain"])
    spec = SPECS[1]
    plane = plane_of(snapshot, spec)
    x = plane.at(np.array([[2.0, -1.0]]))[0]
    mean = snapshot.splits.train.x.mean(axis=0)
    assert x == pytest.approx([0.7, -1.0, mean[2], 2.0, mean[4]])
    assert [c.label for c in plane.columns] == ["c3 (cm)", "c1 (cm)"]
    assert sliced(snapshot, spec).run.data.problem.columns == plane.columns
    moved = spec.holding(0, 1.5).holding(2, 0.0)
    assert moved.held == ((0, 1.5), (2, 0.0))


def test_examples_lie_on_their_plane_and_others_fade() -> None:
    snapshot = snapshot_of(NETWORKS["chain"])
    spec = SPECS[2]
    near = sliced(snapshot, spec).splits.train.near
    assert near[[1, 4, 9]] == pytest.approx([1, 1, 1])
    assert np.median(near) == pytest.approx(0.5, abs=0.02)
    assert len(sliced(snapshot, spec).splits.test) == len(snapshot.splits.test)


def test_the_past_is_on_the_same_plane() -> None:
    session = Session(NETWORKS["chain"], "reference")
    session.advance(4)
    past = SlicedPast(session.timeline, SPECS[0])
    assert past.at(0).network.inputs == 2
    assert past.steps[0] == 0


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (SliceSpec("columns", (2, 2)), "columns must be two"),
        (SliceSpec("columns", (0, 5)), "column must be from 0 to 4, got 5"),
        (SliceSpec("examples", examples=(0, 1, 99)), "must be from 0 to 44, got 99"),
        (SliceSpec("examples", examples=(0, 1, 1)), "do not lie on a line"),
        (SliceSpec("round"), "kind must be one of"),
    ],
)
def test_planes_that_are_none(spec, message) -> None:
    snapshot = snapshot_of(NETWORKS["no hidden layer"])
    with pytest.raises(BadInput, match=message):
        make_slice(spec, snapshot.splits)
    assert not can_slice(snapshot, spec)


def test_runs_without_planes_say_why() -> None:
    assert "measure distances" in why_not(run_of(LayerSpec(3, "rbf")))
    features = FeatureSpec(fourier=2)
    assert "plain inputs" in why_not(replace(run_of(), features=features))
    assert why_not(NETWORKS["skip"]) == ""
    assert not can_slice(snapshot_of(run_of()), None)
