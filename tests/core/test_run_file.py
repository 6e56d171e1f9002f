from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import zipfile
from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np
import pytest

from core.edits import InsertLayer, SetLayerCount
from core.engine import commands as c
from core.engine.saved import saved_of
from core.engine.session import Session
from core.errors import BadInput
from core.files import run_file
from core.files.run_file import (
    Beside,
    Glance,
    RunFile,
    glance,
    read_run,
    save,
    write_run,
)
from core.network import LayerSpec
from core.problems import DataSpec, Points
from core.problems.picture import Picture, Rectangle
from core.scenes import Action, for_window, load_scene


@pytest.fixture
def scene():
    return load_scene("xor")


def trained(scene, steps=40):
    session = Session(scene.run, "reference")
    session.advance(steps)
    return session


def restored(path: Path) -> Session:
    saved = read_run(path).saved
    session = Session(load_scene("rings").run, "reference")
    session.apply(c.Restore(saved))
    return session


def test_a_saved_run_goes_on_bit_for_bit(tmp_path, scene):
    session = trained(scene)
    save(tmp_path / "a.hyperfold", session, scene)
    session.advance(30)
    again = restored(tmp_path / "a.hyperfold")
    again.advance(30)
    assert again.step == session.step == 70
    assert np.array_equal(again.snapshot().theta, session.snapshot().theta)
    assert np.array_equal(again.snapshot().moment2, session.snapshot().moment2)
    assert again.timeline.steps.tolist() == session.timeline.steps.tolist()
    assert again.metrics() == session.metrics()
    one, two = (s.series.view([0, 2], 1, 71, 100) for s in (again, session))
    assert np.array_equal(one.mean, two.mean, equal_nan=True)


def test_the_scene_and_the_markers_come_back(tmp_path, scene):
    session = trained(scene)
    session.apply(c.SetTraining(replace(scene.run.training, learning_rate=0.5)))
    session.advance(3)
    save(tmp_path / "a.hyperfold", session, scene)
    found = read_run(tmp_path / "a.hyperfold")
    assert found.scene.run == session.run
    assert found.scene.title == scene.title
    assert [m.text for m in found.saved.markers] == [
        m.text for m in session.timeline.markers
    ]
    early = found.saved.snapshots[10]
    assert early.run == scene.run
    assert early.metrics == session.timeline.at(early.step).metrics


def test_a_timeline_of_several_structures_and_precisions_comes_back(tmp_path, scene):
    session = trained(scene, 5)
    added = LayerSpec(3, "tanh", batch_norm=True)
    session.apply(InsertLayer(len(scene.run.hidden), added))
    session.advance(5)
    session.apply(c.SetTraining(replace(scene.run.training, precision="float32")))
    session.advance(5)
    save(tmp_path / "a.hyperfold", session, scene)
    again = restored(tmp_path / "a.hyperfold")
    for step in (0, 3, 7, 15):
        kept, back = session.timeline.at(step), again.timeline.at(step)
        assert kept.theta.dtype == back.theta.dtype
        assert np.array_equal(kept.theta, back.theta)
        assert np.array_equal(kept.running, back.running)
    session.apply(c.Branch(3))
    again.apply(c.Branch(3))
    session.advance(9)
    again.advance(9)
    assert np.array_equal(session.snapshot().theta, again.snapshot().theta)


def test_long_series_come_back_from_their_bins(tmp_path, scene):
    session = trained(scene, 2)
    rng = np.random.default_rng(0)
    session.series.append(rng.normal(size=(15_000, session.series.columns)))
    parts = session.series.parts()
    other = type(session.series).of(parts)
    one = other.view([0, 3], 1, 15_003, 300)
    again = other.parts()
    assert np.array_equal(again.bins, parts.bins, equal_nan=True)
    assert np.array_equal(again.rows, parts.rows)
    assert other.last == 15_002
    other.append(rng.normal(size=(3000, other.columns)))
    assert len(other.view([0], 1, 18_003, 300).steps) >= len(one.steps) - 2


