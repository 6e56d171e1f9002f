"""How the window shows a dialog of its own, and gets rid of it."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog


def show_once(dialog: QDialog) -> None:
    """Show a dialog until it is closed; the window does not keep it."""
    dialog.exec()
    discard(dialog)


def discard(dialog: QDialog) -> None:
    """Delete a dialog that was closed, once its events are handled.

    `findChildren` of the window would find it until then, and PySide 6.11 would never
    free it in Python, nor the window it refers to. So it leaves its parent at once.
    """
    dialog.setParent(None)
    dialog.deleteLater()
