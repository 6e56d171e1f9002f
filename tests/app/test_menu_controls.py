"""The settings in a view's menu can be reached and used by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QMenu,
    QSpinBox,
    QWidget,
)

SETTINGS = {
    "warp": {"Grid lines each way", "Grid", "Projection of wide layers", "Test points"},
    "output": {
        "Sample",
        "Test points",
        "Decision boundary and level lines",
        "Nearest neighbours and RBF kernel beside colours",
    },
    "regions": {"Fill of the regions", "Fold lines", "Decision boundary", "Sample"},
}


class OpenMenu:
    """Opens the menu of a pane and does something while it is open."""

    def __init__(self, window: QWidget, name: str) -> None:
        window.activateWindow()
        QApplication.processEvents()
        window.clock.settle()
        self.pane = window.desk.panes[name]
        self.menu: QMenu | None = None

    def during(self, deed: Callable[[], None]) -> None:
        """Open it by a key; exceptions inside are raised here."""
        wrong: list[BaseException] = []

        def act() -> None:
            menu = QApplication.activePopupWidget()
            assert isinstance(menu, QMenu)
            self.menu = menu
            try:
                deed()
            except BaseException as error:
                wrong.append(error)
            menu.close()

        button = self.pane.header.more
        button.setFocus(Qt.FocusReason.TabFocusReason)
        QTimer.singleShot(0, act)
        QTest.keyClick(button, Qt.Key.Key_Space)
        if wrong:
            raise wrong[0]

    def press(self, key: Qt.Key) -> QWidget | None:
        """Press a key as the system does; returns the focused widget."""
        assert self.menu is not None
        QTest.keyClick(self.menu.windowHandle(), key)
        return QApplication.focusWidget()

    def walk(self) -> list[QWidget]:
        """Every control that Tab visits before it is back in the menu."""
        seen: list[QWidget] = []
        for _ in range(20):
            here = self.press(Qt.Key.Key_Tab)
            if here is self.menu:
                return seen
            assert here is not None
            seen.append(here)
        raise AssertionError("Tab never left the controls")


@pytest.mark.parametrize("name", SETTINGS)
def test_tab_comes_to_every_setting_and_then_to_the_other_items(window, name):
    opened = OpenMenu(window, name)

    def look() -> None:
        seen = opened.walk()
        assert {w.accessibleName() for w in seen} >= SETTINGS[name]
        at = [w.mapToGlobal(w.rect().topLeft()).y() for w in seen]
        assert at == sorted(at), "from top to bottom"
        assert opened.menu.activeAction().text() == "Enlarge"
        back = opened.press(Qt.Key.Key_Up)
        assert back is seen[0]
        assert opened.press(Qt.Key.Key_Backtab) is opened.menu
        assert opened.menu.activeAction().text() == "Close"

    opened.during(look)


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_changed_by_keys(window, name):
    opened = OpenMenu(window, name)

    def use() -> None:
        for control in opened.walk():
            control.setFocus(Qt.FocusReason.TabFocusReason)
            if isinstance(control, QCheckBox):
                before = control.isChecked()
                opened.press(Qt.Key.Key_Space)
                assert control.isChecked() != before
                assert opened.press(Qt.Key.Key_Down) is not control, "arrows go on"
            elif isinstance(control, QSpinBox):
                value = control.value()
                opened.press(Qt.Key.Key_Up)
                assert control.value() == value + 1
            elif isinstance(control, QComboBox):
                last = control.count() - 1
                step = (
                    Qt.Key.Key_Up
                    if control.currentIndex() == last
                    else (Qt.Key.Key_Down)
                )
                chosen = control.currentIndex()
                opened.press(step)
                assert control.currentIndex() != chosen
            else:
                raise AssertionError(f"nobody tried {control}")
            assert opened.menu.isVisible()

    opened.during(use)
    assert not opened.pane.failed


def test_a_control_that_awakes_is_reached_as_well(window):
    opened = OpenMenu(window, "warp")

    def look() -> None:
        seen = opened.walk()
        (modes,) = [w for w in seen if w.accessibleName().startswith("Projection")]
        modes.setCurrentIndex(modes.findData("pair"))
        opened.press(Qt.Key.Key_Up)  # back among the controls
        names = [w.accessibleName() for w in opened.walk()]
        assert {"Unit on the x axis", "Unit on the y axis"} <= set(names)

    opened.during(look)


def test_escape_closes_and_the_button_has_the_keyboard_again(window):
    opened = OpenMenu(window, "regions")

    def leave() -> None:
        opened.press(Qt.Key.Key_Tab)
        opened.press(Qt.Key.Key_Escape)
        assert not opened.menu.isVisible()

    opened.during(leave)
    assert QApplication.focusWidget() is opened.pane.header.more
