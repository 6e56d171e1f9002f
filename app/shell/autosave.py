"""The run is kept every minute, and offered again if the program did not end well."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import platformdirs
from PySide6.QtCore import QLockFile, QObject, QTimer

from core.errors import BadInput

if TYPE_CHECKING:
    from app.shell.window import MainWindow

SECONDS = 60
_log = logging.getLogger("hyperfold.autosave")


def autosave_folder() -> Path:
    """Where runs are kept by themselves."""
    return Path(platformdirs.user_state_dir("hyperfold", appauthor=False)) / "autosave"


class Autosave(QObject):
    """Writes run A to a file of this process; a lock says that it still runs."""

    def __init__(self, window: MainWindow, folder: Path | None = None) -> None:
        super().__init__(window)
        self._window = window
        self._folder = folder or autosave_folder()
        self.path = self._folder / f"{os.getpid()}.hyperfold"
        self._lock: QLockFile | None = None
        self._written: tuple[object, int] | None = None
        self._thread: Thread | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(1000 * SECONDS)
        self._timer.timeout.connect(self.save)

    def start(self) -> None:
        """Begin to keep the run; a folder that cannot be written is no failure."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            _log.exception("no folder for autosave")
            return
        self._lock = QLockFile(str(self.path.with_suffix(".lock")))
        self._lock.setStaleLockTime(0)
        self._lock.tryLock(0)
        self._sweep()
        self._timer.start()

    def left_over(self) -> Path | None:
        """The newest run that a program which did not end well left behind."""
        found: list[tuple[float, Path]] = []
        with suppress(OSError):
            for path in self._folder.glob("*.hyperfold"):
                if path != self.path and not _in_use(path):
                    found.append((path.stat().st_mtime, path))
        return max(found)[1] if found else None

    def forget(self, path: Path) -> None:
        """Throw away a run that another program left behind."""
        if path.parent == self._folder and path != self.path and not _in_use(path):
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def _sweep(self) -> None:
        """Take away what programs that were killed had half written."""
        with suppress(OSError):
            for half in self._folder.glob(".*.hyperfold.saving"):
                whole = half.with_name(half.name[1:].removesuffix(".saving"))
                if not _in_use(whole):
                    half.unlink(missing_ok=True)

    def save(self, wait: bool = False) -> None:
        """Write the run now, unless nothing happened since the last time."""
        from core.engine.saved import AUTOSAVE_BUDGET, saved_of
        from core.files.run_file import RunFile, write_run

        window = self._window
        if self._lock is None or not window.state.started:
            return
        if self._thread is not None and self._thread.is_alive():
            return
        runner = window.state.a
        latest = runner.latest
        now = (latest.run, latest.step)
        if now == self._written:
            return
        self._written = now
        scene = replace(window.scene, run=latest.run)
        taken = saved_of(latest, runner.timeline, runner.series, AUTOSAVE_BUDGET)

        def work() -> None:
            try:
                write_run(self.path, RunFile(scene, taken))
            except BadInput as error:
                _log.warning("autosave: %s", error)

        self._thread = Thread(target=work, name="hyperfold-autosave", daemon=True)
        self._thread.start()
        if wait:
            self._thread.join()

    def close(self) -> None:
        """The program ends as it should: nothing has to be offered again."""
        self._timer.stop()
        if self._thread is not None:
            self._thread.join()
        if self._lock is not None:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)
            self._lock.unlock()
            self._lock = None


def _in_use(path: Path) -> bool:
    """Whether the program that writes this file still runs."""
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    if not lock.tryLock(0):
        return True
    lock.unlock()
    return False
