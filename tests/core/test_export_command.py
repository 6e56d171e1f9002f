from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.analysis.inspect import inspect_snapshot
from core.files.run_file import save
from core.scenes import load_scene
from core.scenes.player import play
from hyperfold.cli import main
from tests.core.ending import ended_by

pytestmark = pytest.mark.timeout(600)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    scene = load_scene("xor")
    session = play(scene, "reference")
    session.advance(300)
    save(tmp_path / "run.hyperfold", session, scene)
    return tmp_path / "run.hyperfold"


def test_a_run_is_exported_at_any_of_its_steps(run, tmp_path, capsys) -> None:
    out = tmp_path / "net.json"
    for words, step in (([], 300), (["--step", "287"], 287)):
        assert main(["export", str(run), "--net", str(out), *words]) == 0
        document = json.loads(out.read_text())
        assert document["hyperfold"]["step"] == step
        plain = play(load_scene("xor"), "reference")
        plain.advance(step)
        layer = document["net"]["layers"][0]
        first = plain.snapshot().network.layout.layers[0].W
        assert layer["W"] == first.of(plain.snapshot().theta).tolist()
        assert main(["inspect", str(out), "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["loss"] == pytest.approx(inspect_snapshot(plain.snapshot()).loss)
    assert main(["export", str(run), "--net", str(out), "--step", "301"]) == 2
    assert "--step must be from 0 to 300" in capsys.readouterr().err


def test_every_kind_is_written(run, tmp_path) -> None:
    words = []
    for option, ending in (("npz", "npz"), ("csv", "csv"), ("numpy", "py")):
        words += [f"--{option}", str(tmp_path / f"a.{ending}")]
    assert main(["export", str(run), *words, "--torch", str(tmp_path / "t.py")]) == 0
    assert int(np.load(tmp_path / "a.npz")["step"]) == 300
    rows = list(csv.DictReader((tmp_path / "a.csv").read_text().splitlines()))
    assert [int(row["step"]) for row in rows] == list(range(1, 301))
    assert rows[0]["seed"] == str(load_scene("xor").run.seed)
    assert (
        "step 300, seed 37. Inputs: not scaled. Classes: '0', '1'." in rows[0]["about"]
    )
    assert {row["about"] for row in rows[1:]} == {""}
    compile((tmp_path / "a.py").read_text(), "a.py", "exec")


def test_a_scene_gives_every_step_however_many(tmp_path, monkeypatch) -> None:
    out = tmp_path / "a.csv"
    words = ["export", "xor", "--csv", str(out), "--step", "21000"]
    assert main([*words, "--set", "training.learning_rate=0.001"]) == 0
    rows = list(csv.DictReader(out.read_text().splitlines()))
    assert [int(row["step"]) for row in rows] == list(range(1, 21_001))
    assert {row["steps"] for row in rows} == {"1"}


def test_what_is_asked_for_is_checked_first(run, tmp_path, capsys) -> None:
    assert main(["export", str(run)]) == 2
    assert "at least one of --net" in capsys.readouterr().err
    assert main(["export", "xor", "--net", str(tmp_path / "none" / "a.json")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_regions_and_inspect_take_scenes_and_runs(run, tmp_path, capsys) -> None:
    relu = ["--step", "20", "--set", "network.layers.0.activation=relu"]
    assert main(["regions", "xor", *relu, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    xmin, xmax, ymin, ymax = load_scene("xor").run.data.problem.box
    assert told["total_area"] == pytest.approx((xmax - xmin) * (ymax - ymin))
    assert main(["inspect", str(run), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["norms"]) == load_scene("xor").run.network.depth
    assert main(["inspect", str(run), "--data", "a.csv"]) == 2
    capsys.readouterr()
    features = ["--set", 'features.names=["x2", "y2"]']
    assert main(["regions", "xor", *relu, *features]) == 2
    assert "got the features x2, y2" in capsys.readouterr().err


def test_inspect_takes_data_of_its_own(run, tmp_path, capsys) -> None:
    out = tmp_path / "net.json"
    assert main(["export", str(run), "--net", str(out)]) == 0
    assert main(["inspect", str(out), "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    data = json.loads(out.read_text())["data"]
    table = tmp_path / "data.csv"
    targets = [y[0] if isinstance(y, list) else y for y in data["y"]]
    lines = [f"{x[0]},{x[1]},{y}" for x, y in zip(data["x"], targets, strict=True)]
    table.write_text("\n".join(["a,b,kind", *lines]))
    (tmp_path / "data.json").write_text(json.dumps(data))
    for name in ("data.csv", "data.json"):
        words = ["inspect", str(out), "--data", str(tmp_path / name), "--json"]
        assert main(words) == 0
        assert json.loads(capsys.readouterr().out) == whole
    table.write_text("a,b\n1,2\n")
    assert main(["inspect", str(out), "--data", str(table)]) == 2
    assert "columns of inputs" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_sigterm_ends_an_export_and_leaves_the_earlier_file(tmp_path) -> None:
    out = tmp_path / "a.csv"
    out.write_text("old")
    words = ["export", "xor", "--csv", str(out), "--step", "900000000"]
    program = (
        "import core.cli.export as e, sys\n"
        "advance = e.shown_at\n"
        "def told(*given):\n"
        "    print('training', flush=True)\n"
        "    return advance(*given)\n"
        "e.shown_at = told\n"
        "from hyperfold.cli import main\n"
        "sys.exit(main())\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "training\n"
    _, err, _ = ended_by(child, signal.SIGTERM)
    assert (child.returncode, err) == (130, "hyperfold: interrupted\n")
    assert out.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.csv"]
