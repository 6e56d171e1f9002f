"""The window while the engine trains 2-8-8-1 at full speed, without a screen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import core
from core.bench import Row

_HOME = str(Path(core.__file__).parents[1])
_LIMIT = 900.0  # seconds; the kernels may have to be compiled first


def rows() -> Iterator[Row]:
    """Frames, panes, input, training speed with the window open, idle CPU."""
    yield from rows_of(measured())


def measured() -> dict[str, Any]:
    """The results of ``app.stage.measure``, run in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": _HOME, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-m", "app.stage.measure"],
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        timeout=_LIMIT,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def rows_of(found: dict[str, Any]) -> Iterator[Row]:
    """The figures with their goals."""
    training = found["training"]
    alone_ms, beside_ms = found["replay"], found["replay_beside"]
    yield _least("frame while training, median", training["median"], "ms", 16.0)
    yield _least("frame while training, p99", training["p99"], "ms", 33.0)
    yield Row("frames while training", training["frames"], "1/s")
    yield _least(
        "frame while training / the same frames idle",
        beside_ms / alone_ms,
        "×",
        1.15,
        note=f"replayed, frames that draw the same panels: {beside_ms:.3g} ms beside "
        f"training, {alone_ms:.3g} ms alone",
    )
    panes = training["panes"]
    slowest = min(panes, key=panes.__getitem__)
    yield Row(
        "slowest pane while training",
        panes[slowest],
        "Hz",
        goal=15.0,
        note=", ".join(f"{name} {rate:.3g}" for name, rate in panes.items()),
    )
    yield _least("input event handled, p99", training["input_p99"], "ms", 50.0)
    # Before and after, because the machine's other load changes meanwhile.
    alone = (found["alone"] + found["alone_again"]) / 2
    yield Row(
        "training kept, analysis idle",
        100 * found["quiet"]["steps"] / alone,
        "%",
        goal=80.0,
        note=f"{alone:,.0f} steps/s without a window",
    )
    kinked = found["alone_kinked"]
    yield Row(
        "training kept, regions live",
        100 * found["regions"]["steps"] / kinked,
        "%",
        goal=50.0,
        note=f"{kinked:,.0f} steps/s without a window",
    )
    for name, network, goal in (
        ("small", "2-8-8-1 on 400 points", 10.0),
        ("large", "2-32-32-32-1 on 300 points", 2.0),
    ):
        live = found["landscape"][name]
        yield Row(
            f"landscape while training, {network}",
            live["rate"],
            "Hz",
            goal=goal,
            note=f"{live['points']} losses a picture; frames {live['median']:.3g} ms",
        )
    yield _least("window idle and paused", 100 * found["idle_cpu"], "% of a core", 1.0)


def _least(name: str, value: float, unit: str, goal: float, note: str = "") -> Row:
    return Row(name, value, unit, goal=goal, less_is_better=True, note=note)
