# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""Clear, copy, add and sum rows of numbers in the work buffer."""

from __future__ import annotations

import numpy as np

from core.kernels.linking import exported
from core.kernels.memory import view
from core.kernels.options import FLAGS


@exported("piii>v", **FLAGS)
def add_to(work, from0, to0, n):
    """Add the n numbers at from0 to those at to0."""
    given, total = view(work, from0, n), view(work, to0, n)
    for j in range(n):
        total[j] += given[j]


@exported("piii>v", **FLAGS)
def copy_to(work, from0, to0, n):
    """Copy n numbers from from0 to to0."""
    given, target = view(work, from0, n), view(work, to0, n)
    for j in range(n):
        target[j] = given[j]


@exported("pii>v", **FLAGS)
def clear(work, at, n):
    """Set n numbers to 0."""
    numbers = view(work, at, n)
    for j in range(n):
        numbers[j] = numbers.dtype.type(0.0)


@exported("pii>d", **FLAGS)
def sum_of(work, at, n):
    """The sum of n numbers."""
    numbers = view(work, at, n)
    total = numbers.dtype.type(0.0)
    for j in range(n):
        total += numbers[j]
    return np.float64(total)
