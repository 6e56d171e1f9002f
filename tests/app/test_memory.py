"""Memory does not grow over ten minutes of training, nor over many windows."""

from __future__ import annotations

import ctypes
import gc
import random
import resource
import subprocess
import sys
import weakref
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest
from PySide6.QtCore import QEventLoop, QTimer

from app.editing.starting import starting_run
from app.heap import HeapTidier
from app.shell.layouts import LAYOUTS
from app.shell.window import MainWindow
from core.edits import SetLayers
from core.functions import ACTIVATION_NAMES
from core.network import LayerSpec
from core.problems import PROBLEMS, make_problem
from core.scenes import load_scene, scene_names
from tests.app.person.guest import Guest
from tests.app.person.stage import Stage, turn
from tests.app.person.trouble import Trouble

MINUTES, SETTLE = 10, 1
WINDOWS = 60
GROWTH = 0.05
SWITCHING = 0.15  # growth from minute two to minute ten of switching


def resident() -> float:
    """Resident memory of this process in megabytes."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 2**20
    pytest.skip("memory is measured on Linux alone")


def test_memory_can_be_measured():
    held = bytearray(64 * 2**20)
    assert resident() > 64
    assert len(held) == 64 * 2**20


ARENAS = """
import ctypes, os, sys, tempfile, threading
from app.shell.main import make_application

app = make_application()
gate = threading.Barrier(7)

def fill():
    gate.wait()
    held = [bytearray(1000 + i) for i in range(20_000)]
    gate.wait()

threads = [threading.Thread(target=fill) for _ in range(6)]
for thread in threads:
    thread.start()
gate.wait()
gate.wait()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
path = os.path.join(tempfile.mkdtemp(), "info")
file = ctypes.c_void_p(libc.fopen(path.encode(), b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
for thread in threads:
    thread.join()
print(open(path).read().count("<heap nr="))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="about glibc's malloc")
def test_all_threads_share_one_heap():
    done = subprocess.run(
        [sys.executable, "-c", ARENAS],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    if "malloc_info" in done.stderr:
        pytest.skip("the C library is not glibc")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == 1


@pytest.mark.soak
def test_memory_stays_flat_while_training_runs(qapp, tmp_path, capsys):
    beat = Guest(lambda _: None)  # its timer keeps the event loop turning
    with Trouble() as trouble:
        stage = Stage(tmp_path)
        stage.window.resize(1440, 900)
        stage.state.set_pace(inf)
        begin = perf_counter()
        minutes: list[float] = []
        while perf_counter() - begin < 60 * (SETTLE + MINUTES):
            turn()
            if perf_counter() - begin >= 60 * (SETTLE + len(minutes)):
                minutes.append(resident())
        gc.collect()
        minutes.append(resident())
        steps = stage.state.a.latest.step
        playing = stage.state.playing
        beat.stop()
        stage.close()
    with capsys.disabled():
        told = " ".join(f"{m:.0f}" for m in minutes)
        print(f"\nmemory, MB by minute of training: {told}; {steps:,} steps")
    assert not trouble.found, trouble.found
    assert playing
    assert max(minutes[1:]) <= (1 + GROWTH) * minutes[0], told


def _note(held: list[float]) -> None:
    held.append(resident())


class Switcher:
    """Shows another problem or another network every second, as a user would."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self._stage = stage
        self._rng = random.Random(seed)
        self.count = 0

    def switch(self) -> None:
        """The next deed."""
        window, state = self._stage.window, self._stage.state
        deeds = (self._scene, self._network, self._problem, self._layout)
        deeds[self.count % len(deeds)](window)
        self.count += 1
        state.set_pace(inf)
        state.play()

    def _scene(self, window: MainWindow) -> None:
        window.open_scene(load_scene(self._rng.choice(scene_names())))

    def _network(self, window: MainWindow) -> None:
        rng = self._rng
        layers = tuple(
            LayerSpec(rng.randint(2, 32), rng.choice(ACTIVATION_NAMES))
            for _ in range(rng.randint(1, 5))
        )
        window.state.editing.apply(SetLayers(layers))

    def _problem(self, window: MainWindow) -> None:
        problem = make_problem(self._rng.choice(list(PROBLEMS)))
        window.state.editing.open_run(starting_run(problem))

    def _layout(self, window: MainWindow) -> None:
        window.use_layout(self._rng.choice(list(LAYOUTS)))


@pytest.mark.soak
def test_memory_stays_flat_while_problems_and_networks_change(qapp, tmp_path, capsys):
    beat = Guest(lambda _: None)
    with Trouble() as trouble:
        stage = Stage(tmp_path)
        stage.window.resize(1440, 900)
        switcher = Switcher(stage, seed=1)
        minutes: list[float] = []
        for _ in range(MINUTES):
            # A loop of Qt's own: deferred deletions happen only in it.
            loop, every = QEventLoop(), QTimer()
            held: list[float] = []
            every.timeout.connect(switcher.switch)
            every.timeout.connect(partial(_note, held))
            every.start(1000)
            QTimer.singleShot(60_000, loop.quit)
            loop.exec()
            every.stop()
            minutes.append(median(held))
        beat.stop()
        stage.close()
    told = " ".join(f"{m:.0f}" for m in minutes)
    with capsys.disabled():
        print(f"\nmemory, MB by minute of switching: {told}; {switcher.count} switches")
    assert not trouble.found, trouble.found
    assert switcher.count > 30 * MINUTES
    assert minutes[-1] <= (1 + SWITCHING) * minutes[1], told


@pytest.mark.soak
def test_windows_come_and_go_and_leave_nothing(qapp, tmp_path, capsys):
    beat = Guest(lambda _: None)
    held = []
    with Trouble() as trouble:
        stage = Stage(tmp_path)
        for number in range(WINDOWS):
            stage.window.looks.toggle_theme()
            stage.window.toggle_lessons()
            stage.window.use_layout(list(LAYOUTS)[number % len(LAYOUTS)])
            for _ in range(20):
                turn()
            stage.close()
            held.append(resident())
            stage.open()
        beat.stop()
        stage.close()
    with capsys.disabled():
        told = " ".join(f"{m:.0f}" for m in held[::10])
        print(f"\nmemory, MB by ten windows: {told}")
    assert not trouble.found, trouble.found
    assert held[-1] < 1.1 * held[WINDOWS // 3], told


@pytest.mark.skipif(sys.platform != "linux", reason="about glibc's malloc")
def test_what_lies_free_in_the_heap_is_given_back(qapp):
    ctypes.CDLL(None).malloc_trim(0)  # else memory freed by other tests is used first
    tidier = HeapTidier()
    assert not tidier.tidy(), "nothing has grown"
    small = [bytearray(5000) for _ in range(20_000)]  # 100 MB, from the heap
    held = small[::50]  # the rest keeps the heap from shrinking by itself
    grown = resident()
    del small
    assert resident() > grown - 50
    assert tidier.tidy()
    assert resident() < grown - 50
    assert len(held) == 400
    tidier.deleteLater()


def test_a_closed_window_takes_its_state_along(qapp, tmp_path):
    """A signal connected to a lambda keeps its closure alive, unseen by Python."""
    stage = Stage(tmp_path)
    state = weakref.ref(stage.window.state)
    stage.close()
    gc.collect()
    assert state() is None
