"""How much networks forget: the left half is learned, then only the right one.

python -m tools.forgetting                      the table of docs/forgetting.md
python -m tools.forgetting rings adam           one problem and optimiser of it

The comparison was fixed before anything was measured. ReLU and maxout (k = 2) have
equally many parameters (57 or 113) or equally many units (16). Each network gets the
learning rate with the lowest mean loss on the left half over seeds 1000 to 1019; what
it keeps is measured with seeds 0 to 99.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import product

import numpy as np

from core.arrays import Floats
from core.goal import NO_GOAL
from core.grid.course import Course, Leg
from core.grid.members import Members
from core.network import LayerSpec
from core.problems import DataSpec, make_problem
from core.problems.base import LEFT, RIGHT
from core.run import InitialSpec, RunSpec
from core.training import TrainingSpec

STEPS, POINTS = 1500, 400
RATES = (0.003, 0.01, 0.03, 0.1, 0.3)
TUNING, SEEDS = range(1000, 1020), range(100)
PROBLEMS = {
    "moons": {},
    "rings": {},
    "curves": {},
    "quadrants": {},
    "spirals": {"arms": 2},
}
PAIRS = {
    "57 parameters": (("maxout", 8), ("relu", 14)),
    "113 parameters": (("maxout", 16), ("relu", 28)),
    "16 units": (("maxout", 16), ("relu", 16)),
}


def run_of(
    problem: str, layer: tuple[str, int], optimiser: str, rate: float, dropout: float
) -> RunSpec:
    """The run that learns the left half."""
    activation, units = layer
    return RunSpec(
        data=DataSpec(make_problem(problem, PROBLEMS[problem]), POINTS, 0.0, half=LEFT),
        hidden=(LayerSpec(units, activation),),
        loss="bce",
        training=TrainingSpec(optimiser, rate, batch_size=32, dropout=dropout),
        initial=InitialSpec("he_normal", 0.1),
    )


def best_rate(
    problem: str, layer: tuple[str, int], optimiser: str, dropout: float
) -> float:
    """The rate that learns the left half best."""

    def loss(rate: float) -> float:
        run = run_of(problem, layer, optimiser, rate, dropout)
        members = Members(Course((Leg(0, run),)), TUNING, NO_GOAL, "many", keeps=False)
        members.advance(STEPS)
        mean = np.mean([members.metrics(k).loss for k in range(len(TUNING))])
        return float(mean) if np.isfinite(mean) else np.inf

    return min(RATES, key=loss)


def kept(run: RunSpec) -> Floats:
    """Accuracy on the left half once the right one is learned, for each seed."""
    right = replace(run, data=replace(run.data, half=RIGHT))
    legs = (Leg(0, run), Leg(STEPS, right, (0,)))
    members = Members(Course(legs), SEEDS, NO_GOAL, "many", keeps=False)
    members.advance(2 * STEPS)
    return np.array([members.metrics(k).test_accuracy for k in range(len(SEEDS))])


def main(words: list[str]) -> None:
    """Print a row of a Markdown table for each comparison."""
    print("| Problem | Optimiser | Dropout | Equal | maxout | ReLU | difference |")
    print("|---|---|---|---|---|---|---|")
    optimisers = ("momentum", "adam")
    for problem, optimiser, dropout in product(PROBLEMS, optimisers, (0.0, 0.5)):
        if not set(words) <= {problem, optimiser}:
            continue
        found: dict[tuple[str, int], Floats] = {}
        for name, pair in PAIRS.items():
            for layer in pair:
                if layer not in found:
                    rate = best_rate(problem, layer, optimiser, dropout)
                    found[layer] = kept(
                        run_of(problem, layer, optimiser, rate, dropout)
                    )
            maxout, relu = (found[layer] for layer in pair)
            more = maxout - relu
            error = more.std(ddof=1) / np.sqrt(len(more))
            print(
                f"| {problem} | {optimiser} | {dropout:g} | {name} "
                f"| {maxout.mean():.3f} | {relu.mean():.3f} "
                f"| {more.mean():+.3f} ± {error:.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        main(sys.argv[1:])
