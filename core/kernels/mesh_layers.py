"""Values at the vertices of the mesh, from one layer to the next.

A layer comes as cut columns that are affine in the activations before it. *Sloped*
units (relu, leaky_relu, prelu and abs differ only in their slope below 0) have one
column, hard_tanh has two (z + 1 and z − 1), maxout has its pieces, see
`core.kernels.mesh_maxout`. After them come *carried* columns: values of earlier layers
that later ones read. They are affine in every face and are not cut.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.kernels.mesh_bits import ONE, count_bits, lowest_bit
from core.kernels.options import MESH

#: Kinds of layer.
IDENTITY, SLOPED, HARD_TANH, MAXOUT = 0, 1, 2, 3

#: A value within this share of the size of its terms counts as 0. Rounding errors are
#: about a thousandth of it; at 1e-6 real regions are lost.
TOLERANCE = 1e-13

#: Multiplications of one product: few enough that a BLAS stays on one thread.
_BLOCK = 1 << 18
_NARROW = 8  # up to this width a BLAS is slower than a loop
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
    kind: int,
    units: int,
    pieces: int,
    slopes: Any,
    values: Any,
    v: int,
    out: Any,
    row: int,
    carried: int,
    carry_at: int,
) -> None:
    """Activations of vertex ``v`` into ``out[row]``, what is carried, and a 1."""
    if kind == MAXOUT:
        for j in range(units):
            best = values[v, j]
            for i in range(1, pieces):
                best = max(best, values[v, i * units + j])
            out[row, j] = best
    elif kind == SLOPED:
        z = values[v, :units]  # slices, or the loop is not vectorised
        a = out[row, :units]
        for j in range(units):
            a[j] = z[j] if z[j] > 0.0 else slopes[j] * z[j]
    else:
        for j in range(units):
            out[row, j] = activation(kind, values[v, j], 0.0)
    for c in range(carried):
        out[row, units + c] = values[v, carry_at + c]
    out[row, units + carried] = 1.0


@njit(**MESH, fastmath={"contract", "reassoc"})
def inner(a: Any, b: Any) -> Any:
    """Σ a_i b_i, in any order: a vertex's value is computed only once."""
    total = 0.0
    for i in range(len(a)):
        total += a[i] * b[i]
    return total


