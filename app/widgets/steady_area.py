"""A scroll area whose contents stay under the pointer when rows below disappear."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget


class SteadyArea(QScrollArea):
    """Keeps its position: contents that get shorter leave spare space at their end.

    Qt would scroll up instead, and a click would hit another control than the one aimed
    at. Scrolling up removes the spare space.
    """

    def __init__(self, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._body = body
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body.installEventFilter(self)  # runs before the area's own: last comes first
        self.verticalScrollBar().valueChanged.connect(lambda _: self._keep())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Reserve the space before the area notices that less is needed."""
        if watched is self._body and event.type() == QEvent.Type.LayoutRequest:
            self._keep()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another height needs another reserve."""
        super().resizeEvent(event)
        self._keep()

    def _keep(self) -> None:
        at = self.verticalScrollBar().value()
        wanted = at + self.viewport().height() if at else 0
        needed = self._body.sizeHint().height()
        self._body.setMinimumHeight(wanted if wanted > needed else 0)
