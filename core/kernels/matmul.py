# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Small matrix products, written in vectors for LLVM.

Layers of this program are tiny by the standards of a BLAS: calling one costs more than
the product itself, and a loop vectoriser that knows nothing of the sizes spends its
time on checks and remainders. So the three products of a training step are built from
register tiles emitted as LLVM vectors. Rows of every operand are padded to whole
vectors (`lanes`), hence no remainders along them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import FLAGS

_FUSE = ("contract", "nsz")  # named flags keep numba from adding its own


def lanes(itemsize: int) -> int:
    """Numbers of this size in one vector of 256 bits."""
    return 32 // itemsize


def _pointer(context: Any, builder: Any, kind: Any, value: Any, offset: Any) -> Any:
    data = make_array(kind)(context, builder, value).data
    return builder.gep(data, [offset])


def _element(kind: Any) -> Any:
    return ir.DoubleType() if kind.dtype == types.float64 else ir.FloatType()


def _load(builder: Any, pointer: Any, vector: Any, size: int) -> Any:
    return builder.load(builder.bitcast(pointer, vector.as_pointer()), align=size)


def _store(builder: Any, value: Any, pointer: Any, size: int) -> None:
    builder.store(value, builder.bitcast(pointer, value.type.as_pointer()), align=size)


def _spread(builder: Any, scalar: Any, vector: Any) -> Any:
    """A vector with ``scalar`` in every lane."""
    first = builder.insert_element(
        ir.Constant(vector, ir.Undefined), scalar, ir.Constant(ir.IntType(32), 0)
    )
    mask = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), None)
    return builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), mask)


def _fused(builder: Any, a: Any, b: Any, c: Any) -> Any:
    """``a·b + c``, one instruction where the processor has it."""
    return builder.fadd(builder.fmul(a, b, flags=_FUSE), c, flags=_FUSE)


def _sum_lanes(builder: Any, vector: Any, element: Any) -> Any:
    """The sum of all lanes, by halves."""
    count = vector.type.count
    int32 = ir.IntType(32)
    while count > 1:
        half = count // 2
        pick = ir.VectorType(int32, half)
        low = ir.Constant(pick, [ir.Constant(int32, i) for i in range(half)])
        high = ir.Constant(pick, [ir.Constant(int32, half + i) for i in range(half)])
        undefined = ir.Constant(vector.type, ir.Undefined)
        vector = builder.fadd(
            builder.shuffle_vector(vector, undefined, low),
            builder.shuffle_vector(vector, undefined, high),
            flags=("nsz",),
        )
        count = half
    return builder.extract_element(vector, ir.Constant(int32, 0))


