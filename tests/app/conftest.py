from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.frame.bridge import SessionRunner
from app.shell.main import make_application
from core.scenes import load_scene


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The application as the window has it: our font, Fusion, no garbage in workers."""
    return make_application()


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """Delete the widgets that a test left and collect garbage, in the GUI's thread.

    A parentless widget held by its own lambda is never deleted by itself, and every
    later change of the theme would style it again.
    """
    yield
    app = QApplication.instance()
    if isinstance(app, QApplication):
        for widget in app.topLevelWidgets():
            if widget.parent() is None:
                widget.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if gc.get_count()[0] > 20_000:
        gc.collect()


@pytest.fixture(autouse=True)
def no_button_held() -> Iterator[None]:
    """Release a button that a test pressed in a window deleted before its release.

    Otherwise Qt would treat the mouse as pressed for the rest of the process.
    """
    yield
    held = QApplication.mouseButtons()
    if held != Qt.MouseButton.NoButton:
        beside = QWindow()
        for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            if held & button:
                QTest.mouseRelease(beside, button)


@pytest.fixture(autouse=True)
def nothing_to_save(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows of tests close without asking; tests of the question restore it."""
    monkeypatch.setattr("app.shell.leaving.ask_to_save", lambda _: "discard")


@pytest.fixture
def settings(tmp_path: Path) -> WindowSettings:
    return WindowSettings(tmp_path / "window.ini")


@pytest.fixture
def state(qapp: QApplication) -> Iterator[AppState]:
    """XOR, trained in this thread by the reference engine."""
    made = AppState(load_scene("xor").run, partial(SessionRunner, backend="reference"))
    yield made
    made.close()


@pytest.fixture
def train(state: AppState) -> Callable[[int], None]:
    """Make steps and let the state notice."""

    def go(steps: int) -> None:
        for runner in state.runners:
            if isinstance(runner, SessionRunner):
                runner.advance(steps)
        state.notice()

    return go


@pytest.fixture
def window(state: AppState, settings: WindowSettings, qapp: QApplication):  # type: ignore[no-untyped-def]
    """The real window on `state`; the clock ticks only on request."""
    from app.shell.window import MainWindow

    made = MainWindow(state, settings)
    made.clock.manual = True
    made.resize(1440, 900)
    made.show()
    qapp.processEvents()
    made.clock.settle()
    yield made
    made.close()


@pytest.fixture
def active(window):
    """The active window."""
    window.activateWindow()
    QApplication.processEvents()
    assert window.isActiveWindow()
    return window
