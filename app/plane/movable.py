"""A picture of a plane that mouse and keys move, zoom and point at."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.look.theme import LIGHT, Theme
from app.plane.key_canvas import ARROWS, KeyCanvas
from app.plane.view import PlaneView
from core.arrays import Floats
from core.language import mark
from core.problems.base import Box

_ZOOMS = {Qt.Key.Key_Plus: 0.85, Qt.Key.Key_Equal: 0.85, Qt.Key.Key_Minus: 1 / 0.85}


class MovablePlane(KeyCanvas):
    """The geometry and navigation of a plane; subclasses draw on it."""

    keys = mark(
        "Arrows move a point and read the value there; plus and minus "
        "zoom, Home shows everything; Escape removes the point."
    )

    def __init__(self, view: PlaneView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self._theme: Theme = LIGHT
        self._drag: QPointF | None = None
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(40, 40)
        view.changed.connect(self.update)
        view.pointed.connect(self.update)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    # -- what a kind of picture adds -----------------------------------------------

    def hover(self, at: QPointF) -> None:
        """The mouse, or the point moved by keys, is over a pixel."""

    def left(self) -> None:
        """The pointer has left."""

    def words_at(self, place: tuple[float, float]) -> list[str]:
        """What there is to read at a point of the plane."""
        return []

    # -- geometry ------------------------------------------------------------------

    def area(self) -> QRectF:
        """The area of the picture: everywhere."""
        return QRectF(self.rect())

    def visible(self) -> Box:
        """The part of the plane inside `area`."""
        return self.view.fitted(self.size())

    def pixels_of(self, points: Floats) -> tuple[Floats, Floats]:
        """Where points of the plane are drawn."""
        x0, x1, y0, y1 = self.visible()
        area = self.area()
        return (
            area.left() + (points[:, 0] - x0) * (area.width() / (x1 - x0)),
            area.top() + (y1 - points[:, 1]) * (area.height() / (y1 - y0)),
        )

    def to_plane(self, at: QPointF) -> tuple[float, float]:
        """The place in the plane's units under a pixel."""
        x0, x1, y0, y1 = self.visible()
        area = self.area()
        return (
            x0 + (at.x() - area.left()) * (x1 - x0) / max(1.0, area.width()),
            y1 - (at.y() - area.top()) * (y1 - y0) / max(1.0, area.height()),
        )

    def rect_of(self, box: Box) -> QRectF:
        """Where a box of the plane is drawn."""
        x0, x1, y0, y1 = self.visible()
        area = self.area()
        across, down = area.width() / (x1 - x0), area.height() / (y1 - y0)
        return QRectF(
            area.left() + (box[0] - x0) * across,
            area.top() + (y1 - box[3]) * down,
            (box[1] - box[0]) * across,
            (box[3] - box[2]) * down,
        )

    def middle(self) -> tuple[float, float]:
        """The point of the plane in the middle of the picture."""
        return self.to_plane(self.area().center())

    # -- mouse ---------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to drag the plane."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._drag = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag."""
        self._drag = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Back to the plane's own box."""
        self.view.reset()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read the value, or drag the plane."""
        here = event.position()
        if self._drag is not None:
            before, after = self.to_plane(self._drag), self.to_plane(here)
            self._drag = here
            self.view.shift(before[0] - after[0], before[1] - after[1])
        self.view.point(self.to_plane(here))
        self.hover(here)

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse has left."""
        self.view.point(None)
        self.left()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the mouse."""
        turn = event.angleDelta().y()
        if turn:
            self.view.zoom(0.85 ** (turn / 120), *self.to_plane(event.position()))
        event.accept()

    # -- keys ----------------------------------------------------------------------

    def key_used(self, key: Qt.Key) -> bool:
        """Move the readout point, zoom around it, or remove it."""
        at = self.view.pointer
        if key in ARROWS:
            self._move_point(*ARROWS[key])
        elif key in _ZOOMS:
            self.view.zoom(_ZOOMS[key], *(at or self.middle()))
        elif key == Qt.Key.Key_Home:
            self.view.reset()
        elif key == Qt.Key.Key_Escape and at is not None and self.hasFocus():
            self.keys_left()
            self.tell("")
        else:
            return False
        return True

    def _move_point(self, right: int, down: int) -> None:
        """Move by a fiftieth of the picture; the first press starts in its middle."""
        area, at = self.area(), QPointF(self.area().center())
        if self.view.pointer is not None:
            x, y = self.pixels_of(np.array([self.view.pointer]))
            step = max(2.0, 0.02 * min(area.width(), area.height()))
            at = QPointF(x[0] + step * right, y[0] + step * down)
        at.setX(min(max(at.x(), area.left()), area.right()))
        at.setY(min(max(at.y(), area.top()), area.bottom()))
        place = self.to_plane(at)
        self.view.point(place)
        self.hover(at)
        words = self.words_at(place)
        if words:
            self.tell(", ".join(words))

    def keys_left(self) -> None:
        """Remove the point."""
        self.view.point(None)
        self.left()
