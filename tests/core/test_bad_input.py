"""Bad input: one line that names file, field, rule and value; status 2."""

from __future__ import annotations

import copy
import json
import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.cli.files import is_net
from core.disk.text import parse_json
from core.errors import BadInput
from core.scenes import load_scene, scene_to_data
from hyperfold.cli import main

FILES = settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
GOOD: dict[str, Any] = {
    "net": {
        "layers": [
            {"W": [[1.0, 1.0], [1.0, 1.0]], "b": [0.0, -1.0], "activation": "relu"},
            {
                "W": [[1.0, 0.5], [0.1, 1.0], [0.3, 0.2], [1.0, 2.0]],
                "b": [0.1, 0.2, 0.3, 0.4],
                "activation": "maxout",
                "maxout_k": 2,
            },
            {"W": [[1.0, -2.0], [0.5, 0.25]], "b": [0.0, 0.0]},
        ],
        "activation": "relu",
        "loss": "ce",
        "l2": 0.01,
        "l1": 0.0,
    },
    "data": {"x": [[0, 0], [0, 1], [1, 0], [1, 1]], "y": [0, 1, 1, 0]},
}


def changed(*path: Any, to: Any = None, drop: bool = False) -> dict[str, Any]:
    """The good file with one entry replaced or dropped."""
    return with_entry(GOOD, path, to, drop)


def with_entry(document: Any, path: tuple[Any, ...], to: Any, drop: bool) -> Any:
    document = copy.deepcopy(document)
    place: Any = document
    for key in path[:-1]:
        place = place[key]
    if drop:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return document


def run(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    capsys.readouterr()
    status = main(words)
    out, err = capsys.readouterr()
    return status, out, err


def assert_refused(status: int, out: str, err: str, *words: str) -> None:
    assert status == 2, err
    assert out == ""
    assert err.count("\n") == 1, err
    assert "Traceback" not in err
    for word in words:
        assert word in err, err


def assert_done_or_refused(name: str, status: int, out: str, err: str) -> None:
    """Whatever was in the file: a result, or a one-line error; never a crash."""
    if status == 2:
        assert_refused(status, out, err, name)
        return
    assert status == 0, err
    assert err == ""
    assert len(out.splitlines()) == 1
    json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} in the output"))


def test_the_good_file_is_good(tmp_path, capsys):
    file = tmp_path / "net.json"
    file.write_text(json.dumps(GOOD))
    for command in ("inspect", "regions"):
        status, out, err = run([command, str(file), "--json"], capsys)
        assert (status, err) == (0, "")
        json.loads(out)


