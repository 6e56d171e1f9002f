"""The largest Hessian eigenvalue over time, against what the optimiser can follow."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.chart.chart import Chart
from app.chart.contents import Contents, Dots, Line, PlotContents
from app.look.plots import CalmRange, Scale
from app.look.theme import SMALL, Theme
from app.views.gradients.jobs import GradientResult
from app.widgets.elided import ElidedLabel
from app.widgets.label import Label
from core.analysis.curvature import Curvature
from core.arrays import Floats
from core.language import tr

EVERY = 200  # steps between two measurements, at first
_FAR = 20.0  # a limit this many times above is only seen on a logarithmic scale


class CurvaturePlot(Chart):
    """Measurements of each run as dots on a line, the stability limit dashed.

    Both runs are in one plot. The scale follows the data until the user chooses one.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self._compose, parent)
        self.results: tuple[GradientResult, ...] = ()
        self.log: bool | None = None  # None: chosen by the data
        self._shown_log = False
        self._range = CalmRange(log=True)
        self._level = CalmRange()
        self._looked_at: tuple[int, ...] = ()
        self.curves_changed.connect(self._forget_ranges)
        self.scale_asked.connect(self._change_scale)
        self.setAccessibleName(tr("Largest curvature over steps"))

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(320, 160)

    def show_results(self, results: tuple[GradientResult, ...]) -> None:
        """Show the newest measurements."""
        old = self.results
        if not old or old[0].snapshot.generation != results[0].snapshot.generation:
            self._forget_ranges()
            self.reset()
        self.results = results
        self.refresh()

    def show_playhead(self, steps: tuple[int, ...]) -> None:
        """Mark the step of each run that the timeline was dragged to, if it was."""
        if steps != self._looked_at:
            self._looked_at = steps
            self.refresh()

    def _forget_ranges(self) -> None:
        self._range.reset()
        self._level.reset()

    def _change_scale(self) -> None:
        self.log = not self._shown_log
        self.fit()

    # -- what is shown -----------------------------------------------------------------

    def _compose(self) -> Contents:
        found = [c for r in self.results for c in r.curvatures.values()]
        if not any(c.largest > 0 for c in found):
            note = tr("Measuring the largest eigenvalue of the Hessian …")
            if found:
                note = tr("The largest eigenvalue of the Hessian is not positive.")
            return Contents((), note=note)
        last = max(max(r.curvatures, default=1) for r in self.results)
        reach = max(50.0, 1.05 * last)
        places = range(len(self.results))
        lines = tuple(line for i in places for line in self._lines(i, reach))
        dots = tuple(self._dots(i) for i in places)
        px = self.theme.px
        area = QRectF(self.rect()).adjusted(px(48), px(8), -px(64), -px(24))
        accent = QColor(self.theme.accent)
        plot = PlotContents(
            area,
            Scale(0.0, reach),
            self._scale(lines),
            lines,
            dots=dots,
            beside=px(64),
            playheads=tuple((step, accent) for step in self._looked_at[:1]),
        )
        key = (self.results, self._shown_log)
        return Contents((plot,), key, scale="log" if self._shown_log else "linear")

    def _scale(self, lines: tuple[Line, ...]) -> Scale:
        """The range of the curves shown."""
        seen = [c.y for c in lines if c.key not in self.hidden] or [np.ones(1)]
        values = np.concatenate(seen)
        values = values[np.isfinite(values)]
        low, high = (
            (float(values.min()), float(values.max())) if len(values) else (0.1, 1.0)
        )
        self._shown_log = high > _FAR * low if self.log is None else self.log
        if self._shown_log:
            return Scale(*self._range.follow(low, max(high, 1.01 * low)), log=True)
        return Scale(0.0, self._level.follow(0.0, high)[1])

    def _lines(self, place: int, reach: float) -> tuple[Line, ...]:
        """λ of a run, and the limit if its optimiser has one."""
        result, theme = self.results[place], self.theme
        steps = _steps(result)
        if not len(steps):
            return ()
        run = f" {result.label}" if len(self.results) > 1 else ""
        limit = np.array([c.limit or np.nan for _, c in _measured(result)])
        colour, bad = self._colour(place), QColor(theme.bad)
        found = [
            Line(
                _key(result),
                f"λ{run}",
                tr("largest eigenvalue{run}", run=run),
                steps,
                _largest(result),
                colour,
                colour,
                width=1.0,
            )
        ]
        if np.isfinite(limit).any():
            found.append(
                Line(
                    tr("limit {label}", label=result.label),
                    tr("limit{run}", run=run),
                    tr("stability limit{run}", run=run),
                    np.append(steps, max(reach, steps[-1])),  # it applies from here on
                    np.append(limit, limit[-1]),
                    bad,
                    bad,
                    width=1.0,
                    dashed=True,
                )
            )
        return tuple(found)

    def _dots(self, place: int) -> Dots:
        result = self.results[place]
        return Dots(_key(result), _steps(result), _largest(result), self._colour(place))

    def _colour(self, place: int) -> QColor:
        return QColor(self.theme.secondary if place else self.theme.accent)


def _key(result: GradientResult) -> str:
    return f"λ {result.label}"


def _measured(result: GradientResult) -> list[tuple[int, Curvature]]:
    """Measurements sorted by step."""
    return sorted(result.curvatures.items())


def _steps(result: GradientResult) -> Floats:
    return np.array([step for step, _ in _measured(result)], np.float64)


def _largest(result: GradientResult) -> Floats:
    """The largest value above 0, since only those fit on both scales."""
    found = np.array([c.largest for _, c in _measured(result)])
    return np.where(found > 0, found, np.nan)


class CurvaturePage(QWidget):
    """The plot, the measuring interval, and a button to measure now."""

    every_changed = Signal(int)
    now_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = CurvaturePlot(self)
        self.every = QSpinBox(self)
        self.every.setRange(1, 1_000_000)
        self.every.setValue(EVERY)
        self.every.setAccessibleName(tr("Steps between measurements of curvature"))
        self.every.setToolTip(
            tr(
                "The largest eigenvalue of the Hessian of J, measured every so "
                "many training steps by Lanczos iteration with exact "
                "Hessian-vector products."
            )
        )
        self.now = QPushButton(tr("Measure now"), self)
        self.now.setAccessibleName(tr("Measure curvature now"))
        self._words = [Label(tr("every"), self), Label(tr("steps"), self)]
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
        """Apply the theme's colours and fonts."""
        self.plot.set_theme(theme)
        for part in (*self._words, self.every, self.now, self.sentence):
            part.setFont(theme.font(SMALL))

    def show_results(self, results: tuple[GradientResult, ...]) -> None:
        """Show the newest measurements."""
        self.plot.show_results(results)
        known = results[0].curvatures
        self.sentence.set_text(known[max(known)].sentence if known else "")
