"""Scenes: reading, rejecting, writing back, acting; and every built-in one."""

from __future__ import annotations

import copy
import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.edits import SetLayer
from core.engine.commands import SetParameter, SetParameters, SetTraining
from core.errors import BadInput
from core.features import FeatureSpec
from core.network import LayerSpec
from core.plane_spec import SliceSpec
from core.problems import Points, split
from core.run import InitialSpec
from core.scenes import (
    VIEW_NAMES,
    Goal,
    commands,
    load_scene,
    parse_scene,
    scene_from_data,
    scene_names,
    scene_to_data,
    scene_to_text,
)
from core.training import Schedule

FULL = """
title = "All of it"
summary = "Every table in one file."
steps = 2000
pace = 50
seed = 3
layout = "regions"
beside = "xor"
goal = { loss = 0.5, accuracy = 0.9 }

[problem]
name = "spirals"
arms = 4
noise = 0.01
points = 120
test = 0.2
calibration = 0.1
seed = 9

[features]
names = ["raw", "xy"]
fourier = 3
fourier_scale = 0.5

[network]
loss = "ce"
layers = [
    { units = 6, activation = "maxout", maxout_k = 3 },
    { units = 5, activation = "leaky_relu", negative_slope = 0.2, batch_norm = true },
]

[initial]
weights = "orthogonal"
bias = 0.1

[training]
optimiser = "momentum"
learning_rate = 0.1
batch_size = 16

[training.schedule]
name = "cosine"
over = 500

[views.warp]
lines = 21
units = [1, 2]
colour = "output"

[views.regions]
folds = true

[[actions]]
at = 100
do = "learning_rate"
value = 0.01

[[actions]]
at = 50
do = "activation"
value = { layer = 2, activation = "relu" }

[[actions]]
at = 200
do = "select_layer"
value = 1
"""


def changed(path: str, value: Any) -> dict[str, Any]:
    """The tables of `FULL` with one value replaced; "a.b.0" walks into them."""
    data = tomllib.loads(FULL)
    *walk, last = path.split(".")
    here: Any = data
    for key in walk:
        here = here[int(key)] if key.isdigit() else here[key]
    here[int(last) if last.isdigit() else last] = value
    return data


def test_every_value_arrives_where_it_belongs() -> None:
    scene = parse_scene(FULL, "full", "full.toml")
    assert (scene.name, scene.title) == ("full", "All of it")
    assert (scene.steps, scene.pace, scene.run.seed) == (2000, 50.0, 3)
    assert scene.goal == Goal(loss=0.5, accuracy=0.9)
    data = scene.run.data
    assert (data.points, data.test, data.calibration, data.seed) == (120, 0.2, 0.1, 9)
    assert data.problem.classes == 4
    assert scene.run.features == FeatureSpec(("raw", "xy"), 3, 0.5)
    assert scene.run.hidden[0] == LayerSpec(6, "maxout", maxout_k=3)
    assert scene.run.hidden[1].batch_norm
    assert scene.run.initial == InitialSpec("orthogonal", 0.1)
    assert scene.run.training.schedule == Schedule("cosine", over=500)
    assert scene.views["warp"] == {"lines": 21, "units": [1, 2], "colour": "output"}
    assert [a.do for a in scene.actions] == [
        "learning_rate",
        "activation",
        "select_layer",
    ]


