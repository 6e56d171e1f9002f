"""The gallery: all built-in scenes with pictures, by topic, and the ready layouts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QKeyEvent, QKeySequence, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import LARGE, Theme
from app.plane.key_canvas import ENTER
from app.shell.layouts import LAYOUTS
from app.widgets.flow import FlowLayout
from app.widgets.label import Label
from app.widgets.tip import Tip, set_tip
from core.language import tr
from core.scenes import load_scene
from core.scenes.gallery import picture_of, topics

if TYPE_CHECKING:
    from app.shell.window import MainWindow

RUN_KEYS = ("Space", "R", "N")  # they change nothing that the gallery covers
CARD, PICTURE = QSize(184, 152), QSize(168, 116)


class Gallery(QDialog):
    """One click opens a scene or arranges the views.

    The window's keys work here as well. At first no button has the focus, so Space
    plays or pauses; once Tab has led to a button, Space and Enter press it.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setObjectName("ground")
        self.setWindowTitle(tr("Scenes"))
        self._window = window
        theme = window.state.shown.theme
        self.scenes: dict[str, QToolButton] = {}
        self.layouts: dict[str, QToolButton] = {}
        body = QWidget(self)
        body.setObjectName("ground")
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(8)
        column.addLayout(self._layout_row(theme))
        for topic in topics():
            head = Label(tr(topic.title), body)
            head.setFont(theme.font(LARGE, 600))
            column.addSpacing(8)
            column.addWidget(head)
            shelf = QWidget(body)
            flow = FlowLayout(shelf, theme.px(8))
            for entry in topic.entries:
                flow.addWidget(self._card(entry.scene, theme, shelf))
            column.addWidget(shelf)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setAccessibleName(tr("Scenes by topic"))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(body)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area)
        area.setFocus()  # not on a button
        room = window.size()
        self.resize(min(theme.px(1020), room.width() - 40), room.height() - 80)

    def _layout_row(self, theme: Theme) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        head = Label(tr("Layout"), self)
        head.setFont(theme.font(weight=600))
        row.addWidget(head)
        for i, layout in enumerate(LAYOUTS.values(), start=1):
            button = QToolButton(self)
            button.setText(tr(layout.title))
            button.setFont(theme.font())
            button.setCheckable(True)
            button.setChecked(layout.name == self._window.desk.layout_name)
            button.setAccessibleName(tr("Layout {title}", title=tr(layout.title)))
            set_tip(button, Tip(tr(layout.title), tr(layout.summary), keys=f"Ctrl+{i}"))
            button.clicked.connect(partial(self._use_layout, layout.name))
            self.layouts[layout.name] = button
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _card(self, name: str, theme: Theme, parent: QWidget) -> QToolButton:
        scene = load_scene(name)
        title = tr(scene.title)
        card = QToolButton(parent)
        card.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        picture = QPixmap()
        picture.loadFromData(picture_of(name))
        card.setIcon(QIcon(picture))
        size = QSize(theme.px(PICTURE.width()), theme.px(PICTURE.height()))
        card.setIconSize(size)
        card.setFixedSize(theme.px(CARD.width()), theme.px(CARD.height()))
        card.setFont(theme.font())
        room = theme.px(CARD.width() - 16)
        metrics = card.fontMetrics()
        card.setText(metrics.elidedText(title, Qt.TextElideMode.ElideRight, room))
        card.setAccessibleName(tr("Scene {title}", title=title))
        card.setCursor(Qt.CursorShape.PointingHandCursor)
        set_tip(card, Tip(title, tr(scene.summary)))
        card.clicked.connect(partial(self._open, name))
        self.scenes[name] = card
        return card

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the key does in the window, and close for all but the run's keys."""
        button = self.focusWidget()
        if event.key() in ENTER and isinstance(button, QToolButton):
            button.click()
            return
        pressed = QKeySequence(event.keyCombination())
        for action in self._window.actions():
            if action.isEnabled() and pressed in action.shortcuts():
                if pressed.toString() not in RUN_KEYS:
                    self.accept()
                # The gallery must be gone before another dialog opens.
                QTimer.singleShot(0, action, action.trigger)
                return
        super().keyPressEvent(event)

    def _open(self, name: str) -> None:
        self.accept()
        self._window.open_target(name)

    def _use_layout(self, name: str) -> None:
        self.accept()
        self._window.use_layout(name)
