from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from core.cli.train import parameters_sha256
from core.engine.session import Session
from core.scenes import Scene, load_scene, scene_to_text
from hyperfold.cli import main

KEYS = [
    "scene",
    "seed",
    "steps",
    "loss",
    "test_loss",
    "accuracy",
    "test_accuracy",
    "parameters_sha256",
    "seconds",
    "backend",
    "precision",
]

# A machine on which nothing is compiled yet needs a minute, once.
pytestmark = pytest.mark.timeout(600)


def train(capsys, *words: str) -> tuple[int, dict, str]:
    status = main(["train", *words, "--json"])
    out, err = capsys.readouterr()
    assert out.count("\n") == 1
    return status, json.loads(out), err


def written(tmp_path, scene: Scene) -> str:
    path = tmp_path / "scene.toml"
    path.write_text(scene_to_text(scene), encoding="utf-8")
    return str(path)


def test_xor_is_solved(capsys):
    status, result, err = train(capsys, "xor")
    assert status == 0
    assert err == ""
    assert list(result) == KEYS
    assert result["scene"] == "xor"
    assert result["accuracy"] == 1.0
    assert result["test_loss"] is None
    assert result["test_accuracy"] is None
    assert result["steps"] == load_scene("xor").steps
    assert result["backend"] == "compiled"
    assert result["precision"] == "float64"
    scene = load_scene("xor")
    assert scene.goal.reached(result["loss"], result["accuracy"])


def test_the_fingerprint_is_that_of_the_parameters(capsys):
    _, result, _ = train(capsys, "spirals", "--steps", "40", "--seed", "5")
    run = replace(load_scene("spirals").run, seed=5)
    session = Session(run, "compiled")
    session.advance(40)
    theta = session.snapshot().theta
    assert result["parameters_sha256"] == hashlib.sha256(theta.tobytes()).hexdigest()
    assert result["seed"] == 5
    assert result["steps"] == 40
    assert result["loss"] == session.metrics().loss


def test_the_fingerprint_does_not_depend_on_byte_order():
    theta = np.linspace(0, 1, 7)
    assert parameters_sha256(theta.astype(">f8")) == parameters_sha256(theta)
    assert parameters_sha256(theta.astype("f4")) != parameters_sha256(theta)


def test_another_process_trains_the_same_numbers(capsys):
    words = ["train", "rings", "--steps", "300", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "hyperfold", *words],
        capture_output=True,
        text=True,
        check=True,
    )
    there = json.loads(done.stdout)
    _, here, _ = train(capsys, *words[1:-1])
    del there["seconds"], here["seconds"]
    assert here == there


def test_values_have_no_accuracy(capsys):
    _, result, _ = train(capsys, "rgb", "--steps", "5")
    assert result["accuracy"] is None
    assert result["test_accuracy"] is None
    assert result["test_loss"] > 0


def test_no_steps_at_all(capsys):
    status, result, _ = train(capsys, "xor", "--steps", "0")
    assert status == 0
    assert result["steps"] == 0


def test_several_seeds_tell_how_many_reached_the_goal(capsys):
    status, result, _ = train(capsys, "xor", "--seeds", "4", "--seed", "10")
    assert status == 0
    assert list(result) == ["seeds", "reached", "runs"]
    assert result["seeds"] == 4
    assert [r["seed"] for r in result["runs"]] == [10, 11, 12, 13]
    assert all(list(r) == KEYS for r in result["runs"])
    goal = load_scene("xor").goal
    met = [goal.reached(r["loss"], r["accuracy"]) for r in result["runs"]]
    assert result["reached"] == sum(met)
    # Side by side or alone: the same numbers.
    _, alone, _ = train(capsys, "xor", "--seed", "12")
    assert alone["parameters_sha256"] == result["runs"][2]["parameters_sha256"]


def test_divergence_is_status_3_and_says_where(capsys, tmp_path):
    scene = load_scene("plane")
    run = scene.run.with_training(optimiser="sgd", learning_rate=1e6)
    path = written(tmp_path, replace(scene, run=run))
    status, result, err = train(capsys, path)
    assert status == 3
    assert list(result) == [*KEYS, "diverged"]
    assert set(result["diverged"]) == {"step", "layer", "what"}
    assert np.isfinite(result["loss"])
    assert err.count("\n") == 1
    assert "diverged at step" in err
    status, result, err = train(capsys, path, "--seeds", "2")
    assert status == 3
    assert result["reached"] == 0
    assert all("diverged" in r for r in result["runs"])


def test_actions_of_a_scene_take_effect(capsys, tmp_path):
    scene = load_scene("rings")
    text = scene_to_text(scene)
    acted = tmp_path / "acted.toml"
    acted.write_text(
        text + '\n[[actions]]\nat = 20\ndo = "learning_rate"\nvalue = 1e-9\n',
        encoding="utf-8",
    )
    _, early, _ = train(capsys, "rings", "--steps", "20")
    _, late, _ = train(capsys, str(acted), "--steps", "60")
    assert late["steps"] == 60
    assert late["loss"] == pytest.approx(early["loss"], abs=1e-5)


def test_a_person_reads_a_summary(capsys):
    assert main(["train", "spirals", "--steps", "10"]) == 0
    out = capsys.readouterr().out
    title = load_scene("spirals").title
    assert out.startswith(f"{title}: 10 steps with seed 0\n")
    assert "test loss" in out
    assert "not reached" in out
    assert main(["train", "xor", "--steps", "10", "--seeds", "2"]) == 0
    out = capsys.readouterr().out
    assert "of 2 reached the goal" in out


@pytest.mark.parametrize(
    "words",
    [
        ["nosuchscene"],
        ["xor", "--steps", "-1"],
        ["xor", "--seed", "half"],
        ["xor", "--seeds", "0"],
        ["xor", "--seeds", "2", "--save", "x.hyperfold"],
        [],
    ],
)
def test_bad_input_is_one_line_and_status_2(capsys, words):
    assert main(["train", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
