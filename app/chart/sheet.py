"""The scene of a chart, which handles the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsView

if TYPE_CHECKING:
    from app.chart.chart import Chart


class Sheet(pg.GraphicsView):  # type: ignore[misc]
    """pyqtgraph's scene, filling a chart: it handles the mouse, and paints nothing.

    Painting would query its items' bounds many times per frame, in Python.
    """

    def __init__(self, chart: Chart) -> None:
        super().__init__(chart)
        self._chart = chart
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # Plots are placed by hand: nothing is in the widget that fills a view (ADR 20).
        self.setCentralItem(None)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Leave painting to the chart."""
        self._chart.draw(QPainter(self.viewport()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom from the visible range."""
        self._chart.follow()
        super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Labels first, then pyqtgraph."""
        self._chart.follow()
        left = event.button() == Qt.MouseButton.LeftButton
        if not (left and self._chart.press(event.position())):
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Fit; two quick clicks on a name are two clicks."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mouseDoubleClickEvent(event)
        elif not self._chart.press(event.position()):
            self._chart.fit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read, or drag."""
        if event.buttons() != Qt.MouseButton.NoButton:
            self._chart.follow()
        super().mouseMoveEvent(event)
        self._chart.point(event.position())

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse has left."""
        super().leaveEvent(event)
        self._chart.point_away()
