"""What leaves the program computes the same numbers elsewhere."""

from __future__ import annotations

import json

import numpy as np
import pytest

from core.features import FeatureSpec
from core.files.export import Trained, arrays, net_json, script
from core.files.net_json import parse_net
from core.forward import logits
from core.functions import ACTIVATION_NAMES
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running

ALL = FeatureSpec(("raw", "x2", "xy", "sinx", "cosy", "radius"), fourier=2)


def trained(activation: str, features: FeatureSpec = FeatureSpec()) -> Trained:  # noqa: B008
    normed = activation != "rbf"
    spec = NetworkSpec(
        features.count(2),
        (
            LayerSpec(3, activation, maxout_k=3, batch_norm=normed),
            LayerSpec(2, activation, maxout_k=3),
        ),
        OutputSpec("ce", 3),
    )
    rng = np.random.default_rng(1)
    running = fresh_running(spec)
    running += rng.uniform(0.1, 0.5, running.shape)
    return Trained(spec, rng.normal(size=spec.layout.size), running, features, 2)


def run(text: str, x: np.ndarray, library: str) -> np.ndarray:
    scope: dict = {"__name__": "exported"}
    exec(compile(text, "exported.py", "exec"), scope)
    if library == "torch":
        import torch

        return scope["predict"](torch.tensor(x)).numpy()
    return scope["predict"](x)


@pytest.mark.parametrize("library", ["numpy", "torch"])
@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_scripts_compute_the_networks_outputs(activation: str, library: str) -> None:
    if library == "torch":
        pytest.importorskip("torch")
    net = trained(activation)
    x = np.random.default_rng(2).normal(size=(7, 2))
    expected = logits(net.network, net.theta, net.running, x)
    text = script(net, library)
    assert run(text, x, library) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_scripts_make_the_features_too(library: str) -> None:
    if library == "torch":
        pytest.importorskip("torch")
    net = trained("tanh", ALL)
    x = np.random.default_rng(2).normal(size=(7, 2))
    expected = logits(net.network, net.theta, net.running, ALL.apply(x))
    assert run(script(net, library), x, library) == pytest.approx(expected)


@pytest.mark.parametrize("activation", ["relu", "prelu", "maxout", "leaky_relu", "rbf"])
def test_net_json_is_the_network(activation: str) -> None:
    net = trained(activation)
    data = json.loads(net_json(net))
    layer = data["net"]["layers"][0]
    assert layer["activation"] == activation
    assert ("b" in layer) == (activation != "rbf")
    assert ("slopes" in layer) == (activation == "prelu")
    assert "activation" not in data["net"]["layers"][-1]


def test_arrays_name_every_block() -> None:
    names = set(arrays(trained("prelu")))
    assert names == {
        "W1",
        "b1",
        "slopes1",
        "gamma1",
        "beta1",
        "mean1",
        "var1",
        "W2",
        "b2",
        "slopes2",
        "W3",
        "b3",
    }


def test_net_json_keeps_the_settings_of_an_activation_function() -> None:
    layer = LayerSpec(2, "elu", alpha=0.5)
    spec = NetworkSpec(2, (layer,), OutputSpec("mse", 1))
    theta = np.random.default_rng(3).normal(size=spec.layout.size)
    net = Trained(spec, theta, fresh_running(spec), FeatureSpec(), 2)
    assert parse_net(json.loads(net_json(net)), "n", need_data=False).network == spec