@njit(**MESH)
def multiply_rows(
    kind: int,
    units: int,
    pieces: int,
    slopes: Any,
    values: Any,
    n: int,
    weights: Any,
    out: Any,
    carried: int,
    carry_at: int,
) -> None:
    """The next layer's values at the first ``n`` vertices, by whole products."""
    width = out.shape[1]
    if width <= _NARROW:
        one = np.empty((1, units + carried + 1))
        columns = np.ascontiguousarray(weights.T)
        for v in range(n):
            activate(kind, units, pieces, slopes, values, v, one, 0, carried, carry_at)
            for j in range(width):
                out[v, j] = inner(one[0], columns[j])
        return
    size = max(16, min(256, _BLOCK // weights.size))
    block = np.empty((size, units + carried + 1))
    for begin in range(0, n, size):
        rows = min(size, n - begin)
        for r in range(rows):
            v = begin + r
            activate(
                kind, units, pieces, slopes, values, v, block, r, carried, carry_at
            )
        np.dot(block[:rows], weights, out[begin : begin + rows])


@njit(**MESH)
def correct_rows(
    slopes: Any,
    values: Any,
    begin: int,
    end: int,
    ends: Any,
    where: Any,
    passed: Any,
    weights: Any,
    out: Any,
) -> None:
    """The next layer's values at vertices inserted in this layer, sloped units only.

    Between u and v every activation is affine except those of units with a kink between
    them; so interpolate the next layer's values and correct for those units. That is
    far less work than a product with the whole matrix.
    """
    width = out.shape[1]
    for w in range(begin, end):
        u = ends[w, 0]
        v = ends[w, 1]
        t = where[w]
        row = out[w]
        begin_row = out[u]
        end_row = out[v]
        for j in range(width):
            row[j] = begin_row[j] + t * (end_row[j] - begin_row[j])
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
            column = weights[k]
            for j in range(width):
                row[j] += bend * column[j]


@njit(**MESH)
def fill_rows(b: Any, values: Any, first: int, begin: int, end: int) -> None:
    """Interpolate all columns at the vertices begin … end − 1, which a pass inserted.

    ``first`` is the column of the pass's lowest bit.
    """
    for w in range(begin, end):
        u = b.ends[w, 0]
        v = b.ends[w, 1]
        t = b.where[w]
        row = values[w]
        begin_row = values[u]
        end_row = values[v]
        for j in range(values.shape[1]):
            row[j] = begin_row[j] + t * (end_row[j] - begin_row[j])
        on_kink = b.passed[w] & ~(b.signs[w, 0] | b.signs[w, 1])
        while on_kink:
            values[w, first + np.int64(lowest_bit(on_kink))] = 0.0
            on_kink &= on_kink - ONE


@njit(**MESH)
def noise_of_columns(weights: Any, columns: int, reach: Any, noise: Any) -> Any:
    """The size of the terms of each column, including the noise of earlier layers.

    ``reach`` (units + 1,) is the largest absolute activation of each unit and a 1 for
    the bias, ``noise`` the same measure of each unit. Rounding errors of different
    units are independent, so their squares add up.
    """
    result = np.zeros(columns)
    for j in range(columns):
        terms = 0.0
        squares = 0.0
        for i in range(len(weights)):
            w = abs(weights[i, j])
            terms += w * reach[i]
            squares += (w * noise[i]) ** 2
        result[j] = terms + np.sqrt(squares)
    return result


@njit(**MESH)
def reach_of_units(
    kind: int,
    units: int,
    pieces: int,
    slopes: Any,
    values: Any,
    n: int,
    noise: Any,
    carried: int,
    carry_at: int,
) -> tuple[Any, Any]:
    """Largest absolute activation of each unit at the vertices, and its noise.

    The vertices before the layer's cuts are enough: columns are affine between them.
    """
    rows = units * pieces if kind == MAXOUT else units
    low = np.zeros(rows)
    high = np.zeros(rows)
    for v in range(n):
        row = values[v, :rows]
        for j in range(rows):
            # Unlike min and max, these become vector instructions.
            low[j] = np.minimum(low[j], row[j])
            high[j] = np.maximum(high[j], row[j])
    reach = np.ones(units + carried + 1)
    rounding = np.zeros(units + carried + 1)
    for c in range(carried):
        k = units + c
        reach[k] = 0.0
        for v in range(n):
            reach[k] = max(reach[k], abs(values[v, carry_at + c]))
        rounding[k] = noise[carry_at + c]
    for j in range(units):
        if kind == SLOPED:
            reach[j] = max(high[j], abs(slopes[j] * low[j]))
            rounding[j] = noise[j] * max(1.0, abs(slopes[j]))
        elif kind == MAXOUT:
            reach[j] = 0.0
            for i in range(pieces):
                r = i * units + j
                reach[j] = max(reach[j], high[r], -low[r])
                rounding[j] = max(rounding[j], noise[r])
        else:
            reach[j] = 1.0 if kind == HARD_TANH else max(high[j], -low[j])
            rounding[j] = noise[j]
    return reach, rounding


@njit(**MESH)
def few_bends(passed: Any, begin: int, end: int) -> bool:
    """Whether corrections at the inserted vertices are less work than products."""
    bends = 0
    for v in range(begin, end):
        bends += count_bits(passed[v])
    return bends <= _DENSE * (end - begin)


@njit(**MESH)
def next_layer(
    b: Any,
    kind: int,
    units: int,
    pieces: int,
    slopes: Any,
    values: Any,
    old: int,
    n_vertices: int,
    one_pass: bool,
    weights: Any,
    columns: int,
    out: Any,
    reach: Any,
    noise: Any,
    carried: int,
    carry_at: int,
) -> Any:
    """Values of the next layer's columns at all vertices, into ``out`` (V, width).

    ``values`` are this layer's columns; vertices from ``old`` on were inserted by its
    cuts, ``one_pass`` if that took a single pass and their rows are not yet filled.
    Returns the size of the terms of each new column, see `noise_of_columns`.
    """
    if one_pass and kind == SLOPED and few_bends(b.passed, old, n_vertices):
        n = old
        multiply_rows(
            kind, units, pieces, slopes, values, n, weights, out, carried, carry_at
        )
        correct_rows(
            slopes, values, old, n_vertices, b.ends, b.where, b.passed, weights, out
        )
    else:
        if one_pass:
            fill_rows(b, values, 0, old, n_vertices)
        n = n_vertices
        multiply_rows(
            kind, units, pieces, slopes, values, n, weights, out, carried, carry_at
        )
    return noise_of_columns(weights, columns, reach, noise)
