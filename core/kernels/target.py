"""Which instructions kernels are compiled for; does not load numba.

A *level* is a set of x86-64 instructions that many processors share. Shipped kernels
are compiled for a level, the others for the processor itself (`NATIVE`).
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

NATIVE = "native"
_BEFORE = ("sse4.2", "popcnt", "cx16", "movbe")
_V3 = (*_BEFORE, "avx", "avx2", "fma", "f16c", "bmi", "bmi2", "lzcnt")
_V4 = (*_V3, "avx512f", "avx512dq", "avx512bw", "avx512vl", "avx512cd")
#: Best first; a processor that has none of them compiles for itself.
LEVELS = {"x86-64-v4": _V4, "x86-64-v3": _V3}
#: LLVM prefers 256 bits because processors of 2017 slowed down with 512; kernels that
#: use vectors throughout still gain from 512.
_WIDE = "-prefer-256-bit"
#: Linux's names for features that LLVM names differently.
_LINUX_NAMES = {
    "sse4.2": "sse4_2",
    "bmi": "bmi1",
    "lzcnt": "abm",
}


@cache
def _host() -> dict[str, bool] | None:
    """The processor's features according to LLVM; needed only without Linux's list."""
    from llvmlite import binding

    return dict(binding.get_host_cpu_features())


@cache
def linux_flags() -> frozenset[str]:
    """The features of the processor by Linux's names; empty elsewhere."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return frozenset()
    for line in text.splitlines():
        if line.startswith("flags"):
            return frozenset(line.partition(":")[2].split())
    return frozenset()


def _has(features: tuple[str, ...]) -> bool:
    flags = linux_flags()
    if flags:  # takes a thousandth of the time of loading LLVM
        return all(_LINUX_NAMES.get(name, name) in flags for name in features)
    host = _host() or {}
    return all(host.get(name) for name in features)


@cache
def level() -> str | None:
    """The best level of this processor; None if it has none of them."""
    return next((name for name, needs in LEVELS.items() if _has(needs)), None)


def features_of(name: str) -> str:
    """The LLVM features of a level."""
    return ",".join([*(f"+{feature}" for feature in LEVELS[name]), _WIDE])


def pinned() -> str | None:
    """The processor named by ``NUMBA_CPU_NAME``, which overrides any other choice.

    ``HYPERFOLD_KERNELS=native`` names the processor itself: a child that compiles for
    it must not use the shipped kernels.
    """
    if os.environ.get("HYPERFOLD_KERNELS") == NATIVE:
        return NATIVE
    return os.environ.get("NUMBA_CPU_NAME")


def vector_bytes(features: str) -> int:
    """Bytes of the widest vector that code for these features uses."""
    return 64 if "+avx512f" in features.split(",") else 32
