"""Ways to quit: a question if work would be lost, and signals.

On SIGTERM, SIGHUP, Ctrl-C in the terminal and the end of the session nothing can be
asked; the run is kept, to be offered at the next start, and the program ends.
"""

from __future__ import annotations

import atexit
import logging
import os
import signal
import socket
import sys
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Literal, NoReturn

from PySide6.QtCore import QObject, QSocketNotifier, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from core.language import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QSessionManager

    from app.shell.window import MainWindow

Answer = Literal["save", "discard", "cancel"]
#: For this many seconds after the session announced its end, closing asks nothing.
SESSION_END = 30.0
_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGBREAK")  # what there is of them
_log = logging.getLogger("hyperfold")


def ask_to_save(window: MainWindow) -> Answer:
    """Ask what to do with unsaved work."""
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Hyperfold")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("Save “{title}” before closing?", title=tr(window.scene.title)))
    box.setInformativeText(
        tr("Otherwise your changes and the training so far are lost.")
    )
    roles = QMessageBox.ButtonRole
    answers: dict[object, Answer] = {
        box.addButton(tr("Save"), roles.AcceptRole): "save",
        box.addButton(tr("Don’t save"), roles.DestructiveRole): "discard",
    }
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    answer = answers.get(box.clickedButton(), "cancel")
    box.deleteLater()
    return answer


class Leaving(QObject):
    """Decides whether the window may close."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._kept = False  # the run was kept because nothing could be asked
        self._session_end: float | None = None  # when it was announced
        self._wake: tuple[socket.socket, socket.socket] | None = None
        self._notifier: QSocketNotifier | None = None

    def may_close(self) -> bool:
        """Ask if needed; False if the window stays open."""
        window = self._window
        if self._kept or not window.unsaved.there:
            return True
        if self._session_ends:
            self.keep_run()
            return True
        answer = ask_to_save(window)
        if answer == "save":
            return window.files.save()
        if answer == "discard":
            window.autosave.settle()
        return answer == "discard"

    @property
    def keeps_run(self) -> bool:
        """Whether the kept run must outlive the window."""
        return self._kept

    def keep_run(self) -> None:
        """Keep the run at once; nothing is asked any more."""
        self._window.autosave.save(wait=True)
        self._kept = True

    def watch(self) -> None:
        """React to signals and to the end of the session."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.commitDataRequest.connect(self.on_session_end)
        self._wake = ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setblocking(False)
        # Python's handlers run only between two bytecodes, and the event loop may sleep
        # for hours; the byte on the socket wakes it.
        signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)
        for name in _SIGNALS:
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), lambda *_: None)

    def _on_signal(self) -> None:
        assert self._wake is not None
        with suppress(BlockingIOError):
            self._wake[0].recv(64)
        if self._kept:
            return
        _log.info("ended by a signal")
        self.keep_run()
        self._window.close()
        QApplication.quit()

    def on_session_end(self, session: QSessionManager) -> None:
        """The desktop session ends: keep the run; the end may still be cancelled."""
        del session
        self._window.autosave.save(wait=True)
        self._session_end = monotonic()

    @property
    def _session_ends(self) -> bool:
        """Whether the session closes the window: who logs out reads no questions."""
        began = self._session_end
        return began is not None and monotonic() - began < SESSION_END


def end_at_once(status: int) -> NoReturn:
    """End the process once the window is closed and every thread has ended.

    Python would tear everything down first, which takes longer than saving the run; the
    sender of a signal may not wait for that.
    """
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a program without a terminal has none
            with suppress(OSError, ValueError):
                stream.flush()
    os._exit(status)
