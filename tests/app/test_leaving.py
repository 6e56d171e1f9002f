from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.shell import leaving, unsaved
from app.shell.autosave import Autosave
from core.files.run_file import read_run


@pytest.fixture
def answers(monkeypatch):
    """What is answered to "save before closing?", and how often that was asked."""
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


def started(folder: Path, *more: str) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder), *more],
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
    begin = time.monotonic()
    child.send_signal(getattr(signal, name))
    _, said = child.communicate(timeout=30)
    assert time.monotonic() - begin < 10  # 2 s where nothing else uses the machine
    assert child.returncode == 0, said
    assert "Traceback" not in said
    (kept,) = tmp_path.glob("*.hyperfold")
    assert read_run(kept).saved.snapshots[-1].step > 5
    assert list(tmp_path.glob("*.lock")) == []


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_logging_out_keeps_the_run(tmp_path):
    child = started(tmp_path, "log out")
    child.kill()  # what the session does next
    child.communicate(timeout=30)
    (kept,) = tmp_path.glob("*.hyperfold")
    assert read_run(kept).saved.snapshots[-1].step > 5
