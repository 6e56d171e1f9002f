"""A small switch between the two runs of a comparison."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QWidget

from app.look.theme import Theme
from app.widgets.page_tabs import PageTabs
from core.language import tr

LABELS = ("A", "B")
_WIDTH = 56


class RunSwitch(PageTabs):
    """A | B; visible only while there are two runs."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        for at, label in enumerate(LABELS):
            self.addTab(label)
            self.setTabToolTip(at, tr("Show run {label}", label=label))
        self.hide()

    def show_run(self, index: int) -> None:
        """Show a run without emitting a signal."""
        with QSignalBlocker(self):
            self.setCurrentIndex(index)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        super().set_theme(theme)
        self.setFixedWidth(theme.px(_WIDTH))
