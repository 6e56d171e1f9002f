"""A narrow linear layer: the rank it leaves, and the parameters it saves."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.bottleneck import Bottleneck, bottlenecks
from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.scenes import load_scene

NARROW = LayerSpec(2, "identity")
OUT = OutputSpec("mse", 4)


def network(*hidden: LayerSpec, inputs: int = 5) -> NetworkSpec:
    return NetworkSpec(inputs, hidden, OUT)


def test_the_scene_has_what_its_summary_says():
    scene = load_scene("bottleneck")
    (found,) = bottlenecks(scene.run.network)
    assert found == Bottleneck(layer=0, rank=2, parameters=143, direct=201)
    assert f"rank {found.rank} at most, {found.parameters} parameters" in scene.summary
    assert f"instead of {found.direct}" in scene.summary


def test_parameters_are_those_of_the_networks_with_and_without_the_layer():
    narrow = network(NARROW)
    (found,) = bottlenecks(narrow)
    assert found.parameters == narrow.layout.size
    assert found.direct == network().layout.size
    deep = network(LayerSpec(6, "tanh"), NARROW, LayerSpec(7, "relu"))
    (found,) = bottlenecks(deep)
    assert found.layer == 1
    direct = network(LayerSpec(6, "tanh"), LayerSpec(7, "relu"))
    saved = direct.layout.size - deep.layout.size
    assert found.direct - found.parameters == saved


def test_the_product_of_both_matrices_has_that_rank():
    narrow = network(NARROW)
    theta = np.random.default_rng(0).normal(size=narrow.layout.size)
    first, second = (layer.W.of(theta) for layer in narrow.layout.layers)
    (found,) = bottlenecks(narrow)
    assert np.linalg.matrix_rank(second @ first) == found.rank


@pytest.mark.parametrize(
    "hidden",
    [
        (),
        (LayerSpec(2, "relu"),),
        (LayerSpec(4, "identity"),),  # as wide as the output
        (LayerSpec(2, "identity", batch_norm=True),),
        (NARROW, LayerSpec(6, "rbf")),
        (NARROW, LayerSpec(6, "tanh"), LayerSpec(6, "tanh", reads=(1, 2))),
        (NARROW, LayerSpec(2, "tanh", adds=1)),
        (LayerSpec(2, "tanh"), LayerSpec(2, "identity", adds=1)),
        (NARROW, LayerSpec(6, "tanh", reads=(0, 1))),
    ],
)
def test_only_a_narrow_affine_map_between_two_others_is_one(hidden):
    assert bottlenecks(network(*hidden)) == ()
