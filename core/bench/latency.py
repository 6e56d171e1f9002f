"""How soon a command takes effect while training runs, and how even a pace is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import inf
from time import perf_counter, process_time, sleep

import numpy as np

from core.bench import Row, percentile
from core.engine import commands as c
from core.engine.engine import Engine
from core.engine.snapshot import Snapshot
from core.network import LayerSpec
from core.problems import Spirals
from core.problems.base import DataSpec
from core.run import RunSpec
from core.training import TrainingSpec

GOAL = 20.0  # ms
COMMANDS = 200
MANY = 1_000_000  # rows of the huge step
PACE = 60.0  # steps per second
COMPILE = 600.0  # seconds to wait for the kernels


def rows() -> Iterator[Row]:
    """Latency at full speed and inside a step over a million rows; evenness of pace."""
    small = _run(400, (8, 8), 10)
    with Engine(small, "wait", paused=False) as engine:
        engine.wait_for(lambda s: s.step > 1000, COMPILE)
        yield from _latency_rows("command while training flat out", _delays(engine))
        yield from _pace_rows(engine)
    large = _run(MANY, (32, 32), 0)
    with Engine(large, "wait", paused=False) as engine:
        engine.wait_for(lambda s: s.step > 0, COMPILE)
        yield from _latency_rows("command inside a million-row step", _delays(engine))


def _run(points: int, units: tuple[int, ...], batch_size: int) -> RunSpec:
    return RunSpec(
        data=DataSpec(Spirals(arms=2), points, test=0.0),
        hidden=tuple(LayerSpec(u, "tanh") for u in units),
        loss="bce",
        # A small rate on purpose: the network must not diverge however long this takes.
        training=TrainingSpec("sgd", learning_rate=1e-4, batch_size=batch_size),
    )


def _delays(engine: Engine) -> list[float]:
    """Milliseconds from sending a hyper-parameter to the first snapshot with it."""
    delays = []
    training = engine.latest.run.training
    gaps = np.random.default_rng(0).uniform(0.0, 0.02, COMMANDS)
    for i, gap in enumerate(gaps):
        sleep(gap)  # commands arrive at any moment of a step
        changed = replace(training, l2=1e-9 * (i + 1))
        begin = perf_counter()
        engine.send(c.SetTraining(changed))
        engine.wait_for(partial(_trains_with, changed))
        delays.append(1e3 * (perf_counter() - begin))
    return delays


def _trains_with(training: TrainingSpec, snapshot: Snapshot) -> bool:
    return snapshot.run.training == training


def _is_after(step: int, snapshot: Snapshot) -> bool:
    return snapshot.step > step


def _latency_rows(name: str, delays: list[float]) -> Iterator[Row]:
    for share in (50, 99):
        yield Row(
            f"{name}, p{share}",
            percentile(delays, share),
            "ms",
            goal=GOAL,
            less_is_better=True,
        )


def _pace_rows(engine: Engine) -> Iterator[Row]:
    """Steps must come singly, at equal intervals, without busy waiting."""
    engine.send(c.SetPace(PACE))
    engine.wait_for(lambda s: s.pace == PACE)
    times: list[float] = []
    counts: list[int] = []
    last = engine.wait_for(partial(_is_after, engine.latest.step)).step
    wall, cpu = perf_counter(), process_time()
    while len(times) < 3 * PACE:
        step = engine.wait_for(partial(_is_after, last)).step
        times.append(perf_counter())
        counts.append(step - last)
        last = step
    used = (process_time() - cpu) / (perf_counter() - wall)
    engine.send(c.SetPace(inf))
    late = np.abs(np.diff(times) - np.array(counts[1:]) / PACE)
    note = f"at {PACE:g} steps per second"
    yield Row(
        "pace: interval between steps off by, p99",
        1e3 * percentile(late, 99),
        "ms",
        goal=1e3 / PACE / 2,
        less_is_better=True,
        note=note,
    )
    yield Row(
        "pace: largest burst",
        float(max(counts)),
        "steps",
        goal=1.0,
        less_is_better=True,
        note=note,
    )
    yield Row(
        "pace: CPU of the whole process",
        100 * used,
        "% of a core",
        goal=10.0,
        less_is_better=True,
        note=note,
    )
