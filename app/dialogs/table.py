"""Import of a table: the kind of each column, a role for each, a progress bar."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.widgets.label import Label, RichLabel, plain_tooltip
from core.errors import BadInput
from core.language import mark, tr
from core.tables import Cancelled, Choice, LoadedTable, Preview, guess, load, preview
from core.tables.roles import DROP, FILL, check

ROLES = ("input", "target", "ignored")
HEADS = (
    mark("Column"),
    mark("Contains"),
    mark("First rows"),
    mark("Input"),
    mark("Target"),
    mark("Not used"),
)
NAME, HOLDS, EXAMPLES, FIRST_ROLE = 0, 1, 2, 3
GAPS = (
    (FILL, mark("Fill missing values with the mean and flag them")),
    (DROP, mark("Leave out rows with missing values")),
)
#: What a column is read as, by the words of the first look.
KINDS = (mark("number"), mark("date"), mark("words"), mark("text"), mark("empty"))
CHOSEN, OPEN = "●", "○"
_TIPS = {
    HOLDS: mark("Click to read numbers as words, or a target as classes or values."),
    FIRST_ROLE: mark("The network sees this column."),
    FIRST_ROLE + 1: mark(
        "The network learns to predict this column; Ctrl-click to predict several."
    ),
    FIRST_ROLE + 2: mark("The network does not see this column."),
}


class RoleTable(QTableWidget):
    """A row for each column of the table; a click or Space in a cell chooses."""

    chosen = Signal(int, int, bool)  # row, column, whether to add to the selection

    def __init__(self, parent: QWidget) -> None:
        super().__init__(0, len(HEADS), parent)
        self.setAccessibleName(tr("Columns and their roles"))
        self.setHorizontalHeaderLabels([tr(head) for head in HEADS])
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)  # Tab goes on to the next control
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        header.setSectionResizeMode(EXAMPLES, QHeaderView.ResizeMode.Stretch)
        for column, width in ((NAME, 190), (HOLDS, 84), (3, 64), (4, 64), (5, 76)):
            self.setColumnWidth(column, width)
        self.cellClicked.connect(self._clicked)

    def _clicked(self, row: int, column: int) -> None:
        held = QGuiApplication.keyboardModifiers()
        beside = bool(held & Qt.KeyboardModifier.ControlModifier)
        self.chosen.emit(row, column, beside)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space chooses, like a click."""
        if event.key() == Qt.Key.Key_Space:
            beside = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.chosen.emit(self.currentRow(), self.currentColumn(), beside)
            return
        super().keyPressEvent(event)


