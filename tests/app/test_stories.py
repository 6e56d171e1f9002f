"""The main stories, with mouse and keys on the real window and a real engine.

`test_stories_xvfb.py` runs these under an X server, too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from subprocess import Popen

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog

from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.frame.bridge import engine_runner
from app.shell.window import MainWindow
from core.edits import SetOutput
from core.engine import cold_start
from core.problems import Points
from core.scenes import load_scene
from tests.core.shipped_runs import as_if_shipped

LEFT = Qt.MouseButton.LeftButton
WAIT = 60_000  # ms; a busy machine is slow


def start(qtbot, settings: WindowSettings) -> MainWindow:
    """The window as it is after a start, on XOR."""
    scene = load_scene("xor")
    state = AppState(scene.run, engine_runner)
    window = MainWindow(state, settings, scene)
    window.resize(1440, 900)
    window.show()
    window.activateWindow()
    # Keys go to the active window; an X server takes time to activate it.
    qtbot.waitUntil(window.isActiveWindow, timeout=WAIT)
    window.open_scene(scene, play=False)
    return window


def end(window: MainWindow) -> None:
    window.close()
    QApplication.processEvents()  # handle pending events of this window
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def live(qtbot, settings) -> Iterator[MainWindow]:
    window = start(qtbot, settings)
    yield window
    end(window)


def button(window: MainWindow, name: str) -> QAbstractButton:
    """The visible button with this accessible name."""
    for found in window.findChildren(QAbstractButton):
        if name in (found.accessibleName(), found.text()) and found.isVisible():
            return found
    raise AssertionError(f"no button {name}")


def trained(qtbot, window: MainWindow, steps: int) -> None:
    qtbot.waitUntil(lambda: window.state.a.latest.step >= steps, timeout=WAIT)


def test_first_start(qtbot, live):
    assert live.help_line.isVisible()
    qtbot.mouseClick(button(live, "Play"), LEFT)
    trained(qtbot, live, 20)
    shown = live.toolbar.metrics["step"].number
    qtbot.waitUntil(lambda: shown.text() not in ("–", "0"), timeout=WAIT)
    qtbot.mouseClick(button(live, "Pause"), LEFT)
    assert not live.state.playing


def test_build_a_network(qtbot, live):
    state = live.state
    qtbot.waitUntil(lambda: live.desk.panes["network"].filled, timeout=WAIT)
    qtbot.waitUntil(
        lambda: any(
            b.accessibleName() == "One layer more" and b.isVisible()
            for b in live.findChildren(QAbstractButton)
        ),
        timeout=WAIT,
    )
    layers = len(state.run.hidden)
    qtbot.mouseClick(button(live, "One layer more"), LEFT)
    assert len(state.run.hidden) == layers + 1
    units = state.run.hidden[0].units
    qtbot.mouseClick(button(live, "One unit more in layer 1"), LEFT)
    assert state.run.hidden[0].units == units + 1
    qtbot.keyClick(live, Qt.Key.Key_Space)
    trained(qtbot, live, 30)
    assert state.a.latest.network.hidden == state.run.hidden


def test_diverge_and_recover(qtbot, live):
    state = live.state
    state.editing.apply(SetOutput("loss", "mse"))
    state.editing.change_training(optimiser="sgd", learning_rate=1e4)
    state.set_pace(float("inf"))
    qtbot.keyClick(live, Qt.Key.Key_Space)
    qtbot.waitUntil(live.alarm.isVisible, timeout=WAIT)
    assert "blew up" in live.alarm.sentence.text()
    rate = state.run.training.learning_rate
    qtbot.mouseClick(button(live, "Halve the learning rate"), LEFT)
    assert state.run.training.learning_rate == rate / 2
    assert not live.alarm.isVisible() or state.divergence is not None


def test_scrub_and_branch(qtbot, live):
    state = live.state
    qtbot.keyClick(live, Qt.Key.Key_Space)
    trained(qtbot, live, 60)
    qtbot.keyClick(live, Qt.Key.Key_Space)
    track = live.timeline.track
    qtbot.waitUntil(lambda: track.area().width() > 50, timeout=WAIT)
    middle = track.area().center().toPoint()
    qtbot.mousePress(track, LEFT, pos=middle - QPoint(60, 0))
    qtbot.mouseMove(track, middle)
    qtbot.mouseRelease(track, LEFT, pos=middle)
    qtbot.waitUntil(lambda: state.shown.scrub_step is not None, timeout=WAIT)
    back = state.shown.scrub_step
    newest = state.a.latest.step
    assert 0 < back < newest
    qtbot.mouseClick(live.toolbar.step, LEFT)
    qtbot.waitUntil(lambda: state.a.latest.step == back + 1, timeout=WAIT)
    assert any(m.kind == "branch" for m in state.a.timeline.markers)


def test_draw_own_data(qtbot, live):
    from app.views.output.draw_bar import DrawSurface

    live.desk.panes["output"].raise_()
    qtbot.keyClick(live, Qt.Key.Key_D)
    assert live.drawing.active
    panel = live.desk.panes["output"].panel
    qtbot.waitUntil(
        lambda: any(s.isVisible() for s in panel.findChildren(DrawSurface)),
        timeout=WAIT,
    )
    (surface,) = panel.findChildren(DrawSurface)
    place = surface.rect().center()
    qtbot.mousePress(surface, LEFT, pos=place)
    qtbot.mouseMove(surface, place + QPoint(30, 10))
    qtbot.mouseRelease(surface, LEFT, pos=place + QPoint(30, 10))
    problem = live.state.run.data.problem
    assert isinstance(problem, Points)
    assert len(problem.x) > 4
    qtbot.keyClick(live, Qt.Key.Key_Escape)
    assert not live.drawing.active


def test_save_quit_reopen(qtbot, settings, tmp_path, monkeypatch):
    path = tmp_path / "mine.hyperfold"
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_, **__: (str(path), "")
    )
    monkeypatch.setattr(
        QFileDialog, "getOpenFileName", lambda *_, **__: (str(path), "")
    )
    first = start(qtbot, settings)
    qtbot.keyClick(first, Qt.Key.Key_Space)
    trained(qtbot, first, 25)
    qtbot.keyClick(first, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not first.state.a.latest.playing, timeout=WAIT)
    step = first.state.a.latest.step
    theta = first.state.a.latest.theta.copy()
    qtbot.keyClick(first, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert path.is_file()
    end(first)
    again = start(qtbot, settings)
    try:
        qtbot.keyClick(again, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: again.state.a.latest.step == step, timeout=WAIT)
        assert (again.state.a.latest.theta == theta).all()
        assert str(path.resolve()) in settings.recent()
    finally:
        end(again)


def test_export_a_film(qtbot, live, tmp_path, monkeypatch):
    from app.dialogs.film import FilmDialog

    out = tmp_path / "film.gif"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(out), ""))
    qtbot.keyClick(live, Qt.Key.Key_Space)
    trained(qtbot, live, 20)
    qtbot.keyClick(live, Qt.Key.Key_Space)

    def choose() -> None:
        dialogs = [
            d for d in QApplication.topLevelWidgets() if isinstance(d, FilmDialog)
        ]
        if not dialogs or not dialogs[0].isVisible():
            QTimer.singleShot(50, choose)
            return
        dialog = dialogs[0]
        dialog.view.setCurrentIndex(dialog.view.findData("loss"))
        dialog.frames.setCurrentIndex(0)
        dialog.size_box.setCurrentIndex(0)
        qtbot.mouseClick(dialog.go, LEFT)

    QTimer.singleShot(0, choose)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(live, Qt.Key.Key_E, both)  # comes back when the film is made
    assert out.is_file()
    assert out.read_bytes()[:4] == b"GIF8"


def test_follow_a_lesson(qtbot, live, settings):
    qtbot.mouseClick(button(live, "Lessons"), LEFT)
    qtbot.mouseClick(button(live, "Lesson 1: Why a line cannot do XOR"), LEFT)
    panel = live.lessons
    assert not panel.next_button.isEnabled()
    QApplication.processEvents()
    answer = panel.page.ask.group.button(1)
    qtbot.mouseClick(answer, LEFT, pos=QPoint(8, answer.height() // 2))
    assert panel.answer == 1
    qtbot.mouseClick(button(live, "Play"), LEFT)
    qtbot.waitUntil(panel.next_button.isEnabled, timeout=WAIT)
    assert panel.page.why.isVisible()
    qtbot.mouseClick(panel.next_button, LEFT)
    assert panel.number == 1
    assert settings.progress("01-why-a-line-cannot") == [0]


def test_native_kernels_take_over_while_somebody_watches(qtbot, settings, monkeypatch):
    """Begun on kernels that came with the program; closed while others are awaited."""
    ready = as_if_shipped(monkeypatch)
    window = start(qtbot, settings)
    qtbot.mouseClick(button(window, "Play"), LEFT)
    trained(qtbot, window, 50)
    run = window.state.a
    qtbot.waitUntil(lambda: run.latest.backend == "compiled", timeout=WAIT)
    steps = run.latest.step
    trained(qtbot, window, steps + 50)
    ready.set()
    marks = run.timeline
    qtbot.waitUntil(lambda: "native" in str(marks.markers), timeout=WAIT)
    (mark,) = (m for m in marks.markers if "native" in m.text)
    assert mark.step > steps
    trained(qtbot, window, mark.step + 1000)
    qtbot.mouseClick(button(window, "Pause"), LEFT)
    track = window.timeline.track

    def under_the_pointer() -> list[str]:
        return [m.text for m in track.markers_at(float(track.x_of(float(mark.step))))]

    text = "native kernels took over"
    qtbot.waitUntil(lambda: text in under_the_pointer(), timeout=WAIT)
    end(window)
    window = start(qtbot, settings)  # there from the start: nothing to tell
    qtbot.mouseClick(button(window, "Play"), LEFT)
    trained(qtbot, window, 50)
    end(window)


def test_a_window_is_closed_while_native_kernels_are_awaited(
    qtbot, settings, monkeypatch
):
    monkeypatch.setattr(cold_start, "made_for_this_processor", lambda what: False)
    forever = [sys.executable, "-c", "import threading; threading.Event().wait()"]
    monkeypatch.setattr(cold_start, "compile_command", lambda *sets: forever)
    children = []

    class Child(Popen):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            children.append(self)

    monkeypatch.setattr(cold_start.subprocess, "Popen", Child)
    as_if_shipped(monkeypatch).set()
    window = start(qtbot, settings)
    qtbot.mouseClick(button(window, "Play"), LEFT)
    trained(qtbot, window, 50)
    qtbot.waitUntil(lambda: bool(children), timeout=WAIT)
    assert children[0].poll() is None
    end(window)
    assert children[0].returncode is not None
