"""A network as a short list of steps: the one description everything else interprets.

`base` defines the interface of a step, `kinds` has the kinds, `build` makes the list of
a network.
"""

from core.steps.base import LayerNames, LayerValues, Numbers, Stage, Step
from core.steps.build import Plan, after_function, folded, plan_of

__all__ = [
    "LayerNames",
    "LayerValues",
    "Numbers",
    "Plan",
    "Stage",
    "Step",
    "after_function",
    "folded",
    "plan_of",
]
