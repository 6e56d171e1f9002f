"""Edits of a network's wiring: connections, sums, cut links, switched-off units.

Layers that are read or added are numbered as people count (0 is the input, the output
is the last); `layer` is 0-based as everywhere in edits. A restored link gets the given
weight, or 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from core.arrays import Bools, Floats
from core.edits import Edit
from core.errors import BadInput, require
from core.language import lowered, mark, tr, tr_n
from core.network import NetworkSpec
from core.network.rewiring import plain_reads
from core.numbers import short_number
from core.run import RunSpec
from core.wiring import Mask, Reads, sum_mask

#: Row and column of W.
Cell = tuple[int, int]


def _name(number: int, depth: int) -> str:
    """The display name of a layer."""
    if number == 0:
        return tr("the input")
    return tr("the output") if number == depth else tr("layer {number}", number=number)


def _with_reads(run: RunSpec, layer: int, reads: Reads) -> RunSpec:
    """What layer ``layer`` (0-based, the output included) reads."""
    reads = plain_reads(reads, layer)
    if layer == len(run.hidden):
        return run.changed(output_reads=reads)
    hidden = list(run.hidden)
    hidden[layer] = replace(hidden[layer], reads=reads)
    return run.changed(hidden=tuple(hidden))


def _with_unit_in_sums(run: RunSpec, number: int, unit: int, added: bool) -> RunSpec:
    """Include or leave out a unit of layer ``number`` in all sums of its layer."""
    hidden = list(run.hidden)
    for i in _adding(run.network, number):
        cells = list(hidden[i].adds_mask or (1,) * hidden[i].units)
        cells[unit] = int(added)
        hidden[i] = replace(hidden[i], adds_mask=sum_mask(cells))
    return replace(run, hidden=tuple(hidden))


def _with_masks(run: RunSpec, masks: dict[int, Mask | None]) -> RunSpec:
    """Replace the masks of some layers (0-based, the output included)."""
    hidden = list(run.hidden)
    output = run.output_mask
    for layer, mask in masks.items():
        if layer == len(hidden):
            output = mask
        else:
            hidden[layer] = replace(hidden[layer], mask=mask)
    return replace(run, hidden=tuple(hidden), output_mask=output)


def links(network: NetworkSpec, layer: int) -> Bools:
    """Which links of a layer exist, (rows, columns), as a writable copy."""
    mask = network.mask(layer)
    if mask is not None:
        return mask.array.astype(np.bool_)
    return np.ones(network.layout.layers[layer].W.shape, np.bool_)


def _checked_layer(run: RunSpec, layer: int) -> None:
    depth = len(run.hidden) + 1
    require(
        0 <= layer < depth, "layer", tr("be from 1 to {depth}", depth=depth), layer + 1
    )


@dataclass(frozen=True, slots=True)
class Connect(Edit):
    """Make layer ``target`` also read layer ``source``."""

    source: int
    target: int  # from 1, the output last

    @property
    def text(self) -> str:
        """What is connected."""
        return tr("connect {source} → {target}", source=self.source, target=self.target)

    def after(self, run: RunSpec) -> RunSpec:
        """The run with one more connection."""
        _checked_layer(run, self.target - 1)
        reads = run.network.reads(self.target - 1)
        depth = len(run.hidden) + 1
        if not 0 <= self.source < self.target:
            raise BadInput(
                tr(
                    "connection: a layer must come after what it reads, got "
                    "{name} into {name2}",
                    name=_name(self.source, depth),
                    name2=_name(self.target, depth),
                )
            )
        if self.source in reads:
            raise BadInput(
                tr(
                    "connection: {name} already reads {name2}",
                    name=_name(self.target, depth),
                    name2=_name(self.source, depth),
                )
            )
        return _with_reads(run, self.target - 1, (*reads, self.source))


@dataclass(frozen=True, slots=True)
class Disconnect(Edit):
    """Stop layer ``target`` reading layer ``source``."""

    source: int
    target: int

    @property
    def text(self) -> str:
        """What is disconnected."""
        return tr(
            "disconnect {source} → {target}", source=self.source, target=self.target
        )

    def after(self, run: RunSpec) -> RunSpec:
        """The run with one connection fewer."""
        _checked_layer(run, self.target - 1)
        reads = run.network.reads(self.target - 1)
        depth = len(run.hidden) + 1
        rest = tuple(number for number in reads if number != self.source)
        if not rest or rest == reads:
            rule = tr("read something else too") if not rest else tr("read it")
            raise BadInput(
                tr(
                    "connection: {name} must {rule} before {name2} can be removed",
                    name=_name(self.target, depth),
                    rule=rule,
                    name2=_name(self.source, depth),
                )
            )
        return _with_reads(run, self.target - 1, rest)


@dataclass(frozen=True, slots=True)
class SetSum(Edit):
    """Make hidden layer ``layer`` (0-based) add an earlier layer; None: nothing."""

    layer: int
    adds: int | None

    @property
    def text(self) -> str:
        """What is added to what."""
        what = tr("nothing") if self.adds is None else _name(self.adds, -1)
        return tr("add {what} to layer {layer}", what=what, layer=self.layer + 1)

    @property
    def key(self) -> str:
        """The layer."""
        return f"sum.{self.layer}"

    def after(self, run: RunSpec) -> RunSpec:
        """The run with that sum; `BadInput` where the widths differ."""
        count = len(run.hidden)
        require(
            0 <= self.layer < count,
            "layer",
            tr("be from 1 to {count}", count=count),
            self.layer + 1,
        )
        hidden = list(run.hidden)
        hidden[self.layer] = replace(hidden[self.layer], adds=self.adds, adds_mask=())
        return replace(run, hidden=tuple(hidden))


@dataclass(frozen=True, slots=True)
class CutLinks(Edit):
    """Cut links of a layer (0-based, the output included)."""

    layer: int
    cells: tuple[Cell, ...]

    @property
    def text(self) -> str:
        """How many, and where."""
        count = len(self.cells)
        return tr_n(mark("cut a link"), mark("cut {count} links"), count, count=count)

    def after(self, run: RunSpec) -> RunSpec:
        """The run with these links cut."""
        return _switched(run, self.layer, self.cells, False)


@dataclass(frozen=True, slots=True)
class RestoreLinks(Edit):
    """Restore cut links, with the weights they had where those are known."""

    layer: int
    cells: tuple[Cell, ...]
    weights: tuple[float, ...] = ()

    @property
    def text(self) -> str:
        """How many, and where."""
        count = len(self.cells)
        return tr_n(
            mark("restore a link"), mark("restore {count} links"), count, count=count
        )

    def after(self, run: RunSpec) -> RunSpec:
        """The run with these links restored."""
        return _switched(run, self.layer, self.cells, True)

    def settled(self, network: NetworkSpec, theta: Floats) -> Floats:
        """The parameters with the remembered weights."""
        theta = theta.copy()
        block = network.layout.layers[self.layer].W.of(theta)
        for cell, weight in zip(self.cells, self.weights, strict=False):
            block[cell] = weight
        return theta


def _switched(run: RunSpec, layer: int, cells: Iterable[Cell], on: bool) -> RunSpec:
    _checked_layer(run, layer)
    made = links(run.network, layer)
    for cell in cells:
        inside = all(0 <= i < size for i, size in zip(cell, made.shape, strict=True))
        require(
            inside,
            tr("link of layer {layer}", layer=layer + 1),
            tr("lie inside {shape}", shape=made.shape),
            cell,
        )
        made[cell] = on
    return _with_masks(run, {layer: Mask.of(made.astype(np.uint8))})


@dataclass(frozen=True, slots=True)
class AblateUnit(Edit):
    """Switch a hidden unit off: no later layer gets anything from it.

    All its outgoing links are cut, and sums leave it out.
    """

    layer: int
    unit: int

    @property
    def text(self) -> str:
        """Which unit."""
        return tr(
            "switch off unit {unit} of layer {layer}",
            unit=self.unit + 1,
            layer=self.layer + 1,
        )

    def after(self, run: RunSpec) -> RunSpec:
        """The run with the unit's outgoing links cut, also those of sums."""
        masks: dict[int, Mask | None] = {}
        for layer, column in outgoing(run.network, self.layer, self.unit):
            made = links(run.network, layer)
            made[:, column] = False
            masks[layer] = Mask.of(made.astype(np.uint8))
        run = _with_masks(run, masks)
        return _with_unit_in_sums(run, self.layer + 1, self.unit, False)


