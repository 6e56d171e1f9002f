"""Random draws as a function of (seed, stream, step), never of how work is split.

A counter-based generator (SplitMix64's finaliser over a keyed counter): any draw can be
computed on its own, so a run is the same in one go, in pieces or with pauses.
`core.kernels.draws` is the compiled counterpart; a test checks that the two agree bit
for bit.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from core.arrays import Floats, Ints

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_SAMPLES = np.uint64(0x53414D504C455253)

#: Streams keep draws for different purposes independent.
ORDER, DROPOUT, NOISE, SAMPLE = 1, 2, 3, 4

Words = npt.NDArray[np.uint64]


def mix(words: Words) -> Words:
    """SplitMix64's finaliser: a bijection that scatters every bit."""
    words = (words ^ (words >> np.uint64(30))) * _MIX1
    words = (words ^ (words >> np.uint64(27))) * _MIX2
    return words ^ (words >> np.uint64(31))


def key(seed: int, stream: int, index: int) -> np.uint64:
    """The key of one sequence; ``index`` is the epoch (ORDER) or the step."""
    with np.errstate(over="ignore"):
        start = np.array([seed & 0xFFFFFFFFFFFFFFFF], np.uint64)
        start = mix(start + np.uint64(stream) * GOLDEN)
        return np.uint64(mix(start + np.uint64(index) * GOLDEN)[0])


def derived(sequence: np.uint64, index: int) -> np.uint64:
    """The key of draw ``index`` of random units, from that of a step."""
    with np.errstate(over="ignore"):
        start = np.array([sequence ^ _SAMPLES], np.uint64)
        return np.uint64(mix(start + np.uint64(index + 1) * GOLDEN)[0])


def bits(sequence: np.uint64, start: int, count: int) -> Words:
    """Words ``start … start + count − 1`` of the sequence with this key."""
    with np.errstate(over="ignore"):
        counters = np.arange(start + 1, start + count + 1, dtype=np.uint64)
        return mix(sequence + counters * GOLDEN)


def uniforms(sequence: np.uint64, start: int, count: int) -> Floats:
    """Numbers in [0, 1) with 53 random bits each."""
    return (bits(sequence, start, count) >> np.uint64(11)) * 2.0**-53


def normals(sequence: np.uint64, start: int, count: int) -> Floats:
    """Standard normal numbers; number i uses words 2i and 2i + 1 (Box-Muller)."""
    u = uniforms(sequence, 2 * start, 2 * count)
    radius = np.sqrt(-2.0 * np.log1p(-u[0::2]))  # 1 − u is in (0, 1]: no log of 0
    return np.asarray(radius * np.cos(2.0 * np.pi * u[1::2]))


def permutation(seed: int, epoch: int, n: int) -> Ints:
    """The order in which epoch ``epoch`` visits ``n`` examples (Fisher-Yates)."""
    words = bits(key(seed, ORDER, epoch), 0, n)
    picks = (words % np.arange(1, n + 1, dtype=np.uint64)).tolist()
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = picks[i]
        order[i], order[j] = order[j], order[i]
    return np.array(order, dtype=np.int64)
