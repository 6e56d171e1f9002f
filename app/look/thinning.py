"""Curves with no more points than pixels can show."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats


def thin_out(x: Floats, y: Floats, pixels: int) -> tuple[Floats, Floats]:
    """At most two points per pixel column (lowest and highest); order is kept."""
    n = len(x)
    if n <= 2 * pixels or pixels < 1:
        return x, y
    edges = np.linspace(0, n, pixels + 1).astype(int)[:-1]
    filled = np.where(np.isfinite(y), y, 0.0)
    keep = np.zeros(n, bool)
    keep[[0, n - 1]] = True
    for pick in (np.minimum, np.maximum):
        extreme = pick.reduceat(filled, edges)
        owner = np.searchsorted(edges, np.arange(n), side="right") - 1
        hit = np.flatnonzero(filled == extreme[owner])
        _, first = np.unique(owner[hit], return_index=True)
        keep[hit[first]] = True
    return x[keep], y[keep]
