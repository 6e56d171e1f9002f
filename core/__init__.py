"""The laboratory without a window: networks, problems, training and analysis.

Nothing here depends on Qt, so everything can be used from a script.
"""

import os

# Matrices here are small: a second BLAS thread costs more than it gains, takes the core
# that the window draws on, and sums in another order, so that runs would not be
# reproducible. This must be set before NumPy is loaded; a value set by the user is
# kept.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
