"""All layers of a network on the mesh: values at the vertices, cuts, activations.

A layer comes as cut columns that are affine in the activations before it. Two kinds of
layer need one rule each: *sloped* units (relu, leaky_relu, prelu and abs differ only in
their slope below 0) have one column, hard_tanh has two (z + 1 and z − 1). Maxout takes
its pieces in one after another, see `core.kernels.mesh_maxout`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.kernels.matmul import product
from core.kernels.mesh import (
    FULL,
    MESH,
    ONE,
    WORD,
    count_bits,
    cut_edges,
    cut_faces,
    lowest_bit,
    mark_crossings,
    sign_words,
)
from core.kernels.mesh_maxout import (
    keep_winners,
    merge_faces,
    stage_columns,
    winner_words,
)

#: Kinds of layer.
IDENTITY, SLOPED, HARD_TANH, MAXOUT = 0, 1, 2, 3

#: A value within this part of what its terms amount to counts as 0. Rounding makes
#: errors about a thousandth of it; at 1e-6 real regions are lost.
TOLERANCE = 1e-13

#: Rows of the layer table.
KIND, UNITS, PIECES, COLUMNS, WIDTH, WEIGHTS, SLOPES = range(7)

_BLOCK = 64  # vertices whose activations are multiplied at once; they fit the L1 cache
_DENSE = 10  # mean kinks passed from which a full product beats corrections


@njit(**MESH)
def activation(kind: int, z: float, slope: float) -> float:
    """The activation of one unit from its (first) cut column."""
    if kind == SLOPED:
        return z if z > 0.0 else slope * z
    if kind == HARD_TANH:
        return max(-1.0, min(1.0, z - 1.0))
    return z


@njit(**MESH)
def activate(
    kind: int, units: int, pieces: int, slopes: Any, values: Any, v: int, out: Any,
    row: int,
) -> None:  # fmt: skip
    """Activations of vertex ``v`` into ``out[row]``, followed by a 1 for the bias."""
    if kind == MAXOUT:
        for j in range(units):
            best = values[v, j]
            for i in range(1, pieces):
                best = max(best, values[v, i * units + j])
            out[row, j] = best
    elif kind == SLOPED:
        for j in range(units):
            z = values[v, j]
            out[row, j] = z if z > 0.0 else slopes[j] * z
    else:
        for j in range(units):
            out[row, j] = activation(kind, values[v, j], 0.0)
    out[row, units] = 1.0


@njit(**MESH)
def multiply_rows(
    kind: int, units: int, pieces: int, slopes: Any, values: Any, n: int,
    weights: Any, width: int, out: Any,
) -> None:  # fmt: skip
    """The next layer's values at the first ``n`` vertices, by whole products."""
    block = np.empty((_BLOCK, units + 1))
    flat = block.reshape(-1)
    zero = np.zeros(1)
    target = out.reshape(-1)
    for begin in range(0, n, _BLOCK):
        rows = min(_BLOCK, n - begin)
        for r in range(rows):
            activate(kind, units, pieces, slopes, values, begin + r, block, r)
        product(
            flat, 0, units + 1, 1, zero, 0, 0, weights, 0, target, begin * width,
            width, rows, units + 1,
        )  # fmt: skip


@njit(**MESH)
def correct_rows(
    slopes: Any, values: Any, begin: int, end: int, ends: Any, where: Any, passed: Any,
    weights: Any, width: int, out: Any,
) -> None:  # fmt: skip
    """The next layer's values at vertices inserted in this layer, sloped units only.

    Between u and v every activation is affine but those of the units whose kink lies
    between them; so interpolate the next layer's values and correct for those units.
    That is far less work than a product with the whole matrix.
    """
    for w in range(begin, end):
        u = ends[w, 0]
        v = ends[w, 1]
        t = where[w]
        for j in range(width):
            out[w, j] = out[u, j] + t * (out[v, j] - out[u, j])
        left = passed[w]
        while left:
            k = lowest_bit(left)
            left &= left - ONE
            # One end is below 0, the other above: the interpolated activation differs
            # from the true one by a multiple of the bend 1 − slope.
            a = values[u, k]
            b = values[v, k]
            z = values[w, k]
            below = (1.0 - t) * a if a < 0.0 else t * b
            bend = (1.0 - slopes[k]) * (below - (z if z < 0.0 else 0.0))
            for j in range(width):
                out[w, j] += bend * weights[k * width + j]


