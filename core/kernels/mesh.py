"""Cutting a planar mesh by the kinks of one layer: the heart of the exact regions.

The mesh has shared vertices, edges of two vertices, and faces (regions) that are loops
of (vertex, edge) pairs. Every unit's pre-activation is affine inside a face, so linear
interpolation along an edge or a chord is exact and no affine map is kept for a face.
One *pass* cuts the mesh by up to 64 cut columns, one bit of a word each; a column's
zero set is a kink.
"""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from core.kernels.options import MESH

#: Columns of one pass: the bits of a word.
WORD = 64

#: Status of a pass or a run that did not fit its buffers; the caller enlarges them.
FULL = -1

ONE = np.uint64(1)
NONE = np.uint64(0)


class Buffers(NamedTuple):
    """Room for a mesh; arrays in pairs are read and written in turn by the passes."""

    x: Any  # (V, 2) positions
    values: Any  # (V·columns,) this layer's cut columns at the vertices
    spare: Any  # (V·columns,) activations, then the next layer's values
    signs: Any  # (V, 2) words: columns above +eps, columns below −eps
    ends: Any  # (V, 2) the two vertices between which a vertex was inserted
    where: Any  # (V,) its position between them, 0 to 1
    passed: Any  # (V,) word: columns that change sign between them
    edges: Any  # (E, 2)
    edges_next: Any
    maker: Any  # (E,) the cut that drew the edge, −1 on the border of the box
    maker_next: Any
    pieces: Any  # (E+1,) first of the pieces that an edge is cut into
    need: Any  # (E,) word: columns that cross a face beside the edge
    starts: Any  # (F+1,) where a face's loop begins
    starts_next: Any
    loops: Any  # (L, 2) vertex, and edge from it to the next vertex
    loops_next: Any
    crossing: Any  # (F,) word: columns that cross a face
    above: Any  # (F,) word: columns above 0 somewhere in a face
    parent: Any  # (H,) for every pass: the face out of which a face was cut
    words: Any  # (H,) for every pass: columns above 0 in a face
    stack: Any  # (S, 2) loops that wait to be cut
    stack_signs: Any  # (S, 2)


Shape = tuple[int, ...]


def buffer_shapes(
    faces: int, columns: int, passes: int
) -> dict[str, tuple[Shape, type]]:
    """Shape and type of every array that holds about ``faces`` regions."""
    vertices = 2 * faces + 4 * WORD
    edges = 4 * faces + 8 * WORD
    steps = 12 * faces + 64 * WORD
    history = faces * passes + 1
    return {
        "x": ((vertices, 2), np.float64),
        "values": ((vertices * columns,), np.float64),
        "spare": ((vertices * columns,), np.float64),
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
        "stack_signs": ((steps, 2), np.uint64),
    }


def buffer_bytes(faces: int, columns: int, passes: int) -> int:
    """What `make_buffers` would take."""
    shapes = buffer_shapes(faces, columns, passes).values()
    return sum(prod(shape) * np.dtype(kind).itemsize for shape, kind in shapes)


def make_buffers(faces: int, columns: int, passes: int) -> Buffers:
    """Room for about ``faces`` regions of a network of so many columns and passes."""
    shapes = buffer_shapes(faces, columns, passes)
    return Buffers(**{n: np.empty(shape, kind) for n, (shape, kind) in shapes.items()})


@intrinsic
def lowest_bit(typing_context: Any, word: Any) -> Any:
    """Number of the lowest bit set in a word that is not 0: one instruction."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), code


@intrinsic
def count_bits(typing_context: Any, word: Any) -> Any:
    """Number of bits set in a word: one instruction."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), code


@njit(**MESH)
def sign_words(
    values: Any, first: int, last: int, eps: Any, n: int, signs: Any
) -> None:
    """Two words a vertex: which of the columns first … last−1 are above and below 0."""
    slack = eps[first:last]
    for v in range(n):
        above = NONE
        below = NONE
        row = values[v, first:last]  # a slice, or the loop is not vectorised
        for j in range(len(row)):
            above |= np.uint64(row[j] > slack[j]) << np.uint64(j)
            below |= np.uint64(row[j] < -slack[j]) << np.uint64(j)
        signs[v, 0] = above
        signs[v, 1] = below