LAYER = ("net", "layers", 0)
WRONG = {
    "no net": (changed("net", drop=True), "net"),
    "net is a list": (changed("net", to=[]), "net"),
    "no layers": (changed("net", "layers", to=[]), "layers"),
    "layers is a number": (changed("net", "layers", to=3), "layers"),
    "layer is a word": (changed(*LAYER, to="dense"), "layers"),
    "no W": (changed(*LAYER, "W", drop=True), "W"),
    "ragged W": (changed(*LAYER, "W", to=[[1, 2], [3]]), "W"),
    "flat W": (changed(*LAYER, "W", to=[1, 2]), "W"),
    "empty W": (changed(*LAYER, "W", to=[]), "W"),
    "words in W": (changed(*LAYER, "W", to=[["a", 1], [1, 1]]), "W"),
    "booleans in W": (changed(*LAYER, "W", to=[[True, 1], [1, 1]]), "W"),
    "NaN in W": (changed(*LAYER, "W", to=[[math.nan, 1], [1, 1]]), "W"),
    "infinity in b": (changed(*LAYER, "b", to=[math.inf, 1]), "b"),
    "short b": (changed(*LAYER, "b", to=[0]), "b"),
    "no b": (changed("net", "layers", 2, "b", drop=True), "b"),
    "layers do not fit": (changed(*LAYER, "W", to=[[1, 1]] * 3), ""),
    "unknown activation": (changed(*LAYER, "activation", to="swoosh"), "swoosh"),
    "activation is a number": (changed(*LAYER, "activation", to=3), "activation"),
    "unknown default": (changed("net", "activation", to="swoosh"), "swoosh"),
    "activation of the output": (
        changed("net", "layers", 2, "activation", to="relu"),
        "activation",
    ),
    "rows are no multiple of k": (changed("net", "layers", 1, "maxout_k", to=3), "3"),
    "k is 0": (changed("net", "layers", 1, "maxout_k", to=0), "maxout_k"),
    "k is broken": (changed("net", "layers", 1, "maxout_k", to=1.5), "maxout_k"),
    "slope is a word": (changed(*LAYER, "negative_slope", to="x"), "negative_slope"),
    "unknown loss": (changed("net", "loss", to="l7"), "l7"),
    "no loss": (changed("net", "loss", drop=True), "loss"),
    "negative l2": (changed("net", "l2", to=-1), "l2"),
    "l1 is NaN": (changed("net", "l1", to=math.nan), "l1"),
    "x is empty": (changed("data", "x", to=[]), "x"),
    "x of three inputs": (changed("data", "x", to=[[0, 0, 0]] * 4), "x"),
    "NaN in x": (changed("data", "x", 2, to=[math.nan, 1]), "x"),
    "x and y of other lengths": (changed("data", "y", to=[0, 1]), "y"),
    "class that does not exist": (changed("data", "y", 1, to=2), "2"),
    "negative class": (changed("data", "y", 1, to=-1), "-1"),
    "broken class": (changed("data", "y", 1, to=0.5), "0.5"),
    "class is a word": (changed("data", "y", 1, to="one"), "one"),
    "no y": (changed("data", "y", drop=True), "y"),
    "no data": (changed("data", drop=True), "data"),
    "the file is a list": ([GOOD], ""),
    "the file is null": (None, ""),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_file_is_refused(name, tmp_path, capsys):
    document, word = WRONG[name]
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(document))
    assert_refused(
        *run(["inspect", str(file), "--json"], capsys), str(file), word, "must"
    )


RAW = {
    "empty": b"",
    "cut off": b'{"net": {"layers": [',
    "not UTF-8": b'{"net": "\xff\xfe"}',
    "binary": bytes(range(256)),
    "nested too deeply": b"[" * 200_000,
    "nested too deeply inside": b'{"net":' + b"[" * 5000 + b"]" * 5000 + b"}",
    "huge number": json.dumps(GOOD).replace("0.25", "1" * 5000).encode(),
    "too large number": json.dumps(GOOD).replace("0.25", "1e999").encode(),
}


@pytest.mark.parametrize("command", ["inspect", "regions"])
@pytest.mark.parametrize("name", RAW)
def test_file_that_is_no_json_is_refused(name, command, tmp_path, capsys):
    file = tmp_path / "raw.json"
    file.write_bytes(RAW[name])
    assert_refused(*run([command, str(file), "--json"], capsys), str(file))


