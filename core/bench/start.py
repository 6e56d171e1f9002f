"""How long a process takes until it answers, and until its first step is made."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter

import core
from core.bench import Row

_HOME = str(Path(core.__file__).parents[1])
_FIRST_STEP = (
    "from core.engine.session import Session; from core.scenes import load_scene;"
    "assert Session(load_scene('xor').run).advance(1) == 1"
)
_BARE = """
import numpy
import pyqtgraph as pg
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
class Plot(pg.PlotWidget):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, leave)
def leave():
    import os
    os._exit(0)
app = QApplication(["bare"])
window = QMainWindow()
window.setCentralWidget(Plot())
window.resize(1440, 900)
window.show()
app.exec()
"""
# The program as it starts, ended as soon as its window is painted; numba and scipy
# must not be there by then.
_WINDOW = """
import sys
import app.window
class Window(app.window.MainWindow):
    def __init__(self, *arguments, **settings):
        super().__init__(*arguments, **settings)
        self.first_painted.connect(leave)
def leave():
    early = {"numba", "scipy"} & set(sys.modules)
    assert not early, early
    import os
    os._exit(0)
app.window.MainWindow = Window
import app.main
app.main.main()
"""
REPEATS = 5
PAINTS = 7


def rows() -> Iterator[Row]:
    """Whole processes, from their start to their end; the least of several."""
    python = [sys.executable, "-c", "pass"]
    bare = min(_seconds(python) for _ in range(REPEATS))
    yield Row("start: bare Python", bare, "s")
    for words in ("--version", "scenes"):
        command = [sys.executable, "-m", "core.cli", words]
        best = min(_seconds(command) for _ in range(REPEATS))
        yield Row(f"start: hyperfold {words}", best, "s")
    step = [sys.executable, "-c", _FIRST_STEP]
    with tempfile.TemporaryDirectory(prefix="hyperfold-cold-") as folder:
        # Whatever names the place of the cache, it points at an empty folder.
        names = ("HYPERFOLD_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
        cold = dict.fromkeys(names, folder)
        yield Row("start: first step, cold kernels", _seconds(step, cold), "s")
        warm = min(_seconds(step, cold) for _ in range(REPEATS))
    yield Row("start: first step, warm kernels", warm, "s")
    yield from _first_paint()


def _first_paint() -> Iterator[Row]:
    """Start to first paint, taking turns with a bare window of the same size."""
    own: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory(prefix="hyperfold-start-") as folder:
        names = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")
        fresh = {**dict.fromkeys(names, folder), "QT_QPA_PLATFORM": "offscreen"}
        for _ in range(PAINTS):
            bare.append(_seconds([sys.executable, "-c", _BARE], fresh))
            own.append(_seconds([sys.executable, "-c", _WINDOW], fresh))
    times = min(own) / min(bare)
    yield Row(
        "start: first paint / a bare window's", times, "×", goal=1.6,
        less_is_better=True,
        note=f"{min(own):.3g} s; PySide6 + pyqtgraph + numpy alone {min(bare):.3g} s",
    )  # fmt: skip


def _seconds(command: list[str], changes: Mapping[str, str] | None = None) -> float:
    environment = {**os.environ, "PYTHONPATH": _HOME, **(changes or {})}
    begin = perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begin
