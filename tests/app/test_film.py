from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.frame.bridge import SessionRunner
from app.stage.film import make_film
from app.stage.stage import on_stage
from core.cli.source import open_source
from core.engine.session import Session
from core.errors import BadInput
from core.files import films
from core.files.films import NoEncoder, frame_steps, write_film
from core.files.run_file import save
from core.scenes import Action, load_scene, scene_to_text
from tests.core.ending import ended_by

SMALL = {"view": "loss", "size": (240, 160), "frames": 3}
slow = partial(SessionRunner, backend="reference")


def frames_of(path: Path) -> list[np.ndarray]:
    with Image.open(path) as image:
        found = []
        for i in range(getattr(image, "n_frames", 1)):
            image.seek(i)
            found.append(np.asarray(image.convert("RGB")))
    return found


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_a_scene_is_filmed_while_it_trains(qapp, tmp_path, suffix):
    told = []
    out = tmp_path / f"a{suffix}"
    make_film(
        open_source("xor"),
        out,
        steps=30,
        make_runner=slow,
        progress=lambda done, total: told.append((done, total)),
        **SMALL,
    )
    pictures = frames_of(out)
    assert len(pictures) == 3
    assert all(p.shape == (160, 240, 3) for p in pictures)
    assert (pictures[0] != pictures[-1]).any()
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert [p.name for p in tmp_path.iterdir()] == [out.name]


def test_a_saved_run_is_filmed_from_its_timeline(qapp, tmp_path):
    scene = load_scene("xor")
    session = Session(scene.run, "reference")
    session.advance(30)
    save(tmp_path / "a.hyperfold", session, scene)
    out = tmp_path / "a.gif"
    make_film(
        open_source(str(tmp_path / "a.hyperfold")), out, make_runner=slow, **SMALL
    )
    pictures = frames_of(out)
    assert len(pictures) == 3
    assert (pictures[0] != pictures[-1]).any()


def test_pictures_are_taken_evenly_from_first_to_last_step():
    assert frame_steps(100, 5) == [0, 25, 50, 75, 100]
    assert frame_steps(0, 3) == [0, 0, 0]


def test_a_film_that_fails_leaves_nothing(tmp_path):
    def broken():
        yield np.zeros((8, 8, 3), np.uint8)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_film(tmp_path / "a.gif", broken())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_sigterm_ends_a_film_and_leaves_the_earlier_file(tmp_path):
    out = tmp_path / "a.gif"
    out.write_bytes(b"old")
    words = ["film", "xor", "-o", str(out), "--view", "loss", "--size", "240x160"]
    words += ["--frames", "5000", "--steps", "5000", "--progress"]
    child = subprocess.Popen(
        [sys.executable, "-m", "hyperfold", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "1/5000\n"
    assert len(list(tmp_path.iterdir())) == 2  # something is half written
    _, err, _ = ended_by(child, signal.SIGTERM)
    assert (child.returncode, err) == (143, "hyperfold: ended by SIGTERM\n")
    assert out.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.gif"]


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_a_film_says_which_run_it_shows(qapp, tmp_path, suffix):
    out = tmp_path / f"a{suffix}"
    make_film(open_source("xor"), out, steps=4, make_runner=slow, **SMALL)
    with Image.open(out) as image:
        told = image.getexif().get(0x010E) or image.info["comment"].decode()
    assert "step 4, seed 37." in told
    assert "Classes: '0', '1'." in told


@pytest.mark.parametrize(
    ("made", "told"),
    [(5, "step 5, seed 37"), (6, "step 0, seed 37"), (12, "step 3, seed 41")],
)
def test_a_film_says_at_which_step_its_scene_ends(qapp, tmp_path, made, told):
    actions = (Action(9, "new_seed", 41), Action(6, "rewind"))
    scene = replace(load_scene("xor"), actions=actions, steps=12)
    file, out = tmp_path / "scene.toml", tmp_path / "a.gif"
    file.write_text(scene_to_text(scene), encoding="utf-8")
    make_film(open_source(str(file)), out, steps=made, make_runner=slow, **SMALL)
    with Image.open(out) as image:
        assert f"{told}." in image.info["comment"].decode()
    with on_stage(scene, make_runner=slow) as stage:
        stage.play_to(made)
        latest = stage.window.state.a.latest
        assert f"step {latest.step}, seed {latest.run.seed}" == told


def test_a_bad_name_is_refused_before_any_work(tmp_path, monkeypatch):
    with pytest.raises(BadInput, match=r"must name a \.gif, \.webp or \.mp4"):
        films.check_target(tmp_path / "a.avi")
    with pytest.raises(BadInput, match="folder that exists"):
        films.check_target(tmp_path / "none" / "a.gif")
    monkeypatch.setattr(films, "mp4_encoder", lambda: None)
    with pytest.raises(NoEncoder, match="needs the program ffmpeg"):
        films.check_target(tmp_path / "a.mp4")


@pytest.mark.skipif(os.name != "posix", reason="a script as a program")
def test_mp4_goes_through_a_present_ffmpeg(tmp_path, monkeypatch):
    program = tmp_path / "bin" / "ffmpeg"
    program.parent.mkdir()
    program.write_text(
        f"#!{sys.executable}\n"
        "import sys\n"
        "data = sys.stdin.buffer.read()\n"
        "open(sys.argv[-1], 'wb').write(data)\n"
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    frames = (np.full((9, 7, 3), i, np.uint8) for i in range(4))
    write_film(tmp_path / "a.mp4", frames)
    assert (tmp_path / "a.mp4").stat().st_size == 4 * 8 * 6 * 3
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no codec')\n")
    frames = (np.full((9, 7, 3), i, np.uint8) for i in range(4))
    with pytest.raises(BadInput, match="got: no codec"):
        write_film(tmp_path / "b.mp4", frames)
