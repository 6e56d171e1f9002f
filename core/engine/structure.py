"""Which numbers a changed network keeps from the old one.

An edit specifies which old layer each new one comes from; in such a layer every unit
that still exists keeps its weights, bias, slope and statistics. The rules for the rest:

- an added unit reads the layer below through newly drawn weights, and the layer above
  reads it through zeros: the function stays what it was until the next step;
- an added layer is drawn anew; the layer above keeps its weights by position;
- a layer that is newly read, beside others, is read through zeros; a cut link is 0;
- an output layer keeps its rows if its width stays, or if its loss does;
- optimiser moments go with their parameters and are zero for new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.arrays import Floats
from core.errors import require
from core.network import (
    LEARNED_BLOCKS,
    ROW,
    Block,
    LayerBlocks,
    LayerSpec,
    NetworkSpec,
    OutputSpec,
    link_mask,
)
from core.network.rewiring import Sources
from core.training.state import LAYER_COLUMNS, RUN_COLUMNS, column

_NEW = -1  # take the freshly drawn number
_ZERO = -2


@dataclass(frozen=True, slots=True, eq=False)
class Carry:
    """Where each number of the new vectors comes from."""

    parameters: npt.NDArray[np.int64]  # index into the old vector, or _NEW, or _ZERO
    running: npt.NDArray[np.int64]

    def theta(self, old: Floats, fresh: Floats) -> Floats:
        """New parameters: kept, zero, or taken from ``fresh``."""
        return _taken(self.parameters, old, fresh)

    def moments(self, old: Floats) -> Floats:
        """A vector parallel to the parameters; zero where a parameter is new."""
        return _taken(self.parameters, old, np.zeros(self.parameters.shape))

    def statistics(self, old: Floats, fresh: Floats) -> Floats:
        """New running statistics."""
        return _taken(self.running, old, fresh)


def _taken(source: npt.NDArray[np.int64], old: Floats, fresh: Floats) -> Floats:
    new = np.where(source == _ZERO, 0.0, fresh).astype(old.dtype)
    kept = source >= 0
    new[kept] = old[source[kept]]
    return new


def carry(
    old: NetworkSpec,
    new: NetworkSpec,
    sources: Sources,
    inputs: Sequence[int | None] | None = None,
) -> Carry:
    """Work out what ``new`` keeps from ``old``.

    ``sources`` gives for each new hidden layer the old one; ``inputs`` gives the same
    for each new input column, by default by position.
    """
    if inputs is None:
        inputs = [i if i < old.inputs else None for i in range(new.inputs)]
    parameters = np.full(new.layout.size, _NEW, np.int64)
    running = np.full(new.layout.running, _NEW, np.int64)
    output = len(old.hidden) if _same_output(old.output, new.output) else None
    for j, i in enumerate((*sources, output)):
        if i is None:
            continue
        source, target = old.layout.layers[i], new.layout.layers[j]
        layer = new.hidden[j] if j < len(new.hidden) else None
        before = old.hidden[i] if i < len(old.hidden) else None
        rows = _rows(before, layer, source, target)
        columns = _columns(old, new, sources, inputs, i, j)
        _carry_weights(parameters, source.W, target.W, rows, columns)
        units = _by_place(new.widths[j + 1], old.widths[i + 1])
        _carry_vector(parameters, source.b, target.b, rows)
        for name, learned in LEARNED_BLOCKS.items():
            kept = rows if learned.per == ROW else units
            _carry_vector(
                parameters, getattr(source, name), getattr(target, name), kept
            )
        for name in ("mean", "var"):
            _carry_vector(running, getattr(source, name), getattr(target, name), rows)
        if source.baseline is not None:
            ends = [c if c >= 0 else None for c in columns]
            last = source.baseline.shape[0] - 1
            _carry_vector(parameters, source.baseline, target.baseline, [*ends, last])
        _carry_vector(running, source.spread, target.spread, [0, 1])
    links = link_mask(new)
    if links is not None:
        parameters[links == 0.0] = _ZERO
    return Carry(parameters, running)


def _by_place(count: int, held: int) -> list[int | None]:
    return [u if u < held else None for u in range(count)]


def _columns(
    old: NetworkSpec,
    new: NetworkSpec,
    sources: Sources,
    inputs: Sequence[int | None],
    i: int,
    j: int,
) -> list[int]:
    """For each column of layer j's W, the old column in layer i's, or _NEW, or _ZERO.

    A layer that both read keeps its columns by unit, with zeros for added units. The
    rest, as next to an added layer, takes the remaining columns by position.
    """
    was = [0 if n == 0 else _number(sources[n - 1]) for n in new.reads(j)]
    left = [n for n in old.reads(i) if n not in was]
    columns: list[int] = []
    for number, before in zip(new.reads(j), was, strict=True):
        width = new.widths[number]
        if before is not None and before in old.reads(i):
            start = old.columns_of(i, before).start
            units = inputs if number == 0 else _by_place(width, old.widths[before])
            columns += [_ZERO if u is None else start + u for u in units]
        elif left:
            place = old.columns_of(i, left.pop(0))
            columns += [
                c if c < place.stop else _NEW for c in _from(place.start, width)
            ]
        else:
            columns += [_ZERO] * width
    return columns


def _from(start: int, count: int) -> range:
    return range(start, start + count)


def _number(layer: int | None) -> int | None:
    """A layer number counted from 1."""
    return None if layer is None else layer + 1


def _same_output(old: OutputSpec, new: OutputSpec) -> bool:
    if old.width == new.width:
        return True
    return old.loss == new.loss and new.unit.logits_per_target == 1


def _rows(
    old: LayerSpec | None,
    new: LayerSpec | None,
    source: LayerBlocks,
    target: LayerBlocks,
) -> list[int | None]:
    """The old row for each row of the new W (maxout units have several)."""
    if old is None or new is None:  # output layers: one row per logit
        return [r if r < source.W.shape[0] else None for r in range(target.W.shape[0])]
    held = {key: row for row, key in enumerate(old.row_keys)}
    return [held.get(key) for key in new.row_keys]


def _carry_weights(
    out: npt.NDArray[np.int64],
    source: Block,
    target: Block,
    rows: Sequence[int | None],
    columns: Sequence[int],
) -> None:
    """Fill in W; columns of added units are zero in kept rows."""
    view = out[target.start : target.stop].reshape(target.shape)
    for r, row in enumerate(rows):
        if row is None:
            continue
        for c, old in enumerate(columns):
            view[r, c] = old if old < 0 else source.start + row * source.shape[1] + old


def _carry_vector(
    out: npt.NDArray[np.int64],
    source: Block | None,
    target: Block | None,
    rows: Sequence[int | None],
) -> None:
    if source is None or target is None:
        return
    view = out[target.start : target.stop]
    for r, row in enumerate(rows):
        if row is not None:
            view[r] = source.start + row


def check_sources(sources: Sources, old: int, new: int) -> None:
    """Reject sources that name layers that do not exist or are out of order."""
    named = [s for s in sources if s is not None]
    require(
        len(sources) == new
        and all(0 <= s < old for s in named)
        and all(a < b for a, b in pairwise(named)),
        "structure: sources",
        f"name {new} of the {old} current layers in order",
        sources,
    )


def series_columns(old_depth: int, layers: Sources) -> list[int | None]:
    """Columns of the series for the new network, as `Series.remap` takes them."""
    columns: list[int | None] = list(range(len(RUN_COLUMNS)))
    for layer in (*layers, old_depth - 1):
        for name in LAYER_COLUMNS:
            columns.append(None if layer is None else column(name, layer))
    return columns
