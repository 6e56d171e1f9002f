"""View 4, Saturation: where outputs and units saturate, and what that does."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

import numpy as np
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from app.frame.base import Frame, Job, Panel
from app.frame.settings import Choice, Number, Whole
from app.frame.snapshot_cache import SnapshotCache
from app.look.numbers import shown_number, shown_percent
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.picture import class_name
from app.views.saturation.costs import CostFields
from app.views.saturation.hidden import HiddenPage
from app.views.saturation.jobs import (
    HiddenResult,
    OutputsResult,
    PushResult,
    TrustResult,
    Wish,
    compute,
    layer_shares,
)
from app.views.saturation.losses import LossesPage, LossesResult, losses_of
from app.views.saturation.outputs import OutputsPage
from app.views.saturation.push import PushPage
from app.views.saturation.trust import TrustPage
from app.widgets.elided import ElidedLabel
from app.widgets.label import plain_tooltip
from app.widgets.menu_controls import MenuControls
from app.widgets.page_tabs import PageTabs
from app.widgets.value_slider import ValueSlider
from core.functions.smooth import SIGMOID
from core.language import lowered, mark, tr, tr_n
from core.outputs import LOSSES

PAGES = {
    "outputs": mark("Outputs"),
    "push": mark("Push"),
    "losses": mark("Losses"),
    "hidden": mark("Hidden layers"),
    "trust": mark("Confidence"),
}


ROOMY = 190  # pixels of height above which more than the picture fits
HEAT = (0.05, 20.0)  # temperatures at the ends of the slider, which mean 0 and ∞
MOST_COSTS = 8  # classes for which the cost matrix can be edited


class SaturationPanel(Panel):
    """Five pages on whether an error still reaches the weights."""

    name = "saturation"
    title = mark("Saturation")

    page = Choice("outputs", PAGES)
    heat_asked = Number(1.0, 1e-6, 1e6, key="temperature", again=True)
    example_asked = Whole(-1, -1, 10**9, key="select_example", again=True)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.tau = 1.0
        self._cost: list[list[float]] | None = None
        self._classes = 0
        self._heated = True  # whether there are probabilities to read at a temperature
        self.tabs = PageTabs(tr("Pages of the Saturation view"), self)
        for title in PAGES.values():
            self.tabs.addTab(tr(title))
        self.outputs, self.push = OutputsPage(self), PushPage(self)
        self.losses = LossesPage(self)
        self.hidden_layers, self.trust = HiddenPage(self), TrustPage(self)
        self.stack = QStackedWidget(self)
        for page in self._pages:
            self.stack.addWidget(page)
        self.temperature = ValueSlider(tr("Temperature"), *HEAT, log=True, parent=self)
        self.temperature.set_value(1.0)
        self.temperature.setMinimumWidth(60)
        self.temperature.setToolTip(
            tr(
                "Reads the logits as softmax(z/τ). Left end, τ → 0: the winner "
                "takes all. Right end, τ → ∞: all classes are equally likely. "
                "Training is not affected."
            )
        )
        self.reading = ElidedLabel(self)
        self.naive = ElidedLabel(self)
        self.naive.setObjectName("hint")
        self.heat = QWidget(self)
        heat = QHBoxLayout(self.heat)
        heat.setContentsMargins(12, 0, 12, 0)
        heat.setSpacing(8)
        heat.addWidget(self.temperature, 1)
        heat.addWidget(self.reading, 1)
        self.naive_row = QWidget(self)
        naive = QHBoxLayout(self.naive_row)
        naive.setContentsMargins(12, 0, 12, 6)
        naive.addWidget(self.naive)
        self.costs = QPushButton(tr("Costs of mistakes …"), self)
        self.costs.setToolTip(
            tr(
                "What each mistake costs. Predicts the class with the lowest "
                "expected cost. Clicking the matrix opens it too."
            )
        )
        self.costs.setAccessibleName(tr("Costs of mistakes"))
        self.calibration = ElidedLabel(self)
        self.calibration.setObjectName("hint")
        self.decisions = QWidget(self)
        decisions = QHBoxLayout(self.decisions)
        decisions.setContentsMargins(12, 0, 12, 6)
        decisions.setSpacing(8)
        decisions.addWidget(self.costs)
        decisions.addWidget(self.calibration, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tabs)
        layout.addWidget(self.stack, 1)
        for part in (self.heat, self.naive_row, self.decisions):
            layout.addWidget(part)
        self.setAutoFillBackground(True)
        self.tabs.currentChanged.connect(self._on_page)
        self.temperature.value_moved.connect(self._on_temperature)
        self.costs.clicked.connect(self.edit_costs)
        self.trust.costs_wanted.connect(self.edit_costs)
        for page in (self.outputs, self.push, self.losses):
            page.example_hovered.connect(self._on_example)
            page.example_chosen.connect(self.choose)
        self.hidden_layers.step_chosen.connect(self.step_chosen)
        self._past = SnapshotCache(layer_shares, 600)
        self.popup: QMenu | None = None
        self._classes_named: list[str] = []
        self._say_temperature()
        # Showing the others here would polish them before their fonts are set.
        self.decisions.hide()

    @property
    def _pages(self) -> tuple[QWidget, ...]:
        return (
            self.outputs,
            self.push,
            self.losses,
            self.hidden_layers,
            self.trust,
        )

    # -- frames --------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """Mark examples; the page itself comes from the worker."""
        snapshot = frame.main.snapshot
        classes_before, self._classes = self._classes, snapshot.splits.train.classes
        problem = snapshot.run.data.problem
        self._classes_named = [class_name(problem, k) for k in range(self._classes)]
        has_probabilities = (
            LOSSES[snapshot.run.loss].rival is not None and self._classes > 0
        )
        if (has_probabilities, self._classes) != (self._heated, classes_before):
            self._heated = has_probabilities
            self._show_feet()
        self.costs.setEnabled(has_probabilities and self._classes <= MOST_COSTS)
        self.calibration.set_text(
            ""
            if len(snapshot.splits.calibration) or not has_probabilities
            else tr(
                "Problem ▸ More settings ▸ Calibration share: for temperature and sets"
            )
        )
        self.hidden_layers.show_playhead(
            tuple(run.snapshot.step for run in frame.runs if run.scrubbed)
        )
        self.outputs.set_highlight(frame.highlight)
        self.push.set_highlight(frame.highlight)
        self.losses.set_highlight(frame.highlight)

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """The numbers of the page on show, for each run."""
        cost = None
        if self._cost is not None and len(self._cost) == self._classes:
            cost = tuple(tuple(row) for row in self._cost)
        wishes = [
            Wish(
                run,
                self.page,
                self.tau,
                cost,
                run.snapshot.run.data.problem.box,
                self._past,
                frame.theme,
            )
            for run in frame.runs
        ]
        make = losses_of if self.page == "losses" else compute
        return lambda: tuple(make(w) for w in wishes)

    def show_result(self, result: object) -> None:
        """Pass the numbers to their page; those of another page are too late."""
        if not isinstance(result, tuple) or not result:
            return
        kind = {
            "outputs": OutputsResult,
            "push": PushResult,
            "losses": LossesResult,
            "hidden": HiddenResult,
            "trust": TrustResult,
        }[self.page]
        if not isinstance(result[0], kind):
            return
        page = self._pages[list(PAGES).index(self.page)]
        page.show_results(result)  # type: ignore[attr-defined]
        self._describe(result[0])

    def _describe(self, made: object) -> None:
        subtitle, badge = lowered(tr(PAGES[self.page])), ""
        if isinstance(made, OutputsResult) and made.classes:
            subtitle = tr("margins")
            if made.p is not None:
                subtitle = {2: SIGMOID.name, 3: tr("probability simplex")}.get(
                    made.classes, tr("logit margins")
                )
                sure = float((made.p.max(axis=1) > 0.99).mean())
                badge = tr("{share} saturated", share=shown_percent(sure))
            self._say_naive(made)
        elif isinstance(made, PushResult) and made.report is not None:
            subtitle, badge = tr("push against wrongness"), made.report.sentence
        elif isinstance(made, PushResult) and made.heads:
            subtitle = tr("∂loss/∂logit against error = predicted − observed")
            largest = max(float(np.abs(head.slope).max()) for head in made.heads)
            badge = tr("largest push {largest}", largest=shown_number(largest))
        elif isinstance(made, LossesResult) and made.margin is not None:
            subtitle = tr("losses against the margin")
            badge = tr("{wrong} below margin 0", wrong=made.wrong)
        elif isinstance(made, HiddenResult) and made.layers:
            subtitle = tr("share of saturated and dead units")
            dead = made.dead_units
            badge = tr_n(
                mark("{dead} dead unit"), mark("{dead} dead units"), dead, dead=dead
            )
        elif isinstance(made, TrustResult) and made.covered is not None:
            subtitle = tr("coverage of the predicted bands")
            badge = made.covered.margins[0].verdict
        elif isinstance(made, TrustResult) and made.plain is not None:
            subtitle = tr("reliability and decisions")
            badge = tr(
                "calibration error {error}", error=shown_number(made.plain.error, 2)
            )
        self.show_subtitle(subtitle, badge)

    def _say_naive(self, made: OutputsResult) -> None:
        """Describe what softmax without subtracting the largest logit would do."""
        if not LOSSES[made.snapshot.run.loss].one_hot:
            self.naive.set_text("")
            return
        single, double = made.naive
        count = len(made.z)
        if single.overflowing or single.vanishing:
            parts = [
                tr(
                    "{overflowing} in {precision}",
                    overflowing=found.overflowing + found.vanishing,
                    precision=found.precision,
                )
                for found in (single, double)
            ]
            text = tr(
                "naive softmax: NaN for {parts} of {count} points",
                parts=", ".join(parts),
                count=count,
            )
        else:
            text = tr(
                "naive softmax: safe, z ≤ {largest}; overflows above "
                "{limit} (float32), {limit2} (float64)",
                largest=shown_number(single.largest),
                limit=f"{single.limit:.1f}",
                limit2=f"{double.limit:.1f}",
            )
        self.naive.set_text(text)
        self.naive.setToolTip(
            plain_tooltip(
                tr(
                    "{text}.\nThe largest logit is {largest}. Subtracting it first, "
                    "as here, is exact and never overflows.",
                    text=text,
                    largest=shown_number(single.largest),
                )
            )
        )

    def shown_settings(self) -> Mapping[str, float | str]:
        """``page`` and ``temperature``."""
        shown = min(self.tau, HEAT[1])  # its end means infinity
        return {"page": self.page, "temperature": shown}

    # -- what people do ------------------------------------------------------------

    def show_page(self, name: str) -> None:
        """Switch to a page by name."""
        self.page = name

    def _on_page(self, index: int) -> None:
        self.page = list(PAGES)[index]

    def setting_changed(self, name: str) -> None:
        """Update tabs and slider after a setting changed."""
        if name == "page":
            index = list(PAGES).index(self.page)
            self.tabs.setCurrentIndex(index)
            self.stack.setCurrentIndex(index)
            self._show_feet()
        elif name == "heat_asked":
            self.temperature.set_value(self.heat_asked)
            self._on_temperature(self.heat_asked)
        elif name == "example_asked":
            self.choose(self.example_asked)
        super().setting_changed(name)

    def _show_feet(self) -> None:
        outputs = self.page == "outputs" and self._heated
        self.heat.setVisible(outputs)
        roomy = self.height() >= self._theme.px(ROOMY)
        self.naive_row.setVisible(outputs and roomy)
        self.decisions.setVisible(self.page == "trust" and self._classes > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low view, keep the height for the picture."""
        self._show_feet()
        super().resizeEvent(event)

    def _on_temperature(self, value: float) -> None:
        low, high = HEAT
        self.tau = 0.0 if value <= low else inf if value >= high else value
        self._say_temperature()
        self.refresh_needed.emit()

    def _say_temperature(self) -> None:
        said = {0.0: tr("τ → 0: winner takes all"), inf: tr("τ → ∞: all equal")}.get(
            self.tau, f"τ = {shown_number(self.tau)}"
        )
        if self.tau == 1.0:
            said = tr("τ = 1, as trained")
        self.reading.set_text(said)

    def choose(self, example: int) -> None:
        """Keep showing the terms of a training example; −1: none."""
        self.outputs.set_chosen(example)
        self.push.set_chosen(example)
        self.losses.set_chosen(example)

    def _on_example(self, index: int) -> None:
        self.highlight_changed.emit(frozenset() if index < 0 else frozenset({index}))

    # -- look and settings -----------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        ground = self.palette()
        ground.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(ground)
        self.tabs.set_theme(theme)
        self.temperature.setMinimumHeight(theme.px(18))
        for label in (self.reading, self.naive, self.costs, self.calibration):
            label.setFont(theme.font(SMALL))
        for page in self._pages:
            page.set_theme(theme)  # type: ignore[attr-defined]

    def settings_widget(self) -> QWidget:
        """The cost of each mistake; 1 for every mistake is the plain decision."""
        return self._cost_fields()

    def edit_costs(self) -> None:
        """Open the cost matrix next to its button."""
        if not self.costs.isEnabled():
            return
        if self.popup is not None:
            self.popup.deleteLater()
        self.popup = QMenu(self)
        holder = QWidgetAction(self.popup)
        fields = MenuControls(tr("Cost of each mistake"), self._cost_fields())
        holder.setDefaultWidget(fields)
        self.popup.addAction(holder)
        self.popup.popup(self.costs.mapToGlobal(QPoint(0, 0)))

    def _cost_fields(self) -> CostFields:
        count = min(max(self._classes, 2), MOST_COSTS)
        costs = self._cost if self._cost and len(self._cost) == count else None
        names = self._classes_named[:count] or [
            tr("class {k}", k=k) for k in range(count)
        ]
        fields = CostFields(names, costs)
        fields.costs_changed.connect(self._on_costs)
        return fields

    def _on_costs(self, costs: list[list[float]] | None) -> None:
        self._cost = costs
        self.refresh_needed.emit()
