# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""New parameters of many networks side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from core.kernels.advance import (
    FACTORS,
    GONE,
    M_NEW,
    M_OLD,
    NEW,
    NOW,
    OLD,
    PARTS,
    RULES,
    SUMS,
    V_NEW,
    V_OLD,
    Rule,
    add_sums,
    part_size,
    streams,
)
from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import FLAGS, INLINE, VECTOR
from core.kernels.program import (
    ADAM,
    FROZEN,
    LAYER_FIELDS,
    MOMENTUM,
    NESTEROV,
    RMSPROP,
)
from core.kernels.vectors import Vectors, pointer


def _over_lanes(rule: Rule) -> Callable[..., None]:
    """Loop over n parameters of all lanes; each lane's sums are written to ``out``."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        store, places, n, factors, living, out, out0 = args
        kind = signature.args[0]
        on = Vectors(builder, kind)
        intp = n.type
        zero = intp(0)
        starts = [
            pointer(context, builder, kind, store, place)
            for place in cgutils.unpack_tuple(builder, places)
        ]
        factors, living, out = (
            pointer(context, builder, signature.args[i], args[i], at)
            for i, at in ((3, zero), (4, zero), (5, out0))
        )
        f = [on.load(on.place(factors, intp(i * on.count))) for i in range(FACTORS)]
        alive = builder.fcmp_ordered(">", on.load(on.place(living, zero)), on.zero)
        sums = [on.variable(on.zero) for _ in range(SUMS)]
        stays = {NEW: OLD, NOW: GONE, M_NEW: M_OLD, V_NEW: V_OLD}
        with cgutils.for_range(builder, n, intp=intp) as loop:
            at = builder.mul(loop.index, intp(on.count))
            loaded: dict[int, Any] = {}  # no place is both read and written

            def load(stream: int) -> Any:
                if stream not in loaded:
                    loaded[stream] = on.load(on.place(starts[stream], at))
                return loaded[stream]

            def save(value: Any, stream: int) -> None:
                # A network that has diverged stays as it is.
                value = builder.select(alive, value, load(stays[stream]))
                on.store(value, on.place(starts[stream], at))

            add_sums(on, rule.step(on, f, load, save), sums)
        for i, total in enumerate(sums):
            on.store(builder.load(total), on.place(out, intp(i * on.count)))
        return context.get_dummy_value()

    @intrinsic
    def run(context, store, places, n, factors, living, out, out0):
        i = types.intp
        return types.void(store, places, i, factors, living, out, i), emit

    return run  # type: ignore[no-any-return]


_plain, _momentum, _rms, _adam = map(_over_lanes, RULES)


@njit(**INLINE)
def advance_part(optimiser, store, size, old, new, start, n, f, living, out, out0):
    """Update n parameters of all lanes, beginning with number ``start``."""
    lanes = VECTOR // store.itemsize
    places = streams(size * lanes, old, new, start * lanes)
    if optimiser >= ADAM:
        _adam(store, places, n, f, living, out, out0)
    elif optimiser == RMSPROP:
        _rms(store, places, n, f, living, out, out0)
    elif optimiser in (MOMENTUM, NESTEROV):
        _momentum(store, places, n, f, living, out, out0)
    else:
        _plain(store, places, n, f, living, out, out0)


@exported("ipiiiLipppp>v", **FLAGS)
def lane_advance(
    optimiser, store, size, old, new, table, depth, factors, still, living, out
):
    """`core.kernels.advance.advance` for all lanes; factors are (FACTORS, lanes).

    A frozen layer makes a plain step with the factors ``still``.
    """
    store, out, living = view(store, 0, ALL), view(out, 0, ALL), view(living, 0, ALL)
    factors, still = view(factors, 0, ALL), view(still, 0, ALL)
    lanes = VECTOR // store.itemsize
    start = 0
    for k in range(depth):
        layer = view(table, k * LAYER_FIELDS, LAYER_FIELDS)
        for part in range(PARTS):
            n = part_size(layer, part, start)
            at = (k * PARTS + part) * SUMS * lanes
            frozen = layer[FROZEN] != 0
            advance_part(
                0 if frozen else optimiser,
                store,
                size,
                old,
                new,
                start,
                n,
                still if frozen else factors,
                living,
                out,
                at,
            )
            start += n
