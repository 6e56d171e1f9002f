from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.shell.autosave import Autosave
from core.files.run_file import read_run


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "kept"


@pytest.fixture
def autosave(window, folder):
    made = Autosave(window, folder)
    made.start()
    yield made
    made.close()


def test_the_run_is_kept_and_a_proper_end_takes_it_away(autosave, train, folder):
    train(12)
    autosave.save(wait=True)
    assert read_run(autosave.path).saved.snapshots[-1].step == 12
    before = autosave.path.stat().st_mtime_ns
    autosave.save(wait=True)
    assert autosave.path.stat().st_mtime_ns == before  # nothing happened meanwhile
    train(1)
    autosave.save(wait=True)
    assert read_run(autosave.path).saved.snapshots[-1].step == 13
    assert autosave.left_over() is None  # it is our own
    autosave.close()
    assert list(folder.iterdir()) == []


LEFT = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QLockFile
from core.engine.session import Session
from core.files.run_file import save
from core.scenes import load_scene
folder = Path(sys.argv[1])
folder.mkdir(exist_ok=True)
scene = load_scene("rings")
session = Session(scene.run, "reference")
session.advance(9)
save(folder / f"{os.getpid()}.hyperfold", session, scene)
lock = QLockFile(str(folder / f"{os.getpid()}.lock"))
lock.tryLock(0)
if len(sys.argv) > 2:
    print("ready", flush=True)
    sys.stdin.read()
os._exit(1)
"""


def test_what_a_crash_left_is_offered_and_opened(window, state, folder):
    subprocess.run([sys.executable, "-c", LEFT, str(folder)], check=False)
    window.autosave = Autosave(window, folder)
    window.autosave.start()
    window.offer_left_over()
    assert window.offer.isVisible()
    button = window.offer._actions[0]
    assert button.text() == "Open it"
    button.click()
    assert state.a.latest.step == 9
    assert state.run.data.problem.name == "rings"
    assert not window.offer.isVisible()
    assert window.files.path is None
    assert window.settings.recent() == []
    assert window.autosave.left_over() is None


def test_what_a_running_program_keeps_is_left_alone(window, folder):
    child = subprocess.Popen(
        [sys.executable, "-c", LEFT, str(folder), "stay"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    kept = Autosave(window, folder)
    assert kept.left_over() is None
    theirs = folder / f"{child.pid}.hyperfold"
    half = folder / f".{child.pid}.hyperfold.saving"
    half.write_bytes(b"half")
    kept.forget(theirs)
    kept.start()
    assert theirs.exists()
    assert half.exists()
    child.communicate()
    kept.close()
    kept.start()
    assert not half.exists()
    assert kept.left_over() == theirs
    kept.forget(theirs)
    assert kept.left_over() is None
    kept.close()


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere"
)
def test_a_folder_that_cannot_be_written_is_no_failure(window, tmp_path):
    tmp_path.chmod(0o500)
    kept = Autosave(window, tmp_path / "kept")
    kept.start()
    kept.save(wait=True)
    kept.close()
    tmp_path.chmod(0o700)


def test_an_unhandled_error_keeps_the_run(window, autosave, train, monkeypatch, qapp):
    from app.shell import main
    from app.shell.errors_dialog import ErrorDialog

    shown = []
    monkeypatch.setattr(ErrorDialog, "exec", lambda self: shown.append(self.details))
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    train(7)
    main._show_failures(window, lambda: autosave.save(wait=True))
    error = RuntimeError("a bug")
    sys.excepthook(RuntimeError, error, None)
    assert read_run(autosave.path).saved.snapshots[-1].step == 7
    qapp.processEvents()
    assert "a bug" in shown[0]
