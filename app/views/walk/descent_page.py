"""The playground of the Walk view: gradient descent on a typed function."""

from __future__ import annotations

from html import escape

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLineEdit,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from app.look.markers import draw_markers
from app.look.palette import tint
from app.look.plots import Axes, Scale, draw_curve, draw_note
from app.look.theme import BODY, LIGHT, SMALL, Theme
from app.widgets.buttons import IconButton
from app.widgets.label import Label, RichLabel
from app.widgets.number_field import NumberField
from app.widgets.tip import Tip
from core.analysis.walk_descent import DEFAULT, Descent, DescentSpec, descend
from core.analysis.walk_words import num
from core.errors import BadInput
from core.expression import ExpressionError
from core.language import tr

STEP_MS = 220
MOST_SHOWN = 300  # most places drawn


class DescentPlot(QWidget):
    """The function, the places visited so far, and the tangent at the last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._descent: Descent | None = None
        self._at = 0
        self.note = ""
        self.setMinimumSize(160, 70)
        self.setAccessibleName(tr("Function and descent"))

    def show_descent(self, descent: Descent | None, at: int, note: str = "") -> None:
        """Draw the first ``at`` steps."""
        self._descent, self._at, self.note = descent, at, note
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def _range(self, descent: Descent) -> tuple[float, float]:
        """The visible range of x: the places that are not too far away."""
        start = descent.x[0]
        near = descent.x[np.abs(descent.x - start) <= max(6.0, 3.0 * abs(start))]
        low, high = float(near.min()), float(near.max())
        room = max(0.6, 0.35 * (high - low))
        return low - room, high + room

    def paintEvent(self, event: QPaintEvent) -> None:
        """Axes, curve, steps, tangent, words."""
        painter = QPainter(self)
        theme = self._theme
        painter.fillRect(self.rect(), QColor(theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        descent = self._descent
        if descent is None:
            draw_note(painter, QRectF(self.rect()), theme, self.note)
            return
        low, high = self._range(descent)
        x = np.linspace(low, high, 400)
        y = np.array(descent.expression(x=x))
        seen = descent.value[(descent.x >= low) & (descent.x <= high)]
        finite = y[np.isfinite(y)]
        top = max(float(seen.max()), float(np.quantile(finite, 0.7)))
        bottom = min(float(seen.min()), float(finite.min()))
        pad = 0.12 * (top - bottom or 1.0)
        area = QRectF(self.rect()).adjusted(
            theme.px(48), theme.px(10), -theme.px(16), -theme.px(26)
        )
        axes = Axes(Scale(low, high), Scale(bottom - pad, top + pad), area)
        axes.paint(painter, theme, "x")
        painter.setClipRect(area)
        painter.setPen(QPen(QColor(theme.text), 1.8))
        draw_curve(painter, axes.px(x), axes.py(y))
        self._paint_steps(painter, axes, descent)
        painter.setClipping(False)
        if area.height() < theme.px(120):
            return
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.warning))
        corner = area.adjusted(0, theme.px(4), -theme.px(4), 0)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        words = tr("dashed: the tangent at x")
        box = painter.boundingRect(corner, int(right), words)
        painter.fillRect(box, QColor(theme.pane))
        painter.drawText(corner, int(right), words)

    def _paint_steps(self, painter: QPainter, axes: Axes, descent: Descent) -> None:
        theme = self._theme
        at = min(self._at, len(descent.x) - 1)
        first = max(0, at + 1 - MOST_SHOWN)
        places = axes.px(descent.x[first : at + 1])
        heights = axes.py(np.nan_to_num(descent.value[first : at + 1], posinf=1e12))
        colour = theme.bad if descent.diverged is not None else theme.accent
        # Each step goes along x, then up or down to the curve.
        painter.setPen(QPen(tint(colour, 0.55), 1.4))
        for i in range(1, len(places)):
            corner = QPointF(float(places[i]), float(heights[i - 1]))
            painter.drawLine(
                QPointF(float(places[i - 1]), float(heights[i - 1])), corner
            )
            painter.drawLine(corner, QPointF(float(places[i]), float(heights[i])))
        painter.setPen(QPen(QColor(theme.outline), 1))
        painter.setBrush(tint(colour, 0.55))
        draw_markers(painter, places[:-1], heights[:-1], "o", theme.px(6))
        x, f, slope = descent.x[at], descent.value[at], descent.slope[at]
        if not (np.isfinite(f) and np.isfinite(slope)):
            return
        reach = 0.22 * (axes.x.high - axes.x.low)
        ends = np.array([x - reach, x + reach])
        painter.setPen(QPen(tint(theme.warning), 1.6, Qt.PenStyle.DashLine))
        draw_curve(painter, axes.px(ends), axes.py(f + slope * (ends - x)))
        painter.setPen(QPen(QColor(theme.outline), 1.5))
        painter.setBrush(QColor(colour))
        draw_markers(painter, places[-1:], heights[-1:], "o", theme.px(11))


class DescentPage(QWidget):
    """Function, start, rate and momentum; the descent, step by step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._descent: Descent | None = None
        self.function = QLineEdit(DEFAULT, self)
        self.function.setAccessibleName(tr("Function of x"))
        self.start = NumberField(tr("Start"), -1e3, 1e3, 0.05)
        self.rate = NumberField(tr("Learning rate"), 1e-5, 100.0, log=True)
        self.momentum = NumberField(tr("Momentum"), 0.0, 0.99, 0.01)
        self.start.set_value(2.0)
        self.rate.set_value(0.13)
        self.momentum.set_value(0.0)
        self.play = IconButton(
            "play", Tip(tr("Descend"), tr("Play the steps.")), size=28
        )
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Step of the descent"))
        self.plot = DescentPlot(self)
        self.step_words = Label(self)
        self.end_words = RichLabel(self)
        for label in (self.step_words, self.end_words):
            label.setWordWrap(True)
        self._labels = [
            Label(t, self)
            for t in ("f(x) =", tr("start"), tr("learning rate η"), tr("momentum μ"))
        ]
        self._run = QVariantAnimation(self)
        self._run.valueChanged.connect(self._on_beat)
        self._run.finished.connect(self._show_play)
        self._build()
        self.renew()

    def _build(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._rows.setContentsMargins(12, 8, 12, 4)
        self._rows.setSpacing(8)
        fields = (self.function, self.start, self.rate, self.momentum)
        for i, (label, field) in enumerate(zip(self._labels, fields, strict=True)):
            row = second if i else first
            row.addWidget(label)
            row.addWidget(field, 1)
            row.setSpacing(8)
        self._rows.addLayout(first, 2)
        self._rows.addLayout(second, 3)
        bar = QHBoxLayout()
        bar.setContentsMargins(8, 0, 12, 0)
        bar.addWidget(self.play)
        bar.addWidget(self.slider, 1)
        words = QVBoxLayout()
        words.setContentsMargins(12, 0, 12, 10)
        words.setSpacing(2)
        words.addWidget(self.step_words)
        words.addWidget(self.end_words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(self._rows)
        layout.addWidget(self.plot, 1)
        layout.addLayout(bar)
        layout.addLayout(words)
        self.function.textChanged.connect(lambda _: self.renew())
        for field in (self.start, self.rate, self.momentum):
            field.value_changed.connect(lambda _: self.renew())
        self.slider.valueChanged.connect(lambda _: self._show())
        self.play.clicked.connect(self.toggle)

    @property
    def descent(self) -> Descent | None:
        """The present descent; None if the function is invalid."""
        return self._descent

    def renew(self) -> None:
        """Recompute the descent, and show all of it."""
        self._run.stop()
        try:
            spec = DescentSpec(
                self.function.text(),
                self.start.value,
                self.rate.value,
                self.momentum.value,
            )
            self._descent = descend(spec)
        except ExpressionError as error:
            place = tr("at character {place}", place=error.place + 1)
            self._refuse(f"{error.reason} {place}")
            return
        except BadInput as error:
            self._refuse(str(error))
            return
        steps = len(self._descent.x) - 1
        self.slider.blockSignals(True)
        self.slider.setRange(0, steps)
        self.slider.setValue(steps)
        self.slider.blockSignals(False)
        self._show()

    def _refuse(self, reason: str) -> None:
        self._descent = None
        self.plot.show_descent(
            None, 0, tr("The function cannot be drawn: {reason}.", reason=reason)
        )
        self.step_words.setText("")
        self.end_words.setText("")

    def toggle(self) -> None:
        """Play the steps, or pause."""
        if self._run.state() == QVariantAnimation.State.Running:
            self._run.stop()
        elif self._descent is not None:
            steps = len(self._descent.x) - 1
            begin = self.slider.value() if self.slider.value() < steps else 0
            self._run.setStartValue(float(begin))
            self._run.setEndValue(float(steps))
            # Most happens early, so a long tail is played faster.
            self._run.setDuration(STEP_MS * min(steps - begin, 40))
            self._run.start()
        self._show_play()

    def _show_play(self) -> None:
        running = self._run.state() == QVariantAnimation.State.Running
        self.play.set_icon("pause" if running else "play")

    def _on_beat(self, place: float) -> None:
        self.slider.setValue(int(place))

    def _show(self) -> None:
        made = self._descent
        if made is None:
            return
        at = min(self.slider.value(), len(made.x) - 1)
        self.plot.show_descent(made, at)
        x, slope = float(made.x[at]), float(made.slope[at])
        said = tr(
            "Step {at}: x = {x}, slope f′(x) = {slope}",
            at=at,
            x=num(x, 6),
            slope=num(slope),
        )
        if at + 1 < len(made.x):
            v = float(made.velocity[at])
            pull = f"{num(made.spec.rate)}·{_bracket(v)}"
            said += tr(
                ", next x = {x} − {pull} = {x2}",
                x=num(x, 6),
                pull=pull,
                x2=num(float(made.x[at + 1]), 6),
            )
            if made.spec.momentum:
                said += tr(", where v = μ·v + f′(x) = {v}", v=num(v))
        self.step_words.setText(said)
        colour = self._theme.bad if made.diverged is not None else self._theme.secondary
        self.end_words.setText(
            f"<span style='color:{colour}'>{escape(made.sentence)}</span>"
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two rows of fields if one is too long."""
        narrow = self.width() < self._theme.px(600)
        way = QBoxLayout.Direction
        self._rows.setDirection(way.TopToBottom if narrow else way.LeftToRight)
        super().resizeEvent(event)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.plot.set_theme(theme)
        self.play.set_theme(theme)
        fields = (self.function, self.start, self.rate, self.momentum)
        for widget in (*self._labels, *fields, self.step_words, self.end_words):
            widget.setFont(theme.font(BODY if widget not in self._labels else SMALL))
        for field in fields:
            field.setFixedHeight(theme.px(26))
        self._show()


def _bracket(value: float) -> str:
    text = num(value)
    return f"({text})" if value < 0 else text
