# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""One pass over the parameters: mean gradient, update, and the sums of the series.

The vectors of a network of some thousand parameters do not fit a first-level cache;
three passes (gradient, update, norms) would read them three times. Written in vectors:
a loop over nine streams of one buffer would begin with checks that none overlap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
#: What an update reads and writes, in the order of `streams`.
(SUMMED, NOW, GONE, OLD, NEW, M_OLD, M_NEW, V_OLD, V_NEW) = range(9)
#: Below this, an estimate of 1/√v overflows; √v is far below ε anyway.
_LEAST = {8: 2.3e-308, 4: 1.2e-38}


def _over_root(on: Vectors, a: Any, v: Any, root: Any, epsilon: Any) -> Any:
    """A / (√v · root + ε); with AVX-512 by estimates and Newton's steps.

    A square root and a division occupy the divider for several cycles per number.
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
    """Σ x², in the same order in which a rule sums it."""

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


@dataclass(frozen=True, slots=True)
class Rule:
    """The arithmetic of one update rule on vectors."""

    name: str

    def step(self, on: Vectors, f: list[Any], load: Any, save: Any) -> list[Any]:
        """Emit the update of a vector of parameters; ``f`` are its factors.

        ``load`` and ``save`` take the number of a stream. Returns the gradient, the one
        before, the new and the old parameters.
        """
        builder = on.builder
        g = on.multiply(load(SUMMED), f[SHARE])
        gone, old = load(GONE), load(OLD)
        save(g, NOW)
        push = clipped = on.multiply(g, f[CLIPPED])
        if self.name in ("momentum", "adam"):
            m = on.fused(load(M_OLD), f[OLD1], on.multiply(clipped, f[NEW1]))
            save(m, M_NEW)
            push = m
        if self.name == "momentum":
            push = on.fused(clipped, f[OWN], on.multiply(m, f[AHEAD]))
        if self.name in ("rms", "adam"):
            square = on.multiply(clipped, clipped)
            v = on.fused(load(V_OLD), f[OLD2], on.multiply(square, f[NEW2]))
            save(v, V_NEW)
            push = _over_root(on, push, v, f[ROOT], f[EPS])
        kept = on.multiply(old, f[KEPT]) if self.name == "adam" else old
        value = on.fused(builder.fneg(push), f[LR], kept)
        save(value, NEW)
        return [g, gone, value, old]


def add_sums(on: Vectors, numbers: list[Any], sums: list[Any]) -> None:
    """Raise the four sums by what `Rule.step` returned."""
    g, gone, value, old = numbers
    gap = on.builder.fsub(value, old)
    pairs = ((g, g), (g, gone), (value, value), (gap, gap))
    for (a, b), total in zip(pairs, sums, strict=True):
        on.builder.store(on.fused(a, b, on.builder.load(total)), total)


def _over_parameters(rule: Rule) -> Callable[..., None]:
    """A loop over n parameters of one network; returns the four sums."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        store, places, n, factors = args
        kind = signature.args[0]
        on = Vectors(builder, kind)
        starts = [
            pointer(context, builder, kind, store, place)
            for place in cgutils.unpack_tuple(builder, places)
        ]
        f = [on.spread(x) for x in cgutils.unpack_tuple(builder, factors)]
        sums = [on.variable(on.zero) for _ in range(SUMS)]

        def body(index: Any, mask: Any) -> None:
            def load(stream: int) -> Any:
                place = on.place(starts[stream], index)
                return on.load(place) if mask is None else on.masked_load(place, mask)

            def save(value: Any, stream: int) -> None:
                place = on.place(starts[stream], index)
                if mask is None:
                    on.store(value, place)
                else:
                    on.masked_store(value, place, mask)

            numbers = rule.step(on, f, load, save)
            if mask is not None:  # lanes beyond the end do not count
                numbers[2] = builder.select(mask, numbers[2], on.zero)
            add_sums(on, numbers, sums)

        _along(on, n, body)
        found = [_total(on, total) for total in sums]
        return context.make_tuple(builder, signature.return_type, found)

    @intrinsic
    def run(context, store, places, n, factors):
        made = types.UniTuple(types.float64, SUMS)
        return made(store, places, types.intp, factors), emit

    return run  # type: ignore[no-any-return]


#: The rules of all optimisers.
RULES = tuple(map(Rule, ("plain", "momentum", "rms", "adam")))
_plain, _momentum, _rms, _adam = map(_over_parameters, RULES)


@exported("pii>d", **FLAGS)
def gradient_squares(store, g0, n):
    """Σ g² of a part of a layer, bit for bit equal to that of `advance`."""
    return _squares(view(store, 0, ALL), g0, n)


@njit(**INLINE)
def part_size(layer, part, start):
    """How many parameters a part of a layer has; ``start`` is that of its first."""
    if part == 0:
        return layer[ROWS] * layer[IN]
    if part == 1:
        return layer[ROWS] if layer[B] >= 0 else 0
    return layer[END] - start


@njit(**INLINE)
def streams(size, old, new, start):
    """The addresses of the streams of parameters from ``start`` on in the store."""
    return (
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


@njit(**INLINE)
def advance_part(optimiser, store, size, old, new, start, n, f):
    """Update n parameters from ``start`` on, from state ``old`` into state ``new``."""
    places = streams(size, old, new, start)
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
        for part in range(PARTS):
            n = part_size(layer, part, start)
            at = (k * PARTS + part) * SUMS
            s = (0.0, 0.0, 0.0, 0.0)
            if n > 0 and layer[FROZEN]:
                s = advance_part(0, store, size, old, new, start, n, still)
            elif n > 0:
                s = advance_part(optimiser, store, size, old, new, start, n, f)
            found[at], found[at + 1], found[at + 2], found[at + 3] = s
            start += n
