"""Limits on totals: what is accepted stays under 2 GB, whatever a file asks for.

Each size has a limit of its own too (units of a layer, points of a sample …); these
are about their products, which a few hundred bytes of a scene can make enormous. They
are checked before anything is allocated.
"""

from __future__ import annotations

#: Numbers that a network learns. Training keeps about 24 of each: the parameters, their
#: moments and gradients, what the kernels work on, the first snapshot and the latest.
MAX_PARAMETERS = 4_000_000

#: Rows of all weight matrices of a network: what one example makes it compute. Views
#: look at a few thousand examples at once.
MAX_ROWS = 8192

#: Numbers of a sample as points, as features and as targets. Each is kept about five
#: times: drawn, split, encoded, and laid out for the kernels.
MAX_CELLS = 40_000_000

#: Values of one batch under batch normalisation, which needs the whole batch at once.
MAX_NORMED_VALUES = 8_000_000

#: Values of all examples of a NET.json in all layers.
MAX_VALUES = 20_000_000

#: Bytes of a scene, a lesson or a NET.json.
MAX_TEXT = 8 * 2**20

#: Bytes of the mesh that linear regions are searched on.
MAX_MESH = 1280 * 2**20
