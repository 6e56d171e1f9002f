"""Compares frames of two measurements that drew the same panels.

A tick of the clock draws the panels that are due, so ticks differ: one draws only the
loss, the next Warp, Regions and Saturation. The median of all ticks also depends on how
these kinds are mixed, which changes with the load.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import median

#: One frame: the names of the panels drawn, and the milliseconds it took.
DrawnFrame = tuple[frozenset[str], float]
_LEAST = 5  # frames of one kind in either measurement; fewer say little


def same_frames(
    first: Iterable[DrawnFrame], second: Iterable[DrawnFrame]
) -> tuple[float, float]:
    """Mean milliseconds of both, over the frames that they have in common.

    Frames that drew the same panels are compared by their medians, each kind weighted
    by how often both drew it. ValueError if they have no kind in common.
    """
    ours, theirs = _by_kind(first), _by_kind(second)
    counts = {k: min(len(ours[k]), len(theirs[k])) for k in ours.keys() & theirs.keys()}
    common = {kind: n for kind, n in counts.items() if n >= _LEAST}
    total = sum(common.values())
    if not total:
        raise ValueError("no frames in common: measure longer")
    return (
        sum(n * median(ours[kind]) for kind, n in common.items()) / total,
        sum(n * median(theirs[kind]) for kind, n in common.items()) / total,
    )


def _by_kind(frames: Iterable[DrawnFrame]) -> Mapping[frozenset[str], list[float]]:
    found: dict[frozenset[str], list[float]] = {}
    for kind, took in frames:
        found.setdefault(kind, []).append(took)
    return found
