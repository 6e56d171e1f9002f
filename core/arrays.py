"""Array types shared by everything, and the one way to freeze an array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating[Any]]
Ints = npt.NDArray[np.integer[Any]]
Bools = npt.NDArray[np.bool_]


def frozen(array: Floats) -> Floats:
    """Return a read-only copy; what leaves the engine thread is always one."""
    copy = np.array(array)
    copy.flags.writeable = False
    return copy