@dataclass(frozen=True, slots=True)
class RestoreUnit(Edit):
    """Switch a hidden unit on again, with the weights that `remembered` kept."""

    layer: int
    unit: int
    kept: tuple[RestoreLinks, ...]

    @property
    def text(self) -> str:
        """Which unit."""
        return tr(
            "switch on unit {unit} of layer {layer}",
            unit=self.unit + 1,
            layer=self.layer + 1,
        )

    def after(self, run: RunSpec) -> RunSpec:
        """The run with these links restored, and the unit in every sum of its layer."""
        for edit in self.kept:
            run = edit.after(run)
        return _with_unit_in_sums(run, self.layer + 1, self.unit, True)

    def settled(self, network: NetworkSpec, theta: Floats) -> Floats:
        """The parameters with the remembered weights."""
        for edit in self.kept:
            theta = edit.settled(network, theta)
        return theta


def outgoing(network: NetworkSpec, layer: int, unit: int) -> list[tuple[int, int]]:
    """Layers that read a hidden unit, each with the unit's column of W."""
    count = len(network.hidden)
    require(
        0 <= layer < count,
        tr("unit: layer"),
        tr("be from 1 to {count}", count=count),
        layer + 1,
    )
    units = network.hidden[layer].units
    require(
        0 <= unit < units, "unit", tr("be from 1 to {units}", units=units), unit + 1
    )
    number = layer + 1
    return [
        (i, network.columns_of(i, number).start + unit)
        for i in range(number, network.depth)
        if number in network.reads(i)
    ]


