"""Pictures of the real window, offscreen and the same to the byte every time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QWidget

from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.frame.bridge import Runner, SessionRunner
from app.look.export import png_bytes
from app.look.theme import THEMES
from app.shell.about import AboutDialog
from app.shell.help import HelpDialog
from app.shell.main import make_application
from app.shell.window import MainWindow
from core.engine.commands import SetParameter, SetParameters, SetStructure, SetTraining
from core.errors import BadInput
from core.files.atomic import replacing
from core.run import RunSpec
from core.scenes import Action, Scene, commands, for_window

_DIALOGS: dict[str, Callable[[MainWindow], QDialog]] = {
    "help": HelpDialog,
    "about": lambda window: AboutDialog(window.state.a.latest.backend, window),
}


def take_shot(
    scene: Scene,
    out: Path,
    *,
    view: str = "window",
    steps: int | None = None,
    size: tuple[int, int] = (1440, 900),
    theme: str = "light",
    make_runner: Callable[[RunSpec], Runner] = SessionRunner,
) -> None:
    """Train ``scene``, show it in the window and write a picture of ``view``."""
    make_application()
    if make_runner is SessionRunner:
        warm_kernels(scene.run.training.precision)
    with TemporaryDirectory() as folder:
        settings = WindowSettings(Path(folder) / "window.ini")
        settings.set_flag("help_dismissed", True)
        state = AppState(scene.run, make_runner, THEMES[theme])
        window = MainWindow(state, settings, scene)
        window.clock.manual = True
        try:
            picture = _picture(window, scene, view, steps, QSize(*size))
        finally:
            window.shut_down()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    with replacing(out) as file:
        file.write(png_bytes(picture))


def warm_kernels(precision: str) -> None:
    """Compile what views wait for in the window: here nothing comes a moment later."""
    from core.kernels.cache import is_warm
    from core.kernels.warm import warm_up

    for each in {precision, "float64"}:
        if not is_warm(each):
            warm_up(each)
    if not is_warm("regions"):
        from core.analysis.region_warm import warm_up_regions

        warm_up_regions()


def _picture(
    window: MainWindow, scene: Scene, view: str, steps: int | None, size: QSize
) -> QPixmap:
    if view != "window" and view not in window.desk.panes:
        known = ", ".join([*window.desk.panes, "window"])
        raise BadInput(f"view must be one of {known}, got {view!r}")
    window.setMinimumSize(1, 1)
    window.resize(size)
    window.show()
    window.open_scene(scene, play=False)
    _train(window, scene, scene.steps if steps is None else steps)
    if view != "window":
        for part in (window.toolbar, window.controls, window.timeline):
            part.hide()
        window.desk.toggle_enlarged(view)
    _rest(window)
    for action in scene.actions:
        if for_window(action):
            _act(window, action)
            _rest(window)
    shown: QWidget = window
    if view != "window":
        shown = window.desk.panes[view]
        _fit(window, shown, size)
    else:
        window.desk.spread()
        _rest(window)
        window.desk.spread()
    _rest(window)
    # Once more at the final size of everything that earlier frames brought along.
    window.clock.refresh_all()
    _rest(window)
    return _with_dialogs(window, shown.grab())


def _train(window: MainWindow, scene: Scene, steps: int) -> None:
    """Train in pieces, with the scene's commands exactly at their steps."""
    state = window.state
    for runner in state.runners:
        made = 0
        changes = commands(scene) if runner is state.a else []
        for at, command in changes:
            if at > steps:
                break
            made += _advance(runner, at - made)
            runner.send(command)
            adopts = SetStructure | SetTraining | SetParameter | SetParameters
            if not isinstance(command, adopts):
                made = runner.latest.step
        _advance(runner, steps - made)
    state.adopt_latest()


def _advance(runner: Runner, steps: int) -> int:
    if isinstance(runner, SessionRunner) and steps > 0:
        runner.advance(steps)
        return steps
    return 0


def _rest(window: MainWindow) -> None:
    """Let layouts, jobs and paints come to rest."""
    for _ in range(3):
        QApplication.processEvents()
        window.clock.settle()
    QApplication.processEvents()


def _fit(window: MainWindow, shown: QWidget, size: QSize) -> None:
    """Resize the window until ``shown`` has ``size``."""
    for _ in range(4):
        if shown.size() == size:
            return
        window.resize(window.size() + size - shown.size())
        _rest(window)


def _act(window: MainWindow, action: Action) -> None:
    """Do what a person would do in front of the window."""
    state, value = window.state, action.value
    match action.do:
        case "play":
            state.play()
        case "pause":
            state.pause()
        case "settings":
            window.desk.panes[value["view"]].panel.apply_settings(value)
        case "lesson":
            if window.lessons.isHidden():
                window.toggle_lessons()
            window.lessons.open_lesson(value["name"])
            window.lessons.begin(value["step"] - 1)
        case "dialog":
            dialog = _DIALOGS[value](window)
            dialog.setModal(False)
            dialog.show()
        case "select_layer":
            _select_layer(window, value)
        case "scrub":
            state.scrub(value)
        case "view":
            window.show_view(value)
        case "press":
            QTest.keySequence(window, QKeySequence(value))
        case "type":
            target = QApplication.focusWidget() or window
            QTest.keyClicks(target, value)
        case "click":
            _click(window, value)
        case name:  # a view's own: select_example
            for pane in window.panes:
                pane.panel.apply_settings({name: value})


def _select_layer(window: MainWindow, layer: int) -> None:
    """Let Warp stand behind this layer; three movements lead to each."""
    depth = window.state.a.latest.network.depth
    place = min(1.0, 3 * layer / (3 * depth - 1))
    window.desk.panes["warp"].panel.apply_settings({"place": place})


def _with_dialogs(window: MainWindow, picture: QPixmap) -> QPixmap:
    """Draw open dialogs over the picture, where a screen would show them."""
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            painter = QPainter(picture)
            x = (picture.width() - dialog.width()) // 2
            y = (picture.height() - dialog.height()) // 2
            painter.drawPixmap(x, y, dialog.grab())
            painter.end()
    return picture


def _click(window: MainWindow, name: str) -> None:
    for button in window.findChildren(QAbstractButton):
        if button.accessibleName() == name and button.isVisible():
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            return
    raise BadInput(f"click must name a control of the window, got {name!r}")
