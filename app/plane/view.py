"""Which part of the plane is visible; pictures side by side share it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Signal

from core.problems.base import Box

_FARTHEST, _NEAREST = 4.0, 0.02  # zoom, as shares of the problem's own box


class PlaneView(QObject):
    """Which part of the plane is visible; shared by pictures side by side."""

    changed = Signal()
    pointed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.home: Box = (-1.0, 1.0, -1.0, 1.0)
        self.box: Box = self.home
        self.pointer: tuple[float, float] | None = None  # in the plane's units
        self.pinned: tuple[float, float] | None = None  # read while the pointer is away

    def set_home(self, box: Box) -> None:
        """Set the problem's own box; another problem resets what is visible."""
        if box != self.home:
            self.home = self.box = box
            self.pinned = None

    def reset(self) -> None:
        """Show the problem's own box."""
        if self.box != self.home:
            self.box = self.home
            self.changed.emit()

    def zoom(self, factor: float, x: float, y: float) -> None:
        """Shrink (below 1) or grow the visible box, keeping (x, y) in place."""
        x0, x1, y0, y1 = self.box
        share = (x1 - x0) * factor / (self.home[1] - self.home[0])
        if not _NEAREST <= share <= _FARTHEST:
            return
        self.box = (
            x + (x0 - x) * factor,
            x + (x1 - x) * factor,
            y + (y0 - y) * factor,
            y + (y1 - y) * factor,
        )
        self.changed.emit()

    def shift(self, dx: float, dy: float) -> None:
        """Move the visible box."""
        x0, x1, y0, y1 = self.box
        self.box = (x0 + dx, x1 + dx, y0 + dy, y1 + dy)
        self.changed.emit()

    def point(self, at: tuple[float, float] | None) -> None:
        """Set the mouse position."""
        self.pointer = at
        self.pointed.emit()

    def pin(self, at: tuple[float, float] | None) -> None:
        """Pin a place to read out when the mouse is elsewhere; None: unpin."""
        self.pinned = at
        self.pointed.emit()

    def fitted(self, size: QSize) -> Box:
        """The visible box, widened to the shape of a widget: one scale on both axes."""
        x0, x1, y0, y1 = self.box
        w, h = max(1, size.width()), max(1, size.height())
        unit = max((x1 - x0) / w, (y1 - y0) / h)
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        dx, dy = unit * w / 2, unit * h / 2
        return (cx - dx, cx + dx, cy - dy, cy + dy)
