"""Array types shared by everything, and the one way to freeze an array."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating[Any]]
Ints = npt.NDArray[np.integer[Any]]
Bools = npt.NDArray[np.bool_]
#: A flag that another thread may set to 1 to stop a kernel.
Stop = npt.NDArray[np.uint8]
NO_STOP: Stop = np.zeros(1, np.uint8)  # for work that nobody stops


def finite(values: Floats, instead: float = 0.0) -> Floats:
    """``values``, ``instead`` of what is no number, large ones for infinities.

    Nearly always all are finite: to see that first takes a tenth of the time.
    """
    if np.isfinite(values).all():
        return values
    return np.nan_to_num(values, nan=instead)


def frozen(array: Floats) -> Floats:
    """Return a read-only copy; what leaves the engine thread is always one."""
    copy = np.array(array)
    copy.flags.writeable = False
    return copy


def sha256_of(array: Floats) -> str:
    """Fingerprint of an array: of its bytes, little-endian on any machine."""
    ordered = array.astype(array.dtype.newbyteorder("<"))
    return hashlib.sha256(ordered.tobytes()).hexdigest()
