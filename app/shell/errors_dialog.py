"""The dialog for internal errors: a sentence, and details to copy."""

from __future__ import annotations

import logging
import traceback
from html import escape
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.label import Label, RichLabel
from core.language import tr
from core.logs import log_file, write_traceback
from core.version import described

_log = logging.getLogger("hyperfold")


def details_of(error: BaseException) -> str:
    """Version and traceback, as a bug report needs them."""
    text = "".join(traceback.format_exception(error))
    return f"Hyperfold {described()}\n\n{text}"


class ErrorDialog(QDialog):
    """Says that something went wrong inside, without jargon."""

    def __init__(
        self, error: BaseException, doing: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Hyperfold")
        self.details = details_of(error)
        path = _write_down(error)
        words = (
            tr("Something went wrong inside Hyperfold while {doing}.", doing=doing)
            if doing
            else tr("Something went wrong inside Hyperfold.")
        )
        head = RichLabel(f"<b>{escape(words)}</b>", self)
        where = str(path) if path else tr("nowhere: the folder is not writable")
        body = Label(
            tr(
                "This is a bug in Hyperfold, not a mistake of yours. Your run "
                "is unchanged; you can carry on or restart. The details below "
                "help to fix it; they are also in the log: {where}",
                where=where,
            ),
            self,
        )
        body.setWordWrap(True)
        text = QPlainTextEdit(self.details, self)
        text.setReadOnly(True)
        text.setAccessibleName(tr("Details"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.copy = QPushButton(tr("Copy details"), self)
        self.copy.setAccessibleName(tr("Copy details"))
        self.copy.clicked.connect(self._on_copy)
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        for widget in (head, body, text, buttons):
            layout.addWidget(widget)
        self.resize(560, 400)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details)
        self.copy.setText(tr("Copied"))


def log_path() -> str:
    """The path of the window's log, which also has failures of views."""
    return str(log_file().with_name("hyperfold.log"))


def _write_down(error: BaseException) -> Path | None:
    """Write ``error`` to the log that Help ▸ Show log opens; None if there is none."""
    if not _log.handlers:  # without a window: the log of the commands
        return write_traceback(error)
    _log.error("unexpected", exc_info=error)
    return Path(log_path())
