"""A network as a short list of steps: the one description that every reader interprets.

`base` says what a step tells its readers, `kinds` holds the kinds, `build` makes the
list of a network.
"""

from core.steps.base import LayerValues, Numbers, Stage, Step
from core.steps.build import LayerNames, Plan, folded, plan_of

__all__ = [
    "LayerNames",
    "LayerValues",
    "Numbers",
    "Plan",
    "Stage",
    "Step",
    "folded",
    "plan_of",
]
