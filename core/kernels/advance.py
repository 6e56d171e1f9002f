# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""One pass over the parameters: mean gradient, update, and the sums of the series.

The vectors of a network of some thousand parameters do not fit a first-level cache;
three passes (gradient, update, norms) would read them three times. Written in vectors:
a loop over nine streams of one buffer would begin with checks that none overlap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import FLAGS, INLINE, VECTOR
from core.kernels.program import (
    ACCUMULATED,
    ADAM,
    END,
    FROZEN,
    GRADIENT,
    IN,
    LAYER_FIELDS,
    MOMENT1,
    MOMENT2,
    MOMENTUM,
    NESTEROV,
    RMSPROP,
    ROWS,
    THETA,
    B,
)
from core.kernels.vectors import Vectors, pointer

#: Factors of a step: of the summed gradient, of the mean one (clipping), the rate, of
#: both moments before and of what is added to them, of √v, ε, of the weight (decay), of
#: gradient and moment in Nesterov's step.
(SHARE, CLIPPED, LR, OLD1, NEW1, OLD2, NEW2, ROOT, EPS, KEPT, OWN, AHEAD) = range(12)
FACTORS = 12
#: A layer has three parts: weights, biases, the rest; each has four sums.
PARTS = 3
(SQUARE, ALONG, SIZE_NEW, CHANGE) = range(4)  # Σg², Σg·(before), Σnew², Σ(new − old)²
SUMS = 4
#: Below it, an estimate of 1/√v overflows; √v is far below ε anyway.
_LEAST = {8: 2.3e-308, 4: 1.2e-38}


def _over_root(on: Vectors, a: Any, v: Any, root: Any, epsilon: Any) -> Any:
    """A / (√v · root + ε); with AVX-512 by estimates and Newton's steps.

    A square root and a division occupy the divider for several cycles a number.
    """
    builder = on.builder
    if VECTOR < 64:
        below = on.fused(on.call("llvm.sqrt.*", v), root, epsilon)
        return builder.fdiv(a, below, flags=("nsz",))
    one, half, least = on.number(1.0), on.number(0.5), on.number(_LEAST[on.size])
    v = builder.select(builder.fcmp_ordered("<", v, least), least, v)
    steps = range(2 if on.double else 1)  # 14 bits become 28, then 56
    x = _estimate(on, "rsqrt14", v)
    for _ in steps:
        error = on.fused(builder.fneg(on.multiply(v, x)), x, one)
        x = on.fused(on.multiply(x, half), error, x)
    below = on.fused(on.multiply(v, x), root, epsilon)
    x = _estimate(on, "rcp14", below)
    minus = builder.fneg(below)
    for _ in steps:
        x = on.fused(x, on.fused(minus, x, one), x)
    return on.multiply(a, x)


def _estimate(on: Vectors, what: str, a: Any) -> Any:
    """14 bits of 1/√a or 1/a."""
    every = ir.Constant(ir.IntType(8 if on.double else 16), -1)
    kind = "pd" if on.double else "ps"
    return on.call(f"llvm.x86.avx512.{what}.{kind}.512", a, a, every)


def _along(on: Vectors, n: Any, body: Callable[[Any, Any], None]) -> None:
    """Emit ``body`` for every whole vector of n numbers, then for the rest, masked."""
    builder, wide = on.builder, n.type(on.count)
    whole = builder.sdiv(n, wide)
    with cgutils.for_range(builder, whole, intp=n.type) as loop:
        body(builder.mul(loop.index, wide), None)
    rest = builder.srem(n, wide)
    with builder.if_then(builder.icmp_signed(">", rest, n.type(0))):
        body(builder.mul(whole, wide), on.mask(rest))


def _total(on: Vectors, sums: Any) -> Any:
    """The sum of the lanes, in double precision from there on."""
    found = on.sum(on.builder.load(sums))
    return found if on.double else on.builder.fpext(found, ir.DoubleType())


