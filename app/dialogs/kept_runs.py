"""The runs that were kept when Hyperfold closed unexpectedly: picture, name, when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QLocale, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.label import Label
from core.language import language, tr
from core.numbers import shown_count

PICTURE = QSize(144, 90)
GAP = 12  # between the picture and the words


class KeptRun(Protocol):
    """What is known about a kept run without opening it."""

    @property
    def path(self) -> Path:
        """The file."""
        ...

    @property
    def when(self) -> float:
        """When it was written, in seconds since the epoch."""
        ...

    @property
    def title(self) -> str:
        """Its name; "" where the file cannot be read."""
        ...

    @property
    def step(self) -> int:
        """How far it had trained."""
        ...

    @property
    def thumbnail(self) -> bytes:
        """A picture of the window as PNG, or empty."""
        ...

    @property
    def problem(self) -> str:
        """Why it cannot be read."""
        ...


def moment(when: float, today: date | None = None) -> str:
    """A time in the past in words: "today at 14:03"."""
    at = datetime.fromtimestamp(when)
    today = today or date.today()
    if at.date() == today:
        day = tr("today")
    elif at.date() == today - timedelta(days=1):
        day = tr("yesterday")
    else:
        day = tr(
            "on {day} {month} {year}",
            day=at.day,
            month=QLocale(language()).monthName(at.month),
            year=at.year,
        )
    return tr("{day} at {at}", day=day, at=f"{at:%H:%M}")


def described(run: KeptRun) -> str:
    """Name, step and time in one sentence without its full stop."""
    if run.problem:
        return tr(
            "a run saved {when}, which can't be opened: {problem}",
            when=moment(run.when),
            problem=run.problem,
        )
    return tr(
        "“{title}” at step {step}, {when}",
        title=tr(run.title),
        step=shown_count(run.step),
        when=moment(run.when),
    )


class KeptRunsDialog(QDialog):
    """Lists kept runs; `chosen` is the one to open, if any."""

    def __init__(
        self,
        runs: Sequence[KeptRun],
        delete: Callable[[Path], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Autosaved runs"))
        self._runs, self._delete = list(runs), delete
        self.chosen: Path | None = None
        self.sentence = Label(self)
        self.sentence.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Autosaved runs"))
        self.list.setIconSize(PICTURE + QSize(GAP, 0))
        self.list.setSpacing(4)
        self.list.setWordWrap(True)
        for run in runs:
            self.list.addItem(_item(run))
        self.open_button = self._button(tr("Open"))
        self.delete_button = self._button(tr("Delete"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        roles = QDialogButtonBox.ButtonRole
        buttons.addButton(self.open_button, roles.ActionRole)
        buttons.addButton(self.delete_button, roles.DestructiveRole)
        buttons.rejected.connect(self.reject)
        self.open_button.setDefault(True)
        self.open_button.clicked.connect(self._on_open)
        self.delete_button.clicked.connect(self._on_delete)
        self.list.itemActivated.connect(lambda _: self._on_open())
        self.list.currentItemChanged.connect(lambda *_: self._show())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        for widget in (self.sentence, self.list, buttons):
            layout.addWidget(widget)
        self.resize(560, 420)
        self.list.setCurrentRow(0)
        self._show()

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setAccessibleName(text)
        return button

    @property
    def _current(self) -> KeptRun | None:
        row = self.list.currentRow()
        return self._runs[row] if row >= 0 else None

    def _show(self) -> None:
        run = self._current
        self.open_button.setEnabled(run is not None and not run.problem)
        self.delete_button.setEnabled(run is not None)
        self.sentence.setText(
            tr(
                "Hyperfold saved these runs before it closed unexpectedly. A run "
                "stays here until you open and save it, or delete it."
            )
            if self.list.count()
            else tr(
                "There are no autosaved runs. Hyperfold saves the run every minute, "
                "and lists it here if it closes unexpectedly."
            )
        )

    def _on_open(self) -> None:
        run = self._current
        if run is not None and not run.problem:
            self.chosen = run.path
            self.accept()

    def _on_delete(self) -> None:
        run = self._current
        if run is not None:
            row = self.list.currentRow()
            self._delete(run.path)
            del self._runs[row]
            blocker = QSignalBlocker(self.list)  # both lists change before it is shown
            self.list.takeItem(row)
            blocker.unblock()
            self._show()


def _item(run: KeptRun) -> QListWidgetItem:
    if run.problem:
        words = tr(
            "Can't be opened, saved {when}\n{problem}",
            when=moment(run.when),
            problem=run.problem,
        )
    else:
        words = tr(
            "{title}\nStep {step}, saved {when}",
            title=tr(run.title),
            step=shown_count(run.step),
            when=moment(run.when),
        )
    item = QListWidgetItem(words)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, described(run))
    picture = _picture(run.thumbnail)
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)  # or Qt tints it
    item.setIcon(icon)
    return item


def _picture(data: bytes) -> QPixmap:
    """The thumbnail at a common size, so that the names are aligned."""
    place = QPixmap(PICTURE + QSize(GAP, 0))
    place.fill(Qt.GlobalColor.transparent)
    image = QImage.fromData(data)
    if not image.isNull():
        small = image.scaled(
            PICTURE,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        painter = QPainter(place)
        left = (PICTURE.width() - small.width()) // 2
        painter.drawImage(left, (PICTURE.height() - small.height()) // 2, small)
        painter.end()
    return place
