"""The track of the timeline: the loss of the whole run, with its playhead."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.look.layer import Layer
from app.look.markers import marker_path
from app.look.numbers import shown_count
from app.look.palette import tint
from app.look.plots import (
    CalmRange,
    Scale,
    draw_curve,
    draw_level,
    draw_readout,
    draw_strokes,
    polyline,
)
from app.look.theme import LIGHT, SMALL, Theme
from app.shell.lane_curves import LaneCurve, draw_lane, is_near
from app.shell.loss_curves import Past, losses_at, test_curve
from core.arrays import Floats
from core.engine.timeline import Marker
from core.language import tr

_SYMBOLS = {"change": "d", "branch": "t", "divergence": "x", "backend": "o"}


class TimeTrack(QWidget):
    """The curve with its playhead; drag it, click it, or use the arrow keys."""

    scrub_to = Signal(int)
    live_asked = Signal()
    lane_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._past: Past | None = None
        self._step = 0
        self._scrubbed = False
        self._range = CalmRange(0.05, log=True)
        self._ground = Layer()
        self._pointer: QPointF | None = None
        self._dragging = False
        self._scale = Scale(0.0, 1.0)  # of the losses
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Timeline"))
        self.setMinimumWidth(120)

    # -- what is shown -------------------------------------------------------------

    @property
    def past(self) -> Past | None:
        """The data drawn."""
        return self._past

    @property
    def looks_back(self) -> bool:
        """Whether the playhead is on a past step."""
        return self._scrubbed

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def show_step(self, step: int, scrubbed: bool) -> None:
        """Move the playhead."""
        if (step, scrubbed) != (self._step, self._scrubbed):
            self._step, self._scrubbed = step, scrubbed
            self.update()

    def show_past(self, past: Past) -> None:
        """Show new curves."""
        if self._past is not None and past.last < self._past.last / 2:
            self._range.reset()
        self._past = past
        words = tr("step {step} of {last}", step=self._step, last=past.last)
        self.setAccessibleDescription(words)
        self.update()

    def area(self) -> QRectF:
        """The area of the curve; markers are below it."""
        px = self._theme.px
        return QRectF(self.rect()).adjusted(px(8), px(10), -px(8), -px(22))

    def x_of(self, steps: Floats | float) -> Floats:
        """The pixel positions of steps on the track."""
        area = self.area()
        reach = float(self._past.reach) if self._past else 1.0
        return Scale(0.0, reach).place(steps, area.left(), area.right())

    def step_at(self, x: float) -> int:
        """The kept step nearest to a pixel."""
        past = self._past
        if past is None or not len(past.kept):
            return 0
        area = self.area()
        wanted = (x - area.left()) / max(1.0, area.width()) * past.reach
        return int(past.kept[int(np.argmin(np.abs(past.kept - wanted)))])

    # -- painting ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Kept snapshots, curves, markers, playhead, readout."""
        painter = QPainter(self)
        theme, past = self._theme, self._past
        area = self.area()
        painter.fillRect(self.rect(), QColor(theme.pane))
        if past is None:
            return
        ratio = self.devicePixelRatioF()
        # Everything but the playhead is cached until there are new curves or it is
        # dragged.
        place = self._step if self._scrubbed else -1
        key = (id(past), place, self.size().toTuple(), ratio, theme)
        if self._ground.stale(key):
            layer = self._ground.begin(key, self.width(), self.height(), ratio)
            self._draw_kept(layer, area, past)
            self._draw_curves(layer, area, past)
            self._draw_markers(layer, area, past)
            layer.end()
        self._ground.draw(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        at = round(float(self.x_of(float(min(self._step, past.reach)))))
        painter.setPen(QPen(QColor(theme.accent), 2))
        painter.drawLine(QPointF(at, area.top() - 2), QPointF(at, area.bottom() + 2))
        painter.setBrush(QColor(theme.accent))
        painter.setPen(QPen(QColor(theme.pane), 2))
        r = theme.px(6)
        painter.drawEllipse(QPointF(at, area.top() - 2 + r / 2), r, r)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 1))
            painter.drawEllipse(QPointF(at, area.top() - 2 + r / 2), r + 3, r + 3)
        self._draw_readout(painter, area, past)

    def _draw_kept(self, painter: QPainter, area: QRectF, past: Past) -> None:
        """A tick for each kept snapshot, where the playhead can go."""
        theme = self._theme
        base = area.bottom() + 3
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.drawLine(QPointF(area.left(), base), QPointF(area.right(), base))
        if not len(past.kept):
            return
        places = np.unique(np.round(self.x_of(past.kept.astype(float)) / 2.0)) * 2.0
        if len(places) < 3:
            return
        sparse = len(places) * 6 < area.width()
        ink = tint(theme.secondary, 0.55 if sparse else 0.3)
        draw_level(painter, places[0], places[-1], base, ink)
        painter.setPen(QPen(tint(theme.secondary, 0.8 if sparse else 0.5), 1))
        # On whole pixels they are as crisp without smoothing, and much faster.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        draw_strokes(
            painter,
            places,
            np.full(len(places), base),
            np.full(len(places), base + theme.px(3) - 1),
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _draw_curves(self, painter: QPainter, area: QRectF, past: Past) -> None:
        theme = self._theme
        tests = [test_curve(past, i) for i in range(len(past.steps))]
        tested_losses = [losses for _, losses in tests]
        futures = [lane.losses for lane in past.lanes]
        both = np.concatenate([*past.losses, *tested_losses, *futures])
        both = both[np.isfinite(both)]
        if not both.size:
            return
        log = bool(both.min() > 0)
        if log != self._range.log:
            self._range.log = log
            self._range.reset()
        scale = Scale(*self._range.follow(float(both.min()), float(both.max())), log)
        self._scale = scale
        for lane in past.lanes:
            x, y = self.lane_line(lane)
            draw_lane(painter, theme, x, y)
        step = self._step if self._scrubbed else past.reach
        now = float(self.x_of(float(step)))
        for i, (tested, losses) in reversed(list(enumerate(tests))):
            if len(tested) > 1:
                ours = len(tests) > 1 and i == 0  # in the colour of its training loss
                colour = theme.accent if ours else theme.secondary
                pen = QPen(tint(colour, 0.8), 1)
                pen.setDashPattern([3.0, 2.0])
                painter.setPen(pen)
                y = scale.place(losses, area.bottom(), area.top() + theme.px(6))
                draw_curve(painter, self.x_of(tested), y)
        for i in reversed(range(len(past.steps))):
            x = self.x_of(past.steps[i])
            y = scale.place(past.losses[i], area.bottom(), area.top() + theme.px(6))
            good = np.isfinite(y)
            x, y = x[good], y[good]
            if len(x) < 2:
                continue
            if i:
                painter.setPen(QPen(tint(theme.secondary, 0.6), 1))
                draw_curve(painter, x, y)
                continue
            split = int(np.searchsorted(x, now + 0.5))
            if self._scrubbed:
                painter.setPen(QPen(tint(theme.secondary, 0.6), 1))
                rest = slice(max(0, split - 1), None)
                draw_curve(painter, x[rest], y[rest])
            if split > 1:
                xs, ys = x[:split], y[:split]
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
                painter.setBrush(tint(theme.accent, 0.10))
                foot = area.bottom() + 3
                painter.drawPolygon(
                    polyline(
                        np.concatenate([[xs[0]], xs, [xs[-1]]]),
                        np.concatenate([[foot], ys, [foot]]),
                    )
                )
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(theme.accent), 1.5))
                draw_curve(painter, xs, ys)

    def _draw_markers(self, painter: QPainter, area: QRectF, past: Past) -> None:
        """Shapes below the curve, with texts where there is space."""
        theme = self._theme
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        height = area.bottom() + theme.px(13)
        places = [float(self.x_of(float(m.step))) for m in past.markers]
        base = height + metrics.capHeight() / 2
        free = area.left() - 8  # everything left of it is taken
        for i, (marker, x) in enumerate(zip(past.markers, places, strict=True)):
            self._draw_marker(painter, marker, x, height)
            later = zip(past.markers[i + 1 :], places[i + 1 :], strict=True)
            if any(p <= x + 1 and m.kind != "backend" for m, p in later):
                continue  # of several at one place, the last is how things are now
            width = metrics.horizontalAdvance(marker.text)
            following = [p for p in places[i + 1 :] if p > x + 1]
            limit = (following[0] if following else self.width() + 8) - 12
            painter.setPen(QColor(theme.secondary))
            if marker.kind == "backend":
                free = max(free, x + 8)
            elif x >= free and x + 8 + width <= limit:
                painter.drawText(QPointF(x + 8, base), marker.text)
                free = x + 8 + width + 12
            elif x - 8 - width >= free:
                painter.drawText(QPointF(x - 8 - width, base), marker.text)
                free = x + 8
            else:
                free = max(free, x + 8)

    def _draw_marker(
        self, painter: QPainter, marker: Marker, x: float, y: float
    ) -> None:
        theme = self._theme
        bad = marker.kind == "divergence"
        colour = QColor(theme.bad if bad else theme.secondary)
        painter.save()
        painter.translate(x, y)
        if bad:
            painter.setPen(QPen(colour, 2))
            r = theme.px(3)
            painter.drawLine(QPointF(-r, -r), QPointF(r, r))
            painter.drawLine(QPointF(-r, r), QPointF(r, -r))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            size = theme.px(4 if marker.kind == "backend" else 7)
            painter.drawPath(marker_path(_SYMBOLS[marker.kind], size))
        painter.restore()

    def lane_line(self, lane: LaneCurve) -> tuple[Floats, Floats]:
        """The curve of a lane in pixels."""
        area = self.area()
        top = area.top() + self._theme.px(6)
        good = np.isfinite(lane.losses)
        y = self._scale.place(lane.losses[good], area.bottom(), top)
        return self.x_of(lane.steps[good]), y

    def lane_at(self, at: QPointF) -> int | None:
        """The lane under a point."""
        for i, lane in enumerate(self._past.lanes if self._past else ()):
            if is_near(*self.lane_line(lane), at):
                return i
        return None

    def markers_at(self, x: float) -> list[Marker]:
        """The marks near a place of the track."""
        if self._past is None:
            return []
        return [
            m
            for m in self._past.markers
            if abs(float(self.x_of(float(m.step))) - x) <= 6
        ]

    def _draw_readout(self, painter: QPainter, area: QRectF, past: Past) -> None:
        at = self._pointer
        if at is None or not len(past.kept):
            return
        lane = None if self._dragging else self.lane_at(at)
        if lane is not None:
            bounds = QRectF(self.rect()).adjusted(2, 2, -2, -2)
            draw_readout(painter, at, bounds, self._theme, past.lanes[lane].words)
            return
        step = self.step_at(at.x())
        markers = self.markers_at(at.x()) if not self._dragging else []
        if markers:
            step = markers[0].step
        lines = [
            tr(
                "step {step}   {losses}",
                step=shown_count(step),
                losses=losses_at(past, step),
            )
        ]
        lines = [m.text for m in markers[:3]] + lines
        x = float(self.x_of(float(step)))
        painter.setPen(QPen(tint(self._theme.secondary, 0.8), 1))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom() + 3))
        bounds = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        # High enough that the words of the markers stay readable.
        at = QPointF(x, area.bottom() + 2)
        draw_readout(painter, at, bounds, self._theme, lines)

    # -- mouse and keys --------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the step under the mouse."""
        if event.button() == Qt.MouseButton.LeftButton:
            lane = self.lane_at(event.position())
            if lane is not None:
                self.lane_asked.emit(lane)
                return
            self._dragging = True
            marked = self.markers_at(event.position().x())
            if marked:
                self._go(marked[0].step)
            else:
                self._follow(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read, or drag the playhead."""
        self._pointer = event.position()
        if self._dragging:
            self._follow(event.position())
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Release the playhead."""
        self._dragging = False

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse has left."""
        self._pointer = None
        self.update()

    def _follow(self, at: QPointF) -> None:
        """The right end is the present; anything else is the past."""
        if at.x() >= self.area().right() - 1:
            self._go(self._past.last if self._past else 0)
        else:
            self._go(self.step_at(at.x()))

    def _go(self, step: int) -> None:
        past = self._past
        if past is None:
            return
        if step >= past.last:
            self.live_asked.emit()
        else:
            self.scrub_to.emit(max(0, step))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows: one kept snapshot; page keys: a tenth; Home and End."""
        past = self._past
        moves = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: 1,
        }
        if past is None or not len(past.kept):
            super().keyPressEvent(event)
            return
        place = int(np.searchsorted(past.kept, self._step, side="right")) - 1
        tenth = max(1, len(past.kept) // 10)
        key = Qt.Key(event.key())
        if key in moves:
            place += moves[key]
        elif key == Qt.Key.Key_PageUp:
            place -= tenth
        elif key == Qt.Key.Key_PageDown:
            place += tenth
        elif key == Qt.Key.Key_Home:
            place = 0
        elif key == Qt.Key.Key_End:
            place = len(past.kept)
        else:
            super().keyPressEvent(event)
            return
        if place >= len(past.kept):
            self.live_asked.emit()
        else:
            self._go(int(past.kept[max(0, place)]))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the focus is."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus."""
        self.update()
