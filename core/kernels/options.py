"""How kernels are compiled.

Sums may be reordered and fused, but infinities and NaN keep their meaning: the check
that training is still finite relies on them.
"""

from __future__ import annotations

import hashlib
from typing import Any

from llvmlite import binding
from numba.core import config
from numba.core.codegen import get_host_cpu_features

from core.kernels.cache import target
from core.kernels.target import LEVELS, features_of, vector_bytes
from core.kernels.verified import use_verified


def _features(target: str) -> str:
    """The features of the processor that code is compiled for, as LLVM names them."""
    if config.CPU_FEATURES is not None:
        return str(config.CPU_FEATURES)
    if target in LEVELS:
        return features_of(target)
    return native_features()


def native_features() -> str:
    """The features of this very processor, as LLVM names them."""
    return f"{get_host_cpu_features()},-prefer-256-bit"


def tag_of(processor: str, features: str) -> str:
    """A tag for kernels made for a processor; it is part of their names.

    Kernels for two processors can then be in one process, each calling its own kind.
    """
    return hashlib.sha256(f"{processor} {features}".encode()).hexdigest()[:8]


use_verified()
_target = target()
if _target in LEVELS:
    config.CPU_NAME = _target
config.CPU_FEATURES = _features(_target)
#: Bytes of a vector; rows of values are padded to whole vectors, and buffers are
#: aligned to one.
VECTOR = vector_bytes(config.CPU_FEATURES)
#: The tag in the names of the kernels that this process compiles.
TAG = tag_of(config.CPU_NAME or binding.get_host_cpu_name(), config.CPU_FEATURES)

#: For kernels that are loaded by symbol (`core.kernels.linking`).
FLAGS: dict[str, Any] = {
    "error_model": "numpy",
    "fastmath": {"contract", "reassoc", "nsz", "arcp"},
}
#: The same for draws and elementary functions, whose order of operations matters.
EXACT_FLAGS: dict[str, Any] = {
    "error_model": "numpy",
    "fastmath": {"contract", "nsz"},
}

#: For functions that only kernels call. Without the wrappers that unpack Python objects
#: they compile in half the time; Python must not call them.
_LINKED: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
#: For functions that are linked into a kernel …
INNER: dict[str, Any] = {"nogil": True, **FLAGS, **_LINKED}
#: … and for those that must be inlined: a call passes seven numbers for each array, and
#: a step makes forty calls …
INLINE: dict[str, Any] = {**INNER, "forceinline": True}
EXACT: dict[str, Any] = {"nogil": True, **EXACT_FLAGS, **_LINKED}
#: … and for those that Python calls.
FAST: dict[str, Any] = {"nogil": True, **FLAGS, "cache": True}
#: For the mesh of regions. Sums are not reordered: a face and its neighbours must get
#: exactly the same numbers.
MESH: dict[str, Any] = {"nogil": True, "cache": True, "error_model": "numpy"}
