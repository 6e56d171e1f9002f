"""The window: the only place that knows Qt."""

import core  # noqa: F401  (first of all: it says how many threads NumPy's BLAS may use)
from app.overrides import guard_overrides

guard_overrides()  # before any class of ours is made
