"""Small networks with random units, as documents of NET.json."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.chance import Subject
from core.files.net_json import parse_net

XOR = {"x": [[0, 0], [0, 1], [1, 0], [1, 1]], "y": [0, 1, 1, 0]}


def random_document(
    units: int = 4,
    sample: str = "bernoulli",
    activation: str = "sigmoid",
    *,
    after: str = "tanh",
    loss: str = "bce",
    seed: int = 0,
    **fields: Any,
) -> dict[str, Any]:
    """2 inputs, a random layer, a layer of 3 units, one logit, on XOR."""
    rng = np.random.default_rng(seed)
    rows = 2 * units if sample == "gaussian" else units

    def layer(rows: int, columns: int) -> dict[str, Any]:
        return {
            "W": rng.normal(size=(rows, columns)).tolist(),
            "b": rng.normal(size=rows).tolist(),
        }

    layers = [
        {**layer(rows, 2), "activation": activation, "sample": sample, **fields},
        {**layer(3, units), "activation": after},
        layer(1, 3),
    ]
    return {"net": {"layers": layers, "loss": loss}, "data": XOR}


def subject_of(document: dict[str, Any], theta: Any = None) -> Subject:
    """Its network and data."""
    net = parse_net(document, "net.json")
    assert net.x is not None
    assert net.y is not None
    theta = net.theta if theta is None else theta
    return Subject(net.network, theta, net.running, net.x, net.y)
