"""Ten minutes of training with the window open: memory stays where it is."""

from __future__ import annotations

import gc
import resource
import sys
from math import inf
from pathlib import Path
from time import perf_counter

import pytest

from tests.app.person.guest import Guest
from tests.app.person.stage import Stage, turn
from tests.app.person.trouble import Trouble

MINUTES, SETTLE = 10, 1
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
