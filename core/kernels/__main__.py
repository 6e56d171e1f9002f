"""Fill the cache of compiled kernels: ``python -m core.kernels [KERNELS]...``.

KERNELS is a precision, a precision and a family (``float64+layers``), or a precision
with ``many-`` before it: networks side by side.
"""

from __future__ import annotations

import sys

from core.kernels.families import MANY, SETS
from core.priority import wait_if_asked
from core.training import PRECISIONS


def main() -> None:
    """Compile what was named, or all."""
    wait_if_asked()
    known = [*(s for p in PRECISIONS for s in SETS[p]), *MANY.values()]
    from core.kernels.warm import warm_up_set  # loads numba

    for what in [name for name in known if name in sys.argv[1:]] or known:
        warm_up_set(what)


if __name__ == "__main__":
    main()
