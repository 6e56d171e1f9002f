"""Handles menus and dialogs, which have an event loop of their own."""

from __future__ import annotations

import random
from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QWidget,
)

from tests.app.person import hands

KEYS = (
    Qt.Key.Key_Down,
    Qt.Key.Key_Up,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Return,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Space,
    Qt.Key.Key_Home,
)
PATIENCE = 8  # things done in one menu or dialog before it is closed


class Guest(QObject):
    """Does random things in whatever is open over the window, and finally closes it."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._tell = tell
        self.dice = random.Random(0)
        self._turns = 0
        self._timer = QTimer(self)
        self._timer.setInterval(8)
        self._timer.timeout.connect(self._turn)
        self._timer.start()

    def stop(self) -> None:
        """Stop."""
        self._timer.stop()

    @staticmethod
    def open_widget() -> QWidget | None:
        """The menu or dialog that blocks the window."""
        return QApplication.activePopupWidget() or QApplication.activeModalWidget()

    def _turn(self) -> None:
        found = self.open_widget()
        if found is None:
            self._turns = 0
            return
        self._turns += 1
        # Not from here: a timer does not fire inside a loop started by its own slot.
        QTimer.singleShot(0, self._act)

    def _act(self) -> None:
        found = self.open_widget()
        if found is None:
            return
        kind = type(found).__name__
        if self._turns > PATIENCE:
            self._tell(f"closes {kind}")
            self._leave(found)
        elif isinstance(found, QMenu):
            self._choose(found)
        elif isinstance(found, QDialog):
            self._fill_in(found)
        else:
            self._poke(found, f"in {kind}")

    @staticmethod
    def _leave(found: QWidget) -> None:
        if isinstance(found, QDialog):
            found.reject()
        else:
            found.close()

    def _choose(self, menu: QMenu) -> None:
        actions = [a for a in menu.actions() if a.isEnabled() and not a.isSeparator()]
        if not actions or self.dice.random() < 0.4:
            self._poke(menu, "in a menu")
            return
        action = self.dice.choice(actions)
        self._tell(f"chooses {action.text() or 'settings'!r}")
        hands.click(menu, menu.actionGeometry(action).center())

    def _fill_in(self, dialog: QDialog) -> None:
        kinds = (QAbstractButton, QComboBox, QLineEdit)
        inside = [
            w
            for w in dialog.findChildren(QWidget)
            if isinstance(w, kinds) and w.isVisible() and w.isEnabled()
        ]
        if not inside or self.dice.random() < 0.2:
            self._poke(dialog, f"in {dialog.windowTitle()!r}")
            return
        chosen = self.dice.choice(inside)
        words = chosen.text() if isinstance(chosen, QAbstractButton) else ""
        self._tell(f"uses {type(chosen).__name__} {words!r} of {dialog.windowTitle()}")
        hands.click(chosen, chosen.rect().center())
        if isinstance(chosen, QLineEdit) and shiboken6.isValid(chosen):
            hands.write(dialog, self.dice.choice(["7", "abc", "-1e9", "x"]))

    def _poke(self, widget: QWidget, where: str) -> None:
        choice = self.dice.randrange(3)
        at = QPoint(
            self.dice.randrange(max(1, widget.width())),
            self.dice.randrange(max(1, widget.height())),
        )
        if choice == 0:
            which = self.dice.choice(KEYS)
            self._tell(f"presses {which.name} {where}")
            hands.key(widget, which)
        elif choice == 1:
            self._tell(f"clicks {where}")
            hands.click(widget, at)
        else:
            self._tell(f"hovers {where}")
            hands.hover(widget, at)
