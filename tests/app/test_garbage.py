"""Cycles that hold widgets are freed in the GUI thread only."""

from __future__ import annotations

import gc
import threading
import weakref

from PySide6.QtWidgets import QApplication, QWidget

from app.garbage import GuiGarbage


class Knot(QWidget):
    """A widget in a reference cycle."""

    def __init__(self) -> None:
        super().__init__()
        self.me = self


def test_no_thread_collects_a_widget(qapp: QApplication) -> None:
    keeper = GuiGarbage()
    try:
        gone = threading.Event()
        watched = Knot()
        weakref.finalize(watched, gone.set)
        del watched

        def allocate() -> None:
            kept = [[i] for i in range(200_000)]  # would start many collections
            assert kept

        worker = threading.Thread(target=allocate)
        worker.start()
        worker.join()
        assert not gone.is_set()
        gc.collect()  # in this, the GUI's thread
        assert gone.is_set()
    finally:
        keeper.stop()


def test_collection_is_given_back(qapp: QApplication) -> None:
    before = gc.isenabled()
    keeper = GuiGarbage()
    assert not gc.isenabled()
    keeper.stop()
    assert gc.isenabled() == before


def test_the_timer_collects_what_is_due(qapp: QApplication) -> None:
    keeper = GuiGarbage()
    try:
        gone = threading.Event()
        knot = Knot()
        weakref.finalize(knot, gone.set)
        del knot
        filler = [[i] for i in range(3000)]
        keeper.collect()
        assert gone.is_set()
        assert filler
    finally:
        keeper.stop()
