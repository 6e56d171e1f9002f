"""The largest Hessian eigenvalue over time, against what the optimiser can follow."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.look.markers import draw_markers
from app.look.plots import Axes, CalmRange, Scale, draw_curve, draw_note
from app.look.theme import LIGHT, SMALL, Theme
from app.views.gradients.jobs import GradientResult
from app.widgets.elided import ElidedLabel
from app.widgets.label import Label

EVERY = 200  # steps between two measurements, at first


class CurvaturePlot(QWidget):
    """Measurements of each run as dots, the stability limit as a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.results: tuple[GradientResult, ...] = ()
        self._range = CalmRange(log=True)
        self._level = CalmRange()
        self.setAccessibleName("Largest curvature over steps")

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(320, 160)

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        self.update()

    def show_results(self, results: tuple[GradientResult, ...]) -> None:
        """Take the newest measurements."""
        old = self.results
        if not old or old[0].snapshot.generation != results[0].snapshot.generation:
            self._range.reset()
            self._level.reset()
        self.results = results
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Axes, limits, dots."""
        painter = QPainter(self)
        theme = self._theme
        painter.fillRect(self.rect(), QColor(theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        found = [c for r in self.results for c in r.curvatures.values()]
        values = [c.largest for c in found if c.largest > 0]
        limits = [c.limit for c in found if c.limit is not None]
        if not values:
            note = "Measuring the largest eigenvalue of the Hessian …"
            if found:
                note = "No direction curves upwards: nothing is above 0."
            draw_note(painter, QRectF(self.rect()), theme, note)
            return
        last = max(max(r.curvatures, default=1) for r in self.results)
        px = theme.px
        area = QRectF(self.rect()).adjusted(px(48), px(8), -px(64), -px(24))
        low, high = min(values + limits), max(values + limits)
        up = Scale(0.0, self._level.follow(0.0, high)[1])
        if high > 20 * low:  # a limit far above is only seen on a log scale
            up = Scale(*self._range.follow(low, high), log=True)
        axes = Axes(Scale(0.0, max(50.0, 1.05 * last)), up, area)
        axes.paint(painter, theme, "step")
        for i, result in enumerate(self.results):
            self._draw_run(painter, axes, result, first=i == 0)

    def _draw_run(
        self, painter: QPainter, axes: Axes, result: GradientResult, first: bool
    ) -> None:
        theme = self._theme
        steps = np.array(list(result.curvatures), np.float64)
        if not len(steps):
            return
        largest = np.array([c.largest for c in result.curvatures.values()])
        limit = np.array([c.limit or np.nan for c in result.curvatures.values()])
        metrics = QFontMetricsF(theme.font(SMALL))
        painter.setFont(theme.font(SMALL))
        x = axes.px(steps)
        colour = QColor(theme.accent if first else theme.secondary)
        run = f" {result.label}" if len(self.results) > 1 else ""
        pen = QPen(QColor(theme.bad), 1)
        pen.setDashPattern([4.0, 3.0])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        y = axes.py(np.where(largest > 0, largest, np.nan))
        ends = [(y[-1], f"λ{run}", colour)]
        if np.isfinite(limit).any():
            painter.setPen(pen)
            level = axes.py(limit)
            at = np.append(x, axes.rect.right())
            draw_curve(painter, at, np.append(level, level[-1:]))
            ends.append((level[-1], f"limit{run}", QColor(theme.bad)))
        painter.setPen(QPen(colour, 1))
        draw_curve(painter, x, y)
        painter.setBrush(colour)
        fine = np.isfinite(y)
        draw_markers(painter, x[fine], y[fine], "o", 5.0)
        for place, text, ink in ends:
            if np.isfinite(place):
                painter.setPen(ink)
                base = float(place) + metrics.capHeight() / 2
                painter.drawText(QPointF(axes.rect.right() + theme.px(8), base), text)


class CurvaturePage(QWidget):
    """The plot, how often it is measured, and a button for now."""

    every_changed = Signal(int)
    now_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = CurvaturePlot(self)
        self.every = QSpinBox(self)
        self.every.setRange(1, 1_000_000)
        self.every.setValue(EVERY)
        self.every.setAccessibleName("Steps between measurements of curvature")
        self.every.setToolTip(
            "The largest eigenvalue of the Hessian of J by Lanczos steps on exact "
            "Hessian-vector products, every so many training steps."
        )
        self.now = QPushButton("Measure now", self)
        self.now.setAccessibleName("Measure curvature now")
        self._words = [Label("every", self), Label("steps", self)]
        self.sentence = ElidedLabel(self)
        self.sentence.setObjectName("hint")
        row = QHBoxLayout()
        row.setContentsMargins(12, 0, 12, 4)
        row.setSpacing(6)
        row.addWidget(self._words[0])
        row.addWidget(self.every)
        row.addWidget(self._words[1])
        row.addWidget(self.now)
        row.addStretch(1)
        said = QHBoxLayout()
        said.setContentsMargins(12, 0, 12, 4)
        said.addWidget(self.sentence)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.plot, 1)
        column.addLayout(said)
        column.addLayout(row)
        self.every.valueChanged.connect(self.every_changed)
        self.now.clicked.connect(self.now_wanted)

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self.plot.set_theme(theme)
        for part in (*self._words, self.every, self.now, self.sentence):
            part.setFont(theme.font(SMALL))

    def show_results(self, results: tuple[GradientResult, ...]) -> None:
        """Take the newest measurements."""
        self.plot.show_results(results)
        known = results[0].curvatures
        self.sentence.set_text(known[max(known)].sentence if known else "")
