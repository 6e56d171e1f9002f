# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Random draws inside kernels: the compiled form of `core.draws`, bit for bit."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from core.kernels.families import LAYERS
from core.kernels.linking import exported
from core.kernels.memory import view
from core.kernels.options import EXACT, EXACT_FLAGS

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S11 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11)
_ONE = np.uint64(1)
_UNIT = 2.0**-53
_TURN = 2.0 * math.pi


@njit(**EXACT)
def mix(word):
    """SplitMix64's finaliser."""
    word = (word ^ (word >> _S30)) * _MIX1
    word = (word ^ (word >> _S27)) * _MIX2
    return word ^ (word >> _S31)


@njit(**EXACT)
def key(seed, stream, index):
    """The key of one sequence."""
    start = mix(np.uint64(seed) + np.uint64(stream) * _GOLDEN)
    return mix(start + np.uint64(index) * _GOLDEN)


@njit(**EXACT)
def bits(sequence, index):
    """Word ``index`` of a sequence."""
    return mix(sequence + (np.uint64(index) + _ONE) * _GOLDEN)


@njit(**EXACT)
def uniform(sequence, index):
    """Number ``index`` in [0, 1)."""
    return np.float64(np.int64(bits(sequence, index) >> _S11)) * _UNIT


@njit(**EXACT)
def normal(sequence, index):
    """Standard normal number ``index`` (Box-Muller)."""
    radius = math.sqrt(-2.0 * math.log1p(-uniform(sequence, 2 * index)))
    return radius * math.cos(_TURN * uniform(sequence, 2 * index + 1))


@exported("iiOi>v", **EXACT_FLAGS)
def shuffle(seed, epoch, order, n):
    """Fill ``order`` with the order in which ``epoch`` visits the examples."""
    order = view(order, 0, n)
    sequence = key(seed, 1, epoch)
    for i in range(n):
        order[i] = i
    for i in range(n - 1, 0, -1):
        j = np.int64(bits(sequence, i) % np.uint64(i + 1))
        held = order[i]
        order[i] = order[j]
        order[j] = held


@exported("iiidpi>v", LAYERS, **EXACT_FLAGS)
def keep_mask(sequence, start, count, chance, out, out0):
    """Set ``count`` factors: 0 where uniform ``start + j`` < chance, else 1/(1−p)."""
    mask = view(out, out0, count)
    sequence = np.uint64(sequence)
    kept = mask.dtype.type(1.0 / (1.0 - chance))
    none = mask.dtype.type(0.0)
    # (bits >> 11)·2⁻⁵³ < p, compared as whole numbers.
    bar = np.uint64(math.ceil(chance * 2.0**53))
    for j in range(count):
        mask[j] = none if (bits(sequence, start + j) >> _S11) < bar else kept


@exported("piiiiiiid>v", LAYERS, **EXACT_FLAGS)
def add_noise(work, to0, rows, nb, ld, sequence, batch, column, deviation):
    """Add normal noise to the inputs of a block."""
    sequence = np.uint64(sequence)
    for i in range(rows):
        x = view(work, to0 + i * ld, nb)
        for j in range(nb):
            drawn = normal(sequence, i * batch + column + j)
            x[j] += x.dtype.type(deviation * drawn)
