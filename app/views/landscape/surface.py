"""The landscape in perspective: a surface on a turntable, painted back to front."""

from __future__ import annotations

from itertools import product
from math import cos, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.look.layer import Layer
from app.look.palette import tint
from app.look.plots import draw_curve, draw_note
from app.look.theme import LIGHT, Theme
from app.plane.captions import draw_chip
from app.plane.key_canvas import ARROWS, KeyCanvas
from app.views.landscape.jobs import QUANTITIES, Landscape
from app.views.landscape.levels import HIGHEST, PLAIN
from app.views.landscape.words import shown
from core.arrays import Floats
from core.language import lowered, mark, tr

SIDE = 64  # quads along a side when still
TURNING = 30  # and while it turns
HEIGHT = 0.55  # of the surface, in half-widths of its base
ON_PLANE = 0.05  # a path with less of its variance in the plane is not drawn on it
CLIFF = 4.0  # cut off above this multiple of the 90th percentile
LOWEST = 24.0  # of the colours' 255
STEP = 0.12  # radians that a key turns it
_BOTH = (-1.0, 1.0)
_SUN = np.array([-0.45, -0.55, 0.7])


class SurfaceCanvas(KeyCanvas):
    """Draws a `Landscape` as a surface; drag to turn it."""

    keys = mark("Arrows turn the surface; Home resets the view.")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.result: Landscape | None = None
        self.note = ""
        self.turn, self.tilt = -0.6, 0.62
        self._drag: QPointF | None = None
        self._layer = Layer()
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(40, 40)
        self.setAccessibleName(
            tr("Loss over a plane through weight space, as a surface")
        )

    def sizeHint(self) -> QSize:
        """A square of moderate size."""
        return QSize(320, 280)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def show_result(self, result: Landscape) -> None:
        """Draw a new surface."""
        self.result = result
        self.update()

    def show_note(self, note: str) -> None:
        """Say why there is nothing to draw."""
        self.result, self.note = None, note
        self.update()

    # -- painting ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The cached surface, or a new one; then the path."""
        painter = QPainter(self)
        theme, result = self._theme, self.result
        painter.fillRect(self.rect(), QColor(theme.pane))
        if result is None:
            draw_note(painter, QRectF(self.rect()), theme, self.note)
            self.draw_focus(painter, theme)
            return
        ratio, size = self.devicePixelRatioF(), (self.width(), self.height())
        side = TURNING if self._drag is not None else SIDE
        key = (id(result), self.turn, self.tilt, size, ratio, theme, side)
        if self._layer.stale(key):
            layer = self._layer.begin(key, *size, ratio)
            self._paint_surface(layer, result, side)
            layer.end()
        self._layer.draw(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_path(painter, result)
        good = result.values[np.isfinite(result.values)]
        words = lowered(tr(QUANTITIES[result.quantity]))
        if good.size:
            ends = (shown(result, float(v)) for v in (good.min(), good.max()))
            words += ", " + tr(" to ").join(ends)
        draw_chip(painter, theme, size[0], words)
        self.draw_focus(painter, theme)

    def _paint_surface(self, painter: QPainter, result: Landscape, side: int) -> None:
        heights = self._heights(result, result.values)
        rows, columns = heights.shape
        every = [
            np.unique(np.linspace(0, n - 1, min(n, side + 1)).round().astype(int))
            for n in (rows, columns)
        ]
        heights = heights[np.ix_(*every)]
        raw = result.values[np.ix_(*every)]
        wide, deep = self._ground()
        xs = np.linspace(-wide, wide, columns)[every[1]]
        ys = np.linspace(-deep, deep, rows)[every[0]]
        ground = np.stack(
            [*np.meshgrid(xs, ys), heights], axis=-1
        )  # (rows, columns, 3)
        px, py, near = self._project(ground.reshape(-1, 3))
        shape = heights.shape
        px, py, near = (a.reshape(shape) for a in (px, py, near))
        colours = self._colours(result, ground, raw)
        middle = near[:-1, :-1] + near[1:, 1:] + near[:-1, 1:] + near[1:, :-1]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for flat in np.argsort(middle, axis=None):
            i, j = divmod(int(flat), shape[1] - 1)
            corners = ((i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j))
            quad = QPolygonF([QPointF(px[c], py[c]) for c in corners])
            r, g, b = colours[i, j].tolist()
            colour = QColor(r, g, b)
            painter.setBrush(colour)
            painter.setPen(colour)  # or the background would show between them
            painter.drawConvexPolygon(quad)

    def _colours(
        self, result: Landscape, ground: Floats, raw: Floats
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        """The band of each quad, lit from one side."""
        across = ground[:-1, 1:] - ground[:-1, :-1]
        along = ground[1:, :-1] - ground[:-1, :-1]
        normal = np.cross(across, along)
        normal /= np.linalg.norm(normal, axis=-1, keepdims=True) + 1e-12
        light = np.clip(normal @ (_SUN / np.linalg.norm(_SUN)), 0.0, 1.0)
        shade = 0.78 + 0.3 * light
        # Without bands, which would be as jagged as the quads; the lowest colour is not
        # white, so that the surface stands out from the pane.
        share = self._heights(result, raw[:-1, :-1]) / (2.0 * HEIGHT) + 0.5
        place = LOWEST + np.clip(share, 0.0, 1.0) * (HIGHEST - LOWEST)
        base = self._theme.sequential[place.astype(np.uint8), :3].astype(float)
        lit = np.clip(base * shade[..., None], 0, 255)
        made: np.ndarray[tuple[int, ...], np.dtype[np.uint8]] = lit.astype(np.uint8)
        return made

    @staticmethod
    def _heights(result: Landscape, values: Floats) -> Floats:
        """Heights from −`HEIGHT` to `HEIGHT`, to scale: a bowl looks like a bowl.

        A cliff in one corner is cut off, so that it does not flatten the rest.
        """
        levels = result.levels
        good = result.values[np.isfinite(result.values)]
        low = levels.low if levels.log else float(good.min(initial=levels.low))
        high = float(good.max(initial=low))
        if good.size and high - low > CLIFF * (np.quantile(good, 0.9) - low):
            high = float(np.quantile(good, 0.9))
        high = max(high, result.value_here, low * PLAIN if levels.log else low + 1e-12)
        share = (np.nan_to_num(values, nan=np.inf) - low) / max(high - low, 1e-300)
        made: Floats = HEIGHT * (2.0 * np.clip(share, -0.05, 1.02) - 1.0)
        return made

    def _project(self, points: Floats) -> tuple[Floats, Floats, Floats]:
        """Pixels, and nearness to the eye."""
        x, up, near = self._seen(points)
        # As large as fits, for any shape of the base.
        wide, deep = self._ground()
        corners = np.array(list(product(_BOTH, _BOTH, _BOTH)))
        corners *= (wide, deep, HEIGHT)
        right, top, _ = self._seen(corners)
        scale = min(
            0.48 * self.width() / max(float(np.abs(right).max()), 1e-9),
            0.56 * self.height() / max(float(np.abs(top).max()), 1e-9),
        )
        return self.width() / 2 + scale * x, self.height() / 2 - scale * up, near

    def _ground(self) -> tuple[float, float]:
        """Half-widths of the base; the longer is 1."""
        if self.result is None:
            return 1.0, 1.0
        x0, x1, y0, y1 = self.result.box
        longest = max(x1 - x0, y1 - y0)
        return (x1 - x0) / longest, (y1 - y0) / longest

    def _seen(self, points: Floats) -> tuple[Floats, Floats, Floats]:
        """To the right, up, and towards the eye; nearer is larger."""
        c, s = cos(self.turn), sin(self.turn)
        x = c * points[:, 0] - s * points[:, 1]
        depth = s * points[:, 0] + c * points[:, 1]
        up = cos(self.tilt) * points[:, 2] + sin(self.tilt) * depth
        near = sin(self.tilt) * points[:, 2] - cos(self.tilt) * depth
        grow = 5.0 / (5.0 - near)
        return x * grow, up * grow, near

    def _on_surface(
        self, result: Landscape, alpha: Floats, beta: Floats, values: Floats
    ) -> tuple[Floats, Floats]:
        """Pixels of points at their own heights; NaN beyond the picture's box."""
        x0, x1, y0, y1 = result.box
        unit = max(x1 - x0, y1 - y0) / 2
        x, y = (alpha - (x0 + x1) / 2) / unit, (beta - (y0 + y1) / 2) / unit
        z = self._heights(result, values) + 0.012
        out = (alpha < x0) | (alpha > x1) | (beta < y0) | (beta > y1)
        px, py, _ = self._project(np.stack([x, y, z], axis=1))
        px[out] = np.nan
        return px, py

    def _draw_path(self, painter: QPainter, result: Landscape) -> None:
        """Draw the path at its true losses: off the plane it leaves the surface."""
        theme = self._theme
        dashed = QPen(QColor(theme.secondary), 1.5, Qt.PenStyle.DashLine)
        ways = ((result.beside, dashed), (result.path, QPen(QColor(theme.text), 1.5)))
        for path, pen in ways if (result.explained or 0.0) > ON_PLANE else ():
            if path is None or len(path.alpha) < 2:
                continue
            x, y = self._on_surface(result, path.alpha, path.beta, path.values)
            painter.setPen(QPen(tint(theme.outline, 0.9), theme.px(4)))
            draw_curve(painter, x, y)
            painter.setPen(pen)
            draw_curve(painter, x, y)
        alpha, beta, here = (
            np.array([v]) for v in (*result.here[:2], result.value_here)
        )
        x, y = self._on_surface(result, alpha, beta, here)
        if np.isfinite(x[0]):
            painter.setPen(QPen(QColor(theme.outline), 2.5))
            painter.setBrush(QColor(theme.accent))
            painter.drawEllipse(QPointF(x[0], y[0]), theme.px(7), theme.px(7))

    # -- turning -------------------------------------------------------------------

    def _turn_by(self, turn: float, tilt: float) -> None:
        self.turn += turn
        self.tilt = min(max(self.tilt + tilt, 0.1), 1.5)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to turn."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._drag = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Turn with the mouse."""
        if self._drag is not None:
            move = event.position() - self._drag
            self._drag = event.position()
            self._turn_by(0.008 * move.x(), 0.008 * move.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stop turning, and draw at full resolution again."""
        self._drag = None
        self.update()

    def key_used(self, key: Qt.Key) -> bool:
        """Turn with the arrow keys."""
        if key in ARROWS:
            right, down = ARROWS[key]
            self._turn_by(STEP * right, STEP * down)
        elif key == Qt.Key.Key_Home:
            self.turn, self.tilt = -0.6, 0.62
            self.update()
        else:
            return False
        return True
