"""The row of page names at the head of a view."""

from __future__ import annotations

from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QTabBar, QWidget

_ROOM = 1.6  # heights of a letter beside a name, both sides together (style.qss)


class PageTabs(QTabBar):
    """Tabs that move together before one of them would be cut off."""

    _tight = False

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pages")
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setAccessibleName(name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take room from between the names if there is too little for all."""
        self._fit()
        super().resizeEvent(event)

    def tabLayoutChange(self) -> None:
        """The names or their font changed."""
        self._fit()

    def _fit(self) -> None:
        metrics = QFontMetrics(self.font())
        names = [self.tabText(i) for i in range(self.count())]
        room = _ROOM * metrics.height()
        taken = sum(metrics.horizontalAdvance(name) + room for name in names)
        tight = taken > self.width() and self.width() > 0
        if tight != self._tight:
            self._tight = tight
            self.setProperty("tight", tight)
            self.style().unpolish(self)
            self.style().polish(self)
