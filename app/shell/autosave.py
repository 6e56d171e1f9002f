"""Saves the run every minute, and offers it again after an unexpected end.

A kept run is deleted only once it is saved under a name or the user agrees.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

import platformdirs
from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from core.errors import BadInput

if TYPE_CHECKING:
    from app.shell.window import MainWindow

SECONDS = 60
_log = logging.getLogger("hyperfold.autosave")


def autosave_folder() -> Path:
    """The folder of automatically kept runs."""
    return Path(platformdirs.user_state_dir("hyperfold", appauthor=False)) / "autosave"


class Kept(NamedTuple):
    """A run left behind by a program that ended unexpectedly."""

    path: Path
    when: float  # seconds since the epoch
    title: str  # of the run; "" if the file cannot be read
    step: int
    thumbnail: bytes
    problem: str = ""  # why the file cannot be read


class Autosave(QObject):
    """Writes the runs to a file of this process; a lock shows that it is running."""

    failed = Signal(str)  # why the run could not be kept; "": it works again

    def __init__(self, window: MainWindow, folder: Path | None = None) -> None:
        super().__init__(window)
        self._window = window
        self._folder = folder or autosave_folder()
        # Never an old name: process ids are reused, in a sandbox always.
        self.path = self._folder / f"{os.getpid()}-{uuid4().hex[:8]}.hyperfold"
        self._lock: QLockFile | None = None
        self._taken: dict[Path, QLockFile] = {}  # kept runs that this window opened
        self._written: tuple[object, ...] | None = None
        self._thread: Thread | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(1000 * SECONDS)
        self._timer.timeout.connect(self.save)

    def start(self) -> None:
        """Start keeping the run; an unwritable folder is not an error."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder.chmod(0o700)  # it may be from an earlier version
        except OSError as error:
            _log.exception("no folder for autosave")
            self.failed.emit(error.strerror or type(error).__name__)
            return
        self._lock = _lock_of(self.path)
        self._lock.tryLock(0)
        self._sweep()
        self._timer.start()

    @property
    def active(self) -> bool:
        """Whether runs are kept, until the window is closed."""
        return self._lock is not None

    def left_over(self) -> list[Kept]:
        """Runs left behind by programs that ended unexpectedly, newest first."""
        found: list[Kept] = []
        with suppress(OSError):
            for path in self._folder.glob("*.hyperfold"):
                if path != self.path and path not in self._taken and not _in_use(path):
                    found.append(_look_at(path))
        return sorted(found, key=lambda kept: kept.when, reverse=True)

    def release(self) -> None:
        """Another run was opened: release the kept runs this one came from."""
        for lock in self._taken.values():
            lock.unlock()
        self._taken.clear()

    def take(self, path: Path) -> None:
        """Remember the kept run that was opened: it stays until that run is saved."""
        lock = _lock_of(path)
        if lock.tryLock(0):
            self._taken[path] = lock

    def forget(self, path: Path) -> None:
        """Delete a run that another program left behind."""
        if path.parent == self._folder and path != self.path and not _in_use(path):
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def settle(self) -> None:
        """The run is saved, or the user does not want it: delete what was kept."""
        self._join()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        for path in self._taken:
            with suppress(OSError):
                path.unlink(missing_ok=True)
        self.release()
        self._written = self._now()

    def _sweep(self) -> None:
        """Delete half-written files of killed programs, and their locks."""
        with suppress(OSError):
            for half in self._folder.glob(".*.hyperfold.saving"):
                whole = half.with_name(half.name[1:].removesuffix(".saving"))
                if not _in_use(whole):
                    half.unlink(missing_ok=True)
            for lock in self._folder.glob("*.lock"):
                _in_use(lock.with_suffix(".hyperfold"))  # removes an abandoned lock

    def _now(self) -> tuple[object, ...] | None:
        state = self._window.state
        if not state.started:
            return None
        return tuple((r.latest.run, r.latest.step) for r in state.runners)

    def save(self, wait: bool = False) -> None:
        """Write the run now, unless nothing changed since the last time."""
        if self._lock is None or not self._window.state.started:
            return
        if self._thread is not None and self._thread.is_alive():
            if not wait:
                return
            self._thread.join()
        now = self._now()
        if now == self._written:
            return
        from core.engine.saved import AUTOSAVE_BUDGET

        self._written = now
        record = self._window.files.record(AUTOSAVE_BUDGET)

        def work() -> None:
            from core.files.run_file import write_run

            try:
                write_run(self.path, record, private=True)
            except BadInput as error:
                _log.warning("autosave: %s", error)
                self._written = None  # try again, even if nothing changes
                self._say(str(error).rpartition(": ")[2])
            else:
                self._say("")

        self._thread = Thread(target=work, name="hyperfold-autosave", daemon=True)
        self._thread.start()
        if wait:
            self._thread.join()

    def _say(self, why: str) -> None:
        with suppress(RuntimeError):  # the window is gone
            self.failed.emit(why)

    def _join(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def close(self, keep: bool = False) -> None:
        """The window closes; without ``keep``, its run is not offered again."""
        self._timer.stop()
        self._join()
        if self._lock is None:
            return
        if not keep:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)
        self.release()
        self._lock.unlock()
        self._lock = None


def _look_at(path: Path) -> Kept:
    from core.files.run_file import glance

    when = path.stat().st_mtime
    try:
        found = glance(path)
    except BadInput as error:
        return Kept(path, when, "", 0, b"", str(error).removeprefix(f"{path.name}: "))
    return Kept(path, when, found.title, found.step, found.thumbnail)


def _lock_of(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    return lock


def _in_use(path: Path) -> bool:
    """Whether the program that writes this file is still running."""
    lock = _lock_of(path)
    if not lock.tryLock(0):
        return True
    lock.unlock()
    return False
