"""Fill the cache of compiled kernels: ``python -m core.kernels [KERNELS]...``.

KERNELS is a precision, or one with ``many-`` before it: networks side by side.
"""

from __future__ import annotations

import sys

from core.engine.cold_start import MANY, load_kernels
from core.training import PRECISIONS


def main() -> None:
    """Compile what was named, or all."""
    known = (*PRECISIONS, *MANY.values())
    for what in [name for name in known if name in sys.argv[1:]] or known:
        load_kernels(what)


if __name__ == "__main__":
    main()