def _product_tile(rows: int, vectors: int) -> Callable[..., None]:
    """A tile of ``rows`` × ``vectors`` of z = bias + W x, all of it in registers."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        w, w0, row_step, step, b, b0, b_step, x, x0, ld_x, z, z0, ld_z, count = args
        kinds = signature.args
        element = _element(kinds[0])
        size = 8 if isinstance(element, ir.DoubleType) else 4
        wide = lanes(size)
        vector = ir.VectorType(element, wide)
        intp = w0.type
        w = _pointer(context, builder, kinds[0], w, w0)
        b = _pointer(context, builder, kinds[4], b, b0)
        x = _pointer(context, builder, kinds[7], x, x0)
        z = _pointer(context, builder, kinds[10], z, z0)
        rows_w = [builder.gep(w, [builder.mul(row_step, intp(r))]) for r in range(rows)]
        sums = [
            [cgutils.alloca_once(builder, vector) for _ in range(vectors)]
            for _ in range(rows)
        ]
        for r in range(rows):
            bias = builder.load(builder.gep(b, [builder.mul(b_step, intp(r))]))
            spread = _spread(builder, bias, vector)
            for v in range(vectors):
                builder.store(spread, sums[r][v])
        with cgutils.for_range(builder, count, intp=intp) as loop:
            row = builder.gep(x, [builder.mul(loop.index, ld_x)])
            right = [
                _load(builder, builder.gep(row, [intp(v * wide)]), vector, size)
                for v in range(vectors)
            ]
            at = builder.mul(loop.index, step)
            for r in range(rows):
                left = builder.load(builder.gep(rows_w[r], [at]))
                left = _spread(builder, left, vector)
                for v in range(vectors):
                    total = builder.load(sums[r][v])
                    builder.store(_fused(builder, left, right[v], total), sums[r][v])
        for r in range(rows):
            row = builder.gep(z, [builder.mul(ld_z, intp(r))])
            for v in range(vectors):
                _store(
                    builder,
                    builder.load(sums[r][v]),
                    builder.gep(row, [intp(v * wide)]),
                    size,
                )
        return context.get_dummy_value()

    @intrinsic
    def tile(
        context, w, w0, row_step, step, b, b0, b_step, x, x0, ld_x, z, z0, ld_z, count
    ):
        n = types.intp
        return types.void(w, n, n, n, b, n, n, x, n, n, z, n, n, n), emit

    return tile  # type: ignore[no-any-return]


def _outer_tile(rows: int, columns: int) -> Callable[..., None]:
    """A tile of the gradient G hᵀ: ``rows`` × ``columns`` sums along the batch."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        g, g0, h, h0, ld, out, out0, ld_out, more = args
        kinds = signature.args
        element = _element(kinds[0])
        size = 8 if isinstance(element, ir.DoubleType) else 4
        wide = lanes(size)
        vector = ir.VectorType(element, wide)
        intp = g0.type
        g = _pointer(context, builder, kinds[0], g, g0)
        h = _pointer(context, builder, kinds[2], h, h0)
        out = _pointer(context, builder, kinds[5], out, out0)
        left = [builder.gep(g, [builder.mul(ld, intp(r))]) for r in range(rows)]
        right = [builder.gep(h, [builder.mul(ld, intp(c))]) for c in range(columns)]
        zero = ir.Constant(vector, [ir.Constant(element, 0.0)] * wide)
        sums = [
            [cgutils.alloca_once_value(builder, zero) for _ in range(columns)]
            for _ in range(rows)
        ]
        for row in sums:
            for total in row:
                builder.store(zero, total)
        whole = builder.sdiv(ld, intp(wide))
        with cgutils.for_range(builder, whole, intp=intp) as loop:
            at = builder.mul(loop.index, intp(wide))
            values = [_load(builder, builder.gep(p, [at]), vector, size) for p in right]
            for r in range(rows):
                push = _load(builder, builder.gep(left[r], [at]), vector, size)
                for c in range(columns):
                    total = builder.load(sums[r][c])
                    builder.store(_fused(builder, push, values[c], total), sums[r][c])
        kept = builder.icmp_signed("!=", more, intp(0))
        for r in range(rows):
            row_out = builder.gep(out, [builder.mul(ld_out, intp(r))])
            for c in range(columns):
                total = _sum_lanes(builder, builder.load(sums[r][c]), element)
                place = builder.gep(row_out, [intp(c)])
                before = builder.select(
                    kept, builder.load(place), ir.Constant(element, 0.0)
                )
                builder.store(builder.fadd(total, before, flags=("nsz",)), place)
        return context.get_dummy_value()

    @intrinsic
    def tile(context, g, g0, h, h0, ld, out, out0, ld_out, more):
        n = types.intp
        return types.void(g, n, h, n, n, out, n, n, n), emit

    return tile  # type: ignore[no-any-return]


_tile41, _tile42, _tile43 = (_product_tile(4, v) for v in (1, 2, 3))
_tile21, _tile22, _tile23 = (_product_tile(2, v) for v in (1, 2, 3))
_tile11, _tile12, _tile13 = (_product_tile(1, v) for v in (1, 2, 3))
_outer41, _outer42, _outer43 = (_outer_tile(4, c) for c in (1, 2, 3))
_outer21, _outer22, _outer23 = (_outer_tile(2, c) for c in (1, 2, 3))
_outer11, _outer12, _outer13 = (_outer_tile(1, c) for c in (1, 2, 3))


