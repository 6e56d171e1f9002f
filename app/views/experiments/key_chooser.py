"""A list of every setting that can be varied, with a field to search it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.look.theme import Theme
from app.widgets.label import plain_tooltip
from core.language import tr
from core.scenes.key_list import Key

_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class KeyChooser(QWidget):
    """Opens below a button; typing narrows the list, Return takes the marked one."""

    chosen = Signal(object)  # Key

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("tip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Settings"))
        self.search = _Search(self)
        self.search.setAccessibleName(tr("Search settings"))
        self.search.setPlaceholderText(tr("Search settings"))
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Settings that can be varied"))
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.search)
        layout.addWidget(self.list)
        self._keys: Sequence[Key] = ()
        self.search.textChanged.connect(self._filter)
        self.search.moved.connect(self._move)
        self.search.returnPressed.connect(self._take)
        self.list.itemClicked.connect(lambda _: self._take())
        self.list.itemActivated.connect(lambda _: self._take())

    def offer(self, keys: Sequence[Key], below: QWidget) -> None:
        """Show these keys below a button."""
        self._keys = keys
        self.search.clear()
        self._filter("")
        self.move(below.mapToGlobal(QPoint(0, below.height())))
        self.show()
        self.search.setFocus()

    def shown(self) -> list[str]:
        """The paths listed now."""
        return [
            self.list.item(row).data(Qt.ItemDataRole.UserRole).path
            for row in range(self.list.count())
        ]

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        self.list.clear()
        for key in self._keys:
            hay = f"{key.title} {key.path} {key.words}".lower()
            if all(word in hay for word in words):
                item = QListWidgetItem(key.title)
                item.setToolTip(plain_tooltip(f"{key.path}\n{key.words}"))
                item.setData(Qt.ItemDataRole.UserRole, key)
                self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _move(self, key: int) -> None:
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8}.get(
            Qt.Key(key), 8
        )
        row = max(0, min(self.list.count() - 1, self.list.currentRow() + by))
        self.list.setCurrentRow(row)

    def _take(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.hide()
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's font and size."""
        self.search.setFont(theme.font())
        self.search.setFixedHeight(theme.px(28))
        self.list.setFont(theme.font())
        self.setFixedSize(theme.px(280), theme.px(340))


class _Search(QLineEdit):
    """Arrow keys move in the list below."""

    moved = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass on the keys that move."""
        if Qt.Key(event.key()) in _MOVES:
            self.moved.emit(event.key())
        else:
            super().keyPressEvent(event)
