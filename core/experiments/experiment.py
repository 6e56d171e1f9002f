"""What an experiment varies, and how often it repeats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import isfinite, log10, prod
from typing import Any

from core.errors import BadInput, require
from core.experiments.measures import MEASURES
from core.language import tr
from core.scenes import Scene
from core.scenes.key_list import Key, key_of
from core.scenes.keys import with_settings

MOST_AXES = 3
MOST_VALUES = 64  # of one setting
MOST_SEEDS = 1000
MOST_RUNS = 2000
MOST_STEPS = 1_000_000

Settings = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Axis:
    """One setting and the values it takes."""

    key: str
    values: tuple[Any, ...]
    log: bool = False  # drawn on a logarithmic axis
    labels: tuple[str, ...] = ()  # names of values; empty: as they are

    def __post_init__(self) -> None:
        count = len(self.values)
        rule = f"have 1 to {MOST_VALUES} values"
        require(1 <= count <= MOST_VALUES, self.key, rule, count)
        known = [repr(value) for value in self.values]
        for value in self.values:
            good = isinstance(value, str | bool | int | float | list | dict)
            if not good or (isinstance(value, float) and not isfinite(value)):
                raise BadInput(f"{self.key} must have plain values, got {value!r}")
            if known.count(repr(value)) > 1:
                raise BadInput(f"{self.key} must have each value once, got {value!r}")
        if self.labels and len(self.labels) != count:
            raise BadInput(
                f"{self.key} must have as many labels as values, got "
                f"{len(self.labels)} and {count}"
            )

    @property
    def numeric(self) -> bool:
        """Whether its values are numbers."""
        return not self.labels and all(
            isinstance(v, int | float) and not isinstance(v, bool) for v in self.values
        )

    @property
    def drawn_log(self) -> bool:
        """Whether the axis is logarithmic, which it cannot be if 0 is a value."""
        return self.log and self.numeric and min(self.values) > 0

    def label(self, value: Any, key: Key) -> str:
        """The display name of a value."""
        if self.labels:
            return self.labels[self.values.index(value)]
        return key.shown(value)


@dataclass(frozen=True, slots=True)
class Experiment:
    """A scene, what is varied in it, and how often each setting is repeated."""

    title: str
    scene: Scene
    axes: tuple[Axis, ...] = ()
    seeds: int = 10
    steps: int = 1000
    measure: str = "loss"  # the measure that answers the question
    question: str = ""
    name: str = ""  # of a ready one

    def __post_init__(self) -> None:
        count = len(self.axes)
        require(count <= MOST_AXES, "settings", f"be at most {MOST_AXES}", count)
        keys = [axis.key for axis in self.axes]
        for key in keys:
            if keys.count(key) > 1:
                raise BadInput(f"settings must each be named once, got {key} twice")
        rule = f"be a whole number from 1 to {MOST_SEEDS}"
        require(1 <= self.seeds <= MOST_SEEDS, "seeds", rule, self.seeds)
        rule = f"be a whole number from 1 to {MOST_STEPS}"
        require(1 <= self.steps <= MOST_STEPS, "steps", rule, self.steps)
        rule = f"be at most {MOST_RUNS}: take fewer values or seeds"
        require(len(self) <= MOST_RUNS, "runs", rule, len(self))
        if self.measure not in MEASURES:
            raise BadInput(
                f"measure must be one of {', '.join(MEASURES)}, got {self.measure!r}"
            )

    def __len__(self) -> int:
        """The number of runs."""
        return self.combinations * self.seeds

    @property
    def combinations(self) -> int:
        """The number of combinations of settings."""
        return prod(len(axis.values) for axis in self.axes)

    def settings(self, group: int) -> Settings:
        """The settings of one combination; the last axis changes fastest."""
        return dict(zip(self._keys, self._products[group], strict=True))

    @property
    def _keys(self) -> tuple[str, ...]:
        return tuple(axis.key for axis in self.axes)

    @property
    def _products(self) -> list[tuple[Any, ...]]:
        return list(product(*(axis.values for axis in self.axes)))

    def places(self, group: int) -> tuple[int, ...]:
        """The index of a combination's value on each axis."""
        found = []
        for axis in reversed(self.axes):
            group, at = divmod(group, len(axis.values))
            found.append(at)
        return tuple(reversed(found))

    def scene_of(self, group: int, seed: int) -> Scene:
        """The scene of one run; `BadInput` where the settings do not fit."""
        scene = with_settings(self.scene, self.settings(group))
        return replace(scene, run=replace(scene.run, seed=seed), steps=self.steps)

    def seed(self, repeat: int) -> int:
        """The seed of a repeat; all combinations use the same ones."""
        return self.scene.run.seed + repeat

    def check(self) -> None:
        """`BadInput` for the first combination that cannot be trained."""
        for group in range(self.combinations):
            self.scene_of(group, self.scene.run.seed)

    def key(self, axis: int) -> Key:
        """What is known about the key of an axis."""
        return key_of(self.axes[axis].key, self.scene)


def spaced(low: float, high: float, count: int, *, log: bool, whole: bool) -> list[Any]:
    """``count`` values from ``low`` to ``high``, evenly or by equal factors.

    Numbers are rounded to three digits, whole ones to whole numbers; duplicates are
    dropped.
    """
    require(count >= 1, "range", "have 1 value or more", count)
    if log:
        require(low > 0 and high > 0, "range", "be above 0 to grow by factors", low)
    shares = [i / (count - 1) if count > 1 else 0.0 for i in range(count)]
    if log:
        a, b = log10(low), log10(high)
        values = [10 ** (a + share * (b - a)) for share in shares]
    else:
        values = [low + share * (high - low) for share in shares]
    rounded = [round(v) if whole else float(f"{v:.3g}") for v in values]
    return list(dict.fromkeys(rounded))


def base_words(scene: Scene) -> str:
    """A summary of the scene that every run starts from: "Moons, 2-12-1 ReLU, Adam"."""
    run = scene.run
    network = run.network
    shape = "-".join(str(n) for n in (network.inputs, *(h.units for h in run.hidden)))
    names = list(dict.fromkeys(tr(h.unit.title) for h in run.hidden))
    optimiser = key_of("training.optimiser", scene).shown(run.training.optimiser)
    kind = f" {', '.join(names)}" if names else ""
    problem = tr(run.data.problem.title)
    return f"{problem}: {shape}-{network.output.width}{kind}, {optimiser}"
