"""Passes over a graph: reverse mode, forward mode, Hessian-vector products."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Floats
from core.autodiff.graph import Node, constant


def in_order(outputs: Iterable[Node]) -> list[Node]:
    """All nodes that lead to ``outputs``, each after its inputs."""
    order: list[Node] = []
    seen: set[Node] = set()
    todo: list[tuple[Node, bool]] = [(node, False) for node in outputs]
    while todo:
        node, ready = todo.pop()
        if ready:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            todo.append((node, True))
            # Reversed, so that the first input is computed first.
            todo.extend((i, False) for i in reversed(node.inputs) if i not in seen)
    return order


@dataclass(frozen=True, slots=True)
class Path:
    """One path by which gradient comes back to a node."""

    consumer: Node  # the node that used it
    index: int  # as which of its inputs
    part: Node  # what it gives back; the gradient is the sum of all parts


@dataclass(frozen=True, slots=True)
class Gradients:
    """∂output/∂node for every node that varies and leads to the output."""

    output: Node
    paths: dict[Node, tuple[Path, ...]]
    nodes: dict[Node, Node]  # the gradients, themselves nodes of a graph

    def of(self, node: Node) -> Floats:
        """∂output/∂node, zeros where nothing flows; the shape of the node."""
        found = self.nodes.get(node)
        return np.zeros_like(node.value) if found is None else found.value


def backward(output: Node) -> Gradients:
    """Reverse mode: one pass gives the gradient of a scalar by every node."""
    if output.value.size != 1:
        raise TypeError(f"backward needs a scalar output, got shape {output.shape}")
    parts: dict[Node, list[Path]] = {}
    sums: dict[Node, Node] = {output: constant(np.ones_like(output.value))}
    for node in reversed(in_order([output])):
        if node not in sums:
            if node not in parts:
                continue
            total = parts[node][0].part
            for path in parts[node][1:]:
                total = total + path.part
            sums[node] = total
        for index, source in enumerate(node.inputs):
            if source.varies:
                part = node.op.vjp(node, sums[node], index)
                parts.setdefault(source, []).append(Path(node, index, part))
    return Gradients(output, {n: tuple(p) for n, p in parts.items()}, sums)


def jvp(outputs: Sequence[Node], tangents: Mapping[Node, Floats]) -> dict[Node, Floats]:
    """Forward mode: how every node changes when leaves change by ``tangents``.

    Nodes that do not change are left out.
    """
    moving = dict(tangents)
    for node in in_order(outputs):
        if node in moving or not any(i in moving for i in node.inputs):
            continue
        parts = [
            moving[i] if i in moving else np.zeros_like(i.value) for i in node.inputs
        ]
        moving[node] = node.op.jvp(node, *parts)
    return moving


def hvp(
    output: Node,
    leaves: Sequence[Node],
    vectors: Sequence[Floats],
    gradients: Gradients | None = None,
) -> list[Floats]:
    """Hessian of ``output`` by ``leaves`` times a vector, exactly.

    Forward over reverse: the gradient is a graph, and its tangent along the vector is
    the product. Passing ``gradients`` of the same output saves the backward pass.
    """
    nodes = (gradients or backward(output)).nodes
    wanted = [nodes.get(leaf) for leaf in leaves]
    moving = jvp(
        [node for node in wanted if node is not None],
        dict(zip(leaves, vectors, strict=True)),
    )
    return [
        np.zeros_like(leaf.value)
        if node is None or node not in moving
        else np.asarray(moving[node])
        for leaf, node in zip(leaves, wanted, strict=True)
    ]
