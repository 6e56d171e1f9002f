"""Maxout on the mesh: pieces taken in one after another, false kinks merged away.

The largest of k affine pieces bends where two of them are equal *and* the largest.
With the pieces 0 … s − 1 taken in, their maximum is affine in every face, so piece s
cuts the mesh like any other column: where it minus that maximum is 0. Where it wins on
both sides of an older kink, that kink disappears, and the two faces are merged.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.kernels.mesh_bits import NONE, ONE, WORD
from core.kernels.options import MESH


@njit(**MESH)
def stage_tolerance(eps: Any, units: int, pieces: int) -> Any:
    """The pieces' tolerances, followed by those of a stage's differences."""
    result = np.zeros((pieces + 1) * units)
    for i in range(pieces):
        for j in range(units):
            result[i * units + j] = eps[i * units + j]
            k = pieces * units + j
            result[k] = max(result[k], 2.0 * eps[i * units + j])
    return result


@njit(**MESH)
def stage_columns(values: Any, n: int, units: int, pieces: int, stage: int) -> None:
    """Cut columns of a stage: piece ``stage`` minus the largest piece before it."""
    for v in range(n):
        for j in range(units):
            best = values[v, j]
            for i in range(1, stage):
                best = max(best, values[v, i * units + j])
            values[v, pieces * units + j] = values[v, stage * units + j] - best


@njit(**MESH)
def keep_winners(
    winners: Any,
    origin: Any,
    parent: Any,
    words: Any,
    n_faces: int,
    first: int,
    last: int,
    stage: int,
) -> tuple[Any, Any]:
    """Pass winners and origins on to the faces of a pass over units first … last−1."""
    units = winners.shape[1]
    new_winners = np.empty((n_faces, units), np.uint8)
    new_origin = np.empty(n_faces, np.int32)
    for f in range(n_faces):
        p = parent[f]
        new_origin[f] = origin[p]
        for j in range(units):
            new_winners[f, j] = winners[p, j]
        for j in range(first, last):
            if words[f] >> np.uint64(j - first) & ONE:
                new_winners[f, j] = stage
    return new_winners, new_origin


@njit(**MESH)
def same_piece(winners: Any, origin: Any, f: int, g: int) -> bool:
    """Whether two faces are one region: cut out of the same one, the same winners."""
    same = origin[f] == origin[g]
    for j in range(winners.shape[1]):
        same = same and winners[f, j] == winners[g, j]
    return bool(same)


@njit(**MESH)
def root_of(roots: Any, f: int) -> int:
    """The representative face of f's group; paths are halved on the way."""
    while roots[f] != f:
        roots[f] = roots[roots[f]]
        f = roots[f]
    return f


@njit(**MESH)
def group_faces(
    starts: Any, loops: Any, n_faces: int, n_edges: int, winners: Any, origin: Any
) -> tuple[Any, Any]:
    """Groups of faces that are one region, and the edges that remain between groups."""
    beside = np.full(n_edges, -1, np.int32)
    kept = np.ones(n_edges, np.bool_)
    roots = np.arange(n_faces)
    for f in range(n_faces):
        for i in range(starts[f], starts[f + 1]):
            e = loops[i, 1]
            g = beside[e]
            if g < 0:
                beside[e] = f
            elif same_piece(winners, origin, f, g):
                kept[e] = False
                a = root_of(roots, f)
                b = root_of(roots, g)
                roots[max(a, b)] = min(a, b)
    for f in range(n_faces):
        roots[f] = root_of(roots, f)
    return roots, kept


@njit(**MESH)
def drop_edges(
    edges: Any,
    maker: Any,
    n_edges: int,
    kept: Any,
    x: Any,
    values: Any,
    n_vertices: int,
    edges_next: Any,
    maker_next: Any,
) -> tuple[Any, Any, int, int]:
    """Renumber the kept edges and their vertices, moving them to the front."""
    edge_id = np.full(n_edges, -1, np.int32)
    vertex_id = np.full(n_vertices, -1, np.int32)
    for e in range(n_edges):
        if kept[e]:
            vertex_id[edges[e, 0]] = 0
            vertex_id[edges[e, 1]] = 0
    count = 0
    for v in range(n_vertices):
        if vertex_id[v] == 0:
            vertex_id[v] = count
            x[count, 0] = x[v, 0]
            x[count, 1] = x[v, 1]
            for j in range(values.shape[1]):
                values[count, j] = values[v, j]
            count += 1
    made = 0
    for e in range(n_edges):
        if kept[e]:
            edge_id[e] = made
            edges_next[made, 0] = vertex_id[edges[e, 0]]
            edges_next[made, 1] = vertex_id[edges[e, 1]]
            maker_next[made] = maker[e]
            made += 1
    return vertex_id, edge_id, count, made


@njit(**MESH)
def merge_faces(
    edges: Any,
    maker: Any,
    n_edges: int,
    starts: Any,
    loops: Any,
    n_faces: int,
    winners: Any,
    origin: Any,
    x: Any,
    values: Any,
    n_vertices: int,
    edges_next: Any,
    maker_next: Any,
    starts_next: Any,
    loops_next: Any,
) -> tuple[int, int, int, Any, Any]:
    """Merge faces that are one region; returns counts, winners and origins."""
    roots, kept = group_faces(starts, loops, n_faces, n_edges, winners, origin)
    vertex_id, edge_id, n_vertices, made = drop_edges(
        edges, maker, n_edges, kept, x, values, n_vertices, edges_next, maker_next
    )
    # The faces of each group as a linked list, in ascending order.
    follows = np.full(n_faces, -1, np.int32)
    last = np.arange(n_faces)
    for f in range(n_faces):
        if roots[f] != f:
            follows[last[roots[f]]] = f
            last[roots[f]] = f
    edge_from = np.empty(n_vertices, np.int32)
    next_vertex = np.empty(n_vertices, np.int32)
    new_winners = np.empty_like(winners)
    new_origin = np.empty_like(origin)
    faces = 0
    q = 0
    starts_next[0] = 0
    for f in range(n_faces):
        if roots[f] != f:
            continue
        length = 0
        begin = -1
        g = f
        while g >= 0:
            for i in range(starts[g], starts[g + 1]):
                e = loops[i, 1]
                if kept[e]:
                    nxt = i + 1 if i + 1 < starts[g + 1] else starts[g]
                    begin = vertex_id[loops[i, 0]]
                    edge_from[begin] = edge_id[e]
                    next_vertex[begin] = vertex_id[loops[nxt, 0]]
                    length += 1
            g = follows[g]
        v = begin
        for _ in range(length):
            loops_next[q, 0] = v
            loops_next[q, 1] = edge_from[v]
            v = next_vertex[v]
            q += 1
        for j in range(winners.shape[1]):
            new_winners[faces, j] = winners[f, j]
        new_origin[faces] = origin[f]
        faces += 1
        starts_next[faces] = q
    return n_vertices, made, faces, new_winners[:faces], new_origin[:faces]


@njit(**MESH)
def winner_words(winners: Any, n_faces: int, bits: int, first: int, words: Any) -> None:
    """Pack the winners of the units from ``first`` on into one word per face."""
    last = min(winners.shape[1], first + WORD // bits)
    for f in range(n_faces):
        word = NONE
        for j in range(first, last):
            word |= np.uint64(winners[f, j]) << np.uint64((j - first) * bits)
        words[f] = word
