"""Labels with an explicit text format.

Qt's own label guesses: a name from a file that looks like markup would be rendered, and
its pictures loaded. Every label of the window is one of these two.
"""

from __future__ import annotations

from html import escape
from typing import ClassVar

from PySide6.QtGui import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget


class _Label(QLabel):
    FORM: ClassVar[Qt.TextFormat]

    def __init__(
        self, text: str | QWidget | None = "", parent: QWidget | None = None
    ) -> None:
        """Accept a text and a parent, or, like Qt's label, only the parent."""
        words = text if isinstance(text, str) else ""
        super().__init__(parent if isinstance(text, str) else text)
        self.setTextFormat(self.FORM)
        self.setText(words)


class Label(_Label):
    """Plain text, whatever it looks like."""

    FORM = Qt.TextFormat.PlainText


class RichLabel(_Label):
    """Our own markup; text from outside must be escaped in it."""

    FORM = Qt.TextFormat.RichText


def plain_tooltip(text: str) -> str:
    """``text`` escaped so that a Qt tooltip shows it literally."""
    if not Qt.mightBeRichText(text):
        return text
    return f"<span style='white-space: pre-wrap'>{escape(text)}</span>"


def warn(parent: QWidget, text: str) -> None:
    """Show ``text``, which may quote a file, until it is confirmed."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Hyperfold")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.exec()
    box.deleteLater()
