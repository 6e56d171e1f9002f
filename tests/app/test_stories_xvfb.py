"""The main stories again, under a real X server."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STORIES = Path(__file__).with_name("test_stories.py")


@pytest.fixture
def display() -> Iterator[str]:
    """The name of a display of our own."""
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
    yield f":{number}"
    server.terminate()
    server.wait()


def test_the_stories_work_under_an_x_server(display):
    environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
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
