"""The weights of cut links, for restoring them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from core.edits import Edit
from core.edits.wiring import (
    AblateUnit,
    Cell,
    RestoreLinks,
    RestoreUnit,
    links,
    outgoing,
    remembered,
)
from core.engine.snapshot import Snapshot
from core.network import NetworkSpec


class Cuts:
    """Remembers weights until the layers or their widths change."""

    def __init__(self) -> None:
        self._weights: dict[tuple[int, Cell], float] = {}
        self._units: dict[tuple[int, int], RestoreUnit] = {}
        self._shape: object = None

    def note(self, snapshot: Snapshot, edit: Edit) -> None:
        """Remember what ``edit`` is about to cut; `BadInput` where it does not fit."""
        before, after = snapshot.network, edit.after(snapshot.run).network
        self._follow(before)
        if _shape(before) != _shape(after):
            return
        for layer, blocks in enumerate(before.layout.layers):
            lost = links(before, layer) & ~links(after, layer)
            weights = blocks.W.of(snapshot.theta)
            for row, column in np.argwhere(lost).tolist():
                self._weights[layer, (row, column)] = float(weights[row, column])
        if isinstance(edit, AblateUnit):
            unit = edit.layer, edit.unit
            self._units[unit] = remembered(before, snapshot.theta, *unit)

    def restored(
        self, network: NetworkSpec, layer: int, cells: Iterable[Cell]
    ) -> RestoreLinks:
        """The edit that restores links with the weights they had, or with 0."""
        self._follow(network)
        wanted = tuple(cells)
        weights = tuple(self._weights.get((layer, cell), 0.0) for cell in wanted)
        return RestoreLinks(layer, wanted, weights)

    def switched_on(self, network: NetworkSpec, layer: int, unit: int) -> RestoreUnit:
        """The edit that switches a unit on; links that were cut before stay cut."""
        self._follow(network)
        known = self._units.get((layer, unit))
        if known is not None:
            return known
        kept = []
        for i, column in outgoing(network, layer, unit):
            rows = np.flatnonzero(~links(network, i)[:, column]).tolist()
            kept.append(self.restored(network, i, ((row, column) for row in rows)))
        return RestoreUnit(layer, unit, tuple(kept))

    def _follow(self, network: NetworkSpec) -> None:
        """Forget everything once rows and columns stand for other units."""
        if self._shape != _shape(network):
            self._weights, self._units = {}, {}
            self._shape = _shape(network)


def _shape(network: NetworkSpec) -> object:
    """The meaning of the weights' rows and columns."""
    rows = tuple(blocks.W.shape for blocks in network.layout.layers)
    return rows, tuple(network.reads(i) for i in range(network.depth))
