"""Starts the window."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.editing.settings import WindowSettings
from app.garbage import GuiGarbage
from app.heap import HeapTidier, use_one_heap
from app.look.fonts import load_fonts
from app.look.icons import FOLDER
from app.look.language import chosen_language, use_language
from app.look.theme import LIGHT
from app.shell.leaving import end_at_once
from core.errors import BadInput
from core.logs import private

if TYPE_CHECKING:
    from app.shell.window import MainWindow

FIRST_SCENE = "xor"


def make_application(arguments: list[str] | None = None) -> QApplication:
    """The application with our font and style; the one that exists, if one does."""
    app = QApplication.instance()
    use_one_heap()
    if not isinstance(app, QApplication):
        app = QApplication(arguments or ["hyperfold"])
    app.setApplicationName("hyperfold")
    app.setApplicationDisplayName("Hyperfold")
    app.setDesktopFileName("hyperfold")
    app.setWindowIcon(QIcon(str(FOLDER / "hyperfold.svg")))
    app.setStyle("Fusion")
    # Analysis runs Python beside the window: at the usual switch interval of 5 ms, a
    # frame that calls Qt a hundred times would wait for the GIL again and again.
    sys.setswitchinterval(0.0005)
    load_fonts()
    app.setFont(LIGHT.font())
    if app.findChild(GuiGarbage) is None:
        GuiGarbage(app)
        HeapTidier(app)
    return app


def main(target: str | None = None) -> int:
    """Open the window on a scene, a run or a file; return the exit status."""
    app = make_application(sys.argv[:1])
    start_log()
    settings = WindowSettings()
    use_language(chosen_language(settings.language))
    window = open_window(target, settings)
    show_failures(window, lambda: window.autosave.save(wait=True))
    window.first_painted.connect(GuiGarbage.settle)
    window.leaving.watch()
    status = app.exec()
    if window.autosave.active:  # the display is gone, as at log-out; nothing was closed
        window.leaving.keep_run()
        window.shut_down()
    # Qt passes the clipboard on to the desktop when it shuts down.
    if window.leaving.keeps_run and not app.clipboard().ownsClipboard():
        end_at_once(status)
    return status


def open_window(target: str | None, settings: WindowSettings) -> MainWindow:
    """Show the window; its contents are created once it has been painted."""
    from app.editing.state import AppState
    from app.frame.bridge import engine_runner
    from app.shell.files import load_target
    from app.shell.importing import holds_data
    from app.shell.looks import chosen_theme
    from app.shell.window import MainWindow
    from core.cli.files import is_lesson, is_net

    later = target is not None and (
        holds_data(Path(target)) or is_net(target) or is_lesson(target)
    )
    data = target if later else None
    scene, found = load_target(FIRST_SCENE if data or not target else target)
    theme = chosen_theme(settings).scaled(settings.scale)
    state = AppState(scene.run, engine_runner, theme, start=False)
    window = MainWindow(state, settings, scene, fill=False)
    window.restore()
    window.show()
    own = target is None and window.desk.restore(settings.blob("desk"))
    if not own:
        window.desk.arrange(settings.layout or scene.layout)
    else:
        window.looks.restore()

    def begin() -> None:
        window.fill_panes()
        # The engine loads numba in its thread: only once the window is shown.
        state.start()
        if found is not None and target is not None:
            window.open_saved(found)
            window.files.path = Path(target)
        else:
            window.open_scene(scene, arrange=not own)
        window.autosave.start()
        window.recovery.offer()
        if data:
            window.files.open(data)

    window.first_painted.connect(window.placing.settle)
    window.first_painted.connect(begin)
    return window


class _PrivateLog(RotatingFileHandler):
    """A log that only its owner can read."""

    def _open(self) -> TextIOWrapper:
        handle = private(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        return TextIOWrapper(os.fdopen(handle, "ab"), encoding=self.encoding)


def start_log() -> None:
    from app.shell.errors_dialog import log_path

    path = Path(log_path())
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handler = _PrivateLog(path, maxBytes=500_000, backupCount=1, encoding="utf-8")
    except OSError:  # an unwritable folder must not prevent the start
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger = logging.getLogger("hyperfold")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)


def show_failures(window: object, keep_run: Callable[[], None]) -> None:
    """Show exceptions in slots instead of losing them on standard error."""
    from PySide6.QtWidgets import QWidget

    from app.shell.errors_dialog import ErrorDialog

    shown = False

    def hook(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        nonlocal shown
        if shown or issubclass(kind, KeyboardInterrupt):
            logging.getLogger("hyperfold").error(
                "unexpected", exc_info=(kind, error, trace)
            )
            return
        shown = True  # a failing timer must not open a dialog per frame
        keep_run()

        def show() -> None:
            nonlocal shown
            parent = window if isinstance(window, QWidget) else None
            ErrorDialog(error, parent=parent).exec()
            shown = False

        QTimer.singleShot(0, show)

    sys.excepthook = hook


__all__ = ["BadInput", "main", "make_application"]
