"""Solving the linear model in closed form, and showing what ridge changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from app.look.theme import Theme
from app.views.network.solved import Solved, solve
from app.views.network.solved_picture import SolvedPicture
from app.widgets.label import Label
from app.widgets.removing import remove
from core.language import tr

if TYPE_CHECKING:
    from app.views.network.strip import NetworkStrip


class SolvedDialog(QDialog):
    """Least squares next to ridge; it stays beside the window until it is closed."""

    def __init__(
        self, solved: Solved, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Solved in closed form"))
        self.sentence = Label(
            tr(
                "The condition number tells how much errors in the data can be "
                "amplified in the weights. Ridge adds λ to every eigenvalue of "
                "XᵀX / n, so that none is smaller than λ, and the weights shrink "
                "as a whole."
            ),
            self,
        )
        self.loaded = Label(solved.loaded, self)
        for label in (self.sentence, self.loaded):
            label.setWordWrap(True)
        self.loaded.setObjectName("hint")
        self.picture = SolvedPicture(solved, theme, self)
        self.setAccessibleName(self.windowTitle())
        self.setAccessibleDescription(solved.said)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(self.sentence)
        layout.addWidget(self.picture, 1)
        layout.addWidget(self.loaded)
        layout.addWidget(buttons)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts, and keep room for every line of text."""
        self.picture.set_theme(theme)
        for label in (self.sentence, self.loaded):
            label.setFont(theme.font())
            # A narrow dialog needs the most lines; Qt asks for those of a wide one.
            label.setMinimumHeight(label.heightForWidth(self.picture.minimumWidth()))


class Solving(QObject):
    """Loads the solution into the network, and keeps at most one dialog about it."""

    def __init__(self, strip: NetworkStrip) -> None:
        super().__init__(strip)
        self._strip = strip
        self.dialog: SolvedDialog | None = None

    def solve(self) -> None:
        """Load the solution of the run on show, if it has one, and tell what it is."""
        strip = self._strip
        solved = None if strip.snapshot is None else solve(strip.snapshot)
        if solved is None:
            return
        strip.load_book_solution.emit(solved.theta, tr("solved in closed form"))
        strip.told.emit(solved.said)
        if self.dialog is not None:
            self.dialog.reject()
        self.dialog = SolvedDialog(solved, strip.theme, strip.window())
        self.dialog.finished.connect(self._on_finished)
        self.dialog.show()

    def _on_finished(self) -> None:
        if self.dialog is not None:
            remove(self.dialog)
            self.dialog = None

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts to an open dialog."""
        if self.dialog is not None:
            self.dialog.set_theme(theme)