def test_pace_defaults_to_a_story_of_fifteen_seconds() -> None:
    data = tomllib.loads(FULL)
    del data["pace"]
    assert scene_from_data(data, "full").pace == pytest.approx(2000 / 15)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            "network.layers.0.units",
            0,
            "xor.toml: network.layers[0].units must be a whole number "
            "from 1 to 1024, got 0",
        ),
        (
            "network.layers.1.activation",
            "rleu",
            "network.layers[1].activation must be one of",
        ),
        ("network.layers.0.units", "many", "network.layers[0].units must be a whole"),
        ("network.layers.0.unitz", 3, "did you mean units?"),
        ("network.layers.0", 5, "network.layers[0] must be a table, got 5"),
        ("network.layers", 5, "network.layers must be a list, got 5"),
        ("network.loss", "cee", "network.loss must be one of mse"),
        ("network.loss", "cee", "got 'cee'; did you mean ce?"),
        ("network.components", 0, "network.components must be a whole number"),
        ("network", 1, "xor.toml: network must be a table, got 1"),
        ("problem.name", "spiral", "did you mean spirals?"),
        ("problem.arms", 9, "problem.arms must be a whole number from 2 to 5, got 9"),
        ("problem.noise", -1, "xor.toml: problem.noise must be 0 or more, got -1"),
        ("problem.gap", 0.1, "problem must have only the keys name, arms, turns"),
        ("problem.points", 0, "problem.points must be a whole number, 1 or more"),
        ("problem.test", 1.5, "xor.toml: problem.test must be in [0, 1), got 1.5"),
        ("features.names", ["q"], "features.names[0] must be one of raw, x, y"),
        ("features.fourier", -2, "features.fourier must be a whole number from 0"),
        ("training.learning_rate", 0, "training.learning_rate must be above 0, got 0"),
        ("training.momentum", 1.0, "training.momentum must be in [0, 1), got 1.0"),
        ("training.batch_size", 2.5, "training.batch_size must be a whole number"),
        ("training.optimizer", "adam", "did you mean optimiser?"),
        ("training.schedule.name", "cos", "training.schedule.name must be one of"),
        ("training.schedule.factor", 2.0, "training.schedule.factor must be in (0, 1]"),
        ("training.l2", float("inf"), "training.l2 must be a finite number, got inf"),
        ("initial.weights", "he", "initial.weights must be one of zeros"),
        ("initial.scale", -1.0, "initial.scale must be 0 or more, got -1.0"),
        ("goal.accuracy", 2, "goal.accuracy must be above 0 and at most 1, got 2"),
        ("goal.acuracy", 1, "did you mean accuracy?"),
        ("steps", 0, "xor.toml: steps must be a whole number, 1 or more, got 0"),
        ("steps", True, "steps must be a whole number"),
        ("steps", 10**30, "steps must be a whole number up to"),
        ("pace", 0, "pace must be above 0, got 0"),
        ("seed", -1, "seed must be a whole number, 0 or more, got -1"),
        ("layout", "mine", "layout must be one of overview"),
        ("views.wrap", {}, "views must be one of output, warp"),
        ("views.warp.units", [[1]], "views.warp.units must be a flat list"),
        ("views.warp.colur", "plain", "got 'colur'; did you mean colour?"),
        ("views.warp.colur", "plain", "xor.toml: views.warp must have only the"),
        ("views.window", {"page": "x"}, "views.window must be empty"),
        ("views.warp", 3, "views.warp must be a table, got 3"),
        (
            "views.grid",
            {"networks": 100_000},
            "views.grid.networks must be a whole number from 4 to 100, got 100000",
        ),
        ("actions.0.at", -1, "actions[0].at must be a whole number, 0 or more"),
        ("actions.0.do", "lerning_rate", "did you mean learning_rate?"),
        ("actions.0.value", "x", "actions[0].value must be a number, got 'x'"),
        (
            "actions.0",
            {"at": 0, "do": "settings", "value": {"view": "loss", "logy": True}},
            "actions[0].value must have only the keys log_y, log_x, batches, "
            "got 'logy'; did you mean log_y?",
        ),
        ("actions.0.value", -0.5, "actions[0].value: learning rate must be above 0"),
        ("actions.1.value.layer", 7, "actions[1].value: layer must be from 1 to 2"),
        ("title", "a\nb", "title must be one line of printable text"),
        ("tittle", "a", "did you mean title?"),
    ],
)
def test_messages_name_file_field_rule_and_value(
    path: str, value: Any, message: str
) -> None:
    with pytest.raises(BadInput) as caught:
        scene_from_data(changed(path, value), "xor", "xor.toml")
    text = str(caught.value)
    assert text.startswith("xor.toml: ")
    assert message in text
    assert "\n" not in text


def test_a_loss_that_does_not_fit_and_missing_parts_are_refused() -> None:
    with pytest.raises(BadInput, match=r"^a: network: ce: problem must have classes"):
        parse_scene('problem = {name = "rgb"}\nnetwork = {loss = "ce"}', "a")
    with pytest.raises(BadInput, match=r"^a: goal.accuracy must be left out"):
        parse_scene(
            'problem = {name = "rgb"}\nnetwork = {loss = "mse"}\n'
            "goal = {accuracy = 1.0}",
            "a",
        )
    with pytest.raises(BadInput, match=r"^a: features.names must be among raw, x, x2"):
        parse_scene(
            'problem = {name = "sine"}\nnetwork = {loss = "mse"}\n'
            'features = {names = ["xy"]}',
            "a",
        )
    with pytest.raises(BadInput, match=r"^a: problem must be given"):
        parse_scene('network = {loss = "ce"}', "a")
    with pytest.raises(BadInput, match=r"^a: network.loss must be given"):
        parse_scene('problem = {name = "rgb"}\nnetwork = {}', "a")
    with pytest.raises(BadInput, match=r"^a: beside must be one of xor"):
        parse_scene(FULL.replace('beside = "xor"', 'beside = "roxy"'), "a")


