"""Faces cut by the columns that cross them, one chord at a time.

A step of a loop is one word here: the vertex in the low half, the edge from it to the
next vertex in the high half. Loops waiting to be cut are on a stack with the signs of
their vertices; the two sides of a cut loop are pushed above it, so that nothing is ever
moved down.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.kernels.mesh_bits import NONE, ONE, WORD, lowest_bit
from core.kernels.mesh_edges import cut_segment
from core.kernels.options import MESH

_WORD = np.uint64(WORD)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_TWO = np.uint64(2)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@njit(**MESH)
def push_loop(
    begin: Any,
    end: Any,
    steps: Any,
    edges: Any,
    pieces: Any,
    edges_next: Any,
    signs: Any,
    stack: Any,
    stack_above: Any,
    stack_below: Any,
) -> Any:
    """Push a face's loop, with its edges cut into their pieces, on an empty stack."""
    top = NONE
    for i in range(begin, end):
        step = steps[i]
        v = step & _LOW
        e = step >> _HALF
        a = np.uint64(pieces[e])
        count = np.uint64(pieces[e + ONE]) - a
        forward = np.uint64(edges[e, 0]) == v
        for r in range(count):
            piece = a + r if forward else a + count - ONE - r
            if r > NONE:
                v = np.uint64(edges_next[piece, 0] if forward else edges_next[piece, 1])
            stack[top] = v | piece << _HALF
            stack_above[top] = signs[v, 0]
            stack_below[top] = signs[v, 1]
            top += ONE
    return top


@njit(**MESH)
def find_run(stack_above: Any, base: Any, top: Any, k: Any) -> Any:
    """The run of vertices above 0 in a loop: the vertex before, length, vertex after.

    A loop is convex, so the vertices on one side of a line are adjacent. Up to 64
    vertices become bits of a word, which avoids unpredictable branches.
    """
    n = top - base
    if n > _WORD:
        return find_long_run(stack_above, base, top, ONE << k)
    seen = NONE
    for i in range(n):
        seen |= (stack_above[base + i] >> k & ONE) << i
    full = _ALL >> (_WORD - n)
    if seen & ONE:  # the run may continue past the end of the loop
        behind = ~seen & full
        after = lowest_bit(behind)
        rest = seen >> after
        if rest == NONE:
            return top - ONE, after, base + after
        start = after + lowest_bit(rest)
        return base + start - ONE, n - start + after, base + after
    start = lowest_bit(seen)
    run = lowest_bit(~(seen >> start))
    after = start + run
    return base + start - ONE, run, base + (after if after < n else NONE)


@njit(**MESH)
def find_long_run(
    stack_above: Any, base: Any, top: Any, bit: Any
) -> tuple[Any, Any, Any]:
    """`find_run` in a loop of any length."""
    i = base
    while stack_above[i] & bit:
        i += ONE
    while not stack_above[i] & bit:
        i += ONE
        if i == top:
            i = base
    before = (i if i > base else top) - ONE
    run = NONE
    while stack_above[i] & bit:
        run += ONE
        i += ONE
        if i == top:
            i = base
    return before, run, i


@njit(**MESH)
def copy_side(
    stack: Any,
    stack_above: Any,
    stack_below: Any,
    base: Any,
    top: Any,
    begin: Any,
    count: Any,
    q: Any,
) -> tuple[Any, Any, Any]:
    """Copy ``count`` vertices of a loop from place ``begin`` on to ``q``.

    Returns the end and the columns that are above and below 0 at some of them.
    """
    above = NONE
    below = NONE
    i = begin
    for _ in range(count):
        stack[q] = stack[i]
        high = stack_above[i]
        low = stack_below[i]
        stack_above[q] = high
        stack_below[q] = low
        above |= high
        below |= low
        q += ONE
        i += ONE
        if i == top:
            i = base
    return q, above, below


@njit(**MESH)
def write_loop(stack: Any, begin: Any, end: Any, steps_next: Any, q: Any) -> Any:
    """A finished loop from the stack to ``q``; returns its end."""
    for i in range(begin, end):
        steps_next[q] = stack[i]
        q += ONE
    return q


