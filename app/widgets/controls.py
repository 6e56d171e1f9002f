"""Which widgets a person operates rather than reads: figures for papers lack them."""

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
    """Say that these are operated, too, although their kinds do not show it."""
    for widget in widgets:
        widget.setProperty(_MARK, True)


def controls_in(parent: QWidget) -> list[QWidget]:
    """All of them in ``parent``, shown or not."""
    return [
        widget
        for widget in parent.findChildren(QWidget)
        if isinstance(widget, _KINDS) or widget.property(_MARK)
    ]
