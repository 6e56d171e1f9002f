"""Reading a finished mesh: areas, patterns, the face at a point, lines of a level."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.kernels.mesh_bits import ONE
from core.kernels.mesh_layers import HARD_TANH, MAXOUT, SLOPED
from core.kernels.options import MESH

_BLOCK = 64  # faces whose slopes are multiplied at once


@njit(**MESH)
def face_areas(x: Any, starts: Any, corners: Any) -> Any:
    """Area of every face.

    Products are taken relative to the face's first corner: tiny faces far from the
    origin would be lost in the rounding of large coordinates.
    """
    areas = np.empty(len(starts) - 1)
    for f in range(len(areas)):
        o = corners[starts[f]]
        total = 0.0
        for i in range(starts[f] + 1, starts[f + 1] - 1):
            u = corners[i]
            v = corners[i + 1]
            total += (x[u, 0] - x[o, 0]) * (x[v, 1] - x[o, 1])
            total -= (x[v, 0] - x[o, 0]) * (x[u, 1] - x[o, 1])
        areas[f] = max(0.0, 0.5 * total)
    return areas


@njit(**MESH)
def gather_patterns(
    parent: Any, words: Any, level_starts: Any, level_layers: Any
) -> tuple[Any, Any]:
    """Words of every final face (F, levels), and the layer that last split it (−1)."""
    levels = len(level_layers)
    n = level_starts[levels] - level_starts[levels - 1] if levels else 1
    patterns = np.empty((n, levels), np.uint64)
    split = np.full(n, -1, np.int32)
    ancestor = np.arange(n)
    for level in range(levels - 1, -1, -1):
        base = level_starts[level]
        count = level_starts[level + 1] - base
        children = np.zeros(count, np.int32)
        for f in range(count):
            children[parent[base + f]] += 1
        for f in range(n):
            a = ancestor[f]
            patterns[f, level] = words[base + a]
            p = parent[base + a]
            if split[f] < 0 and children[p] > 1:
                split[f] = level_layers[level]
            ancestor[f] = p
    return patterns, split


@njit(**MESH)
def mix_words(patterns: Any) -> Any:
    """A hash of each face's words: the same pattern has the same hash in any mesh."""
    n, levels = patterns.shape
    result = np.empty(n, np.uint64)
    for f in range(n):
        h = np.uint64(0x9E3779B97F4A7C15)
        for level in range(levels):
            h = (h ^ patterns[f, level]) * np.uint64(0xFF51AFD7ED558CCD)
            h = (h ^ (h >> np.uint64(32))) * np.uint64(0xC4CEB9FE1A85EC53)
            h ^= h >> np.uint64(29)
        result[f] = h
    return result


@njit(**MESH)
def margins(x: Any, starts: Any, corners: Any, px: float, py: float) -> Any:
    """How far the point is inside each face: least distance to its edges' lines."""
    result = np.empty(len(starts) - 1)
    for f in range(len(result)):
        least = np.inf
        for i in range(starts[f], starts[f + 1]):
            u = corners[i]
            v = corners[i + 1 if i + 1 < starts[f + 1] else starts[f]]
            dx = x[v, 0] - x[u, 0]
            dy = x[v, 1] - x[u, 1]
            length = np.sqrt(dx * dx + dy * dy)
            if length > 0.0:
                d = (dx * (py - x[u, 1]) - dy * (px - x[u, 0])) / length
                least = min(least, d)
        result[f] = least if least < np.inf else -np.inf
    return result


@njit(**MESH)
def bit_of(patterns: Any, f: int, level: int, j: int) -> Any:
    """Bit j of a face's words from ``level`` on."""
    return np.int64(patterns[f, level + (j >> 6)] >> np.uint64(j & 63) & ONE)


@njit(**MESH)
def bend_back(
    patterns: Any,
    f: int,
    level: int,
    kind: int,
    units: int,
    pieces: int,
    bits: int,
    slopes: Any,
    g: Any,
    r: int,
    spread: Any,
) -> None:
    """Row r of ``g``, by activations, into that of ``spread``, by the rows of W."""
    if kind == SLOPED:
        for j in range(units):
            s = slopes[j]
            spread[r, j] = g[r, j] * (s + bit_of(patterns, f, level, j) * (1.0 - s))
    elif kind == HARD_TANH:
        for j in range(units):
            low = bit_of(patterns, f, level, j)
            high = bit_of(patterns, f, level, units + j)
            spread[r, j] = g[r, j] * (low - high)
    elif kind == MAXOUT:
        each = 64 // bits
        for j in range(units):
            word = patterns[f, level + j // each] >> np.uint64(j % each * bits)
            piece = np.int64(word & np.uint64((1 << bits) - 1))
            for i in range(pieces):
                spread[r, j * pieces + i] = g[r, j] if i == piece else 0.0
    else:
        for j in range(units):
            spread[r, j] = g[r, j]


@njit(**MESH)
def slope_norms(
    patterns: Any, table: Any, weights: Any, slopes: Any, read_out: Any
) -> Any:
    """Frobenius norm of each face's Jacobian, backwards, one output at a time.

    ``table`` (layers, 8): kind, units, pieces, inputs, bits of a piece, first level,
    start of the layer's ``weights`` (pieces·units + carried, inputs), number of carried
    values; ``read_out`` (width, units) are the output layer's weights. ``slopes`` are
    stored layer by layer.
    """
    n = len(patterns)
    total = np.zeros(n)
    for o in range(len(read_out)):
        for begin in range(0, n, _BLOCK):
            rows = min(_BLOCK, n - begin)
            g = np.empty((rows, read_out.shape[1]))
            for r in range(rows):
                for j in range(read_out.shape[1]):
                    g[r, j] = read_out[o, j]
            end = len(slopes)
            for layer in range(len(table) - 1, -1, -1):
                kind, units, pieces, inputs, bits, level, at, carried = table[layer]
                here = slopes[end - units : end]
                end -= units
                own = pieces * units
                spread = np.empty((rows, own + carried))
                for r in range(rows):
                    bend_back(
                        patterns,
                        begin + r,
                        level,
                        kind,
                        units,
                        pieces,
                        bits,
                        here,
                        g,
                        r,
                        spread,
                    )
                    for c in range(carried):
                        spread[r, own + c] = g[r, units + c]
                matrix = weights[at : at + (own + carried) * inputs]
                g = np.dot(spread, matrix.reshape((own + carried, inputs)))
            for r in range(rows):
                for i in range(g.shape[1]):
                    total[begin + r] += g[r, i] * g[r, i]
    return np.sqrt(total)
