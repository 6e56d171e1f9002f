"""View 4, Saturation: where outputs and units saturate, and what that does."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from app.panels.base import Frame, Job, Panel
from app.panels.saturation_hidden import HiddenPage
from app.panels.saturation_jobs import (
    HiddenResult,
    OutputsResult,
    PushResult,
    TrustResult,
    Wish,
    compute,
)
from app.panels.saturation_outputs import OutputsPage
from app.panels.saturation_push import PushPage
from app.panels.saturation_trust import TrustPage
from app.theme import LIGHT, SMALL, Theme
from app.widgets.elided import ElidedLabel
from app.widgets.numbers import shown_number, shown_percent
from app.widgets.value_slider import ValueSlider

PAGES = {
    "outputs": "Outputs",
    "push": "Push",
    "hidden": "Hidden layers",
    "trust": "Confidence",
}


class SaturationPanel(Panel):
    """Four pages on whether an error still reaches the weights."""

    name = "saturation"
    title = "Saturation"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._page = "outputs"
        self._temperature = 1.0
        self._cost: list[list[float]] | None = None
        self._classes = 0
        self._subtitle = self._badge = ""
        self.tabs = QTabBar(self)
        self.tabs.setObjectName("pages")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName("Pages of the Saturation view")
        for title in PAGES.values():
            self.tabs.addTab(title)
        self.outputs, self.push = OutputsPage(self), PushPage(self)
        self.hidden_layers, self.trust = HiddenPage(self), TrustPage(self)
        self.stack = QStackedWidget(self)
        for page in self._pages:
            self.stack.addWidget(page)
        self.temperature = ValueSlider("Temperature", 0.05, 20.0, log=True, parent=self)
        self.temperature.set_value(1.0)
        self.temperature.setMinimumWidth(60)
        self.temperature.setToolTip(
            "Reads the logits as softmax(z/τ): towards 0 the winner takes all, towards "
            "infinity all classes are level. Training is not touched."
        )
        self.reading = QLabel(self)
        self.naive = ElidedLabel(self)
        self.naive.setObjectName("hint")
        self._foot = QWidget(self)
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(12, 0, 12, 4)
        foot.setSpacing(8)
        foot.addWidget(self.reading)
        foot.addWidget(self.temperature, 2)
        foot.addWidget(self.naive, 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self.stack, 1)
        layout.addWidget(self._foot)
        self.setAutoFillBackground(True)
        self.tabs.currentChanged.connect(self._on_page)
        self.temperature.value_moved.connect(self._on_temperature)
        for page in (self.outputs, self.push):
            page.example_hovered.connect(self._on_example)
        self._say_temperature()

    @property
    def _pages(self) -> tuple[QWidget, ...]:
        return (self.outputs, self.push, self.hidden_layers, self.trust)

    # -- frames --------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """Mark examples; the page itself comes from the worker."""
        self._classes = frame.main.snapshot.splits.train.classes
        self.outputs.set_highlight(frame.highlight)
        self.push.set_highlight(frame.highlight)

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """The numbers of the page on show, for each run."""
        cost = None
        if self._cost is not None and len(self._cost) == self._classes:
            cost = tuple(tuple(row) for row in self._cost)
        wishes = [
            Wish(
                run, self._page, self._temperature, cost,
                run.snapshot.run.data.problem.box,
            )
            for run in frame.runs
        ]  # fmt: skip
        return lambda: tuple(compute(w) for w in wishes)

    def show_result(self, result: object) -> None:
        """Hand the numbers to their page; those of another page came too late."""
        if not isinstance(result, tuple) or not result:
            return
        kind = {
            "outputs": OutputsResult, "push": PushResult,
            "hidden": HiddenResult, "trust": TrustResult,
        }[self._page]  # fmt: skip
        if not isinstance(result[0], kind):
            return
        page = self._pages[list(PAGES).index(self._page)]
        page.show_results(result)  # type: ignore[attr-defined]
        self._describe(result[0])

    def _describe(self, made: object) -> None:
        subtitle, badge = PAGES[self._page].lower(), ""
        if isinstance(made, OutputsResult) and made.classes:
            subtitle = {2: "sigmoid", 3: "probability simplex"}.get(
                made.classes if made.p is not None else 0, "logit margins"
            )
            if made.p is not None:
                sure = float((made.p.max(axis=1) > 0.99).mean())
                badge = f"{shown_percent(sure)} saturated"
            self._say_naive(made)
        elif isinstance(made, PushResult) and made.report is not None:
            subtitle, badge = "push against wrongness", made.report.sentence
        elif isinstance(made, HiddenResult) and made.layers:
            subtitle = "share of saturated and dead units"
            dead = sum(int(layer.dead.sum()) for layer in made.layers)
            badge = f"{dead} dead unit{'s' if dead != 1 else ''}"
        elif isinstance(made, TrustResult) and made.plain is not None:
            subtitle = "reliability and decisions"
            badge = f"calibration error {shown_number(made.plain.error, 2)}"
        if subtitle != self._subtitle:
            self._subtitle = subtitle
            self.subtitle_changed.emit(subtitle)
        if badge != self._badge:
            self._badge = badge
            self.badge_changed.emit(badge)

    def _say_naive(self, made: OutputsResult) -> None:
        if made.snapshot.run.loss not in ("ce", "softmax_mse"):
            self.naive.set_text("")
            return
        single, double = made.naive
        if single.overflowing or single.vanishing:
            broken = single.overflowing + single.vanishing
            text = f"naive softmax fails for {broken} examples in float32"
            if double.overflowing or double.vanishing:
                text += f", {double.overflowing + double.vanishing} in float64"
        else:
            text = (
                f"largest logit {shown_number(single.largest)}; naive softmax "
                f"overflows from {single.limit:.1f} (float32), {double.limit:.1f}"
            )
        self.naive.set_text(text)

    # -- what people do ------------------------------------------------------------

    def show_page(self, name: str) -> None:
        """Turn to a page by name; scripts and scenes use it."""
        self.tabs.setCurrentIndex(list(PAGES).index(name))

    def _on_page(self, index: int) -> None:
        self._page = list(PAGES)[index]
        self.stack.setCurrentIndex(index)
        self._foot.setVisible(self._page == "outputs")
        self.refresh_needed.emit()

    def _on_temperature(self, value: float) -> None:
        self._temperature = value
        self._say_temperature()
        self.refresh_needed.emit()

    def _say_temperature(self) -> None:
        self.reading.setText(f"τ {shown_number(self._temperature)}")

    def _on_example(self, index: int) -> None:
        self.highlight_changed.emit(frozenset() if index < 0 else frozenset({index}))

    # -- look and settings -----------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        ground = self.palette()
        ground.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(ground)
        self.tabs.setFont(theme.font(SMALL))
        for label in (self.reading, self.naive):
            label.setFont(theme.font(SMALL))
        self.reading.setMinimumWidth(theme.px(48))
        for page in self._pages:
            page.set_theme(theme)  # type: ignore[attr-defined]

    def settings_widget(self) -> QWidget:
        """The cost of each mistake; 1 for every mistake is the plain decision."""
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(12, 8, 12, 8)
        column.addWidget(QLabel("Cost of deciding (column) when the truth is (row)"))
        grid = QGridLayout()
        column.addLayout(grid)
        count = min(max(self._classes, 2), 8)
        costs = self._cost
        if costs is None or len(costs) != count:
            costs = [
                [0.0 if i == j else 1.0 for j in range(count)] for i in range(count)
            ]
        for i in range(count):
            for j in range(count):
                field = QDoubleSpinBox()
                field.setRange(0.0, 1000.0)
                field.setDecimals(1)
                field.setValue(costs[i][j])
                field.setAccessibleName(f"Cost of deciding {j} when {i} is true")
                field.setEnabled(i != j)
                field.valueChanged.connect(
                    lambda value, i=i, j=j, all_=costs: self._on_cost(all_, i, j, value)
                )
                grid.addWidget(field, i, j)
        return box

    def _on_cost(self, costs: list[list[float]], i: int, j: int, value: float) -> None:
        costs[i][j] = value
        self._cost = costs
        self.refresh_needed.emit()
