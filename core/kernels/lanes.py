# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Steps of many networks side by side: a lane of a vector is a network.

Every number of a network becomes `lanes` numbers, one for each network, so that a
product needs no padding, no sums across lanes and no remainders, however small the
layers. What works entry by entry (activation functions, dropout's factors) is that of
one network over longer rows; here is the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
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
    RULES,
    SUMS,
    V_NEW,
    V_OLD,
    Rule,
    add_sums,
    streams,
)
from core.kernels.draws import bits, normal
from core.kernels.linking import ALL, exported
from core.kernels.memory import view
from core.kernels.options import EXACT_FLAGS, FLAGS, INLINE, VECTOR
from core.kernels.program import ADAM, MOMENTUM, NESTEROV, RMSPROP
from core.kernels.vectors import Vectors, pointer

_EPSILON = 1e-5  # added to a variance, as in `core.kernels.layers`


def _tile(rows: int, columns: int) -> Callable[..., None]:
    """``rows`` × ``columns`` of C = start + A B, where every entry is a vector.

    A's entry (r, k) lies at r·ra + k·ka vectors, B's (k, c) at k·kb + c·cb. It starts
    from a bias for each row (1), from what C holds (2) or from 0.
    """

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        (a, a0, ra, ka), (b, b0, kb, cb), (c, c0, rc, cc), (bias, bias0) = (
            cgutils.unpack_tuple(builder, given) for given in args[:4]
        )
        start, count = args[4:]
        kinds = [given[0] for given in signature.args[:4]]
        on = Vectors(builder, kinds[0])
        intp = a0.type
        lane = intp(on.count)
        a, b, c, bias = (
            pointer(context, builder, kind, value, builder.mul(offset, lane))
            for kind, value, offset in zip(
                kinds, (a, b, c, bias), (a0, b0, c0, bias0), strict=True
            )
        )

        def entry(base: Any, *terms: tuple[Any, Any]) -> Any:
            at = intp(0)
            for number, step in terms:
                at = builder.add(at, builder.mul(number, step))
            return on.place(base, builder.mul(at, lane))

        outs = [
            [entry(c, (intp(r), rc), (intp(j), cc)) for j in range(columns)]
            for r in range(rows)
        ]
        sums = [[on.variable(on.zero) for _ in range(columns)] for _ in range(rows)]
        with builder.if_then(builder.icmp_signed("==", start, intp(1))):
            for r in range(rows):
                value = on.load(entry(bias, (intp(r), intp(1))))
                for total in sums[r]:
                    builder.store(value, total)
        with builder.if_then(builder.icmp_signed("==", start, intp(2))):
            for r in range(rows):
                for j in range(columns):
                    builder.store(on.load(outs[r][j]), sums[r][j])
        with cgutils.for_range(builder, count, intp=intp) as loop:
            k = loop.index
            right = [on.load(entry(b, (k, kb), (intp(j), cb))) for j in range(columns)]
            for r in range(rows):
                left = on.load(entry(a, (k, ka), (intp(r), ra)))
                for j in range(columns):
                    total = builder.load(sums[r][j])
                    builder.store(on.fused(left, right[j], total), sums[r][j])
        for r in range(rows):
            for j in range(columns):
                on.store(builder.load(sums[r][j]), outs[r][j])
        return context.get_dummy_value()

    @intrinsic
    def run(context, a, b, c, bias, start, count):
        n = types.intp
        return types.void(a, b, c, bias, n, n), emit

    return run  # type: ignore[no-any-return]


def _strips(columns: int) -> Any:
    """All rows of some strips, each ``columns`` entries wide."""
    four, two, one = (_tile(r, columns) for r in (4, 2, 1))

    @njit(**INLINE)
    def all_rows(left, right, out, bias, start, rows, count, strips):
        a, a0, ra, ka = left
        b, b0, kb, cb = right
        c, c0, rc, cc = out
        more, more0 = bias
        for s in range(strips):
            j = s * columns
            part = (b, b0 + j * cb, kb, cb)
            r = 0
            while r < rows:
                numbers = (a, a0 + r * ra, ra, ka)
                to = (c, c0 + r * rc + j * cc, rc, cc)
                begin = (more, more0 + r)
                if r + 4 <= rows:
                    four(numbers, part, to, begin, start, count)
                    r += 4
                elif r + 2 <= rows:
                    two(numbers, part, to, begin, start, count)
                    r += 2
                else:
                    one(numbers, part, to, begin, start, count)
                    r += 1

    return all_rows


