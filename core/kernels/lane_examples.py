# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""The examples of many networks side by side: their order, inputs, noise, decisions.

Each lane draws what its network would draw alone (`core.kernels.draws`), bit for bit.
Loops run over views of one vector: LLVM cannot vectorise over the lanes if numba
cannot prove that an index is positive.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from core.kernels.codes import CE_REF, MDN, THRESHOLDS
from core.kernels.draws import bits, key, normal
from core.kernels.families import LAYERS
from core.kernels.linking import ALL, exported
from core.kernels.losses import score
from core.kernels.memory import from_bits, to_bits, view
from core.kernels.options import EXACT, EXACT_FLAGS, FLAGS, VECTOR

_LOW, _S32, _S11 = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(11)
_TWO32, _TWO52 = 2.0**32, 2.0**52
_BITS52 = 0x433 << 52  # of 2⁵²: the last bits contain whole numbers below it
_MAGIC = 1.5 * 2.0**52  # adding it rounds to a whole number
_MOST = 1 << 21  # the most examples that `remainder` supports
#: How many numbers every lane draws before the first is used.
DRAWN = 16


@njit(**EXACT)
def modulo(x, divisor, inverse):
    """X mod divisor, for whole numbers below 2⁵³."""
    quotient = (x * inverse + _MAGIC) - _MAGIC
    rest = x - quotient * divisor
    return rest + divisor if rest < 0.0 else rest


@njit(**EXACT)
def remainder(word, divisor, inverse):
    """``word % divisor`` for 64 bits, in arithmetic that vectorises; see `_MOST`."""
    high = from_bits(np.int64(word >> _S32) | _BITS52) - _TWO52
    low = from_bits(np.int64(word & _LOW) | _BITS52) - _TWO52
    rest = modulo(high, divisor, inverse) * _TWO32 + low
    return to_bits(modulo(rest, divisor, inverse) + _TWO52) - _BITS52


@njit(**EXACT, forceinline=True)
def draw(out, keys, index, small):
    """Word ``index`` of every lane's sequence modulo ``index + 1``."""
    if small:
        divisor = np.float64(index + 1)
        inverse = 1.0 / divisor
        for lane in range(len(out)):
            word = bits(np.uint64(keys[lane]), index)
            out[lane] = remainder(word, divisor, inverse)
    else:
        for lane in range(len(out)):
            word = bits(np.uint64(keys[lane]), index)
            out[lane] = np.int64(word % np.uint64(index + 1))


@njit(**EXACT, forceinline=True)
def swap(orders, lanes, at, drawn, picks0, count):
    """Swap entry ``at`` with the drawn one in the orders of ``count`` lanes."""
    every, picks = view(orders, 0, ALL), view(drawn, picks0, lanes)
    here = view(orders, at * lanes, lanes)
    for lane in range(count):
        other = np.uint64(picks[lane] * lanes + lane)
        held = here[lane]
        here[lane] = every[other]
        every[other] = held


@exported("pLiOiiLL>v", **EXACT_FLAGS)
def lane_shuffle(work, seeds, epoch, orders, n, networks, keys, drawn):
    """Fill ``orders`` (n, lanes) with the orders in which ``epoch`` visits examples.

    If there are fewer ``networks`` than lanes, only the first lanes are filled.
    ``drawn`` has room for `DRAWN` vectors: reading a single number from a vector that
    was just written is slow, so that many are drawn before the first is used.
    """
    lanes = VECTOR // view(work, 0, ALL).itemsize
    wide = VECTOR // 8  # lanes in one vector of draws
    seeds, keys = view(seeds, 0, lanes), view(keys, 0, lanes)
    for lane in range(lanes):
        keys[lane] = np.int64(key(seeds[lane], 1, epoch))
    for i in range(n):
        here = view(orders, i * lanes, lanes)
        for lane in range(lanes):
            here[lane] = i
    last = n - 1
    while last > 0:
        count = min(DRAWN, last)
        for k in range(count):
            if networks <= wide:
                draw(view(drawn, k * lanes, wide), keys, last - k, n <= _MOST)
            else:
                draw(view(drawn, k * lanes, lanes), keys, last - k, n <= _MOST)
        for k in range(count):
            if networks == lanes:  # a constant for LLVM
                swap(orders, lanes, last - k, drawn, k * lanes, lanes)
            else:
                swap(orders, lanes, last - k, drawn, k * lanes, networks)
        last -= count


