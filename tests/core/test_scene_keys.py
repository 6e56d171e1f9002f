from __future__ import annotations

import pytest

from core.errors import BadInput
from core.scenes import load_scene
from core.scenes.keys import read_assignment, read_value, split_values, with_settings


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", 0.1),
        ("3", 3),
        ("true", True),
        ("adam", "adam"),
        ('"adam"', "adam"),
        ("[1, 2]", [1, 2]),
        ("", ""),
        ("1\nother = 2", "1\nother = 2"),
        ("{a = 1}", {"a": 1}),
    ],
)
def test_values_are_toml_or_else_text(text, value):
    assert read_value(text) == value
    assert type(read_value(text)) is type(value)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("1,2,3", ["1", "2", "3"]),
        ("relu, tanh", ["relu", "tanh"]),
        ('["x","y"],["x"]', ['["x","y"]', '["x"]']),
        ('"a,b",c', ['"a,b"', "c"]),
        ("[[1,2],[3]],{a=1,b=2}", ["[[1,2],[3]]", "{a=1,b=2}"]),
        ("", [""]),
    ],
)
def test_lists_split_at_their_own_commas_alone(text, parts):
    assert split_values(text) == parts


def test_an_assignment_has_a_key_and_a_value():
    assert read_assignment("problem.noise = 0.2") == ("problem.noise", "0.2")
    assert read_assignment("a=b=c") == ("a", "b=c")
    for text in ("problem.noise", "=3", "a..b=3", "a b=3"):
        with pytest.raises(BadInput, match="KEY=VALUE"):
            read_assignment(text)


def test_every_part_of_a_scene_can_be_set():
    scene = with_settings(
        load_scene("spirals"),
        {
            "training.learning_rate": 0.03,
            "network.layers.0.units": 7,
            "network.layers.0.activation": "tanh",
            "problem.noise": 0.3,
            "problem.points": 90,
            "initial.weights": "he_normal",
            "seed": 11,
        },
    )
    run = scene.run
    assert run.training.learning_rate == 0.03
    assert run.hidden[0].units == 7
    assert run.hidden[0].activation == "tanh"
    assert run.data.problem.noise == 0.3
    assert run.data.points == 90
    assert run.initial.weights == "he_normal"
    assert run.seed == 11


@pytest.mark.parametrize("name", ["xor", "spirals", "rgb", "sine-1d", "folding"])
def test_setting_nothing_new_changes_nothing(name):
    scene = load_scene(name)
    assert with_settings(scene, {"seed": scene.run.seed}) == scene


def test_another_problem_keeps_what_it_shares():
    scene = with_settings(load_scene("spirals"), {"problem.name": "moons"})
    assert scene.run.data.problem.name == "moons"
    assert scene.run.data.points == load_scene("spirals").run.data.points


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("training.learning_rat", 1, "learning_rat"),
        ("training.learning_rate", -1, "above 0"),
        ("network.layers.9.units", 3, "from 0 to"),
        ("network.layers.x.units", 3, "from 0 to"),
        ("network.loss.deeper", 3, "table or a list"),
        ("problem.name", "nowhere", "problem.name"),
    ],
)
def test_what_does_not_fit_is_rejected_with_its_key(key, value, words):
    with pytest.raises(BadInput, match=words):
        with_settings(load_scene("spirals"), {key: value})
