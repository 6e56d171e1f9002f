"""How reads, sums and cut links change when layers or their widths change.

A connection follows its layers. Reads and sums of a removed layer are dropped, as are
sums whose widths no longer agree; masks keep the links that still exist, and new links
are not cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.network import LayerSpec, NetworkSpec
from core.wiring import Mask, Reads, SumMask, sum_mask

#: For each new hidden layer the old one whose numbers it keeps, or None for a new one.
Sources = tuple[int | None, ...]
#: What the rows of a W are, see `LayerSpec.row_keys`.
Keys = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Wired:
    """Hidden layers, and the reads and cut links of the output layer."""

    hidden: tuple[LayerSpec, ...]
    reads: Reads
    mask: Mask | None


def followed(wired: Wired, sources: Sources, old: int) -> Wired:
    """Layers with reads and adds renumbered; there were ``old`` layers before.

    A layer that named the one before it reads a layer inserted between the two.
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
            left_out = () if adds is None else spec.adds_mask
            spec = replace(
                spec, reads=reads(spec.reads, i, j), adds=adds, adds_mask=left_out
            )
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
        before_rows = _row_keys(old.hidden, i, old.output.width)
        after_rows = _row_keys(wired.hidden, j, width)
        parts = []
        for number in reads or (j,):
            before = was[number]
            columns = slice(0, 0)
            if before is not None and before in old.reads(i):
                columns = old.columns_of(i, before)
            parts.append(_resized(given.array[:, columns], widths[number]))
        return Mask.of(_resized_rows(np.hstack(parts), before_rows, after_rows))

    hidden = []
    for j, (spec, i) in enumerate(zip(wired.hidden, sources, strict=True)):
        adds = spec.adds
        if adds is not None and (adds > j or widths[adds] != spec.units):
            adds = None
        left_out = () if adds is None else _resized_sum(spec.adds_mask, spec.units)
        links = mask(spec.mask, i, j, spec.reads)
        hidden.append(replace(spec, adds=adds, adds_mask=left_out, mask=links))
    last = mask(wired.mask, len(old.hidden), len(hidden), wired.reads)
    return Wired(tuple(hidden), wired.reads, last)


def _resized_sum(cells: SumMask, units: int) -> SumMask:
    """Resize to this many units: the first as they are, new ones added."""
    new = max(0, units - len(cells))
    return sum_mask((*cells[:units], *[1] * new)) if cells else ()


def _row_keys(hidden: Sequence[LayerSpec], layer: int, width: int) -> Keys:
    """What each row of W is; the output layer has one for each of its logits."""
    if layer < len(hidden):
        return hidden[layer].row_keys
    return tuple((0, row, 0) for row in range(width))


def _resized(cells: np.ndarray, columns: int) -> np.ndarray:
    """Resize to this many columns: the first as they are, new ones not cut."""
    made = np.ones((len(cells), columns), np.uint8)
    kept = min(columns, cells.shape[1])
    made[:, :kept] = cells[:, :kept]
    return made


def _resized_rows(cells: np.ndarray, before: Keys, after: Keys) -> np.ndarray:
    """Match rows by their keys; new ones are not cut."""
    held = dict(zip(before, cells, strict=True))
    whole = np.ones(cells.shape[1], np.uint8)
    return np.array([held.get(key, whole) for key in after])