def own_run(problem, scene, loss):
    points = len(problem.x) if isinstance(problem, Points) else problem.count
    return replace(scene.run, data=DataSpec(problem, points, 0.2), loss=loss)


def test_own_points_and_pictures_are_in_the_file(tmp_path, scene):
    rng = np.random.default_rng(1)
    points = Points(
        rng.normal(size=(30, 2)), rng.integers(0, 2, 30), 2, ["no", "größer"]
    )
    picture = Picture(
        rng.integers(0, 255, (9, 7, 3)).astype(np.uint8),
        (Rectangle(0.1, 0.1, 0.5, 0.5),),
        0.1,
        3,
    )
    for problem, loss in ((points, "bce"), (picture, "mse")):
        run = own_run(problem, scene, loss)
        session = trained(replace(scene, run=run), 4)
        save(tmp_path / "a.hyperfold", session, scene)
        found = read_run(tmp_path / "a.hyperfold")
        assert found.scene.run == run
        assert restored(tmp_path / "a.hyperfold").run.data.problem == problem


def test_the_same_run_gives_the_same_bytes(tmp_path, scene):
    session = trained(scene, 7)
    save(tmp_path / "a.hyperfold", session, scene)
    save(tmp_path / "b.hyperfold", session, scene)
    first = (tmp_path / "a.hyperfold").read_bytes()
    assert first == (tmp_path / "b.hyperfold").read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.hyperfold", "b.hyperfold"]


def test_a_failing_save_keeps_the_earlier_file(tmp_path, scene, monkeypatch):
    path = tmp_path / "a.hyperfold"
    save(path, trained(scene, 3), scene)
    before = path.read_bytes()

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(run_file.ContainerWriter, "array", broken)
    with pytest.raises(
        BadInput, match=r"a.hyperfold: cannot be written: the disk is full"
    ):
        save(path, trained(scene, 4), scene)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["a.hyperfold"]


def test_an_older_version_is_brought_up_to_date(tmp_path, scene, monkeypatch):
    path = tmp_path / "old.hyperfold"
    save(path, trained(scene, 3), scene)
    present = run_file.VERSION
    monkeypatch.setattr(run_file, "VERSION", present + 1)
    seen = []

    def upgrade(header):
        seen.append(header["version"])
        return {**header, "version": present + 1}

    monkeypatch.setitem(run_file.UPGRADES, present, upgrade)
    assert read_run(path).saved.snapshots[-1].step == 3
    assert seen == [present]


def test_a_version_1_file_opens():
    found = read_run(Path(__file__).parent / "data" / "run-1.hyperfold")
    assert found.beside is None
    assert found.pace is None
    assert found.saved.snapshots[-1].step > 0
    assert glance(Path(__file__).parent / "data" / "run-1.hyperfold").step == (
        found.saved.snapshots[-1].step
    )


def test_b_the_pace_and_what_views_keep_come_back(tmp_path, scene):
    a, b = trained(scene, 12), trained(load_scene("rings"), 9)
    taken = [saved_of(s.snapshot(), s.timeline, s.series) for s in (a, b)]
    extra = {"grid": {"count": 9, "sort": "loss"}}
    written = RunFile(
        scene, taken[0], ("loss",), b"png", inf, Beside("Rings", taken[1], True), extra
    )
    write_run(tmp_path / "ab.hyperfold", written)
    found = read_run(tmp_path / "ab.hyperfold")
    assert found.pace == inf
    assert found.extra == extra
    assert found.beside is not None
    assert (found.beside.title, found.beside.pinned) == ("Rings", True)
    mine, theirs = found.beside.saved.snapshots[-1], b.snapshot()
    assert mine.run == theirs.run
    assert np.array_equal(mine.theta, theirs.theta)
    assert len(found.beside.saved.series.rows) == 9
    assert found.saved.snapshots[-1].step == 12


