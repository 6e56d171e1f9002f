"""The weights a run started from, if they were not drawn from its seed."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.engine.structure import Carry, carry
from core.run import RunSpec
from core.run.initialisers import initial_theta


def kept_between(
    before: RunSpec, run: RunSpec, sources: tuple[int | None, ...]
) -> Carry:
    """Which numbers are kept from one run to another; features are matched by name."""
    labels = [r.features.labels(r.data.problem.inputs) for r in (before, run)]
    inputs = [labels[0].index(n) if n in labels[0] else None for n in labels[1]]
    return carry(before.network, run.network, sources, inputs)


def own_start(first: Snapshot, run: RunSpec, layers: tuple[int, ...]) -> Floats | None:
    """The weights of step 0 for the network of ``run``, or None if the seed draws them.

    ``first`` is the earliest kept snapshot, ``layers`` are the ids of the present
    hidden layers. Weights set by hand or by a scene at step 0 are the start; a layer
    added or widened since then gets what its seed draws.
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
