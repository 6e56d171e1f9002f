"""View 6, Loss: train and test loss over steps, accuracy, and the gap between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.frame.base import Frame, Panel
from app.frame.growth import Growth
from app.frame.settings import Switch
from app.look.numbers import shown_count, shown_number, shown_percent
from app.look.palette import tint
from app.look.plots import (
    FIRST_STEPS,
    Axes,
    CalmRange,
    Layer,
    Scale,
    draw_curve,
    draw_note,
    draw_readout,
    polyline,
    spread_labels,
    thin_out,
)
from app.look.theme import LIGHT, SMALL, Theme
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.engine.state import column
from core.outputs import LOSSES

_LONGEST = "8.88·10⁻⁸⁸"  # as wide as any loss that `shown_number` writes


@dataclass(frozen=True, eq=False)
class RunCurves:
    """The numbers of one run, thinned out to pixels; steps ascend."""

    label: str
    snapshot: Snapshot
    scrubbed: bool
    steps: Floats
    loss: Floats
    test_loss: Floats
    accuracy: Floats
    test_accuracy: Floats
    batch_steps: Floats
    batch_low: Floats
    batch_high: Floats


def collect(frame: Frame, pixels: int) -> tuple[RunCurves, ...]:
    """Read timelines and series; runs in the analysis worker."""
    made = []
    for run in frame.runs:
        metrics = run.timeline.metrics()
        steps = metrics.steps.astype(np.float64)
        known = max(1, -(-3 * len(steps) // pixels))
        # Curves measured over the whole split are smooth: every nth point will do.
        pick = np.unique(np.append(np.arange(0, len(steps), known), len(steps) - 1))
        pick = pick[pick >= 0]
        first, last = run.series.first, run.series.last
        band = run.series.view([column("loss")], first, last + 1, max(8, pixels // 2))
        made.append(
            RunCurves(
                run.label,
                run.snapshot,
                run.scrubbed,
                steps[pick],
                metrics.loss[pick],
                metrics.test_loss[pick],
                metrics.accuracy[pick],
                metrics.test_accuracy[pick],
                band.steps,
                band.low[0],
                band.high[0],
            )
        )
    return tuple(made)


@dataclass(frozen=True, eq=False)
class _Curve:
    """One line with its direct label."""

    word: str
    value: str
    colour: QColor
    dashed: bool
    y: Floats


class LossPanel(Panel):
    """Loss above, accuracy below, direct labels at the right."""

    name = "loss"
    title = "Loss"

    log_y = Switch(False, "Logarithmic loss")
    log_x = Switch(False, "Logarithmic steps")
    batches = Switch(True, "Spread of the minibatches")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._runs: tuple[RunCurves, ...] = ()
        self._loss_range = CalmRange()
        self._reach = 50.0
        self._layer, self._lines = Layer(), Layer()
        self._generation = -1
        self._now: tuple[Snapshot, ...] = ()
        self._moving = False
        self._growth = Growth()
        self._subtitle = self._badge = ""
        self._pointer: QPointF | None = None
        self.setMouseTracking(True)
        self.setAccessibleName("Loss over steps")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(120, 80)

    def sizeHint(self) -> QSize:
        """A landscape of moderate size."""
        return QSize(340, 220)

    # -- frames --------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """Say which loss is shown; the curves come from the worker."""
        snapshot = frame.main.snapshot
        self._now = tuple(run.snapshot for run in frame.runs)
        if frame.moving != self._moving:
            self._moving = frame.moving
            self.update()
        loss = LOSSES[snapshot.run.loss].title
        if loss != self._subtitle:
            self._subtitle = loss
            self._loss_range.reset()
            self.subtitle_changed.emit(loss)

    def request(self, frame: Frame, size: QSize) -> Callable[[], object] | None:
        """Read the curves, decimated to the pixels they cover.

        While training runs, not before they have grown by a pixel or two.
        """
        pixels = max(32, size.width())
        key = tuple((r.snapshot.generation, r.label, pixels) for r in frame.runs)
        if not self._growth.enough(frame, key, 1.5 * self._reach / pixels):
            self.update()  # the curves rest, the numbers beside them do not
            return None
        return lambda: collect(frame, pixels)

    def show_result(self, result: object) -> None:
        """Take new curves."""
        if not isinstance(result, tuple) or not result:
            return
        self._runs = result
        main = result[0]
        if main.snapshot.generation != self._generation:
            self._generation = main.snapshot.generation
            self._loss_range.reset()
            self._reach = 50.0
        metrics = main.snapshot.metrics
        badge = ""
        if metrics.test_loss is not None:
            badge = f"gap {shown_number(metrics.test_loss - metrics.loss)}"
        if badge != self._badge:
            self._badge = badge
            self.badge_changed.emit(badge)
        self.update()

    # -- geometry ------------------------------------------------------------------

    def x_scale(self) -> Scale:
        """The axis of steps."""
        last = max((float(r.steps[-1]) for r in self._runs if len(r.steps)), default=1)
        # Room grows in strides, so that numbers on the axis rest in between.
        while last > self._reach:
            self._reach *= 1.12
        while last < self._reach / 1.5 and self._reach > 50.0:
            self._reach /= 1.12
        return Scale(1.0 if self.log_x else 0.0, self._reach, self.log_x)

    def y_scale(self) -> Scale:
        """The axis of losses."""
        curves = [c for r in self._runs for c in (r.loss, r.test_loss) if len(c)]
        values = np.concatenate(curves) if curves else np.zeros(0)
        values = values[np.isfinite(values)]
        if self.log_y:
            values = values[values > 0]
        if not values.size:
            return Scale(0.0, 1.0)
        low, high = float(values.min()), float(values.max())
        self._loss_range.log = self.log_y
        if not self.log_y and low >= 0:
            shown = self._loss_range.follow(0.0, high)
            return Scale(0.0, shown[1])
        return Scale(*self._loss_range.follow(low, high), self.log_y)

    def _has_accuracy(self) -> bool:
        return any(np.isfinite(r.accuracy).any() for r in self._runs)

    def areas(self) -> tuple[QRectF, QRectF | None]:
        """Where loss and accuracy are drawn."""
        px = self._theme.px
        full = QRectF(self.rect()).adjusted(px(48), px(10), -self._beside(), -px(24))
        if not self._has_accuracy() or full.height() < px(110):
            return full, None
        small = max(px(36), 0.26 * full.height())
        loss = full.adjusted(0, 0, 0, -(small + px(16)))
        return loss, QRectF(full.left(), full.bottom() - small, full.width(), small)

    def _beside(self) -> float:
        """Room for words and values right of the curves.

        It is that of the longest value, whatever stands there now: what followed the
        numbers would move the curves with every digit.
        """
        px = self._theme.px
        metrics = QFontMetricsF(self._theme.font(SMALL))
        word = "A train" if len(self._runs) > 1 else "train"
        wanted = sum(metrics.horizontalAdvance(t) for t in (word, _LONGEST)) + px(28)
        return max(px(92), min(wanted, 0.4 * self.width()))

    # -- painting ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Axes from the cache, band, curves, labels, readout."""
        painter = QPainter(self)
        theme = self._theme
        painter.fillRect(self.rect(), QColor(theme.pane))
        if not self._runs or not len(self._runs[0].steps):
            note = FIRST_STEPS if self._moving else "Press play to see the loss"
            draw_note(painter, QRectF(self.rect()), theme, note)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top, bottom = self.areas()
        x = self.x_scale()
        loss = Axes(x, self.y_scale(), top)
        shares = None if bottom is None else Axes(x, Scale(0.0, 1.0), bottom)
        self._draw_axes(painter, loss, shares)
        curves = [(loss, self.loss_curves())]
        if shares is not None:
            curves.append((shares, self._accuracy_curves()))
        self._draw_lines(painter, curves)
        for axes, of in curves:
            self.draw_words(painter, axes, of)
        self._draw_playhead(painter, loss, shares)
        self._draw_hover(painter, loss, shares)

    def _x(self, steps: Floats) -> Floats:
        return np.maximum(steps, 1.0) if self.log_x else steps

    def _draw_axes(self, painter: QPainter, loss: Axes, shares: Axes | None) -> None:
        ratio = self.devicePixelRatioF()
        theme = self._theme
        key = (loss.x, loss.y, self.size().toTuple(), ratio, theme, shares is None)
        if self._layer.stale(key):
            layer = self._layer.begin(key, self.width(), self.height(), ratio)
            if shares is None:
                loss.paint(layer, theme, "step")
            else:
                Axes(Scale(0, 0), loss.y, loss.rect).paint(
                    layer, theme, numbers_x=False
                )
                shares.paint(layer, theme, "step", percent=True)
            layer.end()
        self._layer.draw(painter)

    def _draw_band(self, painter: QPainter, axes: Axes) -> None:
        """Lowest and highest minibatch loss, faint."""
        painter.save()
        painter.setClipRect(axes.rect)
        # A ragged outline costs ten times as much with smooth edges, for a faint band.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        for i, run in enumerate(self._runs):
            good = np.isfinite(run.batch_low) & np.isfinite(run.batch_high)
            if good.sum() < 2:
                continue
            x = axes.px(self._x(run.batch_steps[good]))
            reach = 4.0 * self.height()
            above = np.clip(axes.py(run.batch_high[good]), -reach, reach)
            below = np.clip(axes.py(run.batch_low[good]), -reach, reach)
            painter.setBrush(tint(self._colour(i), 0.16))
            outline = polyline(
                np.concatenate([x, x[::-1]]), np.concatenate([above, below[::-1]])
            )
            painter.drawPolygon(outline)
        painter.restore()

    def _draw_gap(self, painter: QPainter, axes: Axes) -> None:
        """The space between train and test loss of run A."""
        run = self._runs[0]
        good = np.isfinite(run.loss) & np.isfinite(run.test_loss)
        if len(self._runs) > 1 or good.sum() < 2:
            return
        x = axes.px(self._x(run.steps[good]))
        train, test = axes.py(run.loss[good]), axes.py(run.test_loss[good])
        painter.save()
        painter.setClipRect(axes.rect)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint(self._theme.text, 0.07))
        painter.drawPolygon(
            polyline(np.concatenate([x, x[::-1]]), np.concatenate([train, test[::-1]]))
        )
        painter.restore()

    def _colour(self, run: int) -> QColor:
        return QColor(self._theme.accent if run == 0 else self._theme.secondary)

    def loss_curves(self) -> list[tuple[RunCurves, _Curve]]:
        """The losses of every run, with their words."""
        return self._curves("loss", "test_loss", shown_number)

    def _accuracy_curves(self) -> list[tuple[RunCurves, _Curve]]:
        return self._curves("accuracy", "test_accuracy", shown_percent)

    def _curves(
        self, train: str, test: str, told: Callable[[float | None], str]
    ) -> list[tuple[RunCurves, _Curve]]:
        made: list[tuple[RunCurves, _Curve]] = []
        compared = len(self._runs) > 1
        for i, run in enumerate(self._runs):
            now = self._now[i] if i < len(self._now) else run.snapshot
            metrics = now.metrics
            for name, word, dashed in ((train, "train", False), (test, "test", True)):
                values = getattr(run, name)
                if not np.isfinite(values).any():
                    continue
                colour = self._colour(i)
                if dashed and not compared:
                    colour = QColor(self._theme.secondary)
                word = f"{run.label} {word}" if compared else word
                value = told(getattr(metrics, name))
                made.append((run, _Curve(word, value, colour, dashed, values)))
        return made

    def _draw_lines(
        self,
        painter: QPainter,
        curves: list[tuple[Axes, list[tuple[RunCurves, _Curve]]]],
    ) -> None:
        """Band, gap and curves; they rest until new ones come or an axis moves."""
        ratio, loss = self.devicePixelRatioF(), curves[0][0]
        key = (
            self._runs,
            self.batches,
            self.size().toTuple(),
            ratio,
            self._theme,
            *((axes.x, axes.y) for axes, _ in curves),
        )
        if self._lines.stale(key):
            layer = self._lines.begin(key, self.width(), self.height(), ratio)
            if self.batches:
                self._draw_band(layer, loss)
            self._draw_gap(layer, loss)
            for axes, of in curves:
                self._draw_curves(layer, axes, of)
            layer.end()
        self._lines.draw(painter)

    def _draw_curves(
        self, painter: QPainter, axes: Axes, curves: list[tuple[RunCurves, _Curve]]
    ) -> None:
        painter.save()
        painter.setClipRect(axes.rect.adjusted(0, -3, 0, 3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for run, curve in reversed(curves):
            pen = QPen(curve.colour, 1.5)
            if curve.dashed:
                pen.setDashPattern([3.0, 2.0])
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            x, y = axes.px(self._x(run.steps)), axes.py(curve.y)
            y = np.clip(y, axes.rect.top() - 50, axes.rect.bottom() + 50)
            x, y = thin_out(x, y, max(16, int(axes.rect.width() / 3)))
            draw_curve(painter, x, y)
        painter.restore()

    def draw_words(
        self, painter: QPainter, axes: Axes, curves: list[tuple[RunCurves, _Curve]]
    ) -> None:
        """What each curve is and where it stands, beside its end."""
        theme = self._theme
        ends = []
        for _, curve in curves:
            known = curve.y[np.isfinite(curve.y)]
            end = float(axes.py(known[-1])) if known.size else axes.rect.bottom()
            ends.append(min(max(end, axes.rect.top() - 50), axes.rect.bottom() + 50))
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        row = metrics.height()
        low, high = axes.rect.top() - 2, axes.rect.bottom() + row / 2
        places = spread_labels(ends, row, low, high)
        left = axes.rect.right() + theme.px(8)
        right = self.width() - theme.px(12)
        for (_, curve), place in zip(curves, places, strict=True):
            base = place + metrics.capHeight() / 2
            painter.setPen(curve.colour)
            painter.drawText(QPointF(left, base), curve.word)
            width = metrics.horizontalAdvance(curve.value)
            if left + metrics.horizontalAdvance(curve.word) + 6 < right - width:
                painter.setPen(QColor(theme.text))
                painter.drawText(QPointF(right - width, base), curve.value)

    def _draw_playhead(
        self, painter: QPainter, loss: Axes, shares: Axes | None
    ) -> None:
        """Where on the curves the other views are, when the timeline was dragged."""
        for i, run in enumerate(self._runs):
            if run.scrubbed:
                at = round(float(loss.px(max(1, run.snapshot.step)))) + 0.5
                painter.setPen(QPen(self._colour(i), 1))
                bottom = (shares or loss).rect.bottom()
                painter.drawLine(QPointF(at, loss.rect.top()), QPointF(at, bottom))

    def _draw_hover(self, painter: QPainter, loss: Axes, shares: Axes | None) -> None:
        at = self._pointer
        bottom = (shares or loss).rect.bottom()
        if at is None or not loss.rect.left() <= at.x() <= loss.rect.right():
            return
        step = loss.at(at)[0]
        lines = []
        for run in self._runs:
            if not len(run.steps):
                continue
            i = int(np.argmin(np.abs(run.steps - step)))
            name = f"{run.label}  " if len(self._runs) > 1 else ""
            lines.append(f"{name}step {shown_count(int(run.steps[i]))}")
            train, test = float(run.loss[i]), float(run.test_loss[i])
            text = f"loss {shown_number(train)}"
            if np.isfinite(test):
                text += f"  test {shown_number(test)}"
            lines.append(text)
            if np.isfinite(run.accuracy[i]):
                text = f"accuracy {shown_percent(float(run.accuracy[i]))}"
                if np.isfinite(run.test_accuracy[i]):
                    text += f"  test {shown_percent(float(run.test_accuracy[i]))}"
                lines.append(text)
        painter.setPen(QPen(QColor(self._theme.secondary), 1))
        x = round(at.x()) + 0.5
        painter.drawLine(QPointF(x, loss.rect.top()), QPointF(x, bottom))
        bounds = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        draw_readout(painter, at, bounds, self._theme, lines)

    # -- mouse, look, settings -------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read the numbers of the step under the mouse."""
        self._pointer = event.position()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse is elsewhere."""
        self._pointer = None
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        self.update()

    def setting_changed(self, name: str) -> None:
        """Draw at once, over a range of its own."""
        self._loss_range.reset()
        self.update()
        super().setting_changed(name)