@njit(**MESH)
def fill_rows(
    values: Any, columns: int, first: int, begin: int, end: int, signs: Any,
    ends: Any, where: Any, passed: Any,
) -> None:  # fmt: skip
    """Interpolate all columns at the vertices that the last pass inserted."""
    for w in range(begin, end):
        u = ends[w, 0]
        v = ends[w, 1]
        t = where[w]
        for j in range(columns):
            values[w, j] = values[u, j] + t * (values[v, j] - values[u, j])
        on_kink = passed[w] & ~(signs[w, 0] | signs[w, 1])
        while on_kink:
            values[w, first + lowest_bit(on_kink)] = 0.0
            on_kink &= on_kink - ONE


@njit(**MESH)
def noise_of_columns(
    weights: Any, inputs: int, width: int, columns: int, reach: Any, noise: Any
) -> Any:
    """What the terms of each column amount to, the noise of earlier layers included.

    ``reach`` (inputs + 1,) is the largest absolute activation of each unit and a 1 for
    the bias, ``noise`` the same measure of each unit. Rounding errors of different
    units are unrelated, hence they add up as roots of squares.
    """
    result = np.zeros(columns)
    for j in range(columns):
        terms = 0.0
        squares = 0.0
        for i in range(inputs + 1):
            w = abs(weights[i * width + j])
            terms += w * reach[i]
            squares += (w * noise[i]) ** 2
        result[j] = terms + np.sqrt(squares)
    return result


@njit(**MESH)
def reach_of_units(
    kind: int, units: int, pieces: int, slopes: Any, values: Any, n: int, noise: Any
) -> tuple[Any, Any]:
    """Largest absolute activation of each unit at the vertices, and its noise.

    The vertices before the layer's cuts are enough: a column is affine in their hull.
    """
    rows = units * pieces if kind == MAXOUT else units
    low = np.zeros(rows)
    high = np.zeros(rows)
    for v in range(n):
        for j in range(rows):
            z = values[v, j]
            low[j] = min(low[j], z)
            high[j] = max(high[j], z)
    reach = np.ones(units + 1)
    carried = np.zeros(units + 1)
    for j in range(units):
        if kind == SLOPED:
            reach[j] = max(high[j], abs(slopes[j] * low[j]))
            carried[j] = noise[j] * max(1.0, abs(slopes[j]))
        elif kind == MAXOUT:
            reach[j] = 0.0
            for i in range(pieces):
                r = i * units + j
                reach[j] = max(reach[j], high[r], -low[r])
                carried[j] = max(carried[j], noise[r])
        else:
            reach[j] = 1.0 if kind == HARD_TANH else max(high[j], -low[j])
            carried[j] = noise[j]
    return reach, carried


@njit(**MESH)
def start_mesh(
    box: Any, x: Any, edges: Any, maker: Any, starts: Any, loops: Any
) -> None:
    """The mesh of one face: the box, counter-clockwise."""
    for v in range(4):
        x[v, 0] = box[1] if v in (1, 2) else box[0]
        x[v, 1] = box[3] if v >= 2 else box[2]
        edges[v, 0] = v
        edges[v, 1] = (v + 1) % 4
        maker[v] = -1
        loops[v, 0] = v
        loops[v, 1] = v
    starts[0] = 0
    starts[1] = 4


@njit(**MESH)
def bits_of(pieces: int) -> int:
    """Bits that hold a piece number 0 … pieces − 1; at least one."""
    bits = 1
    while (1 << bits) < pieces:
        bits += 1
    return bits


