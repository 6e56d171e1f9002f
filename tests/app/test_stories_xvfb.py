"""The main stories again, under a real X server."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from core.files.run_file import read_run
from tests.core.ending import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
STORIES = Path(__file__).with_name("test_stories.py")


class Display(NamedTuple):
    """An X server of our own."""

    name: str
    server: subprocess.Popen[bytes]


@pytest.fixture
def display() -> Iterator[Display]:
    """Nothing is to be seen on it."""
    if not sys.platform.startswith("linux") or shutil.which("Xvfb") is None:
        pytest.skip("there is no Xvfb here")
    out, into = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            "-displayfd",
            str(into),
            "-screen",
            "0",
            "1600x1000x24",
            "-nolisten",
            "tcp",
        ],
        pass_fds=(into,),
        stderr=subprocess.DEVNULL,
    )
    os.close(into)
    with os.fdopen(out) as told:
        number = told.readline().strip()
    if not number:
        server.wait()
        pytest.skip("Xvfb does not start here")
    yield Display(f":{number}", server)
    server.terminate()
    server.wait()


def test_the_stories_work_under_an_x_server(display):
    environment = {**os.environ, "DISPLAY": display.name, "QT_QPA_PLATFORM": "xcb"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", str(STORIES), "-q", "-p", "no:randomly"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=280,
    )
    if "Could not load the Qt platform plugin" in done.stdout + done.stderr:
        pytest.skip("Qt's X11 plug-in misses a library here")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


PROGRAM = """
import sys
from pathlib import Path
from app.shell import autosave, main
from PySide6.QtCore import QTimer

autosave.autosave_folder = lambda: Path(sys.argv[1])
open_window = main.open_window

def opened(*arguments):
    window = open_window(*arguments)
    timer = QTimer(window)

    def look():
        if window.state.started and window.state.a.latest.step > 5:
            timer.stop()
            print("ready", flush=True)

    timer.timeout.connect(look)
    timer.start(20)
    return window

main.open_window = opened
sys.exit(main.main("xor"))
"""


def test_the_run_is_kept_when_the_display_goes_away(display, tmp_path):
    """As at log-out: Qt ends the event loop at once and closes no window."""
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "DISPLAY": display.name, "QT_QPA_PLATFORM": "xcb"},
    )
    assert child.stdout is not None
    said = child.stdout.readline()
    if not said and "Could not load the Qt platform plugin" in child.communicate()[1]:
        pytest.skip("Qt's X11 plug-in misses a library here")
    assert said == "ready\n"
    display.server.terminate()
    _, errors = child.communicate(timeout=PATIENCE)
    assert "X11 connection broke" in errors
    assert "Traceback" not in errors
    (kept,) = tmp_path.glob("*.hyperfold")
    assert read_run(kept).saved.snapshots[-1].step > 5
    assert list(tmp_path.glob("*.lock")) == []
