"""A painted page with one mark for each training example, which can be pointed at."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from app.plots import draw_markers
from app.theme import LIGHT, Theme
from core.arrays import Floats, Ints

REACH = 8  # pixels within which the mouse finds a mark


class ExamplePage(QWidget):
    """Keeps the theme, the marked examples and where they were painted."""

    example_hovered = Signal(int)  # training example under the mouse, −1: none

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._highlight: frozenset[int] = frozenset()
        self._spots: tuple[Floats, Floats, Ints] = (
            np.empty(0), np.empty(0), np.empty(0, np.int64),
        )  # fmt: skip
        self._hovered = -1
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        self.setMinimumSize(80, 60)

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(340, 220)

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        self.update()

    def set_highlight(self, examples: frozenset[int]) -> None:
        """Mark training examples."""
        if examples != self._highlight:
            self._highlight = examples
            self.update()

    def remember(self, x: Floats, y: Floats, rows: Ints) -> None:
        """Where the examples ``rows`` were painted, for the mouse."""
        self._spots = (x, y, rows)

    def mark(self, painter: QPainter, x: Floats, y: Floats, rows: Ints) -> None:
        """Ring the marked examples."""
        if not self._highlight or not len(x):
            return
        hit = np.isin(rows, list(self._highlight))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._theme.accent), 2))
        draw_markers(painter, x[hit], y[hit], "o", 14.0)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which example is under the mouse."""
        x, y, rows = self._spots
        found = -1
        if len(x):
            away = np.hypot(x - event.position().x(), y - event.position().y())
            nearest = int(np.argmin(np.where(np.isfinite(away), away, np.inf)))
            if away[nearest] <= REACH:
                found = int(rows[nearest])
        if found != self._hovered:
            self._hovered = found
            self.example_hovered.emit(found)
