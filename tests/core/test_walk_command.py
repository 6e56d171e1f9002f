from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path

import pytest

from core.analysis.walk import take_walk
from core.analysis.walk_report import report
from core.analysis.walk_subject import subject_of
from core.files.run_file import save
from core.scenes import load_scene
from core.scenes.keys import with_settings
from core.scenes.player import play
from hyperfold.cli import main

NET = {
    "net": {
        "layers": [
            {"W": [[0.5, 0.0], [0.0, 1.0]], "b": [0, 0], "activation": "relu"},
            {"W": [[1.0, 0.0]], "b": [0]},
        ],
        "loss": "bce",
        "l2": 0.01,
    },
    "data": {"x": [[1, 1], [1, 2]], "y": [0, 1]},
}


@pytest.fixture
def net(tmp_path: Path) -> str:
    path = tmp_path / "net.json"
    path.write_text(json.dumps(NET))
    return str(path)


def test_json_has_nodes_values_gradients_formulas(net, capsys) -> None:
    assert main(["walk", net, "--example", "0", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["J"] == pytest.approx(0.9965770, abs=5e-8)
    nodes = {node["name"]: node for node in told["nodes"]}
    assert list(nodes) == [
        "x",
        "W1",
        "b1",
        "z1",
        "a1",
        "W2",
        "b2",
        "z2",
        "y",
        "L",
        "l2",
        "J",
    ]
    assert nodes["W2"]["gradient"][0][1] == pytest.approx(0.6224593, abs=5e-8)
    assert nodes["z1"]["formula"] == "z^{(1)} = W^{(1)} x + b^{(1)}"
    assert nodes["y"]["gradient"] is None
    assert told["multiplications"]["cheaper"] == "reverse"
    assert told["update"]["J_after"] < told["update"]["J_before"]


def test_the_minibatch_is_what_inspect_sees(net, capsys) -> None:
    assert main(["inspect", net, "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert main(["walk", net, "--minibatch", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    nodes = {node["name"]: node for node in told["nodes"]}
    assert told["J"] == seen["loss"]
    assert nodes["W1"]["gradient"] == seen["gradients"][0]["W"]


def test_a_scene_is_walked_in_words(capsys) -> None:
    assert main(["walk", "walk-slides", "--example", "0"]) == 0
    text = capsys.readouterr().out
    assert "z₁⁽¹⁾ = 0.5·1 + 0·1 + 0 = 0.5" in text
    assert "SGD, rate 0.1: J falls" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--example", "7"], "example must be from 0 to 1, the rows of data, got 7"),
        (["--example", "-1"], "--example must be a whole number, 0 or more, got '-1'"),
    ],
)
def test_bad_examples_are_one_line(net, capsys, words, message) -> None:
    assert main(["walk", net, *words]) == 2
    assert capsys.readouterr().err.strip() == f"hyperfold: {message}"


def test_divergence_is_told_by_the_status(tmp_path, capsys) -> None:
    scene = tmp_path / "wild.toml"
    scene.write_text(
        '[problem]\nname = "plane"\n[network]\nloss = "mse"\n'
        'layers = [{ units = 4, activation = "identity" }]\n'
        '[training]\noptimiser = "sgd"\nlearning_rate = 1e6\n'
    )
    assert main(["walk", str(scene), "--steps", "200", "--json"]) == 3
    told = capsys.readouterr()
    assert json.loads(told.out)["diverged"]["layer"] >= 1
    assert "training diverged at step" in told.err


def test_a_missing_file_is_one_line(capsys) -> None:
    assert main(["walk", "nothing.json", "--json"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_a_saved_run_is_walked_at_any_of_its_steps(tmp_path, capsys) -> None:
    path = str(tmp_path / "a.hyperfold")
    scene = load_scene("xor")
    session = play(scene, "reference")
    session.advance(300)
    save(Path(path), session, scene)
    for words, steps in (([], 300), (["--step", "287"], 287)):
        assert main(["walk", path, *words, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        plain = play(scene, "reference")
        plain.advance(steps)
        wanted = take_walk(subject_of(plain.snapshot(), 0))
        assert found["J"] == report(wanted)["J"]
    assert main(["walk", path, "--step", "301"]) == 2
    assert "--step must be from 0 to 300" in capsys.readouterr().err
    assert main(["walk", "xor", "--step", "1"]) == 2
    assert main(["walk", "xor", "--set", "seed=4", "--json"]) == 0


def test_an_input_of_0_is_named_as_the_reason(tmp_path, capsys) -> None:
    document = {**deepcopy(NET), "data": {"x": [[0.0, 0.0]], "y": [1]}}
    document["net"]["layers"][0]["b"] = [1.0, 1.0]
    path = tmp_path / "zero.json"
    path.write_text(json.dumps(document))
    assert main(["walk", str(path), "--json"]) == 0
    nodes = {n["name"]: n for n in json.loads(capsys.readouterr().out)["nodes"]}
    assert "is multiplied by is 0 here" in nodes["W1"]["zero_flow"]


def test_a_minibatch_is_walked_with_its_dropout_and_noise(capsys) -> None:
    settings = {
        "training.dropout": 0.3,
        "training.input_noise": 0.1,
        "training.batch_size": 3,
    }
    scene = with_settings(load_scene("xor"), settings)
    words = [f"--set={key}={value}" for key, value in settings.items()]
    assert main(["walk", "xor", "--minibatch", "--json", *words]) == 0
    told = json.loads(capsys.readouterr().out)
    session = play(scene, "reference")
    session.advance(1)
    recorded = session.series.parts().rows[0][0]  # the loss of that very minibatch
    assert told["J"] == pytest.approx(recorded, rel=1e-12)
    assert main(["walk", "xor", "--minibatch", *words]) == 0
    assert "with dropout and input noise" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("example", "line"),
    [(0, "L = max(0, 1 − (−1)·0.4) = 1.4"), (1, "L = max(0, 1 − 1·0.5) = 0.5")],
)
def test_hinge_puts_the_score_and_not_the_target_into_its_formula(
    tmp_path, capsys, example, line
) -> None:
    document = deepcopy(NET)
    document["net"]["loss"] = "hinge"
    document["net"]["layers"][1]["W"] = [[0.6, 0.1]]
    path = tmp_path / "net.json"
    path.write_text(json.dumps(document))
    assert main(["walk", str(path), "--example", str(example)]) == 0
    assert line in capsys.readouterr().out
