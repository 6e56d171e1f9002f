"""One heap for all threads, so that memory freed by one serves the others.

The C library gives every thread a heap of its own. The engine, the analysis and Qt's
helpers each fill theirs with arrays of another size for every network that is shown,
and what one frees is of no use to the others: after ten minutes of switching networks
the program held a quarter more memory than it used.
"""

from __future__ import annotations

import ctypes
import sys

_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h


def use_one_heap() -> bool:
    """Ask the C library for it, before threads start; False where that cannot be."""
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(_ARENA_MAX, 1) == 1