@pytest.mark.parametrize("command", ["inspect", "regions"])
def test_missing_file_and_folder_are_refused(command, tmp_path, capsys):
    for path in (tmp_path / "none.json", tmp_path, tmp_path / "a\nb.json"):
        refused = run([command, str(path)], capsys)
        assert_refused(*refused, path.name.partition("\n")[0])


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path into a document."""
    found = [path] if path else []
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        found += places(item, (*path, key))
    return found


numbers = st.one_of(
    st.floats(), st.integers(-10, 10), st.sampled_from([1e308, -1e308, 1e-320, 2**70])
)
junk = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.text(max_size=4), inner, max_size=2),
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("command", ["inspect", "regions"])
@FILES
@given(path=st.sampled_from(places(GOOD)), value=junk, drop=st.booleans())
def test_one_changed_entry_never_brings_us_down(
    command, path, value, drop, tmp_path, capsys
):
    file = tmp_path / "net.json"
    file.write_text(json.dumps(changed(*path, to=value, drop=drop)))
    done = run([command, str(file), "--json"], capsys)
    assert_done_or_refused(str(file), *done)


@pytest.mark.parametrize("command", ["inspect", "regions"])
@FILES
@given(content=st.binary(max_size=60))
def test_any_bytes_are_refused(command, content, tmp_path, capsys):
    file = tmp_path / "net.json"
    file.write_bytes(content)
    assert_refused(*run([command, str(file), "--json"], capsys), str(file))


SCENES = {
    name: scene_to_data(load_scene(name))
    for name in ("xor", "spirals", "rgb", "dead-relu", "inverse-1d", "bumps")
}


@FILES
@given(data=st.data(), value=junk, drop=st.booleans())
def test_one_changed_entry_of_a_scene_is_read_or_refused(data, value, drop, tmp_path):
    scene = SCENES[data.draw(st.sampled_from(sorted(SCENES)))]
    path = data.draw(st.sampled_from(places(scene)))
    file = tmp_path / "scene.json"
    file.write_text(json.dumps(with_entry(scene, path, value, drop)))
    complaint = "scene.json: all is well"
    try:
        load_scene(file)
    except BadInput as error:
        complaint = str(error)
    assert complaint.startswith("scene.json: ")
    assert len(complaint.splitlines()) == 1


def test_one_bad_file_among_several(tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(GOOD))
    bad.write_text(json.dumps(changed("net", "layers", to=[])))
    for command in ("inspect", "regions"):
        words = [command, str(good), "--json", str(bad), str(good)]
        status, out, err = run(words, capsys)
        first, second, third = map(json.loads, out.splitlines())
        assert status == 2
        assert first == third
        assert second["file"] == str(bad)
        assert set(second) == {"file", "error"}
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--box", "1", "-1", "0", "1"],
        ["--box", "0", "1", "2", "2"],
        ["--box", "0", "inf", "0", "1"],
        ["--at", "7", "0"],
        ["--at", "0", "-6.001"],
        ["--box", "0", "1", "0", "1", "--at", "0.5", "0.5", "--at", "-1", "0"],
    ],
)
def test_bad_box_and_points_are_refused(words, tmp_path, capsys):
    file = tmp_path / "net.json"
    file.write_text(json.dumps(GOOD))
    assert_refused(*run(["regions", str(file), *words], capsys), "must")


@pytest.mark.parametrize(
    "words",
    [
        ["train"],
        ["train", "no-such-scene"],
        ["train", "xor", "--steps", "-1"],
        ["train", "xor", "--steps", "many"],
        ["train", "xor", "--seed", "-3"],
        ["train", "xor", "--seeds", "0"],
        ["train", "xor", "--nonsense"],
    ],
)
def test_bad_words_for_train_are_refused(words, capsys):
    assert_refused(*run(words, capsys))


@pytest.mark.parametrize("command", ["inspect", "regions"])
def test_a_network_is_parsed_once(tmp_path, monkeypatch, command):
    """A large one takes a second each time, and what is refused waits for it too."""
    path = tmp_path / "net.json"
    path.write_text(json.dumps(GOOD))
    parsed = []

    def counted(text, name):
        parsed.append(name)
        return parse_json(text, name)

    for module in ("core.disk.text", "core.files.net_json"):
        monkeypatch.setattr(f"{module}.parse_json", counted)
    assert main([command, str(path), "--json"]) == 0
    assert parsed == [str(path)]


@pytest.mark.parametrize("key", ["problem", r"\u0070roblem"])
def test_a_scene_is_known_by_its_problem_however_that_is_written(tmp_path, key):
    path = tmp_path / "scene.json"
    path.write_text(
        json.dumps(scene_to_data(load_scene("xor"))).replace("problem", key)
    )
    assert not is_net(str(path))
    path.write_text(json.dumps(GOOD).replace("net", r"\u006eet"))
    assert is_net(str(path))
