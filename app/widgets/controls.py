"""Which widgets are operated rather than read: figures for papers leave them out."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QTabBar,
    QWidget,
)

_KINDS = (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QTabBar,
)
_MARK = "control"


def mark_control(*widgets: QWidget) -> None:
    """Mark widgets as controls that are not recognised by their type."""
    for widget in widgets:
        widget.setProperty(_MARK, True)


def controls_in(parent: QWidget) -> list[QWidget]:
    """All controls in ``parent``, visible or not."""
    return [
        widget
        for widget in parent.findChildren(QWidget)
        if isinstance(widget, _KINDS) or widget.property(_MARK)
    ]
