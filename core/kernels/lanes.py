# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Steps of many networks side by side: a lane of a vector is a network.

Every number of a network becomes `lanes` numbers, one for each network, so a product
needs no padding, no sums across lanes and no remainders, however small the layers are.
Functions that work entry by entry (activation functions, dropout factors) are shared
with single networks, over longer rows; this module contains the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import FLAGS, INLINE, VECTOR
from core.kernels.vectors import Vectors, pointer

#: Entries of C that a tile keeps in registers: processors with 64-byte vectors have
#: 32 registers, others 16.
_ROWS, _COLUMNS = (4, 4) if VECTOR == 64 else (4, 2)
#: What sums start from: 0, a bias for each row, or the current values of C.
ZERO, BIAS, ITSELF = range(3)


@dataclass(frozen=True, slots=True)
class Form:
    """Which neighbouring entries are adjacent in memory; C's columns always are.

    If this is known, an address is one register plus a constant. Otherwise there are so
    many addresses that computing them would take longer than a small product.
    """

    name: str
    a_rows: bool = False  # A(r, k) beside A(r + 1, k)
    a_counts: bool = False  # A(r, k) beside A(r, k + 1)
    b_counts: bool = False  # B(k, j) beside B(k + 1, j)
    b_columns: bool = False  # B(k, j) beside B(k, j + 1)
    start: int = ZERO


def _tile(form: Form, rows: int, columns: int) -> Callable[..., None]:
    """``rows`` × ``columns`` of C = start + A B, where every entry is a vector.

    Strides count vectors. The stride of A is that to the next row or, if rows are
    adjacent, to the next k; the stride of B is that to the next k or the next column.
    """

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        (a, a0, to_a), (b, b0, to_b), (c, c0, to_c), (bias, bias0) = (
            cgutils.unpack_tuple(builder, given) for given in args[:4]
        )
        count = args[4]
        kinds = [given[0] for given in signature.args[:4]]
        on = Vectors(builder, kinds[0])
        intp = a0.type
        one, lane = intp(1), intp(on.count)
        a, b, c, bias = (
            pointer(context, builder, kind, value, offset)
            for kind, value, offset in zip(
                kinds, (a, b, c, bias), (a0, b0, c0, bias0), strict=True
            )
        )
        ra, ka = one if form.a_rows else to_a, one if form.a_counts else to_a
        kb, cb = one if form.b_counts else to_b, one if form.b_columns else to_b

        def entry(base: Any, *terms: tuple[Any, Any]) -> Any:
            for number, step in terms:
                base = builder.gep(base, [builder.mul(builder.mul(number, step), lane)])
            return on.place(base, intp(0))

        outs = [
            [entry(c, (intp(r), to_c), (intp(j), one)) for j in range(columns)]
            for r in range(rows)
        ]
        sums = [[on.variable(on.zero) for _ in range(columns)] for _ in range(rows)]
        for r in range(rows):
            first = on.load(entry(bias, (intp(r), one))) if form.start == BIAS else None
            for j, total in enumerate(sums[r]):
                if form.start == ITSELF:
                    first = on.load(outs[r][j])
                if first is not None:
                    builder.store(first, total)
        with cgutils.for_range(builder, count, intp=intp) as loop:
            k = loop.index
            right = [entry(b, (intp(j), cb), (k, kb)) for j in range(columns)]
            right = [on.load(place) for place in right]
            for r in range(rows):
                left = on.load(entry(a, (intp(r), ra), (k, ka)))
                for j in range(columns):
                    total = builder.load(sums[r][j])
                    builder.store(on.fused(left, right[j], total), sums[r][j])
        for r in range(rows):
            for j in range(columns):
                on.store(builder.load(sums[r][j]), outs[r][j])
        return context.get_dummy_value()

    @intrinsic
    def run(context, a, b, c, bias, count):
        return types.void(a, b, c, bias, types.intp), emit

    return run  # type: ignore[no-any-return]


