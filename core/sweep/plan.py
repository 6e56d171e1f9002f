"""Which runs a sweep makes, in the order of its table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from core.errors import BadInput, require
from core.scenes import Scene
from core.scenes.keys import with_settings

MAX_RUNS = 1_000_000

#: Columns after the varied keys, in their order.
RESULT_COLUMNS = (
    "seed",
    "steps",
    "loss",
    "test_loss",
    "accuracy",
    "test_accuracy",
    "reached",
    "steps_to_goal",
    "diverged",
    "parameters_sha256",
)


@dataclass(frozen=True, slots=True)
class Case:
    """One run of a sweep."""

    index: int  # its row in the finished table
    settings: Mapping[str, Any]
    scene: Scene  # with the settings and the seed
    steps: int


@dataclass(frozen=True, slots=True)
class Plan:
    """All runs of a sweep: the product of the settings, seeds innermost."""

    keys: tuple[str, ...]
    groups: tuple[tuple[Mapping[str, Any], Scene], ...]
    seeds: int
    steps: int | None  # None: each scene's own

    def __len__(self) -> int:
        return len(self.groups) * self.seeds

    def __iter__(self) -> Iterator[Case]:
        for g, (settings, scene) in enumerate(self.groups):
            steps = scene.steps if self.steps is None else self.steps
            for i in range(self.seeds):
                seeded = replace(scene, run=replace(scene.run, seed=scene.run.seed + i))
                yield Case(g * self.seeds + i, settings, seeded, steps)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the table's columns."""
        return (*self.keys, *RESULT_COLUMNS)


def make_plan(
    scene: Scene,
    varied: Mapping[str, Sequence[Any]],
    seeds: int = 1,
    steps: int | None = None,
) -> Plan:
    """Check every combination of ``varied`` before anything trains."""
    for key, values in varied.items():
        if key in RESULT_COLUMNS:
            raise BadInput(
                f"{key} must not be varied: it is a column of the results "
                f"(use --{'seeds' if key == 'seed' else key})"
            )
        require(bool(values), key, "have at least one value", "none")
    total = prod(map(len, varied.values())) * seeds
    require(total <= MAX_RUNS, "sweep: runs", f"be at most {MAX_RUNS}", total)
    groups = []
    for values in product(*varied.values()):
        settings = dict(zip(varied, values, strict=True))
        groups.append((settings, with_settings(scene, settings)))
    return Plan(tuple(varied), tuple(groups), seeds, steps)
