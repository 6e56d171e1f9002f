# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""The series of many networks side by side, from the sums of their steps.

This module uses explicit vectors: in loops over the lanes of several views of one
buffer, LLVM has to assume that arrays overlap, and does not vectorise.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from core.kernels.advance import (
    ALONG,
    CHANGE,
    CLIPPED,
    FACTORS,
    KEPT,
    LR,
    PARTS,
    SHARE,
    SIZE_NEW,
    SQUARE,
    SUMS,
)
from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import FLAGS
from core.kernels.update import LARGEST
from core.kernels.vectors import Vectors, picks, pointer

#: Columns of a run and of a layer, in the order of `core.training.state`.
RUN_COLUMNS, LAYER_COLUMNS = 2, 6


class _Lanes:
    """Vectors in a run's precision, and as many numbers in double precision."""

    def __init__(self, context: Any, builder: Any, single: Any, double: Any) -> None:
        self.context, self.builder = context, builder
        self.on = Vectors(builder, single)
        self.wide = Vectors(builder, double, self.on.count)

    def widened(self, value: Any) -> Any:
        """Convert to double precision."""
        if self.on.double:
            return value
        return self.builder.fpext(value, self.wide.kind)

    def narrowed(self, value: Any) -> Any:
        """Convert to the run's precision."""
        if self.on.double:
            return value
        return self.builder.fptrunc(value, self.on.kind)

    def root(self, value: Any) -> Any:
        """√ of a number, computed in the run's precision, which is precise enough."""
        found = self.on.call("llvm.sqrt.*", self.narrowed(value))
        return self.widened(found)

    def finite(self, value: Any) -> Any:
        """True in the lanes whose number is neither infinite nor NaN."""
        size = self.wide.call("llvm.fabs.*", value)
        return self.builder.fcmp_ordered("<=", size, self.wide.number(LARGEST))


@intrinsic
def _series(context, found, depth, losses, correct, pushes, before, share, row, checks):
    """See `lane_series`."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds, depth = signature.args, args[1]
        work = _Lanes(context, builder, kinds[0], kinds[2])
        on, wide = work.on, work.wide
        intp, lanes = depth.type, on.count
        found, losses, correct, pushes, before, row, checks = (
            pointer(context, builder, kinds[i], args[i], intp(0))
            for i in (0, 2, 3, 4, 5, 7, 8)
        )
        share = wide.spread(args[6])

        def at(start: Any, index: Any) -> Any:
            return wide.place(start, builder.mul(index, intp(lanes)))

        for i, sums in enumerate((losses, correct)):
            mean = wide.multiply(wide.load(at(sums, intp(0))), share)
            wide.store(mean, at(row, intp(i)))
        bits = ir.VectorType(ir.IntType(1), lanes)
        fine = cgutils.alloca_once_value(
            builder, ir.Constant(bits, [ir.Constant(ir.IntType(1), 1)] * lanes)
        )
        with cgutils.for_range(builder, depth, intp=intp) as loop:
            k = loop.index
            own = builder.mul(k, intp(PARTS * SUMS))

            def part(which: int, number: int) -> Any:
                index = builder.add(own, intp(number * SUMS + which))
                place = on.place(found, builder.mul(index, intp(lanes)))
                return work.widened(on.load(place))

            def total(which: int) -> Any:
                first, second, third = (part(which, i) for i in range(PARTS))
                return builder.fadd(builder.fadd(first, second), third)

            square, weights = total(SQUARE), total(SIZE_NEW)
            gone = wide.load(at(before, k))
            # A product of squares needs the range of double precision.
            norm = wide.call("llvm.sqrt.*", wide.multiply(square, gone))
            some = builder.fcmp_ordered(">", norm, wide.zero)
            cosine = builder.fdiv(total(ALONG), norm)
            columns = (
                work.root(part(SQUARE, 0)),
                work.root(part(SQUARE, 1)),
                work.root(wide.multiply(wide.load(at(pushes, k)), share)),
                work.root(part(SIZE_NEW, 0)),
                work.root(part(CHANGE, 0)),
                builder.select(some, cosine, wide.zero),
            )
            first = builder.add(builder.mul(k, intp(LAYER_COLUMNS)), intp(RUN_COLUMNS))
            for i, value in enumerate(columns):
                wide.store(value, at(row, builder.add(first, intp(i))))
            wide.store(square, at(before, k))
            wide.store(square, at(checks, k))
            wide.store(weights, at(checks, builder.add(depth, k)))
            both = builder.and_(work.finite(square), work.finite(weights))
            builder.store(builder.and_(builder.load(fine), both), fine)
        word = builder.bitcast(builder.load(fine), ir.IntType(lanes))
        bad = builder.icmp_unsigned("!=", word, ir.Constant(ir.IntType(lanes), -1))
        return builder.zext(bad, ir.IntType(64))

    i, d = types.intp, types.float64
    given = (found, i, losses, correct, pushes, before, d, row, checks)
    return types.int64(*given), emit


@exported("piDDDDdDD>i", **FLAGS)
def lane_series(found, depth, losses, correct, pushes, before, share, row, checks):
    """One row of every lane's series, (columns, lanes); 1 if a sum is not finite.

    ``checks`` receives Σ squares of each layer's gradient, then of its parameters.
    """
    return _series(
        view(found, 0, ALL),
        depth,
        view(losses, 0, ALL),
        view(correct, 0, ALL),
        view(pushes, 0, ALL),
        view(before, 0, ALL),
        share,
        view(row, 0, ALL),
        view(checks, 0, ALL),
    )


#: Rows and columns that are transposed at once.
_BLOCK = 8


def _turned(builder: Any, rows: list[Any]) -> list[Any]:
    """Transpose eight vectors of eight numbers."""
    for width in (1, 2, 4):  # numbers that stay together
        low = [i + 8 * j for i in range(0, 8, 2 * width) for j in (0, 1)]
        chosen = [i + k for i in low for k in range(width)]
        pairs = [i for i in range(_BLOCK) if not i & width]
        made = list(rows)
        for i in pairs:
            a, b = rows[i], rows[i + width]
            made[i] = builder.shuffle_vector(a, b, picks(chosen))
            other = [index + width for index in chosen]
            made[i + width] = builder.shuffle_vector(a, b, picks(other))
        rows = made
    return rows


@intrinsic
def _turn(context, source, source0, lanes, out, out0, step):
    """Copy eight numbers of eight lanes to rows that begin ``step`` apart."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source, source0, lanes, out, out0, step = args
        kinds, intp = signature.args, lanes.type
        on = Vectors(builder, kinds[0], _BLOCK)
        source = pointer(context, builder, kinds[0], source, source0)
        out = pointer(context, builder, kinds[3], out, out0)
        rows = [
            on.load(on.place(source, builder.mul(intp(i), lanes)))
            for i in range(_BLOCK)
        ]
        for i, row in enumerate(_turned(builder, rows)):
            on.store(row, on.place(out, builder.mul(intp(i), step)))
        return context.get_dummy_value()

    i = types.intp
    return types.void(source, i, i, out, i, i), emit


