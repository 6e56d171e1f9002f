"""A sweep of 200 runs of XOR against scikit-learn's networks on joblib."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from time import perf_counter

import numpy as np

from core.bench import Row
from core.scenes import load_scene
from core.sweep.case import run_case
from core.sweep.plan import make_plan
from core.sweep.pool import in_threads

RUNS, STEPS = 200, 1500


def rows() -> Iterator[Row]:
    """Runs per second, each from its own seed to the scene's last step."""
    workers = os.cpu_count() or 1
    yield Row(
        f"sweep of {RUNS} runs of XOR, {STEPS} steps each",
        RUNS / _ours(workers),
        "runs/s",
        against={"scikit-learn": _theirs(workers)},
        goal=1.0,
        note=f"{workers} workers; scikit-learn: MLPRegressor on joblib",
    )


def _ours(workers: int) -> float:
    plan = make_plan(load_scene("xor-book"), {}, RUNS, STEPS)
    for _ in in_threads(run_case, list(plan)[:2], workers):  # loads the kernels
        pass
    begin = perf_counter()
    for _ in in_threads(run_case, plan, workers):
        pass
    return perf_counter() - begin


def _theirs(workers: int) -> float | None:
    """Runs per second for the same network, optimiser and number of steps."""
    if importlib.util.find_spec("sklearn") is None:
        return None
    from joblib import Parallel, delayed

    _fit(0)
    begin = perf_counter()
    Parallel(n_jobs=workers)(delayed(_fit)(seed) for seed in range(RUNS))
    return RUNS / (perf_counter() - begin)


def _fit(seed: int) -> None:
    import warnings

    from sklearn.neural_network import MLPRegressor

    x = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    y = np.array([0.0, 1.0, 1.0, 0.0])
    network = MLPRegressor(
        hidden_layer_sizes=(2,),
        solver="adam",
        alpha=0.0,
        batch_size=4,
        learning_rate_init=0.02,
        max_iter=STEPS,
        tol=0.0,
        n_iter_no_change=STEPS,
        random_state=seed,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # no convergence warning
        network.fit(x, y)
