# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""The gradient G hᵀ of a layer's weights, a sum along the batch.

If there are enough columns, the activations are transposed first: that costs a shuffle
for each number, but then the product works in tiles as in `core.kernels.matmul`. With
few columns, products are summed along the batch, and across the lanes at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from core.kernels.linking import ALL, exported
from core.kernels.matmul import strips, strips_of_three
from core.kernels.memory import view
from core.kernels.options import FLAGS, INLINE, VECTOR
from core.kernels.vectors import INT32, Vectors, picks, pointer

_TURN = 8  # rows and columns of a block that is transposed
_gradient1, _gradient2, _gradient3 = (strips(v, True) for v in (1, 2, 3))


@intrinsic
def _turn_block(context, x, x0, ld, last, out, out0, ld_out):
    """Transpose 8 × 8 numbers: rows x0 + min(i, last)·ld become columns at out0."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        x, x0, ld, last, out, out0, ld_out = args
        kinds = signature.args
        on = Vectors(builder, kinds[0], _TURN)
        intp = x0.type
        x = pointer(context, builder, kinds[0], x, x0)
        out = pointer(context, builder, kinds[4], out, out0)
        rows = []
        for i in range(_TURN):
            short = builder.icmp_signed("<", last, intp(i))
            row = builder.select(short, last, intp(i))
            rows.append(on.load(on.place(x, builder.mul(row, ld))))
        for step in (4, 2, 1):
            low = picks(i if not i & step else _TURN + i - step for i in range(_TURN))
            high = picks(i + step if not i & step else _TURN + i for i in range(_TURN))
            for i in range(_TURN):
                if not i & step:
                    a, b = rows[i], rows[i + step]
                    rows[i] = builder.shuffle_vector(a, b, low)
                    rows[i + step] = builder.shuffle_vector(a, b, high)
        for i in range(_TURN):
            on.store(rows[i], on.place(out, builder.mul(ld_out, intp(i))))
        return context.get_dummy_value()

    n = types.intp
    return types.void(x, n, n, n, out, n, n), emit


@njit(**INLINE)
def turned_width(columns, itemsize):
    """The length of a row of hᵀ: whole vectors and whole transposed blocks."""
    wide = max(_TURN, VECTOR // itemsize)
    return (columns + wide - 1) // wide * wide


@njit(**INLINE)
def turn(x, x0, rows, ld, out, out0, nb):
    """Set out = xᵀ; x is (rows, ld), out's rows are `turned_width` long."""
    ld_out = turned_width(rows, x.itemsize)
    for i in range(0, rows, _TURN):
        for j in range(0, nb, _TURN):
            x1, out1 = x0 + i * ld + j, out0 + j * ld_out + i
            _turn_block(x, x1, ld, rows - 1 - i, out, out1, ld_out)


