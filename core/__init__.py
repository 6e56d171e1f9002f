"""The laboratory without a window: networks, problems, training and analysis.

Nothing in here knows Qt, so everything can be driven from a script.
"""

import os

# Matrices here are small: a second BLAS thread costs more than it brings, takes the
# core that the window draws on, and sums in another order, so that a run would not be
# the same twice. It must be said before NumPy is loaded; a user's own choice stands.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