@exported("piiipiipipiiii>v", **FLAGS)
def product(w, w0, row_step, step, b, b0, b_step, x, x0, z, z0, ld, rows, count):
    """Set z = bias + W x; x is (count, ld), z is (rows, ld), ld whole vectors.

    W's entry (r, c) lies at ``w0 + r·row_step + c·step``: the same code multiplies
    by W and by its transpose. ``b_step`` 0 spreads one number over all rows.
    """
    w, b, x, z = view(w, 0, ALL), view(b, 0, ALL), view(x, 0, ALL), view(z, 0, ALL)
    wide = 32 // w.itemsize
    j = 0
    while j < ld:
        left = (ld - j) // wide
        r = 0
        if left >= 3 and left != 4:
            while r + 4 <= rows:
                _tile43(
                    w,
                    w0 + r * row_step,
                    row_step,
                    step,
                    b,
                    b0 + r * b_step,
                    b_step,
                    x,
                    x0 + j,
                    ld,
                    z,
                    z0 + r * ld + j,
                    ld,
                    count,
                )
                r += 4
            if r + 2 <= rows:
                _tile23(
                    w,
                    w0 + r * row_step,
                    row_step,
                    step,
                    b,
                    b0 + r * b_step,
                    b_step,
                    x,
                    x0 + j,
                    ld,
                    z,
                    z0 + r * ld + j,
                    ld,
                    count,
                )
                r += 2
            if r < rows:
                _tile13(
                    w,
                    w0 + r * row_step,
                    row_step,
                    step,
                    b,
                    b0 + r * b_step,
                    b_step,
                    x,
                    x0 + j,
                    ld,
                    z,
                    z0 + r * ld + j,
                    ld,
                    count,
                )
            j += 3 * wide
        elif left >= 2:
            while r + 4 <= rows:
                _tile42(
                    w,
                    w0 + r * row_step,
                    row_step,
                    step,
                    b,
                    b0 + r * b_step,
                    b_step,
                    x,
                    x0 + j,
                    ld,
                    z,
                    z0 + r * ld + j,
                    ld,
                    count,
                )
                r += 4
            if r + 2 <= rows:
                _tile22(
                    w,
                    w0 + r * row_step,
                    row_step,
                    step,
                    b,
                    b0 + r * b_step,
                    b_step,
                    x,
                    x0 + j,
                    ld,
                    z,
                    z0 + r * ld + j,
                    ld,
                    count,
                )
                r += 2
            if r < rows:
                _tile12(
                    w,
                    w0 + r * row_step,
                    row_step,
                    step,
                    b,
                    b0 + r * b_step,
                    b_step,
                    x,
                    x0 + j,
                    ld,
                    z,
                    z0 + r * ld + j,
                    ld,
                    count,
                )
            j += 2 * wide
        else:
            while r + 4 <= rows:
                _tile41(
                    w,
                    w0 + r * row_step,
                    row_step,
                    step,
                    b,
                    b0 + r * b_step,
                    b_step,
                    x,
                    x0 + j,
                    ld,
                    z,
                    z0 + r * ld + j,
                    ld,
                    count,
                )
                r += 4
            if r + 2 <= rows:
                _tile21(
                    w,
                    w0 + r * row_step,
                    row_step,
                    step,
                    b,
                    b0 + r * b_step,
                    b_step,
                    x,
                    x0 + j,
                    ld,
                    z,
                    z0 + r * ld + j,
                    ld,
                    count,
                )
                r += 2
            if r < rows:
                _tile11(
                    w,
                    w0 + r * row_step,
                    row_step,
                    step,
                    b,
                    b0 + r * b_step,
                    b_step,
                    x,
                    x0 + j,
                    ld,
                    z,
                    z0 + r * ld + j,
                    ld,
                    count,
                )
            j += wide


@exported("pipiipiiii>v", **FLAGS)
def outer(g, g0, h, h0, ld, out, out0, rows, columns, more):
    """Set (or with ``more`` raise) out = G hᵀ; g is (rows, ld), h (columns, ld)."""
    g, h, out = view(g, 0, ALL), view(h, 0, ALL), view(out, 0, ALL)
    c = 0
    while c < columns:
        left = columns - c
        r = 0
        if left >= 3 and left != 4:
            while r + 4 <= rows:
                _outer43(
                    g,
                    g0 + r * ld,
                    h,
                    h0 + c * ld,
                    ld,
                    out,
                    out0 + r * columns + c,
                    columns,
                    more,
                )
                r += 4
            if r + 2 <= rows:
                _outer23(
                    g,
                    g0 + r * ld,
                    h,
                    h0 + c * ld,
                    ld,
                    out,
                    out0 + r * columns + c,
                    columns,
                    more,
                )
                r += 2
            if r < rows:
                _outer13(
                    g,
                    g0 + r * ld,
                    h,
                    h0 + c * ld,
                    ld,
                    out,
                    out0 + r * columns + c,
                    columns,
                    more,
                )
            c += 3
        elif left >= 2:
            while r + 4 <= rows:
                _outer42(
                    g,
                    g0 + r * ld,
                    h,
                    h0 + c * ld,
                    ld,
                    out,
                    out0 + r * columns + c,
                    columns,
                    more,
                )
                r += 4
            if r + 2 <= rows:
                _outer22(
                    g,
                    g0 + r * ld,
                    h,
                    h0 + c * ld,
                    ld,
                    out,
                    out0 + r * columns + c,
                    columns,
                    more,
                )
                r += 2
            if r < rows:
                _outer12(
                    g,
                    g0 + r * ld,
                    h,
                    h0 + c * ld,
                    ld,
                    out,
                    out0 + r * columns + c,
                    columns,
                    more,
                )
            c += 2
        else:
            while r + 4 <= rows:
                _outer41(
                    g,
                    g0 + r * ld,
                    h,
                    h0 + c * ld,
                    ld,
                    out,
                    out0 + r * columns + c,
                    columns,
                    more,
                )
                r += 4
            if r + 2 <= rows:
                _outer21(
                    g,
                    g0 + r * ld,
                    h,
                    h0 + c * ld,
                    ld,
                    out,
                    out0 + r * columns + c,
                    columns,
                    more,
                )
                r += 2
            if r < rows:
                _outer11(
                    g,
                    g0 + r * ld,
                    h,
                    h0 + c * ld,
                    ld,
                    out,
                    out0 + r * columns + c,
                    columns,
                    more,
                )
            c += 1
