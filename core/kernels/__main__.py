"""Fill the cache of compiled kernels: ``python -m core.kernels [PRECISION]...``."""

from __future__ import annotations

import sys

from core.training import PRECISIONS


def main() -> None:
    """Compile the precisions that were named, or all."""
    from core.kernels.warm import warm_up

    for precision in [p for p in PRECISIONS if p in sys.argv[1:]] or PRECISIONS:
        warm_up(precision)


if __name__ == "__main__":
    main()
