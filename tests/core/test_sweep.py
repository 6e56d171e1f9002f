from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from core.engine.session import Session
from core.errors import BadInput
from core.files.run_file import save
from core.scenes import load_scene
from core.sweep import group_rows, make_plan, run_case, wilson_interval
from core.sweep.table import line
from hyperfold.cli import main
from tests.core.ending import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = [
    "seed",
    "steps",
    "loss",
    "test_loss",
    "accuracy",
    "test_accuracy",
    "reached",
    "steps_to_goal",
    "diverged",
    "parameters_sha256",
]
QUICK = ["sweep", "xor", "--steps", "60", "--vary", "training.learning_rate=0.01,0.3"]


def sweep(capsys, *words: str) -> dict:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def table(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_rows_come_in_the_order_of_the_product_with_seeds_innermost(capsys):
    words = ("--vary", "network.layers.0.units=2,3", "--seeds", "2")
    rows = sweep(capsys, *QUICK, *words)["rows"]
    first = load_scene("xor").run.seed
    assert [
        (r["training.learning_rate"], r["network.layers.0.units"], r["seed"])
        for r in rows
    ] == [
        (rate, units, seed)
        for rate in (0.01, 0.3)
        for units in (2, 3)
        for seed in (first, first + 1)
    ]
    keys = ["training.learning_rate", "network.layers.0.units", *COLUMNS]
    assert all(list(row) == keys for row in rows)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_every_row_is_what_train_gives(capsys, workers):
    words = ("--seeds", "2", "--workers", workers)
    rows = sweep(capsys, "sweep", "spirals", "--steps", "40", *words)["rows"]
    for row in rows:
        seed = str(row["seed"])
        alone = sweep(capsys, "train", "spirals", "--steps", "40", "--seed", seed)
        for name in ("parameters_sha256", "loss", "test_loss", "accuracy", "steps"):
            assert row[name] == alone[name]


def test_groups_sum_up_the_seeds(capsys):
    result = sweep(capsys, *QUICK, "--seeds", "5")
    assert [g["settings"] for g in result["groups"]] == [
        {"training.learning_rate": 0.01},
        {"training.learning_rate": 0.3},
    ]
    for g, group in enumerate(result["groups"]):
        rows = result["rows"][5 * g : 5 * g + 5]
        losses = sorted(r["loss"] for r in rows)
        assert group["runs"] == 5
        assert group["reached"] == sum(r["reached"] for r in rows)
        assert group["interval"] == list(wilson_interval(group["reached"], 5))
        assert group["loss_median"] == losses[2]
        assert group["loss_quartiles"] == [losses[1], losses[3]]


def test_the_steps_to_the_goal_are_the_first_that_reach_it(capsys):
    row = sweep(capsys, "sweep", "xor")["rows"][0]
    assert row["reached"]
    found = row["steps_to_goal"]
    assert 1 < found < row["steps"]
    goal = load_scene("xor").goal
    for steps, reached in ((found - 1, False), (found, True)):
        alone = sweep(capsys, "train", "xor", "--steps", str(steps))
        assert goal.reached(alone["loss"], alone["accuracy"]) is reached


def test_a_scene_without_a_goal_reports_none(capsys):
    scene = next(n for n in ("regions-flat", "walk-xor") if not load_scene(n).goal.asks)
    result = sweep(capsys, "sweep", scene, "--steps", "5")
    assert result["rows"][0]["reached"] is None
    assert result["rows"][0]["steps_to_goal"] is None
    assert result["groups"][0]["reached"] is None
    assert result["groups"][0]["interval"] is None


def test_the_scene_of_a_saved_run_is_swept_from_its_beginning(capsys, tmp_path):
    scene, path = load_scene("xor"), tmp_path / "mine.hyperfold"
    session = Session(scene.run, "reference")
    session.advance(3)
    save(path, session, scene)
    of_run = sweep(capsys, "sweep", str(path), "--steps", "5")
    assert of_run == sweep(capsys, "sweep", "xor", "--steps", "5")


def test_a_run_that_diverges_is_a_row_like_the_others(capsys):
    words = ("--steps", "50", "--vary", "training.learning_rate=0.1,1e200")
    vary = ("--vary", "training.optimiser=sgd", "--vary", "network.loss=mse")
    rows = sweep(capsys, "sweep", "xor", *words, *vary)["rows"]
    assert [r["diverged"] for r in rows] == [False, True]
    assert rows[1]["steps"] < 50
    assert rows[1]["reached"] is not True


@pytest.mark.parametrize(
    ("successes", "runs", "interval"),
    # Brown, Cai and DasGupta (2001), and R's prop.test(correct = FALSE).
    [(0, 10, (0.0, 0.27753)), (5, 10, (0.23659, 0.76341)), (10, 10, (0.72247, 1.0))],
)
def test_wilson_interval(successes, runs, interval):
    assert wilson_interval(successes, runs) == pytest.approx(interval, abs=1e-5)


def test_groups_leave_out_losses_that_are_not_known():
    rows = [{"reached": None, "loss": v} for v in (1.0, None, float("nan"), 3.0)]
    group = group_rows(rows, ())[0]
    assert group["loss_median"] == 2.0
    assert group["runs"] == 4


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--vary", "training.learning_rate"), "KEY=VALUE"),
        (("--vary", "training.learning_rat=1"), "learning_rat"),
        (("--vary", "training.learning_rate=0.1,-3"), "above 0"),
        (("--vary", "seed=1,2"), "--seeds"),
        (("--vary", "steps=1", "--vary", "steps=2"), "each key once"),
        (("--resume",), "-o OUT.csv"),
        (("-o", "/nowhere/at/all.csv"), "folder that exists"),
        (("--dask", "tcp://x:1", "--workers", "2"), "--workers"),
    ],
)
def test_what_cannot_be_swept_is_rejected_in_one_line(capsys, words, text):
    assert main(["sweep", "xor", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert text in err


def test_the_table_holds_the_rows_in_order(capsys, tmp_path):
    out = tmp_path / "out.csv"
    result = sweep(capsys, *QUICK, "--seeds", "3", "-o", str(out))
    rows = table(out)
    assert list(rows[0]) == ["training.learning_rate", *COLUMNS]
    assert [(float(r["training.learning_rate"]), int(r["seed"])) for r in rows] == [
        (r["training.learning_rate"], r["seed"]) for r in result["rows"]
    ]
    assert [float(r["loss"]) for r in rows] == [r["loss"] for r in result["rows"]]


def test_resume_repeats_nothing(capsys, tmp_path, monkeypatch):
    out = tmp_path / "out.csv"
    words = [*QUICK, "--seeds", "3", "-o", str(out)]
    whole = sweep(capsys, *words)
    lines = out.read_text().splitlines(keepends=True)
    # What a kill leaves: some rows, in any order, the last one cut short.
    out.write_text("".join([lines[0], lines[4], lines[2], lines[3][:20]]))
    made = []
    real = run_case

    def counted(case, stop=None):
        made.append(case.index)
        return real(case, stop)

    monkeypatch.setattr("core.sweep.run_case", counted)
    assert sweep(capsys, *words, "--resume") == whole
    assert sorted(made) == [0, 2, 4, 5]
    assert out.read_text() == "".join(lines)


def test_an_unfinished_table_is_not_overwritten_by_mistake(capsys, tmp_path):
    out = tmp_path / "out.csv"
    words = [*QUICK, "--seeds", "2", "-o", str(out)]
    sweep(capsys, *words)
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join(lines[:-1]))
    assert main(words) == 2
    assert "--resume" in capsys.readouterr().err
    assert out.read_text() == "".join(lines[:-1])


def test_a_table_of_another_sweep_is_not_continued(capsys, tmp_path):
    out = tmp_path / "out.csv"
    sweep(capsys, *QUICK, "-o", str(out))
    other = ["sweep", "xor", "--vary", "problem.noise=0,0.1", "-o", str(out)]
    assert main([*other, "--resume"]) == 2
    assert "columns" in capsys.readouterr().err
    assert main([*QUICK[:3], "70", *QUICK[4:], "-o", str(out), "--resume"]) == 2
    assert "70 steps" in capsys.readouterr().err


def test_cells_read_back_the_same():
    row = line([True, None, 0.1, "a,b", [1, 2], float("1e-300")])
    assert next(csv.reader([row])) == ["true", "", "0.1", "a,b", "[1, 2]", "1e-300"]


def test_a_plan_checks_every_combination_first():
    with pytest.raises(BadInput, match="units"):
        make_plan(load_scene("xor"), {"network.layers.0.units": [2, 0]})


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_stops_within_a_second_and_keeps_what_is_done(tmp_path):
    out = tmp_path / "out.csv"
    words = [
        "sweep",
        "spirals",
        "--steps",
        "200000000",
        "--workers",
        "2",
        "--seeds",
        "2",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "hyperfold", *words, "-o", str(out)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        # A shell has jobs in the background ignore Ctrl-C, and their children, too.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    try:
        while not out.exists():  # the header is written once training begins
            assert process.poll() is None
        os.kill(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130
    assert err.splitlines()[-1] == "hyperfold: interrupted"
    assert out.read_text().startswith("seed,steps,loss")