@exported("piiOiipi>v", **FLAGS)
def lane_gather(source, examples, rows, orders, first, nb, work, to0):
    """Copy each lane's next examples; a lane's order is a column of ``orders``."""
    lanes = VECTOR // view(work, 0, ALL).itemsize
    for i in range(rows // 2):
        here, next_ = view(source, 2 * i * examples, ALL), (2 * i + 1) * examples
        below = view(source, next_, ALL)
        for j in range(nb):
            to = to0 + (2 * i * nb + j) * lanes
            out, more = view(work, to, lanes), view(work, to + nb * lanes, lanes)
            picks = view(orders, (first + j) * lanes, lanes)
            for lane in range(lanes):
                pick = np.uint32(picks[lane])
                out[lane] = here[pick]
                more[lane] = below[pick]
    if rows % 2:
        last = view(source, (rows - 1) * examples, ALL)
        for j in range(nb):
            out = view(work, to0 + ((rows - 1) * nb + j) * lanes, lanes)
            picks = view(orders, (first + j) * lanes, lanes)
            for lane in range(lanes):
                out[lane] = last[np.uint32(picks[lane])]


@exported("piiLiiid>v", LAYERS, **EXACT_FLAGS)
def lane_noise(work, to0, rows, keys, nb, batch, column, deviation):
    """Add normal noise to the inputs, drawn separately for each network."""
    lanes = VECTOR // view(work, 0, ALL).itemsize
    keys = view(keys, 0, lanes)
    for i in range(rows):
        for j in range(nb):
            out = view(work, to0 + (i * nb + j) * lanes, lanes)
            for lane in range(lanes):
                drawn = normal(np.uint64(keys[lane]), i * batch + column + j)
                out[lane] += out.dtype.type(deviation * drawn)


@exported("piLiid>v", LAYERS, **EXACT_FLAGS)
def lane_mask(work, to0, keys, start, nb, chance):
    """Dropout factors of one unit: those that each network would draw alone."""
    work = view(work, to0, ALL)
    lanes = VECTOR // work.itemsize
    keys = view(keys, 0, lanes)
    real = work.dtype.type
    kept, none = real(1.0 / (1.0 - chance)), real(0.0)
    bar = np.uint64(np.ceil(chance * 2.0**53))
    for j in range(nb):
        out = view(work, j * lanes, lanes)
        for lane in range(lanes):
            word = bits(np.uint64(keys[lane]), start + j)
            out[lane] = none if (word >> _S11) < bar else kept


@exported("ipiiiiii>v", **FLAGS)
def hits(loss, work, z0, known0, hit0, targets, m, n):
    """Write 1 at hit0 where the predicted class is the label (``known0``), else 0.

    The two rows after the one at hit0 are scratch.
    """
    z, known = view(work, z0, n), view(work, known0, n)
    hit, best = view(work, hit0, n), view(work, hit0 + n, n)
    choice = view(work, hit0 + 2 * n, n)
    real = z.dtype.type
    zero, one = real(0.0), real(1.0)
    if loss in (MDN, CE_REF):
        bar, every = THRESHOLDS[loss], view(work, 0, ALL)
        for j in range(n):
            most = score(loss, every, z0, 0, j, targets, m, n)
            choice[j] = one if targets == 1 and most > bar else zero
            for k in range(1, targets):
                value = score(loss, every, z0, k, j, targets, m, n)
                if value > most:
                    most = value
                    choice[j] = real(k)
    elif targets == 1:
        bar = real(THRESHOLDS[loss])
        for j in range(n):
            choice[j] = one if z[j] > bar else zero
    else:
        for j in range(n):
            best[j], choice[j] = z[j], zero
        for k in range(1, targets):
            z, number = view(work, z0 + k * n, n), real(k)
            for j in range(n):
                more = z[j] > best[j]
                best[j] = z[j] if more else best[j]
                choice[j] = number if more else choice[j]
    for j in range(n):
        hit[j] = one if choice[j] == known[j] else zero