_strips4, _strips2, _strips1 = (_strips(c) for c in (4, 2, 1))


@exported("piiipiiipiiipiiiii>v", **FLAGS)
def lane_product(
    a,
    a0,
    ra,
    ka,
    b,
    b0,
    kb,
    cb,
    c,
    c0,
    rc,
    cc,
    bias,
    bias0,
    start,
    rows,
    columns,
    count,
):
    """Set C = start + A B, see `_tile`; places and steps count entries."""
    a, b, c = view(a, 0, ALL), view(b, 0, ALL), view(c, 0, ALL)
    left, begin = (a, a0, ra, ka), (view(bias, 0, ALL), bias0)
    fours, rest = columns // 4, columns % 4
    if fours > 0:
        right, out = (b, b0, kb, cb), (c, c0, rc, cc)
        _strips4(left, right, out, begin, start, rows, count, fours)
    j = 4 * fours
    if rest >= 2:
        right, out = (b, b0 + j * cb, kb, cb), (c, c0 + j * cc, rc, cc)
        _strips2(left, right, out, begin, start, rows, count, 1)
        j += 2
    if rest % 2 == 1:
        right, out = (b, b0 + j * cb, kb, cb), (c, c0 + j * cc, rc, cc)
        _strips1(left, right, out, begin, start, rows, count, 1)


@exported("piiOiipi>v", **FLAGS)
def lane_gather(source, examples, rows, orders, first, nb, work, to0):
    """Copy each lane's next examples; a lane's order is a row of ``orders``."""
    source, orders, work = (
        view(source, 0, ALL),
        view(orders, 0, ALL),
        view(work, 0, ALL),
    )
    lanes = VECTOR // work.itemsize
    for i in range(rows):
        for j in range(nb):
            to = to0 + (i * nb + j) * lanes
            for lane in range(lanes):
                pick = orders[lane * examples + first + j]
                work[to + lane] = source[i * examples + pick]


@exported("piiLiiid>v", **EXACT_FLAGS)
def lane_noise(work, to0, rows, keys, nb, batch, column, deviation):
    """Add normal noise to the inputs, each network's own."""
    work, keys = view(work, 0, ALL), view(keys, 0, ALL)
    lanes = VECTOR // work.itemsize
    real = work.dtype.type
    for i in range(rows):
        for j in range(nb):
            to = to0 + (i * nb + j) * lanes
            for lane in range(lanes):
                drawn = normal(np.uint64(keys[lane]), i * batch + column + j)
                work[to + lane] += real(deviation * drawn)


@exported("piLiid>v", **EXACT_FLAGS)
def lane_mask(work, to0, keys, start, nb, chance):
    """Dropout's factors of one unit: those that each network would draw alone."""
    work, keys = view(work, 0, ALL), view(keys, 0, ALL)
    lanes = VECTOR // work.itemsize
    real = work.dtype.type
    kept, none = real(1.0 / (1.0 - chance)), real(0.0)
    bar = np.uint64(np.ceil(chance * 2.0**53))
    for j in range(nb):
        for lane in range(lanes):
            word = bits(np.uint64(keys[lane]), start + j)
            work[to0 + j * lanes + lane] = (
                none if (word >> np.uint64(11)) < bar else kept
            )


@exported("piiiipi>v", **FLAGS)
def lane_slopes(work, z0, a0, units, nb, theta, slopes0):
    """``z or α z`` with a learned α a unit."""
    work, slopes = view(work, 0, ALL), view(theta, 0, ALL)
    lanes = VECTOR // work.itemsize
    zero = work.dtype.type(0.0)
    for u in range(units):
        low = slopes0 + u * lanes
        for j in range(nb):
            at = (u * nb + j) * lanes
            for lane in range(lanes):
                x = work[z0 + at + lane]
                work[a0 + at + lane] = x if x > zero else slopes[low + lane] * x


@exported("piiiipipi>v", **FLAGS)
def lane_slopes_back(work, g0, z0, units, nb, theta, slopes0, out, out0):
    """Gradients by z, in place, and by the slopes, to which they are added."""
    work, slopes, sums = view(work, 0, ALL), view(theta, 0, ALL), view(out, 0, ALL)
    lanes = VECTOR // work.itemsize
    zero = work.dtype.type(0.0)
    for u in range(units):
        for j in range(nb):
            at = (u * nb + j) * lanes
            for lane in range(lanes):
                x, push = work[z0 + at + lane], work[g0 + at + lane]
                sums[out0 + u * lanes + lane] += push * (zero if x > zero else x)
                low = slopes[slopes0 + u * lanes + lane]
                work[g0 + at + lane] = push if x > zero else low * push


