"""Compile every kernel before the tests run, so that no test waits for that."""

from __future__ import annotations

import sys
from time import perf_counter

from core.analysis.region_warm import warm_up_regions
from core.engine.cold_start import load_kernels
from core.training import PRECISIONS


def main() -> int:
    """Use each kernel once; what is in the cache already costs a second."""
    begin = perf_counter()
    for precision in PRECISIONS:
        load_kernels(precision)
    warm_up_regions()
    print(f"kernels ready after {perf_counter() - begin:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
