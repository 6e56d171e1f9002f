"""How the window shows a dialog of its own."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog


def show_once(dialog: QDialog) -> None:
    """Show a dialog until it is closed; the window does not keep it."""
    dialog.exec()
    # `findChildren` of the window would find it until it is deleted, and PySide 6.11
    # then never frees it in Python, nor the window it refers to.
    dialog.setParent(None)
    dialog.deleteLater()
