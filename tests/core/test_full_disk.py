"""A full disk is named as such, and leaves what was there before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.disk.atomic import replacing
from core.engine.session import Session
from core.errors import BadInput
from core.files import films
from core.files.run_file import read_run, save
from core.scenes import load_scene
from tests.core.disks import small_disk

FULL = "cannot be written: the disk is full"


@pytest.fixture
def disk(tmp_path):
    with small_disk(tmp_path / "disk", 64) as folder:
        yield folder


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_any_file(disk):
    path = disk / "a.csv"
    path.write_bytes(b"old")
    with pytest.raises(BadInput, match=FULL), replacing(path) as file:
        file.write(bytes(200_000))
    assert path.read_bytes() == b"old"
    assert names(disk) == ["a.csv"]


def test_a_run_file(disk):
    scene = load_scene("xor")
    session = Session(scene.run, "reference")
    path = disk / "a.hyperfold"
    save(path, session, scene)
    old = path.read_bytes()
    assert len(old) < 60_000
    session.advance(60)
    with pytest.raises(BadInput, match=FULL):
        save(path, session, scene)
    assert path.read_bytes() == old
    assert names(disk) == [path.name]
    assert read_run(path).scene.run == scene.run


def frames(count: int):
    rng = np.random.default_rng(0)
    for _ in range(count):
        yield rng.integers(0, 255, (96, 128, 3)).astype(np.uint8)


@pytest.mark.parametrize("kind", ["gif", "webp", "mp4"])
def test_a_film(disk, kind):
    if kind == "mp4" and films.mp4_encoder() is None:
        pytest.skip("nothing here writes MP4")
    path = disk / f"a.{kind}"
    path.write_bytes(b"old")
    with pytest.raises(BadInput, match="the disk is full"):
        films.write_film(path, frames(24))
    assert path.read_bytes() == b"old"
    assert names(disk) == [path.name]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_standard_output():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from core.cli import main; exit(main())", "scenes"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    assert done.returncode == 2
    assert done.stderr == "hyperfold: nothing more can be written: the disk is full\n"
