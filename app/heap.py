"""One heap for all threads, so that memory freed by one can be used by the others.

The C library gives every thread a heap of its own. The engine, the analysis and Qt's
helpers each fill theirs with arrays of another size for every network shown, and memory
freed by one cannot be used by the others: after ten minutes of switching networks the
program held a quarter more memory than it used. Free memory inside the heap is returned
to the system whenever the program has grown.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 5000
GROWN = 24 * 2**20  # bytes since the heap was last trimmed
_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h


def _of_the_c_library(name: str) -> Callable[..., int] | None:
    if not sys.platform.startswith("linux"):
        return None
    found: Callable[..., int] | None = getattr(ctypes.CDLL(None), name, None)
    return found


def use_one_heap() -> bool:
    """Set this in the C library, before threads start; False where not supported."""
    mallopt = _of_the_c_library("mallopt")
    return mallopt is not None and mallopt(_ARENA_MAX, 1) == 1


def resident() -> int:
    """Resident memory of this process in bytes; 0 if unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0  # Windows has neither; wine shows the file and has no sysconf


class HeapTidier(QObject):
    """Returns free memory to the system when the program has grown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._trim = _of_the_c_library("malloc_trim")
        self._held = resident()  # after the last trim
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.tidy)
        if self._trim is not None:
            self._timer.start()

    def tidy(self) -> bool:
        """Return free memory if the program has grown; whether it was done."""
        now = resident()
        self._held = min(self._held, now)
        if self._trim is None or now < self._held + GROWN:
            return False
        self._trim(0)
        self._held = resident()
        return True
