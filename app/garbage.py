"""Cyclic garbage is collected in the GUI thread alone.

Python collects cycles in whichever thread happens to allocate. If that is a worker, and
a cycle holds a widget, Qt destroys the widget in the wrong thread and the program dies.
So automatic collection is off, and a timer collects here; permanent objects are frozen
out of the collector, which keeps collections short.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 1000
_YOUNG, _MIDDLE = 2000, 20  # allocations, and young collections, that make one due
_OLD = 30  # middle collections between two of everything


class GuiGarbage(QObject):
    """Collects on a timer; while it exists, nothing is collected elsewhere."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._young = self._middle = 0
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the generation that is due, if any."""
        if gc.get_count()[0] < _YOUNG:
            return
        self._young += 1
        if self._young < _MIDDLE:
            gc.collect(0)
            return
        self._young = 0
        self._middle += 1
        if self._middle < _OLD:
            gc.collect(1)
            return
        self._middle = 0
        gc.collect()

    @staticmethod
    def settle() -> None:
        """Treat everything alive now as permanent and never scan it again."""
        gc.collect()
        gc.freeze()

    def stop(self) -> None:
        """Return collection to Python."""
        self._timer.stop()
        if self._was_enabled:
            gc.enable()
