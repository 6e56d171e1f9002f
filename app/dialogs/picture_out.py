"""Export of a picture: which view, in which format, how large."""

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

from app.look.export import SCALES
from app.widgets.label import Label

_FORMATS = (
    (".png", "PNG: pixels"),
    (".svg", "SVG: vectors, for the web and slides"),
    (".pdf", "PDF: vectors, for print"),
)


class PictureOutDialog(QDialog):
    """Asks what is to be exported; `view`, `suffix` and `scale` are the answer."""

    def __init__(
        self,
        views: Sequence[tuple[str, str, QWidget]],  # name, title, widget
        chosen: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export picture")
        self._sizes = {name: widget.size() for name, _, widget in views}
        self._view = self._chooser("View", [(name, title) for name, title, _ in views])
        self._view.setCurrentIndex(max(0, self._view.findData(chosen)))
        self.format = self._chooser("Format", _FORMATS)
        self.scale_choice = self._chooser("Scale", [(s, f"{s} ×") for s in SCALES])
        self.scale_choice.setCurrentIndex(1)
        self.sentence = Label(self)
        self.sentence.setObjectName("hint")
        form = QFormLayout()
        form.setHorizontalSpacing(24)
        form.setVerticalSpacing(12)
        form.addRow("Picture of", self._view)
        form.addRow("Format", self.format)
        form.addRow("Scale", self.scale_choice)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.rejected.connect(self.reject)
        go = QPushButton("Save as …", self)
        go.setAccessibleName("Save as …")
        go.setDefault(True)
        go.clicked.connect(self.accept)
        buttons.addButton(go, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addLayout(form)
        layout.addWidget(self.sentence)
        layout.addWidget(buttons)
        self.setMinimumWidth(420)
        self._say()

    def _chooser(self, name: str, items: Sequence[tuple[object, str]]) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        for data, text in items:
            box.addItem(text, data)
        box.currentIndexChanged.connect(self._say)
        return box

    def _say(self) -> None:
        if not hasattr(self, "sentence"):
            return  # while the dialog is being built
        size = self._sizes[self.view]
        pixels = self.suffix == ".png"
        self.scale_choice.setEnabled(pixels)
        scale = self.scale if pixels else 1
        words = f"{size.width() * scale} × {size.height() * scale}"
        self.sentence.setText(f"{words} {'pixels' if pixels else 'points'}")

    @property
    def view(self) -> str:
        """Name of the view, or "window"."""
        return str(self._view.currentData())

    @property
    def suffix(self) -> str:
        """The ending of the file that was chosen."""
        return str(self.format.currentData())

    @property
    def scale(self) -> int:
        """Pixels of the picture for each pixel of the view."""
        return int(self.scale_choice.currentData())
