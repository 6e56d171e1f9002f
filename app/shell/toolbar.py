"""The toolbar: play, step, rewind, new seed, pace, and the numbers that matter."""

from __future__ import annotations

from math import isinf

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QToolButton,
    QWidget,
)

from app.editing.state import AppState
from app.frame.base import Frame, Job
from app.look.numbers import shown_count, shown_number, shown_percent
from app.look.theme import LIGHT, SMALL, Theme
from app.shell.toolbar_parts import Metric, PaceSlider
from app.widgets.buttons import IconButton, TextButton
from app.widgets.label import Label
from app.widgets.tip import Tip
from core.language import mark, tr

PLAY = Tip(mark("Play"), mark("Continue training at the set pace."), keys="Space")
PAUSE = Tip(mark("Pause"), mark("Pause after the current step."), keys="Space")

_SLACK = 150  # of margins and gaps


class Toolbar(QFrame):
    """One line over the window; the clock serves it like a panel."""

    name = "toolbar"

    theme_asked = Signal()
    lessons_asked = Signal()
    gallery_asked = Signal()
    controls_asked = Signal()

    def __init__(self, state: AppState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self._state = state
        self._theme = LIGHT
        self.play = IconButton(
            "play", PLAY.translated(), size=32, primary=True, parent=self
        )
        self.step = IconButton(
            "step",
            Tip(tr("Step"), tr("Train one step and pause."), keys="→"),
            parent=self,
        )
        self.rewind = IconButton(
            "rewind",
            Tip(
                tr("Rewind"),
                tr("Back to step 0 with the same initial weights."),
                keys="R",
            ),
            parent=self,
        )
        self.seed = IconButton(
            "seed",
            Tip(
                tr("New seed"), tr("Back to step 0 with new initial weights."), keys="N"
            ),
            parent=self,
        )
        self.pace = PaceSlider(self)
        self.pace_name = Label(tr("Pace"), self)
        self.pace_name.setObjectName("metricName")
        self.pace_value = Label(self)
        self.pace_value.setObjectName("paceValue")
        self._make_metrics()
        self.status = Label(self)
        self.status.setObjectName("hint")
        self.compare = TextButton(
            "A | B",
            Tip(
                tr("Compare"),
                tr("Keep the current run as B, or train a second one beside it."),
                keys="B",
            ),
            parent=self,
        )
        self.compare.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.controls = IconButton(
            "sliders",
            Tip(tr("Controls"), tr("Show or hide the left panel."), keys="Ctrl+L"),
            parent=self,
        )
        self.controls.hide()  # where there is room, the panel is simply there
        self.gallery = IconButton(
            "gallery",
            Tip(
                tr("Scenes"), tr("All scenes with pictures, and the layouts."), keys="G"
            ),
            parent=self,
        )
        self.lessons = IconButton(
            "book",
            Tip(tr("Lessons"), tr("Learn by doing, step by step."), keys="F2"),
            parent=self,
        )
        self.theme_button = IconButton(
            "moon",
            Tip(
                tr("Dark theme"),
                tr("Switch to light text on a dark background."),
                keys="Ctrl+D",
            ),
            parent=self,
        )
        self.menu = IconButton(
            "menu",
            Tip(tr("Menu"), tr("Files, layouts, settings and help."), keys="F10"),
            parent=self,
        )
        self.menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._arrange()
        self._connect()

    def _make_metrics(self) -> None:
        self.metrics = {
            "step": Metric(
                tr("step"),
                Tip(tr("Step"), tr("One step is one update from one minibatch.")),
                "8 888 888",
                self,
            ),
            "epoch": Metric(
                tr("epoch"),
                Tip(
                    tr("Epoch"),
                    tr("How many times every training point has been used."),
                ),
                "88 888",
                self,
            ),
            "loss": Metric(
                tr("loss"),
                Tip(
                    tr("Training loss"),
                    tr("Mean loss over the training points, without penalties."),
                    r"J = \frac{1}{n} \sum_{i=1}^{n} L(z_i, y_i)",
                ),
                "8.88·10⁻¹⁸",
                self,
            ),
            "train": Metric(
                tr("train"),
                Tip(
                    tr("Training accuracy"),
                    tr("Share of training points predicted correctly."),
                ),
                "88.8 %",
                self,
            ),
            "test_loss": Metric(
                tr("test loss"),
                Tip(
                    tr("Test loss"),
                    tr("Mean loss over points that training never saw."),
                ),
                "8.88·10⁻¹⁸",
                self,
            ),
            "test": Metric(
                tr("test"),
                Tip(
                    tr("Test accuracy"), tr("Share of test points predicted correctly.")
                ),
                "88.8 %",
                self,
            ),
            "regions": Metric(
                tr("regions"),
                Tip(
                    tr("Linear regions"),
                    tr(
                        "Pieces on which the network is linear, in the "
                        "problem's box (outlined in Regions)."
                    ),
                ),
                "88 888",
                self,
            ),
            "backend": Metric(
                tr("backend"),
                Tip(
                    tr("Backend"),
                    tr(
                        "What computes the training steps: compiled kernels, "
                        "or the reference engine until they are ready."
                    ),
                ),
                tr("reference"),
                self,
            ),
        }

    def _arrange(self) -> None:
        pace = QGridLayout()
        pace.setContentsMargins(0, 0, 0, 0)
        pace.setVerticalSpacing(0)
        pace.addWidget(self.pace_name, 0, 0, Qt.AlignmentFlag.AlignLeft)
        pace.addWidget(self.pace_value, 0, 1, Qt.AlignmentFlag.AlignRight)
        pace.addWidget(self.pace, 1, 0, 1, 2)
        pace.setColumnStretch(1, 1)
        self._pace_box = QWidget(self)
        self._pace_box.setLayout(pace)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 12, 8)
        layout.setSpacing(8)
        for button in (self.play, self.step, self.rewind, self.seed):
            layout.addWidget(button)
        layout.addSpacing(8)
        layout.addWidget(self._pace_box)
        layout.addSpacing(16)
        for metric in self.metrics.values():
            layout.addWidget(metric)
            layout.addSpacing(8)
        layout.addStretch(1)
        layout.addWidget(self.status)
        layout.addWidget(self.compare)
        layout.addWidget(self.controls)
        layout.addWidget(self.gallery)
        layout.addWidget(self.lessons)
        layout.addWidget(self.theme_button)
        layout.addWidget(self.menu)

    def _connect(self) -> None:
        state = self._state
        self.play.clicked.connect(state.toggle)
        self.step.clicked.connect(lambda: state.step())
        self.rewind.clicked.connect(state.rewind)
        self.seed.clicked.connect(state.new_seed)
        self.pace.pace_moved.connect(state.set_pace)
        for metric in self.metrics.values():
            metric.grew.connect(self._fit)
        self.theme_button.clicked.connect(self.theme_asked)
        self.lessons.clicked.connect(self.lessons_asked)
        self.gallery.clicked.connect(self.gallery_asked)
        self.controls.clicked.connect(self.controls_asked)
        state.playing_changed.connect(self._on_playing)
        state.pace_changed.connect(self._on_pace)
        state.comparison.changed.connect(self._on_compare)
        self._on_playing(state.playing)
        self._on_pace(state.pace)

    def _on_playing(self, playing: bool) -> None:
        if playing:
            self.play.set_icon("pause", PAUSE.translated())
        else:
            self.play.set_icon("play", PLAY.translated())

    def _on_pace(self, pace: float) -> None:
        self.pace.set_pace(pace)
        text = (
            tr("flat out")
            if isinf(pace)
            else tr("{pace} steps/s", pace=shown_count(round(pace)))
        )
        if pace == 1:
            text = tr("1 step/s")
        self.pace_value.setText(text)
        # A slider gives screen readers its ticks, which mean nothing to people.
        self.pace.setAccessibleName(tr("Pace, {text}", text=text))

    def _on_compare(self) -> None:
        other = self._state.comparison
        self.compare.setText("A | B" if other.b is None else f"A | B: {other.title}")
        self._fit()

    # -- served by the clock ---------------------------------------------------------
    def show_frame(self, frame: Frame) -> None:
        """Show the numbers of run A."""
        snapshot = frame.main.snapshot
        values = snapshot.metrics
        show = self.metrics
        show["step"].show_text(shown_count(snapshot.step))
        show["epoch"].show_text(shown_count(snapshot.epoch))
        show["loss"].show_text(shown_number(values.loss))
        classes = values.accuracy is not None
        show["train"].show_text(shown_percent(values.accuracy))
        show["test"].show_text(shown_percent(values.test_accuracy))
        show["test_loss"].show_text(shown_number(values.test_loss))
        show["backend"].show_text(tr(snapshot.backend))
        tested = values.test_loss is not None
        status = next((r.status for r in self._state.runners if r.status), "")
        wanted = {
            "train": classes,
            "test": classes and tested,
            "test_loss": tested and not classes,
            "regions": self._regions is not None,
        }
        if wanted != self._wanted or status != self.status.text():
            self._wanted = wanted
            self.status.setText(status)
            self._fit()

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """Numbers need no job."""
        return None

    def show_result(self, result: object) -> None:
        """Never called: there is no job."""

    _wanted: dict[str, bool] = {"regions": False}  # noqa: RUF012
    _regions: int | None = None

    def show_regions(self, count: int | None) -> None:
        """Show the number of linear regions; None: it is not known."""
        known = count is not None
        if count is not None:
            self.metrics["regions"].show_text(shown_count(count))
        if known != (self._regions is not None):
            self._wanted = {**self._wanted, "regions": known}
            self._fit()
        self._regions = count

    def _fit(self) -> None:
        """Show what applies and fits; the least important number is hidden first."""
        showing = dict.fromkeys(self.metrics, True) | self._wanted
        room = self.width() - self._fixed_width()
        # Without space for any number the pace is hidden too; F and the menu still set
        # it. Then what the menu has as well is hidden.
        self._pace_box.setVisible(room >= 0)
        without = room + self._pace_box.minimumWidth() + _SLACK // 2
        self.theme_button.setVisible(without >= 0)
        without += self.theme_button.sizeHint().width()
        self.compare.setVisible(without >= 0)
        gap = 3 * self._spacing
        used = sum(self.metrics[n].width() + gap for n, on in showing.items() if on)
        for name in (
            "backend",
            "epoch",
            "regions",
            "test_loss",
            "test",
            "train",
            "loss",
            "step",
        ):
            if used > room and showing[name]:
                showing[name] = False
                used -= self.metrics[name].width() + gap
        for name, on in showing.items():
            metric = self.metrics[name]
            if metric.isHidden() == on:
                metric.setVisible(on)

    def _fixed_width(self) -> int:
        """Width of everything that is always shown."""
        parts = (
            self.play,
            self.step,
            self.rewind,
            self.seed,
            self._pace_box,
            self.compare,
            self.gallery,
            self.lessons,
            self.theme_button,
            self.menu,
            self.status,
        )
        rare = () if self.controls.isHidden() else (self.controls,)
        widths = (max(p.sizeHint().width(), p.minimumWidth()) for p in (*parts, *rare))
        return int(sum(widths)) + _SLACK

    _spacing = 8

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many numbers as fit."""
        super().resizeEvent(event)
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        """Apply the colours and fonts of ``theme``."""
        self._theme = theme
        for button in (
            self.play,
            self.step,
            self.rewind,
            self.seed,
            self.controls,
            self.gallery,
            self.lessons,
            self.menu,
        ):
            button.set_theme(theme)
        self.compare.set_theme(theme)
        if theme.dark:
            tip = Tip(
                tr("Light theme"),
                tr("Switch to dark text on a light background."),
                keys="Ctrl+D",
            )
            self.theme_button.set_icon("sun", tip)
        else:
            tip = Tip(
                tr("Dark theme"),
                tr("Switch to light text on a dark background."),
                keys="Ctrl+D",
            )
            self.theme_button.set_icon("moon", tip)
        self.theme_button.set_theme(theme)
        for metric in self.metrics.values():
            metric.set_theme(theme)
        for label in (self.pace_name, self.pace_value):
            label.setFont(theme.font(SMALL))
        self.status.setFont(theme.font(SMALL))
        self._pace_box.setFixedWidth(theme.px(144))
        self.pace.setFixedHeight(theme.px(18))
        self.setFixedHeight(theme.px(52))