def test_syntax_errors_tell_the_line() -> None:
    with pytest.raises(BadInput, match=r"^a\.toml: .* TOML, got: .*line 2"):
        parse_scene("steps = 3\npace = = 4\n", "a", "a.toml")
    with pytest.raises(BadInput, match=r"^a\.json: .* JSON, got .*line 2"):
        parse_scene('{"steps": 3,\n "pace": }', "a", "a.json", is_json=True)
    with pytest.raises(BadInput, match="must be a table"):
        parse_scene("[1, 2]", "a", is_json=True)
    for deep in ("[" * 100_000, '{"a":' * 100_000, "9" * 10_000):
        with pytest.raises(BadInput):
            parse_scene(deep, "a", is_json=True)
    with pytest.raises(BadInput, match="TOML"):
        parse_scene("a = " + "[" * 5_000, "a")


def test_files_are_found_read_and_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(FULL, encoding="utf-8")
    assert load_scene(file) == parse_scene(FULL, "mine")
    as_json = tmp_path / "mine.json"
    as_json.write_text(json.dumps(tomllib.loads(FULL)))
    assert load_scene(str(as_json)) == load_scene(file)
    file.write_bytes(b"title = '\xff'")
    with pytest.raises(BadInput, match=r"^mine\.toml: file must be UTF-8 text.*0xff"):
        load_scene(file)
    with pytest.raises(BadInput, match="got no such file"):
        load_scene(tmp_path / "other.toml")
    with pytest.raises(BadInput, match=r"^scene must be a file or.*spirals\?"):
        load_scene("spiral")
    for odd in ("", "\0", "a" * 5000):
        with pytest.raises(BadInput):
            load_scene(odd)


def test_full_scene_comes_back_from_its_text() -> None:
    scene = parse_scene(FULL, "full")
    assert parse_scene(scene_to_text(scene)) == scene
    as_json = json.dumps(scene_to_data(scene))
    assert parse_scene(as_json, is_json=True) == scene


def test_own_points_travel_inside_the_text() -> None:
    scene = load_scene("xor")
    own = Points([[0.1, 2.0], [1 / 3, -4.0]], [0, 1], 2, ['a "quoted" one', "né\\"])
    data = replace(scene.run.data, problem=own, points=2, test=0.0)
    scene = replace(scene, run=replace(scene.run, data=data))
    back = parse_scene(scene_to_text(scene))
    assert back == scene
    assert back.run.data.problem == own


@given(
    title=st.text(st.characters(exclude_categories=("C", "Z"))),
    bias=st.floats(-1e6, 1e6),
    rate=st.floats(1e-12, 1e6),
    seed=st.integers(0, 2**63 - 1),
    typed=st.text(st.characters(exclude_categories=("Cs",))),
)
def test_any_values_come_back_from_the_text(
    title: str, bias: float, rate: float, seed: int, typed: str
) -> None:
    data = changed("title", title)
    data["initial"]["bias"] = bias
    data["training"]["learning_rate"] = rate
    data["seed"] = seed
    data["views"]["output"] = {"point": typed}
    data["actions"].append({"at": 7, "do": "type", "value": typed})
    scene = scene_from_data(data, "full")
    assert parse_scene(scene_to_text(scene)) == scene


def test_actions_become_commands_in_order() -> None:
    scene = parse_scene(FULL, "full")
    (first, structure), (second, training) = commands(scene)
    assert (first, second) == (50, 100)
    assert structure == SetLayer(1, "activation", "relu")
    assert isinstance(training, SetTraining)
    assert training.training.learning_rate == 0.01
    assert training.training.optimiser == "momentum"


