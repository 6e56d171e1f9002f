"""A walk: one example forward and backward through the computational graph.

Every number is read from the graph of `core.autodiff`: values from its nodes, gradients
from its paths, local derivatives from the forward rule (`Op.jvp`) of its ops. The ops
inside a loss, a penalty or a normalisation are shown as one node.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from core.analysis.walk_subject import Subject
from core.arrays import Bools, Floats
from core.autodiff import Node, in_order
from core.gradients import NetworkGraph
from core.steps import Step
from core.steps.base import INPUT, TARGET

#: Up to this many entries of a node, every local derivative is computed.
MOST_ENTRIES = 64


def norm_of(values: Floats) -> float:
    """Root of the sum of squares, scaled so that no square overflows."""
    top = float(np.max(np.abs(values), initial=0.0))
    if top == 0.0 or not np.isfinite(top):
        return top
    return top * float(np.linalg.norm((np.asarray(values) / top).ravel()))


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """The gradient that flows from one consumer back to one source."""

    source: str
    target: str  # the consumer
    part: Floats  # gradient for the source; its shape
    #: ∂target/∂source (entries of target, entries of source); None: too large.
    local: Floats | None
    #: Which entries of target depend on which of source; same shape as `local`.
    linked: Bools | None

    @property
    def size(self) -> float:
        """The norm of this gradient."""
        return norm_of(self.part)


@dataclass(frozen=True, slots=True, eq=False)
class WalkNode:
    """One node of the walk: a layer's vector, a parameter, or a number."""

    name: str  # "z1", "W2", "L", "J"
    kind: str  # input, target, parameter, affine, norm, hidden, loss, mean, penalty, J
    layer: int  # from 1; 0 for what belongs to no layer
    node: Node = field(repr=False)
    inputs: tuple[str, ...]
    gradient: Floats | None  # ∂J/∂node; None: a target
    inside: tuple[Node, ...] = field(default=(), repr=False)  # its ops, in order
    step: Step | None = None  # what computes it; None: a leaf, a mean, a penalty, J

    @property
    def value(self) -> Floats:
        """The computed value."""
        return self.node.value

    @property
    def leaf(self) -> bool:
        """Whether it is an input, target or parameter."""
        return not self.inputs


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """All nodes in forward order, and how gradient flows back."""

    subject: Subject
    graph: NetworkGraph = field(repr=False)
    nodes: tuple[WalkNode, ...]
    flows: tuple[Flow, ...]
    by_name: Mapping[str, WalkNode] = field(repr=False)

    def __getitem__(self, name: str) -> WalkNode:
        return self.by_name[name]

    @property
    def single(self) -> bool:
        """Whether one example is walked, so that a unit has one value."""
        return len(self.subject.x) == 1

    @property
    def forward_order(self) -> list[str]:
        """All nodes in forward order, including inputs and parameters."""
        return [node.name for node in self.nodes]

    @property
    def backward_order(self) -> list[str]:
        """Nodes that get a gradient, J first."""
        return [n.name for n in reversed(self.nodes) if n.gradient is not None]

    def into(self, name: str) -> list[Flow]:
        """The flows of gradient into a node."""
        return [flow for flow in self.flows if flow.source == name]

    def out_of(self, name: str) -> list[Flow]:
        """The flows of gradient out of a node."""
        return [flow for flow in self.flows if flow.target == name]


def take_walk(subject: Subject) -> Walk:
    """Compute values, gradients and flows."""
    graph = subject.graph()
    shown = _shown(graph, len(subject.x))
    with np.errstate(all="ignore"):
        gradients = graph.gradients
        owner: dict[Node, str] = {}
        inside: dict[str, tuple[Node, ...]] = {}
        edge = {node for _, _, _, node, _ in shown}
        for name, _, _, node, _ in shown:
            inside[name] = _inside(node, edge)
            owner.update(dict.fromkeys(inside[name], name))
        names = {node: name for name, _, _, node, _ in shown}
        made = []
        for name, kind, layer, node, step in shown:
            read = {
                names[i]: None for op in inside[name] for i in op.inputs if i in names
            }
            gradient = gradients.of(node) if node.varies else None
            made.append(
                WalkNode(
                    name, kind, layer, node, tuple(read), gradient, inside[name], step
                )
            )
        kinds = {node.name: node for node in made}
        flows = []
        for name, _, _, node, _ in shown:
            parts: dict[str, Floats] = {}
            for path in gradients.paths.get(node, ()):
                target = owner[path.consumer]
                parts[target] = parts.get(target, 0.0) + path.part.value
            # The network's own contribution first, then the penalties'.
            for target in sorted(parts, key=lambda t: kinds[t].kind == "penalty"):
                flows.append(_flow(kinds[name], kinds[target], parts[target]))
    return Walk(subject, graph, tuple(made), tuple(flows), kinds)