@njit(**MESH)
def mark_crossings(
    starts: Any,
    loops: Any,
    n_faces: int,
    n_edges: int,
    signs: Any,
    crossing: Any,
    words: Any,
    need: Any,
) -> None:
    """Find the columns that cross each face, and hand them on to its edges.

    A column crosses a face that has vertices strictly on both sides. A column that is
    0 all over a face, or touches it in a corner or an edge, has none on one side.
    """
    for e in range(n_edges):
        need[e] = NONE
    for f in range(n_faces):
        above = NONE
        below = NONE
        for i in range(starts[f], starts[f + 1]):
            v = loops[i, 0]
            above |= signs[v, 0]
            below |= signs[v, 1]
        both = above & below
        crossing[f] = both
        words[f] = above
        if both:
            for i in range(starts[f], starts[f + 1]):
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
    u: int,
    v: int,
    hits: Any,
    wanted: Any,
    first: int,
    n_vertices: int,
    at: Any,
    who: Any,
) -> int:
    """Insert vertices on u → v where the columns of ``hits`` are 0, in order.

    Only the columns in ``wanted`` get a value at the new vertices: no other column can
    cut a face that meets them in this pass. Returns the new number of vertices.
    """
    n = 0
    left = hits
    while left:
        k = lowest_bit(left)
        left &= left - ONE
        a = values[u, first + k]
        t = a / (a - values[v, first + k])
        i = n
        while i > 0 and at[i - 1] > t:
            at[i] = at[i - 1]
            who[i] = who[i - 1]
            i -= 1
        at[i] = t
        who[i] = k
        n += 1
    begin = n_vertices
    for i in range(n):
        k = who[i]
        bit = ONE << np.uint64(k)
        w = n_vertices
        if w > begin and not (signs[w - 1, 0] | signs[w - 1, 1]) & bit:
            # Concurrent kinks: the vertex just made lies on this one too.
            values[w - 1, first + k] = 0.0
            continue
        t = at[i]
        x[w, 0] = x[u, 0] + t * (x[v, 0] - x[u, 0])
        x[w, 1] = x[u, 1] + t * (x[v, 1] - x[u, 1])
        above = NONE
        below = NONE
        left = wanted
        while left:
            o = lowest_bit(left)
            left &= left - ONE
            j = first + o
            z = values[u, j] + t * (values[v, j] - values[u, j])
            values[w, j] = z
            above |= np.uint64(z > eps[j]) << np.uint64(o)
            below |= np.uint64(z < -eps[j]) << np.uint64(o)
        # Between two vertices of one sign there is no other sign, whatever rounding
        # says; the other columns do not change sign here, so one end tells; and the
        # column that made the vertex is 0 there by definition.
        values[w, first + k] = 0.0
        above |= signs[u, 0] & signs[v, 0] | (signs[u, 0] | signs[v, 0]) & ~wanted
        below |= signs[u, 1] & signs[v, 1] | (signs[u, 1] | signs[v, 1]) & ~wanted
        signs[w, 0] = above & ~bit
        signs[w, 1] = below & ~bit
        ends[w, 0] = u
        ends[w, 1] = v
        where[w] = t
        passed[w] = hits
        n_vertices += 1
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
    first: int,
    n_vertices: int,
    edges: Any,
    maker: Any,
    n_edges: int,
    need: Any,
    pieces: Any,
    edges_next: Any,
    maker_next: Any,
    at: Any,
    who: Any,
) -> tuple[int, int]:
    """Cut every edge where columns change sign; returns vertices and edges, or FULL."""
    made = 0
    for e in range(n_edges):
        u = edges[e, 0]
        v = edges[e, 1]
        pieces[e] = made
        if made + WORD + 1 > len(edges_next):
            return FULL, made
        hits = (signs[u, 0] & signs[v, 1]) | (signs[u, 1] & signs[v, 0])
        if hits:
            if n_vertices + WORD > len(x):
                return FULL, made
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
            for w in range(begin, n_vertices):
                edges_next[made, 0] = u
                edges_next[made, 1] = w
                maker_next[made] = maker[e]
                made += 1
                u = w
        edges_next[made, 0] = u
        edges_next[made, 1] = v
        maker_next[made] = maker[e]
        made += 1
    pieces[n_edges] = made
    return n_vertices, made


@njit(**MESH)
def push_loop(
    begin: int,
    end: int,
    loops: Any,
    edges: Any,
    pieces: Any,
    edges_next: Any,
    signs: Any,
    stack: Any,
    stack_signs: Any,
) -> int:
    """Lay a face's loop, with its edges cut into their pieces, on an empty stack."""
    top = 0
    for i in range(begin, end):
        v = loops[i, 0]
        e = loops[i, 1]
        a = pieces[e]
        b = pieces[e + 1]
        forward = edges[e, 0] == v
        for r in range(b - a):
            piece = a + r if forward else b - 1 - r
            v = edges_next[piece, 0] if forward else edges_next[piece, 1]
            stack[top, 0] = v
            stack[top, 1] = piece
            stack_signs[top, 0] = signs[v, 0]
            stack_signs[top, 1] = signs[v, 1]
            top += 1
    return top