def test_actions_of_the_scene_stay_while_they_fit(tmp_path):
    scene = load_scene("dead-relu")
    assert scene.actions
    session = trained(scene, 2)
    save(tmp_path / "a.hyperfold", session, scene)
    assert read_run(tmp_path / "a.hyperfold").scene.actions == scene.actions
    session.apply(SetLayerCount(0))
    save(tmp_path / "a.hyperfold", session, scene)
    left = read_run(tmp_path / "a.hyperfold").scene.actions
    assert left == tuple(a for a in scene.actions if for_window(a))


def test_a_setting_that_views_no_longer_have_does_not_keep_a_run_from_opening(
    tmp_path, scene
):
    old = (Action(9, "settings", {"view": "loss", "gone": 1, "log_y": True}),)
    given = {"warp": {"gone": 2, "lines": 21}}
    older = replace(scene, views=given, actions=old)
    save(tmp_path / "a.hyperfold", trained(scene, 2), older)
    found = read_run(tmp_path / "a.hyperfold").scene
    assert found.views == {"warp": {"lines": 21}}
    assert found.actions[0].value == {"view": "loss", "log_y": True}


def test_a_private_file_is_the_owners_alone(tmp_path, scene):
    session = trained(scene, 3)
    path = tmp_path / "mine.hyperfold"
    taken = saved_of(session.snapshot(), session.timeline, session.series)
    (tmp_path / ".mine.hyperfold.saving").write_bytes(b"half")  # open to all
    for _ in range(2):
        write_run(path, RunFile(scene, taken), private=True)
        assert path.stat().st_mode & 0o777 == 0o600


def test_a_glance_reads_title_step_and_picture(tmp_path, scene):
    session = trained(scene, 31)
    taken = saved_of(session.snapshot(), session.timeline, session.series)
    write_run(tmp_path / "a.hyperfold", RunFile(scene, taken, thumbnail=b"picture"))
    assert glance(tmp_path / "a.hyperfold") == Glance(scene.title, 31, b"picture")


def rewritten(path: Path, change, header=None) -> Path:
    """The file with its entries, or its header, changed."""
    out = path.with_name("bad.hyperfold")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w") as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename == "header.json" and header is not None:
                table = json.loads(data)
                header(table)
                data = json.dumps(table).encode()
            change(new, entry.filename, data)
    return out


def keep(new, name, data):
    new.writestr(name, data)


def npy(array) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def swap(wanted, data):
    return lambda new, name, old: new.writestr(name, data if name == wanted else old)


def drop(wanted):
    def change(new, name, data):
        if name != wanted:
            new.writestr(name, data)

    return change


def set_header(**changes):
    return lambda table: table.update(changes)


def set_a(**changes):
    return lambda table: table["a"].update(changes)


def set_b(**changes):
    """A run beside A, like A but for ``changes``."""
    return lambda table: table.update(b={**table["a"], "title": "B", **changes})


