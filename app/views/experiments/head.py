"""The head of the Experiments view: which experiment, run, pause, stop, progress."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from app.editing.experiments import (
    DONE,
    FAILED,
    PAUSED,
    RUNNING,
    STARTING,
    Experiments,
)
from app.look.numbers import shown_count
from app.look.theme import Theme
from app.widgets.buttons import TextButton
from app.widgets.label import Label
from app.widgets.tip import Tip
from core.experiments.ready import load_ready, ready_names
from core.language import tr


class Head(QWidget):
    """Buttons and a line of text; the view decides what they do."""

    ready_chosen = Signal(str)
    export_asked = Signal(str)  # "csv", "png", "svg", "html"

    def __init__(self, experiments: Experiments, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._experiments = experiments
        self.choose = QComboBox(self)
        self.choose.setAccessibleName(tr("Ready experiments"))
        self.choose.setToolTip(tr("Ready experiments"))
        self.choose.addItem(tr("My experiment"), "")
        for name in ready_names():
            self.choose.addItem(tr(load_ready(name).title), name)
        self.go = TextButton(
            tr("Run", "verb"), Tip(tr("Run", "verb"), tr("Train all runs.")), "play"
        )
        self.stop = TextButton(
            tr("Stop"), Tip(tr("Stop"), tr("Stop training.")), "close"
        )
        self.export = TextButton(
            tr("Export"),
            Tip(
                tr("Export"),
                tr("The runs as a table, the chart as a picture, the notebook."),
            ),
            "export",
        )
        self.progress = Label("", self)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of the experiment"))
        row = QHBoxLayout()
        row.setContentsMargins(12, 4, 8, 0)
        row.setSpacing(6)
        for widget in (self.choose, self.go, self.stop, self.progress):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.export)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self.bar)
        self.choose.activated.connect(self._on_ready)
        self.go.clicked.connect(self._on_go)
        self.stop.clicked.connect(experiments.cancel)
        self.export.clicked.connect(self._open_export)

    def _on_ready(self, index: int) -> None:
        if name := self.choose.itemData(index):
            self.ready_chosen.emit(name)
        self.show_state()

    def _on_go(self) -> None:
        experiments = self._experiments
        if experiments.status == PAUSED:
            experiments.resume()
        elif experiments.busy:
            experiments.pause()
        else:
            experiments.start()

    def export_menu(self) -> QMenu:
        """What can be exported now."""
        menu = QMenu(self)
        for kind, title in (
            ("csv", tr("Runs as CSV …")),
            ("png", tr("Chart as PNG …")),
            ("svg", tr("Chart as SVG …")),
            ("html", tr("Notebook as HTML …")),
        ):
            action = menu.addAction(title)
            action.setData(kind)
            action.setEnabled(kind == "html" or bool(self._experiments.results))
        return menu

    def _open_export(self) -> None:
        menu = self.export_menu()
        below = self.export.mapToGlobal(self.export.rect().bottomLeft())
        chosen = menu.exec(below)
        kind = None if chosen is None else chosen.data()
        menu.deleteLater()
        if kind:
            self.export_asked.emit(kind)

    def show_state(self) -> None:
        """Show the state, and what the buttons do now."""
        experiments = self._experiments
        experiment, done = experiments.experiment, len(experiments.results)
        name = "" if experiment is None else experiment.name
        self.choose.setCurrentIndex(max(0, self.choose.findData(name)))
        total = 0 if experiment is None else len(experiment)
        text, words, icon = self._meaning(done)
        self.go.set_meaning(text, Tip(text, words), icon)
        self.go.setEnabled(total > 0)
        self.stop.setVisible(experiments.busy)
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)
        self.bar.setVisible(experiments.busy or 0 < done < total)
        self.progress.setText(self._progress(done, total))
        self.export.setEnabled(experiment is not None)

    def _meaning(self, done: int) -> tuple[str, str, str]:
        status = self._experiments.status
        if status in (STARTING, RUNNING):
            return tr("Pause"), tr("Pause training."), "pause"
        if status == PAUSED:
            return tr("Continue"), tr("Resume training."), "play"
        if status == DONE:
            return tr("Run again"), tr("Train all runs again."), "replay"
        if done:
            return tr("Continue"), tr("Train the runs that are missing."), "play"
        return tr("Run", "verb"), tr("Train all runs."), "play"

    def _progress(self, done: int, total: int) -> str:
        status = self._experiments.status
        if not total:
            return ""
        if status == FAILED:
            return tr("Failed: {why}", why=self._experiments.why)
        words = tr(
            "{done} of {total} runs", done=shown_count(done), total=shown_count(total)
        )
        if status == STARTING:
            return tr("{words}, starting …", words=words)
        if status == PAUSED:
            return tr("{words}, paused", words=words)
        left = self._experiments.left
        if status == RUNNING and left is not None:
            return tr("{words}, {seconds} left", words=words, seconds=_seconds(left))
        return words if done else ""

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's fonts and sizes."""
        for button in (self.go, self.stop, self.export):
            button.set_theme(theme)
        self.choose.setFont(theme.font())
        self.progress.setFont(theme.font())
        self.bar.setFixedHeight(theme.px(4))


def _seconds(left: float) -> str:
    if left < 60:
        return f"{max(1, round(left))} s"
    return (
        tr("{left} min", left=round(left / 60))
        if left < 3600
        else f"{left / 3600:.1f} h"
    )
