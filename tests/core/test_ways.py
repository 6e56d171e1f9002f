"""Ways to several networks, how far those are apart, and the thread that makes them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.engine.data import encode
from core.engine.session import Session
from core.goal import NO_GOAL
from core.gradients import GraphMode, network_graph
from core.grid.course import course_of
from core.grid.distances import apart, compared_at, distances, flat_map, functions
from core.grid.ensemble import Predictions, predictions_of
from core.grid.gather import Gatherer
from core.grid.langevin import Chain
from core.grid.members import Members
from core.grid.ways import WAYS, Given, dropped, resampled, thinned
from core.network import LayerSpec
from core.scenes import load_scene
from tests.core.problem_runs import run_of

NEVER = np.zeros(1, np.uint8)
QUICK = ("snapshots", "dropout", "bootstrap")


@pytest.fixture(scope="module")
def session() -> Session:
    run = run_of("moons", "bce", units=(5,))
    run = replace(run, training=replace(run.training, dropout=0.25, l2=0.01))
    made = Session(run, "reference")
    made.advance(40)
    return made


@pytest.fixture(scope="module")
def given(session) -> Given:
    return Given(session.snapshot(), session.timeline.snapshots(), 4)


@pytest.mark.parametrize("way", QUICK)
def test_members_are_the_same_every_time_and_differ_from_each_other(given, way):
    first, again = (list(WAYS[way].members(given, NEVER)) for _ in range(2))
    assert len(first) == 4
    for a, b in zip(first, again, strict=True):
        assert np.array_equal(a.theta, b.theta)
    assert len({a.theta.tobytes() for a in first}) == 4
    assert not WAYS[way].why_not(given)
    assert WAYS[way].sentence(given)


def test_snapshots_are_those_of_the_second_half(given):
    steps = [s.step for s in WAYS["snapshots"].members(given, NEVER)]
    assert steps[-1] == 40
    assert steps == sorted(steps)
    assert steps[0] >= 20


@pytest.mark.parametrize("way", WAYS)
def test_a_way_without_members_is_described_too(given, way):
    assert WAYS[way].sentence(replace(given, count=0)).endswith(".")


def test_snapshots_of_another_network_do_not_count(session, given):
    other = replace(given, latest=replace(given.latest, step=0), history=())
    assert "no earlier snapshots" in WAYS["snapshots"].why_not(other)


def test_bootstrap_draws_with_replacement_and_trains_from_run_as_start(given):
    latest = given.latest
    data = encode(latest.run, latest.splits.train)
    drawn = resampled(data, 7, 0)
    columns = {c.tobytes() for c in data.inputs.T}
    chosen = [c.tobytes() for c in drawn.inputs.T]
    assert len(chosen) == len(data)
    assert set(chosen) < columns  # some twice, some left out
    draws = [resampled(data, 7, k).inputs.T for k in range(30)]
    different = np.mean([len({c.tobytes() for c in d}) for d in draws]) / len(data)
    assert different == pytest.approx(1 - (1 - 1 / len(data)) ** len(data), abs=0.05)
    assert not np.array_equal(drawn.inputs, resampled(data, 7, 1).inputs)
    for x, y in zip(drawn.inputs.T, drawn.targets[0], strict=True):
        at = int(np.flatnonzero((x == data.inputs.T).all(axis=1))[0])
        assert data.targets[0, at] == y
    untrained = replace(given, latest=replace(latest, step=0))
    (member, *_) = WAYS["bootstrap"].members(untrained, NEVER)
    assert np.array_equal(member.theta, given.history[0].theta)


def test_a_stopped_bootstrap_yields_nothing_half_trained(given):
    assert not list(WAYS["bootstrap"].members(given, np.ones(1, np.uint8)))


@pytest.mark.parametrize("reads", [(), (0, 1)])
def test_a_thinned_network_is_the_one_that_dropout_leaves(reads):
    run = run_of("moons", "bce", units=())
    hidden = (LayerSpec(5, "tanh"), LayerSpec(4, "relu", reads=reads))
    snapshot = Session(run.changed(hidden=hidden), "reference").snapshot()
    network, x = snapshot.network, snapshot.splits.train.x
    masks = dropped(network, 0.4, 3, 1)
    assert {0.0, 1 / 0.6} == set(np.concatenate(masks))
    mode = GraphMode(masks=[np.tile(m, (len(x), 1)) for m in masks])
    y = encode(snapshot.run, snapshot.splits.train).targets.T
    given = network, snapshot.theta, x, y, snapshot.running
    wanted = network_graph(*given, mode).logits.value
    theta = thinned(network, snapshot.theta, masks)
    found = network_graph(network, theta, x, y, snapshot.running).logits.value
    assert found == pytest.approx(wanted, abs=1e-12)


def test_dropout_says_what_is_missing(given):
    def why(run):
        return WAYS["dropout"].why_not(
            replace(given, latest=replace(given.latest, run=run))
        )

    run = given.latest.run
    without = replace(run, training=replace(run.training, dropout=0.0))
    assert "Switch dropout on" in why(without)
    assert "no hidden units" in why(run.changed(hidden=()))
    added = (LayerSpec(4, "tanh"), LayerSpec(4, "tanh", adds=1))
    assert "added" in why(run.changed(hidden=added))
    radial = (LayerSpec(4, "tanh"), LayerSpec(4, "rbf"))
    assert "distances" in why(run.changed(hidden=radial))


def test_distances_of_probabilities_end_at_one():
    p = np.array([0.0, 0.0, 1.0, 0.5])
    each = np.stack([np.stack([1 - p, p], axis=-1)] * 3, axis=1)  # (4, 3 points, 2)
    found = distances(functions(Predictions(2, each)))
    assert found[0] == pytest.approx([0.0, 0.0, 1.0, 0.5])
    assert found == pytest.approx(found.T)
    assert apart(found[:1, :1]) is None
    assert apart(found[:3, :3]) == pytest.approx(2 / 3)


def test_distances_of_values_are_root_mean_squares():
    each = np.array([[[1.0], [2.0]], [[4.0], [6.0]]])
    found = distances(functions(Predictions(0, each, np.ones_like(each))))
    assert found[0, 1] == pytest.approx(np.sqrt((9 + 16) / 2))


def test_a_map_of_points_in_a_plane_is_exact():
    rng = np.random.default_rng(0)
    flat = rng.normal(size=(9, 2)) @ rng.normal(size=(2, 30))
    made = flat_map(flat)
    assert made.explained == pytest.approx(1.0)
    assert distances(made.places) == pytest.approx(distances(flat), abs=1e-9)
    assert made.places[0].tolist() == [0.0, 0.0]
    assert flat_map(flat[:1]).places.shape == (1, 2)


def test_the_thread_gathers_all_and_drops_what_is_not_wanted(given, monkeypatch):
    monkeypatch.setattr(WAYS["langevin"], "chain", Chain(16, 4))
    gatherer = Gatherer()
    try:
        gatherer.ask(given, "langevin")
        gatherer.wait()
        made = gatherer.latest
        assert made.finished == set(WAYS) - {"seeds"}
        assert {
            name: len(found) for name, found in made.members.items()
        } == dict.fromkeys((*QUICK, "langevin"), 4)
        gatherer.ask(replace(given), "dropout")  # the same question
        assert gatherer.latest is made
        gatherer.ask(replace(given, count=3))
        gatherer.ask(None)
        gatherer.wait()
        gatherer.ask(replace(given, count=2))
        gatherer.wait()
        assert {len(found) for found in gatherer.latest.members.values()} == {2}
        assert gatherer.error is None
    finally:
        gatherer.close()


def test_other_seeds_find_other_modes_and_later_snapshots_do_not():
    scene = load_scene("bayes")
    session = Session(scene.run, "compiled")
    session.advance(scene.steps)
    history = session.timeline.snapshots()
    seeds = range(scene.run.seed, scene.run.seed + 8)
    members = Members(course_of(history), seeds, NO_GOAL, "many")
    members.advance(scene.steps)
    given = Given(session.snapshot(), history, 8, members.snapshot())
    points, where = compared_at(given.latest)
    assert where == "over the plane"
    found = {
        name: apart(
            distances(
                functions(
                    predictions_of(list(WAYS[name].members(given, NEVER)), points)
                )
            )
        )
        for name in ("seeds", "snapshots")
    }
    assert found["seeds"] > 2.5 * found["snapshots"]
