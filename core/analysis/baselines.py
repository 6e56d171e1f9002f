"""Local smoothness as a rival: nearest neighbours and an RBF kernel on the same points.

Where the target has structure that reaches across a hole, a network can fill the hole
and these cannot: that is the point of showing them side by side.
"""

from __future__ import annotations

import numpy as np

from core.arrays import Floats
from core.errors import require

BASELINES = ("knn", "rbf")
MAX_KERNEL_POINTS = 3000  # the kernel solves a dense system of this size at most
_BLOCK = 1024  # places per batch


def nearest_neighbours(x: Floats, y: Floats, at: Floats, k: int = 5) -> Floats:
    """The mean target of the ``k`` nearest points, weighted by 1/distance; (m, d)."""
    from scipy.spatial import cKDTree

    require(k >= 1, "nearest neighbours: k", "be 1 or more", k)
    k = min(k, len(x))
    distance, index = cKDTree(x).query(at, k=k)
    distance, index = distance.reshape(len(at), k), index.reshape(len(at), k)
    weight = 1.0 / np.maximum(distance, 1e-12)
    weight /= weight.sum(axis=1, keepdims=True)
    return np.asarray(np.einsum("mk,mkd->md", weight, y[index]))


def rbf_kernel(x: Floats, y: Floats, at: Floats) -> Floats:
    """A Gaussian-kernel interpolant of the targets; (m, d)."""
    step = -(-len(x) // MAX_KERNEL_POINTS)
    x, y = x[::step], y[::step]
    spread = float(np.mean(x.max(axis=0) - x.min(axis=0))) or 1.0
    # A width of a few mean distances between points: smooth, yet well conditioned.
    width = 3.0 * spread / np.sqrt(len(x))
    n = len(x)
    system = np.ones((n + 1, n + 1))
    system[:n, :n] = _bells(x, x, width)
    # Coincident points make the plain system singular; a little smoothing does not.
    system[np.arange(n), np.arange(n)] += 1e-6
    system[n, n] = 0.0  # the last row: heights add up to 0 beside the constant
    heights = np.linalg.solve(system, np.concatenate([y, np.zeros((1, y.shape[1]))]))
    return np.concatenate(
        [
            _bells(at[i : i + _BLOCK], x, width) @ heights[:n] + heights[n]
            for i in range(0, max(len(at), 1), _BLOCK)
        ]
    )


def _bells(at: Floats, x: Floats, width: float) -> Floats:
    """exp(−(distance/width)²) of every place and point, (m, n)."""
    square = np.zeros((len(at), len(x)))
    for k in range(x.shape[1]):  # not (m, n, d) at once
        square += np.square((at[:, k, None] - x[None, :, k]) / width)
    return np.asarray(np.exp(-square))


def baseline(name: str, x: Floats, y: Floats, at: Floats) -> Floats:
    """One of `BASELINES` by name."""
    require(name in BASELINES, "baseline", f"be one of {', '.join(BASELINES)}", name)
    return nearest_neighbours(x, y, at) if name == "knn" else rbf_kernel(x, y, at)