@exported("DiiiDii>v", **FLAGS)
def hand_over(stage, lanes, count, n, rows, at, step):
    """Copy n numbers of the first ``count`` lanes, lane i's to ``at + i·step``."""
    whole, numbers = count // _BLOCK * _BLOCK, n // _BLOCK * _BLOCK
    every, all_rows = view(stage, 0, ALL), view(rows, 0, ALL)
    for lane in range(0, whole, _BLOCK):
        for i in range(0, numbers, _BLOCK):
            to = at + lane * step + i
            _turn(every, i * lanes + lane, lanes, all_rows, to, step)
    for lane in range(count):
        out, source = view(rows, at + lane * step, n), view(stage, lane, ALL)
        for i in range(numbers if lane < whole else 0, n):
            out[np.uint64(i)] = source[np.uint64(i * lanes)]


@intrinsic
def _add_lanes(context, work, at, n, totals):
    """See `add_lanes`."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds, n = signature.args, args[2]
        lanes = _Lanes(context, builder, kinds[0], kinds[3])
        on, wide = lanes.on, lanes.wide
        start = pointer(context, builder, kinds[0], args[0], args[1])
        place = wide.place(
            pointer(context, builder, kinds[3], args[3], n.type(0)), n.type(0)
        )
        total = on.variable(on.zero)
        with cgutils.for_range(builder, n, intp=n.type) as loop:
            at = builder.mul(loop.index, n.type(on.count))
            raised = builder.fadd(builder.load(total), on.load(on.place(start, at)))
            builder.store(raised, total)
        found = lanes.widened(builder.load(total))
        wide.store(builder.fadd(wide.load(place), found), place)
        return context.get_dummy_value()

    return types.void(work, types.intp, types.intp, totals), emit


@exported("piiD>v", **FLAGS)
def add_lanes(work, at, n, totals):
    """Add each lane's sum over n entries to ``totals``."""
    _add_lanes(view(work, 0, ALL), at, n, view(totals, 0, ALL))


@exported("Di>i", **FLAGS)
def any_infinite(numbers, n):
    """Whether any of n numbers is infinite or NaN, or their sum overflows."""
    numbers, total = view(numbers, 0, n), 0.0
    for i in range(n):
        total += abs(numbers[i])
    return 0 if total <= LARGEST else 1


@intrinsic
def _factors(context, given, rates, clips, factors, still):
    """See `lane_factors`."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        lanes = _Lanes(context, builder, kinds[3], kinds[0])
        on, wide = lanes.on, lanes.wide
        intp = ir.IntType(64)
        given, rates, clips, factors, still = (
            pointer(context, builder, kind, value, intp(0))
            for kind, value in zip(kinds, args, strict=True)
        )
        values = [
            wide.spread(builder.load(builder.gep(given, [intp(i)])))
            for i in range(FACTORS)
        ]
        one = wide.number(1.0)
        rate = wide.load(wide.place(rates, intp(0)))
        values[LR] = wide.multiply(values[LR], rate)
        shrink = wide.multiply(builder.fsub(one, values[KEPT]), rate)
        values[KEPT] = builder.fsub(one, shrink)
        values[CLIPPED] = wide.load(wide.place(clips, intp(0)))
        for i, value in enumerate(values):
            on.store(lanes.narrowed(value), on.place(factors, intp(i * on.count)))
        place = on.place(still, intp(SHARE * on.count))
        on.store(lanes.narrowed(values[SHARE]), place)
        return context.get_dummy_value()

    return types.void(given, rates, clips, factors, still), emit


@exported("DDDpp>v", **FLAGS)
def lane_factors(given, rates, clips, factors, still):
    """The factors of a step, one vector each, from those for learning rate 1.

    ``still`` are the factors of a frozen layer: all are 0 except the first.
    """
    _factors(
        view(given, 0, ALL),
        view(rates, 0, ALL),
        view(clips, 0, ALL),
        view(factors, 0, ALL),
        view(still, 0, ALL),
    )
