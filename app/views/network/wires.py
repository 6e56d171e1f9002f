"""Edits of the wiring from the network strip, and their effect on the loss."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu

from app.editing.cuts import Cuts
from app.views.network.arches import Arch
from app.views.network.joins import Choice, capital, choices, removal
from app.views.network.wish import Unit
from core.analysis.ablation import loss_change
from core.edits import Edit
from core.edits.wiring import (
    AblateUnit,
    Cell,
    Connect,
    CutLinks,
    SetPattern,
    is_ablated,
    links,
)
from core.errors import BadInput
from core.language import tr

if TYPE_CHECKING:
    from app.views.network.strip import NetworkStrip

_ALL = "all"  # the pattern without a cut


class Wires(QObject):
    """Turns user actions on links, units and connections into edits."""

    asked = Signal(object)  # core.edits.Edit
    told = Signal(str)  # what it does to the loss

    def __init__(self, strip: NetworkStrip, cuts: Cuts) -> None:
        super().__init__(strip)
        self._strip = strip
        self._cuts = cuts
        self._drawn = 0  # random patterns so far: each is different
        self.menu: QMenu | None = None

    def ask(self, edit: Edit) -> None:
        """Request an edit, and report its effect on the loss."""
        snapshot = self._strip.snapshot
        if snapshot is None:
            return
        said = ""
        try:
            if edit.after(snapshot.run) == snapshot.run:
                return
            self._cuts.note(snapshot, edit)
            if isinstance(edit, Connect):
                said = tr("The new weights start at 0, so nothing changes yet.")
            else:
                said = f"{capital(edit.text)}: {loss_change(snapshot, edit).text}"
        except BadInput:
            pass  # the receiver reports why it is rejected
        self.asked.emit(edit)
        if said:
            self.told.emit(said)

    def switch_link(self, layer: int, cell: Cell) -> None:
        """Cut a link, or restore it with the weight it had before."""
        snapshot = self._strip.snapshot
        if snapshot is None:
            return
        if links(snapshot.network, layer)[cell]:
            self.ask(CutLinks(layer, (cell,)))
        else:
            self.ask(self._cuts.restored(snapshot.network, layer, (cell,)))

    def unit_switch(self, unit: Unit) -> Edit | None:
        """The edit that switches a hidden unit off or on; None if there is none."""
        snapshot, (column, number) = self._strip.snapshot, unit
        if snapshot is None or not 0 < column < snapshot.network.depth:
            return None
        network = snapshot.network
        if is_ablated(network, column - 1, number):
            return self._cuts.switched_on(network, column - 1, number)
        return AblateUnit(column - 1, number)

    def switch_unit(self, unit: Unit) -> None:
        """Switch a hidden unit off, or on again as it was."""
        edit = self.unit_switch(unit)
        if edit is not None:
            self.ask(edit)

    def use_pattern(self, layer: int, name: str) -> None:
        """Give a layer a ready pattern of links; restored ones get old weights back."""
        snapshot = self._strip.snapshot
        if snapshot is None:
            return
        if name == _ALL:
            cut = np.argwhere(~links(snapshot.network, layer)).tolist()
            if cut:
                cells = ((row, column) for row, column in cut)
                self.ask(self._cuts.restored(snapshot.network, layer, cells))
            return
        self.ask(SetPattern(layer, name, self._drawn))
        self._drawn += 1

    def remove(self, arch: Arch) -> None:
        """Remove a connection."""
        snapshot = self._strip.snapshot
        if snapshot is not None:
            edit = removal(snapshot.network, arch.source, arch.target, arch.adds)
            if edit is not None:
                self.ask(edit)

    def offer(self, source: int, target: int, at: QPoint) -> None:
        """Let the user choose what a connection between two layers does."""
        snapshot = self._strip.snapshot
        if snapshot is None:
            return
        menu = self.menu = QMenu(self._strip)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setFont(self._strip.theme.font())
        menu.aboutToHide.connect(self._forget)
        found = choices(snapshot.network, source, target)
        actions = [menu.addAction(choice.text) for choice in found]
        for action, choice in zip(actions, found, strict=True):
            action.setEnabled(choice.edit is not None)
            action.triggered.connect(partial(self._choose, choice))
        menu.popup(at, next((a for a in actions if a.isEnabled()), actions[0]))

    def _choose(self, choice: Choice) -> None:
        if choice.edit is not None:
            self.ask(choice.edit)

    def _forget(self) -> None:
        self.menu = None