#: Name, kind, layer (from 1), node, and the step that computes it.
_Shown = tuple[str, str, int, Node, Step | None]


def _shown(graph: NetworkGraph, n: int) -> list[_Shown]:
    """The nodes to show, each after its inputs."""
    shown: list[_Shown] = [(INPUT, "input", 0, graph.x, None)]
    for step in graph.plan.forward:
        number, parameters = step.number, graph.layers[step.layer].parameters
        for part in step.learned:
            leaf = parameters[part]
            shown.append((f"{part}{number}", "parameter", number, leaf, None))
        node = graph.values[step.output]
        shown.append((step.output, step.card, number, node, step))
    loss = graph.plan.steps[-1]
    shown.append((TARGET, "target", 0, graph.y, None))
    shown.append((loss.output, loss.card, 0, graph.losses, loss))
    if n > 1 and graph.penalties:
        shown.append(("mean", "mean", 0, graph.data_loss, None))
    for name, node in graph.penalties.items():
        shown.append((name, "penalty", 0, node, None))
    shown.append(("J", "J", 0, graph.J, None))
    return shown


def _inside(node: Node, edge: set[Node]) -> tuple[Node, ...]:
    """The ops that lead from shown nodes to ``node``, itself last; none for leaves."""
    if not node.inputs:
        return ()
    own = {node}
    todo = [node]
    while todo:
        for source in todo.pop().inputs:
            if source not in edge and source not in own:
                own.add(source)
                todo.append(source)
    return tuple(found for found in in_order([node]) if found in own)


def _flow(source: WalkNode, target: WalkNode, part: Floats) -> Flow:
    local = linked = None
    if source.value.size <= MOST_ENTRIES and target.value.size <= MOST_ENTRIES:
        local = local_jacobian(target, source)
        linked = links_of(target, source)
    return Flow(source.name, target.name, np.asarray(part), local, linked)


def local_jacobian(target: WalkNode, source: WalkNode) -> Floats:
    """∂target/∂source, with all else that target reads fixed; by forward mode."""
    columns = []
    for k in range(source.value.size):
        seed = np.zeros(source.value.size)
        seed[k] = 1.0
        moving = {source.node: seed.reshape(source.value.shape)}
        columns.append(push_tangents(target, moving).ravel())
    return np.stack(columns, axis=1)


def push_tangents(target: WalkNode, given: Mapping[Node, Floats]) -> Floats:
    """The tangent of ``target`` when the nodes it reads move by ``given``."""
    moving = dict(given)
    for node in target.inside:
        if any(i in moving for i in node.inputs):
            tangents = [moving.get(i, np.zeros_like(i.value)) for i in node.inputs]
            moving[node] = node.op.jvp(node, *tangents)
    return np.asarray(moving.get(target.node, np.zeros_like(target.value)))


def links_of(target: WalkNode, source: WalkNode) -> Bools:
    """Which entries depend on which, regardless of their values."""
    rows, columns = target.value.size, source.value.size
    if target.step is None:  # a mean, a penalty, J
        return np.ones((rows, columns), np.bool_)
    n = len(target.value)
    rows //= n
    of_examples = source.kind != "parameter"
    if of_examples:
        columns //= n
    if of_examples:
        which = target.step.inputs.index(source.name)
        one = target.step.links(which, rows, columns)
    else:
        # Entry m of the target reads its row of W, its own bias, its own slope.
        one = np.repeat(np.eye(rows, dtype=np.bool_), columns // rows, axis=1)
    if not of_examples:
        return np.tile(one, (n, 1))
    tied = np.ones((n, n)) if target.step.ties_examples else np.eye(n)
    return np.kron(tied, one).astype(np.bool_)
