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
    """Three menus of one layer: Reads, Adds, Links.

    The first two get their entries when they open: there may be 150 in a network, which
    take longer to make than a frame, and a network can change in every frame.
    """

    asked = Signal(object)  # core.edits.Edit
    pattern_asked = Signal(int, str)  # layer, 0-based; the pattern's name

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.reads = QMenu(tr("Reads"), parent)
        self.adds = QMenu(tr("Adds"), parent)
        self.links = QMenu(tr("Links"), parent)
        self._network: NetworkSpec | None = None
        self._layer = 0
        self.reads.aboutToShow.connect(self._fill_reads)
        self.adds.aboutToShow.connect(self._fill_adds)
        for name, (title, _) in PATTERNS.items():
            action = self.links.addAction(title)
            action.triggered.connect(partial(self._on_pattern, name))

    def add_to(self, menu: QMenu) -> None:
        """Add the three submenus at the end of ``menu``."""
        for mine in (self.reads, self.adds, self.links):
            menu.addMenu(mine)

    def show_network(self, network: NetworkSpec, number: int) -> None:
        """Show what layer ``number`` (the output is the last) reads and adds."""
        self._network, self._layer = network, number - 1
        self.adds.menuAction().setVisible(number < network.depth)

    def _fill_reads(self) -> None:
        """One entry for each layer before this one."""
        network = self._network
        if network is None:
            return
        self.reads.clear()
        for earlier in range(self._layer + 1):
            choice = reading(network, earlier, self._layer + 1)
            action = self._add(self.reads, _title(network, earlier), choice)
            action.setChecked(earlier in network.reads(self._layer))

    def _fill_adds(self) -> None:
        """The same, and nothing."""
        network = self._network
        if network is None:
            return
        hidden = self._layer < network.depth - 1
        sums = network.hidden[self._layer].adds if hidden else None
        self.adds.clear()
        for earlier in range(self._layer + 1):
            choice = adding(network, earlier, self._layer + 1)
            title = _title(network, earlier)
            if choice.edit is None:
                title = f"{title} ({_units(network.widths[earlier])})"
            self._add(self.adds, title, choice).setChecked(sums == earlier)
        none = Choice(tr("Nothing"), SetSum(self._layer, None))
        self._add(self.adds, none.text, none).setChecked(sums is None)

    def _add(self, menu: QMenu, title: str, choice: Choice) -> QAction:
        action = menu.addAction(title)
        action.setCheckable(True)
        action.setEnabled(choice.edit is not None)
        action.triggered.connect(partial(self._on_choice, choice))
        return action

    def _on_choice(self, choice: Choice, checked: bool = False) -> None:
        if choice.edit is not None:
            self.asked.emit(choice.edit)

    def _on_pattern(self, name: str, checked: bool = False) -> None:
        self.pattern_asked.emit(self._layer, name)

    def set_theme(self, theme: Theme) -> None:
        """Apply the fonts of ``theme``."""
        for menu in (self.reads, self.adds, self.links):
            menu.setFont(theme.font())


def _title(network: NetworkSpec, layer: int) -> str:
    return capital(layer_name(network, layer))


def _units(count: int) -> str:
    return tr("1 unit") if count == 1 else tr("{count} units", count=count)
