"""Films of the real window, offscreen: a scene as it trains, or a saved timeline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.frame.bridge import RunnerFactory, SessionRunner
from app.look.theme import THEMES
from app.shell.main import make_application
from app.shell.window import MainWindow
from app.stage.shot import warm_kernels
from core.engine.commands import Command, Restore
from core.errors import BadInput
from core.files.run_file import RunFile, is_run_file, read_run
from core.films import Pixels, frame_steps, write_film
from core.scenes import Scene, commands, load_scene

Progress = Callable[[int, int], None]  # pictures made, pictures in all


def make_film(
    target: str,
    out: Path,
    *,
    view: str = "window",
    steps: int | None = None,
    frames: int = 60,
    fps: int = 20,
    size: tuple[int, int] = (1200, 750),
    theme: str = "light",
    progress: Progress | None = None,
    make_runner: RunnerFactory = SessionRunner,
) -> None:
    """Film a scene while it trains, or the kept timeline of a run file."""
    saved: RunFile | None = None
    if is_run_file(Path(target)) and steps is None:
        saved = read_run(Path(target))
    scene = saved.scene if saved else load_scene(target)
    make_application()
    if make_runner is SessionRunner:
        warm_kernels(scene.run.training.precision)
    with TemporaryDirectory() as folder:
        settings = WindowSettings(Path(folder) / "window.ini")
        settings.set_flag("help_dismissed", True)
        state = AppState(scene.run, make_runner, THEMES[theme])
        window = MainWindow(state, settings)
        window.clock.manual = True
        try:
            shown = _stage(window, scene, view, QSize(*size))
            turn = (
                _scrubbed(window, saved, frames)
                if saved
                else _trained(
                    window, scene, scene.steps if steps is None else steps, frames
                )
            )
            pictures = _pictures(window, shown, turn, frames, progress)
            write_film(out, pictures, fps)
        finally:
            window.shut_down()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _stage(window: MainWindow, scene: Scene, view: str, size: QSize) -> QWidget:
    """The window with what is to be filmed at its size."""
    if view != "window" and view not in window.desk.panes:
        known = ", ".join([*window.desk.panes, "window"])
        raise BadInput(f"view must be one of {known}, got {view!r}")
    window.setMinimumSize(1, 1)
    window.resize(size)
    window.show()
    window.open_scene(scene, play=False)
    if view == "window":
        _rest(window)
        window.desk.spread()
        _rest(window)
        return window
    for part in (window.toolbar, window.controls, window.timeline):
        part.hide()
    window.desk.toggle_enlarged(view)
    _rest(window)
    shown = window.desk.panes[view]
    for _ in range(4):
        if shown.size() == size:
            break
        window.resize(window.size() + size - shown.size())
        _rest(window)
    return shown


def _trained(
    window: MainWindow, scene: Scene, steps: int, frames: int
) -> Iterator[None]:
    """Train on from picture to picture, with the scene's commands at their steps."""
    state = window.state
    waiting: list[tuple[int, Command]] = list(commands(scene))
    made = 0
    for wanted in frame_steps(steps, frames):
        while waiting and waiting[0][0] <= wanted:
            at, command = waiting.pop(0)
            _advance(state, at - made)
            made = max(made, at)
            state.a.send(command)
            state.adopt_latest()
        _advance(state, wanted - made)
        made = max(made, wanted)
        state.notice()
        yield


def _advance(state: AppState, steps: int) -> None:
    for runner in state.runners:
        if isinstance(runner, SessionRunner) and steps > 0:
            runner.advance(steps)


def _scrubbed(window: MainWindow, saved: RunFile, frames: int) -> Iterator[None]:
    """Look back from picture to picture over a timeline that is complete."""
    state = window.state
    state.a.send(Restore(saved.saved))
    state.adopt_latest()
    for step in frame_steps(state.a.latest.step, frames):
        state.scrub(step)
        yield


def _pictures(
    window: MainWindow,
    shown: QWidget,
    turns: Iterator[None],
    frames: int,
    progress: Progress | None,
) -> Iterator[Pixels]:
    for done, _ in enumerate(turns, start=1):
        _rest(window)
        yield pixels_of(shown.grab().toImage())
        if progress is not None:
            progress(done, frames)


def _rest(window: MainWindow) -> None:
    """Let layouts, jobs and paints come to rest."""
    for _ in range(2):
        QApplication.processEvents()
        window.clock.settle()
    QApplication.processEvents()


def pixels_of(image: QImage) -> Pixels:
    """An image as an array (height, width, 3)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    h, w = plain.height(), plain.width()
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(h, plain.bytesPerLine())
    return rows[:, : 3 * w].reshape(h, w, 3).copy()
