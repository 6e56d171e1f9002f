"""The row over the landscape: which plane, and what a person may do with it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.look.theme import SMALL, Theme
from app.widgets.buttons import IconButton
from app.widgets.rows import Combo
from app.widgets.tip import Tip, set_tip

_HOLD = Tip(
    "Hold the plane",
    "Training goes on, and the plane stays where it is: two optimisers can be compared "
    "on it. A dotted ring says that the weights are off it.",
)
_FOLLOW = Tip("Let the plane follow", "It goes through the present weights again.")
_PLANE = Tip(
    "Plane",
    "Two directions through weight space. The picture shows the loss of every network "
    "on the plane that they span.",
    r"\theta + \alpha u + \beta v",
)


class HeadRow(QWidget):
    """One row of controls."""

    plane_chosen = Signal(str)
    hold_asked = Signal()

    def __init__(
        self, planes: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.plane = Combo(self)
        self.plane.setAccessibleName("Plane")
        set_tip(self.plane, _PLANE)
        for name, title in planes.items():
            self.plane.addItem(title, name)
        self.plane.activated.connect(
            lambda i: self.plane_chosen.emit(self.plane.itemData(i))
        )
        self.hold = IconButton("unlock", _HOLD, size=24, glyph=18, parent=self)
        self.hold.clicked.connect(self.hold_asked)
        self._held = False
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 2, 4, 2)
        layout.setSpacing(4)
        layout.addWidget(self.plane, 1)
        layout.addWidget(self.hold)

    def show_plane(self, name: str, held: bool) -> None:
        """Show what is chosen."""
        at = self.plane.findData(name)
        if at != self.plane.currentIndex():
            self.plane.setCurrentIndex(at)
        if held != self._held:
            self._held = held
            self.hold.set_icon("lock" if held else "unlock", _FOLLOW if held else _HOLD)

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type."""
        self.plane.setFont(theme.font(SMALL))
        self.plane.setFixedHeight(theme.px(24))
        self.hold.set_theme(theme)
