"""The weights that a run started from, where its seed did not draw them."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.engine.structure import Carry, carry
from core.initialisers import initial_theta
from core.run import RunSpec


def kept_between(
    before: RunSpec, run: RunSpec, sources: tuple[int | None, ...]
) -> Carry:
    """Which numbers stay from one run to another; features stay by name."""
    labels = [r.features.labels(r.data.problem.inputs) for r in (before, run)]
    inputs = [labels[0].index(n) if n in labels[0] else None for n in labels[1]]
    return carry(before.network, run.network, sources, inputs)


def own_start(first: Snapshot, run: RunSpec, layers: tuple[int, ...]) -> Floats | None:
    """The weights of step 0 for the network of ``run``, or None: its seed draws them.

    ``first`` is the earliest kept snapshot, ``layers`` are the present hidden layers by
    what they are known by. Weights set by hand or by a scene at step 0 are the start;
    a layer that was added or widened since has what its seed draws for it.
    """
    if first.step:
        return None
    drawn = initial_theta(first.network, first.run.initial, first.run.seed)
    if np.array_equal(first.theta, drawn.astype(first.theta.dtype)):
        return None
    ids = first.layer_ids
    sources = tuple(ids.index(i) if i in ids else None for i in layers)
    fresh = initial_theta(run.network, run.initial, run.seed)
    return kept_between(first.run, run, sources).theta(first.theta, fresh)
