"""Signs of the cut columns at the vertices, and edges cut where they change.

Indices are unsigned: with a signed ``i``, numba compiles ``a[i]`` with a check for
negative values. An unsigned plus a signed number is signed, hence `ONE` and not 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.kernels.mesh_bits import NONE, ONE, WORD, lowest_bit
from core.kernels.options import MESH

#: Returned as the number of vertices if a pass did not fit its buffers; the caller
#: enlarges them.
FULL = 0

_WORD = np.uint64(WORD)


@njit(**MESH)
def sign_words(
    values: Any, first: int, last: int, eps: Any, n: Any, signs: Any
) -> None:
    """Two words per vertex: which columns of first … last−1 are above and below 0."""
    slack = eps[first:last]
    for v in range(n):
        above = NONE
        below = NONE
        row = values[v, first:last]  # without a slice, the loop is not vectorised
        for j in range(len(row)):
            above |= np.uint64(row[j] > slack[j]) << np.uint64(j)
            below |= np.uint64(row[j] < -slack[j]) << np.uint64(j)
        signs[v, 0] = above
        signs[v, 1] = below


@njit(**MESH)
def mark_crossings(
    starts: Any,
    loops: Any,
    n_faces: Any,
    n_edges: Any,
    signs: Any,
    crossing: Any,
    words: Any,
    need: Any,
) -> None:
    """Find the columns that cross each face, and pass them on to its edges.

    A column crosses a face that has vertices strictly on both sides. If it is 0 on
    the whole face, or only at a corner or an edge, one side has no vertices.
    """
    for e in range(n_edges):
        need[e] = NONE
    for f in range(n_faces):
        above = NONE
        below = NONE
        for i in range(starts[f], starts[f + ONE]):
            v = loops[i, 0]
            above |= signs[v, 0]
            below |= signs[v, 1]
        both = above & below
        crossing[f] = both
        words[f] = above
        if both:
            for i in range(starts[f], starts[f + ONE]):
                need[loops[i, 1]] |= both


@njit(**MESH)
def cut_segment(
    x: Any,
    values: Any,
    signs: Any,
    ends: Any,
    where: Any,
    passed: Any,
    eps: Any,
    u: Any,
    v: Any,
    hits: Any,
    wanted: Any,
    first: Any,
    n_vertices: Any,
    at: Any,
    who: Any,
) -> Any:
    """Insert vertices on u → v where the columns of ``hits`` are 0, in order.

    Only the columns in ``wanted`` get a value at the new vertices: no other column can
    cut a face that meets them in this pass. Returns the new number of vertices.
    """
    n = NONE
    left = hits
    while left:
        k = lowest_bit(left)
        left &= left - ONE
        a = values[u, first + k]
        t = a / (a - values[v, first + k])
        i = n
        while i > NONE and at[i - ONE] > t:
            at[i] = at[i - ONE]
            who[i] = who[i - ONE]
            i -= ONE
        at[i] = t
        who[i] = k
        n += ONE
    # Between two vertices of the same sign, the sign stays the same, whatever rounding
    # does; unwanted columns do not change sign here, so one end decides.
    still_above = signs[u, 0] & signs[v, 0] | (signs[u, 0] | signs[v, 0]) & ~wanted
    still_below = signs[u, 1] & signs[v, 1] | (signs[u, 1] | signs[v, 1]) & ~wanted
    begin = n_vertices
    for place in range(n):
        k = who[place]
        bit = ONE << k
        w = n_vertices
        if w > begin and not (signs[w - ONE, 0] | signs[w - ONE, 1]) & bit:
            # Several fold lines meet: the vertex just made is on this one too.
            values[w - ONE, first + k] = 0.0
            continue
        t = at[place]
        x[w, 0] = x[u, 0] + t * (x[v, 0] - x[u, 0])
        x[w, 1] = x[u, 1] + t * (x[v, 1] - x[u, 1])
        above = still_above
        below = still_below
        left = wanted & ~bit
        while left:
            o = lowest_bit(left)
            left &= left - ONE
            j = first + o
            z = values[u, j] + t * (values[v, j] - values[u, j])
            values[w, j] = z
            above |= np.uint64(z > eps[j]) << o
            below |= np.uint64(z < -eps[j]) << o
        values[w, first + k] = 0.0  # by definition
        signs[w, 0] = above & ~bit
        signs[w, 1] = below & ~bit
        ends[w, 0] = u
        ends[w, 1] = v
        where[w] = t
        passed[w] = hits
        n_vertices += ONE
    return n_vertices


@njit(**MESH)
def cut_edges(
    x: Any,
    values: Any,
    signs: Any,
    ends: Any,
    where: Any,
    passed: Any,
    eps: Any,
    first: Any,
    n_vertices: Any,
    edges: Any,
    maker: Any,
    n_edges: Any,
    need: Any,
    pieces: Any,
    edges_next: Any,
    maker_next: Any,
    at: Any,
    who: Any,
) -> tuple[Any, Any]:
    """Cut every edge where columns change sign; returns vertices and edges, or FULL."""
    made = NONE
    for e in range(n_edges):
        u = np.uint64(edges[e, 0])
        v = np.uint64(edges[e, 1])
        pieces[e] = made
        if made + _WORD + ONE > np.uint64(len(edges_next)):
            return NONE, made
        hits = (signs[u, 0] & signs[v, 1]) | (signs[u, 1] & signs[v, 0])
        if hits:
            if n_vertices + _WORD > np.uint64(len(x)):
                return NONE, made
            begin = n_vertices
            n_vertices = cut_segment(
                x,
                values,
                signs,
                ends,
                where,
                passed,
                eps,
                u,
                v,
                hits,
                need[e],
                first,
                n_vertices,
                at,
                who,
            )
            w = begin
            while w < n_vertices:
                edges_next[made, 0] = u
                edges_next[made, 1] = w
                maker_next[made] = maker[e]
                made += ONE
                u = w
                w += ONE
        edges_next[made, 0] = u
        edges_next[made, 1] = v
        maker_next[made] = maker[e]
        made += ONE
    pieces[n_edges] = made
    return n_vertices, made
