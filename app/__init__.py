"""The window: the only package that uses Qt."""

import core  # noqa: F401  (first of all: it says how many threads NumPy's BLAS may use)
from app.overrides import guard_overrides

guard_overrides()  # before any of our classes is created