@exported("pipiiiii>v", **FLAGS)
def lane_distances(theta, w0, work, h0, z0, rows, count, nb):
    """Squared distances of the examples to the rows of W."""
    centres, work = view(theta, 0, ALL), view(work, 0, ALL)
    lanes = VECTOR // work.itemsize
    zero = work.dtype.type(0.0)
    for r in range(rows):
        for j in range(nb):
            to = z0 + (r * nb + j) * lanes
            for lane in range(lanes):
                work[to + lane] = zero
            for i in range(count):
                w, h = w0 + (r * count + i) * lanes, h0 + (i * nb + j) * lanes
                for lane in range(lanes):
                    gap = centres[w + lane] - work[h + lane]
                    work[to + lane] += gap * gap


@exported("pipiipiiiiii>v", **FLAGS)
def lane_distances_back(
    theta, w0, work, h0, g0, out, out0, prev0, rows, count, nb, down
):
    """Gradients of `lane_distances` by W (added to out) and, ``down``, by h."""
    centres, work, sums = view(theta, 0, ALL), view(work, 0, ALL), view(out, 0, ALL)
    lanes = VECTOR // work.itemsize
    two, zero = work.dtype.type(2.0), work.dtype.type(0.0)
    if down:
        for j in range(count * nb * lanes):
            work[prev0 + j] = zero
    for r in range(rows):
        for i in range(count):
            w = (r * count + i) * lanes
            for j in range(nb):
                g, h = g0 + (r * nb + j) * lanes, (i * nb + j) * lanes
                for lane in range(lanes):
                    gap = centres[w0 + w + lane] - work[h0 + h + lane]
                    push = two * work[g + lane] * gap
                    sums[out0 + w + lane] += push
                    if down:
                        work[prev0 + h + lane] -= push


@exported("piiipiiii>v", **FLAGS)
def lane_normalise(work, z0, out0, statistics0, theta, gamma0, beta0, rows, nb):
    """`core.kernels.layers.normalise` for each lane by itself."""
    work, given = view(work, 0, ALL), view(theta, 0, ALL)
    real = work.dtype.type
    lanes = VECTOR // work.itemsize
    share = real(1.0 / nb)
    for r in range(rows):
        mean, inverse = statistics0 + r * lanes, statistics0 + (rows + r) * lanes
        variance = statistics0 + (2 * rows + r) * lanes
        for lane in range(lanes):
            work[mean + lane], work[variance + lane] = real(0.0), real(0.0)
        for j in range(nb):
            z = z0 + (r * nb + j) * lanes
            for lane in range(lanes):
                work[mean + lane] += work[z + lane] * share
        for j in range(nb):
            z = z0 + (r * nb + j) * lanes
            for lane in range(lanes):
                gap = work[z + lane] - work[mean + lane]
                work[variance + lane] += gap * gap * share
        for lane in range(lanes):
            spread = np.sqrt(work[variance + lane] + real(_EPSILON))
            work[inverse + lane] = real(1.0) / spread
        for j in range(nb):
            at = (r * nb + j) * lanes
            for lane in range(lanes):
                x = (work[z0 + at + lane] - work[mean + lane]) * work[inverse + lane]
                work[out0 + at + lane] = x
                gamma = given[gamma0 + r * lanes + lane]
                work[z0 + at + lane] = gamma * x + given[beta0 + r * lanes + lane]


