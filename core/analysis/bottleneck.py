"""Narrow linear layers: what they can still do, and how many parameters they save."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from core.functions.straight import IDENTITY
from core.network import Block, NetworkSpec


@dataclass(frozen=True, slots=True)
class Bottleneck:
    """A layer of identity units narrower than what it joins: two maps in one."""

    layer: int  # 0-based
    rank: int  # that the product of the two matrices can have at most
    parameters: int  # weights and biases of both maps
    direct: int  # of the one map that would join the same units directly


def bottlenecks(network: NetworkSpec) -> tuple[Bottleneck, ...]:
    """Every hidden layer that only limits the rank of one affine map."""
    found = (_bottleneck(network, i) for i in range(len(network.hidden)))
    return tuple(one for one in found if one is not None)


def _bottleneck(network: NetworkSpec, i: int) -> Bottleneck | None:
    spec = network.hidden[i]
    number, after = i + 1, i + 1  # of what it gives to others; of the next layer
    distances = after < len(network.hidden) and network.hidden[after].unit.distances
    plain = (
        spec.activation == IDENTITY.name
        and not (spec.batch_norm or spec.sample or distances)
        and spec.adds is None
        and network.reads(after) == (number,)
        and network.mask(i) is None
        and network.mask(after) is None
    )
    if not plain or _is_used_later(network, number):
        return None
    first, second = network.layout.layers[i], network.layout.layers[after]
    joined, rows = network.fan_in(i), second.W.shape[0]
    if spec.units >= min(joined, rows):
        return None
    return Bottleneck(
        layer=i,
        rank=spec.units,
        parameters=sum(_size(b) for b in (first.W, first.b, second.W, second.b)),
        direct=rows * joined + _size(second.b),
    )


def _is_used_later(network: NetworkSpec, number: int) -> bool:
    """Whether a layer other than the next one reads or adds this one."""
    return any(h.adds == number for h in network.hidden) or any(
        number in network.reads(j) for j in range(number + 1, network.depth)
    )


def _size(block: Block | None) -> int:
    return 0 if block is None else prod(block.shape)
