# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Small matrix products, written in vectors for LLVM.

Layers of this program are tiny for a BLAS: the call costs more than the product itself,
and a loop vectoriser that does not know the sizes spends its time on checks and
remainders. So the products of a training step are built from tiles of sums in
registers, to which a number of the left matrix times a vector of the right one is
added. Rows are padded to whole vectors, except a gradient's, whose last vector is
masked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import FLAGS, INLINE, INNER, VECTOR
from core.kernels.vectors import Vectors, pointer

#: Rows of the largest tile: with 3 vectors it fills 32 registers, or 16.
TALL = 8 if VECTOR == 64 else 4


def tile(rows: int, vectors: int, gradient: bool) -> Callable[..., None]:
    """``rows`` × ``vectors`` of z = start + W x, all of it in registers.

    Start is a bias for each row or, for a gradient, what z holds (if ``more``); a
    gradient has ``left`` numbers from here on, which its last vector need not fill.
    """

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        (w, w0, row_step, step), (b, b0, b_step), (x, x0, ld_x), (z, z0, ld_z) = (
            cgutils.unpack_tuple(builder, given) for given in args[:4]
        )
        count, left, more = args[4:]
        kinds = [given[0] for given in signature.args[:4]]  # of W, b, x and z
        on = Vectors(builder, kinds[0])
        intp = w0.type
        w = pointer(context, builder, kinds[0], w, w0)
        x = pointer(context, builder, kinds[2], x, x0)
        z = pointer(context, builder, kinds[3], z, z0)
        rows_w = [builder.gep(w, [builder.mul(row_step, intp(r))]) for r in range(rows)]
        places = [
            [
                on.place(z, builder.add(builder.mul(ld_z, intp(r)), intp(v * on.count)))
                for v in range(vectors)
            ]
            for r in range(rows)
        ]
        sums = [[on.variable(on.zero) for _ in range(vectors)] for _ in range(rows)]
        mask = None
        if gradient:
            mask = on.mask(builder.sub(left, intp((vectors - 1) * on.count)))
            none, full = on.masks()
            kept = builder.icmp_signed("!=", more, intp(0))
            for r in range(rows):
                for v in range(vectors):
                    whole = mask if v == vectors - 1 else full
                    used = builder.select(kept, whole, none)
                    builder.store(on.masked_load(places[r][v], used), sums[r][v])
        else:
            b = pointer(context, builder, kinds[1], b, b0)
            for r in range(rows):
                bias = builder.load(builder.gep(b, [builder.mul(b_step, intp(r))]))
                spread = on.spread(bias)
                for v in range(vectors):
                    builder.store(spread, sums[r][v])
        with cgutils.for_range(builder, count, intp=intp) as loop:
            row = builder.gep(x, [builder.mul(loop.index, ld_x)])
            right = [on.load(on.place(row, intp(v * on.count))) for v in range(vectors)]
            at = builder.mul(loop.index, step)
            for r in range(rows):
                number = on.spread(builder.load(builder.gep(rows_w[r], [at])))
                for v in range(vectors):
                    total = builder.load(sums[r][v])
                    builder.store(on.fused(number, right[v], total), sums[r][v])
        for r in range(rows):
            for v in range(vectors):
                value = builder.load(sums[r][v])
                if mask is not None and v == vectors - 1:
                    on.masked_store(value, places[r][v], mask)
                else:
                    on.store(value, places[r][v])
        return context.get_dummy_value()

    @intrinsic
    def run(context, w, b, x, z, count, left, more):
        n = types.intp
        return types.void(w, b, x, z, n, n, n), emit

    return run  # type: ignore[no-any-return]


def strips(vectors: int, gradient: bool) -> Any:
    """All rows of some strips, each ``vectors`` vectors wide.

    Left, bias, right and out are tuples: the numbers, where they start, their steps.
    A gradient has ``columns`` numbers from the first strip on.
    """
    tall, four, two, one = (tile(r, vectors, gradient) for r in (TALL, 4, 2, 1))

    @njit(**INLINE)
    def all_rows(left, bias, right, out, rows, count, strips, columns, more):
        w, w0, row_step, step = left
        b, b0, b_step = bias
        x, x0, ld_x = right
        z, z0, ld_z = out
        wide = vectors * (VECTOR // w.itemsize)
        for s in range(strips):
            j = s * wide
            part = (x, x0 + j, ld_x)
            r = 0
            while r < rows:
                numbers = (w, w0 + r * row_step, row_step, step)
                start = (b, b0 + r * b_step, b_step)
                to = (z, z0 + r * ld_z + j, ld_z)
                if r + TALL <= rows:
                    tall(numbers, start, part, to, count, columns - j, more)
                    r += TALL
                elif TALL > 4 and r + 4 <= rows:
                    four(numbers, start, part, to, count, columns - j, more)
                    r += 4
                elif r + 2 <= rows:
                    two(numbers, start, part, to, count, columns - j, more)
                    r += 2
                else:
                    one(numbers, start, part, to, count, columns - j, more)
                    r += 1

    return all_rows


_strips1, _strips2, _strips3 = (strips(v, False) for v in (1, 2, 3))


@njit(**INNER)
def strips_of_three(vectors):
    """How many strips of 3 vectors; 4 vectors are better two strips of 2."""
    threes = vectors // 3
    return threes - 1 if vectors % 3 == 1 and threes > 0 else threes


@exported("piiipiipipiiii>v", **FLAGS)
def product(w, w0, row_step, step, b, b0, b_step, x, x0, z, z0, ld, rows, count):
    """Set z = bias + W x; x is (count, ld), z is (rows, ld), ld whole vectors.

    W's entry (r, c) is at ``w0 + r·row_step + c·step``: the same code multiplies by W
    and by its transpose. ``b_step`` 0 spreads one number over all rows.
    """
    w, b, x, z = view(w, 0, ALL), view(b, 0, ALL), view(x, 0, ALL), view(z, 0, ALL)
    wide = VECTOR // w.itemsize
    left, bias = (w, w0, row_step, step), (b, b0, b_step)
    vectors = ld // wide
    threes = strips_of_three(vectors)
    if threes > 0:
        right, out = (x, x0, ld), (z, z0, ld)
        _strips3(left, bias, right, out, rows, count, threes, 0, 0)
    rest = vectors - 3 * threes
    j = 3 * threes * wide
    if rest >= 2:
        right, out = (x, x0 + j, ld), (z, z0 + j, ld)
        _strips2(left, bias, right, out, rows, count, rest // 2, 0, 0)
        j += rest // 2 * 2 * wide
    if rest % 2 == 1:
        right, out = (x, x0 + j, ld), (z, z0 + j, ld)
        _strips1(left, bias, right, out, rows, count, 1, 0, 0)
