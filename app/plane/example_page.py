"""A painted page with one mark for each training example, which can be pointed at."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from app.look.markers import draw_markers
from app.look.theme import LIGHT, Theme
from app.plane.key_canvas import ARROWS, ENTER, KeyCanvas
from core.arrays import Bools, Floats, Ints
from core.language import mark, tr

REACH = 8  # pixels within which the mouse hits a mark


class ExamplePage(KeyCanvas):
    """Has the theme, the marked examples and where they were painted."""

    keys = mark(
        "Arrows move between examples from left to right, Page Up and Page "
        "Down by ten; Enter keeps the terms of one in view; Escape "
        "releases it."
    )

    example_hovered = Signal(int)  # training example under the mouse, −1: none
    example_chosen = Signal(int)  # the one clicked, −1: none

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._highlight: frozenset[int] = frozenset()
        self.chosen = -1
        self.spots: tuple[Floats, Floats, Ints] = (
            np.empty(0),
            np.empty(0),
            np.empty(0, np.int64),
        )
        self.hovered = -1
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        self.setMinimumSize(80, 60)

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(340, 220)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def set_highlight(self, examples: frozenset[int]) -> None:
        """Mark training examples."""
        if examples != self._highlight:
            self._highlight = examples
            self.update()

    def set_chosen(self, example: int) -> None:
        """Keep showing the explanation of an example; −1: none."""
        if example != self.chosen:
            self.chosen = example
            self.update()

    def explained(self, rows: Ints) -> int:
        """Index in ``rows`` of the example to explain: hovered, else chosen; or −1."""
        for example in (*sorted(self._highlight)[:1], self.chosen):
            found = np.flatnonzero(rows == example)
            if len(found):
                return int(found[0])
        return -1

    def remember(self, x: Floats, y: Floats, rows: Ints) -> None:
        """Remember where the examples ``rows`` were painted, for the mouse."""
        self.spots = (x, y, rows)

    def forget(self) -> None:
        """Forget the painted examples."""
        self.remember(np.empty(0), np.empty(0), np.empty(0, np.int64))

    def mark(self, painter: QPainter, x: Floats, y: Floats, rows: Ints) -> None:
        """Ring the marked and the chosen examples."""
        marked = [*self._highlight, *([self.chosen] if self.chosen >= 0 else [])]
        if not marked:
            return
        hit = np.isin(rows, marked)
        if not hit.any():
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._theme.accent), 2))
        draw_markers(painter, x[hit], y[hit], "o", 14.0)

    # -- many marks in little time ---------------------------------------------------

    def stamp(
        self,
        painter: QPainter,
        x: Floats,
        y: Floats,
        symbol: str,
        size: float,
        fill: QColor | None,
        pen: QPen,
    ) -> None:
        """Put one mark at each point."""
        fine = np.isfinite(x) & np.isfinite(y)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush if fill is None else fill)
        # On whole pixels: most of a saturated sample covers only a few of them.
        draw_markers(painter, np.round(x[fine]), np.round(y[fine]), symbol, size)

    def stamp_classes(
        self, painter: QPainter, x: Floats, y: Floats, labels: Ints, size: float
    ) -> None:
        """Filled marks in the colour and the shape of each example's class."""
        theme = self._theme
        pen = QPen(QColor(theme.outline), 1)
        for k in np.unique(labels).tolist():
            part = labels == k
            self.stamp(
                painter,
                x[part],
                y[part],
                theme.class_symbol(k),
                size,
                theme.class_colour(k),
                pen,
            )

    def stamp_rings(
        self, painter: QPainter, x: Floats, y: Floats, which: Bools, size: float
    ) -> None:
        """Put rings around examples with a problem."""
        pen = QPen(QColor(self._theme.bad), 1.5)
        self.stamp(painter, x[which], y[which], "o", size, None, pen)

    # -- the mouse -------------------------------------------------------------------

    def _under(self, place: QPointF) -> int:
        x, y, rows = self.spots
        if not len(x):
            return -1
        away = np.hypot(x - place.x(), y - place.y())
        nearest = int(np.argmin(np.where(np.isfinite(away), away, np.inf)))
        return int(rows[nearest]) if away[nearest] <= REACH else -1

    def _hover(self, example: int) -> None:
        if example != self.hovered:
            self.hovered = example
            self.example_hovered.emit(example)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Signal which example is under the mouse."""
        self._hover(self._under(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the example under the mouse, or none."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.example_chosen.emit(self._under(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse has left."""
        self._hover(-1)

    # -- keys ------------------------------------------------------------------------

    def _order(self) -> Ints:
        """The examples on the page from left to right."""
        x, y, rows = self.spots
        order = np.lexsort((-y, np.round(x)))
        return np.asarray(rows[order[np.isfinite(x + y)[order]]])

    @property
    def takes_arrows(self) -> bool:
        """Only if there are examples to go through."""
        return self._by_keys and bool(len(self.spots[0]))

    def key_used(self, key: Qt.Key) -> bool:
        """Move to the next example, choose it, or leave it."""
        rows = self._order()
        strides = {
            **{arrow: sum(step) for arrow, step in ARROWS.items()},
            Qt.Key.Key_PageUp: -10,
            Qt.Key.Key_PageDown: 10,
            Qt.Key.Key_Home: -len(rows),
            Qt.Key.Key_End: len(rows),
        }
        if key in strides and len(rows):
            found = np.flatnonzero(rows == self.hovered)
            # Without a current example, forwards starts at the first and backwards at
            # the last.
            start = -1 if strides[key] > 0 else len(rows)
            here = int(found[0]) if len(found) else start
            to = min(max(0, here + strides[key]), len(rows) - 1)
            self._hover(int(rows[to]))
            self.tell(
                tr(
                    "Example {rows}, {to} of {count} from the left",
                    rows=rows[to] + 1,
                    to=to + 1,
                    count=len(rows),
                )
            )
        elif key in ENTER and len(rows):
            self.example_chosen.emit(self.hovered)
        elif key == Qt.Key.Key_Escape and self.hovered >= 0:
            self.keys_left()
            self.tell("")
        else:
            return False
        return True

    def keys_left(self) -> None:
        """Point at no example."""
        self._hover(-1)
