from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.shell import leaving, unsaved
from app.shell.autosave import Autosave
from core.files.run_file import read_run
from tests.core.ending import PATIENCE, ended_by

SECONDS = 2.0  # of the processor, to save and end after a signal


@pytest.fixture
def answers(monkeypatch):
    """The answer to "save before closing?", and how often it was asked."""
    given, asked = [], []

    def answer(window):
        asked.append(window.scene.title)
        return given.pop(0)

    monkeypatch.setattr(leaving, "ask_to_save", answer)
    return given, asked


@pytest.fixture
def keeping(window, tmp_path):
    window.autosave.close()
    window.autosave = Autosave(window, tmp_path / "kept")
    window.autosave.start()
    return window


def test_a_scene_that_was_only_watched_asks_nothing(window, train, answers):
    window.open_target("xor")
    train(20)
    assert not window.isWindowModified()
    window.close()
    assert answers[1] == []
    assert not window.isVisible()


def test_a_change_is_marked_in_the_title_and_asked_about(
    keeping, state, train, answers, tmp_path
):
    window = keeping
    given, asked = answers
    window.open_target("rings")
    state.editing.change_training(learning_rate=0.5)
    assert window.isWindowModified()
    assert "[*]" in window.windowTitle()
    train(5)
    window.autosave.save(wait=True)
    given.append("cancel")
    window.close()
    assert asked == ["Rings"]
    assert window.isVisible()
    assert window.autosave.path.exists()
    given.append("discard")
    window.close()
    assert not window.isVisible()
    assert not window.autosave.path.exists()


def test_save_in_the_question_saves_or_stays(
    keeping, state, answers, monkeypatch, tmp_path
):
    window, (given, _) = keeping, answers
    state.editing.change_training(learning_rate=0.5)
    names = [None, tmp_path / "mine.hyperfold"]
    monkeypatch.setattr("app.shell.files.ask_target", lambda *_: names.pop(0))
    given += ["save", "save"]
    window.close()
    assert window.isVisible()  # the file dialog was cancelled
    window.close()
    assert not window.isVisible()
    assert read_run(tmp_path / "mine.hyperfold").scene.run.training.learning_rate == 0.5


def test_undo_of_the_only_change_leaves_nothing_to_save(window, state):
    window.unsaved.settle()
    state.editing.change_training(learning_rate=0.5)
    assert window.isWindowModified()
    state.editing.undo_stack.undo()
    assert not window.isWindowModified()
    state.editing.undo_stack.redo()
    assert window.isWindowModified()


def test_a_long_run_is_worth_a_question(window, state, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(unsaved, "monotonic", lambda: now[0])
    window.unsaved.settle()
    state.play()
    now[0] += unsaved.LONG / 2
    state.pause()
    assert not window.unsaved.there
    now[0] += 1000
    state.play()
    assert not window.unsaved.there
    now[0] += unsaved.LONG / 2 + 1
    assert window.unsaved.there
    state.pause()
    assert window.isWindowModified()


def test_what_was_pasted_is_in_no_file(window, state):
    window.copy_scene()
    window.open_target("rings")
    assert not window.isWindowModified()
    window.files.path = Path("rings.hyperfold")
    window.paste_scene()
    assert window.isWindowModified()
    assert window.files.path is None


PROGRAM = """
import sys
from app.shell import autosave, main
from pathlib import Path
autosave.SECONDS = 3600
autosave.autosave_folder = lambda: Path(sys.argv[1])
from app.editing.settings import WindowSettings
app = main.make_application(["hyperfold"])
window = main.open_window("xor", WindowSettings(Path(sys.argv[1]) / "window.ini"))
window.leaving.watch()

def ready():
    if window.state.started and window.state.a.latest.step > 5:
        timer.stop()
        if len(sys.argv) > 2:
            # Only Qt can make what the signal carries.
            assert app.receivers("2commitDataRequest(QSessionManager&)") == 1
            window.leaving.on_session_end(None)
        print("ready", flush=True)

from PySide6.QtCore import QTimer
timer = QTimer()
timer.timeout.connect(ready)
timer.start(20)
sys.exit(app.exec())
"""

MAIN = """
import atexit, sys
from pathlib import Path
from app.shell import autosave, main
from PySide6.QtCore import QTimer

class Late:
    def __del__(self):
        print("taken apart", flush=True)

late = Late()
atexit.register(print, "at exit")
autosave.autosave_folder = lambda: Path(sys.argv[1])
open_window = main.open_window

def opened(*arguments):
    window = open_window(*arguments)
    window.first_painted.connect(lambda: print("ready", flush=True))
    return window

main.open_window = opened
sys.exit(main.main("xor"))
"""


def started(folder: Path, *more: str, program: str = PROGRAM) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(folder), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    return child


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_keeps_the_run_and_ends_the_program(tmp_path, name):
    child = started(tmp_path)
    _, said, seconds = ended_by(child, signal.Signals[name])
    assert seconds < SECONDS
    assert child.returncode == 0, said
    assert "Traceback" not in said
    (kept,) = tmp_path.glob("*.hyperfold")
    assert read_run(kept).saved.snapshots[-1].step > 5
    assert list(tmp_path.glob("*.lock")) == []


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_after_a_signal_nothing_is_taken_apart_that_ends_by_itself(tmp_path):
    """That took longer than saving: 1.1 of 1.9 s on a busy machine."""
    child = started(tmp_path, program=MAIN)
    out, said, _ = ended_by(child, signal.SIGTERM)
    assert child.returncode == 0, said
    assert out == "at exit\n"
    assert list(tmp_path.glob("*.lock")) == []


def test_a_session_that_ends_closes_the_window_without_a_question(
    keeping, state, train, answers, monkeypatch
):
    window, (given, asked) = keeping, answers
    now = [100.0]
    monkeypatch.setattr(leaving, "monotonic", lambda: now[0])
    state.editing.change_training(learning_rate=0.5)
    window.leaving.on_session_end(None)
    now[0] += leaving.SESSION_END + 1  # somebody cancelled it, and goes on working
    given.append("cancel")
    window.close()
    assert len(asked) == 1
    assert window.isVisible()
    window.leaving.on_session_end(None)
    train(3)
    window.close()
    assert len(asked) == 1
    assert not window.isVisible()
    kept = read_run(window.autosave.path)
    assert kept.saved.snapshots[-1].step == 3
    assert kept.scene.run.training.learning_rate == 0.5


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_logging_out_keeps_the_run(tmp_path):
    child = started(tmp_path, "log out")
    child.kill()  # what the session does next
    child.communicate(timeout=PATIENCE)
    (kept,) = tmp_path.glob("*.hyperfold")
    assert read_run(kept).saved.snapshots[-1].step > 5
