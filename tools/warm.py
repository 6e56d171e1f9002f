"""Compile every kernel in advance, so that neither a test nor a first start waits.

    python -m tools.warm

Prints what is being compiled; kernels already in the cache cost a second.
"""

from __future__ import annotations

import sys
from time import perf_counter

from core.analysis.region_warm import warm_up_regions
from core.engine.cold_start import in_cache, load_kernels
from core.kernels.families import MANY, REGIONS, SETS
from core.training import PRECISIONS


def main() -> int:
    """Use each kernel once."""
    begin = perf_counter()
    known = [*(s for p in PRECISIONS for s in SETS[p]), *MANY.values()]
    for number, what in enumerate(known, 1):
        if not in_cache(what):
            print(f"compiling kernels {number}/{len(known) + 1}: {what}", flush=True)
        load_kernels(what)
    if not in_cache(REGIONS):
        print(
            f"compiling kernels {len(known) + 1}/{len(known) + 1}: regions", flush=True
        )
    warm_up_regions()
    print(f"kernels ready after {perf_counter() - begin:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
