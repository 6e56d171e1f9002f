"""View 9, Experiments: vary settings, repeat seeds, compare, conclude."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.editing.experiments import FAILED, STARTING
from app.editing.state import AppState
from app.frame.base import Frame, Panel
from app.frame.files import FileOffer
from app.frame.settings import Choice, Switch, Whole, Word
from app.look.theme import LIGHT, SMALL, Theme
from app.views.experiments.arrange import answer, compose, roles_of
from app.views.experiments.chart import EMPTY, ResultsChart
from app.views.experiments.designer import Designer
from app.views.experiments.head import Head
from app.views.experiments.notebook import Notebook
from app.views.experiments.outputs import html_of, picture_of, slug
from app.views.experiments.table import ResultsTable
from app.widgets.label import Label, plain_tooltip
from app.widgets.page_tabs import PageTabs
from core.disk.atomic import replacing
from core.errors import BadInput
from core.experiments.experiment import MOST_SEEDS
from core.experiments.measures import MEASURES
from core.experiments.ready import load_ready, ready_names
from core.experiments.record import from_json, to_csv, to_json
from core.experiments.summary import rows
from core.experiments.work import Result
from core.files.run_file import MAX_EXTRA
from core.language import lowered, mark, tr

PAGES = {
    "chart": mark("Chart"),
    "table": mark("Table"),
    "notebook": mark("Notebook"),
    "design": mark("Design"),  # only where there is no room beside the others
}
#: Settings that a run file stores with the experiment itself.
_KEPT = ("page", "measure", "axis", "colour", "facets")
NARROW = 640  # pixels at 100 % below which the design is a page


class ExperimentsPanel(Panel):
    """The design on the left, the results on the right."""

    name = "experiments"
    title = mark("Experiments")

    ready = Word("", again=True)
    seeds = Whole(0, 0, MOST_SEEDS)  # 0: as the design has it
    page = Choice("chart", PAGES)
    measure = Word("")
    axis = Word("")
    colour = Word("")
    facets = Word("")
    hypothesis = Word("")
    conclusion = Word("")
    running = Switch(False, again=True)

    def __init__(self, state: AppState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state, self._experiments = state, state.experiments
        self._fits = True  # whether the experiment fits a run file
        self._theme: Theme = LIGHT
        self._stale = True  # something changed while hidden
        self.head = Head(self._experiments, self)
        self.question = Label("", self)
        self.answer = Label("", self)
        self.designer = Designer(self._experiments, self)
        self.tabs = PageTabs(tr("Pages of the Experiments view"), self)
        self.chart = ResultsChart(self)
        self.table = ResultsTable(self)
        self.notebook = Notebook(self._experiments, self)
        self.stack = QStackedWidget(self)
        self.measures = self._chooser(tr("Measure"))
        self.roles = {
            name: self._chooser(title)
            for name, title in (
                ("axis", tr("Along the axis")),
                ("colour", tr("Colour")),
                ("facets", tr("Side by side")),
            )
        }
        self._words = {
            name: Label(words, self)
            for name, words in (
                ("axis", tr("axis")),
                ("colour", tr("colour")),
                ("facets", tr("side by side")),
            )
        }
        self._build()
        self._connect()
        self.show_experiment()

    def _chooser(self, name: str) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        box.setToolTip(plain_tooltip(name))
        return box

    def _build(self) -> None:
        for label in (self.question, self.answer):
            label.setWordWrap(True)
        for page_title in PAGES.values():
            self.tabs.addTab(tr(page_title))
        self._design_page = QVBoxLayout(design_page := QWidget(self))
        self._design_page.setContentsMargins(0, 0, 0, 0)
        for page in (self.chart, self.table, self.notebook, design_page):
            self.stack.addWidget(page)
        self.tabs.setTabVisible(list(PAGES).index("design"), False)
        pages = QHBoxLayout()
        pages.setContentsMargins(4, 0, 8, 0)
        pages.setSpacing(6)
        pages.addWidget(self.tabs)
        pages.addStretch(1)
        pages.addWidget(self.measures)
        for name, box in self.roles.items():
            pages.addWidget(self._words[name])
            pages.addWidget(box)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(4)
        for label in (self.question, self.answer):
            label.setContentsMargins(12, 0, 12, 0)
            right.addWidget(label)
        right.addLayout(pages)
        right.addWidget(self.stack, 1)
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.designer)
        body.addLayout(right, 1)
        self._body = body
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.head)
        layout.addLayout(body, 1)
        self.setAutoFillBackground(True)
        self.setMinimumSize(320, 220)

    def _connect(self) -> None:
        self._experiments.changed.connect(self.show_experiment)
        self.head.ready_chosen.connect(self._on_ready)
        self.head.export_asked.connect(self.offer)
        self.tabs.currentChanged.connect(self._on_page)
        self.measures.activated.connect(self._on_measure)
        for name, box in self.roles.items():
            box.activated.connect(lambda _, name=name: self._on_role(name))
        self.chart.chosen.connect(self._experiments.open)
        self.notebook.fill_asked.connect(self._insert_answer)
        self.notebook.export_asked.connect(self.offer_html)

    # -- what people do --------------------------------------------------------------
    def _on_ready(self, name: str) -> None:
        self.ready = name

    def _on_page(self, index: int) -> None:
        self.page = list(PAGES)[index]

    def _on_measure(self, index: int) -> None:
        self.measure = self.measures.itemData(index)

    def _on_role(self, name: str) -> None:
        """A setting takes the chosen role; the one that had it gets another."""
        asked = str(self.roles[name].currentData())
        for other in self.roles:
            if other != name and getattr(self, other) == asked:
                setattr(self, other, "")
        setattr(self, name, asked)

    def setting_changed(self, name: str) -> None:
        """Update the controls, whatever changed it."""
        if name == "ready":
            self._take_ready()
        elif name == "seeds":
            self._take_seeds()
        elif name in ("hypothesis", "conclusion"):
            self._experiments.write(
                replace(self._experiments.notes, **{name: getattr(self, name)})
            )
        elif name == "running":
            self._take_running()
        elif name == "page":
            at = list(PAGES).index(self.page)
            self.tabs.setCurrentIndex(at)
            self.stack.setCurrentIndex(at)
        self.show_experiment()
        super().setting_changed(name)

    def _take_ready(self) -> None:
        if self.ready not in ready_names():
            return
        experiment = load_ready(self.ready)
        now = self._experiments.experiment
        if now is not None and now.name == self.ready:
            return
        for role in self.roles:
            self.__dict__.pop(f"_setting_{role}", None)
        self.__dict__.pop("_setting_measure", None)
        self._experiments.design(experiment, experiment.title)

    def _take_seeds(self) -> None:
        """A scene or a lesson changes the number of seeds."""
        now = self._experiments.experiment
        if now is None or not self.seeds:
            return
        try:
            self._experiments.design(replace(now, seeds=self.seeds), "seeds")
        except BadInput as error:
            self._state.told.emit(str(error))

    def _take_running(self) -> None:
        """A scene or a lesson starts the experiment."""
        if self.running and not self._experiments.busy:
            done = len(self._experiments.results)
            experiment = self._experiments.experiment
            if experiment is not None and done < len(experiment):
                self._experiments.start()

    def _insert_answer(self) -> None:
        field = self.notebook.fields["result"]
        before = field.toPlainText().rstrip()
        text = self.answer.text()
        field.setPlainText(f"{before}\n{text}" if before else text)
        self.notebook.take()

    # -- what there is ---------------------------------------------------------------
    @property
    def shown_measure(self) -> str:
        """What the chart shows: the chosen measure, or the one that answers."""
        experiment = self._experiments.experiment
        if self.measure in MEASURES:
            return self.measure
        return "loss" if experiment is None else experiment.measure

    def show_experiment(self) -> None:
        """Update everything from the design, the results and the state.

        If the view is hidden, this waits until it is shown.
        """
        self._stale = not self.isVisible()
        if self._stale:
            return
        experiment, results = self._experiments.experiment, self._experiments.results
        self.head.show_state()
        question = "" if experiment is None else tr(experiment.question)
        self.question.setText(question)
        self.question.setVisible(bool(question))
        if self.page == "table":
            table = [] if experiment is None else rows(experiment, results)
            self.table.show_rows(experiment, table)
        self._show_choosers([m for m in MEASURES if _known(results, m)])
        words = ""
        if experiment is None or not results:
            self.chart.show_figure(None, self._waiting())
        else:
            measure = self.shown_measure
            roles = roles_of(experiment, self.axis, self.colour, self.facets)
            figure = compose(experiment, results, measure, roles)
            empty = not any(s.dots for f in figure.facets for s in f.series)
            if empty:
                note = tr(
                    "No run has a value for {title}.",
                    title=lowered(tr(MEASURES[measure].title)),
                )
                self.chart.show_figure(None, note)
            else:
                self.chart.show_figure(figure)
                words = answer(experiment, results, measure)
        self.answer.setText(words)
        self.answer.setVisible(bool(words))
        self.chart.setAccessibleDescription(f"{words} {tr(self.chart.keys)}".strip())
        self.refresh_needed.emit()

    def _waiting(self) -> str:
        experiments = self._experiments
        if experiments.status == STARTING:
            return tr("The first runs are being trained …")
        if experiments.status == FAILED:
            return tr("The experiment failed: {why}", why=experiments.why)
        return (
            tr(EMPTY) if experiments.experiment is None else tr("Press Run to train.")
        )

    def _show_choosers(self, present: list[str]) -> None:
        on_chart = self.page == "chart"
        experiment = self._experiments.experiment
        wanted = [(tr(MEASURES[m].title), m) for m in present]
        _fill(self.measures, wanted, self.shown_measure)
        self.measures.setVisible(on_chart and bool(present))
        axes = []
        roles = None
        if experiment is not None:
            roles = roles_of(experiment, self.axis, self.colour, self.facets)
            axes = [
                (experiment.key(i).title, axis.key)
                for i, axis in enumerate(experiment.axes)
                if len(axis.values) > 1
            ]
        for place, (name, box) in enumerate(self.roles.items()):
            at = None if roles is None else (roles.x, roles.colour, roles.facets)[place]
            now = "" if at is None or experiment is None else experiment.axes[at].key
            _fill(box, axes, now)
            seen = on_chart and len(axes) > max(1, place)
            box.setVisible(seen)
            self._words[name].setVisible(seen)

    # -- files -----------------------------------------------------------------------
    def offer(self, kind: str) -> None:
        """Save the runs ("csv"), the chart ("png", "svg") or the notebook ("html")."""
        if kind == "csv":
            self.offer_csv()
        elif kind == "html":
            self.offer_html()
        else:
            self.offer_picture(f".{kind}")

    def _offer(self, title: str, kind: str, ending: str, data: bytes) -> None:
        experiment = self._experiments.experiment
        assert experiment is not None

        def write(path: Path) -> None:
            with replacing(path) as file:
                file.write(data)
            self._state.told.emit(tr("Exported as {name}", name=path.name))

        name = f"{slug(experiment)}{ending}"
        self.file_offered.emit(FileOffer(title, name, kind, ending, write))

    def offer_csv(self) -> None:
        """Save every run as a line of a table."""
        record = self._experiments.record
        if record is not None:
            data = to_csv(record).encode()
            self._offer(tr("Export runs"), tr("Tables"), ".csv", data)

    def offer_picture(self, ending: str) -> None:
        """Save the chart as it is shown."""
        if self.chart.figure is not None:
            data = picture_of(self.chart, ending)
            self._offer(tr("Export chart"), tr("Pictures"), ending, data)

    def offer_html(self) -> None:
        """Save the notebook with its table and charts."""
        self.notebook.take()
        record = self._experiments.record
        if record is not None:
            roles = roles_of(record.experiment, self.axis, self.colour, self.facets)
            data = html_of(record, self.shown_measure, roles).encode()
            self._offer(tr("Export notebook"), tr("Web pages"), ".html", data)

    # -- kept with the run -----------------------------------------------------------
    def kept(self) -> Mapping[str, object]:
        """The design, all results and the notes."""
        record = self._experiments.record
        if record is None:
            return {}
        made = to_json(record, self._experiments.present_scene())
        kept = {"record": made, **{name: getattr(self, name) for name in _KEPT}}
        # Half of what a file can hold, so that it can certainly be read back.
        fits = len(json.dumps(kept)) <= MAX_EXTRA // 2
        if not fits and self._fits:  # shown once: autosave runs every minute
            self._state.told.emit(
                tr(
                    "This experiment is too large to be saved with the run. "
                    "Export it as CSV or HTML."
                )
            )
        self._fits = fits
        return kept if fits else {}

    def take_kept(self, kept: Mapping[str, object]) -> None:
        """Restore the experiment; a broken one is left out with a message."""
        try:
            record = from_json(kept.get("record"), self._experiments.present_scene())
        except BadInput as error:
            self._state.told.emit(
                tr("The experiment of this file was left out: {error}", error=error)
            )
            return
        self._experiments.put(record)
        settings = {k: kept[k] for k in _KEPT if k in kept}
        self.apply_settings(settings)

    def shown_settings(self) -> Mapping[str, float | str]:
        """What a lesson may check."""
        experiment, notes = self._experiments.experiment, self._experiments.notes
        done = len(self._experiments.results)
        whole = experiment is not None and done == len(experiment)
        return {
            "finished": experiment.name if whole and experiment is not None else "",
            "page": self.page,
            "measure": self.shown_measure,
            "ready": "" if experiment is None else experiment.name,
            "seeds": 0.0 if experiment is None else float(experiment.seeds),
            "settings": 0.0 if experiment is None else float(len(experiment.axes)),
            "results": float(done),
            "hypothesis": float(len(notes.hypothesis.split())),
            "conclusion": float(len(notes.conclusion.split())),
        }

    def showEvent(self, event: QShowEvent) -> None:
        """Update what changed while hidden."""
        super().showEvent(event)
        if self._stale:
            self.show_experiment()

    # -- frames ----------------------------------------------------------------------
    def show_frame(self, frame: Frame) -> None:
        """Do nothing: this view does not depend on run A's steps."""

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(palette)
        for part in (self.head, self.designer, self.tabs):
            part.set_theme(theme)
        for page in (self.chart, self.table, self.notebook):
            page.set_theme(theme)
        self.question.setFont(theme.font(weight=600))
        self.answer.setFont(theme.font())
        for label in self._words.values():
            label.setFont(theme.font(SMALL))
        for box in (self.measures, *self.roles.values()):
            box.setFont(theme.font(SMALL))
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow pane the design is a page, otherwise it is beside the pages."""
        narrow = self.width() < self._theme.px(NARROW)
        if narrow != (self._design_page.count() > 0):
            if narrow:
                self._design_page.addWidget(
                    self.designer, 1, Qt.AlignmentFlag.AlignLeft
                )
            else:
                self._body.insertWidget(0, self.designer)
            if not narrow and self.page == "design":
                self.page = "chart"
            self.tabs.setTabVisible(list(PAGES).index("design"), narrow)
        super().resizeEvent(event)


def _known(results: Sequence[Result], measure: str) -> bool:
    """Whether any run has this measure."""
    return any(r.figures.get(measure) is not None for r in results)


def _fill(box: QComboBox, items: list[tuple[str, str]], now: str) -> None:
    """Offer ``items``; a box that shows them already is left alone."""
    there = [(box.itemText(i), box.itemData(i)) for i in range(box.count())]
    if there != items:
        box.clear()
        for title, key in items:
            box.addItem(title, key)
    box.setCurrentIndex(box.findData(now))