def test_actions_can_set_biases_and_all_parameters() -> None:
    text = """
    problem = { name = "xor" }
    network = { loss = "mse", layers = [{ units = 2 }] }
    [[actions]]
    at = 0
    do = "parameters"
    value = [{ W = [[1, 1], [1, 1]], b = [0, -1] }, { W = [[1, -2]], b = [0] }]
    [[actions]]
    at = 5
    do = "bias"
    value = { layer = 1, value = -3.0 }
    """
    scene = parse_scene(text, "book")
    (_, whole), *biases = commands(scene)
    assert isinstance(whole, SetParameters)
    np.testing.assert_array_equal(whole.theta, [1, 1, 1, 1, 0, -1, 1, -2, 0])
    assert [c for _, c in biases] == [
        SetParameter(0, "b", (0,), -3.0),
        SetParameter(0, "b", (1,), -3.0),
    ]
    assert parse_scene(scene_to_text(scene), "book") == replace(scene, name="book")
    for old, new, words in (
        ("W = [[1, -2]]", "W = [[1, -2, 3]]", "shape"),
        ("W = [[1, -2]]", "W = [[1], [2, 3]]", "shape"),
        ("W = [[1, -2]]", "W = [[1, 'a']]", "must be a number, got 'a'"),
        ("W = [[1, -2]], b = [0]", "W = [[1, -2]]", "layer 2 must have W, b, got W"),
        (", { W = [[1, -2]], b = [0] }", "", "must have 2 layers"),
        ("layer = 1", "layer = 3", "layer must be from 1 to 2"),
    ):
        assert old in text
        with pytest.raises(BadInput, match=words):
            parse_scene(text.replace(old, new), "book")


def test_goal_is_met_by_all_its_parts_only() -> None:
    both = Goal(loss=0.1, accuracy=1.0)
    assert both.reached(0.1, 1.0)
    assert not both.reached(0.11, 1.0)
    assert not both.reached(0.1, 0.99)
    assert not both.reached(float("nan"), 1.0)
    assert not both.reached(0.0, None)
    assert Goal().reached(5.0, None)
    assert str(both) == "loss at most 0.1 and accuracy at least 100%"


VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.text(max_size=6), inner, max_size=3),
    ),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths of everything inside nested tables and lists."""
    if isinstance(value, dict):
        steps: list[Any] = list(value)
    elif isinstance(value, list):
        steps = list(range(len(value)))
    else:
        return [path]
    found = [path] if path else []
    return found + [p for s in steps for p in places(value[s], (*path, s))]


@given(st.data())
def test_mutated_scenes_load_or_give_one_line(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(("full", *scene_names())))
    if name == "full":
        tables = tomllib.loads(FULL)
    else:
        tables = scene_to_data(load_scene(name))
    tables = copy.deepcopy(tables)
    for _ in range(data.draw(st.integers(1, 3))):
        *walk, last = data.draw(st.sampled_from(places(tables)))
        here: Any = tables
        for key in walk:
            here = here[key]
        act = data.draw(st.sampled_from(("replace", "drop", "add")))
        if act == "replace":
            here[last] = data.draw(VALUES)
        elif act == "drop":
            del here[last]
        elif isinstance(here, dict):
            here[data.draw(st.text(max_size=6))] = data.draw(VALUES)
        if not places(tables):
            break
    message = ""
    try:
        scene = scene_from_data(tables, "mutant", "mutant.toml")
    except BadInput as error:
        message = str(error)
    if message:
        assert message.startswith("mutant.toml: ")
        assert len(message.splitlines()) == 1
    else:
        assert parse_scene(scene_to_text(scene), "mutant") == scene


@pytest.mark.parametrize("name", scene_names())
def test_built_in_scene_is_sound(name: str) -> None:
    scene = load_scene(name)
    assert scene.name == name
    assert scene.title
    assert 20 <= len(scene.summary) <= 110
    assert scene.summary.endswith((".", "?"))
    assert 10.0 <= scene.steps / scene.pace <= 20.0
    assert set(scene.views) <= set(VIEW_NAMES)
    assert parse_scene(scene_to_text(scene)) == scene
    assert len(split(scene.run.data).train) >= 1
    for at, _ in commands(scene):
        assert at < scene.steps
    if scene.beside:
        other = load_scene(scene.beside)
        assert other.beside in ("", name)
        assert other.run.data == scene.run.data


def test_the_promised_scenes_are_there() -> None:
    promised = {
        "xor",
        "xor-book",
        "xor-linear",
        "quadrants",
        "spirals",
        "spirals-deep",
        "two-curves",
        "rings",
        "moons",
        "blobs",
        "checkerboard",
        "above-below",
        "parity",
        "rgb",
        "bumps",
        "saddle",
        "plane",
        "hinge-1d",
        "sine-1d",
        "inverse-1d",
        "deep-sigmoid",
        "deep-relu",
        "saturated-ce",
        "saturated-mse",
        "regions-shallow",
        "regions-deep",
    }
    assert promised <= set(scene_names())
    assert scene_names()[0] == "xor"


def test_paired_scenes_start_from_the_same_weights() -> None:
    ce, mse = load_scene("saturated-ce").run, load_scene("saturated-mse").run
    assert replace(ce, loss="softmax_mse") == mse


def test_the_folding_network_computes_what_its_file_says() -> None:
    scene = load_scene("regions-folded")
    (_, change), *_ = commands(scene)
    assert isinstance(change, SetParameters)
    layout = scene.run.network.layout
    x = np.linspace(-1.25, 1.25, 401)
    h = np.stack([x, np.zeros_like(x)], axis=1)
    first, second, _ = layout.layers
    assert first.b is not None
    assert second.b is not None
    units = np.maximum(h @ first.W.of(change.theta).T + first.b.of(change.theta), 0.0)
    # The zigzag that the second layer reads along x: zero between the squares.
    zigzag = units[:, :5] @ [4.0, -8.0, 8.0, -8.0, 8.0] - 28.0
    triangle = 2.0 / np.pi * np.arcsin(np.sin(2.0 * np.pi * (x + 1.0)))
    np.testing.assert_allclose(zigzag, triangle, atol=1e-9)
    # Ten tangents of one circle in the folded square.
    z = second.W.of(change.theta) @ np.full(10, 0.0) + second.b.of(change.theta)
    normals = second.W.of(change.theta)[:, [0, 5]] / 4.0
    np.testing.assert_allclose(np.hypot(*normals.T), 1.0, atol=1e-3)
    np.testing.assert_allclose(np.abs(z + 28.0 * normals.sum(1)), 0.15, atol=1e-2)


@pytest.mark.parametrize(
    ("plain", "joined"),
    [("rings-narrow", "rings-residual"), ("deep-tanh", "deep-tanh-skips")],
)
def test_shortcuts_are_the_only_difference_between_paired_scenes(
    plain: str, joined: str
) -> None:
    a, b = load_scene(plain), load_scene(joined)
    assert (a.beside, b.beside) == (joined, plain)
    assert any(h.adds is not None for h in b.run.hidden)
    without = tuple(replace(h, adds=None) for h in b.run.hidden)
    assert replace(b.run, hidden=without) == a.run


DIGITS = """
[problem]
name = "digits"
[network]
loss = "ce"
layers = [{ units = 4, activation = "relu" }]
[plane]
"""


def test_a_plane_names_inputs_by_name_or_number_in_their_own_units() -> None:
    text = 'kind = "columns"\ncolumns = ["pixel 3, 4", 30]\nheld = { "7" = 8.0 }'
    scene = parse_scene(DIGITS + text, "digits")
    assert scene.plane == SliceSpec("columns", (19, 29), ((6, 0.5),))
    assert parse_scene(scene_to_text(scene), "digits").plane == scene.plane
    assert parse_scene(DIGITS + 'kind = "none"', "digits").plane is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('kind = "round"', "plane.kind must be one of none, columns, pca, examples"),
        ('kind = "columns"\ncolumns = [1, 1]', "plane.columns must be two different"),
        (
            'kind = "columns"\ncolumns = [1, 65]',
            r"columns\[1\] must be at most 64",
        ),
        ('kind = "columns"\nheld = { zebra = 1 }', "plane.held.zebra must be one of"),
        ('kind = "examples"\nexamples = [1, 2, 2]', "plane.examples must be three"),
        ('kind = "pca"\nwide = 3', "wide"),
    ],
)
def test_a_plane_that_cannot_be_is_rejected_by_name(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        parse_scene(DIGITS + text, "digits")


def test_two_inputs_have_no_plane() -> None:
    text = DIGITS.replace("digits", "xor").replace('"ce"', '"bce"') + 'kind = "pca"'
    with pytest.raises(BadInput, match="plane must be left out"):
        parse_scene(text, "xor")
