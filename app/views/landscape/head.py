"""The row above the landscape: which picture, which plane, and actions."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.look.theme import SMALL, Theme
from app.widgets.buttons import IconButton
from app.widgets.page_tabs import PageTabs
from app.widgets.rows import Combo
from app.widgets.tab_head import TabHead
from app.widgets.tip import Tip, set_tip
from core.language import mark, tr

_HOLD = Tip(
    mark("Fix the plane"),
    mark(
        "Training continues, but the plane stays where it is, so that you can "
        "compare two optimisers on it. A dotted ring means that the weights "
        "are off the plane."
    ),
)
_FOLLOW = Tip(
    mark("Let the plane follow"),
    mark("The plane passes through the current weights again."),
)
_PLANE = Tip(
    mark("Plane"),
    mark(
        "Two directions through weight space. The picture shows the loss of "
        "every network on the plane they span."
    ),
    r"\theta + \alpha u + \beta v",
)
_LINE = Tip(
    mark("Line"), mark("A straight line through weight space, and the loss along it.")
)
_RACE = Tip(
    mark("Race from here"),
    mark(
        "SGD, momentum, Nesterov, RMSProp and Adam start at the current "
        "weights and train for a while on the true loss. Right-click the map "
        "to start a race elsewhere; the learning rates are in the pane's menu. "
        "Press again to clear it."
    ),
)
_POINTS = Tip(
    mark("Choose the points"),
    mark(
        "The plane goes through three points: snapshots of A or B, or of a saved run."
    ),
)


class HeadRow(QWidget):
    """One row of controls."""

    page_chosen = Signal(str)
    plane_chosen = Signal(str)
    line_chosen = Signal(str)
    hold_asked = Signal()
    race_asked = Signal()
    points_asked = Signal()

    def __init__(
        self,
        pages: Mapping[str, str],
        planes: Mapping[str, str],
        lines: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._pages = tuple(pages)
        self.tabs = PageTabs(tr("Picture of the landscape"), self)
        for title in pages.values():
            self.tabs.addTab(tr(title))
        self.tabs.currentChanged.connect(
            lambda i: self.page_chosen.emit(self._pages[i])
        )
        self.plane = self._combo(tr("Plane"), _PLANE, planes, self.plane_chosen)
        self.line = self._combo(tr("Line"), _LINE, lines, self.line_chosen)
        self.hold = IconButton(
            "unlock", _HOLD.translated(), size=24, glyph=18, parent=self
        )
        self.hold.clicked.connect(self.hold_asked)
        self.race = IconButton(
            "flat-out", _RACE.translated(), size=24, glyph=18, parent=self
        )
        self.race.clicked.connect(self.race_asked)
        self.points = IconButton(
            "pin", _POINTS.translated(), size=24, glyph=18, parent=self
        )
        self.points.clicked.connect(self.points_asked)
        self._held = False
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 0, 0, 0)
        parts = (self.plane, self.points, self.line, self.race, self.hold)
        layout.addWidget(TabHead(self.tabs, parts, self))

    def _combo(
        self, name: str, tip: Tip, options: Mapping[str, str], chosen: object
    ) -> Combo:
        made = Combo(self)
        made.setAccessibleName(name)
        set_tip(made, tip.translated())
        for key, title in options.items():
            made.addItem(tr(title), key)
        made.activated.connect(lambda i: chosen.emit(made.itemData(i)))  # type: ignore[attr-defined]
        return made

    def show_choice(self, page: str, plane: str, line: str, held: bool) -> None:
        """Show what is chosen."""
        on_line = page == "line"
        self.plane.setVisible(not on_line)
        self.hold.setVisible(not on_line)
        self.race.setVisible(page == "map")
        self.points.setVisible(plane == "points" and not on_line)
        self.line.setVisible(on_line)
        self.tabs.setCurrentIndex(self._pages.index(page))
        for combo, name in ((self.plane, plane), (self.line, line)):
            combo.setCurrentIndex(combo.findData(name))
        if held != self._held:
            self._held = held
            icon, tip = ("lock", _FOLLOW) if held else ("unlock", _HOLD)
            self.hold.set_icon(icon, tip.translated())

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self.tabs.set_theme(theme)
        for combo in (self.plane, self.line):
            combo.setFont(theme.font(SMALL))
            combo.setFixedHeight(theme.px(24))
        self.hold.set_theme(theme)
        self.points.set_theme(theme)
        self.race.set_theme(theme)
