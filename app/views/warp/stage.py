"""The large stage of the Warp view: grid, points and read-out lines of one run."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sin

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
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

from app.look.numbers import shown_number
from app.look.palette import tint
from app.look.plots import draw_note, draw_readout
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.captions import draw_axis_numbers
from app.views.warp.camera import (
    Camera,
    View,
    to_display,
    to_pixels,
    view_of,
    visible_box,
)
from app.views.warp.jobs import PINNED, WarpResult
from app.views.warp.lines import draw_read_lines, read_lines
from app.views.warp.marks import (
    draw_asked,
    draw_grid,
    draw_nudges,
    draw_points,
    draw_region,
    draw_scale_bar,
    entering_line,
    jitter,
)
from app.views.warp.pictures import PictureSheet, picture_shape
from app.views.warp.readings import point_lines, space_words, unit_names
from core.analysis.warp import WarpPicture, matched
from core.arrays import Floats
from core.language import tr
from core.steps import Stage


class StageLink:
    """Place, camera, zoom and scale shared by stages side by side."""

    def __init__(self, stages: list[WarpStage]) -> None:
        self.stages = stages  # the visible ones, in the panel's list
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
        self.link = link
        self._theme: Theme = LIGHT
        self._result: WarpResult | None = None
        self._views: dict[int, View] = {}
        self._settled: set[int] = set()  # stages whose view uses the newest result
        self._highlight: frozenset[int] = frozenset()
        self._label = ""
        #: Pixels of the points as painted, and which examples they are: the next
        #: result may be of another sample before it is painted.
        self.painted: tuple[Floats, Floats, Floats] = (np.empty(0),) * 3
        self._drag: QPointF | None = None
        self._brush: QRectF | None = None
        self._pointer: QPointF | None = None
        self._hovered = -1
        self.show_lines = True
        self.pictured = True  # examples as pictures, where they are any
        self.sheet = PictureSheet()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Warped plane"))
        self.setMinimumSize(80, 60)

    def sizeHint(self) -> QSize:
        """Moderate."""
        return QSize(360, 260)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def show_result(self, result: WarpResult, label: str) -> None:
        """Show a new state; views follow smoothly."""
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
        """Whether the space shown has a third display axis."""
        return self._result is not None and self._depth_at(self.place) > 0.01

    # -- geometry ------------------------------------------------------------------

    def stage_view(self, index: int) -> View:
        """The view of a stage, large enough for all runs showing the same space."""
        view = self.own_view(index)
        for other in self.link.stages:
            found = None if other is self else other.showing(self._space(index))
            if found is not None:
                view = view.holding(other.own_view(found))
        return view

    def _space(self, index: int) -> tuple[object, ...]:
        """What makes sizes of two runs comparable: the stage and its kind of space."""
        assert self._result is not None
        stage = self._result.warp.stages[index]
        projection = self._result.warp.projections[stage.layer + 1]
        return stage.layer, stage.kind, projection.mode, projection.flat

    def showing(self, space: tuple[object, ...]) -> int | None:
        """The stage at which this run also has ``space``; None if it has none."""
        result = self._result
        if result is None or not result.finite:
            return None
        every = range(len(result.warp.stages))
        return next((i for i in every if self._space(i) == space), None)

    @property
    def place(self) -> float:
        """The place of this run when the first one is at the link's place."""
        lead, own = self.link.stages[:1], self._result
        assert own is not None
        if not lead or lead[0] is self or lead[0].way == own.warp.stages:
            return min(self.link.place, own.warp.last)
        return matched(self.link.place, lead[0].way, own.warp.stages)

    @property
    def way(self) -> tuple[Stage, ...]:
        """All stages of the run shown; empty before the first result."""
        return () if self._result is None else self._result.warp.stages

    def own_view(self, index: int) -> View:
        """The view of this run's data, kept until they outgrow or half vacate it."""
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
            # Some margin, so that the next few steps fit too.
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

    def eye(self, picture: WarpPicture, place: float) -> tuple[View, Camera]:
        """The visible part of the space at ``place``, and the camera."""
        assert self._result is not None
        last = len(self._result.warp.stages) - 1
        index = min(int(place), last - 1)
        t = place - index
        view = self.stage_view(index)
        if t > 0:
            view = view.mixed(self.stage_view(index + 1), t)
        view = replace(view, half=view.half / self.link.zoom)
        tilt = 0.45 * sin(pi * t) if picture.mirrored else 0.0
        camera = replace(self.link.camera, depth=self._depth_at(place), tilt=tilt)
        return view, camera

    # -- painting ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The picture, and a thin frame while the stage has the focus."""
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
            note = tr("Computing how the layers move the plane")
            draw_note(painter, area, theme, note)
            return
        if not result.finite:
            note = tr("Some values are NaN or infinite. Rewind to continue.")
            draw_note(painter, area, theme, note)
            return
        place = self.place
        picture = result.warp.at(place)
        view, camera = self.eye(picture, place)
        w, h = self.width(), self.height()
        self._draw_axes(painter, view, camera, place)
        x, y, near = to_pixels(picture.curves, view, camera, w, h)
        pinned = result.line == PINNED
        draw_region(painter, theme, x[pinned], y[pinned])
        draw_grid(painter, result, theme, (x, y, near), camera.depth > 0.01)
        px, py, pnear = to_pixels(picture.points, view, camera, w, h)
        if self.show_lines and camera.depth <= 0.01:
            self._draw_read_lines(painter, place, view, (px, py))
        if picture.width == 1:
            py = py + jitter(result, place, len(py), self.height())
        self.painted = (px, py, result.shown.index)
        nudge = result.warp.nudge(round(place)) if place == round(place) else None
        if nudge is not None:
            x, y, _ = to_pixels(nudge, view, camera, w, h)
            draw_nudges(painter, result, theme, (x, y), (px, py))
        deep = pnear if camera.depth > 0.01 else None
        sheet = self.sheet if self.pictured and picture_shape(result) else None
        draw_points(painter, result, theme, (px, py, deep), self._highlight, sheet)
        if result.shown.asked:
            draw_asked(painter, theme, float(px[-1]), float(py[-1]))
        self._draw_numbers(painter, view, camera, place)
        self._draw_words(painter, picture, place)
        self._draw_reading(painter, view, camera, place)
        if self._brush is not None:
            painter.setPen(QPen(QColor(theme.accent), 1, Qt.PenStyle.DashLine))
            painter.setBrush(tint(theme.accent, 0.12))
            painter.drawRect(self._brush.normalized())

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

    def _draw_numbers(
        self, painter: QPainter, view: View, camera: Camera, place: float
    ) -> None:
        """Numbers of both units if the picture is their plane, or the scale alone."""
        assert self._result is not None
        if camera.depth > 0.01 or self._projected(place):
            draw_scale_bar(painter, self._theme, self.rect(), view.half)
            return
        index = round(place)
        names = unit_names(self._result, index)
        width = self._result.warp.width(index)
        shown = (names[0], names[1] if width > 1 else "")
        box = visible_box(view, self.width(), self.height())
        draw_axis_numbers(painter, self._theme, QRectF(self.rect()), box, shown)

    def _draw_reading(
        self, painter: QPainter, view: View, camera: Camera, place: float
    ) -> None:
        """The values of the example under the mouse, or of the place."""
        result, at = self._result, self._pointer
        if result is None or at is None or self._drag is not None:
            return
        index = round(place)
        row = self._nearest(at)
        if row >= 0:
            lines = point_lines(result, index, row)
        elif camera.depth > 0.01 or self._projected(place) or abs(place - index) > 1e-6:
            return
        else:
            x, y = to_display(at.x(), at.y(), view, self.width(), self.height())
            names = unit_names(result, index)
            lines = [f"{names[0]} {shown_number(x)}"]
            if result.warp.width(index) > 1:
                lines[0] += f"  {names[1]} {shown_number(y)}"
        bounds = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        draw_readout(painter, at, bounds, self._theme, lines)

    def _projected(self, place: float) -> bool:
        assert self._result is not None
        stage = self._result.warp.stages[round(place)]
        return self._result.warp.projections[stage.layer + 1].mode != "space"

    def _draw_read_lines(
        self, painter: QPainter, place: float, view: View, points: tuple[Floats, Floats]
    ) -> None:
        """What the next layer reads, if the picture is a plane of two units."""
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

    def _draw_words(
        self, painter: QPainter, picture: WarpPicture, place: float
    ) -> None:
        result, theme = self._result, self._theme
        assert result is not None
        said = [self._label] if self._label else []
        if said and self.link.stages[0] is not self:
            # The title is about A; another network may be at another space.
            said[0] += f" · {space_words(result, round(place))}"
        stage = result.warp.stages[round(place)]
        if picture.mirrored:
            said.append(tr("W mirrors the plane: it flips through depth"))
        if result.spot and stage.layer + 1 >= result.spot:
            said.append(
                tr(
                    "layer {spot} maps every point to the same place: nothing "
                    "after it can tell them apart",
                    spot=result.spot,
                )
            )
        if stage.kind == "add" and place == round(place):
            added = stage.title.removeprefix("+ ")
            said.append(
                tr(
                    "lines: how far f({added}) moves each point from {added}",
                    added=added,
                )
            )
        if picture.width == 1 and entering_line(result, place) > 0.99:
            said.append(
                tr(
                    "One unit gives one axis; the vertical spread only "
                    "separates the points"
                )
            )
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
        """Turn, brush, or find a point."""
        here = self._pointer = event.position()
        if self._brush is not None:
            self._brush.setBottomRight(here)
            self.update()
        elif self._drag is not None:
            move = here - self._drag
            self._drag = here
            self._turn(0.01 * move.x(), 0.01 * move.y())
        else:
            self.find_example(here)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag; a brushed set stays marked."""
        self._drag = None
        if self._brush is not None:
            area, self._brush = self._brush.normalized(), None
            if area.width() > 3 or area.height() > 3:
                self.brushed.emit(self.inside(area))
            else:
                self.brushed.emit(frozenset())
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom."""
        steps = event.angleDelta().y() / 120
        self.link.zoom = min(max(self.link.zoom * 1.15**steps, 0.2), 20.0)
        self.camera_changed.emit()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go back to the whole picture."""
        self.link.zoom = 1.0
        self.link.camera = Camera()
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
            self.link.zoom = min(max(self.link.zoom * factor, 0.2), 20.0)
            self.camera_changed.emit()
        else:
            super().keyPressEvent(event)

    def _turn(self, yaw: float, pitch: float) -> None:
        camera = self.link.camera
        nod = min(max(camera.pitch + pitch, -1.5), 1.5)
        self.link.camera = replace(camera, yaw=camera.yaw + yaw, pitch=nod)
        self.camera_changed.emit()

    def inside(self, area: QRectF) -> frozenset[int]:
        """The examples drawn inside ``area``."""
        x, y, index = self.painted
        hit = (x >= area.left()) & (x <= area.right())
        hit &= (y >= area.top()) & (y <= area.bottom())
        return frozenset(int(i) for i in index[hit & (index >= 0)])

    def _nearest(self, at: QPointF) -> int:
        """The row of the painted point under the mouse, −1 for none."""
        x, y, _ = self.painted
        if not len(x):
            return -1
        away = np.hypot(x - at.x(), y - at.y())
        away = np.where(np.isfinite(away), away, np.inf)
        nearest = int(np.argmin(away))
        return nearest if away[nearest] <= 8 else -1

    def find_example(self, at: QPointF) -> None:
        """Mark the example under the mouse, if there is one."""
        row = self._nearest(at)
        self._hover(int(self.painted[2][row]) if row >= 0 else -1)

    def _hover(self, found: int) -> None:
        if found != self._hovered:
            self._hovered = found
            self.example_hovered.emit(found)

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse has left."""
        self._pointer = None
        self._hover(-1)
        self.update()


def _lineage(result: WarpResult) -> tuple[object, ...]:
    """What must stay the same for views to be kept."""
    return result.snapshot.generation, result.snapshot.network
