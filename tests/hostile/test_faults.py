"""Faults around the real program: nothing may be lost."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter, process_time, sleep

import numpy as np
import pytest

from core.files.run_file import read_run
from tests.core.disks import small_disk
from tests.hostile import spoil
from tests.hostile.program import NAMES, ROOT, Window, command, environment

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(sys.platform != "linux", reason="signals and mounts of Linux"),
]
KILLS = 25
SECONDS = 2.0  # to save and end after a signal


@pytest.fixture
def count(capsys, request):
    """Prints how many faults a test has made."""
    made = []
    yield made.append
    with capsys.disabled():
        print(f"\n  {request.node.name}: {len(made)} faults", end="")


def busy() -> float:
    """How many times slower a process is at present than on an idle machine."""
    begin, used = perf_counter(), process_time()
    while process_time() - used < 0.2:
        sum(range(10_000))
    return (perf_counter() - begin) / (process_time() - used)


def kept_runs(home: Path) -> list[Path]:
    return sorted((home / "state").rglob("*.hyperfold"))


# -- ended from outside ----------------------------------------------------------------

SAVING = """
import sys
from pathlib import Path
from core.engine.session import Session
from core.files.run_file import save
from core.scenes import load_scene

scene = load_scene("spirals")
session = Session(scene.run, "reference")
session.advance(30)
save(Path(sys.argv[1]), session, scene)
print("ready", flush=True)
while True:
    save(Path(sys.argv[1]), session, scene)
