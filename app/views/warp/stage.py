"""The large stage of the Warp view: grid, points and read-out lines of one run."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sin

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from app.look.colour import mix
from app.look.palette import tint
from app.look.plots import draw_markers, draw_note, polyline
from app.look.theme import LIGHT, SMALL, Theme
from app.views.warp.camera import Camera, View, to_pixels, view_of
from app.views.warp.jobs import PINNED, WarpResult
from app.views.warp.lines import draw_read_lines, read_lines
from core.analysis.warp import WarpPicture
from core.arrays import Bools, Floats, finite
from core.steps import Stage

_BINS = 16  # colours that a coloured grid is drawn in
_DEPTHS = 4  # shades of a grid in space


class StageLink:
    """Place, camera, zoom and scale that stages side by side share."""

    def __init__(self, stages: list[WarpStage]) -> None:
        self.stages = stages  # those on show, in a list that the panel keeps
        self.place = 0.0
        self.camera = Camera()
        self.zoom = 1.0


class WarpStage(QWidget):
    """Draws one result at the link's place."""

    camera_changed = Signal()
    example_hovered = Signal(int)
    brushed = Signal(object)  # frozenset of training examples

    def __init__(self, link: StageLink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._theme: Theme = LIGHT
        self._result: WarpResult | None = None
        self._views: dict[int, View] = {}
        self._settled: set[int] = set()  # stages whose view knows the newest result
        self._highlight: frozenset[int] = frozenset()
        self._label = ""
        #: Pixels of the points as painted, and which examples they are: the next
        #: result may be of another sample before it is painted.
        self._painted: tuple[Floats, Floats, Floats] = (np.empty(0),) * 3
        self._drag: QPointF | None = None
        self._brush: QRectF | None = None
        self._hovered = -1
        self.show_lines = True
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Warped plane")
        self.setMinimumSize(80, 60)

    def sizeHint(self) -> QSize:
        """Moderate."""
        return QSize(360, 260)

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        self.update()

    def show_result(self, result: WarpResult, label: str) -> None:
        """Show a new state; views follow calmly."""
        old = self._result
        if old is None or _lineage(old) != _lineage(result):
            self._views = {}
        self._settled.clear()
        self._result, self._label = result, label
        self.update()

    def set_highlight(self, examples: frozenset[int]) -> None:
        """Mark training examples."""
        if examples != self._highlight:
            self._highlight = examples
            self.update()

    @property
    def spatial(self) -> bool:
        """Whether the space on show has a third display axis."""
        return self._result is not None and self._depth_at(self._link.place) > 0.01

    # -- geometry ------------------------------------------------------------------

    def _stage_view(self, index: int) -> View:
        """The view of a stage, large enough for all runs that show the same space."""
        view = self._own_view(index)
        for other in self._link.stages:
            if other is not self and other.shows(self._space(index), index):
                view = view.holding(other._own_view(index))
        return view

    def _space(self, index: int) -> tuple[object, ...]:
        """What makes sizes of two runs comparable: the stage and its kind of space."""
        assert self._result is not None
        stage = self._result.warp.stages[index]
        projection = self._result.warp.projections[stage.layer + 1]
        return stage.layer, stage.kind, projection.mode, projection.flat

    def shows(self, space: tuple[object, ...], index: int) -> bool:
        """Whether this run, too, has ``space`` at its stage ``index``."""
        result = self._result
        if result is None or not result.finite or index >= len(result.warp.stages):
            return False
        return self._space(index) == space

    def _own_view(self, index: int) -> View:
        """The view of this run's data, kept until they outgrow or half leave it."""
        assert self._result is not None
        if index in self._settled:
            return self._views[index]
        self._settled.add(index)
        picture = self._result.warp.at(float(index))
        fresh = view_of(picture.points, picture.curves)
        kept = self._views.get(index)
        if kept is not None:
            away = max(
                abs(a - b) for a, b in zip(kept.centre, fresh.centre, strict=True)
            )
            fits = fresh.half + away <= 1.06 * kept.half
            if fits and fresh.half > 0.6 * kept.half:
                return kept
            # Some room to spare, so that the next few steps fit as well.
            fresh = replace(fresh, half=1.06 * fresh.half)
        self._views[index] = fresh
        return fresh

    def _depth_of(self, stage: Stage) -> float:
        assert self._result is not None
        projection = self._result.warp.projections[stage.layer + 1]
        return 0.0 if projection.flat else 1.0

    def _depth_at(self, place: float) -> float:
        assert self._result is not None
        stages = self._result.warp.stages
        index = min(int(place), len(stages) - 2)
        a, b = self._depth_of(stages[index]), self._depth_of(stages[index + 1])
        t = place - index
        t = 0.5 - 0.5 * np.cos(pi * t)
        return float((1 - t) * a + t * b)

    def _eye(self, picture: WarpPicture, place: float) -> tuple[View, Camera]:
        assert self._result is not None
        last = len(self._result.warp.stages) - 1
        index = min(int(place), last - 1)
        t = place - index
        view = self._stage_view(index)
        if t > 0:
            view = view.mixed(self._stage_view(index + 1), t)
        view = replace(view, half=view.half / self._link.zoom)
        tilt = 0.45 * sin(pi * t) if picture.mirrored else 0.0
        camera = replace(self._link.camera, depth=self._depth_at(place), tilt=tilt)
        return view, camera

    # -- painting ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The picture, and a thin frame while the stage has the keyboard."""
        painter = QPainter(self)
        self._draw(painter)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.accent), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _draw(self, painter: QPainter) -> None:
        """Grid, lines of the next layer, points, labels."""
        result, theme = self._result, self._theme
        area = QRectF(self.rect())
        painter.fillRect(area, QColor(theme.pane))
        if result is None:
            draw_note(
                painter, area, theme, "The plane is on its way through the layers"
            )
            return
        if not result.finite:
            draw_note(
                painter,
                area,
                theme,
                "The values have left the finite numbers: there is nothing to draw "
                "here until the run is rewound.",
            )
            return
        place = min(self._link.place, result.warp.last)
        picture = result.warp.at(place)
        view, camera = self._eye(picture, place)
        w, h = self.width(), self.height()
        self._draw_axes(painter, view, camera, place)
        x, y, near = to_pixels(picture.curves, view, camera, w, h)
        pinned = result.line == PINNED
        self._draw_region(painter, x[pinned], y[pinned])
        self._draw_curves(painter, x, y, near, camera.depth > 0.01)
        px, py, pnear = to_pixels(picture.points, view, camera, w, h)
        if self.show_lines and camera.depth <= 0.01:
            self._draw_read_lines(painter, place, view, (px, py))
        if picture.width == 1:
            py = py + self._jitter(len(py)) * self._entering_line(place)
        self._painted = (px, py, result.shown.index)
        self._draw_points(painter, px, py, pnear if camera.depth > 0.01 else None)
        self._draw_words(painter, picture, place)
        if self._brush is not None:
            painter.setPen(QPen(QColor(theme.accent), 1, Qt.PenStyle.DashLine))
            painter.setBrush(tint(theme.accent, 0.12))
            painter.drawRect(self._brush.normalized())

    def _entering_line(self, place: float) -> float:
        """How much of the jitter applies: it fades in on the way to one unit."""
        assert self._result is not None
        stages = self._result.warp.stages
        index = min(int(place), len(stages) - 2)
        widths = self._result.snapshot.network.widths

        def is_line(stage: Stage) -> float:
            return 1.0 if widths[stage.layer + 1] == 1 else 0.0

        t = place - index
        return (1 - t) * is_line(stages[index]) + t * is_line(stages[index + 1])

    def _jitter(self, count: int) -> Floats:
        # A fixed pattern by the golden ratio: it never flickers from frame to frame.
        spread = min(0.16 * self.height(), 48.0)
        return np.asarray((((np.arange(count) * 0.6180339887) % 1.0) - 0.5) * spread)

    def _draw_region(self, painter: QPainter, x: Floats, y: Floats) -> None:
        """The pinned region's image in this space."""
        if not len(x) or not (np.isfinite(x).all() and np.isfinite(y).all()):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(QColor(self._theme.accent), 2))
        painter.setBrush(tint(self._theme.accent, 0.22))
        painter.drawPolygon(polyline(np.clip(x, -1e5, 1e5), np.clip(y, -1e5, 1e5)))

    def _draw_axes(
        self, painter: QPainter, view: View, camera: Camera, place: float
    ) -> None:
        """The two axes through zero, faint: where signs change."""
        assert self._result is not None
        if camera.depth > 0.01 or self._projected(place):
            return
        zero = np.zeros((1, 3))
        x, y, _ = to_pixels(zero, view, camera, self.width(), self.height())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(self._theme.hairline), 1))
        if 0 <= x[0] <= self.width():
            painter.drawLine(QPointF(x[0], 0), QPointF(x[0], self.height()))
        if 0 <= y[0] <= self.height():
            painter.drawLine(QPointF(0, y[0]), QPointF(self.width(), y[0]))

    def _projected(self, place: float) -> bool:
        assert self._result is not None
        stage = self._result.warp.stages[round(place)]
        return self._result.warp.projections[stage.layer + 1].mode != "space"

    def _draw_curves(
        self, painter: QPainter, x: Floats, y: Floats, near: Floats, spatial: bool
    ) -> None:
        result, theme = self._result, self._theme
        assert result is not None
        if not len(x):
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Far-away pixels are clamped: Qt's rasteriser has a range of its own.
        x, y = np.clip(x, -1e5, 1e5), np.clip(y, -1e5, 1e5)
        joined = result.joined & np.isfinite(x) & np.isfinite(y)
        joined &= result.line != PINNED
        x, y = finite(x), finite(y)
        base = mix(theme.pane, theme.secondary, 0.62 if theme.dark else 0.55)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if result.tints is None and not spatial:
            self._stroke(painter, x, y, joined, QColor(base))
            return
        shade = (
            np.clip(((near + 1) / 2 * _DEPTHS).astype(int), 0, _DEPTHS - 1)
            if spatial
            else np.full(len(x), _DEPTHS - 1)
        )
        colours = self._tint_colours()
        group = shade if result.tints is None else shade * _BINS + self._tint_bins()
        for key in np.unique(group):
            depth, which = (key, 0) if colours is None else divmod(int(key), _BINS)
            plain = base if colours is None else colours[which]
            faded = mix(theme.pane, plain, 0.35 + 0.65 * (depth + 1) / _DEPTHS)
            self._stroke(painter, x, y, joined & (group == key), QColor(faded))

    def _stroke(
        self, painter: QPainter, x: Floats, y: Floats, joined: Bools, colour: QColor
    ) -> None:
        painter.setPen(QPen(colour, 1))
        painter.drawPath(pg.arrayToQPath(x, y, connect=joined))

    def _tint_bins(self) -> Floats:
        assert self._result is not None
        assert self._result.tints is not None
        tints = self._result.tints
        if self._by_class():
            return np.asarray(tints.astype(int) % _BINS)
        return np.asarray(np.clip((tints * _BINS).astype(int), 0, _BINS - 1))

    def _by_class(self) -> bool:
        assert self._result is not None
        return bool(
            self._result.tints is not None and self._result.tints.max(initial=0.0) > 1.0
        )

    def _tint_colours(self) -> list[str] | None:
        result, theme = self._result, self._theme
        assert result is not None
        if result.tints is None:
            return None
        if self._by_class():
            return [theme.class_colour(k).name() for k in range(_BINS)]
        classes = result.snapshot.run.data.problem.classes
        if classes == 2:
            ends = (theme.classes[1], theme.classes[0])
            return [mix(*ends, (k + 0.5) / _BINS) for k in range(_BINS)]
        light = 0.62 if theme.dark else 0.42
        return [
            QColor.fromHslF((k + 0.5) / _BINS, 0.55, light).name() for k in range(_BINS)
        ]

    def _draw_read_lines(
        self, painter: QPainter, place: float, view: View, points: tuple[Floats, Floats]
    ) -> None:
        """What the next layer reads, where the picture is a plane of two units."""
        result = self._result
        assert result is not None
        w, h = max(1, self.width()), max(1, self.height())
        reach = replace(view, half=view.half * max(w, h) / min(w, h))
        found = read_lines(result, place, reach)
        if found:
            network = result.snapshot.network
            following = result.warp.stages[round(place)].layer + 1
            layer = (following, network.depth)
            area = QRectF(self.rect())
            draw_read_lines(painter, found, layer, self._theme, view, area, points)

    def _draw_points(
        self, painter: QPainter, x: Floats, y: Floats, near: Floats | None
    ) -> None:
        result, theme = self._result, self._theme
        assert result is not None
        shown = result.shown
        size = 8.0 if len(x) <= 400 else 6.0 if len(x) <= 1500 else 4.0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        fine = np.isfinite(x) & np.isfinite(y) & (np.abs(x) < 1e5) & (np.abs(y) < 1e5)
        classes = result.snapshot.splits.train.classes
        bands = [np.ones(len(x), bool)]
        if near is not None:  # far points first and smaller
            edges = np.clip(((near + 1) / 2 * 3).astype(int), 0, 2)
            bands = [edges == k for k in range(3)]
        for depth, band in enumerate(bands):
            grow = size if near is None else size * (0.7 + 0.3 * depth / 2)
            for test in (True, False):
                for k in range(max(1, classes)):
                    part = fine & band & (shown.test == test)
                    if classes:
                        part = part & (shown.classes == k)
                    if not part.any():
                        continue
                    colour = theme.class_colour(k) if classes else QColor(theme.accent)
                    symbol = theme.class_symbol(k) if classes else "o"
                    if test:
                        painter.setPen(QPen(colour, 1.3))
                        painter.setBrush(QColor(theme.pane))
                        draw_markers(painter, x[part], y[part], symbol, grow - 2)
                    else:
                        painter.setPen(QPen(QColor(theme.outline), 1))
                        painter.setBrush(colour)
                        draw_markers(painter, x[part], y[part], symbol, grow)
        if self._highlight:
            marked = fine & np.isin(shown.index, list(self._highlight))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            # Points of a value are of the accent's colour: a ring of it would vanish.
            painter.setPen(QPen(QColor(theme.accent if classes else theme.text), 2))
            draw_markers(painter, x[marked], y[marked], "o", size + 7)

    def _draw_words(
        self, painter: QPainter, picture: WarpPicture, place: float
    ) -> None:
        result, theme = self._result, self._theme
        assert result is not None
        said = [self._label] if self._label else []
        stage = result.warp.stages[round(place)]
        if picture.mirrored:
            said.append("W mirrors the plane: it flips through depth")
        if result.spot and stage.layer + 1 >= result.spot:
            said.append(
                f"layer {result.spot} sends every point to one spot: "
                "nothing after it can tell them apart"
            )
        if picture.width == 1 and self._entering_line(place) > 0.99:
            said.append("one unit: a line; the height is only jitter")
        painter.setFont(theme.font(SMALL))
        metrics = QFontMetricsF(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        for i, text in enumerate(said):
            room = self.width() - theme.px(24)
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            base = theme.px(8) + metrics.ascent() + i * metrics.height()
            painter.drawText(QPointF(theme.px(12), base), text)

    # -- mouse and keys ------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Drag turns a space; with Shift (or in a plane) it brushes points."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._drag = event.position()
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if shift or not self.spatial:
            self._brush = QRectF(event.position(), event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Turn, brush, or look for a point."""
        here = event.position()
        if self._brush is not None:
            self._brush.setBottomRight(here)
            self.update()
        elif self._drag is not None:
            move = here - self._drag
            self._drag = here
            self._turn(0.01 * move.x(), 0.01 * move.y())
        else:
            self._find_example(here)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag; a brushed set stays marked."""
        self._drag = None
        if self._brush is not None:
            area, self._brush = self._brush.normalized(), None
            if area.width() > 3 or area.height() > 3:
                self.brushed.emit(self._inside(area))
            else:
                self.brushed.emit(frozenset())
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom."""
        steps = event.angleDelta().y() / 120
        self._link.zoom = min(max(self._link.zoom * 1.15**steps, 0.2), 20.0)
        self.camera_changed.emit()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Back to the whole picture."""
        self._link.zoom = 1.0
        self._link.camera = Camera()
        self.camera_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows with Ctrl turn a space; plus and minus zoom."""
        turns = {
            Qt.Key.Key_Left: (-0.1, 0.0),
            Qt.Key.Key_Right: (0.1, 0.0),
            Qt.Key.Key_Up: (0.0, -0.1),
            Qt.Key.Key_Down: (0.0, 0.1),
        }
        key = Qt.Key(event.key())
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and key in turns:
            self._turn(*turns[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            factor = 1 / 1.15 if key == Qt.Key.Key_Minus else 1.15
            self._link.zoom = min(max(self._link.zoom * factor, 0.2), 20.0)
            self.camera_changed.emit()
        else:
            super().keyPressEvent(event)

    def _turn(self, yaw: float, pitch: float) -> None:
        camera = self._link.camera
        nod = min(max(camera.pitch + pitch, -1.5), 1.5)
        self._link.camera = replace(camera, yaw=camera.yaw + yaw, pitch=nod)
        self.camera_changed.emit()

    def _inside(self, area: QRectF) -> frozenset[int]:
        x, y, index = self._painted
        hit = (x >= area.left()) & (x <= area.right())
        hit &= (y >= area.top()) & (y <= area.bottom())
        return frozenset(int(i) for i in index[hit & (index >= 0)])

    def _find_example(self, at: QPointF) -> None:
        x, y, index = self._painted
        found = -1
        if len(x):
            away = np.hypot(x - at.x(), y - at.y())
            away = np.where((index >= 0) & np.isfinite(away), away, np.inf)
            nearest = int(np.argmin(away))
            if away[nearest] <= 8:
                found = int(index[nearest])
        if found != self._hovered:
            self._hovered = found
            self.example_hovered.emit(found)


def _lineage(result: WarpResult) -> tuple[object, ...]:
    """What must stay the same for views to be kept."""
    return result.snapshot.generation, result.snapshot.network
