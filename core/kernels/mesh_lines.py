"""Lines on the mesh where a function that is affine in every face changes sign."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.kernels.options import MESH


@njit(**MESH)
def crossing_node(
    edges: Any, d: Any, inside: int, outside: int, edge: int, tolerance: float
) -> tuple[int, float]:
    """Where the sign changes between a vertex above 0 and its neighbour in a loop.

    Returns the node's key (the edge, or beyond all edges the vertex) and the place on
    the edge. Both faces next to an edge use the same numbers in the same order, so
    their lines meet exactly.
    """
    n_edges = len(edges)
    if abs(d[outside]) <= tolerance:
        return n_edges + outside, -1.0
    u = edges[edge, 0]
    v = edges[edge, 1]
    return edge, d[u] / (d[u] - d[v])


@njit(**MESH)
def node_value(edges: Any, values: Any, key: int, t: float, column: int) -> Any:
    """A vertex quantity (V, m) at a node."""
    if key >= len(edges):
        return values[key - len(edges), column]
    u = edges[key, 0]
    v = edges[key, 1]
    return values[u, column] + t * (values[v, column] - values[u, column])


@njit(**MESH)
def clip(edges: Any, others: Any, a: int, ta: float, b: int, tb: float) -> Any:
    """The part of the chord a → b on which every column of ``others`` is ≥ 0."""
    begin = 0.0
    end = 1.0
    for column in range(others.shape[1]):
        p = node_value(edges, others, a, ta, column)
        q = node_value(edges, others, b, tb, column)
        if p < 0.0 and q < 0.0:
            return 1.0, 0.0
        if p < 0.0:
            begin = max(begin, p / (p - q))
        elif q < 0.0:
            end = min(end, p / (p - q))
    return begin, end


@njit(**MESH)
def put_segment(
    edges: Any,
    x: Any,
    others: Any,
    a: int,
    ta: float,
    b: int,
    tb: float,
    keys: Any,
    points: Any,
    n: int,
) -> int:
    """Append the visible part of a chord; an end cut off inside a face has key −1."""
    begin, end = clip(edges, others, a, ta, b, tb)
    if begin >= end:
        return n
    keys[n, 0] = a if begin == 0.0 else -1
    keys[n, 1] = b if end == 1.0 else -1
    for axis in range(2):
        p = node_value(edges, x, a, ta, axis)
        q = node_value(edges, x, b, tb, axis)
        points[n, 0, axis] = p if begin == 0.0 else p + begin * (q - p)
        points[n, 1, axis] = q if end == 1.0 else p + end * (q - p)
    return n + 1


@njit(**MESH)
def sign_change_segments(
    faces: Any,
    starts: Any,
    corners: Any,
    face_edges: Any,
    edges: Any,
    edge_units: Any,
    x: Any,
    d: Any,
    tolerance: float,
    others: Any,
) -> tuple[Any, Any]:
    """Border of {d > 0} inside the given faces, where all of ``others`` are ≥ 0.

    ``d`` (V,) and ``others`` (V, m) are values at the vertices. Returns node keys (m,
    2) and points (m, 2, 2). An edge along which d is 0 belongs to the border if d is
    above 0 on exactly one side of it.
    """
    room = 0
    for f in faces:
        room += 1 + starts[f + 1] - starts[f]
    keys = np.empty((room, 2), np.int64)
    points = np.empty((room, 2, 2))
    sides = np.zeros(len(edges), np.uint8)
    n = 0
    for f in faces:
        begin = starts[f]
        end = starts[f + 1]
        above = False
        below = False
        for i in range(begin, end):
            above |= d[corners[i]] > tolerance
            below |= d[corners[i]] < -tolerance
        if not above:
            continue
        if below:
            a = b = -1
            ta = tb = 0.0
            for i in range(begin, end):
                u = corners[i]
                v = corners[i + 1 if i + 1 < end else begin]
                if d[u] > tolerance and not d[v] > tolerance:
                    b, tb = crossing_node(edges, d, u, v, face_edges[i], tolerance)
                elif d[v] > tolerance and not d[u] > tolerance:
                    a, ta = crossing_node(edges, d, v, u, face_edges[i], tolerance)
            n = put_segment(edges, x, others, a, ta, b, tb, keys, points, n)
        for i in range(begin, end):
            u = corners[i]
            v = corners[i + 1 if i + 1 < end else begin]
            if abs(d[u]) <= tolerance and abs(d[v]) <= tolerance:
                sides[face_edges[i]] ^= 1
    for f in faces:
        for i in range(starts[f], starts[f + 1]):
            e = face_edges[i]
            if sides[e] and edge_units[e] >= 0:
                sides[e] = 0
                a = len(edges) + edges[e, 0]
                b = len(edges) + edges[e, 1]
                n = put_segment(edges, x, others, a, -1.0, b, -1.0, keys, points, n)
    return keys[:n], points[:n]


@njit(**MESH)
def chain_segments(nodes: Any, n_nodes: int) -> tuple[Any, Any]:
    """Join segments (m, 2) of node numbers into lines.

    Returns the nodes of all lines in order, and where each line starts. Lines continue
    through nodes of two segments and end at all others; loops repeat their first node.
    """
    m = len(nodes)
    degree = np.zeros(n_nodes + 1, np.int64)
    for s in range(m):
        degree[nodes[s, 0] + 1] += 1
        degree[nodes[s, 1] + 1] += 1
    first = np.cumsum(degree)
    fill = first.copy()
    incident = np.empty(2 * m, np.int64)
    for s in range(m):
        for side in range(2):
            v = nodes[s, side]
            incident[fill[v]] = s
            fill[v] += 1
    used = np.zeros(m, np.bool_)
    path = np.empty(2 * m + 1, np.int64)
    starts = np.empty(m + 1, np.int64)
    n = 0
    lines = 0
    for loops in range(2):
        for v0 in range(n_nodes):
            if loops == 0 and first[v0 + 1] - first[v0] == 2:
                continue
            for i in range(first[v0], first[v0 + 1]):
                s = incident[i]
                if used[s]:
                    continue
                starts[lines] = n
                lines += 1
                path[n] = v0
                n += 1
                v = v0
                while s >= 0:
                    used[s] = True
                    v = nodes[s, 1] if nodes[s, 0] == v else nodes[s, 0]
                    path[n] = v
                    n += 1
                    s = -1
                    if first[v + 1] - first[v] == 2:
                        for o in range(first[v], first[v + 1]):
                            if not used[incident[o]]:
                                s = incident[o]
    starts[lines] = n
    return path[:n], starts[: lines + 1]
