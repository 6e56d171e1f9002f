from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from core.analysis import expected
from core.analysis.expected import expected_loss
from core.analysis.inspect import inspect_snapshot
from core.analysis.regions import find_regions
from core.arrays import sha256_of
from core.chance import Subject, expectation
from core.engine.session import Session
from core.files.run_file import read_run
from core.outputs import LOSSES
from core.scenes import Scene, load_scene, scene_to_text
from core.scenes.keys import with_settings
from core.scenes.player import play
from hyperfold.cli import main
from tests.core.ending import ended_by

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
    "regions",
    "calibration_error",
    "gradient_norms",
]

RELU = "network.layers.0.activation=relu"
NO_GOAL = ["--set", "goal={}"]

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
    assert sha256_of(theta.astype(">f8")) == sha256_of(theta)
    assert sha256_of(theta.astype("f4")) != sha256_of(theta)


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


def test_regions_calibration_and_gradients_are_told(capsys):
    _, result, _ = train(capsys, "rings", "--steps", "60", "--set", RELU)
    scene = with_settings(load_scene("rings"), {"network.layers.0.activation": "relu"})
    session = Session(scene.run, "compiled")
    session.advance(60)
    last, box = session.snapshot(), scene.run.data.problem.box
    found = find_regions(last.network, last.theta, last.running, box)
    assert result["regions"] == found.n > 1
    assert 0 < result["calibration_error"] < 1
    norms = result["gradient_norms"]
    assert [set(layer) for layer in norms] == [{"W", "b", "z"}] * last.network.depth
    assert norms == inspect_snapshot(last).norms


def test_what_does_not_apply_is_null(capsys):
    _, result, _ = train(capsys, "sine-1d", "--steps", "3")
    assert result["regions"] is None
    assert result["calibration_error"] is None
    assert len(result["gradient_norms"]) == load_scene("sine-1d").run.network.depth


def test_set_changes_the_scene_like_its_file(capsys):
    words = ["xor", "--steps", "5", "--set"]
    _, plain, _ = train(capsys, *words, "training.learning_rate=0.5")
    scene = load_scene("xor")
    session = Session(scene.run.with_training(learning_rate=0.5), "compiled")
    session.advance(5)
    assert plain["parameters_sha256"] == sha256_of(session.snapshot().theta)
    for wrong in ("training.rate=1", "learning_rate", "network.layers.9.units=3"):
        assert main(["train", *words, wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.fixture
def saved(tmp_path, capsys):
    """A run of xor at step 40, and where it is."""
    path = tmp_path / "xor at 40.hyperfold"
    assert main(["train", "xor", "--steps", "40", "--save", str(path)]) == 0
    capsys.readouterr()
    return path


def test_a_run_goes_on_where_it_was_saved(saved, capsys, tmp_path):
    _, whole, _ = train(capsys, "xor", "--steps", "70")
    out = tmp_path / "more.hyperfold"
    _, more, _ = train(capsys, str(saved), "--steps", "30", "--save", str(out))
    assert more["steps"] == 70
    assert more["from_step"] == 40
    assert more["parameters_sha256"] == whole["parameters_sha256"]
    assert [s.step for s in read_run(out).saved.snapshots][:3] == [0, 1, 2]


def test_a_run_goes_on_with_other_settings(saved, capsys):
    rate = "training.learning_rate=0.001"
    _, other, _ = train(capsys, str(saved), "--steps", "5", "--set", rate)
    _, same, _ = train(capsys, str(saved), "--steps", "5")
    assert other["steps"] == same["steps"] == 45
    assert other["parameters_sha256"] != same["parameters_sha256"]
    for words in (["--seed", "1"], ["--seeds", "2"], ["--set", "seed=3"]):
        assert main(["train", str(saved), *words]) == 2
        assert "must be left out for a run file" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_found_before_training(
    capsys, tmp_path, monkeypatch
):
    def never(*_, **__):
        raise AssertionError("it trained")

    monkeypatch.setattr(Session, "advance", never)
    for place in (tmp_path / "none" / "a.hyperfold", tmp_path):
        assert main(["train", "xor", "--save", str(place)]) == 2
        assert f"hyperfold: {place}: cannot be written" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_what_was_trained_is_saved_when_it_is_interrupted(tmp_path, name):
    path = tmp_path / "long.hyperfold"
    words = ["train", "spirals", "--steps", "900000000", "--save", str(path)]
    ours, theirs = os.openpty()  # progress is for a terminal
    child = subprocess.Popen(
        [sys.executable, "-m", "hyperfold", *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    )
    os.close(theirs)
    err = os.read(ours, 1000).decode()
    assert re.fullmatch(r"\rstep [\d,]+ of 900,000,000", err)
    out, _, seconds = ended_by(child, signal.Signals[name])
    assert seconds < 2.0
    err = os.read(ours, 1000).decode()
    os.close(ours)
    assert child.returncode == 130
    assert out == ""
    step = read_run(path).saved.snapshots[-1].step
    assert f"interrupted at step {step}; the run so far is in" in err
    assert [p.name for p in tmp_path.iterdir()] == ["long.hyperfold"]


def test_no_goal_is_reported_where_a_scene_has_none(capsys):
    assert main(["train", "rings", "--seeds", "2", "--steps", "2", *NO_GOAL]) == 0
    assert "goal" not in capsys.readouterr().out
    _, result, _ = train(capsys, "rings", "--seeds", "2", "--steps", "2", *NO_GOAL)
    assert result["reached"] is None


def test_random_units_have_an_expected_loss(capsys):
    status, made, _ = train(capsys, "dice", "--steps", "20")
    assert status == 0
    assert list(made) == [*KEYS, "random_units"]
    session = play(load_scene("dice"), "compiled", keeps=False)
    session.advance(20)
    snapshot = session.snapshot()
    train_split, run = snapshot.splits.train, snapshot.run
    x, y = run.features.apply(train_split.x), LOSSES[run.loss].encode(train_split)
    subject = Subject(snapshot.network, snapshot.theta, snapshot.running, x, y)
    assert made["loss"] == pytest.approx(expectation(subject).loss, rel=1e-12)
    drawn = made["random_units"]
    assert drawn["loss"] == "expected"
    assert drawn["draws"] is None
    assert drawn["loss_error"] == 0.0
    metrics = session.metrics()
    assert drawn["loss_of_means"] == metrics.loss != made["loss"]
    assert drawn["test_loss_of_means"] == metrics.test_loss


def test_many_random_units_are_averaged_over_stated_draws(capsys):
    more = ["--set", "network.layers.1.units=13", "--set", "problem.points=40"]
    _, made, _ = train(capsys, "dice", "--steps", "5", *more)
    drawn = made["random_units"]
    assert drawn["draws"] == 1000
    assert 0.0 < drawn["loss_error"] < 0.1 * made["loss"]
    main(["train", "dice", "--steps", "5", *more])
    assert "an average over 1,000 draws" in capsys.readouterr().out


def test_an_average_over_draws_agrees_with_the_exact_sum(monkeypatch):
    session = Session(load_scene("dice").run, "reference")
    snapshot = session.snapshot()
    sample = snapshot.splits.train.take(slice(0, 30))
    exact = expected_loss(snapshot, sample)
    monkeypatch.setattr(expected, "why_not_exact", lambda network: "not today")
    drawn = expected_loss(snapshot, sample)
    assert drawn.draws == 1000
    assert abs(drawn.loss - exact.loss) <= 4 * drawn.error
