"""What a scene does in the window: its actions on views, each at its step.

Actions on the run are carried out by the runner (`core.scenes.player`); both count the
same steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication

from core.analysis.warp import stages
from core.errors import BadInput
from core.scenes import Action, Scene, for_window

if TYPE_CHECKING:
    from app.shell.window import MainWindow

#: A file must not press keys in a user's window; pictures and films have no user.
FOR_THE_STAGE = frozenset({"press", "type", "click", "dialog"})


class WindowScript(QObject):
    """Carries out the window's actions of the present scene as training goes on."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._actions: list[Action] = []
        self._next = 0
        self.on_stage = False  # no user: keys may be pressed
        self._listens = False  # to every frame
        window.state.went_back.connect(self._go_back)

    def open(self, scene: Scene) -> None:
        """Run the script of ``scene`` from its first step."""
        mine = [a for a in scene.actions if for_window(a)]
        if not self.on_stage:
            mine = [a for a in mine if a.do not in FOR_THE_STAGE]
        self._actions = sorted(mine, key=lambda a: a.at)  # stable
        self._next = 0
        self._listen()

    def end(self) -> None:
        """Stop following a scene."""
        self._actions = []
        self._next = 0
        self._listen()

    def _listen(self) -> None:
        """Hear of every frame only while there is a script: each call has its cost."""
        wanted, noticed = bool(self._actions), self._window.state.noticed
        if wanted and not self._listens:
            noticed.connect(self._on_noticed)
        elif self._listens and not wanted:
            noticed.disconnect(self._on_noticed)
        self._listens = wanted

    @property
    def next_at(self) -> int | None:
        """Steps made at which something happens next; None: nothing more."""
        return self._actions[self._next].at if self._next < len(self._actions) else None

    def follow(self, made: int, after_each: Callable[[], None] | None = None) -> None:
        """Do everything that is due when ``made`` steps have been made."""
        while (at := self.next_at) is not None and at <= made:
            self._next += 1
            act(self._window, self._actions[self._next - 1])
            if after_each is not None:
                after_each()

    def _go_back(self, made: int) -> None:
        """The user went back in time, or switched to another run."""
        if made < 0:
            self.end()
        self._next = sum(a.at <= made for a in self._actions) if made else 0

    def _on_noticed(self) -> None:
        """One frame later: nothing may change while one is being served."""
        state = self._window.state
        if not self.on_stage and state.playing:
            QTimer.singleShot(0, self, self._follow_training)

    def _follow_training(self) -> None:
        self.follow(self._window.state.a.latest.made)


def act(window: MainWindow, action: Action) -> None:
    """Do what a user would do in the window."""
    state, value = window.state, action.value
    match action.do:
        case "play":
            state.play()
        case "pause":
            state.pause()
        case "settings":
            window.desk.panes[value["view"]].panel.apply_settings(value)
        case "lesson":
            if window.lessons.isHidden():
                window.toggle_lessons()
            window.lessons.open_lesson(value["name"])
            window.lessons.begin(value["step"] - 1)
        case "dialog":
            dialog = window.dialog(value)
            dialog.setModal(False)
            dialog.show()
        case "select_layer":
            _select_layer(window, value)
        case "scrub":
            state.scrub(value)
        case "view":
            window.show_view(value)
        case "press" | "type":
            _press(window, action.do, value)
        case "click":
            _click(window, value)
        case name:  # a view's own: select_example
            for pane in window.panes:
                pane.panel.apply_settings({name: value})


def _select_layer(window: MainWindow, layer: int) -> None:
    """Move Warp to this layer's last stage; 0 is the input."""
    found = stages(window.state.a.latest.network)
    behind = [i for i, stage in enumerate(found) if stage.layer < layer]
    place = behind[-1] / (len(found) - 1)
    window.desk.panes["warp"].panel.apply_settings({"place": place})


def _press(window: MainWindow, do: str, keys: str) -> None:
    from PySide6.QtTest import QTest  # nothing else in the window needs it

    if do == "press":
        QTest.keySequence(window, QKeySequence(keys))
    else:
        QTest.keyClicks(QApplication.focusWidget() or window, keys)


def _click(window: MainWindow, name: str) -> None:
    from PySide6.QtTest import QTest

    for button in window.findChildren(QAbstractButton):
        if button.accessibleName() == name and button.isVisible():
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            return
    raise BadInput(f"click must name a control of the window, got {name!r}")
