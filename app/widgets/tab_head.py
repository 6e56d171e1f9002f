"""The head of a view with pages: their tabs, and the controls of the chosen one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QWidget

from app.widgets.page_tabs import PageTabs

_GAP = 6


class TabHead(QWidget):
    """Tabs and controls in one line, or in two where names would be cut off."""

    def __init__(
        self, tabs: PageTabs, controls: Sequence[QWidget], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._tabs, self._controls = tabs, QWidget(self)
        line = QHBoxLayout(self._controls)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(_GAP)
        line.addStretch(1)
        for control in controls:
            line.addWidget(control)
        self._line = line
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 8, 0)
        self._row.setSpacing(0)
        self._row.addWidget(tabs)
        self._row.addWidget(self._controls, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def in_two_lines(self) -> bool:
        """Whether the controls are below the tabs."""
        return self._row.direction() == QBoxLayout.Direction.TopToBottom

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose between one line and two."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Choose again when controls come or go, or the theme changes."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        beside = self._line.sizeHint().width() + self._row.contentsMargins().right()
        fits = self._tabs.least_width() + _GAP + beside <= self.width()
        ways = QBoxLayout.Direction
        way = ways.LeftToRight if fits else ways.TopToBottom
        if self._row.direction() != way:
            self._row.setDirection(way)