"""


def test_killed_while_saving(tmp_path, count):
    rng = random.Random(1)
    path = tmp_path / "a.hyperfold"
    for _ in range(KILLS):
        child = subprocess.Popen(
            [sys.executable, "-c", SAVING, str(path)],
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=environment(tmp_path),
        )
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        sleep(0.05 + rng.random() * 0.2)
        child.kill()
        child.wait()
        child.stdout.close()
        assert read_run(path).saved.snapshots[-1].step == 30
        count(1)
    assert len(list(tmp_path.glob(".*.saving"))) <= 1


def test_a_killed_window_offers_its_run_again(tmp_path, count):
    with Window(tmp_path, "spirals") as window:
        window.wait_for_training()
        window.wait(lambda _: bool(kept_runs(tmp_path)), "a kept run")
        window.kill()
    (kept,) = kept_runs(tmp_path)
    assert read_run(kept).saved.snapshots[-1].step > 0
    for _ in range(2):  # then the window opened after the kill is killed too
        with Window(tmp_path, "xor") as window:
            window.wait_for_training()
            assert str(kept) in window.now["kept"]
            window.kill()
        count(1)
    assert read_run(kept).saved.snapshots[-1].step > 0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_signals_save_and_end(tmp_path, name, count):
    with Window(tmp_path, "spirals") as window:
        window.wait_for_training()
        before = busy()
        took = window.send(signal.Signals[name])
        assert window.status == 0, window.errors
        assert took < SECONDS * max(before, busy()), took
    (kept,) = kept_runs(tmp_path)
    assert read_run(kept).saved.snapshots[-1].step > 0
    count(1)


# -- disks and folders -----------------------------------------------------------------


def test_a_full_disk_under_the_commands(tmp_path, count):
    with small_disk(tmp_path / "disk", 48) as disk:
        for words in (
            ("train", "spirals", "--steps", "300", "--save", f"{disk}/a.hyperfold"),
            ("shot", "xor", "--steps", "5", "-o", f"{disk}/a.png"),
            ("film", "xor", "--steps", "9", "--frames", "5", "-o", f"{disk}/a.gif"),
        ):
            target = Path(words[-1])
            target.write_bytes(b"old")
            done = command(tmp_path, *words)
            assert done.returncode == 2, (words, done.stderr)
            assert done.stderr.count("\n") == 1, done.stderr
            assert "the disk is full" in done.stderr
            assert target.read_bytes() == b"old"
            target.unlink()
            assert not list(disk.iterdir())
            count(1)


def test_a_full_disk_under_the_window(tmp_path, count):
    (tmp_path / "state").mkdir()
    with small_disk(tmp_path / "state" / "hyperfold", 64) as disk:
        (disk / "filler").write_bytes(bytes(40_000))
        with Window(tmp_path, "spirals") as window:
            window.wait_for_training()
            window.wait(
                lambda now: any("disk is full" in words for words in now["words"]),
                "word of the full disk",
            )
            before = window.now["step"]
            window.wait(lambda now: now["step"] > before, "more steps")
        count(1)


@contextmanager
def read_only(folder: Path):
    """A folder that even root cannot write."""
    with small_disk(folder, 64):
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        yield


def test_folders_that_cannot_be_written(tmp_path, count):
    with ExitStack() as stack:
        for name in NAMES:
            stack.enter_context(read_only(tmp_path / name.lower()))
            count(1)
        with Window(tmp_path, "xor") as window:
            window.wait_for_training()
        done = command(tmp_path, "train", "xor", "--steps", "2", "--json")
        assert done.returncode == 0, done.stderr
        target = f"{tmp_path}/config/a.hyperfold"
        done = command(tmp_path, "train", "xor", "--steps", "2", "--save", target)
        assert done.returncode == 2, done.stderr
        assert done.stderr.count("\n") == 1


# -- damaged files of our own ----------------------------------------------------------


def test_a_damaged_cache_is_repaired(tmp_path, count):
    cache = tmp_path / "cache"
    where = {"HYPERFOLD_CACHE": str(cache)}
    words = ("train", "xor", "--steps", "2", "--json")
    first = command(tmp_path, *words, **where)
    assert first.returncode == 0, first.stderr
    rng = np.random.default_rng(1)
    files = sorted(path for path in cache.rglob("*") if path.is_file())
    assert files
    for i, path in enumerate(files):
        data = path.read_bytes()
        cut = (b"", data[: len(data) // 2], spoil.bytes_of(data, rng), data[::-1])
        path.write_bytes(cut[i % 4])
        count(1)
    for _ in range(2):
        again = command(tmp_path, *words, **where)
        assert again.returncode == 0, again.stderr
        assert "Traceback" not in again.stderr


def test_a_cache_that_cannot_be_written(tmp_path, count):
    with read_only(tmp_path / "cache"):
        done = command(
            tmp_path,
            "train",
            "xor",
            "--steps",
            "2",
            HYPERFOLD_CACHE=f"{tmp_path}/cache",
        )
        assert done.returncode == 0, done.stderr
        count(1)


def test_damaged_settings(tmp_path, count):
    with Window(tmp_path, "xor") as window:
        window.wait_for_training()
        window.send(signal.SIGTERM)
    settings = [p for p in (tmp_path / "config").rglob("*") if p.is_file()]
    assert settings
    good = {path: path.read_bytes() for path in settings}
    rng = np.random.default_rng(1)
    for i in range(6):
        for path, data in good.items():
            cut = (bytes(rng.bytes(3000)), data[: len(data) // 2])
            path.write_bytes(cut[i] if i < 2 else spoil.bytes_of(data, rng))
        with Window(tmp_path, "xor") as window:
            window.wait_for_training()
            window.kill()
        shutil.rmtree(tmp_path / "state")
        count(1)


# -- together --------------------------------------------------------------------------


def test_two_windows_share_everything(tmp_path, count):
    with Window(tmp_path, "spirals") as one, Window(tmp_path, "xor") as two:
        for window in (one, two):
            window.wait_for_training()
        one.wait(lambda _: len(kept_runs(tmp_path)) == 2, "both runs kept")
        assert not one.now["kept"]  # runs of another window are not offered
        one.kill()
        count(1)
        two.wait(lambda now: len(now["kept"]) == 1, "the other's run to be offered")
        two.send(signal.SIGTERM)
        count(1)
    assert len(kept_runs(tmp_path)) == 2
    for path in kept_runs(tmp_path):
        assert read_run(path).saved.snapshots[-1].step > 0
