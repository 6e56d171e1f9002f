"""Two-class losses against the margin, which says how far an example is from wrong.

The margin m is the true class's logit minus the largest other one; (2y − 1) z for a
single logit. An example is correct where m is above 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.functions.maths import sigmoid, softplus
from core.language import mark


@dataclass(frozen=True, slots=True)
class MarginLoss:
    """One curve; ``formula`` is in terms of the margin m."""

    title: str
    formula: str
    of: Callable[[Floats], Floats]


ZERO_ONE = MarginLoss(
    mark("0/1: wrong or right"), "m < 0", lambda m: np.asarray((m < 0.0) * 1.0)
)
HINGE = MarginLoss(
    mark("hinge loss"), "max(0, 1 − m)", lambda m: np.asarray(np.maximum(0.0, 1.0 - m))
)
CROSS_ENTROPY = MarginLoss(
    mark("cross-entropy"), "log(1 + e⁻ᵐ)", lambda m: np.asarray(softplus(-m))
)
SQUARED = MarginLoss(
    mark("squared error of a sigmoid"),
    "(1 − σ(m))²",
    lambda m: np.asarray((1.0 - sigmoid(m)) ** 2),
)
MARGIN_LOSSES = (ZERO_ONE, HINGE, CROSS_ENTROPY, SQUARED)
