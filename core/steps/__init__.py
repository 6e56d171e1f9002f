"""A network as a short list of steps: the one description that every reader interprets.

`base` says what a step tells its readers, `kinds` holds the kinds, `build` makes the
list of a network.
"""

from core.steps.base import LayerValues, Numbers, Stage, Step
from core.steps.build import LayerNames, Plan, plan_of
from core.steps.kinds import Affine, Distances, Drop, Largest, Loss, Map, Normalise

__all__ = [
    "Affine",
    "Distances",
    "Drop",
    "Largest",
    "LayerNames",
    "LayerValues",
    "Loss",
    "Map",
    "Normalise",
    "Numbers",
    "Plan",
    "Stage",
    "Step",
    "plan_of",
]