BAD = {
    "newer": (keep, set_header(version=99), "newer Hyperfold"),
    "no version": (keep, set_header(version="one"), "version must be a whole number"),
    "another zip": (keep, set_header(format="x"), "must be a Hyperfold run file"),
    "no snapshots": (keep, set_a(snapshots=[]), "snapshots must be from 1 to"),
    "a snapshot": (keep, set_a(snapshots=[[1, 2]]), "must have 10 entries"),
    "no runs": (keep, set_a(runs=[]), "run must be below 0"),
    "markers": (keep, set_a(markers=[[0, "x", "y"]]), "kind must be one of"),
    "bad scene": (keep, set_header(scene={"problem": 1}), "network must be given"),
    "series": (keep, set_a(series={"first": 1, "width": 3}), "power of two"),
    "no pace": (keep, set_header(pace=0), "pace must be above 0"),
    "too much": (keep, set_header(extra={"grid": "x" * 2**20}), "extra must have at"),
    "no extra": (keep, set_header(extra=[1]), "extra must be a table"),
    "no B": (keep, set_b(), "must contain b/timeline/0/theta"),
    "B's title": (keep, set_b(title="a\nb"), "b.title must be one line"),
    "B's place": (keep, set_b(pinned=1), "b.pinned must be true or false"),
    "no theta": (drop("timeline/0/theta.npy"), None, "must contain timeline/0/theta"),
    "shape": (
        swap("timeline/0/theta.npy", npy(np.zeros((2, 2)))),
        None,
        "timeline/0/theta must have shape",
    ),
    "type": (
        swap("timeline/0/theta.npy", npy(np.zeros((2, 2), np.int16))),
        None,
        "must contain float64",
    ),
    "object": (
        swap("timeline/0/theta.npy", npy(np.array([{}], object))),
        None,
        "must contain float64",
    ),
    "no array": (swap("timeline/0/theta.npy", b"hello"), None, "must be a whole array"),
    "no json": (swap("header.json", b"{"), None, "header.json must be valid JSON"),
    "deep json": (
        swap("header.json", b"[" * 100_000),
        None,
        "header.json must be valid JSON",
    ),
    "no header": (drop("header.json"), None, "must contain header.json"),
    "path": (
        lambda new, name, data: new.writestr(f"../{name}", data),
        None,
        "plain names, got '../",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_hostile_file_gets_one_clear_line(tmp_path, scene, name):
    change, header, words = BAD[name]
    path = tmp_path / "a.hyperfold"
    save(path, trained(scene, 3), scene)
    bad = rewritten(path, change, header)
    with pytest.raises(BadInput) as caught:
        read_run(bad)
    message = str(caught.value)
    assert message.startswith("bad.hyperfold: ")
    assert words in message
    assert "\n" not in message
    assert len(message) < 400


def test_a_number_that_is_not_finite_is_refused(tmp_path, scene):
    path = tmp_path / "a.hyperfold"
    save(path, trained(scene, 3), scene)
    with zipfile.ZipFile(path) as file:
        theta = np.load(io.BytesIO(file.read("timeline/0/theta.npy"))).copy()
    theta[1, 2] = np.nan
    bad = rewritten(path, swap("timeline/0/theta.npy", npy(theta)))
    with pytest.raises(BadInput, match="timeline/0/theta must be finite"):
        read_run(bad)


def test_a_truncated_file_is_refused_wherever_it_ends(tmp_path, scene):
    path = tmp_path / "a.hyperfold"
    save(path, trained(scene, 3), scene)
    whole = path.read_bytes()
    for end in range(0, len(whole), max(1, len(whole) // 60)):
        path.write_bytes(whole[:end])
        with pytest.raises(BadInput, match=r"^a.hyperfold: "):
            read_run(path)


def bomb(path: Path) -> None:
    """400 MB of zeros in 2 MB."""
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file,
        file.open("header.json", "w") as stream,
    ):
        for _ in range(400):
            stream.write(bytes(2**20))


# VmHWM and not ru_maxrss, which a child takes over from the process that started it.
HOSTILE = """
import re, sys, time
from pathlib import Path
from core.errors import BadInput
from core.files.run_file import read_run
begin = time.process_time()
try:
    read_run(Path(sys.argv[1]))
except BadInput as error:
    print(error)
print(time.process_time() - begin)
status = Path("/proc/self/status").read_text()
print(int(re.search(r"VmHWM:\\s+(\\d+) kB", status).group(1)) / 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_a_zip_bomb_is_refused_quickly_and_in_little_memory(tmp_path):
    path = tmp_path / "bomb.hyperfold"
    bomb(path)
    done = subprocess.run(
        [sys.executable, "-c", HOSTILE, str(path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    message, seconds, megabytes = done.stdout.splitlines()
    assert message.startswith("bomb.hyperfold: must unpack to at most")
    assert float(seconds) < 1.0
    assert float(megabytes) < 512


SAVER = """
import sys
from pathlib import Path
from core.engine.session import Session
from core.files.run_file import save
from core.scenes import load_scene
scene = load_scene("xor")
session = Session(scene.run, "reference")
path = Path(sys.argv[1])
save(path, session, scene)
print("saved", flush=True)
while True:
    session.advance(1)
    save(path, session, scene)
"""


def kill_while_saving(path: Path, times: int) -> None:
    rng = np.random.default_rng(0)
    for _ in range(times):
        child = subprocess.Popen(
            [sys.executable, "-c", SAVER, str(path)], stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        assert child.stdout.readline() == b"saved\n"
        # Any moment will do: the file is watched until it changed a few times.
        wanted, seen = int(rng.integers(1, 12)), path.stat().st_mtime_ns
        while wanted:
            now = path.stat().st_mtime_ns
            if now != seen:
                wanted, seen = wanted - 1, now
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()
        assert read_run(path).saved.snapshots[-1].step >= 0


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_killing_the_program_while_it_saves_loses_no_file(tmp_path):
    kill_while_saving(tmp_path / "a.hyperfold", 2)


@pytest.mark.soak
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_killing_the_program_during_50_saves_loses_no_file(tmp_path):
    kill_while_saving(tmp_path / "a.hyperfold", 50)


def test_a_file_too_large_for_its_snapshots_is_thinned(tmp_path, scene):
    from core.engine.saved import saved_of

    session = trained(scene, 60)
    latest = session.snapshot()
    saved = saved_of(latest, session.timeline, session.series, 20 * latest.nbytes)
    assert 2 <= len(saved.snapshots) <= 21
    assert saved.snapshots[0].step == 0
    assert saved.snapshots[-1].step == 60
    write_run(tmp_path / "a.hyperfold", run_file.RunFile(scene, saved))
    assert read_run(tmp_path / "a.hyperfold").saved.series.rows.shape[0] == 60


def test_train_saves_a_run_that_scenes_commands_take(tmp_path, capsys):
    from hyperfold.cli import main

    path = tmp_path / "a.hyperfold"
    assert main(["train", "xor", "--steps", "12", "--save", str(path), "--json"]) == 0
    before = json.loads(capsys.readouterr().out)
    found = read_run(path)
    assert found.saved.snapshots[-1].step == 12
    assert found.saved.snapshots[-1].metrics.loss == before["loss"]
    assert main(["train", str(path), "--steps", "12", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["steps"] == 24  # it goes on
    assert again["parameters_sha256"] != before["parameters_sha256"]


def test_commands_refuse_a_bad_run_file_in_one_line(tmp_path, capsys):
    from hyperfold.cli import main

    path = tmp_path / "a.hyperfold"
    path.write_bytes(b"PK no zip")
    for command in (["train", str(path)], ["film", str(path), "-o", "x.gif"]):
        assert main(command) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert "a.hyperfold: must be a whole Hyperfold run file" in said.err
    assert main(["film", "xor", "-o", str(tmp_path / "a.avi")]) == 2
    assert "must name a .gif, .webp or .mp4" in capsys.readouterr().err
    missing = str(tmp_path / "none.hyperfold")
    assert main(["train", missing]) == 2
    assert "no such file" in capsys.readouterr().err


def test_a_file_of_version_1_opens():
    """Written by the first version; it must always open."""
    found = read_run(Path(__file__).parent / "data" / "run-1.hyperfold")
    present = found.saved.snapshots[-1]
    assert present.step == 6
    problem = present.run.data.problem
    assert isinstance(problem, Points)
    assert problem.class_names == ("no", "yes")
    assert problem.box == (-3, 3, -3, 3)
    assert present.run.training.learning_rate == 0.05
    assert found.saved.snapshots[0].run.training.learning_rate == 0.03
    assert "learning rate" in found.saved.markers[0].text
    session = Session(load_scene("rings").run, "reference")
    session.apply(c.Restore(found.saved))
    session.advance(3)
    assert session.step == 9
    assert np.isfinite(session.snapshot().theta).all()