@exported("pipiiipipiiii>v", **FLAGS)
def outer_turned(g, g0, h, h0, ld, nb, spare, t0, out, out0, rows, columns, more):
    """`outer`, computed from hᵀ."""
    g, h = view(g, 0, ALL), view(h, 0, ALL)
    turned, out = view(spare, 0, ALL), view(out, 0, ALL)
    turn(h, h0, columns, ld, turned, t0, nb)
    wide = VECTOR // g.itemsize
    ld_t = turned_width(columns, g.itemsize)
    pushes, nothing = (g, g0, ld, 1), (g, 0, 0)
    vectors = (columns + wide - 1) // wide
    threes = strips_of_three(vectors)
    if threes > 0:
        right, to = (turned, t0, ld_t), (out, out0, columns)
        _gradient3(pushes, nothing, right, to, rows, nb, threes, columns, more)
    rest = vectors - 3 * threes
    c = 3 * threes * wide
    if rest >= 2:
        right, to = (turned, t0 + c, ld_t), (out, out0 + c, columns)
        _gradient2(pushes, nothing, right, to, rows, nb, rest // 2, columns - c, more)
        c += rest // 2 * 2 * wide
    if rest % 2 == 1:
        right, to = (turned, t0 + c, ld_t), (out, out0 + c, columns)
        _gradient1(pushes, nothing, right, to, rows, nb, 1, columns - c, more)


def _sum_four(builder: Any, vectors: list[Any]) -> Any:
    """A vector with the sums of 4 vectors, computed by repeated halving."""
    groups = 1
    while len(vectors) > 1 or vectors[0].type.count > groups:
        count = vectors[0].type.count
        size = count // groups
        one = [g * size + i for g in range(groups) for i in range(size // 2)]
        two = [i + size // 2 for i in one]
        pairs = list(zip(vectors[::2], vectors[1::2], strict=False))
        if pairs:
            groups *= 2
            one, two = one + [count + i for i in one], two + [count + i for i in two]
        else:
            (a,) = vectors
            pairs = [(a, ir.Constant(a.type, ir.Undefined))]
        vectors = [
            builder.fadd(
                builder.shuffle_vector(a, b, picks(one)),
                builder.shuffle_vector(a, b, picks(two)),
                flags=("nsz",),
            )
            for a, b in pairs
        ]
    return vectors[0]


def _dots(columns: int) -> Callable[..., None]:
    """Four rows of G times ``columns`` rows of h, summed along the batch."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        g, g0, h, h0, ld, out, out0, ld_out, more = args
        kinds = signature.args
        on = Vectors(builder, kinds[0])
        intp = g0.type
        g = pointer(context, builder, kinds[0], g, g0)
        h = pointer(context, builder, kinds[2], h, h0)
        out = pointer(context, builder, kinds[5], out, out0)
        left = [builder.gep(g, [builder.mul(ld, intp(r))]) for r in range(4)]
        right = [builder.gep(h, [builder.mul(ld, intp(c))]) for c in range(columns)]
        sums = [[on.variable(on.zero) for _ in range(4)] for _ in range(columns)]
        whole = builder.sdiv(ld, intp(on.count))
        with cgutils.for_range(builder, whole, intp=intp) as loop:
            at = builder.mul(loop.index, intp(on.count))
            # The smaller side stays loaded. 12 sums, 3 of these vectors and 1 more take
            # 16 registers.
            values = [on.load(on.place(start, at)) for start in right]
            for r in range(4):
                push = on.load(on.place(left[r], at))
                for c in range(columns):
                    total = builder.load(sums[c][r])
                    builder.store(on.fused(push, values[c], total), sums[c][r])
        kept = builder.icmp_signed("!=", more, intp(0))
        nothing = ir.Constant(on.element, 0.0)
        for c in range(columns):
            found = _sum_four(builder, [builder.load(s) for s in sums[c]])
            for r in range(4):
                place = builder.add(builder.mul(ld_out, intp(r)), intp(c))
                place = builder.gep(out, [place])
                total = builder.extract_element(found, ir.Constant(INT32, r))
                before = builder.select(kept, builder.load(place), nothing)
                builder.store(builder.fadd(total, before, flags=("nsz",)), place)
        return context.get_dummy_value()

    @intrinsic
    def run(context, g, g0, h, h0, ld, out, out0, ld_out, more):
        n = types.intp
        return types.void(g, n, h, n, n, out, n, n, n), emit

    return run  # type: ignore[no-any-return]


_dots1, _dots2, _dots3, _dots4 = (_dots(c) for c in (1, 2, 3, 4))
#: Columns of the widest one: as many as the registers allow.
_MOST = 4 if VECTOR == 64 else 3


@exported("pipiipiiii>v", **FLAGS)
def outer_along(g, g0, h, h0, ld, out, out0, rows, columns, more):
    """`outer`, computed as sums along the batch."""
    g, h, out = view(g, 0, ALL), view(h, 0, ALL), view(out, 0, ALL)
    c = 0
    while c < columns:
        left = columns - c
        width = 2 if left == 4 and _MOST < 4 else min(left, _MOST)
        h1 = h0 + c * ld
        for r in range(0, rows - 3, 4):
            g1, out1 = g0 + r * ld, out0 + r * columns + c
            if _MOST == 4 and width == 4:
                _dots4(g, g1, h, h1, ld, out, out1, columns, more)
            elif width == 3:
                _dots3(g, g1, h, h1, ld, out, out1, columns, more)
            elif width == 2:
                _dots2(g, g1, h, h1, ld, out, out1, columns, more)
            else:
                _dots1(g, g1, h, h1, ld, out, out1, columns, more)
        c += width
    zero = g.dtype.type(0.0)
    for r in range(rows // 4 * 4, rows):
        pushes = view(g, g0 + r * ld, ld)
        c = 0
        while c + 4 <= columns:  # the same with G and h swapped
            out1 = out0 + r * columns + c
            _dots1(h, h0 + c * ld, g, g0 + r * ld, ld, out, out1, 1, more)
            c += 4
        while c < columns:
            right = view(h, h0 + c * ld, ld)
            total = zero
            for j in range(ld):
                total += pushes[j] * right[j]
            place = out0 + r * columns + c
            out[place] = total + (out[place] if more else zero)
            c += 1


@njit(**INLINE)
def turning_pays(rows, columns, nb, ld, wide):
    """Whether transposing is faster, by a model fitted to both on AVX2 and AVX-512.

    Along the batch, the time of a sum depends on its vectors and lanes. With hᵀ, the
    time depends on the vectors of the sums and on the numbers to transpose.
    """
    along = rows * columns * (25 * (ld // wide) + 10 * wide + 10)
    vectors = (columns + wide - 1) // wide
    turned = 26 * rows * vectors * nb + 20 * columns * nb + 7500
    return turned < along


@njit(**INLINE)
def outer(g, g0, h, h0, ld, nb, spare, t0, out, out0, rows, columns, more):
    """Set out = G hᵀ, or add it if ``more``; g is (rows, ld), h (columns, ld).

    ``spare`` has room for hᵀ at ``t0``: `turned_size` numbers.
    """
    if turning_pays(rows, columns, nb, ld, VECTOR // view(g, 0, 1).itemsize):
        outer_turned(g, g0, h, h0, ld, nb, spare, t0, out, out0, rows, columns, more)
    else:
        outer_along(g, g0, h, h0, ld, out, out0, rows, columns, more)


@exported("piipiii>v", **FLAGS)
def add_rows(g, g0, ld, out, out0, rows, more):
    """Set out to the sums of the rows of G, or add them if ``more``: for biases."""
    sums = view(out, out0, rows)
    zero = sums.dtype.type(0.0)
    for r in range(rows):
        pushes = view(g, g0 + r * ld, ld)
        total = zero
        for j in range(ld):
            total += pushes[j]
        sums[r] = total + (sums[r] if more else zero)


def turned_size(columns: int, capacity: int, itemsize: int) -> int:
    """How many numbers hᵀ takes, for so many columns and examples."""
    rows = -(-capacity // _TURN) * _TURN
    return int(turned_width.py_func(columns, itemsize)) * rows