def _adding(network: NetworkSpec, number: int) -> list[int]:
    """Hidden layers (0-based) that add layer ``number``."""
    return [i for i, later in enumerate(network.hidden) if later.adds == number]


def is_ablated(network: NetworkSpec, layer: int, unit: int) -> bool:
    """Whether no later layer gets anything from a hidden unit, though some could."""
    found = outgoing(network, layer, unit)
    sums = [network.hidden[i].adds_mask for i in _adding(network, layer + 1)]
    if any(not mask or mask[unit] for mask in sums):
        return False
    cut = not any(links(network, i)[:, column].any() for i, column in found)
    return bool(found or sums) and cut


def remembered(
    network: NetworkSpec, theta: Floats, layer: int, unit: int
) -> RestoreUnit:
    """The edit that switches a unit on again, made before it is switched off.

    Links that are cut already stay cut.
    """
    kept = []
    for i, column in outgoing(network, layer, unit):
        rows = np.flatnonzero(links(network, i)[:, column]).tolist()
        weights = network.layout.layers[i].W.of(theta)[rows, column]
        cells = tuple((row, column) for row in rows)
        kept.append(RestoreLinks(i, cells, tuple(float(w) for w in weights)))
    return RestoreUnit(layer, unit, tuple(kept))


def _neighbours(network: NetworkSpec, layer: int, seed: int) -> Bools:
    """Each unit reads the source at the same relative position and its neighbours."""
    made = np.zeros(network.layout.layers[layer].W.shape, np.bool_)
    units = network.widths[layer + 1]
    heights = (np.arange(len(made)) // (len(made) // units) + 0.5) / units
    for number in network.reads(layer):
        columns, width = network.columns_of(layer, number), network.widths[number]
        gaps = np.abs(np.arange(width) + 0.5 - heights[:, None] * width)
        made[:, columns] = gaps <= max(1.0, 0.5 * width / units) + 1e-9
    return made


def _half(network: NetworkSpec, layer: int, seed: int) -> Bools:
    """A random half of the links."""
    shape = network.layout.layers[layer].W.shape
    size = shape[0] * shape[1]
    chosen = np.random.default_rng([seed, layer]).permutation(size) >= size // 2
    return chosen.reshape(shape)


def _all(network: NetworkSpec, layer: int, seed: int) -> Bools:
    """Every link."""
    return np.ones(network.layout.layers[layer].W.shape, np.bool_)


#: Ready patterns of links by name, with their titles.
PATTERNS = {
    "all": (mark("All links"), _all),
    "neighbours": (mark("Only neighbours"), _neighbours),
    "half": (mark("A random half"), _half),
}


@dataclass(frozen=True, slots=True)
class SetPattern(Edit):
    """Give a layer (0-based, the output included) a ready pattern of links."""

    layer: int
    pattern: str
    seed: int = 0

    def __post_init__(self) -> None:
        if self.pattern not in PATTERNS:
            known = ", ".join(PATTERNS)
            raise BadInput(
                tr(
                    "pattern must be one of {known}, got {pattern}",
                    known=known,
                    pattern=f"{self.pattern!r}",
                )
            )

    @property
    def text(self) -> str:
        """Which pattern, and where."""
        return tr(
            "{pattern} in layer {layer}",
            pattern=lowered(tr(PATTERNS[self.pattern][0])),
            layer=self.layer + 1,
        )

    def after(self, run: RunSpec) -> RunSpec:
        """The run with that pattern."""
        _checked_layer(run, self.layer)
        made = PATTERNS[self.pattern][1](run.network, self.layer, self.seed)
        return _with_masks(run, {self.layer: Mask.of(made.astype(np.uint8))})


@dataclass(frozen=True, slots=True)
class Prune(Edit):
    """Cut the links of all layers whose weights are small; `pruning` makes it."""

    threshold: float
    cells: tuple[tuple[Cell, ...], ...]  # by layer, the output last

    @property
    def text(self) -> str:
        """Which weights."""
        return tr(
            "prune weights below {threshold}", threshold=short_number(self.threshold, 6)
        )

    @property
    def count(self) -> int:
        """The number of links it cuts."""
        return sum(map(len, self.cells))

    def after(self, run: RunSpec) -> RunSpec:
        """The run with these links cut."""
        for layer, cells in enumerate(self.cells):
            if cells:
                run = _switched(run, layer, cells, False)
        return run


def pruning(network: NetworkSpec, theta: Floats, threshold: float) -> Prune:
    """The edit that cuts every link whose weight is below ``threshold`` in size."""
    require(threshold >= 0.0, tr("prune: threshold"), tr("be 0 or more"), threshold)
    found = []
    for layer, blocks in enumerate(network.layout.layers):
        small = np.abs(blocks.W.of(theta)) < threshold
        cells = np.argwhere(small & links(network, layer)).tolist()
        found.append(tuple((row, column) for row, column in cells))
    return Prune(threshold, tuple(found))
