"""How a network ended up: the word below its picture."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import numpy as np

from core.arrays import Floats
from core.language import mark

#: A loss that fell by less than this share over the second half of the steps is stuck.
LEAST_GAIN = 0.01
#: Before this step no network counts as stuck.
EARLIEST = 100


class Fate(Enum):
    """The state of a network; the value is the word to show."""

    LEARNING = mark("learning")
    SOLVED = mark("solved")
    STUCK = mark("stuck")
    DEAD = mark("dead")  # one of its layers gets no gradient from any example
    DIVERGED = mark("diverged")


def fate_of(
    diverged: bool, reached: bool, dead: bool, steps: Sequence[int], losses: Floats
) -> Fate:
    """Judge one network by its losses (m,) at ``steps``, the newest last."""
    if diverged:
        return Fate.DIVERGED
    if reached:
        return Fate.SOLVED
    if dead:
        return Fate.DEAD
    return Fate.STUCK if _is_stuck(steps, losses) else Fate.LEARNING


def _is_stuck(steps: Sequence[int], losses: Floats) -> bool:
    if not len(steps) or steps[-1] < EARLIEST:
        return False
    half = int(np.searchsorted(steps, steps[-1] / 2, side="right"))
    before, lately = losses[:half], losses[half:]
    if not len(before) or not len(lately):
        return False
    return bool(lately.min() > (1.0 - LEAST_GAIN) * before.min())
