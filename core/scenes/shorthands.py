"""Settings that change all hidden layers at once, for sweeps and experiments.

A scene lists its layers one by one. To vary "the width" there must be a single key:

- ``network.depth``: so many hidden layers; further ones are like the last
- ``network.activation``: the activation function of all of them
- ``network.width``: the units of each of them
- ``network.parameters``: the width whose weights and biases come nearest to this number
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.errors import BadInput, require
from core.network import MAX_LAYERS, MAX_UNITS
from core.wiring import WIRING

DEPTH, ACTIVATION = "network.depth", "network.activation"
WIDTH, PARAMETERS = "network.width", "network.parameters"
#: In the order in which they are applied.
SHORTHANDS = (DEPTH, ACTIVATION, WIDTH, PARAMETERS)
MAX_DEPTH = MAX_LAYERS

Count = Callable[[], int]  # the parameters of the scene as its tables are now


def apply_shorthands(
    data: dict[str, Any], settings: Mapping[str, Any], count: Count
) -> None:
    """Apply the settings of all layers in ``settings`` to the tables of a scene."""
    for key in SHORTHANDS:
        if key in settings:
            _APPLY[key](data, settings[key], count)


def _layers(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    network = data["network"]
    layers = network.setdefault("layers", [])
    wired = any(word in layer for layer in layers for word in WIRING)
    if wired or "output_reads" in network or "output_mask" in network:
        raise BadInput(
            f"{key} must be varied on plain layers, got ones with reads, adds or masks"
        )
    return list(layers)


def _set_depth(data: dict[str, Any], value: Any, count: Count) -> None:
    layers = _layers(data, DEPTH)
    good = isinstance(value, int) and not isinstance(value, bool)
    rule = f"be a whole number from 0 to {MAX_DEPTH}"
    require(good and 0 <= value <= MAX_DEPTH, DEPTH, rule, value)
    last = layers[-1] if layers else {"units": 4}
    layers += [last] * (value - len(layers))
    data["network"]["layers"] = [dict(layer) for layer in layers[:value]]


def _set_activation(data: dict[str, Any], value: Any, count: Count) -> None:
    for layer in data["network"].get("layers", []):
        layer["activation"] = value


def _set_width(data: dict[str, Any], value: Any, count: Count) -> None:
    layers = _layers(data, WIDTH)
    require(bool(layers), WIDTH, "have a hidden layer to be set on", "none")
    data["network"]["layers"] = [{**layer, "units": value} for layer in layers]


def _set_parameters(data: dict[str, Any], value: Any, count: Count) -> None:
    """Find the width by bisection: more units never mean fewer parameters."""
    good = isinstance(value, int) and not isinstance(value, bool)
    require(good and value >= 1, PARAMETERS, "be a whole number, 1 or more", value)

    def parameters(width: int) -> int:
        _set_width(data, width, count)
        return count()

    low, high = 1, 2
    while high < MAX_UNITS and parameters(high) < value:
        low, high = high, min(2 * high, MAX_UNITS)
    while high - low > 1:
        middle = (low + high) // 2
        if parameters(middle) < value:
            low = middle
        else:
            high = middle
    near = min((low, high), key=lambda width: abs(parameters(width) - value))
    _set_width(data, near, count)


_APPLY: dict[str, Callable[[dict[str, Any], Any, Count], None]] = {
    DEPTH: _set_depth,
    ACTIVATION: _set_activation,
    WIDTH: _set_width,
    PARAMETERS: _set_parameters,
}
