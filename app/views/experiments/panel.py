"""View 9, Experiments: vary settings, repeat seeds, compare, conclude."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.editing.experiments import (
    DONE,
    FAILED,
    PAUSED,
    RUNNING,
    STARTING,
)
from app.editing.state import AppState
from app.frame.base import Frame, Panel
from app.frame.files import FileOffer
from app.frame.settings import Choice, Switch, Word
from app.look.numbers import shown_count
from app.look.theme import LIGHT, SMALL, Theme
from app.views.experiments.arrange import answer, compose, roles_of
from app.views.experiments.chart import EMPTY, ResultsChart
from app.views.experiments.designer import Designer
from app.views.experiments.notebook import Notebook
from app.views.experiments.outputs import html_of, picture_of, slug
from app.views.experiments.table import ResultsTable
from app.widgets.buttons import TextButton
from app.widgets.label import Label
from app.widgets.page_tabs import PageTabs
from app.widgets.tip import Tip
from core.errors import BadInput
from core.experiments.measures import MEASURES
from core.experiments.ready import load_ready, ready_names
from core.experiments.record import from_json, to_csv, to_json
from core.experiments.summary import measures_in, rows
from core.files.atomic import replacing
from core.files.run_file import MAX_EXTRA

PAGES = {"chart": "Chart", "table": "Table", "notebook": "Notebook"}
NARROW = 640  # pixels at 100 % below which the design makes room for the results


class ExperimentsPanel(Panel):
    """The design on the left, what came out on the right."""

    name = "experiments"
    title = "Experiments"

    ready = Word("")
    page = Choice("chart", PAGES)
    measure = Word("")
    axis = Word("")
    colour = Word("")
    facets = Word("")
    running = Switch(False)

    def __init__(self, state: AppState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state, self._experiments = state, state.experiments
        self._theme: Theme = LIGHT
        self._busy = False  # the controls follow: what they say is not news
        self.choose = QComboBox(self)
        self.go = TextButton("Run", Tip("Run", "Train all runs."), "play")
        self.stop = TextButton("Stop", Tip("Stop", "Stop training."), "close")
        self.export = TextButton(
            "Export",
            Tip("Export", "The runs as a table, the chart as a picture, the notebook."),
            "export",
        )
        self.bar = QProgressBar(self)
        self.progress = Label("", self)
        self.question = Label("", self)
        self.answer = Label("", self)
        self.designer = Designer(self._experiments, self)
        self.tabs = PageTabs("Pages of the Experiments view", self)
        self.chart = ResultsChart(self)
        self.table = ResultsTable(self)
        self.notebook = Notebook(self._experiments, self)
        self.stack = QStackedWidget(self)
        self.measures = self._chooser("Measure")
        self.roles = {
            name: self._chooser(title)
            for name, title in (
                ("axis", "Along the axis"),
                ("colour", "Colour"),
                ("facets", "Side by side"),
            )
        }
        self._words = {
            name: Label(words, self)
            for name, words in (
                ("axis", "axis"),
                ("colour", "colour"),
                ("facets", "side by side"),
            )
        }
        self._build()
        self._connect()
        self.show_experiment()

    def _chooser(self, name: str) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        box.setToolTip(name)
        return box

    def _build(self) -> None:
        self.choose.setAccessibleName("Ready experiments")
        self.choose.setToolTip("Ready experiments")
        self.choose.addItem("My experiment", "")
        for name in ready_names():
            self.choose.addItem(load_ready(name).title, name)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Progress of the experiment")
        for label in (self.question, self.answer):
            label.setWordWrap(True)
        for page_title in PAGES.values():
            self.tabs.addTab(page_title)
        for page in (self.chart, self.table, self.notebook):
            self.stack.addWidget(page)
        head = QHBoxLayout()
        head.setContentsMargins(12, 4, 8, 0)
        head.setSpacing(6)
        head.addWidget(self.choose)
        for widget in (self.go, self.stop, self.progress):
            head.addWidget(widget)
        head.addStretch(1)
        head.addWidget(self.export)
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
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.bar)
        layout.addLayout(body, 1)
        self.setAutoFillBackground(True)
        self.setMinimumSize(320, 220)

    def _connect(self) -> None:
        self._experiments.changed.connect(self.show_experiment)
        self.choose.activated.connect(self._on_ready)
        self.go.clicked.connect(self._on_go)
        self.stop.clicked.connect(self._experiments.cancel)
        self.export.clicked.connect(self._open_export)
        self.tabs.currentChanged.connect(self._on_page)
        self.measures.activated.connect(self._on_measure)
        for name, box in self.roles.items():
            box.activated.connect(lambda _, name=name: self._on_role(name))
        self.chart.chosen.connect(self._experiments.open)
        self.notebook.fill_asked.connect(self._insert_answer)
        self.notebook.export_asked.connect(self.offer_html)

    # -- what people do --------------------------------------------------------------
    def _on_ready(self, index: int) -> None:
        name = self.choose.itemData(index)
        if name:
            self.ready = name
        self.show_experiment()

    def _on_go(self) -> None:
        experiments = self._experiments
        if experiments.status == PAUSED:
            experiments.resume()
        elif experiments.busy:
            experiments.pause()
        else:
            experiments.start()

    def _on_page(self, index: int) -> None:
        self.page = list(PAGES)[index]

    def _on_measure(self, index: int) -> None:
        self.measure = self.measures.itemData(index)

    def _on_role(self, name: str) -> None:
        """A setting goes where it is asked for; the one that was there moves on."""
        asked = str(self.roles[name].currentData())
        for other in self.roles:
            if other != name and getattr(self, other) == asked:
                setattr(self, other, "")
        setattr(self, name, asked)

    def setting_changed(self, name: str) -> None:
        """Follow, whoever changed it."""
        if name == "ready":
            self._take_ready()
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

    def _take_running(self) -> None:
        """A scene or a lesson wants the results."""
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
        """Let everything follow the design, the results and the state."""
        experiment, results = self._experiments.experiment, self._experiments.results
        name = "" if experiment is None else experiment.name
        self.choose.setCurrentIndex(max(0, self.choose.findData(name)))
        self._show_state()
        question = "" if experiment is None else experiment.question
        self.question.setText(question)
        self.question.setVisible(bool(question))
        table = [] if experiment is None else rows(experiment, results)
        self.table.show_rows(experiment, table)
        self._show_choosers(measures_in(table))
        words = ""
        if experiment is None or not results:
            self.chart.show_figure(None, self._waiting())
        else:
            measure = self.shown_measure
            roles = roles_of(experiment, self.axis, self.colour, self.facets)
            figure = compose(experiment, results, measure, roles)
            empty = not any(s.dots for f in figure.facets for s in f.series)
            if empty:
                note = f"No run has a value for {MEASURES[measure].title.lower()}."
                self.chart.show_figure(None, note)
            else:
                self.chart.show_figure(figure)
                words = answer(experiment, results, measure)
        self.answer.setText(words)
        self.answer.setVisible(bool(words))
        self.chart.setAccessibleDescription(f"{words} {self.chart.keys}".strip())
        self.refresh_needed.emit()

    def _waiting(self) -> str:
        experiments = self._experiments
        if experiments.status == STARTING:
            return "The first runs are being trained …"
        if experiments.status == FAILED:
            return f"The experiment failed: {experiments.why}"
        return EMPTY if experiments.experiment is None else "Press Run to train."

    def _show_state(self) -> None:
        experiments = self._experiments
        experiment, done = experiments.experiment, len(experiments.results)
        total = 0 if experiment is None else len(experiment)
        status = experiments.status
        words, icon, text = "Train all runs.", "play", "Run"
        if status in (STARTING, RUNNING):
            words, icon, text = "Let training wait.", "pause", "Pause"
        elif status == PAUSED:
            words, icon, text = "Let training go on.", "play", "Continue"
        elif status == DONE:
            words, icon, text = "Train all runs again.", "replay", "Run again"
        elif done:
            words, text = "Train the runs that are missing.", "Continue"
        self.go.set_meaning(text, Tip(text, words), icon)
        self.go.setEnabled(total > 0)
        self.stop.setVisible(experiments.busy)
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)
        self.bar.setVisible(experiments.busy or 0 < done < total)
        self.progress.setText(self._progress_words(done, total))
        for widget in (self.export,):
            widget.setEnabled(experiment is not None)

    def _progress_words(self, done: int, total: int) -> str:
        experiments = self._experiments
        if not total:
            return ""
        if experiments.status == FAILED:
            return f"Failed: {experiments.why}"
        words = f"{shown_count(done)} of {shown_count(total)} runs"
        if experiments.status == STARTING:
            return f"{words}, starting …"
        if experiments.status == PAUSED:
            return f"{words}, paused"
        left = experiments.left
        if experiments.status == RUNNING and left is not None:
            return f"{words}, {_seconds(left)} left"
        return words if done else ""

    def _show_choosers(self, present: list[str]) -> None:
        on_chart = self.page == "chart"
        experiment = self._experiments.experiment
        wanted = [(MEASURES[m].title, m) for m in present]
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
    def _open_export(self) -> None:
        menu = QMenu(self)
        runs = menu.addAction("Runs as CSV …", self.offer_csv)
        picture = menu.addAction("Chart as PNG …", lambda: self.offer_picture(".png"))
        vectors = menu.addAction("Chart as SVG …", lambda: self.offer_picture(".svg"))
        for action in (runs, picture, vectors):
            action.setEnabled(bool(self._experiments.results))
        menu.addAction("Notebook as HTML …", self.offer_html)
        menu.exec(self.export.mapToGlobal(self.export.rect().bottomLeft()))
        menu.deleteLater()

    def _offer(self, title: str, kind: str, ending: str, data: bytes) -> None:
        experiment = self._experiments.experiment
        assert experiment is not None

        def write(path: Path) -> None:
            with replacing(path) as file:
                file.write(data)
            self._state.told.emit(f"Exported as {path.name}")

        name = f"{slug(experiment)}{ending}"
        self.file_offered.emit(FileOffer(title, name, kind, ending, write))

    def offer_csv(self) -> None:
        """Save every run as a line of a table."""
        record = self._experiments.record
        if record is not None:
            data = to_csv(record).encode()
            self._offer("Export runs", "Tables", ".csv", data)

    def offer_picture(self, ending: str) -> None:
        """Save the chart as it is shown."""
        if self.chart.figure is not None:
            data = picture_of(self.chart, ending)
            self._offer("Export chart", "Pictures", ending, data)

    def offer_html(self) -> None:
        """Save the notebook with its table and charts."""
        self.notebook.take()
        record = self._experiments.record
        if record is not None:
            roles = roles_of(record.experiment, self.axis, self.colour, self.facets)
            data = html_of(record, self.shown_measure, roles).encode()
            self._offer("Export notebook", "Web pages", ".html", data)

    # -- kept with the run -----------------------------------------------------------
    def kept(self) -> Mapping[str, object]:
        """The design, all results and the notes."""
        record = self._experiments.record
        if record is None:
            return {}
        made = to_json(record, self._experiments.present_scene())
        kept = {
            "record": made,
            "page": self.page,
            "measure": self.measure,
            "axis": self.axis,
            "colour": self.colour,
            "facets": self.facets,
        }
        # Half of what a file has room for: a file that cannot be read helps nobody.
        return kept if len(json.dumps(kept)) <= MAX_EXTRA // 2 else {}

    def take_kept(self, kept: Mapping[str, object]) -> None:
        """Bring the experiment back; what somebody spoilt is left out with a word."""
        try:
            record = from_json(kept.get("record"), self._experiments.present_scene())
        except BadInput as error:
            self._state.told.emit(f"The experiment of this file was left out: {error}")
            return
        self._experiments.put(record)
        settings = {k: v for k, v in kept.items() if k not in ("ready", "running")}
        self.apply_settings(settings)

    def shown_settings(self) -> Mapping[str, float | str]:
        """What a lesson may ask for."""
        experiment, notes = self._experiments.experiment, self._experiments.notes
        return {
            "page": self.page,
            "measure": self.shown_measure,
            "ready": "" if experiment is None else experiment.name,
            "seeds": 0.0 if experiment is None else float(experiment.seeds),
            "settings": 0.0 if experiment is None else float(len(experiment.axes)),
            "results": float(len(self._experiments.results)),
            "hypothesis": float(len(notes.hypothesis.split())),
            "conclusion": float(len(notes.conclusion.split())),
        }

    # -- frames ----------------------------------------------------------------------
    def show_frame(self, frame: Frame) -> None:
        """Nothing moves with run A: everything is shown when it changes."""

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self._theme = theme
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.pane))
        self.setPalette(palette)
        for button in (self.go, self.stop, self.export):
            button.set_theme(theme)
        for part in (self.designer, self.tabs, self.chart, self.table, self.notebook):
            part.set_theme(theme)
        self.question.setFont(theme.font(weight=600))
        self.answer.setFont(theme.font())
        self.progress.setFont(theme.font())
        for label in self._words.values():
            label.setFont(theme.font(SMALL))
        for box in (self.measures, *self.roles.values()):
            box.setFont(theme.font(SMALL))
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.bar.setFixedHeight(theme.px(4))

    def resizeEvent(self, event: object) -> None:
        """In a narrow pane the results have the room."""
        self.designer.setVisible(self.width() >= self._theme.px(NARROW))


def _fill(box: QComboBox, items: list[tuple[str, str]], now: str) -> None:
    """Offer ``items``; a box that shows them already is left alone."""
    there = [(box.itemText(i), box.itemData(i)) for i in range(box.count())]
    if there != items:
        box.clear()
        for title, key in items:
            box.addItem(title, key)
    box.setCurrentIndex(box.findData(now))


def _seconds(left: float) -> str:
    if left < 60:
        return f"{max(1, round(left))} s"
    return f"{round(left / 60)} min" if left < 3600 else f"{left / 3600:.1f} h"
