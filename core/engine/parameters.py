"""Checks of numbers that somebody wants to set in a network."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np

from core.arrays import Floats
from core.engine.commands import SetParameter
from core.errors import BadInput, require, shown
from core.network import Block, NetworkSpec, link_mask


def place_of(
    command: SetParameter, network: NetworkSpec, dtype: np.dtype[Any]
) -> Block:
    """The block that ``command`` sets a number of; `BadInput` where it does not fit."""
    layers = network.layout.layers
    require(
        0 <= command.layer < len(layers),
        "parameter: layer",
        f"be from 1 to {len(layers)}",
        command.layer + 1,
    )
    blocks = dict(layers[command.layer].parameters())
    where = f"layer {command.layer + 1}"
    if command.name not in blocks:
        raise BadInput(
            f"parameter: name must be one of {', '.join(blocks)} in {where}, "
            f"got {shown(command.name)}"
        )
    shape, index = blocks[command.name].shape, command.index
    inside = len(index) == len(shape) and all(
        0 <= i < size for i, size in zip(index, shape, strict=True)
    )
    require(
        inside,
        f"parameter: index into {command.name} of {where}",
        f"lie inside {shape}",
        index,
    )
    largest = float(np.finfo(dtype).max)
    require(
        isfinite(command.value) and abs(command.value) <= largest,
        f"parameter: {command.name} of {where}",
        f"be a finite {dtype}",
        command.value,
    )
    mask = network.mask(command.layer) if command.name == "W" else None
    if mask is not None and command.value and not mask.array[index]:
        raise BadInput(
            f"parameter: W of {where} must stay 0 where its link is cut, "
            f"got {shown(command.value)}"
        )
    return blocks[command.name]


def checked_theta(theta: Floats, like: Floats, network: NetworkSpec) -> Floats:
    """All parameters in the type of ``like``; `BadInput` where they do not fit."""
    given = np.asarray(theta)
    require(
        given.shape == like.shape,
        "parameters: theta",
        f"have shape {like.shape}",
        given.shape,
    )
    with np.errstate(over="ignore"):
        values: Floats = given.astype(like.dtype)
    require(
        bool(np.isfinite(values).all()),
        "parameters: theta",
        "be finite",
        "a number that is not",
    )
    links = link_mask(network)
    if links is not None and np.any(values[links == 0.0]):
        raise BadInput(
            "parameters: theta must be 0 where a link is cut, got another number"
        )
    return values
