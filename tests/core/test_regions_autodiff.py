"""The affine map of a region is what automatic differentiation says there."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.regions import find_regions
from core.autodiff.passes import jvp
from core.gradients.network import network_graph
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running

KINDS = ["relu", "leaky_relu", "prelu", "abs", "hard_tanh", "maxout", "identity"]


def jacobian(spec: NetworkSpec, theta: np.ndarray, point: np.ndarray) -> np.ndarray:
    """∂logits/∂x (width, 2) by forward mode, one input at a time."""
    y = np.zeros((1, spec.output.width))
    graph = network_graph(spec, theta, point[None], y, fresh_running(spec))
    columns = []
    for i in range(2):
        seed = np.zeros((1, 2))
        seed[0, i] = 1.0
        columns.append(jvp([graph.logits], {graph.x: seed})[graph.logits][0])
    return np.stack(columns, axis=1)


@pytest.mark.parametrize("kind", KINDS)
def test_jacobian_and_offset_are_those_of_the_graph(kind: str) -> None:
    hidden = (LayerSpec(7, kind, maxout_k=3), LayerSpec(5, kind, maxout_k=3))
    spec = NetworkSpec(2, hidden, OutputSpec("mse", 2))
    rng = np.random.default_rng(5)
    theta = rng.normal(size=spec.layout.size)
    regions = find_regions(spec, theta, fresh_running(spec), (-3, 3, -3, 3))
    for region in rng.choice(regions.n, min(regions.n, 25), replace=False).tolist():
        inner = regions.polygon(region).mean(axis=0)
        here = regions.at(*inner)
        assert here.jacobian == pytest.approx(
            jacobian(spec, theta, inner), rel=1e-9, abs=1e-11
        )
        y = np.zeros((1, 2))
        graph = network_graph(spec, theta, inner[None], y, fresh_running(spec))
        assert here.jacobian @ inner + here.offset == pytest.approx(
            graph.logits.value[0], rel=1e-9, abs=1e-9
        )