@njit(**MESH)
def find_run(stack_signs: Any, base: int, top: int, bit: Any) -> tuple[int, int, int]:
    """The run of vertices above 0 in a loop: the vertex before, length, vertex after.

    A loop is convex, so the vertices on one side of a line stand together.
    """
    i = base
    while stack_signs[i, 0] & bit:
        i += 1
    while not stack_signs[i, 0] & bit:
        i += 1
        if i == top:
            i = base
    before = (i if i > base else top) - 1
    run = 0
    while stack_signs[i, 0] & bit:
        run += 1
        i += 1
        if i == top:
            i = base
    return before, run, i


@njit(**MESH)
def write_side(
    stack: Any,
    stack_signs: Any,
    base: int,
    top: int,
    begin: int,
    count: int,
    corner: int,
    signs: Any,
    inner: int,
    step: int,
    edge: int,
    chain: int,
    loops_next: Any,
    q: int,
) -> tuple[int, Any, Any]:
    """Write one side of a cut loop at ``q``: part of the loop, then the chord.

    The part has ``count`` vertices from place ``begin`` on; the chord leads from
    ``corner`` over ``chain`` vertices, numbered ``inner``, ``inner + step``, …, along
    edges ``edge``, ``edge + step``, …. Returns the end and the columns that are above
    and below 0 somewhere on this side.
    """
    above = NONE
    below = NONE
    i = begin
    for _ in range(count):
        loops_next[q, 0] = stack[i, 0]
        loops_next[q, 1] = stack[i, 1]
        above |= stack_signs[i, 0]
        below |= stack_signs[i, 1]
        q += 1
        i += 1
        if i == top:
            i = base
    loops_next[q, 0] = corner
    loops_next[q, 1] = edge
    above |= signs[corner, 0]
    below |= signs[corner, 1]
    q += 1
    for r in range(chain):
        w = inner + r * step
        loops_next[q, 0] = w
        loops_next[q, 1] = edge + (r + 1) * step
        above |= signs[w, 0]
        below |= signs[w, 1]
        q += 1
    return q, above, below


