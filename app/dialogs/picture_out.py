"""Export of a picture: which view, for what, in which format, how large."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.look.export import SCALES, Millimetres
from app.widgets.label import Label
from app.widgets.number_field import NumberField
from core.language import mark, tr

_FORMATS = (
    (".png", mark("PNG: pixels")),
    (".svg", mark("SVG: vectors, for the web and slides")),
    (".pdf", mark("PDF: vectors, for print")),
)
_SCREEN, _PAPER = "screen", "paper"
_USES = (
    (_SCREEN, mark("The screen: as it is shown")),
    (_PAPER, mark("A paper: size in mm")),
)
_COLUMN = 84.0  # millimetres, the width of a column in many journals
_HEIGHT = 56.0
_LETTERS = 8.0  # points


class PictureOutDialog(QDialog):
    """Asks what to export; the answers are `view`, `suffix`, `scale` and `paper`."""

    def __init__(
        self,
        views: Sequence[tuple[str, str, QWidget]],  # name, title, widget
        chosen: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export picture"))
        self._sizes = {name: widget.size() for name, _, widget in views}
        self._view = self._chooser(
            tr("View"), [(name, title) for name, title, _ in views]
        )
        self.choose(chosen)
        self.use = self._chooser(
            tr("Made for"), [(use, tr(words)) for use, words in _USES]
        )
        self.format = self._chooser(
            tr("Format"), [(kind, tr(words)) for kind, words in _FORMATS]
        )
        self.scale_choice = self._chooser(tr("Scale"), [(s, f"{s} ×") for s in SCALES])
        self.scale_choice.setCurrentIndex(1)
        self.width_field = self._number(
            tr("Width in millimetres"), 10, 1000, 1, _COLUMN
        )
        self.height_field = self._number(
            tr("Height in millimetres"), 10, 1000, 1, _HEIGHT
        )
        self.letters_field = self._number(
            tr("Text size in points"), 4, 36, 0.5, _LETTERS
        )
        self.sentence = Label(self)
        self.sentence.setObjectName("hint")
        self.sentence.setWordWrap(True)
        form = self._form = QFormLayout()
        form.setHorizontalSpacing(24)
        form.setVerticalSpacing(12)
        form.addRow(tr("Picture of"), self._view)
        form.addRow(tr("Made for"), self.use)
        form.addRow(tr("Format"), self.format)
        form.addRow(tr("Scale"), self.scale_choice)
        form.addRow(tr("Width, mm"), self.width_field)
        form.addRow(tr("Height, mm"), self.height_field)
        form.addRow(tr("Text size, pt"), self.letters_field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.rejected.connect(self.reject)
        go = QPushButton(tr("Save as …"), self)
        go.setAccessibleName(tr("Save as …"))
        go.setDefault(True)
        go.clicked.connect(self.accept)
        buttons.addButton(go, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addLayout(form)
        layout.addWidget(self.sentence)
        layout.addWidget(buttons)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        self.sentence.setFixedWidth(400)
        self._say()

    def _chooser(self, name: str, items: Sequence[tuple[object, str]]) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        for data, text in items:
            box.addItem(text, data)
        box.currentIndexChanged.connect(self._say)
        return box

    def _number(
        self, name: str, low: float, high: float, step: float, value: float
    ) -> NumberField:
        field = NumberField(name, low, high, step, parent=self)
        field.set_value(value)
        field.value_changed.connect(self._say)
        return field

    def _say(self) -> None:
        if not hasattr(self, "sentence"):
            return  # while the dialog is being built
        whole = self.view == "window"
        if whole and self.use.currentData() == _PAPER:
            self.use.setCurrentIndex(0)
        self.use.setEnabled(not whole)
        on_paper = self.paper is not None
        if on_paper and self.suffix == ".png":
            self.format.setCurrentIndex(self.format.findData(".pdf"))
        self._form.setRowVisible(self.scale_choice, not on_paper)
        for field in (self.width_field, self.height_field, self.letters_field):
            self._form.setRowVisible(field, on_paper)
        self.scale_choice.setEnabled(self.suffix == ".png")
        self.sentence.setText(self._words())

    def _words(self) -> str:
        if self.paper is not None:
            return tr(
                "The view in light colours and vectors, without buttons and tabs."
            )
        size = self._sizes[self.view]
        pixels = self.suffix == ".png"
        scale = self.scale if pixels else 1
        unit = tr("pixels") if pixels else tr("points")
        return f"{size.width() * scale} × {size.height() * scale} {unit}"

    def choose(self, view: str) -> None:
        """Offer a picture of this view."""
        self._view.setCurrentIndex(max(0, self._view.findData(view)))

    @property
    def view(self) -> str:
        """Name of the view, or "window"."""
        return str(self._view.currentData())

    @property
    def suffix(self) -> str:
        """The chosen file extension."""
        return str(self.format.currentData())

    @property
    def scale(self) -> int:
        """Pixels of the picture for each pixel of the view."""
        return int(self.scale_choice.currentData())

    @property
    def paper(self) -> Millimetres | None:
        """The size of a figure for a paper; None: a picture of what is shown."""
        if self.use.currentData() != _PAPER:
            return None
        return self.width_field.value, self.height_field.value

    @property
    def letters(self) -> float:
        """Size of a figure's ordinary text in points."""
        return self.letters_field.value
