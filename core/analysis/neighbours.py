"""The training examples nearest to a point, in each layer's space."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.values import values_at
from core.arrays import Floats, Ints
from core.engine.snapshot import Snapshot

BLOCK = 2048  # rows that go through the network at once


@dataclass(frozen=True, slots=True, eq=False)
class Nearest:
    """The nearest training examples in one space, nearest first."""

    layer: int  # 0: the inputs, then the hidden layers, last the logits
    examples: Ints  # (k,) of the training split
    distances: Floats  # (k,)


class Spaces:
    """Training examples as seen by every layer of one snapshot.

    More than ``limit`` examples are thinned evenly.
    """

    def __init__(self, snapshot: Snapshot, limit: int) -> None:
        x = snapshot.splits.train.x
        step = -(-len(x) // limit)
        self.snapshot, self.limit = snapshot, limit
        self.rows: Ints = np.arange(0, len(x), step)
        made: list[list[Floats]] = []
        for begin in range(0, len(self.rows), BLOCK):
            block = np.asarray(x[self.rows[begin : begin + BLOCK]], np.float64)
            values = values_at(snapshot, snapshot.run.features.apply(block))
            last = values.pop()
            made.append([np.asarray(v.h, np.float32) for v in values])
            made[-1].append(np.asarray(last.a, np.float32))
        self.layers = [np.concatenate(part) for part in zip(*made, strict=True)]

    def nearest(self, x: Floats, layers: tuple[Floats, ...], k: int) -> list[Nearest]:
        """The ``k`` examples nearest to ``x`` (inputs,), given its layer values."""
        away = [_input_distances(self.snapshot.splits.train.x, self.rows, x)]
        for space, here in zip(self.layers, layers, strict=True):
            away.append(np.linalg.norm(space - here.astype(np.float32), axis=1))
        return [self._first(layer, d, k) for layer, d in enumerate(away)]

    def _first(self, layer: int, distances: Floats, k: int) -> Nearest:
        order = np.argsort(
            np.where(np.isnan(distances), np.inf, distances), kind="stable"
        )
        chosen = order[:k]
        return Nearest(layer, self.rows[chosen], distances[chosen])


def _input_distances(every: Floats, rows: Ints, x: Floats) -> Floats:
    out = np.empty(len(rows))
    for begin in range(0, len(rows), BLOCK):
        part = rows[begin : begin + BLOCK]
        out[begin : begin + len(part)] = np.linalg.norm(every[part] - x, axis=1)
    return out
