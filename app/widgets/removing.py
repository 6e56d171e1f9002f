"""How a view removes a widget that it made."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def remove(widget: QWidget) -> None:
    """Take a widget out of its parent at once, and delete it later.

    It is hidden first: a layout shows a new widget only in the next turn of the event
    loop, and without a parent it would then appear as a window of its own.
    """
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()
