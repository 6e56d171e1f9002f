"""The engine's commands; each is checked when it is created.

An edit of the network (`core.edits`) is itself a command; every weight that still fits
is kept. `core.engine.session.Session.apply` is the one place that interprets them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from core.arrays import Floats
from core.edits import Edit
from core.engine.saved import Saved
from core.errors import require
from core.features import FeatureSpec
from core.goal import NO_GOAL, Goal
from core.language import mark, tr
from core.problems.base import DataSpec
from core.run import RunSpec
from core.training import TrainingSpec


@dataclass(frozen=True, slots=True)
class Play:
    """Train until told otherwise, at the set pace."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop after the present step; a half-done huge step is kept, not lost."""


@dataclass(frozen=True, slots=True)
class Step:
    """Train ``count`` steps, then pause."""

    count: int = 1

    def __post_init__(self) -> None:
        require(self.count >= 1, tr("step: count"), tr("be 1 or more"), self.count)


@dataclass(frozen=True, slots=True)
class SetPace:
    """Steps per second; infinity is full speed."""

    steps_per_second: float = inf

    def __post_init__(self) -> None:
        require(
            self.steps_per_second > 0,
            "pace",
            tr("be above 0 steps per second"),
            self.steps_per_second,
        )


@dataclass(frozen=True, slots=True)
class Rewind:
    """Go back to step 0 with the same initial weights."""


@dataclass(frozen=True, slots=True)
class NewSeed:
    """Go back to step 0 with weights drawn from another seed (None: the next one)."""

    seed: int | None = None

    def __post_init__(self) -> None:
        require(
            self.seed is None or self.seed >= 0, "seed", tr("be 0 or more"), self.seed
        )


@dataclass(frozen=True, slots=True)
class SetRun:
    """Switch to another run, at step 0."""

    run: RunSpec


@dataclass(frozen=True, slots=True)
class SetTraining:
    """Change hyper-parameters from the next step on."""

    training: TrainingSpec


@dataclass(frozen=True, slots=True)
class SetData:
    """Train on another sample or other features, keeping every weight that fits."""

    data: DataSpec
    features: FeatureSpec | None = None  # None: the present ones


@dataclass(frozen=True, slots=True)
class SetParameter:
    """Set one number: ``name`` is one of `core.network.SETTABLE`."""

    layer: int  # 0 is the first hidden layer; the last is the output layer
    name: str
    index: tuple[int, ...]
    value: float


@dataclass(frozen=True, slots=True)
class SetParameters:
    """Set all parameters at once (the book's solution, undo of an edit)."""

    theta: Floats
    note: str = mark("weights set")


@dataclass(frozen=True, slots=True)
class Branch:
    """Go on from the kept snapshot at or before ``step``; later ones are dropped."""

    step: int


@dataclass(frozen=True, slots=True, eq=False)
class Restore:
    """Switch to a saved run, with its timeline and its series."""

    saved: Saved


@dataclass(frozen=True, slots=True)
class SetScript:
    """Have these commands carried out during training, each at its step, in order.

    An entry is (steps made, command). Steps are counted from here on, through every
    rewind of the script itself; ``made`` of them were made before. Entries already due
    are carried out immediately. An empty script ends the present one.
    """

    entries: tuple[tuple[int, Command], ...] = ()
    made: int = 0


@dataclass(frozen=True, slots=True)
class SetGoal:
    """Set the goal; with ``stop``, training pauses when it is first reached."""

    goal: Goal = NO_GOAL


@dataclass(frozen=True, slots=True)
class Stop:
    """End the thread."""


Command = (
    Play
    | Pause
    | Step
    | SetPace
    | Rewind
    | NewSeed
    | SetRun
    | SetTraining
    | Edit
    | SetData
    | SetParameter
    | SetParameters
    | Branch
    | Restore
    | SetScript
    | SetGoal
    | Stop
)
