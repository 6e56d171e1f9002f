"""View 5, Gradients: which layer gets how much of the gradient, and why."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QVBoxLayout, QWidget

from app.panels.base import Frame, Job, Panel
from app.panels.gradients_jobs import (
    QUANTITIES,
    GradientResult,
    GradientWish,
    NormCache,
    compute,
)
from app.panels.gradients_plots import ProfilePlot, SeriesPlot
from app.theme import LIGHT, Theme

CURVATURE_EVERY = 40  # results between two measurements of curvature while moving


class GradientsPanel(Panel):
    """Norms over time, the profile by depth, and a verdict in plain words."""

    name = "gradients"
    title = "Gradients"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._quantity = "w"
        self._cache = NormCache()
        self._measure = False
        self._asked = 0
        self._curvature = ""
        self._subtitle = self._badge = ""
        self.series = SeriesPlot(self)
        self.profile = ProfilePlot(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.series, 3)
        layout.addWidget(self.profile, 2)
        self.setAutoFillBackground(True)
        self.setMinimumSize(140, 90)

    def show_frame(self, frame: Frame) -> None:
        """Say what is plotted; the numbers come from the worker."""
        words = QUANTITIES[self._quantity][0]
        if words != self._subtitle:
            self._subtitle = words
            self.subtitle_changed.emit(words)

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """Read the series and measure each run."""
        self._asked += 1
        measure = self._measure and (
            not frame.moving or self._asked % CURVATURE_EVERY == 1
        )
        wishes = [
            GradientWish(
                run, self._quantity, max(32, size.width() // 2), self._cache, measure
            )
            for run in frame.runs
        ]
        return lambda: tuple(compute(w) for w in wishes)

    def show_result(self, result: object) -> None:
        """Draw the newest numbers."""
        if not isinstance(result, tuple) or not result:
            return
        main: GradientResult = result[0]
        if main.curvature is not None:
            self._curvature = main.curvature.sentence
        self.series.show_results(result)
        said = main.verdict.sentence
        if self._measure and self._curvature:
            said = f"{said}; {self._curvature}"
        self.profile.show_result(main, said)
        if main.verdict.word != self._badge:
            self._badge = main.verdict.word
            self.badge_changed.emit(self._badge)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The profile needs room of its own."""
        self.profile.setVisible(self.height() >= self._theme.px(270))
        self.series.sentence = not self.profile.isVisibleTo(self)
        super().resizeEvent(event)

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        ground = self.palette()
        ground.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(ground)
        self.series.set_theme(theme)
        self.profile.set_theme(theme)

    def settings_widget(self) -> QWidget:
        """Which norm is plotted; whether curvature is measured."""
        box = QWidget()
        form = QFormLayout(box)
        form.setContentsMargins(12, 8, 12, 8)
        chooser = QComboBox()
        chooser.setAccessibleName("Quantity over time")
        for key, (title, _, _) in QUANTITIES.items():
            chooser.addItem(title, key)
        chooser.setCurrentIndex(list(QUANTITIES).index(self._quantity))

        def choose() -> None:
            self._quantity = str(chooser.currentData())
            self.series.reset()
            self.refresh_needed.emit()

        chooser.currentIndexChanged.connect(choose)
        form.addRow("Over time", chooser)
        below = QComboBox()
        below.setAccessibleName("Shown below")
        for key, title in ProfilePlot.MODES.items():
            below.addItem(title, key)
        below.setCurrentIndex(list(ProfilePlot.MODES).index(self.profile.mode))

        def choose_below() -> None:
            self.profile.mode = str(below.currentData())
            self.profile.update()

        below.currentIndexChanged.connect(choose_below)
        form.addRow("Below", below)
        measure = QCheckBox("Measure curvature (largest Hessian eigenvalue)")
        measure.setAccessibleName("Measure curvature")
        measure.setChecked(self._measure)

        def flip(on: bool) -> None:
            self._measure = on
            self._curvature = ""
            self.refresh_needed.emit()

        measure.toggled.connect(flip)
        form.addRow(measure)
        return box
