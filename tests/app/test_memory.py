"""Memory stays where it is: over ten minutes of training, and over many windows."""

from __future__ import annotations

import gc
import resource
import sys
from math import inf
from pathlib import Path
from time import perf_counter

import pytest

from app.shell.layouts import LAYOUTS
from tests.app.person.guest import Guest
from tests.app.person.stage import Stage, turn
from tests.app.person.trouble import Trouble

MINUTES, SETTLE = 10, 1
WINDOWS = 60
GROWTH = 0.05


def resident() -> float:
    """Megabytes of memory that this process holds now."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 2**20
    pytest.skip("memory is measured on Linux alone")


def test_memory_can_be_measured():
    held = bytearray(64 * 2**20)
    assert resident() > 64
    assert len(held) == 64 * 2**20


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


@pytest.mark.soak
def test_windows_come_and_go_and_leave_nothing(qapp, tmp_path, capsys):
    beat = Guest(lambda _: None)
    held = []
    with Trouble() as trouble:
        stage = Stage(tmp_path)
        for number in range(WINDOWS):
            stage.window.toggle_theme()
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
