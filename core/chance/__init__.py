"""Expectations over random units, and estimates of their gradient.

`subject` is what is differentiated; `exact` sums over all patterns of 0 and 1,
`drawing` draws single gradients, `estimate` averages them.
"""

from core.chance.estimate import Estimate, estimate
from core.chance.exact import Expectation, expectation, why_not_exact
from core.chance.subject import Subject

__all__ = [
    "Estimate",
    "Expectation",
    "Subject",
    "estimate",
    "expectation",
    "why_not_exact",
]
