"""Learning one half of the plane and then the other: data, scripts, files, figures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.engine.commands import Rewind
from core.errors import BadInput
from core.goal import NO_GOAL
from core.grid.course import course_of
from core.grid.members import Members
from core.problems import DataSpec, make_problem
from core.problems.base import split
from core.scenes import load_scene
from core.scenes.keys import with_settings
from core.scenes.player import play
from core.scenes.read import scene_from_data
from core.scenes.write import scene_to_data, scene_to_text


def _rings(half: str, **more) -> DataSpec:
    return DataSpec(make_problem("rings", {}), 200, half=half, **more)


def test_one_half_is_learned_and_the_other_is_the_test_split():
    both = split(_rings("both", test=0.0)).train
    left, right = split(_rings("left")), split(_rings("right"))
    assert (left.train.x[:, 0] < 0).all()
    assert (left.test.x[:, 0] >= 0).all()
    np.testing.assert_array_equal(left.train.x, right.test.x)
    np.testing.assert_array_equal(left.test.x, right.train.x)
    assert len(left.train) + len(left.test) == len(both), "no share is kept apart"


def test_the_middle_is_that_of_the_box():
    parts = split(DataSpec(make_problem("xor", {}), 4, half="left"))
    assert parts.train.x[:, 0].tolist() == [0.0, 0.0]
    assert parts.test.x[:, 0].tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("problem", "half", "words"),
    [
        ("rings", "upper", "be one of both, left, right"),
        ("parity", "left", "be both for more than two inputs"),
    ],
)
def test_what_is_no_half_is_refused(problem, half, words):
    with pytest.raises(BadInput, match=words):
        DataSpec(make_problem(problem, {}), 16, half=half)


def test_scene_files_and_keys_have_the_half():
    scene = load_scene("forgetting-relu")
    assert scene.run.data.half == "left"
    assert scene_from_data(scene_to_data(scene), scene.name) == scene
    assert 'half = "left"' in scene_to_text(scene)
    assert "half = " not in scene_to_text(load_scene("moons"))
    other = with_settings(scene, {"problem.half": "right"})
    assert other.run.data.half == "right"
    wrong = scene_to_data(scene)
    wrong["actions"] = [{"at": 5, "do": "half", "value": "upper"}]
    with pytest.raises(BadInput, match=r"actions\[0\].value"):
        scene_from_data(wrong, "x")


def test_the_script_turns_to_the_other_half_and_rewind_turns_back():
    session = play(load_scene("forgetting-maxout"), "reference")
    session.advance(5)
    theta = session.snapshot().theta.copy()
    halves = with_settings(
        load_scene("forgetting-maxout"),
        {"actions": [{"at": 5, "do": "half", "value": "right"}]},
    )
    session = play(halves, "reference")
    session.advance(5)
    assert session.run.data.half == "right"
    np.testing.assert_array_equal(session.snapshot().theta, theta)
    assert [m.text for m in session.timeline.markers] == ["learns the right half"]
    session = play(load_scene("forgetting-relu"), "compiled")
    session.advance(1600)
    assert session.run.data.half == "right"
    session.apply(Rewind())
    assert session.run.data.half == "left"


def test_other_seeds_go_through_the_same_halves():
    scene = load_scene("forgetting-relu")
    session = play(scene)
    session.advance(1510)
    course = course_of(session.timeline.snapshots())
    assert [leg.run.data.half for leg in course.legs] == ["left", "right"]
    assert [leg.step for leg in course.legs] == [0, 1500]


def _kept(name: str, seeds: range) -> float:
    """Mean accuracy on the left half once the right one is learned."""
    scene = load_scene(name)
    session = play(replace(scene, steps=1501))
    session.advance(1501)
    course = course_of(session.timeline.snapshots())
    members = Members(course, seeds, NO_GOAL, "many", keeps=False)
    members.advance(scene.steps)
    found = [members.metrics(k) for k in range(len(seeds))]
    assert np.mean([m.accuracy for m in found]) > 0.99, "the right half is learned"
    return float(np.mean([m.test_accuracy for m in found]))


def test_the_scenes_on_forgetting_keep_what_they_say():
    relu, maxout = (
        _kept(f"forgetting-{kind}", range(100)) for kind in ("relu", "maxout")
    )
    assert relu == pytest.approx(0.86, abs=0.005)
    assert maxout == pytest.approx(0.66, abs=0.005)


def test_both_scenes_have_equally_many_parameters():
    sizes = {
        load_scene(f"forgetting-{kind}").run.network.layout.size
        for kind in ("relu", "maxout")
    }
    assert sizes == {113}
