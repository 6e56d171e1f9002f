"""Limits on totals: what is accepted stays under 2 GB, whatever a file asks for.

Each size has a limit of its own too (units of a layer, points of a sample …); these
limit their products, which a few hundred bytes of a scene can make enormous. They are
checked before anything is allocated.
"""

from __future__ import annotations

#: Numbers that a network learns. Training keeps about 24 of each: the parameters, their
#: moments and gradients, what the kernels work on, the first snapshot and the latest.
MAX_PARAMETERS = 4_000_000

#: Rows of all weight matrices of a network: what one example makes it compute. Views
#: look at a few thousand examples at once.
MAX_ROWS = 8192

#: Numbers of a sample as points, as features and as targets; ten million points of the
#: plane with their class fit.
MAX_CELLS = 60_000_000

#: Examples of a batch under batch normalisation, which needs all of them at once, and
#: what they make a network compute in all.
MAX_NORMED_BATCH = 4096
MAX_NORMED_VALUES = 8_000_000

#: The most values that all examples of a NET.json may make its network compute.
MAX_VALUES = 12_000_000

#: Bytes of room for the mesh on which linear regions are searched. Not all of them are
#: touched, but what is found is copied.
MAX_MESH = 1536 * 2**20

#: Networks of a grid.
FEWEST_NETWORKS, MOST_NETWORKS = 4, 100
