"""The notebook of an experiment: what was expected, what came out, what follows."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.editing.experiments import Experiments
from app.look.theme import SMALL, Theme
from app.widgets.buttons import TextButton
from app.widgets.label import Label
from app.widgets.tip import Tip
from core.language import mark, tr

PAUSE_MS = 400  # in typing, after which a field is stored
PARTS = {
    "hypothesis": (
        mark("Hypothesis"),
        mark(
            "What do you expect, and why? Write it down before you run the experiment."
        ),
    ),
    "result": (mark("Result"), mark("What came out? Quote the figures.")),
    "conclusion": (
        mark("Conclusion"),
        mark("Was the hypothesis right? What would you try next?"),
    ),
}


class Notebook(QWidget):
    """Three fields; each is stored when it loses the focus or typing pauses."""

    export_asked = Signal()
    fill_asked = Signal()

    def __init__(self, experiments: Experiments, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._experiments = experiments
        self.fields: dict[str, NoteField] = {}
        self._titles: list[Label] = []
        self.mark = Label("", self)
        self.fill = TextButton(
            tr("Insert the answer"),
            Tip(
                tr("Insert the answer"),
                tr("Add the sentence above the chart to the result."),
            ),
        )
        self.export = TextButton(
            tr("Export as HTML …"),
            Tip(
                tr("Export as HTML"),
                tr("One file with notes, table and chart that any browser opens."),
            ),
            "export",
        )
        self._build()
        experiments.changed.connect(self.show_notes)

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 12)
        layout.setSpacing(4)
        for name, (title, words) in PARTS.items():
            label = Label(tr(title), self)
            field = self.fields[name] = NoteField(self)
            field.setAccessibleName(tr(title))
            field.setPlaceholderText(tr(words))
            field.setTabChangesFocus(True)
            field.left.connect(self.take)
            label.setBuddy(field)
            self._titles.append(label)
            head = QHBoxLayout()
            head.addWidget(label)
            if name == "hypothesis":
                head.addWidget(self.mark)
            head.addStretch(1)
            if name == "result":
                head.addWidget(self.fill)
            layout.addLayout(head)
            layout.addWidget(field, 1)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.export)
        layout.addLayout(foot)
        self.fill.clicked.connect(self.fill_asked)
        self.export.clicked.connect(self.export_asked)
        self.show_notes()

    def show_notes(self) -> None:
        """Show the notes; a field being edited is left alone."""
        notes, there = self._experiments.notes, self._experiments.record is not None
        for name, field in self.fields.items():
            text = getattr(notes, name)
            if field.toPlainText() != text and not field.hasFocus():
                field.setPlainText(text)
                field.pause.stop()  # nobody typed
            field.setEnabled(there)
        self.fill.setEnabled(bool(self._experiments.results))
        self.export.setEnabled(there)
        if notes.before is None or not notes.hypothesis:
            words = ""
        elif notes.changed_later:
            words = tr("changed after the first run")
        else:
            words = tr("written before the first run")
        self.mark.setText(words)

    def take(self) -> None:
        """Store what is typed."""
        texts = {name: field.toPlainText() for name, field in self.fields.items()}
        self._experiments.write(replace(self._experiments.notes, **texts))

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's fonts."""
        for label in self._titles:
            label.setFont(theme.font(SMALL, 600))
        self.mark.setFont(theme.font(SMALL))
        for field in self.fields.values():
            field.setFont(theme.font())
            field.setMinimumHeight(theme.px(44))
        self.fill.set_theme(theme)
        self.export.set_theme(theme)


class NoteField(QPlainTextEdit):
    """Signals when it loses the focus, and after a pause in typing.

    A click on a tab or an empty place leaves the focus where it is.
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pause = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.setInterval(PAUSE_MS)
        self.pause.timeout.connect(self.left)
        self.textChanged.connect(self.pause.start)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Store what is typed."""
        super().focusOutEvent(event)
        self.left.emit()
