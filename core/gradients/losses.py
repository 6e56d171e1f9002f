"""Every output unit's loss as a graph of logits and targets: one number per row."""

from __future__ import annotations

from core.autodiff.expressions import graph_of
from core.autodiff.graph import Node, grouped
from core.network import OutputSpec
from core.outputs.elementwise import Elementwise


def losses(z: Node, y: Node, spec: OutputSpec) -> Node:
    """The loss of every example (n,), its steps in the group ``loss``."""
    unit = spec.unit
    if isinstance(unit, Elementwise):
        made = elementwise(unit, z, y)
    else:
        made = unit.graph(z, y, spec)
    return grouped(made, "loss", (z, y), "losses")


def elementwise(unit: Elementwise, z: Node, y: Node) -> Node:
    """The graph of the loss of one target, summed over the targets."""
    names = unit.head_names
    parts = [z]
    if len(names) > 1:
        d = z.shape[-1] // len(names)
        parts = [z.columns(i * d, (i + 1) * d) for i in range(len(names))]
        for part, name in zip(parts, names, strict=True):
            part.label = name
    known = dict(zip(names, parts, strict=True))
    return graph_of(unit.each, {**known, "y": y}).row_sums()