@njit(**MESH)
def cut_faces(
    x: Any,
    values: Any,
    signs: Any,
    ends: Any,
    where: Any,
    passed: Any,
    eps: Any,
    first: int,
    cut: int,
    unit_base: int,
    units: int,
    n_vertices: int,
    edges: Any,
    pieces: Any,
    edges_next: Any,
    maker_next: Any,
    n_edges: int,
    starts: Any,
    loops: Any,
    n_faces: int,
    crossing: Any,
    above_in: Any,
    starts_next: Any,
    loops_next: Any,
    parent: Any,
    words: Any,
    stack: Any,
    stack_signs: Any,
    at: Any,
    who: Any,
) -> tuple[int, int, int]:
    """Cut every face by the columns that cross it, one chord at a time.

    A new chord is itself cut at once by all columns still to come, so that every later
    chord joins two vertices that exist already. ``above_in`` holds the words of the
    faces before the pass; column ``first`` is the layer's cut number ``cut``.
    Returns vertices, edges and faces, or FULL first.
    """
    lengths = np.empty(4 * WORD, np.int64)
    masks = np.empty(4 * WORD, np.uint64)
    faces = 0
    q = 0
    starts_next[0] = 0
    for f in range(n_faces):
        begin = starts[f]
        end = starts[f + 1]
        cross = crossing[f]
        if faces + 2 > len(parent) or faces + 3 > len(starts_next):
            return FULL, n_edges, faces
        if cross == NONE:
            if q + end - begin > len(loops_next):
                return FULL, n_edges, faces
            for i in range(begin, end):
                loops_next[q, 0] = loops[i, 0]
                loops_next[q, 1] = pieces[loops[i, 1]]
                q += 1
            parent[faces] = f
            words[faces] = above_in[f]
            faces += 1
            starts_next[faces] = q
            continue
        if (end - begin) * (WORD + 1) > len(stack):
            return FULL, n_edges, faces
        top = push_loop(
            begin, end, loops, edges, pieces, edges_next, signs, stack, stack_signs
        )
        rest_word = above_in[f] & ~cross
        depth = 1
        lengths[0] = top
        masks[0] = cross
        while depth:
            depth -= 1
            n = lengths[depth]
            base = top - n
            room = q + 2 * (n + WORD + 2) <= len(loops_next)
            room = room and top + 2 * (n + WORD + 2) <= len(stack)
            room = room and n_vertices + WORD <= len(x)
            room = room and n_edges + WORD + 1 <= len(edges_next)
            room = room and faces + 3 <= len(parent) and faces + 4 <= len(starts_next)
            if not room:
                return FULL, n_edges, faces
            mask = masks[depth]
            k = lowest_bit(mask)
            bit = ONE << np.uint64(k)
            rest = mask & ~bit
            za, run, zb = find_run(stack_signs, base, top, bit)
            if (stack_signs[za, 1] | stack_signs[zb, 1]) & bit:
                # Only rounding at the edge of eps could bring this about: leave the
                # face whole for this column rather than break the mesh.
                above = NONE
                below = NONE
                for i in range(base, top):
                    loops_next[q + i - base, 0] = stack[i, 0]
                    loops_next[q + i - base, 1] = stack[i, 1]
                    above |= stack_signs[i, 0]
                    below |= stack_signs[i, 1]
                if rest & above & below:
                    lengths[depth] = n
                    masks[depth] = rest & above & below
                    depth += 1
                else:
                    q += n
                    parent[faces] = f
                    words[faces] = rest_word | (above & cross)
                    faces += 1
                    starts_next[faces] = q
                    top = base
                continue
            va = stack[za, 0]
            vb = stack[zb, 0]
            hits = (signs[va, 0] & signs[vb, 1]) | (signs[va, 1] & signs[vb, 0])
            hits &= rest
            begin_v = n_vertices
            if hits:
                n_vertices = cut_segment(
                    x,
                    values,
                    signs,
                    ends,
                    where,
                    passed,
                    eps,
                    va,
                    vb,
                    hits,
                    rest,
                    first,
                    n_vertices,
                    at,
                    who,
                )
            chain = n_vertices - begin_v
            begin_e = n_edges
            made_by = unit_base + (cut + k) % units
            u = va
            for w in range(begin_v, n_vertices):
                edges_next[n_edges, 0] = u
                edges_next[n_edges, 1] = w
                maker_next[n_edges] = made_by
                n_edges += 1
                u = w
            edges_next[n_edges, 0] = u
            edges_next[n_edges, 1] = vb
            maker_next[n_edges] = made_by
            n_edges += 1

            bottom = base
            for side in range(2):
                if side == 0:  # above: za, the run, zb, back along the chord
                    o, above, below = write_side(
                        stack,
                        stack_signs,
                        base,
                        top,
                        za,
                        run + 1,
                        vb,
                        signs,
                        n_vertices - 1,
                        -1,
                        n_edges - 1,
                        chain,
                        loops_next,
                        q,
                    )
                else:  # below: zb, …, za, forward along the chord
                    o, above, below = write_side(
                        stack,
                        stack_signs,
                        base,
                        top,
                        zb,
                        n - run - 1,
                        va,
                        signs,
                        begin_v,
                        1,
                        begin_e,
                        chain,
                        loops_next,
                        q,
                    )
                todo = rest & above & below
                if todo == NONE:
                    parent[faces] = f
                    words[faces] = rest_word | (above & cross)
                    faces += 1
                    starts_next[faces] = o
                    q = o
                    continue
                # Not done: it waits on the stack, above the loop still in use.
                target = top + bottom - base
                for r in range(o - q):
                    w = loops_next[q + r, 0]
                    stack[target + r, 0] = w
                    stack[target + r, 1] = loops_next[q + r, 1]
                    stack_signs[target + r, 0] = signs[w, 0]
                    stack_signs[target + r, 1] = signs[w, 1]
                lengths[depth] = o - q
                masks[depth] = todo
                depth += 1
                bottom += o - q
            for r in range(bottom - base):
                stack[base + r, 0] = stack[top + r, 0]
                stack[base + r, 1] = stack[top + r, 1]
                stack_signs[base + r, 0] = stack_signs[top + r, 0]
                stack_signs[base + r, 1] = stack_signs[top + r, 1]
            top = bottom
    return n_vertices, n_edges, faces


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
    result lies in the ``_next`` arrays of the buffers. Returns vertices, edges and
    faces, or FULL first.
    """
    at = np.empty(WORD)
    who = np.empty(WORD, np.int64)
    sign_words(values, first, last, eps, n_vertices, b.signs)
    mark_crossings(
        b.starts, b.loops, n_faces, n_edges, b.signs, b.crossing, b.above, b.need
    )
    n_vertices, n_edges = cut_edges(
        b.x,
        values,
        b.signs,
        b.ends,
        b.where,
        b.passed,
        eps,
        first,
        n_vertices,
        b.edges,
        b.maker,
        n_edges,
        b.need,
        b.pieces,
        b.edges_next,
        b.maker_next,
        at,
        who,
    )
    if n_vertices == FULL:
        return FULL, 0, 0
    return cut_faces(
        b.x,
        values,
        b.signs,
        b.ends,
        b.where,
        b.passed,
        eps,
        first,
        cut,
        unit_base,
        units,
        n_vertices,
        b.edges,
        b.pieces,
        b.edges_next,
        b.maker_next,
        n_edges,
        b.starts,
        b.loops,
        n_faces,
        b.crossing,
        b.above,
        b.starts_next,
        b.loops_next,
        b.parent[history:],
        b.words[history:],
        b.stack,
        b.stack_signs,
        at,
        who,
    )


def swapped(b: Buffers) -> Buffers:
    """The same buffers with the pairs exchanged: what was written is now read."""
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
