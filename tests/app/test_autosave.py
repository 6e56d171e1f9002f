from __future__ import annotations

import os
import subprocess
import sys
from math import inf

import pytest

from app.dialogs.kept_runs import KeptRunsDialog
from app.shell.autosave import Autosave
from app.shell.errors_dialog import ErrorDialog
from core.files import run_file
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
    assert autosave.left_over() == []  # it is our own
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


@pytest.fixture
def crashed(folder):
    """A folder with a run that a killed program kept."""
    subprocess.run([sys.executable, "-c", LEFT, str(folder)], check=False)
    return next(folder.glob("*.hyperfold"))


@pytest.fixture
def keeping(window, folder):
    """A window that keeps its run in `folder`."""
    window.autosave.close()
    window.autosave = Autosave(window, folder)
    window.autosave.failed.connect(window.on_not_kept)
    window.autosave.start()
    return window


def test_what_a_crash_left_is_offered_by_name_and_opened(crashed, keeping, state):
    window = keeping
    window.recovery.offer()
    banner = window.recovery.banner
    assert banner.isVisible()
    assert "“Rings” at step 9, today at" in banner.sentence.text()
    button = banner.offers[0]
    assert button.text() == "Reopen it"
    button.click()
    assert state.a.latest.step == 9
    assert state.run.data.problem.name == "rings"
    assert not banner.isVisible()
    assert window.files.path is None
    assert window.settings.recent() == []
    assert window.autosave.left_over() == []  # this window has it
    assert crashed.exists()  # a second crash loses nothing
    assert window.unsaved.there


def test_a_kept_run_goes_once_it_is_saved(crashed, keeping, tmp_path):
    keeping.recovery.open(crashed)
    assert keeping.files.save_to(tmp_path / "mine.hyperfold")
    assert not crashed.exists()
    assert not keeping.unsaved.there


def test_a_kept_run_stays_when_something_else_is_opened(crashed, keeping, tmp_path):
    keeping.recovery.open(crashed)
    assert keeping.files.open("xor")
    assert keeping.files.save_to(tmp_path / "other.hyperfold")
    assert crashed.exists()
    assert [kept.path for kept in keeping.autosave.left_over()] == [crashed]


def test_a_kept_run_that_cannot_be_opened_stays(crashed, keeping, monkeypatch):
    told = []
    monkeypatch.setattr("app.shell.files.warn", lambda _, words: told.append(words))
    monkeypatch.setattr(run_file, "VERSION", 1)
    keeping.recovery.offer()
    assert "written by a newer Hyperfold" in keeping.recovery.banner.sentence.text()
    keeping.recovery.open(crashed)
    assert "newer Hyperfold" in told[0]
    assert crashed.exists()
    assert keeping.autosave.left_over()[0].problem


def test_the_list_of_kept_runs_opens_and_deletes(crashed, keeping, folder, qtbot):
    subprocess.run([sys.executable, "-c", LEFT, str(folder)], check=False)
    runs = keeping.autosave.left_over()
    assert len(runs) == 2
    assert runs[0].when >= runs[1].when
    dialog = KeptRunsDialog(runs, keeping.autosave.forget, keeping)
    qtbot.addWidget(dialog)
    assert dialog.list.count() == 2
    assert "Rings\nStep 9, saved today at" in dialog.list.item(0).text()
    dialog.delete_button.click()
    assert [kept.path for kept in keeping.autosave.left_over()] == [runs[1].path]
    dialog.open_button.click()
    assert dialog.chosen == runs[1].path
    empty = KeptRunsDialog([], keeping.autosave.forget, keeping)
    qtbot.addWidget(empty)
    assert "no autosaved runs" in empty.sentence.text()
    assert not empty.open_button.isEnabled()


def test_only_the_owner_can_read_what_is_kept(autosave, train, folder):
    train(3)
    autosave.save(wait=True)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert autosave.path.stat().st_mode & 0o777 == 0o600


def test_locks_of_dead_windows_go(crashed, keeping, folder):
    crashed.unlink()
    again = Autosave(keeping, folder)
    again.start()
    left = {path.name for path in folder.glob("*.lock")}
    assert left == {p.path.with_suffix(".lock").name for p in (again, keeping.autosave)}
    again.close()


def test_a_full_disk_is_shown_until_there_is_room(keeping, train, monkeypatch, qapp):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(run_file.ContainerWriter, "array", full)
        train(3)
        keeping.autosave.save(wait=True)
        qapp.processEvents()
        assert keeping.not_kept.isVisible()
        assert "the disk is full" in keeping.not_kept.sentence.text()
    keeping.autosave.save(wait=True)  # although nothing happened since
    qapp.processEvents()
    assert not keeping.not_kept.isVisible()
    assert read_run(keeping.autosave.path).saved.snapshots[-1].step == 3


def test_views_pace_and_b_are_kept(keeping, state, train):
    state.set_pace(inf)
    state.comparison.pin()
    train(4)
    keeping.autosave.save(wait=True)
    found = read_run(keeping.autosave.path)
    assert found.pace == inf
    assert found.views
    assert found.thumbnail
    assert found.beside is not None
    assert found.beside.pinned


def test_a_failing_engine_keeps_the_run(keeping, state, train, monkeypatch):
    monkeypatch.setattr(ErrorDialog, "exec", lambda self: 0)
    train(6)
    state.failed.emit(RuntimeError("the engine broke"))
    assert read_run(keeping.autosave.path).saved.snapshots[-1].step == 6


def test_what_a_running_program_keeps_is_left_alone(window, folder):
    child = subprocess.Popen(
        [sys.executable, "-c", LEFT, str(folder), "stay"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"ready\n"
    kept = Autosave(window, folder)
    assert kept.left_over() == []
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
    assert [run.path for run in kept.left_over()] == [theirs]
    kept.forget(theirs)
    assert kept.left_over() == []
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

    shown = []
    monkeypatch.setattr(ErrorDialog, "exec", lambda self: shown.append(self.details))
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    train(7)
    main.show_failures(window, lambda: autosave.save(wait=True))
    error = RuntimeError("a bug")
    sys.excepthook(RuntimeError, error, None)
    assert read_run(autosave.path).saved.snapshots[-1].step == 7
    qapp.processEvents()
    assert "a bug" in shown[0]
