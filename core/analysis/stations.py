"""The separability of every stage on the way from the input to the logits.

Stages that differ by an affine map are measured together. Whatever a later one
achieves, an earlier one can achieve too; stages of the same rank are the same space in
other coordinates and share one figure. So the figure never falls below that of the
network's own output layer, and a linear step changes nothing unless it loses a
dimension.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.analysis.separability import (
    MAX_ROWS,
    Reading,
    Separability,
    Whitened,
    best_reading,
    explained,
    reading,
)
from core.analysis.warp import Cloud, Warp
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.network import NetworkSpec
from core.outputs import LOSSES
from core.steps import Stage

#: Points measured where a layer is wider than this: the search takes the cube of both.
WIDE, WIDE_ROWS = 1024, 1000


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The splits that are measured, and a pause between two fits."""

    train: Cloud
    y: Floats
    test: Cloud
    y_test: Floats
    classes: int
    breathe: Callable[[], None]


def station_separability(
    snapshot: Snapshot,
    cloud: Callable[[Snapshot, Floats], Cloud],
    rows: int = MAX_ROWS,
    breathe: Callable[[], None] = lambda: None,
) -> tuple[Separability, ...]:
    """One figure for every stage, the input first."""
    splits = snapshot.splits
    if max(snapshot.network.widths) > WIDE:
        rows = min(rows, WIDE_ROWS)
    every = -(-len(splits.train) // rows)
    every_test = -(-max(1, len(splits.test)) // rows)
    data = Measured(
        cloud(snapshot, splits.train.x[::every]),
        splits.train.y[::every],
        cloud(snapshot, splits.test.x[::every_test]),
        splits.test.y[::every_test],
        splits.train.classes,
        breathe,
    )
    warp = Warp(snapshot.network, snapshot.theta, data.train, data.train, ())
    if not data.classes:
        return tuple(_explained(warp, data, i) for i in range(len(warp.stages)))
    return _classified(snapshot, warp, data)


def after_layer(way: tuple[Stage, ...], layer: int) -> int:
    """The stage after a layer, counted from 1; 0 is the input."""
    return max(i for i, stage in enumerate(way) if stage.layer == layer - 1)


def _explained(warp: Warp, data: Measured, index: int) -> Separability:
    data.breathe()
    h = warp.values(data.train, index)
    if not np.isfinite(h).all():
        return Separability(0.0, 0.0 if len(data.y_test) else None)
    return explained(h, data.y, warp.values(data.test, index), data.y_test)


def _classified(
    snapshot: Snapshot, warp: Warp, data: Measured
) -> tuple[Separability, ...]:
    network = snapshot.network
    found: list[Separability] = [Separability(0.0, None)] * len(warp.stages)
    known = [r for r in (_own(snapshot, data),) if r is not None]
    index = len(warp.stages) - 1
    while index >= 0:
        # Go back along the affine steps as long as they keep every dimension.
        values = warp.values(data.train, index)
        if not np.isfinite(values).all():
            known, index = [], index - 1
            continue
        space = Whitened(values)
        first = index
        while first > 0 and _affine(network, warp.stages, first):
            before = warp.values(data.train, first - 1)
            if not np.isfinite(before).all() or Whitened(before).rank != space.rank:
                break
            first -= 1
        data.breathe()
        h, h_test = (warp.values(part, first) for part in (data.train, data.test))
        best = best_reading(h, data.y, data.classes, h_test, known)
        for i in range(first, index + 1):
            found[i] = best.measured(data.y_test)
        known = [best] if first > 0 and _affine(network, warp.stages, first) else []
        index = first - 1
    return tuple(found)


def _affine(network: NetworkSpec, stages: tuple[Stage, ...], index: int) -> bool:
    """Whether a stage is an affine map of the one before it."""
    stage = stages[index]
    if stage.kind == "linear":  # of the layer before alone
        return network.reads(stage.layer) == (stage.layer,)
    if stage.kind in ("bias", "norm"):
        return True
    if stage.kind != "activation":
        return False
    unit = network.hidden[stage.layer].unit
    return unit.piecewise_linear and not (
        unit.kinks or unit.largest or unit.learns_slopes
    )


def _own(snapshot: Snapshot, data: Measured) -> Reading | None:
    """The network's own decision as a linear classifier of the logits."""
    z, z_test = data.train.layers[-1].a, data.test.layers[-1].a
    if not np.isfinite(z).all() or not len(z):
        return None
    missing = data.classes - z.shape[1]
    if missing == 1:  # one class is the reference: its score is the threshold
        level = LOSSES[snapshot.run.loss].threshold
        z, z_test = (np.insert(s, 0, level, axis=1) for s in (z, z_test))
    elif missing:
        return None
    return reading(z, z_test, data.y)
