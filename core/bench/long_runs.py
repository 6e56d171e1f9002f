"""Whether training keeps its pace, and what Adam and the series cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import thread_time

import numpy as np

from core.bench import Row, goal_for
from core.bench.engine import (
    ROUNDS,
    WORKLOADS,
    Workload,
    in_turns,
    own_backend,
    own_runner,
)
from core.training.state import TrainState

_EARLY, _LATE = 1_000, 100_000  # steps
_SPAN = 2_000  # steps timed


def rows() -> Iterator[Row]:
    """Adam late and early in a run; nanoseconds per parameter."""
    for precision in ("float32", "float64"):
        yield _pace_row(WORKLOADS[2], precision)
    for workload in WORKLOADS[2:]:
        yield _cost_row(workload)


def _pace_row(workload: Workload, precision: str) -> Row:
    """The pace of Adam at step 100,000 as a share of that at step 1,000."""
    backend, state = own_backend(workload, precision, "adam")
    stop = np.zeros(1, np.uint8)
    starts = []
    for until in (_EARLY, _LATE):
        backend.run(state, until - state.step, stop)
        starts.append(_copied(state))
    best = [float("inf")] * 2
    for _ in range(4 * ROUNDS):
        for i, start in enumerate(starts):
            again = _copied(start)
            backend.run(again, 1, stop)  # lets the backend adopt the state
            begin = thread_time()
            backend.run(again, _SPAN, stop)
            best[i] = min(best[i], thread_time() - begin)
    return Row(
        f"{workload.title} {precision}: Adam at {_LATE:,} steps / at {_EARLY:,}",
        best[0] / best[1],
        "share",
        goal=0.95,
    )


def _copied(state: TrainState) -> TrainState:
    vectors = ("theta", "moment1", "moment2", "gradient", "running")
    return replace(state, **{name: getattr(state, name).copy() for name in vectors})


def _cost_row(workload: Workload) -> Row:
    """The cost that Adam and the series add to a plain SGD step."""
    rates = in_turns(
        {
            "plain": own_runner(workload, "float64", "sgd", series=False),
            "full": own_runner(workload, "float64", "adam"),
        },
        rounds=2 * ROUNDS,
        clock=thread_time,
    )
    size = workload.network()[0].layout.size
    return Row(
        f"{workload.title}: Adam and series beyond SGD",
        1e9 * (1.0 / rates["full"] - 1.0 / rates["plain"]) / size,
        "ns per parameter",
        goal=goal_for(1.2, 1.5),
        less_is_better=True,
    )