@intrinsic
def _squares(context, x, x0, n):
    """Σ x², in the very order in which a rule sums it."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        on = Vectors(builder, signature.args[0])
        start = pointer(context, builder, signature.args[0], args[0], args[1])
        sums = on.variable(on.zero)

        def body(index: Any, mask: Any) -> None:
            place = on.place(start, index)
            x = on.load(place) if mask is None else on.masked_load(place, mask)
            builder.store(on.fused(x, x, builder.load(sums)), sums)

        _along(on, args[2], body)
        return _total(on, sums)

    return types.float64(x, types.intp, types.intp), emit


def _rule(name: str) -> Callable[..., None]:
    """A loop over n parameters by one update rule; returns the four sums."""
    with_first, with_second = name in ("momentum", "adam"), name in ("rms", "adam")

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        store, places, n, factors = args
        kind = signature.args[0]
        on = Vectors(builder, kind)
        starts = [
            pointer(context, builder, kind, store, place)
            for place in cgutils.unpack_tuple(builder, places)
        ]
        summed, now, before, theta, new, m_old, m_new, v_old, v_new = starts
        f = [on.spread(x) for x in cgutils.unpack_tuple(builder, factors)]
        sums = [on.variable(on.zero) for _ in range(SUMS)]

        def body(index: Any, mask: Any) -> None:
            def load(start: Any) -> Any:
                place = on.place(start, index)
                return on.load(place) if mask is None else on.masked_load(place, mask)

            def save(value: Any, start: Any) -> None:
                place = on.place(start, index)
                if mask is None:
                    on.store(value, place)
                else:
                    on.masked_store(value, place, mask)

            g = on.multiply(load(summed), f[SHARE])
            gone, old = load(before), load(theta)
            save(g, now)
            push = clipped = on.multiply(g, f[CLIPPED])
            if with_first:
                m = on.fused(load(m_old), f[OLD1], on.multiply(clipped, f[NEW1]))
                save(m, m_new)
                push = m
            if name == "momentum":
                push = on.fused(clipped, f[OWN], on.multiply(m, f[AHEAD]))
            if with_second:
                square = on.multiply(clipped, clipped)
                v = on.fused(load(v_old), f[OLD2], on.multiply(square, f[NEW2]))
                save(v, v_new)
                push = _over_root(on, push, v, f[ROOT], f[EPS])
            kept = on.multiply(old, f[KEPT]) if name == "adam" else old
            value = on.fused(builder.fneg(push), f[LR], kept)
            save(value, new)
            if mask is not None:  # lanes beyond the end count for nothing
                value = builder.select(mask, value, on.zero)
            gap = builder.fsub(value, old)
            pairs = ((g, g), (g, gone), (value, value), (gap, gap))
            for (a, b), total in zip(pairs, sums, strict=True):
                builder.store(on.fused(a, b, builder.load(total)), total)

        _along(on, n, body)
        found = [_total(on, total) for total in sums]
        return context.make_tuple(builder, signature.return_type, found)

    @intrinsic
    def run(context, store, places, n, factors):
        made = types.UniTuple(types.float64, SUMS)
        return made(store, places, types.intp, factors), emit

    return run  # type: ignore[no-any-return]


_plain, _momentum, _rms, _adam = (
    _rule(r) for r in ("plain", "momentum", "rms", "adam")
)


@exported("pii>d", **FLAGS)
def gradient_squares(store, g0, n):
    """Σ g² of a part of a layer, bit for bit the one that `advance` finds."""
    return _squares(view(store, 0, ALL), g0, n)


@njit(**INLINE)
def advance_part(optimiser, store, size, old, new, start, n, f):
    """Update n parameters from ``start`` on, from state ``old`` into state ``new``."""
    places = (
        ACCUMULATED * size + start,
        (4 * new + GRADIENT) * size + start,
        (4 * old + GRADIENT) * size + start,
        (4 * old + THETA) * size + start,
        (4 * new + THETA) * size + start,
        (4 * old + MOMENT1) * size + start,
        (4 * new + MOMENT1) * size + start,
        (4 * old + MOMENT2) * size + start,
        (4 * new + MOMENT2) * size + start,
    )
    if optimiser >= ADAM:
        return _adam(store, places, n, f)
    if optimiser == RMSPROP:
        return _rms(store, places, n, f)
    if optimiser in (MOMENTUM, NESTEROV):
        return _momentum(store, places, n, f)
    return _plain(store, places, n, f)


@exported("ipiiiLiDD>v", **FLAGS)
def advance(optimiser, store, size, old, new, table, depth, factors, out):
    """Update all layers; the sums of every part of a layer go to ``out``.

    A frozen layer takes a plain step at rate 0: it has gradients and norms, and moments
    that a rule does not use are the same in both states.
    """
    store, table = view(store, 0, ALL), view(table, 0, depth * LAYER_FIELDS)
    given, found = view(factors, 0, FACTORS), view(out, 0, depth * PARTS * SUMS)
    r = store.dtype.type
    f = (
        r(given[0]),
        r(given[1]),
        r(given[2]),
        r(given[3]),
        r(given[4]),
        r(given[5]),
        r(given[6]),
        r(given[7]),
        r(given[8]),
        r(given[9]),
        r(given[10]),
        r(given[11]),
    )
    zero = r(0.0)
    still = (f[0], zero, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero)
    start = 0
    for k in range(depth):
        layer = view(table, k * LAYER_FIELDS, LAYER_FIELDS)
        n_w = layer[ROWS] * layer[IN]
        n_b = layer[ROWS] if layer[B] >= 0 else 0
        end = layer[END]
        for part in range(PARTS):
            n = n_w if part == 0 else (n_b if part == 1 else end - start)
            at = (k * PARTS + part) * SUMS
            s = (0.0, 0.0, 0.0, 0.0)
            if n > 0 and layer[FROZEN]:
                s = advance_part(0, store, size, old, new, start, n, still)
            elif n > 0:
                s = advance_part(optimiser, store, size, old, new, start, n, f)
            found[at], found[at + 1], found[at + 2], found[at + 3] = s
            start += n
