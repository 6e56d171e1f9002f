"""The keyboard in the whole window: where Tab goes, and which widget keeps a key.

Widgets come and go: layers, pages, panes that are dragged about. So the order is not
fixed once but worked out from the window at each press of Tab.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QSlider,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

if TYPE_CHECKING:
    from app.shell.panes import Pane
    from app.shell.window import MainWindow

_TAB = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class Keyboard(QObject):
    """Watches the keys of a window before they become shortcuts.

    A filter rather than the window's `event`, which would still be on the Python stack
    while Qt deletes the window.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._last: QWidget | None = None  # had the focus at the last key
        # Something was clicked or chosen since the last Tab: Space plays, even if the
        # focus is on a button or a list.
        self._chosen = False
        self._within: Pane | None = None  # the view that has the focus
        window.installEventFilter(self)
        cast(QApplication, QApplication.instance()).focusChanged.connect(self._on_focus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the tab order, or leave a key to the widget that wants it."""
        kind = event.type()
        if kind == QEvent.Type.Show and watched is self._window:
            # Presses arrive here first; most buttons do not take the focus by a click.
            self._window.windowHandle().installEventFilter(self)
        elif kind == QEvent.Type.MouseButtonPress:
            self._chosen = True
        if kind != QEvent.Type.ShortcutOverride or watched is not self._window:
            return False
        key = cast(QKeyEvent, event)
        widget = QApplication.focusWidget()
        if key.key() in _TAB:
            self._chosen = False
            self._go_on()
            follow_the_eye(self._window)
        elif key.key() == Qt.Key.Key_Escape:
            QTimer.singleShot(0, self, partial(self._leave, widget))
        elif key.key() == Qt.Key.Key_Space and self._chosen:
            return False
        elif _wanted(widget, key):
            self._chosen |= isinstance(widget, QComboBox) and key.key() in _ARROWS
            event.accept()
            return True
        self._last = QApplication.focusWidget() or self._last
        return False

    def _on_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        """Keep the focus in a view, and see whether the list of a combo box is open."""
        before = self._within
        if new is None or not isValid(new):
            return
        self._within = self._pane_of(new)
        popup = QApplication.activePopupWidget()
        # The list gives the focus back once something is chosen.
        self._chosen |= popup is not None and popup.isAncestorOf(new)
        gone = old is not None and not (isValid(old) and old.isVisible())
        if gone and before is not None and before is not self._within:
            # Qt would go on to a field. The view may be about to make a new picture.
            QTimer.singleShot(0, self, partial(self._stay, before, new))

    def _pane_of(self, widget: QWidget) -> Pane | None:
        panes = self._window.panes
        return next((p for p in panes if p.isAncestorOf(widget)), None)

    def _stay(self, pane: Pane, beside: QWidget) -> None:
        """Give the focus back to a view whose picture was replaced."""
        if isValid(beside) and QApplication.focusWidget() is beside:
            if pane.visibleRegion().isEmpty():
                self._window.setFocus()
            else:
                pane.take_keyboard()

    def lead_into(self, pane: Pane | None) -> None:
        """Give a view the focus, or None the window; Space plays in any case."""
        self._chosen = True
        if pane is None:
            self._window.setFocus()
        else:
            pane.raise_()
            pane.take_keyboard()

    def give_back(self, beside: QWidget | None) -> None:
        """Take the focus from fields that come and go, but not from ``beside``."""
        widget = QApplication.focusWidget()
        if widget is None or beside is None or not beside.isAncestorOf(widget):
            self._window.setFocus()

    def _leave(self, widget: QWidget | None) -> None:
        """Escape gives the focus back, unless it has already moved."""
        if widget is None or not isValid(widget) or widget is self._window:
            return
        if QApplication.focusWidget() is widget and widget.window() is self._window:
            self._window.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go_on(self) -> None:
        """Let Tab continue from a field that gave the focus back."""
        last, self._last = self._last, None
        if QApplication.focusWidget() is not None or last is None or not isValid(last):
            return
        if last.window() is self._window and last.isVisible() and last.isEnabled():
            last.setFocus(Qt.FocusReason.OtherFocusReason)


def _wanted(widget: QWidget | None, event: QKeyEvent) -> bool:
    """Whether the focused widget wants a key that is also a shortcut.

    Elsewhere Space plays and → trains one step.
    """
    from app.shell.time_track import TimeTrack

    key = event.key()
    if isinstance(widget, QAbstractButton) and key == Qt.Key.Key_Space:
        # The chosen one of several cannot be pressed again.
        return not (widget.isChecked() and _one_of_several(widget))
    if isinstance(widget, QSlider):
        return key in _ARROWS
    if isinstance(widget, QComboBox):
        return key in _ARROWS or key == Qt.Key.Key_Space
    if isinstance(widget, TimeTrack):
        # At the newest step it trains on, as elsewhere; at a past step that would drop
        # what came after it.
        return widget.looks_back and key in _ARROWS
    # macOS treats the arrows as keypad keys.
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    plain = held == Qt.KeyboardModifier.NoModifier
    return plain and key == Qt.Key.Key_Right and _moves_by_arrows(widget)


def _moves_by_arrows(widget: QWidget | None) -> bool:
    from app.plane.key_canvas import KeyCanvas
    from app.views.network.canvas import UnitCanvas
    from app.views.warp.track import StageSlider

    if isinstance(widget, KeyCanvas):
        return widget.takes_arrows
    if isinstance(widget, QAbstractButton):
        return _one_of_several(widget)
    return isinstance(widget, QTabBar | UnitCanvas | StageSlider)


def _one_of_several(button: QAbstractButton) -> bool:
    """Whether it is one of several exclusive buttons, like the problems.

    Qt moves between them by arrows.
    """
    group = button.group()
    return button.autoExclusive() or (group is not None and group.exclusive())


def follow_the_eye(window: MainWindow) -> None:
    """Set the tab order of the window to the reading order."""
    for first, second in pairwise(reading_order(window)):
        QWidget.setTabOrder(first, second)


def reading_order(window: MainWindow) -> list[QWidget]:
    """The widgets that take the focus: toolbar, controls, messages, panes, timeline."""
    from app.views.network.card import UnitCard

    areas: list[QWidget] = [
        window.toolbar,
        window.controls,
        window.help_line,
        window.alarm,
        window.not_kept,
        window.recovery.banner,
        window.layouts,
    ]
    for pane in _by_rows(window, [p for p in window.panes if p.isVisible()]):
        areas.append(pane)
        if pane is window.desk.panes["network"]:
            # It covers other views but belongs to a unit of this one.
            areas += window.findChildren(UnitCard)
    areas.append(window.timeline)
    left = _stops(window)
    order: list[QWidget] = []
    for area in areas:
        inside = [w for w in left if area.isAncestorOf(w)]
        order += _by_rows(window, inside)
        left = [w for w in left if w not in inside]
    return order + _by_rows(window, left)  # the lessons dock last


def _stops(window: QWidget) -> list[QWidget]:
    return [
        w
        for w in window.findChildren(QWidget)
        if w.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
        and w.isVisible()
        and w.isEnabled()
        and w.focusProxy() is None
        and w.window() is window
    ]


def _by_rows(window: QWidget, widgets: Sequence[QWidget]) -> list[QWidget]:
    """From top to bottom, and in a row from left to right."""
    placed = sorted(((_place(window, w), w) for w in widgets), key=lambda p: p[0].top())
    order: list[QWidget] = []
    row: list[tuple[QRect, QWidget]] = []
    for place, widget in placed:
        if row and place.top() > _end_of_row(*row[0]):
            order += _from_left(row)
            row = []
        row.append((place, widget))
    return order + _from_left(row)


def _end_of_row(place: QRect, widget: QWidget) -> float:
    # A picture is as high as many rows; what starts beside its middle is read later.
    line = 2 * widget.fontMetrics().height()
    return place.top() + min(place.height(), line) / 2


def _from_left(row: list[tuple[QRect, QWidget]]) -> list[QWidget]:
    return [widget for _, widget in sorted(row, key=lambda p: p[0].left())]


def _place(window: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
