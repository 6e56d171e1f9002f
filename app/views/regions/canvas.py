"""The pictures of the Regions view: the plane in pieces, and a line in intervals."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from app.look.layer import Layer
from app.look.markers import draw_markers
from app.look.numbers import shown_number
from app.look.palette import tint
from app.look.plots import Axes, Scale, draw_curve, draw_readout, polyline
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.canvas import PlaneCanvas
from app.plane.key_canvas import ENTER
from app.plane.picture import Picture, PlaneResult
from app.plane.view import PlaneView
from app.views.regions.jobs import IntervalsResult, RegionsResult, Shapes
from core.analysis.clipping import area_within
from core.analysis.regions import RegionAt, Regions
from core.arrays import Floats
from core.errors import BadInput
from core.indices import low
from core.language import mark, tr
from core.problems.base import Box

_DIGITS = 12  # up to this many units, a layer's pattern is written out


class RegionsCanvas(PlaneCanvas):
    """The plane with its pieces; the mouse reads the map of the piece under it."""

    pinned = Signal(object)  # corners (m, 2) of a region, or None

    keys = mark(
        "Arrows move a point and read the region there, Enter pins or "
        "unpins that region; plus and minus zoom, Home shows everything; "
        "Escape removes the point."
    )

    def __init__(self, view: PlaneView, parent: QWidget | None = None) -> None:
        super().__init__(view, parent)
        self.found: RegionsResult | None = None
        self._pin: tuple[float, float] | None = None
        self._pressed: QPointF | None = None
        self.setAccessibleName(tr("Linear regions of the plane"))

    def show_regions(self, found: RegionsResult, label: str) -> None:
        """Show a new mesh; drop the pin of another problem."""
        before = self.found.plane.snapshot.run.data.problem if self.found else None
        if self._pin is not None and before != found.plane.snapshot.run.data.problem:
            self._pin = None
            self.pinned.emit(None)
        self.found = found
        self.show_picture(found.plane, 0, label)
        if self._pin is not None:
            self._tell_pin()

    def _tell_pin(self) -> None:
        """Signal the corners of the pinned region, which moves during training."""
        corners = None
        if self._pin is not None and self.found and self.found.regions is not None:
            try:
                corners = self.found.regions.at(*self._pin).polygon
            except BadInput:  # the pin is outside the present mesh
                return
        self.pinned.emit(corners)

    def _draw_field(self, painter: QPainter, picture: Picture) -> None:
        """Pixels on the screen; polygons and lines for vector files."""
        found = self.found
        if not Layer.vectors or found is None or found.shapes is None:
            super()._draw_field(painter, picture)
            return
        assert found.regions is not None
        self._draw_shapes(painter, found.regions, found.shapes)

    def _draw_shapes(self, painter: QPainter, regions: Regions, shapes: Shapes) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for region, colour in enumerate(shapes.fills.tolist()):
            shade = QColor(*colour)
            # A hairline of the same colour, or the paper shows between neighbours.
            painter.setPen(QPen(shade, 0.4))
            painter.setBrush(shade)
            outline = polyline(*self.pixels_of(regions.polygon(region)))
            painter.drawPolygon(outline)
        if shapes.folds is not None:
            colours = [QColor(*colour) for colour in shapes.folds.tolist()]
            for layer, ends in zip(regions.fold_layers, regions.folds, strict=True):
                self._draw_lines(painter, (ends,), QPen(colours[int(layer)], 0.9))
        if shapes.boundary is not None:
            pen = QPen(QColor(self._theme.text), 1.8)
            self._draw_lines(painter, tuple(shapes.boundary), pen)

    def _draw_over(self, painter: QPainter) -> None:
        """Outline the problem's box, in which pieces are counted."""
        box = self.rect_of(self.view.home)
        if Layer.vectors:  # pictures are faded when they are made
            self._fade(painter, self.area(), box)
        painter.setPen(QPen(tint(self._theme.text, 0.45), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)

    def _fade(self, painter: QPainter, area: QRectF, box: QRectF) -> None:
        inside = box.intersected(area)
        faded = tint(self._theme.pane, 0.5)
        for left, top, right, bottom in (
            (area.left(), area.top(), area.right(), inside.top()),
            (area.left(), inside.bottom(), area.right(), area.bottom()),
            (area.left(), inside.top(), inside.left(), inside.bottom()),
            (inside.right(), inside.top(), area.right(), inside.bottom()),
        ):
            if right > left and bottom > top:
                painter.fillRect(QRectF(left, top, right - left, bottom - top), faded)

    def _draw_pointer(self, painter: QPainter, result: PlaneResult) -> None:
        """Outline and describe the region that is pinned or under the mouse."""
        at = self.view.pointer or self._pin
        if at is None or self.found is None or self.found.regions is None:
            super()._draw_pointer(painter, result)
            return
        try:
            here = self.found.regions.at(*at)
        except BadInput:  # the mouse is outside the mesh
            return
        x, y = self.pixels_of(here.polygon)
        outline = QPolygonF([QPointF(a, b) for a, b in zip(x, y, strict=True)])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(tint(self._theme.accent, 0.18))
        painter.setPen(QPen(QColor(self._theme.accent), 1.6))
        painter.drawPolygon(outline)
        px, py = self.pixels_of(np.array([at]))
        bounds = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        place = QPointF(float(px[0]), float(py[0]))
        if self.view.pointer is not None and self._by_keys:
            # The mouse has its own pointer; a point moved by keys needs a mark.
            painter.setPen(QPen(QColor(self._theme.text), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(place, 3, 3)
        lines = _region_lines(here, result.snapshot.run.data.problem.box)
        draw_readout(painter, place, bounds, self._theme, lines)

    def lines_at(self, result: PlaneResult, at: tuple[float, float]) -> list[str]:
        """The region at a point if regions are known, else the value."""
        if self.found is None or self.found.regions is None:
            return super().lines_at(result, at)
        try:
            here = self.found.regions.at(*at)
            return _region_lines(here, result.snapshot.run.data.problem.box)
        except BadInput:  # outside the mesh
            return super().lines_at(result, at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click began; a drag moves the plane."""
        self._pressed = event.position()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click without a drag pins or unpins the region."""
        super().mouseReleaseEvent(event)
        start, self._pressed = self._pressed, None
        if start is None or (event.position() - start).manhattanLength() > 4:
            return
        self._toggle_pin(self.to_plane(event.position()))

    def key_used(self, key: Qt.Key) -> bool:
        """Enter pins the region at the point, like a click."""
        at = self.view.pointer
        if key in ENTER and at is not None:
            self._toggle_pin(at)
            return True
        return super().key_used(key)

    def _toggle_pin(self, at: tuple[float, float]) -> None:
        """Pin or unpin the region at a place."""
        found = self.found
        if found is None or found.regions is None:
            return
        try:
            here = found.regions.at(*at)
        except BadInput:
            return
        again = self._pin is not None and found.regions.region_at(*self._pin) == (
            here.region
        )
        self._pin = None if again else at
        self._tell_pin()
        self.update()


def _region_lines(here: RegionAt, box: Box) -> list[str]:
    """Area, affine map and pattern of one region, for a readout.

    The area is that in the problem's box, as in the foot, whatever the pane shows.
    """
    area = area_within(here.polygon, box)
    lines = [tr("area {area}", area=shown_number(area))] if area else []
    for k, (row, offset) in enumerate(zip(here.jacobian, here.offset, strict=True)):
        if k == 4:
            lines.append("…")
            break
        name = "z" if len(here.offset) == 1 else f"z{low(k + 1)}"
        lines.append(f"{name} = {_affine(row, float(offset))}")
    for i, pieces in enumerate(here.pattern):
        shown = "".join(str(int(p)) for p in pieces[:_DIGITS])
        more = "…" if len(pieces) > _DIGITS else ""
        lines.append(tr("layer {i}  {shown}{more}", i=i + 1, shown=shown, more=more))
    return lines


def _affine(row: Floats, offset: float) -> str:
    """``0.30 x₁ − 1.2 x₂ + 0.5``."""
    text = f"{shown_number(float(row[0]))} x₁"
    for value, name in ((float(row[1]), " x₂"), (offset, "")):
        sign = "−" if value < 0 else "+"
        text += f" {sign} {shown_number(abs(value))}{name}"
    return text


class IntervalsCanvas(QWidget):
    """A function of one input with a tick at every bend."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.result: IntervalsResult | None = None
        self.label = ""
        self.setAccessibleName(tr("Linear pieces of the line"))
        self.setMinimumSize(40, 40)

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(240, 200)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def show_intervals(self, result: IntervalsResult, label: str) -> None:
        """Show a new function."""
        self.result, self.label = result, label
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Bands, bends, the function and the sample."""
        painter = QPainter(self)
        theme, result = self._theme, self.result
        painter.fillRect(self.rect(), QColor(theme.pane))
        if result is None:
            return
        px = theme.px
        box = QRectF(self.rect()).adjusted(px(40), px(10), -px(12), -px(24))
        sample = result.snapshot.splits.train
        known = np.concatenate(
            [sample.y.reshape(len(sample), -1)[:, 0], result.y[:, 0]]
        )
        low, high = float(known.min()), float(known.max())
        room = 0.06 * ((high - low) or 1.0)
        axes = Axes(
            Scale(float(result.x[0]), float(result.x[-1])),
            Scale(low - room, high + room),
            box,
        )
        across, ends = axes.px(result.x), axes.px(result.ends)
        for i in range(0, len(ends) - 1, 2):
            band = QRectF(ends[i], box.top(), ends[i + 1] - ends[i], box.height())
            painter.fillRect(band, tint(theme.field, 0.7))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        axes.paint(painter, theme, "x")
        painter.setPen(QPen(QColor(theme.outline), 1))
        painter.setBrush(tint(theme.secondary, 0.6))
        draw_markers(
            painter,
            axes.px(sample.x[:, 0]),
            axes.py(sample.y.reshape(len(sample), -1)[:, 0]),
            "o",
            4.0,
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.accent), 1.6))
        draw_curve(painter, across, axes.py(result.y[:, 0]))
        depth = result.snapshot.network.depth
        painter.setBrush(QColor(theme.pane))
        for layer in range(depth - 1):
            bends = result.layers == layer
            painter.setPen(QPen(theme.layer_colour(layer, depth), 1.6))
            heights = axes.py(result.ends_y[bends, 0])
            draw_markers(painter, ends[bends], heights, "o", 6.0)
        if self.label:
            painter.setFont(theme.font(SMALL))
            metrics = QFontMetricsF(theme.font(SMALL))
            painter.setPen(QColor(theme.secondary))
            painter.drawText(
                QPointF(box.left() + 4, box.top() + metrics.ascent()), self.label
            )
