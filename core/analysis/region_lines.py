"""Exact lines over regions: the decision boundary and level sets of the output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Floats, Ints
from core.errors import BadInput, require
from core.kernels.mesh_lines import chain_segments, sign_change_segments
from core.outputs import LOSSES

if TYPE_CHECKING:
    from core.analysis.regions import Regions


@dataclass(frozen=True, eq=False)
class Lines:
    """Polylines: line i is ``points[starts[i]:starts[i + 1]]``."""

    points: Floats  # (n, 2)
    starts: Ints  # (lines + 1,)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __iter__(self) -> Iterator[Floats]:
        for begin, end in zip(self.starts[:-1], self.starts[1:], strict=True):
            yield self.points[begin:end]

    @property
    def segments(self) -> Floats:
        """All segments (m, 2, 2)."""
        inner = np.ones(max(0, len(self.points) - 1), bool)
        inner[self.starts[1:-1] - 1] = False
        pairs = np.stack([self.points[:-1], self.points[1:]], axis=1)
        return pairs[inner]


def decision_boundary(regions: Regions) -> Lines:
    """Where the network's class changes, exactly.

    A single logit crosses its threshold; of several the two largest are equal.
    """
    loss = LOSSES[regions.loss]
    if not loss.straight:
        raise BadInput(
            f"decision boundary: loss must not be {loss.name}, whose mean is not linear"
        )
    columns = loss.score(regions.outputs)
    if columns.shape[1] == 1:
        d = columns[:, 0] - loss.threshold
        return _join([_segments(regions, _all(regions), d, regions.output_tolerance)])
    return _argmax_boundary(regions, columns)


def level_sets(regions: Regions, levels: Iterable[float], output: int) -> list[Lines]:
    """The border of {output > level} for each level, exactly."""
    width = regions.outputs.shape[1]
    require(0 <= output < width, "output", f"be from 0 to {width - 1}", output)
    values = regions.outputs[:, output]
    faces = _all(regions)
    return [
        _join([_segments(regions, faces, values - level, regions.output_tolerance)])
        for level in levels
    ]


def _argmax_boundary(regions: Regions, columns: Floats) -> Lines:
    """Borders between the classes' areas, pair by pair."""
    k = columns.shape[1]
    faces = _undecided(regions, columns)
    parts = []
    for i, j in combinations(range(k), 2):
        rest = [c for c in range(k) if c not in (i, j)]
        # On the border both are equal; their mean is the least biased by rounding.
        both = 0.5 * (columns[:, i] + columns[:, j])
        others = both[:, None] - columns[:, rest]
        d = columns[:, i] - columns[:, j]
        parts.append(
            _segments(regions, faces, d, 2.0 * regions.output_tolerance, others)
        )
    return _join(parts)


def _undecided(regions: Regions, columns: Floats) -> Ints:
    """Faces whose corners do not all clearly predict the same class."""
    slack = (
        columns >= columns.max(axis=1, keepdims=True) - 4.0 * regions.output_tolerance
    )
    choice = np.where(slack.sum(axis=1) == 1, np.argmax(columns, axis=1), -1)
    at_corners = choice[regions.face_vertices]
    begins = regions.face_starts[:-1]
    low = np.minimum.reduceat(at_corners, begins)
    high = np.maximum.reduceat(at_corners, begins)
    return np.flatnonzero((low < 0) | (low != high))


def _all(regions: Regions) -> Ints:
    return np.arange(regions.n)


def _segments(
    regions: Regions,
    faces: Ints,
    d: Floats,
    tolerance: float,
    others: Floats | None = None,
) -> tuple[Ints, Floats]:
    if others is None:
        others = np.zeros((len(d), 0))
    keys, points = sign_change_segments(
        faces,
        regions.face_starts,
        regions.face_vertices,
        regions.face_edges,
        regions.edges,
        regions.edge_units,
        regions.vertices,
        np.ascontiguousarray(d),
        tolerance,
        np.ascontiguousarray(others),
    )
    return keys, points


def _join(parts: list[tuple[Ints, Floats]]) -> Lines:
    """Chain the segments of each area into lines; ends with key −1 stay unconnected."""
    points, starts, count = [], [np.zeros(1, np.int64)], 0
    for keys, ends in parts:
        if len(keys) == 0:
            continue
        flat = keys.ravel().copy()
        loose = flat < 0
        flat[loose] = -1 - np.arange(int(loose.sum()))
        _, first, nodes = np.unique(flat, return_index=True, return_inverse=True)
        path, begins = chain_segments(nodes.reshape(-1, 2), len(first))
        points.append(ends.reshape(-1, 2)[first][path])
        starts.append(begins[1:] + count)
        count += len(path)
    return Lines(
        np.concatenate(points) if points else np.zeros((0, 2)), np.concatenate(starts)
    )
