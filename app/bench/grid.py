"""The Grid view with 36 networks beside other views, measured without a screen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import core
from core.bench import Row

_LIMIT = 600.0  # seconds; the kernels may have to be compiled first


def rows() -> Iterator[Row]:
    """How often its pictures change, and how smooth the window stays."""
    home = str(Path(core.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "app.stage.measure_grid"],
        env={**os.environ, "PYTHONPATH": home, "QT_QPA_PLATFORM": "offscreen"},
        check=True,
        stdout=subprocess.PIPE,
        timeout=_LIMIT,
    )
    found: dict[str, float] = json.loads(done.stdout)
    yield Row(
        "grid of 36 networks, spirals, beside network and output",
        found["refreshes"],
        "Hz",
        goal=15.0,
        note=f"{found['steps']:,.0f} steps/s of each, {found['behind']:.0f} behind A",
    )
    yield Row(
        "frame beside the grid, p99",
        found["frame_p99"],
        "ms",
        goal=33.0,
        less_is_better=True,
    )
