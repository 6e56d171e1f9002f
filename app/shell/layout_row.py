"""The ready layouts as a row of buttons over the views."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.look.theme import SMALL, Theme
from app.shell.layouts import LAYOUTS
from app.widgets.buttons import TextButton
from app.widgets.label import Label
from app.widgets.tip import Tip
from core.language import tr

if TYPE_CHECKING:
    from app.shell.window import MainWindow


class LayoutRow(QWidget):
    """One button per layout; hidden in presentations, where views need the space."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.setAccessibleName(tr("Layouts"))
        self.word = Label(tr("Layout"), self)
        self.word.setObjectName("hint")
        self.word.setContentsMargins(0, 0, 8, 0)
        self.buttons: dict[str, TextButton] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(4, 0, 0, 0)
        self._row.setSpacing(0)
        self._row.addWidget(self.word)
        for i, layout in enumerate(LAYOUTS.values(), start=1):
            title = tr(layout.title)
            named = tr("Layout {title}", title=title)
            tip = Tip(named, tr(layout.summary), keys=f"Ctrl+{i}")
            button = TextButton(title, tip, parent=self)
            button.setObjectName("tab")
            button.setCheckable(True)
            button.clicked.connect(partial(self._use, layout.name))
            self.buttons[layout.name] = button
            self._row.addWidget(button)
        self._row.addStretch(1)
        window.desk.arranged.connect(self.mark)
        window.looks.presented.connect(lambda on: self.setVisible(not on))

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's fonts."""
        self.word.setFont(theme.font(SMALL))
        for button in self.buttons.values():
            button.setFont(theme.font(SMALL))
            button.setFixedHeight(theme.px(20))
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """As small as possible: the window may be narrower than all names."""
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide names that do not fit; the menu and Ctrl with a digit have them all."""
        self._fit()

    def _fit(self) -> None:
        left = self.width() - self._row.contentsMargins().left()
        first = next(iter(self.buttons.values()))
        wide = self.word.sizeHint().width()
        self.word.setVisible(left >= wide + first.sizeHint().width())
        left -= wide
        for button in self.buttons.values():
            left -= button.sizeHint().width()
            button.setVisible(left >= 0)

    def mark(self, name: str) -> None:
        """Mark the present layout."""
        for known, button in self.buttons.items():
            button.setChecked(known == name)

    def _use(self, name: str) -> None:
        self._window.use_layout(name)
        self.mark(name)
