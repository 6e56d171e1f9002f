"""Forward mode with its cost, and finite differences, to compare with reverse mode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.analysis.walk import Walk, WalkNode
from core.analysis.walk_names import entry_title, num
from core.arrays import Floats
from core.autodiff import Node, in_order
from core.autodiff.functions import LogSumExp, Map, Softmax
from core.autodiff.graph import MatMul, Multiply, Scale
from core.autodiff.passes import jvp
from core.gradients.layers import Affine, Distances, Prelu
from core.gradients.layers import Maxout as MaxoutOp
from core.language import tr


@dataclass(frozen=True, slots=True, eq=False)
class ForwardPass:
    """How everything moves when one entry of a leaf moves by 1."""

    seed: str
    entry: int
    name: str  # of the entry, to show
    tangents: Mapping[str, Floats]  # by node; missing ones are zero
    derivative: float  # ∂J/∂seed as forward mode finds it
    reverse: float  # the same from the backward pass


def forward_mode(walk: Walk, seed: str, entry: int) -> ForwardPass:
    """One pass of forward mode from one entry of a parameter or of the input."""
    leaf = walk[seed]
    direction = np.zeros(leaf.value.size)
    direction[entry] = 1.0
    with np.errstate(all="ignore"):
        moving = jvp([walk.graph.J], {leaf.node: direction.reshape(leaf.value.shape)})
    tangents = {n.name: moving[n.node] for n in walk.nodes if n.node in moving}
    assert leaf.gradient is not None
    return ForwardPass(
        seed,
        entry,
        entry_title(seed, leaf.value.shape, entry),
        tangents,
        float(tangents.get("J", np.zeros(()))),
        float(leaf.gradient.ravel()[entry]),
    )


@dataclass(frozen=True, slots=True)
class Cost:
    """Multiplications of both modes for all derivatives of J by the parameters."""

    reverse: int  # one backward pass
    one_pass: int  # of forward mode, on average
    passes: int  # one for each parameter
    forward: int  # all passes of forward mode

    @property
    def cheaper(self) -> str:
        """``reverse``, ``forward`` or ``equal``."""
        if self.reverse == self.forward:
            return "equal"
        return "reverse" if self.reverse < self.forward else "forward"

    @property
    def sentence(self) -> str:
        """Which is cheaper here, and why."""
        counts = tr(
            "Reverse mode: 1 pass, {reverse} multiplications, all {passes} "
            "derivatives. Forward mode: {passes} passes, one per "
            "parameter, {forward} multiplications.",
            reverse=self.reverse,
            passes=self.passes,
            forward=self.forward,
        )
        if self.cheaper == "reverse":
            why = tr(
                "Reverse mode is {forward} times cheaper here, because J is one "
                "number and the parameters are many: one backward pass gives all the "
                "derivatives.",
                forward=f"{self.forward / max(self.reverse, 1):.1f}",
            )
        elif self.cheaper == "forward":
            why = tr("Forward mode is cheaper here: there are so few parameters.")
        else:
            why = tr("Both cost the same here.")
        return f"{counts} {why}"


def cost(walk: Walk) -> Cost:
    """Count multiplications on the actual graph; structural zeros cost nothing."""
    graph = walk.graph
    values = set(in_order([graph.J]))
    wanted = [
        graph.gradients.nodes[p] for p in graph.parameters if p in graph.gradients.nodes
    ]
    reverse = sum(_products(n) for n in in_order(wanted) if n not in values)
    order = in_order([graph.J])
    total = 0
    passes = 0
    for leaf in graph.parameters:
        total += leaf.value.size * _tangent_products(order, leaf)
        passes += leaf.value.size
    return Cost(reverse, round(total / max(passes, 1)), passes, total)


def _products(node: Node) -> int:
    """Multiplications of one op in the backward pass."""
    if isinstance(node.op, MatMul):
        return node.inputs[0].value.size * node.inputs[1].shape[-1]
    if isinstance(node.op, Multiply | Scale):
        return node.value.size
    return 0


def _tangent_products(order: list[Node], leaf: Node) -> int:
    """Multiplications of one pass of forward mode that starts at ``leaf``."""
    moving = {leaf}
    total = 0
    for node in order:
        if node in moving:
            continue
        live = [i for i, source in enumerate(node.inputs) if source in moving]
        if not live:
            continue
        moving.add(node)
        total += sum(_tangent_cost(node, i) for i in live)
    return total


def _tangent_cost(node: Node, index: int) -> int:
    """Multiplications that input ``index`` costs in the op's forward rule."""
    op = node.op
    if isinstance(op, Affine | Distances):
        return 0 if index == 2 else node.value.size * node.inputs[0].shape[-1]
    if isinstance(op, MatMul):
        return node.value.size * node.inputs[0].shape[-1]
    if isinstance(op, LogSumExp | Softmax | MaxoutOp):
        return node.inputs[0].value.size
    if isinstance(op, Multiply | Scale | Map | Prelu):
        return node.value.size
    return 0


@dataclass(frozen=True, slots=True)
class Check:
    """A derivative of the graph against differences of J."""

    name: str
    graph: float
    difference: float  # (J(v + h) − J(v − h)) / 2h
    left: float  # (J(v) − J(v − h)) / h
    right: float
    step: float

    @property
    def error(self) -> float:
        """Relative to the larger of both and 1e-6."""
        size = max(abs(self.graph), abs(self.difference), 1e-6)
        return abs(self.graph - self.difference) / size

    @property
    def kink(self) -> bool:
        """Whether the slopes on both sides differ, so there is a fold here."""
        size = max(abs(self.left), abs(self.right), 1e-6)
        return abs(self.left - self.right) > 1e-2 * size and self.error > 1e-4

    @property
    def sentence(self) -> str:
        """What was found, in words."""
        if self.kink:
            return tr(
                "∂J/∂{name} has a kink here: slope {left} on the left, "
                "{right} on the right; the graph takes {graph}.",
                name=self.name,
                left=num(self.left),
                right=num(self.right),
                graph=num(self.graph),
            )
        return tr(
            "∂J/∂{name}: graph {graph}, difference {difference}, relative "
            "error {error}.",
            name=self.name,
            graph=num(self.graph, 8),
            difference=num(self.difference, 8),
            error=num(self.error, 2),
        )


def check(walk: Walk, node: WalkNode, entry: int) -> Check:
    """Central difference of J by one entry of any node, by replaying the graph."""
    value = float(node.value.ravel()[entry])
    step = 1e-5 * max(1.0, abs(value))
    at = [_replayed(walk, node, entry, value + s * step) for s in (-1.0, 0.0, 1.0)]
    assert node.gradient is not None
    return Check(
        entry_title(node.name, node.value.shape, entry),
        float(node.gradient.ravel()[entry]),
        (at[2] - at[0]) / (2.0 * step),
        (at[1] - at[0]) / step,
        (at[2] - at[1]) / step,
        step,
    )


def _replayed(walk: Walk, node: WalkNode, entry: int, value: float) -> float:
    """J when one entry of a node is set to ``value``; the rest is recomputed."""
    changed = node.value.copy()
    changed.ravel()[entry] = value
    new: dict[Node, Floats] = {node.node: changed}
    with np.errstate(all="ignore"):
        for op in in_order([walk.graph.J]):
            if op not in new and any(i in new for i in op.inputs):
                new[op] = op.op.forward(*(new.get(i, i.value) for i in op.inputs))
    return float(new.get(walk.graph.J, walk.graph.J.value))
