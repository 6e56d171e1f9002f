"""Everything that can go wrong unseen, collected in one list."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from core.errors import BadInput

#: What the screenless platform says of itself, Qt's test kit of wide gestures, and Qt
#: of a pane that is dragged where large type leaves the views no room.
HARMLESS = (
    "This plugin does not support",
    "Mouse event at",
    "QDockAreaLayout::gapRect: Main window",
)


class Trouble(logging.Handler):
    """While entered, records errors from slots, threads, destructors, Qt and the log.

    A caught `BadInput` is not trouble: it is how the program rejects input.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def __enter__(self) -> Trouble:
        self._hooks = sys.excepthook, sys.unraisablehook, threading.excepthook
        sys.excepthook = self._on_error
        sys.unraisablehook = lambda a: self._add(a.exc_value, f"in {a.object!r}")
        threading.excepthook = lambda a: self._add(a.exc_value, f"in {a.thread}")
        self._qt = qInstallMessageHandler(self._on_qt)
        logging.getLogger("hyperfold").addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger("hyperfold").removeHandler(self)
        qInstallMessageHandler(self._qt)
        sys.excepthook, sys.unraisablehook, threading.excepthook = self._hooks

    def note(self, error: BaseException | None, where: str = "") -> None:
        """Record ``error``, unless it is a message for the user."""
        if error is not None and not isinstance(error, BadInput):
            self._add(error, where)

    def _add(self, error: BaseException | None, where: str) -> None:
        text = "".join(traceback.format_exception(error)) if error else ""
        self.found.append(f"{where}\n{text}")

    def emit(self, record: logging.LogRecord) -> None:
        """Record what the program logs as an error."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            self.found.append(record.getMessage())
        else:
            self.note(error, record.getMessage())

    def _on_error(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        self._add(error.with_traceback(trace), "in a slot or an event")

    def _on_qt(self, kind: QtMsgType, where: QMessageLogContext, text: str) -> None:
        quiet = (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg)
        if kind not in quiet and not text.startswith(HARMLESS):
            at = "".join(traceback.format_stack(limit=6)[:-1])
            self.found.append(f"Qt: {text}\n{at}")