@njit(**MESH)
def run_layers(
    buffers: Any, box: Any, table: Any, weights: Any, slopes: Any, counts: Any,
    levels: Any, eps_out: Any,
) -> int:  # fmt: skip
    """Cut the box by every hidden layer; the output's values stay at the vertices.

    Parameters
    ----------
    buffers
        Room for the mesh, see `core.kernels.mesh.Buffers`.
    table
        (layers + 1, 7) one row a layer, the output layer last.
    weights
        For each layer (inputs + 1, width) flat, the bias last, columns padded.
    counts
        (4 + layers,) result: vertices, edges, faces, swaps; faces after each layer.
    levels
        (levels + 1, 2) result: where a level's history begins, and its layer.
    eps_out
        (columns of all layers,) result: what counted as 0 in each column.

    Returns
    -------
    int
        Number of levels of history, or FULL if the mesh did not fit.
    """
    b = buffers
    x, signs, ends, where, passed = b.x, b.signs, b.ends, b.where, b.passed
    edges, edges_next = b.edges, b.edges_next
    maker, maker_next = b.maker, b.maker_next
    starts, starts_next = b.starts, b.starts_next
    loops, loops_next = b.loops, b.loops_next
    flat_values, flat_next = b.values, b.spare
    room = len(x)
    at = np.empty(WORD)
    who = np.empty(WORD, np.int64)
    start_mesh(box, x, edges, maker, starts, loops)
    n_vertices, n_edges, n_faces = 4, 4, 1
    swaps = 0
    level = 0
    history = 0
    levels[0, 0] = 0
    unit_base = 0
    eps_base = 0

    # The input as a layer of identity units: its values are the positions.
    kind, units, pieces = IDENTITY, 2, 1
    slope = slopes[:0]
    values = x
    reach = np.ones(3)
    reach[0] = max(abs(box[0]), abs(box[1]))
    reach[1] = max(abs(box[2]), abs(box[3]))
    noise = np.zeros(3)
    old = 4  # vertices that were there before the last layer's cuts
    sparse = False

    for layer in range(len(table)):
        width = table[layer, WIDTH]
        columns = table[layer, COLUMNS]
        begin = table[layer, WEIGHTS]
        w = weights[begin : begin + (units + 1) * width]
        out = flat_next[: room * width].reshape((room, width))
        if sparse:
            multiply_rows(kind, units, pieces, slope, values, old, w, width, out)
            correct_rows(
                slope, values, old, n_vertices, ends, where, passed, w, width, out
            )
        else:
            multiply_rows(kind, units, pieces, slope, values, n_vertices, w, width, out)
        flat_values, flat_next = flat_next, flat_values
        values = out
        noise = noise_of_columns(w, units, width, columns, reach, noise)
        kind = table[layer, KIND]
        units = table[layer, UNITS]
        pieces = table[layer, PIECES]
        slope = slopes[table[layer, SLOPES] :]
        if layer == len(table) - 1:
            break
        eps = TOLERANCE * noise
        eps_out[eps_base : eps_base + columns] = eps
        eps_base += columns
        reach, noise = reach_of_units(
            kind, units, pieces, slope, values, n_vertices, noise
        )
        old = n_vertices
        stages = 1
        cut_columns = columns
        cut_base = 0
        if kind == IDENTITY:
            stages = 0
        elif kind == MAXOUT:
            stages = pieces - 1
            cut_base = pieces * units
            cut_columns = units
            eps = stage_tolerance(eps, units, pieces)
        winners = np.zeros((n_faces if kind == MAXOUT else 0, units), np.uint8)
        origin = np.arange(n_faces if kind == MAXOUT else 0).astype(np.int32)
        passes = 0
        done_first = 0
        done_old = n_vertices
        for stage in range(1, stages + 1):
            if kind == MAXOUT:
                stage_columns(values, n_vertices, units, pieces, stage)
            for cut in range(0, cut_columns, WORD):
                first = cut_base + cut
                last = cut_base + min(cut + WORD, cut_columns)
                if history + n_faces > len(b.parent):
                    return FULL
                if passes > 0:
                    fill_rows(
                        values, width, done_first, done_old, n_vertices, signs, ends,
                        where, passed,
                    )  # fmt: skip
                    if kind == MAXOUT and cut == 0:
                        stage_columns(values, n_vertices, units, pieces, stage)
                passes += 1
                sign_words(values, first, last, eps, n_vertices, signs)
                mark_crossings(
                    starts, loops, n_faces, n_edges, signs, b.crossing, b.above, b.need
                )
                done_first = first
                done_old = n_vertices
                n_vertices, made = cut_edges(
                    x, values, signs, ends, where, passed, eps, first, n_vertices,
                    edges, maker, n_edges, b.need, b.pieces, edges_next, maker_next,
                    at, who,
                )  # fmt: skip
                if n_vertices == FULL:
                    return FULL
                parent = b.parent[history:]
                words = b.words[history:]
                n_vertices, n_edges, n_faces = cut_faces(
                    x, values, signs, ends, where, passed, eps, first, cut, unit_base,
                    units, n_vertices, edges, b.pieces, edges_next, maker_next, made,
                    starts, loops, n_faces, b.crossing, b.above, starts_next,
                    loops_next, parent, words, b.stack, b.stack_signs, at, who,
                )  # fmt: skip
                if n_vertices == FULL:
                    return FULL
                edges, edges_next = edges_next, edges
                maker, maker_next = maker_next, maker
                starts, starts_next = starts_next, starts
                loops, loops_next = loops_next, loops
                swaps += 1
                if kind == MAXOUT:
                    winners, origin = keep_winners(
                        winners, origin, parent, words, n_faces, cut,
                        min(cut + WORD, cut_columns), stage,
                    )  # fmt: skip
                else:
                    history += n_faces
                    level += 1
                    levels[level, 0] = history
                    levels[level - 1, 1] = layer
            if stage > 1:
                fill_rows(
                    values, width, done_first, done_old, n_vertices, signs, ends,
                    where, passed,
                )  # fmt: skip
                n_vertices, n_edges, n_faces, winners, origin = merge_faces(
                    edges, maker, n_edges, starts, loops, n_faces, winners, origin,
                    x, values, n_vertices, edges_next, maker_next, starts_next,
                    loops_next,
                )  # fmt: skip
                done_old = n_vertices
                edges, edges_next = edges_next, edges
                maker, maker_next = maker_next, maker
                starts, starts_next = starts_next, starts
                loops, loops_next = loops_next, loops
                swaps += 1
        if kind == MAXOUT and stages > 0:
            bits = bits_of(pieces)
            for cut in range(0, units, WORD // bits):
                if history + n_faces > len(b.parent):
                    return FULL
                for f in range(n_faces):
                    b.parent[history + f] = origin[f] if cut == 0 else f
                winner_words(winners, n_faces, bits, cut, b.words[history:])
                history += n_faces
                level += 1
                levels[level, 0] = history
                levels[level - 1, 1] = layer
        sparse = passes == 1 and kind == SLOPED
        if sparse:
            bends = 0
            for v in range(old, n_vertices):
                bends += count_bits(passed[v])
            sparse = bends <= _DENSE * (n_vertices - old)
        if passes > 0 and not sparse:
            fill_rows(
                values, width, done_first, done_old, n_vertices, signs, ends, where,
                passed,
            )  # fmt: skip
        unit_base += units
        counts[4 + layer] = n_faces
    counts[0] = n_vertices
    counts[1] = n_edges
    counts[2] = n_faces
    counts[3] = swaps
    return level


@njit(**MESH)
def stage_tolerance(eps: Any, units: int, pieces: int) -> Any:
    """The columns' tolerances, followed by those of a maxout stage's differences."""
    result = np.empty(len(eps) + units)
    result[: len(eps)] = eps
    for j in range(units):
        largest = 0.0
        for i in range(pieces):
            largest = max(largest, eps[i * units + j])
        result[len(eps) + j] = 2.0 * largest
    return result
