"""Buffers for the mesh of regions, and its first face."""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np

from core.kernels.mesh_bits import WORD

Shape = tuple[int, ...]


class MeshShape(NamedTuple):
    """What determines the size of the buffers for a number of regions."""

    even: int  # most columns of the first layer, the third …
    odd: int  # most columns of the second, the fourth …
    passes: int

    def joined(self, other: MeshShape) -> MeshShape:
        """Large enough for both."""
        return MeshShape(*map(max, self, other))


class Buffers(NamedTuple):
    """Buffers for a mesh; passes alternately read and write paired arrays."""

    x: Any  # (V, 2) positions
    even: Any  # (V·columns,) values of the first layer, the third …
    odd: Any  # (V·columns,) values of the second, the fourth …
    signs: Any  # (V, 2) words: columns above +eps, columns below −eps
    ends: Any  # (V, 2) the two vertices between which a vertex was inserted
    where: Any  # (V,) its position between them, 0 to 1
    passed: Any  # (V,) word: columns that change sign between them
    edges: Any  # (E, 2)
    edges_next: Any
    maker: Any  # (E,) the cut that drew the edge, −1 on the border of the box
    maker_next: Any
    pieces: Any  # (E+1,) first of the pieces that an edge is cut into
    need: Any  # (E,) word: columns that cross a face next to the edge
    starts: Any  # (F+1,) start of a face's loop
    starts_next: Any
    loops: Any  # (L, 2) vertex, and edge from it to the next vertex
    loops_next: Any
    crossing: Any  # (F,) word: columns that cross a face
    above: Any  # (F,) word: columns above 0 somewhere in a face
    parent: Any  # (H,) for every pass: the face that a face was cut from
    words: Any  # (H,) for every pass: columns above 0 in a face
    stack: Any  # (S, 2) loops waiting to be cut, like `loops`
    stack_above: Any  # (S,) signs of their vertices
    stack_below: Any


def buffer_shapes(faces: int, shape: MeshShape) -> dict[str, tuple[Shape, type]]:
    """Shape and type of every array for about ``faces`` regions."""
    vertices = 2 * faces + 4 * WORD
    edges = 4 * faces + 8 * WORD
    steps = 12 * faces + 64 * WORD
    history = faces * shape.passes + 1
    return {
        "x": ((vertices, 2), np.float64),
        "even": ((vertices * shape.even,), np.float64),
        "odd": ((vertices * shape.odd,), np.float64),
        "signs": ((vertices, 2), np.uint64),
        "ends": ((vertices, 2), np.int32),
        "where": ((vertices,), np.float64),
        "passed": ((vertices,), np.uint64),
        "edges": ((edges, 2), np.int32),
        "edges_next": ((edges, 2), np.int32),
        "maker": ((edges,), np.int32),
        "maker_next": ((edges,), np.int32),
        "pieces": ((edges + 1,), np.int32),
        "need": ((edges,), np.uint64),
        "starts": ((faces + 2,), np.int32),
        "starts_next": ((faces + 2,), np.int32),
        "loops": ((steps, 2), np.int32),
        "loops_next": ((steps, 2), np.int32),
        "crossing": ((faces + 1,), np.uint64),
        "above": ((faces + 1,), np.uint64),
        "parent": ((history,), np.int32),
        "words": ((history,), np.uint64),
        "stack": ((steps, 2), np.int32),
        "stack_above": ((steps,), np.uint64),
        "stack_below": ((steps,), np.uint64),
    }


def buffer_bytes(faces: int, shape: MeshShape) -> int:
    """The size in bytes of `make_buffers`."""
    arrays = buffer_shapes(faces, shape).values()
    return sum(prod(sides) * np.dtype(kind).itemsize for sides, kind in arrays)


def make_buffers(faces: int, shape: MeshShape) -> Buffers:
    """Allocate buffers for about ``faces`` regions of a network."""
    arrays = buffer_shapes(faces, shape)
    return Buffers(**{n: np.empty(sides, kind) for n, (sides, kind) in arrays.items()})


def swapped(b: Buffers) -> Buffers:
    """The same buffers with the pairs swapped: what was written is now read."""
    return b._replace(
        edges=b.edges_next,
        edges_next=b.edges,
        maker=b.maker_next,
        maker_next=b.maker,
        starts=b.starts_next,
        starts_next=b.starts,
        loops=b.loops_next,
        loops_next=b.loops,
    )


def start_mesh(b: Buffers, box: Any) -> None:
    """The mesh of one face: the box (xmin, xmax, ymin, ymax), counter-clockwise."""
    xmin, xmax, ymin, ymax = box
    b.x[:4] = [[xmin, ymin], [xmax, ymin], [xmax, ymax], [xmin, ymax]]
    b.edges[:4] = [[0, 1], [1, 2], [2, 3], [3, 0]]
    b.maker[:4] = -1
    b.starts[:2] = [0, 4]
    b.loops[:4] = [[0, 0], [1, 1], [2, 2], [3, 3]]
