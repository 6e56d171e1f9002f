"""The window: the only place that knows Qt."""

import core  # noqa: F401  (first of all: it says how many threads NumPy's BLAS may use)
