"""Compile every kernel before the tests run, so that no test waits for that."""

from __future__ import annotations

import sys
from time import perf_counter

import numpy as np

from core.analysis.regions import find_regions
from core.engine.cold_start import load_kernels
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.training import PRECISIONS


def main() -> int:
    """Use each kernel once; what is in the cache already costs a second."""
    begin = perf_counter()
    for precision in PRECISIONS:
        load_kernels(precision)
    layers = tuple(LayerSpec(2, name) for name in ("relu", "hard_tanh", "maxout"))
    network = NetworkSpec(2, layers, OutputSpec("mse", 1))
    theta = np.linspace(-1.0, 1.0, network.layout.size)
    regions = find_regions(network, theta, fresh_running(network), (-1, 1, -1, 1))
    regions.at(0.1, 0.2)
    print(f"kernels ready after {perf_counter() - begin:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
