"""Controls inside a menu that the keyboard reaches too.

A menu uses Tab and the arrows for its items and never passes them to a widget inside.
This one acts as an item, moves the focus through its controls, and returns it to the
menu at either end.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QMenu, QVBoxLayout, QWidget, QWidgetAction


class MenuControls(QWidget):
    """Contains ``controls`` as one item of a menu."""

    def __init__(self, name: str, controls: QWidget) -> None:
        super().__init__()
        self.setAccessibleName(name)
        # Without it the menu would choose the item and keep the keyboard.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(controls)

    def stops(self) -> list[QWidget]:
        """The widgets that can take the focus, in reading order."""
        found = [
            w
            for w in self.findChildren(QWidget)
            if w.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
            and w.focusProxy() is None
            and w.isVisible()
            and w.isEnabled()
        ]

        def place(widget: QWidget) -> tuple[int, int]:
            at = widget.mapTo(self, widget.rect().topLeft())
            return at.y(), at.x()

        return sorted(found, key=place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the first control."""
        stops = self.stops()
        if stops:
            stops[0].setFocus(Qt.FocusReason.TabFocusReason)

    def focusNextPrevChild(self, forwards: bool) -> bool:
        """Tab goes from control to control and then back into the menu."""
        stops = self.stops()
        here = QApplication.focusWidget()
        at = stops.index(here) if here in stops else -1
        at += 1 if forwards else -1
        if 0 <= at < len(stops):
            reasons = Qt.FocusReason
            stops[at].setFocus(
                reasons.TabFocusReason if forwards else reasons.BacktabFocusReason
            )
            return True
        return self._leave(forwards)

    def _leave(self, forwards: bool) -> bool:
        menu = self.parentWidget()
        if not isinstance(menu, QMenu):
            return False
        others = [
            action
            for action in menu.actions()
            if action.isEnabled()
            and not action.isSeparator()
            and not isinstance(action, QWidgetAction)
        ]
        if others:
            menu.setFocus(Qt.FocusReason.TabFocusReason)
            menu.setActiveAction(others[0 if forwards else -1])
        return bool(others)