@exported("piiipipiiii>v", **FLAGS)
def lane_normalise_back(
    work, g0, normed0, statistics0, theta, gamma0, out, gamma_out, beta_out, rows, nb
):
    """`core.kernels.layers.normalise_back` for each lane by itself."""
    work, given, sums = view(work, 0, ALL), view(theta, 0, ALL), view(out, 0, ALL)
    real = work.dtype.type
    lanes = VECTOR // work.itemsize
    share = real(1.0 / nb)
    for r in range(rows):
        by_gamma, by_beta = gamma_out + r * lanes, beta_out + r * lanes
        inverse = statistics0 + (rows + r) * lanes
        for lane in range(lanes):
            sums[by_gamma + lane], sums[by_beta + lane] = real(0.0), real(0.0)
        for j in range(nb):
            at = (r * nb + j) * lanes
            for lane in range(lanes):
                push = work[g0 + at + lane]
                sums[by_beta + lane] += push
                sums[by_gamma + lane] += push * work[normed0 + at + lane]
        for j in range(nb):
            at = (r * nb + j) * lanes
            for lane in range(lanes):
                scale = given[gamma0 + r * lanes + lane] * work[inverse + lane]
                pull = sums[by_beta + lane]
                pull += work[normed0 + at + lane] * sums[by_gamma + lane]
                push = work[g0 + at + lane]
                work[g0 + at + lane] = scale * (push - pull * share)


@intrinsic
def _squares(context, x, x0, n, out):
    """Σ x² of each lane over n entries from number x0 on."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        on = Vectors(builder, kinds[0])
        start = pointer(context, builder, kinds[0], args[0], args[1])
        to = pointer(context, builder, kinds[3], args[3], args[1].type(0))
        sums = on.variable(on.zero)
        with cgutils.for_range(builder, args[2], intp=args[2].type) as loop:
            at = builder.mul(loop.index, args[2].type(on.count))
            value = on.load(on.place(start, at))
            builder.store(on.fused(value, value, builder.load(sums)), sums)
        on.store(builder.load(sums), on.place(to, args[1].type(0)))
        return context.get_dummy_value()

    return types.void(x, types.intp, types.intp, out), emit


@exported("piip>v", **FLAGS)
def lane_squares(x, x0, n, out):
    """Set ``out`` to Σ x² of each lane over n entries."""
    _squares(view(x, 0, ALL), x0, n, view(out, 0, ALL))


def _over_lanes(rule: Rule) -> Callable[..., None]:
    """A loop over n parameters of all lanes; the sums of each lane go to ``out``."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        store, places, n, factors, living, out = args
        kind = signature.args[0]
        on = Vectors(builder, kind)
        intp = n.type
        zero = intp(0)
        starts = [
            pointer(context, builder, kind, store, place)
            for place in cgutils.unpack_tuple(builder, places)
        ]
        factors, living, out = (
            pointer(context, builder, signature.args[i], args[i], zero)
            for i in (3, 4, 5)
        )
        f = [on.load(on.place(factors, intp(i * on.count))) for i in range(FACTORS)]
        alive = builder.fcmp_ordered(">", on.load(on.place(living, zero)), on.zero)
        sums = [on.variable(on.zero) for _ in range(SUMS)]
        stays = {NEW: OLD, NOW: GONE, M_NEW: M_OLD, V_NEW: V_OLD}
        with cgutils.for_range(builder, n, intp=intp) as loop:
            at = builder.mul(loop.index, intp(on.count))

            def load(stream: int) -> Any:
                return on.load(on.place(starts[stream], at))

            def save(value: Any, stream: int) -> None:
                before = load(stays[stream]) if stream in stays else None
                if before is not None:  # a network that has diverged stays as it is
                    value = builder.select(alive, value, before)
                on.store(value, on.place(starts[stream], at))

            add_sums(on, rule.step(on, f, load, save), sums)
        for i, total in enumerate(sums):
            on.store(builder.load(total), on.place(out, intp(i * on.count)))
        return context.get_dummy_value()

    @intrinsic
    def run(context, store, places, n, factors, living, out):
        return types.void(store, places, types.intp, factors, living, out), emit

    return run  # type: ignore[no-any-return]


_plain, _momentum, _rms, _adam = map(_over_lanes, RULES)


@exported("ipiiiiippp>v", **FLAGS)
def lane_advance(optimiser, store, size, old, new, start, n, factors, living, out):
    """Update n parameters from number ``start`` on; factors are (FACTORS, lanes)."""
    store, factors = view(store, 0, ALL), view(factors, 0, ALL)
    living, out = view(living, 0, ALL), view(out, 0, ALL)
    lanes = VECTOR // store.itemsize
    places = streams(size * lanes, old, new, start * lanes)
    if optimiser >= ADAM:
        _adam(store, places, n, factors, living, out)
    elif optimiser == RMSPROP:
        _rms(store, places, n, factors, living, out)
    elif optimiser in (MOMENTUM, NESTEROV):
        _momentum(store, places, n, factors, living, out)
    else:
        _plain(store, places, n, factors, living, out)
