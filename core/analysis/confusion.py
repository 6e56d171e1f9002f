"""Which classes are mistaken for which."""

from __future__ import annotations

import numpy as np

from core.arrays import Floats, Ints


def confusion(true: Floats, decided: Floats | Ints, classes: int) -> Ints:
    """How often each true class (row) was predicted as each class (column)."""
    places = true.astype(np.int64) * classes + decided.astype(np.int64)
    return np.bincount(places, minlength=classes * classes).reshape(classes, classes)
