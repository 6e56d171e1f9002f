"""How the window shows a dialog of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog


def show_once(dialog: QDialog) -> None:
    """Show a dialog until it is closed; the window does not keep it."""
    dialog.exec()
    dialog.deleteLater()