@njit(**MESH)
def cut_faces(
    x: Any,
    values: Any,
    signs: Any,
    ends: Any,
    where: Any,
    passed: Any,
    eps: Any,
    first: Any,
    cut: Any,
    unit_base: Any,
    units: Any,
    n_vertices: Any,
    edges: Any,
    pieces: Any,
    edges_next: Any,
    maker_next: Any,
    n_edges: Any,
    starts: Any,
    steps: Any,
    n_faces: Any,
    crossing: Any,
    above_in: Any,
    starts_next: Any,
    steps_next: Any,
    parent: Any,
    words: Any,
    stack: Any,
    stack_above: Any,
    stack_below: Any,
    at: Any,
    who: Any,
) -> tuple[Any, Any, Any]:
    """Cut every face by the columns that cross it.

    A new chord is itself cut at once by all columns still to come, so that every later
    chord joins two existing vertices. ``above_in`` has the words of the faces before
    the pass; column ``first`` is the layer's cut number ``cut``. Returns vertices,
    edges and faces, or FULL first.
    """
    waiting = np.empty(4 * WORD, np.uint64)  # start of the loops on the stack …
    lengths = np.empty(4 * WORD, np.uint64)
    masks = np.empty(4 * WORD, np.uint64)  # … and the columns that cut them
    most_faces = np.uint64(min(len(parent), len(starts_next) - 1))
    most_steps = np.uint64(len(steps_next))
    most_stack = np.uint64(len(stack))
    most_vertices = np.uint64(len(x))
    most_edges = np.uint64(len(edges_next))
    faces = NONE
    q = NONE
    starts_next[0] = 0
    for f in range(n_faces):
        begin = np.uint64(starts[f])
        end = np.uint64(starts[f + ONE])
        cross = crossing[f]
        if faces + _TWO > most_faces:
            return NONE, n_edges, faces
        if cross == NONE:
            if q + end - begin > most_steps:
                return NONE, n_edges, faces
            for i in range(begin, end):
                step = steps[i]
                piece = np.uint64(pieces[step >> _HALF])
                steps_next[q] = step & _LOW | piece << _HALF
                q += ONE
            parent[faces] = f
            words[faces] = above_in[f]
            faces += ONE
            starts_next[faces] = q
            continue
        if (end - begin) * (_WORD + ONE) > most_stack:
            return NONE, n_edges, faces
        waiting[0] = NONE
        lengths[0] = push_loop(
            begin,
            end,
            steps,
            edges,
            pieces,
            edges_next,
            signs,
            stack,
            stack_above,
            stack_below,
        )
        masks[0] = cross
        rest_word = above_in[f] & ~cross
        depth = ONE
        while depth:
            depth -= ONE
            base = waiting[depth]
            n = lengths[depth]
            top = base + n
            more = _TWO * (n + _WORD + _TWO)
            room = (q + more <= most_steps) & (top + more <= most_stack)
            room &= n_vertices + _WORD <= most_vertices
            room &= n_edges + _WORD + ONE <= most_edges
            room &= faces + _TWO + ONE <= most_faces
            if not room:
                return NONE, n_edges, faces
            mask = masks[depth]
            k = lowest_bit(mask)
            bit = ONE << k
            rest = mask & ~bit
            za, run, zb = find_run(stack_above, base, top, k)
            if (stack_below[za] | stack_below[zb]) & bit:
                # Only rounding at the edge of eps could cause this: leave the face
                # uncut by this column rather than break the mesh.
                above = NONE
                below = NONE
                for i in range(base, top):
                    above |= stack_above[i]
                    below |= stack_below[i]
                if rest & above & below:
                    masks[depth] = rest & above & below
                    depth += ONE
                else:
                    q = write_loop(stack, base, top, steps_next, q)
                    parent[faces] = f
                    words[faces] = rest_word | (above & cross)
                    faces += ONE
                    starts_next[faces] = q
                continue
            va = stack[za] & _LOW
            vb = stack[zb] & _LOW
            hits = (stack_above[za] & stack_below[zb]) | (
                stack_below[za] & stack_above[zb]
            )
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
            begin_e = n_edges
            made_by = unit_base + (cut + k) % units
            u = va
            for w in range(begin_v, n_vertices):
                edges_next[n_edges, 0] = u
                edges_next[n_edges, 1] = w
                maker_next[n_edges] = made_by
                n_edges += ONE
                u = w
            edges_next[n_edges, 0] = u
            edges_next[n_edges, 1] = vb
            maker_next[n_edges] = made_by
            n_edges += ONE

            bottom = top
            for side in range(2):
                if side == 0:  # above: za, the run, zb, back along the chord
                    o, above, below = copy_side(
                        stack,
                        stack_above,
                        stack_below,
                        base,
                        top,
                        za,
                        run + ONE,
                        bottom,
                    )
                    corner, edge = zb, n_edges - ONE
                else:  # below: zb, …, za, forward along the chord
                    o, above, below = copy_side(
                        stack,
                        stack_above,
                        stack_below,
                        base,
                        top,
                        zb,
                        n - run - ONE,
                        bottom,
                    )
                    corner, edge = za, begin_e
                high = stack_above[corner]
                low = stack_below[corner]
                stack[o] = stack[corner] & _LOW | edge << _HALF
                stack_above[o] = high
                stack_below[o] = low
                above |= high
                below |= low
                o += ONE
                for r in range(n_vertices - begin_v):
                    if side == 0:
                        w = n_vertices - ONE - r
                        edge -= ONE
                    else:
                        w = begin_v + r
                        edge += ONE
                    high = signs[w, 0]
                    low = signs[w, 1]
                    stack[o] = w | edge << _HALF
                    stack_above[o] = high
                    stack_below[o] = low
                    above |= high
                    below |= low
                    o += ONE
                todo = rest & above & below
                if todo == NONE:
                    q = write_loop(stack, bottom, o, steps_next, q)
                    parent[faces] = f
                    words[faces] = rest_word | (above & cross)
                    faces += ONE
                    starts_next[faces] = q
                else:  # put it on the stack, above the loop still in use
                    waiting[depth] = bottom
                    lengths[depth] = o - bottom
                    masks[depth] = todo
                    depth += ONE
                    bottom = o
    return n_vertices, n_edges, faces
