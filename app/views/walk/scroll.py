"""The area in which a walk's graph is scrolled."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from app.views.walk.canvas import GraphCanvas
from core.language import tr


class GraphScroll(QScrollArea):
    """The canvas, scrolled if the graph needs more space than there is."""

    slid = Signal(int, int)

    def __init__(self, canvas: GraphCanvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.setWidget(canvas)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Graph of the walk"))
        self.setMinimumHeight(110)
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.valueChanged.connect(self._on_slid)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The graph fills the space."""
        super().resizeEvent(event)
        self.canvas.set_room(self.viewport().size())

    def _on_slid(self) -> None:
        self.slid.emit(
            self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        )

    def slide(self, x: int, y: int) -> None:
        """Show the same part as another graph does."""
        self.horizontalScrollBar().setValue(x)
        self.verticalScrollBar().setValue(y)

    def follow(self) -> None:
        """Bring the present node into view."""
        rect = self.canvas.current_rect()
        if rect is not None:
            at = rect.center().toPoint()
            self.ensureVisible(at.x(), at.y(), round(rect.width() / 2) + 24, 40)
