"""Checks of numbers to be set in a network."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np

from core.arrays import Floats
from core.engine.commands import SetParameter
from core.errors import BadInput, require, shown
from core.language import tr
from core.network import Block, NetworkSpec, link_mask


def place_of(
    command: SetParameter, network: NetworkSpec, dtype: np.dtype[Any]
) -> Block:
    """The block in which ``command`` sets a number; `BadInput` if it does not fit."""
    layers = network.layout.layers
    require(
        0 <= command.layer < len(layers),
        tr("parameter: layer"),
        tr("be from 1 to {count}", count=len(layers)),
        command.layer + 1,
    )
    blocks = dict(layers[command.layer].parameters())
    where = tr("layer {layer}", layer=command.layer + 1)
    if command.name not in blocks:
        raise BadInput(
            tr(
                "parameter: name must be one of {blocks} in {where}, got {name}",
                blocks=", ".join(blocks),
                where=where,
                name=shown(command.name),
            )
        )
    shape, index = blocks[command.name].shape, command.index
    inside = len(index) == len(shape) and all(
        0 <= i < size for i, size in zip(index, shape, strict=True)
    )
    require(
        inside,
        tr("parameter: index into {name} of {where}", name=command.name, where=where),
        tr("lie inside {shape}", shape=shape),
        index,
    )
    largest = float(np.finfo(dtype).max)
    require(
        isfinite(command.value) and abs(command.value) <= largest,
        tr("parameter: {name} of {where}", name=command.name, where=where),
        tr("be a finite {dtype}", dtype=dtype),
        command.value,
    )
    mask = network.mask(command.layer) if command.name == "W" else None
    if mask is not None and command.value and not mask.array[index]:
        raise BadInput(
            tr(
                "parameter: W of {where} must stay 0 where its link is cut, "
                "got {value}",
                where=where,
                value=shown(command.value),
            )
        )
    return blocks[command.name]


def checked_theta(theta: Floats, like: Floats, network: NetworkSpec) -> Floats:
    """All parameters in the type of ``like``; `BadInput` where they do not fit."""
    given = np.asarray(theta)
    require(
        given.shape == like.shape,
        tr("parameters: theta"),
        tr("have shape {shape}", shape=like.shape),
        given.shape,
    )
    with np.errstate(over="ignore"):
        values: Floats = given.astype(like.dtype)
    require(
        bool(np.isfinite(values).all()),
        tr("parameters: theta"),
        tr("be finite"),
        tr("NaN or infinity"),
    )
    links = link_mask(network)
    if links is not None and np.any(values[links == 0.0]):
        raise BadInput(
            tr("parameters: theta must be 0 where a link is cut, got another number")
        )
    return values
