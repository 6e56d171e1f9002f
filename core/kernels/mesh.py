"""Cutting a planar mesh by the kinks of one layer: the core of the exact regions.

The mesh has shared vertices, edges of two vertices, and faces (regions) that are loops
of (vertex, edge) pairs. Every unit's pre-activation is affine inside a face, so linear
interpolation along an edge or a chord is exact and no affine map is kept for a face.
One *pass* cuts the mesh by up to 64 cut columns, one bit of a word each; a column's
zero set is a kink.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.kernels.mesh_bits import WORD
from core.kernels.mesh_edges import FULL, cut_edges, mark_crossings, sign_words
from core.kernels.mesh_faces import cut_faces
from core.kernels.options import MESH

__all__ = ["FULL", "cut_pass"]


@njit(**MESH)
def unsigned(pairs: Any) -> Any:
    """The same non-negative numbers as unsigned ones."""
    return pairs.view(np.uint32)


@njit(**MESH)
def as_steps(loops: Any) -> Any:
    """The pairs of a loop as words, see `core.kernels.mesh_faces`."""
    return loops.reshape(loops.size).view(np.uint64)


@njit(**MESH)
def cut_pass(
    b: Any,
    values: Any,
    eps: Any,
    first: int,
    last: int,
    cut: int,
    unit_base: int,
    units: int,
    n_vertices: int,
    n_edges: int,
    n_faces: int,
    history: int,
) -> Any:
    """Cut the mesh by the columns first … last − 1 of ``values`` (V, width).

    ``cut`` is the first column's number among the layer's cuts, ``unit_base`` the
    number of units in earlier layers, ``history`` where parents and words go. The
    result is in the ``_next`` arrays of the buffers. Returns vertices, edges and faces,
    or FULL first.
    """
    at = np.empty(WORD)
    who = np.empty(WORD, np.uint64)
    vertices, old_edges = np.uint64(n_vertices), np.uint64(n_edges)
    faces, column = np.uint64(n_faces), np.uint64(first)
    ends, edges = unsigned(b.ends), unsigned(b.edges)
    edges_next, pieces = unsigned(b.edges_next), unsigned(b.pieces)
    starts, loops = unsigned(b.starts), unsigned(b.loops)
    sign_words(values, first, last, eps, vertices, b.signs)
    mark_crossings(
        starts, loops, faces, old_edges, b.signs, b.crossing, b.above, b.need
    )
    vertices, made_edges = cut_edges(
        b.x,
        values,
        b.signs,
        ends,
        b.where,
        b.passed,
        eps,
        column,
        vertices,
        edges,
        b.maker,
        old_edges,
        b.need,
        pieces,
        edges_next,
        b.maker_next,
        at,
        who,
    )
    if vertices != FULL:
        vertices, made_edges, faces = cut_faces(
            b.x,
            values,
            b.signs,
            ends,
            b.where,
            b.passed,
            eps,
            column,
            np.uint64(cut),
            np.uint64(unit_base),
            np.uint64(units),
            vertices,
            edges,
            pieces,
            edges_next,
            b.maker_next,
            made_edges,
            starts,
            as_steps(b.loops),
            faces,
            b.crossing,
            b.above,
            unsigned(b.starts_next),
            as_steps(b.loops_next),
            b.parent[history:],
            b.words[history:],
            as_steps(b.stack),
            b.stack_above,
            b.stack_below,
            at,
            who,
        )
    return np.int64(vertices), np.int64(made_edges), np.int64(faces)
