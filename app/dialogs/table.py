"""Import of CSV and TSV: a preview, a role for each column, a progress bar."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.widgets.label import Label, RichLabel
from core.errors import BadInput
from core.files.table import Cancelled, Choice, LoadedTable, Preview, load

ROLES = (
    ("", "not used"),
    ("x1", "input x₁"),
    ("x2", "input x₂"),
    ("class", "class"),
    ("value", "value"),
    ("red", "red"),
    ("green", "green"),
    ("blue", "blue"),
)
COLOURS = ("red", "green", "blue")
MOST_COLUMNS = 40  # shown; a file with more is better cut down first
SHOWN_ROWS = 8


class TableDialog(QDialog):
    """Says what the file seems to hold and loads what is chosen; `loaded` has it."""

    _progressed = Signal(float)
    _ended = Signal(object)  # LoadedTable, or an exception

    def __init__(
        self, source: Path | str, found: Preview, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Import {found.source}")
        self._source, self._found = source, found
        self.loaded: LoadedTable | None = None
        self._thread: Thread | None = None
        self._cancelled = False
        shown = min(len(found.columns), MOST_COLUMNS)
        head = RichLabel(
            "<b>What should the network predict, and from which columns?</b>", self
        )
        self.roles = [self._role(i) for i in range(shown)]
        self.table = self._preview(shown)
        self.sentence = Label(self)
        self.sentence.setWordWrap(True)
        self.sentence.setMinimumHeight(40)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Progress")
        self.bar.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.buttons.rejected.connect(self.reject)
        self.accept_button = QPushButton("Import", self)
        self.accept_button.setAccessibleName("Import")
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self._start)
        self.buttons.addButton(
            self.accept_button, QDialogButtonBox.ButtonRole.ActionRole
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        for widget in (head, self.table, self.sentence, self.bar, self.buttons):
            layout.addWidget(widget)
        layout.setStretch(1, 1)
        self.resize(max(520, min(960, 80 + 128 * shown)), 440)
        self._progressed.connect(lambda share: self.bar.setValue(round(1000 * share)))
        self._ended.connect(self._on_ended)
        self._guess()

    def _role(self, i: int) -> QComboBox:
        box = QComboBox(self)
        for name, text in ROLES:
            box.addItem(text, name)
        box.setAccessibleName(f"Role of {self._found.columns[i].name}")
        box.currentIndexChanged.connect(self._say)
        return box

    def _preview(self, shown: int) -> QTableWidget:
        found = self._found
        rows = found.rows[:SHOWN_ROWS]
        table = QTableWidget(len(rows) + 2, shown, self)
        table.setAccessibleName("The first rows")
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # Or Tab in the last column would go from cell to cell for ever.
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        table.horizontalHeader().setDefaultAlignment(left)
        table.horizontalHeader().setStretchLastSection(True)
        table.setHorizontalHeaderLabels([c.name for c in found.columns[:shown]])
        for i in range(shown):
            table.setCellWidget(0, i, self.roles[i])
            table.setItem(1, i, _cell(found.columns[i].kind, faint=True))
            for j, row in enumerate(rows):
                table.setItem(j + 2, i, _cell(row[i] if i < len(row) else ""))
            table.setColumnWidth(i, 124)
        table.setRowHeight(0, 36)
        return table

    def _guess(self) -> None:
        choice = self._found.guess()
        wanted = dict(zip(choice.inputs, ("x1", "x2"), strict=False))
        names: tuple[str, ...] = ("class",) if choice.classes else ("value",)
        if len(choice.targets) == 3:
            names = COLOURS
        wanted |= dict(zip(choice.targets, names, strict=False))
        for i, box in enumerate(self.roles):
            box.blockSignals(True)
            box.setCurrentIndex(box.findData(wanted.get(i, "")))
            box.blockSignals(False)
        self._say()

    def choice(self) -> Choice:
        """The roles as chosen; `BadInput` says what is missing or too much."""
        where: dict[str, int] = {}
        for i, box in enumerate(self.roles):
            role = str(box.currentData())
            if role and role in where:
                raise BadInput(f"One column can be {box.currentText()}, not two.")
            where[role] = i
        where.pop("", None)
        if "x1" not in where:
            raise BadInput("Choose the column that is input x₁.")
        inputs = (where["x1"], where["x2"]) if "x2" in where else (where["x1"],)
        colours = [c for c in COLOURS if c in where]
        kinds = [k for k in ("class", "value") if k in where]
        if len(kinds) + bool(colours) != 1:
            raise BadInput(
                "Choose one target: a class, a value, or red, green and blue."
            )
        if colours and len(colours) < 3:
            raise BadInput("A colour needs three columns: red, green and blue.")
        names = COLOURS if colours else tuple(kinds)
        return Choice(inputs, tuple(where[n] for n in names), kinds == ["class"])

    def _say(self) -> None:
        try:
            choice = self.choice()
        except BadInput as error:
            self.sentence.setText(str(error))
            self.accept_button.setEnabled(False)
            return
        names = [self._found.columns[i].name for i in choice.inputs]
        targets = [self._found.columns[i].name for i in choice.targets]
        what = "the class" if choice.classes else "the value"
        if len(targets) == 3:
            what = "the colour"
        named = " and ".join(f"“{name}”" for name in names)
        targets = [f"“{name}”" for name in targets]
        self.sentence.setText(
            f"From {named} to {what} {', '.join(targets)}. "
            "The inputs are scaled to −1 … 1."
        )
        self.accept_button.setEnabled(True)

    # -- loading ---------------------------------------------------------------------
    def _start(self) -> None:
        choice = self.choice()
        self.accept_button.setEnabled(False)
        self.bar.setValue(0)
        self.bar.show()
        self.sentence.setText("Reading …")

        def work() -> None:
            try:
                made: object = load(self._source, self._found, choice, self._go_on)
            except Exception as error:
                made = error
            self._ended.emit(made)

        self._thread = Thread(target=work, name="hyperfold-import", daemon=True)
        self._thread.start()

    def _go_on(self, share: float) -> bool:
        self._progressed.emit(share)
        return not self._cancelled

    def _on_ended(self, made: object) -> None:
        self._join()
        self.bar.hide()
        if isinstance(made, LoadedTable):
            self.loaded = made
            self.accept()
        elif isinstance(made, Cancelled):
            super().reject()
        elif isinstance(made, BadInput):
            self.sentence.setText(str(made))
            self.accept_button.setEnabled(True)
        elif isinstance(made, BaseException):
            raise made

    def _join(self) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def reject(self) -> None:
        """Cancel: what was read so far is let go of, nothing has changed."""
        if self._thread is not None:
            self._cancelled = True  # the reader notices and ends the dialog
            return
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave no thread behind."""
        self._cancelled = True
        self._join()
        super().closeEvent(event)


def _cell(text: str, faint: bool = False) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    item.setFlags(Qt.ItemFlag.ItemIsEnabled)
    if faint:
        font = item.font()
        font.setItalic(True)
        item.setFont(font)
    return item
