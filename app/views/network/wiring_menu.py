"""What a layer reads and adds, and which of its links exist, as entries of a menu."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.look.theme import Theme
from app.views.network.joins import Choice, adding, capital, layer_name, reading
from core.edits.wiring import PATTERNS, SetSum
from core.language import tr
from core.network import NetworkSpec


class WiringMenus(QObject):
    """Three menus of one layer: Reads, Adds, Links."""

    asked = Signal(object)  # core.edits.Edit
    pattern_asked = Signal(int, str)  # layer, 0-based; the pattern's name

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.reads = QMenu(tr("Reads"), parent)
        self.adds = QMenu(tr("Adds"), parent)
        self.links = QMenu(tr("Links"), parent)
        self._known: object = None
        self._layer = 0
        for name, (title, _) in PATTERNS.items():
            action = self.links.addAction(title)
            action.triggered.connect(partial(self._on_pattern, name))

    def add_to(self, menu: QMenu) -> None:
        """Add the three submenus at the end of ``menu``."""
        for mine in (self.reads, self.adds, self.links):
            menu.addMenu(mine)

    def show_network(self, network: NetworkSpec, number: int) -> None:
        """Show what layer ``number`` (the output is the last) reads and adds."""
        hidden = number < network.depth
        sums = network.hidden[number - 1].adds if hidden else None
        known = number, network.widths, network.reads(number - 1), sums
        if known == self._known:
            return
        self._known, self._layer = known, number - 1
        self.reads.clear()
        self.adds.clear()
        for earlier in range(number):
            title = capital(layer_name(network, earlier))
            read = reading(network, earlier, number)
            action = self._add(self.reads, title, read)
            action.setChecked(earlier in network.reads(number - 1))
            added = adding(network, earlier, number)
            if added.edit is None:
                title = f"{title} ({_units(network.widths[earlier])})"
            self._add(self.adds, title, added).setChecked(sums == earlier)
        none = Choice(tr("Nothing"), SetSum(number - 1, None))
        self._add(self.adds, none.text, none).setChecked(sums is None)
        self.adds.menuAction().setVisible(hidden)

    def _add(self, menu: QMenu, title: str, choice: Choice) -> QAction:
        action = menu.addAction(title)
        action.setCheckable(True)
        action.setEnabled(choice.edit is not None)
        action.triggered.connect(partial(self._on_choice, choice))
        return action

    def _on_choice(self, choice: Choice, checked: bool = False) -> None:
        self._known = None  # the tick follows the network, not the click
        if choice.edit is not None:
            self.asked.emit(choice.edit)

    def _on_pattern(self, name: str, checked: bool = False) -> None:
        self.pattern_asked.emit(self._layer, name)

    def set_theme(self, theme: Theme) -> None:
        """Apply the fonts of ``theme``."""
        for menu in (self.reads, self.adds, self.links):
            menu.setFont(theme.font())


def _units(count: int) -> str:
    return tr("1 unit") if count == 1 else tr("{count} units", count=count)