class TableDialog(QDialog):
    """Shows what the file seems to contain and loads what is chosen into `loaded`."""

    _progressed = Signal(float)
    _ended = Signal(object)  # LoadedTable, or an exception

    def __init__(
        self, source: Path | str, found: Preview, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Import {source}", source=found.source))
        self._source, self.found = source, found
        self.loaded: LoadedTable | None = None
        self._thread: Thread | None = None
        self._cancelled = False
        head = RichLabel(
            tr("<b>What should the network predict, and from which columns?</b>"), self
        )
        self.table = RoleTable(self)
        self.table.chosen.connect(self._choose)
        self.header = QCheckBox(tr("The first row names the columns"), self)
        self.header.setAccessibleName(tr("The first row names the columns"))
        self.header.setChecked(found.header)
        self.header.toggled.connect(self._set_header)
        self.gaps = QComboBox(self)
        self.gaps.setAccessibleName(tr("Missing values"))
        for value, text in GAPS:
            self.gaps.addItem(tr(text), value)
        self.sentence = Label(self)
        self.sentence.setWordWrap(True)
        self.sentence.setMinimumHeight(40)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress"))
        self.bar.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.buttons.rejected.connect(self.reject)
        self.accept_button = QPushButton(tr("Import"), self)
        self.accept_button.setAccessibleName(tr("Import"))
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self._start)
        self.buttons.addButton(
            self.accept_button, QDialogButtonBox.ButtonRole.ActionRole
        )
        options = QHBoxLayout()
        options.addWidget(self.header)
        options.addStretch(1)
        options.addWidget(self.gaps)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(head)
        layout.addWidget(self.table, 1)
        layout.addLayout(options)
        for widget in (self.sentence, self.bar, self.buttons):
            layout.addWidget(widget)
        self.resize(780, 520)
        self._progressed.connect(lambda share: self.bar.setValue(round(1000 * share)))
        self._ended.connect(self.show_made)
        self.gaps.currentIndexChanged.connect(self.describe)
        self._guess()
        self.accept_button.setFocus()

    # -- what is chosen --------------------------------------------------------------
    def _guess(self) -> None:
        """Start with a guess from the columns."""
        choice = guess(self.found)
        columns = range(len(self.found.columns))
        self.roles = [choice.role(i) for i in columns]
        self._classes = choice.classes
        self._words: set[int] = set()
        self.table.setRowCount(len(self.roles))
        for i, column in enumerate(self.found.columns):
            self._put(i, NAME, column.title)
            rows = [row[i] for row in self.found.rows[:6] if i < len(row)]
            self._put(i, EXAMPLES, "   ".join(rows), faint=True)
            self._show(i)
        self.describe()

    def _set_header(self, on: bool) -> None:
        try:
            self.found = preview(self._source, on)
        except BadInput as error:
            self.sentence.setText(str(error))
            return
        self._guess()

    def _choose(self, row: int, column: int, beside: bool) -> None:
        if column >= FIRST_ROLE:
            self.set_role(row, ROLES[column - FIRST_ROLE], beside)
        elif column == HOLDS:
            self.read_otherwise(row)

    def set_role(self, column: int, role: str, beside: bool = False) -> None:
        """Give a column a role; a new target takes the old one's place."""
        if role == "target" and not beside:
            for i in (i for i, r in enumerate(self.roles) if r == "target"):
                self.roles[i] = "input"
                self._show(i)
        self.roles[column] = role
        if role == "target":
            kind = self.found.columns[column].kind
            few = self.found.columns[column].few
            self._classes = not beside and (few or kind != "number")
        for i, each in enumerate(self.roles):
            if i == column or each == "target":
                self._show(i)
        self.describe()

    def read_otherwise(self, column: int) -> None:
        """Numbers may also be read as words, and a target as classes or as values."""
        if self.roles[column] == "target":
            if self.found.columns[column].kind == "number":
                self._classes = not self._classes
        elif self.found.columns[column].kind == "number":
            self._words ^= {column}
        self._show(column)
        self.describe()

    def choice(self) -> Choice:
        """The roles as chosen; `BadInput` if something is missing or too much."""
        by_role = {
            role: tuple(i for i, r in enumerate(self.roles) if r == role)
            for role in ROLES
        }
        inputs, targets = by_role["input"], by_role["target"]
        if not targets:
            raise BadInput(tr("Choose the column to predict: the target."))
        if not inputs:
            raise BadInput(tr("Choose at least one input."))
        made = Choice(
            inputs,
            targets,
            self._classes and len(targets) == 1,
            str(self.gaps.currentData()),
            tuple(sorted(self._words & set(inputs))),
        )
        check(self.found, made)
        return made

    # -- what is shown ---------------------------------------------------------------
    def _show(self, column: int) -> None:
        """The role of a column and what it is read as."""
        for i, role in enumerate(ROLES):
            sign = CHOSEN if self.roles[column] == role else OPEN
            item = self._put(column, FIRST_ROLE + i, sign)
            item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
            words = f"{self.found.columns[column].title}: {tr(HEADS[FIRST_ROLE + i])}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        self._put(column, HOLDS, self._holds(column), self.roles[column] == "ignored")

    def _holds(self, column: int) -> str:
        kind = self.found.columns[column].kind
        if self.roles[column] == "target":
            return tr("class") if self._classes else tr("value")
        if self.roles[column] == "input" and column in self._words:
            return tr("words")
        return tr("index") if self.found.columns[column].index else tr(kind)

    def _put(
        self, row: int, column: int, text: str, faint: bool = False
    ) -> QTableWidgetItem:
        item = self.table.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            self.table.setItem(row, column, item)
        item.setText(text)
        tip = tr(_TIPS.get(column, text))
        item.setToolTip(plain_tooltip(tip))
        font = item.font()
        font.setItalic(faint)
        item.setFont(font)
        return item

    def describe(self) -> None:
        """Describe the problem that the chosen roles would make."""
        try:
            choice = self.choice()
        except BadInput as error:
            self.sentence.setText(str(error))
            self.accept_button.setEnabled(False)
            return
        columns = self.found.columns
        what = tr("the class") if choice.classes else tr("the value")
        if len(choice.targets) == 3:
            what = tr("the colour")
        named = tr(" and ").join(f"“{columns[i].name}”" for i in choice.inputs)
        if len(choice.inputs) > 3:
            named = tr("{count} columns", count=len(choice.inputs))
        targets = [f"“{columns[i].name}”" for i in choice.targets]
        self.sentence.setText(
            tr(
                "From {named} to {what} {targets}. Inputs are standardised, "
                "each word becomes an input, and a quarter of the rows are for "
                "testing.",
                named=named,
                what=what,
                targets=", ".join(targets),
            )
        )
        self.accept_button.setEnabled(True)

    # -- loading ---------------------------------------------------------------------
    def _start(self) -> None:
        found, choice = self.found, self.choice()
        self.accept_button.setEnabled(False)
        self.bar.setValue(0)
        self.bar.show()
        self.sentence.setText(tr("Reading …"))

        def work() -> None:
            try:
                made: object = load(self._source, found, choice, self._go_on)
            except Exception as error:
                made = error
            self._ended.emit(made)

        self._thread = Thread(target=work, name="hyperfold-import", daemon=True)
        self._thread.start()

    def _go_on(self, share: float) -> bool:
        self._progressed.emit(share)
        return not self._cancelled

    def show_made(self, made: object) -> None:
        """Close with the problem that was read, or show why there is none."""
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
        """Cancel: drop what was read so far; nothing has changed."""
        if self._thread is not None:
            self._cancelled = True  # the reader notices and ends the dialog
            return
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave no thread behind."""
        self._cancelled = True
        self._join()
        super().closeEvent(event)
