"""View 5, Gradients: which layer gets how much of the gradient, and why."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.frame.base import Frame, Job, Panel
from app.frame.settings import Choice, Switch
from app.frame.snapshot_cache import SnapshotCache
from app.look.theme import LIGHT, Theme
from app.views.gradients.curvature import EVERY, CurvaturePage
from app.views.gradients.jobs import (
    QUANTITIES,
    CurvatureLog,
    GradientResult,
    GradientWish,
    Judge,
    compute,
)
from app.views.gradients.profile import ProfilePlot
from app.views.gradients.series import SeriesPlot
from app.widgets.page_tabs import PageTabs
from core.analysis.gradient_report import norms
from core.analysis.gradients import Verdict
from core.language import mark, tr

POINTS = 600  # of all curves together while training runs
# Pixels at 100 %: what the profile needs for bars with their words, which a share of a
# low view does not give, and what the curves keep of them.
PROFILE, CURVES = 220, 110
CURVATURE = "curvature"  # the page after the four series
PAGES = {name: words[1] for name, words in QUANTITIES.items()} | {
    CURVATURE: mark("Curvature")
}


class GradientsPanel(Panel):
    """Norms over time, the profile by depth, and a verdict in plain words."""

    name = "gradients"
    title = mark("Gradients")

    page = Choice("w", PAGES)
    below = Choice(next(iter(ProfilePlot.MODES)), ProfilePlot.MODES)
    log_y = Switch(True, mark("Logarithmic norms"))
    log_profile = Switch(True, mark("Logarithmic profile by depth"))

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._cache = SnapshotCache(norms)
        self._log = CurvatureLog()
        self._judge = Judge()
        self._every = EVERY
        self._now = False
        self._results: tuple[GradientResult, ...] = ()
        self._subtitle = self._badge = ""
        self.tabs = PageTabs(tr("Quantity over time"), self)
        for title, tab, _, _ in QUANTITIES.values():
            self.tabs.setTabToolTip(self.tabs.addTab(tab), tr(title))
        self.tabs.setTabToolTip(
            self.tabs.addTab(tr("Curvature")),
            tr("Largest Hessian eigenvalue against the optimiser's stability limit"),
        )
        self.series = SeriesPlot(self)
        self.curvature = CurvaturePage(self)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.series)
        self.stack.addWidget(self.curvature)
        self.modes = PageTabs(tr("By layer, now"), self)
        for title in ProfilePlot.MODES.values():
            self.modes.addTab(tr(title))
        self.profile = ProfilePlot(self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        for part in (self.tabs, self.stack, self.modes, self.profile):
            self._column.addWidget(part)
        self.setAutoFillBackground(True)
        self.setMinimumSize(140, 90)
        self.tabs.currentChanged.connect(self._on_page)
        self.modes.currentChanged.connect(self._on_mode)
        self.series.step_chosen.connect(self.step_chosen)
        self.series.scale_asked.connect(self._change_scale)
        self.profile.scale_asked.connect(self._change_profile)
        self.curvature.plot.step_chosen.connect(self.step_chosen)
        self.curvature.every_changed.connect(self._on_every)
        self.curvature.now_wanted.connect(self.measure_now)

    def show_frame(self, frame: Frame) -> None:
        """Update the titles; the numbers come from the worker."""
        words = tr("largest Hessian eigenvalue")
        if self.page != CURVATURE:
            words = tr(QUANTITIES[self.page][0])
            if QUANTITIES[self.page][3] >= 0:
                words = tr("{quantity} · squares: whole sample", quantity=words)
        if words != self._subtitle:
            self._subtitle = words
            self.subtitle_changed.emit(words)
        self.series.show_moving(frame.moving)
        looked_at = tuple(run.snapshot.step for run in frame.runs if run.scrubbed)
        self.series.show_playhead(looked_at)
        self.curvature.plot.show_playhead(looked_at)

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """Read the series and measure each run."""
        measuring = self.page == CURVATURE
        now, self._now = self._now, False
        # All layers share a budget of points; minimum and maximum keep every spike.
        depth = sum(run.snapshot.network.depth for run in frame.runs)
        points = POINTS if frame.moving else 4 * POINTS
        pixels = min(size.width() // (2 * len(frame.runs)), points // depth)
        wishes = [
            GradientWish(
                run,
                "w" if measuring else self.page,
                max(32, pixels),
                self._cache,
                self._log,
                self._judge,
                self._every if measuring else 0,
                now,
                frame.moving,
            )
            for run in frame.runs
        ]
        return lambda: tuple(compute(w) for w in wishes)

    def show_result(self, result: object) -> None:
        """Draw the newest numbers."""
        if not isinstance(result, tuple) or not result:
            return
        result = tuple(map(_judged, result))
        main: GradientResult = result[0]
        self._results = result
        self._show_page()
        if not self.profile.isHidden():
            self._show_profile()
        word = tr(main.verdict.word)
        if word != self._badge:
            self._badge = word
            self.badge_changed.emit(self._badge)

    def _show_profile(self) -> None:
        said = tuple(r.verdict.sentence for r in self._results)
        self.profile.show_results(self._results, said)

    def _show_page(self) -> None:
        """Update the visible page; the other one waits."""
        if self._results:
            page = self.curvature if self.page == CURVATURE else self.series
            page.show_results(self._results)

    # -- what people do ------------------------------------------------------------

    def show_page(self, name: str) -> None:
        """Switch to a series by name, or to the curvature."""
        self.page = name

    def show_mode(self, name: str) -> None:
        """Switch the lower part to the profile or to histograms."""
        self.below = name

    def measure_now(self) -> None:
        """Measure the curvature of the present state, whatever was measured before."""
        self._now = True
        self.refresh_needed.emit()

    def _on_page(self, index: int) -> None:
        self.page = list(PAGES)[index]

    def _on_mode(self, index: int) -> None:
        self.below = list(ProfilePlot.MODES)[index]

    def setting_changed(self, name: str) -> None:
        """Update the tabs after a setting changed."""
        if name == "page":
            self.tabs.setCurrentIndex(list(PAGES).index(self.page))
            self.stack.setCurrentIndex(int(self.page == CURVATURE))
            self.series.reset()
            self._show_page()
        elif name == "log_y":
            self.series.log = self.log_y
            self.series.reset()
        elif name == "log_profile":
            self.profile.show_log(self.log_profile)
        else:
            self.modes.setCurrentIndex(list(ProfilePlot.MODES).index(self.below))
            self.profile.show_mode(self.below)
        super().setting_changed(name)

    def _change_scale(self) -> None:
        self.log_y = not self.log_y

    def _change_profile(self) -> None:
        self.log_profile = not self.log_profile

    def _on_every(self, steps: int) -> None:
        self._every = steps
        self.refresh_needed.emit()

    # -- look and settings ---------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the profile a share of the height."""
        roomy = self.height() >= self._theme.px(270)
        if roomy and self.profile.isHidden() and self._results:
            self._show_profile()  # it was not kept up to date while hidden
        self.profile.setVisible(roomy)
        self.modes.setVisible(roomy)
        px = self._theme.px
        room = max(1, self.height() - self.tabs.height() - self.modes.height())
        wanted = max(round(0.4 * room), min(px(PROFILE), room - px(CURVES)))
        self._column.setStretchFactor(self.stack, max(1, room - wanted))
        self._column.setStretchFactor(self.profile, max(1, wanted))
        # In a very low view, only the curves are shown.
        self.series.sentence = not roomy and self.height() >= self._theme.px(120)
        self.series.refresh()
        super().resizeEvent(event)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        ground = self.palette()
        ground.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(ground)
        for bar in (self.tabs, self.modes):
            bar.set_theme(theme)
        self.series.set_theme(theme)
        self.curvature.set_theme(theme)
        self.profile.set_theme(theme)


def _judged(result: GradientResult) -> GradientResult:
    """The verdict to show: that on the last finite state is void after divergence."""
    divergence = result.snapshot.divergence
    if divergence is None:
        return result
    return replace(result, verdict=Verdict("diverged", str(divergence)))
