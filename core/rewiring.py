"""What becomes of reads, sums and cut links when layers or their widths change.

A connection follows its layers. What reads or adds a layer that is gone does so no
more, a sum whose widths no longer agree is dropped, masks keep the links that still
exist, and new links are whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.network import LayerSpec, NetworkSpec
from core.wiring import Mask, Reads

#: For each new hidden layer the old one whose numbers it keeps, or None for a new one.
Sources = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Wired:
    """Hidden layers and what the output layer reads and has cut."""

    hidden: tuple[LayerSpec, ...]
    reads: Reads
    mask: Mask | None


def followed(wired: Wired, sources: Sources, old: int) -> Wired:
    """Layers with reads and adds by their new numbers; ``old`` layers there were.

    A layer that named the one before it reads a layer that is put between the two.
    """
    now = {0: 0} | {s + 1: j + 1 for j, s in enumerate(sources) if s is not None}

    def reads(given: Reads, i: int, j: int) -> Reads:
        found = []
        for number in given:
            between = number == i and j > 0 and sources[j - 1] is None
            place = j if between else now.get(number)
            if place is not None:
                found.append(place)
        return plain_reads(tuple(found), j)

    hidden = []
    for j, (spec, i) in enumerate(zip(wired.hidden, sources, strict=True)):
        if i is not None:
            adds = None if spec.adds is None else now.get(spec.adds)
            spec = replace(spec, reads=reads(spec.reads, i, j), adds=adds)
        hidden.append(spec)
    last = len(wired.hidden)
    return replace(wired, hidden=tuple(hidden), reads=reads(wired.reads, old, last))


def plain_reads(reads: Reads, layer: int) -> Reads:
    """Empty where a layer (0-based) reads just the one before it."""
    return () if reads == (layer,) else reads


def fitted(
    wired: Wired, sources: Sources, old: NetworkSpec, inputs: int, width: int
) -> Wired:
    """Sums and masks made to fit new widths; masks are those of the ``old`` layers."""
    widths = (inputs, *(h.units for h in wired.hidden), width)
    was = {0: 0} | {j + 1: None if s is None else s + 1 for j, s in enumerate(sources)}

    def mask(given: Mask | None, i: int | None, j: int, reads: Reads) -> Mask | None:
        if given is None or i is None:
            return given
        if given.shape != old.layout.layers[i].W.shape:
            return given  # made for the new network
        pieces = [_pieces(old.hidden, i), _pieces(wired.hidden, j)]
        parts = []
        for number in reads or (j,):
            before = was[number]
            columns = slice(0, 0)
            if before is not None and before in old.reads(i):
                columns = old.columns_of(i, before)
            parts.append(_resized(given.array[:, columns], widths[number]))
        return Mask.of(_resized_rows(np.hstack(parts), widths[j + 1], pieces))

    hidden = []
    for j, (spec, i) in enumerate(zip(wired.hidden, sources, strict=True)):
        adds = spec.adds
        if adds is not None and (adds > j or widths[adds] != spec.units):
            adds = None
        links = mask(spec.mask, i, j, spec.reads)
        hidden.append(replace(spec, adds=adds, mask=links))
    last = mask(wired.mask, len(old.hidden), len(hidden), wired.reads)
    return Wired(tuple(hidden), wired.reads, last)


def _pieces(hidden: Sequence[LayerSpec], layer: int) -> int:
    """Rows of W that a unit has."""
    return hidden[layer].rows // hidden[layer].units if layer < len(hidden) else 1


def _resized(cells: np.ndarray, columns: int) -> np.ndarray:
    """So many columns: the first as they are, new ones whole."""
    made = np.ones((len(cells), columns), np.uint8)
    kept = min(columns, cells.shape[1])
    made[:, :kept] = cells[:, :kept]
    return made


def _resized_rows(cells: np.ndarray, units: int, pieces: list[int]) -> np.ndarray:
    """So many units, each with its rows (before, after)."""
    before, after = pieces
    by_unit = cells.reshape(-1, before, cells.shape[1])
    made = np.ones((units, after, cells.shape[1]), np.uint8)
    kept, rows = min(units, len(by_unit)), min(before, after)
    made[:kept, :rows] = by_unit[:kept, :rows]
    return made.reshape(-1, cells.shape[1])
