"""Compiling the kernels of regions and their pictures ahead of their first use.

``python -m core.analysis.region_warm`` fills the cache from a process of its own.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from core.analysis.region_picture import (
    blank_picture,
    draw_segments,
    fill_regions,
    outline,
    region_numbers,
    shaded_picture,
    sign_pattern_raster,
)
from core.analysis.regions import find_regions
from core.functions.largest import MAXOUT
from core.kernels.cache import mark_warm
from core.kernels.verified import used
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.outputs import usual_loss
from core.priority import wait_if_asked
from core.steps.forward import layer_values


def warm_up_regions() -> None:
    """Compile every kernel of the regions, or load it from the cache.

    Afterwards ``is_warm("regions")`` is true.
    """
    box = np.array([-1.0, 1.0, -1.0, 1.0])
    hidden = (LayerSpec(3), LayerSpec(3, MAXOUT.name, maxout_k=3))
    network = NetworkSpec(2, hidden, OutputSpec(usual_loss(3), 3))
    theta = np.random.default_rng(1).normal(size=network.layout.size)
    running = fresh_running(network)
    regions = find_regions(network, theta, running, box)
    regions.at(0.1, 0.2)
    _ = regions.slope_norms, regions.hashes
    lines = regions.decision_boundary()
    image = blank_picture(4, 4)
    fill_regions(image, regions, np.zeros((regions.n, 4), np.uint8), box)
    region_numbers(regions, 4, 4, box)
    draw_segments(image, lines.segments, box, np.zeros((1, 4), np.uint8), np.ones(1))
    forward = partial(layer_values, network, theta, running)
    patterns = sign_pattern_raster(network, forward, box, 4, 4)
    image = shaded_picture(patterns, np.zeros((16, 3), np.uint8))
    outline(image, patterns.hashes, (0, 0, 0), 0.5)
    mark_warm("regions", used)


if __name__ == "__main__":
    wait_if_asked()
    warm_up_regions()
