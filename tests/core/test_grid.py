"""Many seeds of one run: they go through what the run went through."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.edits import InsertLayer, SetLayer
from core.engine import commands as c
from core.engine.session import Session
from core.errors import BadInput
from core.goal import Goal, next_check
from core.grid.course import Course, Leg, course_of, replay, seeded
from core.grid.fate import Fate, fate_of
from core.grid.members import Members
from core.grid.runner import Aim, GridRunner
from core.network import LayerSpec
from core.run import RunSpec
from core.scenes import load_scene, parse_scene, scene_to_text
from core.sweep.groups import wilson_interval
from tests.core.engine_runs import small_run

NO_GOAL = Goal()


def course(run: RunSpec) -> Course:
    return Course((Leg(0, seeded(run, 0)),))


def changed_session() -> Session:
    """A run whose learning rate, network and batch change on the way."""
    session = Session(small_run(4, batch_size=10, seed=5), "reference")
    session.advance(7)
    session.apply(c.SetTraining(replace(session.run.training, learning_rate=0.03)))
    session.advance(5)
    session.apply(InsertLayer(1, LayerSpec(3, "tanh")))
    session.advance(4)
    return session


def test_the_course_is_read_off_the_timeline() -> None:
    session = changed_session()
    legs = course_of(session.timeline.snapshots()).legs
    assert [leg.step for leg in legs] == [0, 7, 12]
    assert legs[1].run.training.learning_rate == 0.03
    assert legs[2].sources == (0, None)
    assert all(leg.run.seed == 0 for leg in legs)


def test_a_replayed_seed_is_the_run_itself_bit_for_bit() -> None:
    session = changed_session()
    again = replay(course_of(session.timeline.snapshots()), 5, 16, "reference")
    assert np.array_equal(again.snapshot().theta, session.snapshot().theta)
    assert again.timeline.steps.tolist() == session.timeline.steps.tolist()


@pytest.mark.parametrize("backend", ["reference", "compiled", "many"])
def test_every_member_is_what_its_seed_alone_becomes(backend: str) -> None:
    session = changed_session()
    way = course_of(session.timeline.snapshots())
    members = Members(way, range(5, 9), NO_GOAL, backend)
    members.advance(16)
    shot = members.snapshot()
    single = "reference" if backend == "reference" else "compiled"
    for k, seed in enumerate(shot.seeds):
        alone = replay(way, seed, 16, single).snapshot()
        assert shot.thetas[k] == pytest.approx(alone.theta, abs=1e-9)
        assert shot.losses[k] == pytest.approx(alone.metrics.loss, abs=1e-9)


@pytest.mark.parametrize("name", ["dice", "dice-gaussian"])
def test_random_units_learn_as_their_seeds_alone(name: str) -> None:
    way = course(load_scene(name).run)
    members = Members(way, range(2, 5), NO_GOAL, "many")
    members.advance(20)
    shot = members.snapshot()
    for k, seed in enumerate(shot.seeds):
        alone = replay(way, seed, 20, "compiled").snapshot()
        assert shot.thetas[k] == pytest.approx(alone.theta, abs=1e-9)
        assert shot.losses[k] == pytest.approx(alone.metrics.loss, abs=1e-9)


def test_a_layer_becomes_random_and_normalised_on_the_way() -> None:
    session = Session(small_run(4, batch_size=10, seed=5), "reference")
    session.advance(3)
    for field, value in (("activation", "sigmoid"), ("sample", "bernoulli")):
        session.apply(SetLayer(0, field, value))
    session.advance(4)
    session.apply(SetLayer(0, "estimator", "normalised"))
    session.advance(4)
    way = course_of(session.timeline.snapshots())
    members = Members(way, range(5, 9), NO_GOAL, "many")
    members.advance(20)
    members.back_to(9)  # the running deviation comes back, too
    members.advance(20 - members.step)
    shot = members.snapshot()
    for k, seed in enumerate(shot.seeds):
        alone = replay(way, seed, 20, "compiled").snapshot()
        assert shot.thetas[k] == pytest.approx(alone.theta, abs=1e-9)
        assert shot.runnings[k] == pytest.approx(alone.running, abs=1e-9)
        assert len(alone.running) == 2


def test_going_back_and_on_again_changes_nothing() -> None:
    members = Members(course(small_run(4)), range(3), NO_GOAL, "reference")
    members.advance(90)
    there = members.snapshot()
    earlier = members.at(40)
    assert earlier.step == 40
    members.back_to(40)
    assert np.array_equal(members.snapshot().thetas, earlier.thetas)
    members.advance(50)
    assert np.array_equal(members.snapshot().thetas, there.thetas)
    assert np.array_equal(members.snapshot().curves, there.curves)


def test_a_change_behind_them_is_made_where_it_belongs() -> None:
    run = small_run(4)
    before = course(run)
    faster = run.with_training(learning_rate=0.05)
    after = Course((*before.legs, Leg(20, seeded(faster, 0), (0,))))
    late = Members(before, range(2), NO_GOAL, "reference")
    late.advance(45)
    late.follow(after)
    assert late.step < 20
    late.advance(45 - late.step)
    at_once = Members(after, range(2), NO_GOAL, "reference")
    at_once.advance(45)
    assert np.array_equal(late.snapshot().thetas, at_once.snapshot().thetas)


def test_who_reaches_the_goal_is_counted_with_an_interval() -> None:
    scene = load_scene("xor-book")
    members = Members(course(scene.run), range(1, 5), scene.goal, "many")
    members.advance(300)
    shot = members.snapshot()
    wanted = [
        replay(course(scene.run), seed, 300, "compiled").metrics().loss <= 0.01
        for seed in shot.seeds
    ]
    assert [fate is Fate.SOLVED for fate in shot.fates] == wanted
    assert 0 < shot.reached < 4
    assert shot.interval == wilson_interval(shot.reached, 4)
    for k, steps in enumerate(shot.steps_to_goal):
        if steps is not None:
            before = replay(course(scene.run), shot.seeds[k], steps, "compiled")
            assert before.metrics().loss <= 0.01


def test_those_that_diverge_stop_alone() -> None:
    wild = small_run(4, learning_rate=1e150, optimiser="sgd", activation="relu")
    members = Members(course(wild), range(2), NO_GOAL, "reference")
    members.advance(40)
    shot = members.snapshot()
    assert set(shot.fates) == {Fate.DIVERGED}
    assert max(shot.steps_made) < 40
    assert np.isfinite(shot.thetas).all()


def test_stop_at_goal_stops_each_where_its_own_run_stops() -> None:
    scene = load_scene("xor-book")
    goal = replace(scene.goal, stop=True)
    members = Members(course(scene.run), range(1, 4), goal, "many")
    members.advance(400)
    shot = members.snapshot()
    assert shot.reached
    for k, seed in enumerate(shot.seeds):
        alone = replay(course(scene.run), seed, 400, "compiled", goal)
        assert shot.steps_made[k] == alone.step
        assert alone.at_goal == (shot.steps_to_goal[k] is not None)


def test_the_best_come_first_and_the_diverged_last() -> None:
    members = Members(course(small_run(3)), range(3), NO_GOAL, "reference")
    shot = members.snapshot()
    shot = replace(
        shot,
        losses=np.array([0.3, 0.1, 0.2]),
        accuracies=np.array([0.5, 0.5, 0.9]),
        fates=(Fate.LEARNING, Fate.DIVERGED, Fate.LEARNING),
    )
    assert shot.order("seed") == [0, 1, 2]
    assert shot.order("loss") == [2, 0, 1]
    assert shot.order("accuracy") == [2, 0, 1]


@pytest.mark.parametrize(
    ("losses", "fate"),
    [([1.0, 0.5, 0.25], Fate.LEARNING), ([1.0, 0.5, 0.499], Fate.STUCK)],
)
def test_stuck_is_a_loss_that_no_longer_falls(losses, fate) -> None:
    steps = [0, 100, 200]
    assert fate_of(False, False, False, steps, np.array(losses)) is fate
    assert fate_of(False, False, False, [0, 9, 18], np.array(losses)) is Fate.LEARNING


def test_a_layer_without_gradient_is_dead() -> None:
    run = small_run(3, activation="relu", points=20)
    run = replace(run, initial=replace(run.initial, bias=-100.0))
    members = Members(course(run), range(2), NO_GOAL, "reference")
    members.advance(3)
    assert set(members.snapshot().fates) == {Fate.DEAD}


def test_the_thread_reaches_its_aim_and_ends() -> None:
    way = course(small_run(3))
    runner = GridRunner()
    runner.aim(Aim(way, 0, 4, NO_GOAL, 30, backend="reference"))
    runner.wait()
    assert runner.latest is not None
    assert runner.latest.step == 30
    runner.aim(Aim(way, 0, 4, NO_GOAL, 30, 10, backend="reference"))
    runner.wait()
    assert runner.latest.step == 10
    runner.close()


def test_what_cannot_be_trained_side_by_side_is_an_error_and_no_crash() -> None:
    normed = (LayerSpec(2, "tanh", batch_norm=True),)
    run = replace(small_run(2, points=12_000, batch_size=0), hidden=normed)
    runner = GridRunner(threaded=False)
    runner.aim(Aim(course(run), 0, 4, NO_GOAL, 5))
    assert isinstance(runner.error, BadInput)
    runner.aim(Aim(course(small_run(2)), 0, 4, NO_GOAL, 5))
    assert runner.error is None
    assert runner.latest is not None
    runner.close()


def test_checks_lie_at_steps_of_their_own() -> None:
    steps = [0]
    while steps[-1] < 2000:
        steps.append(next_check(steps[-1]))
    assert steps[:65] == list(range(65))
    gaps = np.diff(steps)
    assert (gaps <= np.maximum(1, np.array(steps[:-1]) // 32)).all()


def test_a_session_stops_at_its_goal_however_it_is_cut() -> None:
    scene = load_scene("xor-book")
    goal = Goal(loss=0.1, stop=True)
    at = []
    for pieces in ([400], [3, 50, 17, 400], [1] * 60 + [400]):
        session = Session(scene.run, "reference")
        session.apply(c.SetGoal(goal))
        for steps in pieces:
            if not session.at_goal:
                session.advance(steps)
        assert session.at_goal
        assert not session.playing
        at.append(session.step)
    assert len(set(at)) == 1
    assert session.metrics().loss <= 0.1
    session.advance(5)  # training went on on purpose
    assert session.step == at[0] + 5
    session.apply(c.Rewind())
    session.advance(400)
    assert session.step == at[0]


def test_a_scene_may_stop_at_its_goal() -> None:
    scene = load_scene("xor-book")
    stopping = replace(scene, goal=replace(scene.goal, stop=True))
    text = scene_to_text(stopping)
    assert "stop = true" in text
    assert parse_scene(text, "mine").goal == stopping.goal
