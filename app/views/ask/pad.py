"""A pad to draw a picture on: by mouse, or by keys with a pen that is up or down."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from app.look.rows_as_pictures import draw_pixels, fitted
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.key_canvas import ARROWS, ENTER, KeyCanvas
from core.language import mark, tr
from core.problems.ink import PEN, Stroke
from core.problems.points import Image

KEY_STEP = 0.04  # of the side, for each press of an arrow
NEAREST = 0.004  # of the side: points of a stroke that are closer are one


class Pad(KeyCanvas):
    """Strokes on a square; the network's input picture is in a corner."""

    keys = mark(
        "Arrow keys move the pen, Enter puts it down or lifts it, Backspace undoes a "
        "stroke, Delete clears the pad"
    )
    strokes_changed = Signal(object)  # tuple[Stroke, ...]
    clear_asked = Signal()
    undo_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.strokes: tuple[Stroke, ...] = ()
        self.ink = (1.0, 1.0, 1.0)
        self.image: Image = (8, 8, 1)
        self.picture: QImage | None = None  # the network's input
        self._drawing = False
        self._pen: tuple[float, float] | None = None  # moved by keys
        self._down = False
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setMinimumSize(96, 96)
        self.setAccessibleName(tr("Drawing pad"))

    def sizeHint(self) -> QSize:
        """A square."""
        return QSize(self._theme.px(200), self._theme.px(200))

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def show_question(
        self, strokes: tuple[Stroke, ...], image: Image, picture: QImage | None
    ) -> None:
        """Show strokes, and the picture made from them."""
        if not self._drawing:  # a stroke under the mouse is newer
            self.strokes = strokes
        self.image, self.picture = image, picture
        self.update()

    # -- geometry ------------------------------------------------------------------

    def surface(self) -> QRectF:
        """The drawing area: as large as fits, in the shape of the pictures."""
        place = fitted(QRectF(self.rect()).adjusted(1, 1, -1, -1), self.image)
        place.moveTop(1.0)
        return place

    def _at(self, place: QPointF) -> tuple[float, float]:
        area = self.surface()
        x = (place.x() - area.left()) / max(1.0, area.width())
        y = (place.y() - area.top()) / max(1.0, area.height())
        return min(1.0, max(0.0, x)), min(1.0, max(0.0, y))

    # -- painting ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Background, the picture or the strokes, and a small picture beside them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, area = self._theme, self.surface()
        coloured = self.image[2] == 3
        painter.fillRect(self.rect(), QColor(theme.pane))
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.setBrush(QColor(theme.field))
        painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if self.picture is not None and (not self.strokes or coloured):
            draw_pixels(painter, area, self.picture)
        if not coloured:
            self._draw_strokes(painter, area)
            if self.strokes and self.picture is not None:
                self._draw_seen(painter, area, self.picture)
        if not self.strokes and self.picture is None:
            painter.setPen(QColor(theme.secondary))
            painter.setFont(theme.font())
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, tr("Draw here"))
        if self._pen is not None and self.hasFocus():
            self._draw_pen(painter, area, self._pen)
        self.draw_focus(painter, theme)

    def _draw_strokes(self, painter: QPainter, area: QRectF) -> None:
        pen = QPen(QColor(self._theme.text), 2 * PEN * area.width())
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.save()
        painter.setClipRect(area)
        painter.setPen(pen)
        for stroke in self.strokes:
            line = QPolygonF(
                [
                    QPointF(
                        area.left() + x * area.width(), area.top() + y * area.height()
                    )
                    for x, y in stroke.points
                ]
            )
            if line.size() == 1:
                painter.drawPoint(line.first())
            else:
                painter.drawPolyline(line)
        painter.restore()

    def _draw_seen(self, painter: QPainter, area: QRectF, picture: QImage) -> None:
        """In the lower right corner: the network's input."""
        theme = self._theme
        side = max(0.26 * area.width(), 28.0)
        place = QRectF(0, 0, side, side * area.height() / max(1.0, area.width()))
        place.moveBottomRight(area.bottomRight() - QPointF(4, 4))
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.setBrush(QColor(theme.pane))
        painter.drawRect(place.adjusted(-1.5, -1.5, 1.5, 1.5))
        draw_pixels(painter, place, picture)

    def _draw_pen(
        self, painter: QPainter, area: QRectF, at: tuple[float, float]
    ) -> None:
        centre = QPointF(
            area.left() + at[0] * area.width(), area.top() + at[1] * area.height()
        )
        accent = QColor(self._theme.accent)
        painter.setPen(QPen(accent, 2))
        painter.setBrush(accent if self._down else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, 5, 5)
        painter.setFont(self._theme.font(SMALL))

    # -- the mouse -----------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a stroke."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pen, self._down = None, False
            self._drawing = True
            self._begin(self._at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Continue the stroke."""
        if self._drawing:
            self._go_on(self._at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the stroke."""
        self._drawing = False

    def _begin(self, at: tuple[float, float]) -> None:
        self._take((*self.strokes, Stroke((at,), self.ink)))

    def _go_on(self, at: tuple[float, float]) -> None:
        *before, last = self.strokes
        x, y = last.points[-1]
        if abs(at[0] - x) + abs(at[1] - y) < NEAREST:
            return
        self._take((*before, replace(last, points=(*last.points, at))))

    def _take(self, strokes: tuple[Stroke, ...]) -> None:
        self.strokes = strokes
        self.strokes_changed.emit(strokes)
        self.update()

    # -- keys ----------------------------------------------------------------------

    def key_used(self, key: Qt.Key) -> bool:
        """Move the pen, undo a stroke, or clear."""
        if key in ARROWS:
            right, down = ARROWS[key]
            x, y = self._pen or (0.5, 0.5)
            x = min(1.0, max(0.0, x + right * KEY_STEP))
            y = min(1.0, max(0.0, y + down * KEY_STEP))
            self._pen = (x, y)
            if self._down:
                self._go_on(self._pen)
        elif key in ENTER:
            self._pen = self._pen or (0.5, 0.5)
            self._down = not self._down
            if self._down:
                self._begin(self._pen)
            self.tell(tr("The pen is down") if self._down else tr("The pen is up"))
        elif key == Qt.Key.Key_Backspace:
            self._down = False
            self.undo_asked.emit()
        elif key == Qt.Key.Key_Delete:
            self._down = False
            self.clear_asked.emit()
        else:
            return False
        return True

    def keys_left(self) -> None:
        """Lift the pen."""
        self._pen, self._down = None, False
