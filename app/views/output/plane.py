"""The plane of the Output view: a field, and the predicted distribution on it."""

from __future__ import annotations

from math import cos, sin

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPen

from app.look.markers import draw_markers
from app.look.palette import tint
from app.look.theme import SMALL
from app.plane.canvas import PlaneCanvas
from app.plane.picture import PlaneResult
from app.plane.sample_marks import SampleMarks
from app.views.output.bands import draw_arrow, draw_ellipses
from app.views.output.card import draw_card, read_card
from app.views.output.glyphs import SPACING, DistributionPlane, Glyphs
from core.problems.base import Sample

_CLICK = 4  # pixels that the mouse may move between press and release


class OutputPlane(PlaneCanvas):
    """A picture of the plane with arrows, ellipses or names of regions on it."""

    #: A place of the plane was clicked.
    place_chosen = Signal(float, float)

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.samples = 0  # above 0: seed of the samples at the pinned place
        self.covered = QRectF()  # by a button on top
        self._pressed: QPointF | None = None

    @property
    def glyphs(self) -> Glyphs | None:
        """The glyphs of the present result."""
        shown = self.result
        return shown.glyphs if isinstance(shown, DistributionPlane) else None

    # -- painting ------------------------------------------------------------------

    def paint_sample(
        self,
        painter: QPainter,
        marks: SampleMarks,
        sample: Sample,
        hollow: bool,
        result: PlaneResult,
    ) -> None:
        """Directions as ticks, rankings in the colour of their first item.

        With ellipses the values are in the card, so the points stay small.
        """
        glyphs = self.glyphs
        if glyphs is not None and glyphs.angle is not None:
            self._paint_directions(painter, sample, hollow)
        elif glyphs is not None and glyphs.names:
            first = Sample(sample.x, sample.y[:, 0], sample.y.shape[1])
            marks.paint(painter, first, hollow, result)
        elif glyphs is not None and glyphs.covariance is not None:
            x, y = self.pixels_of(sample.x)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(self._theme.secondary, 0.25 if hollow else 0.5))
            draw_markers(painter, x, y, "o", self._theme.px(3))
        else:
            super().paint_sample(painter, marks, sample, hollow, result)

    def _paint_directions(
        self, painter: QPainter, sample: Sample, hollow: bool
    ) -> None:
        """A short tick from each point in its own direction."""
        theme = self._theme
        x, y = self.pixels_of(sample.x)
        long = theme.px(9)
        strength = 0.3 if hollow else 0.6
        painter.setPen(QPen(tint(theme.secondary, strength), 1.25))
        for px, py, angle in zip(x, y, sample.y[:, 0], strict=True):
            start = QPointF(px, py)
            painter.drawLine(start, start + QPointF(cos(angle), -sin(angle)) * long)
            painter.drawEllipse(start, 1, 1)

    def _draw_over(self, painter: QPainter) -> None:
        """Draw ellipses below the points; arrows and names come in `_draw_above`."""
        glyphs = self.glyphs
        if glyphs is None or glyphs.covariance is None or not len(glyphs.points):
            return
        sizes = np.sqrt(np.linalg.eigvalsh(glyphs.covariance)[:, -1])
        scale = 0.46 * self._theme.px(SPACING) / (2.15 * float(np.median(sizes)))
        x, y = self.pixels_of(glyphs.points)
        for i in range(len(x)):
            middle = np.array([x[i], y[i]])
            draw_ellipses(painter, self._theme, middle, glyphs.covariance[i], scale)

    def _draw_above(self, painter: QPainter) -> None:
        """Arrows and names of regions."""
        glyphs, theme = self.glyphs, self._theme
        if glyphs is None:
            return
        x, y = self.pixels_of(glyphs.points)
        if glyphs.angle is not None and glyphs.certainty is not None:
            for i in range(len(x)):
                draw_arrow(
                    painter,
                    theme,
                    QPointF(x[i], y[i]),
                    float(glyphs.angle[i]),
                    float(glyphs.certainty[i]),
                    0.8 * SPACING,
                )
        font = theme.font(SMALL, 600)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        # Whole, and clear of the numbers along the left and the lower edge.
        free = self.area().adjusted(
            theme.px(40), theme.px(4), -theme.px(4), -theme.px(20)
        )
        for i, name in enumerate(glyphs.names):
            wide = metrics.horizontalAdvance(name)
            box = QRectF(0, 0, wide + theme.px(8), metrics.height())
            box.moveCenter(QPointF(x[i], y[i]))
            box = kept_inside(box, free)
            if box.intersects(self.covered):
                box.moveTop(self.covered.bottom() + theme.px(4))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.pane, 0.82))
            painter.drawRoundedRect(box, 3, 3)
            painter.setPen(QColor(theme.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)

    def _draw_pointer(self, painter: QPainter, result: PlaneResult) -> None:
        """The predicted distribution at the pointer, or at the pinned place."""
        at = self.view.pointer or self.view.pinned
        if at is None:
            return
        samples = self.samples if at == self.view.pinned else 0
        card = read_card(result.snapshot, at, result.target, samples)
        x, y = self.pixels_of(np.array([at]))
        place = QPointF(float(x[0]), float(y[0]))
        if card is None or not self.area().contains(place):
            super()._draw_pointer(painter, result)
            return
        theme = self._theme
        if card.drawn is not None and self.glyphs is not None:
            self._draw_samples(painter, place, card.drawn)
        painter.setPen(QPen(QColor(theme.text), 1.5))
        painter.setBrush(QColor(theme.pane))
        painter.drawEllipse(place, 3.5, 3.5)
        bounds = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        draw_card(painter, place, bounds, theme, card)

    def _draw_samples(self, painter: QPainter, place: QPointF, drawn: object) -> None:
        """Sampled directions fan out from the place."""
        glyphs = self.glyphs
        if glyphs is None or glyphs.angle is None:
            return
        long = self._theme.px(30)
        painter.setPen(QPen(tint(self._theme.bad, 0.55), 1))
        for angle in np.asarray(drawn)[:, 0].tolist():
            painter.drawLine(place, place + QPointF(cos(angle), -sin(angle)) * long)

    # -- mouse ---------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start a drag of the plane, or a click."""
        self._pressed = event.position()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses the place under the mouse."""
        super().mouseReleaseEvent(event)
        start, self._pressed = self._pressed, None
        if start is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if (event.position() - start).manhattanLength() <= _CLICK:
            self.place_chosen.emit(*self.to_plane(event.position()))


def kept_inside(box: QRectF, area: QRectF) -> QRectF:
    """The box moved as little as possible, so that all of it is in ``area``."""
    left = max(area.left(), min(box.left(), area.right() - box.width()))
    top = max(area.top(), min(box.top(), area.bottom() - box.height()))
    return QRectF(left, top, box.width(), box.height())