def _strip(form: Form, columns: int) -> Any:
    """All rows of a strip that is ``columns`` entries wide."""
    whole, two, one = (_tile(form, r, columns) for r in (_ROWS, 2, 1))
    side_by_side = form.a_rows

    @njit(**INLINE)
    def all_rows(left, right, out, bias, rows, count):
        a, a0, to_a = left
        c, c0, to_c = out
        more, more0 = bias
        lanes = VECTOR // a.itemsize
        row_a = lanes if side_by_side else to_a * lanes
        row_c = to_c * lanes
        for _ in range(rows // _ROWS):
            whole((a, a0, to_a), right, (c, c0, to_c), (more, more0), count)
            a0 += _ROWS * row_a
            c0 += _ROWS * row_c
            more0 += _ROWS * lanes
        if _ROWS > 2 and rows & 2:
            two((a, a0, to_a), right, (c, c0, to_c), (more, more0), count)
            a0 += 2 * row_a
            c0 += 2 * row_c
            more0 += 2 * lanes
        if rows & 1:
            one((a, a0, to_a), right, (c, c0, to_c), (more, more0), count)

    return all_rows


def _product(form: Form) -> Any:
    """C = start + A B; places count numbers, strides count vectors."""
    whole, two, one = (_strip(form, c) for c in (_COLUMNS, 2, 1))
    side_by_side = form.b_columns

    def product(
        a, a0, to_a, b, b0, to_b, c, c0, to_c, bias, bias0, rows, columns, count
    ):
        a, b, c = view(a, 0, ALL), view(b, 0, ALL), view(c, 0, ALL)
        left, begin = (a, a0, to_a), (view(bias, 0, ALL), bias0)
        lanes = VECTOR // a.itemsize
        step = lanes if side_by_side else to_b * lanes
        for _ in range(columns // _COLUMNS):
            whole(left, (b, b0, to_b), (c, c0, to_c), begin, rows, count)
            b0 += _COLUMNS * step
            c0 += _COLUMNS * lanes
        if _COLUMNS > 2 and columns & 2:
            two(left, (b, b0, to_b), (c, c0, to_c), begin, rows, count)
            b0 += 2 * step
            c0 += 2 * lanes
        if columns & 1:
            one(left, (b, b0, to_b), (c, c0, to_c), begin, rows, count)

    product.__name__ = product.__qualname__ = f"lane_{form.name}"
    return exported("piipiipiipiiii>v", **FLAGS)(product)


#: W h + b, where A = W; Gᵀ h, set or added; Wᵀ G.
lane_weighted = _product(Form("weighted", a_counts=True, b_columns=True, start=BIAS))
lane_outer = _product(Form("outer", a_counts=True, b_counts=True))
lane_outer_more = _product(
    Form("outer_more", a_counts=True, b_counts=True, start=ITSELF)
)
lane_turned = _product(Form("turned", a_rows=True, b_columns=True))


@intrinsic
def _row_sums(context, x, x0, rows, n, out, out0, start, squares, squares0):
    """Sums of rows of n entries, set (start 0) or added, and Σ x² over all rows.

    If ``out0`` is negative, only Σ x² is computed. Places count numbers. The squares
    are added to ``squares`` in double precision.
    """

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        x, x0, rows, n, out, out0, start, squares, squares0 = args
        kinds, intp = signature.args, n.type
        on = Vectors(builder, kinds[0])
        lanes, zero = intp(on.count), intp(0)
        x = pointer(context, builder, kinds[0], x, x0)
        out = pointer(context, builder, kinds[4], out, out0)
        squares = pointer(context, builder, kinds[7], squares, squares0)
        every = on.variable(on.zero)
        wanted = builder.icmp_signed(">=", out0, zero)
        adds = builder.and_(wanted, builder.icmp_signed("!=", start, zero))
        with cgutils.for_range(builder, rows, intp=intp) as row:
            place = on.place(out, builder.mul(row.index, lanes))
            total, square = on.variable(on.zero), on.variable(on.zero)
            with builder.if_then(adds):
                builder.store(on.load(place), total)
            first = builder.mul(row.index, n)
            with cgutils.for_range(builder, n, intp=intp) as loop:
                at = builder.mul(builder.add(first, loop.index), lanes)
                value = on.load(on.place(x, at))
                builder.store(on.fused(value, value, builder.load(square)), square)
                builder.store(builder.fadd(builder.load(total), value), total)
            with builder.if_then(wanted):
                on.store(builder.load(total), place)
            builder.store(
                builder.fadd(builder.load(every), builder.load(square)), every
            )
        wide = Vectors(builder, kinds[7], on.count)
        found, place = builder.load(every), wide.place(squares, zero)
        if not on.double:
            found = builder.fpext(found, wide.kind)
        wide.store(builder.fadd(wide.load(place), found), place)
        return context.get_dummy_value()

    i = types.intp
    return types.void(x, i, i, i, out, i, i, squares, i), emit


@exported("piiipiiD>v", **FLAGS)
def lane_rows(x, x0, rows, n, out, out0, start, squares):
    """Sum rows of n entries into ``out`` (−1: nowhere); add Σ x² to ``squares``."""
    x, out, squares = view(x, 0, ALL), view(out, 0, ALL), view(squares, 0, ALL)
    _row_sums(x, x0, rows, n, out, out0, start, squares, 0)


@exported("piiD>v", **FLAGS)
def lane_squares(x, x0, n, squares):
    """Add each lane's Σ x² over n entries to ``squares``."""
    x, squares = view(x, 0, ALL), view(squares, 0, ALL)
    _row_sums(x, x0, n, 1, x, -1, 0, squares, 0)
