"""Checkpointing: which layers' values are kept for the backward pass, at what cost.

A layer whose values were dropped is recomputed when the backward pass needs them, from
the nearest layers whose values are stored; the values are then kept until the layer
itself is done. So no layer is computed more than twice. The last layer's values are
stored anyway when the backward pass begins. `run` does this on a real graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isqrt, prod

import numpy as np

from core.analysis.walk_subject import Subject
from core.arrays import Floats
from core.autodiff import Node, in_order
from core.autodiff.graph import constant

Kept = frozenset[int]  # layers from 0, the output layer the last


@dataclass(frozen=True, slots=True)
class Chain:
    """What the choice depends on: the size of each layer's values and what it reads."""

    sizes: tuple[int, ...]  # numbers stored for each layer
    work: tuple[int, ...]  # multiplications to compute each
    reads: tuple[tuple[int, ...], ...]  # earlier layers, −1 the input

    @property
    def depth(self) -> int:
        """The number of layers."""
        return len(self.sizes)

    @property
    def plain(self) -> bool:
        """Whether every layer reads the one before it and nothing else."""
        return all(reads == (i - 1,) for i, reads in enumerate(self.reads))


def equal_blocks(count: int, size: int = 1) -> Chain:
    """A chain of equal blocks, as in textbooks."""
    reads = tuple((i - 1,) for i in range(count))
    return Chain((size,) * count, (1,) * count, reads)


@dataclass(frozen=True, slots=True)
class Moment:
    """One event, and what is stored after it."""

    kind: str  # "forward", "again" or "backward"
    layer: int
    stored: Kept  # layers whose values are stored
    numbers: int  # stored in all


@dataclass(frozen=True, slots=True)
class Trace:
    """A whole forward and backward pass with some layers kept."""

    chain: Chain
    kept: Kept
    moments: tuple[Moment, ...]

    @property
    def again(self) -> tuple[int, ...]:
        """Layers computed twice, in the order of recomputation."""
        return tuple(m.layer for m in self.moments if m.kind == "again")

    @property
    def evaluations(self) -> int:
        """Layers computed in all."""
        return self.chain.depth + len(self.again)

    @property
    def extra_work(self) -> int:
        """Multiplications spent on recomputing layers."""
        return sum(self.chain.work[i] for i in self.again)

    @property
    def ratio(self) -> float:
        """Forward work relative to keeping everything."""
        total = sum(self.chain.work)
        return (total + self.extra_work) / total

    @property
    def peak(self) -> int:
        """The most numbers stored at once."""
        return max(m.numbers for m in self.moments)


def trace(chain: Chain, kept: Iterable[int]) -> Trace:
    """Simulate a choice, event by event."""
    held = frozenset(kept) | {chain.depth - 1}
    there: set[int] = set()
    moments: list[Moment] = []

    def note(kind: str, layer: int) -> None:
        stored = frozenset(there)
        numbers = sum(chain.sizes[i] for i in stored)
        moments.append(Moment(kind, layer, stored, numbers))

    for i in range(chain.depth):
        if i in held:
            there.add(i)
        note("forward", i)

    def need(i: int) -> None:
        if i < 0 or i in there:
            return
        for source in chain.reads[i]:
            need(source)
        there.add(i)
        note("again", i)

    for i in reversed(range(chain.depth)):
        need(i)
        for source in chain.reads[i]:
            need(source)
        there.discard(i)
        note("backward", i)
    return Trace(chain, held, tuple(moments))


def every_few(depth: int) -> Kept:
    """The rule of thumb: keep every √depth-th layer, and the last."""
    gap = max(1, isqrt(depth - 1) + 1 if depth > 1 else 1)
    return frozenset(range(gap - 1, depth, gap)) | {depth - 1}


def least_memory(chain: Chain) -> int:
    """The smallest peak that any choice reaches."""
    low, high = 0, trace(chain, range(chain.depth)).peak
    while low < high:
        middle = (low + high) // 2
        if best(chain, middle) is None:
            low = middle + 1
        else:
            high = middle
    return low


def best(chain: Chain, memory: int) -> Kept | None:
    """The choice with the least extra work whose peak is at most ``memory``.

    Dynamic programming over chains; None where nothing fits. Other wirings are searched
    exhaustively up to 12 layers; beyond that everything is kept.
    """
    if not chain.plain:
        return _searched(chain, memory)
    # For each layer kept last: numbers kept up to it → extra work and the choice.
    # Between two kept layers a and b, all of a + 1 … b are stored at once, in addition
    # to those up to a.
    last = chain.depth - 1
    found: dict[int, dict[int, tuple[int, Kept]]] = {-1: {0: (0, frozenset())}}
    for b in range(chain.depth):
        mine: dict[int, tuple[int, Kept]] = {}
        for a in range(-1, b):
            between = sum(chain.sizes[a + 1 : b + 1])
            extra = sum(chain.work[a + 1 : b])
            for numbers, (work, kept) in found[a].items():
                if numbers + between > memory:
                    continue
                total = numbers + chain.sizes[b]
                if total not in mine or work + extra < mine[total][0]:
                    mine[total] = work + extra, kept | {b}
        found[b] = _undominated(mine)
    if not found[last]:
        return None
    return min(found[last].values(), key=lambda pair: (pair[0], sorted(pair[1])))[1]


def _undominated(states: dict[int, tuple[int, Kept]]) -> dict[int, tuple[int, Kept]]:
    """Drop choices that store more without saving any work."""
    kept: dict[int, tuple[int, Kept]] = {}
    least: int | None = None
    for numbers in sorted(states):
        work = states[numbers][0]
        if least is None or work < least:
            kept[numbers], least = states[numbers], work
    return kept


def _searched(chain: Chain, memory: int) -> Kept | None:
    found: list[tuple[int, int, list[int]]] = []
    inner = range(chain.depth - 1)
    sizes: Sequence[int] = range(chain.depth) if chain.depth <= 12 else (len(inner),)
    for count in sizes:
        for kept in combinations(inner, count):
            played = trace(chain, kept)
            if played.peak <= memory:
                found.append((played.extra_work, played.peak, sorted(played.kept)))
    return frozenset(min(found)[2]) if found else None


@dataclass(frozen=True, slots=True, eq=False)
class Executed:
    """A forward and backward pass on the graph, with values actually dropped."""

    gradient: Floats
    plain: Floats  # the gradient with everything kept
    again: tuple[int, ...]  # layers computed twice, in order
    stored: int  # numbers stored when the backward pass began
    peak: int  # the most stored at once

    @property
    def same(self) -> bool:
        """Whether both gradients agree to the last bit."""
        return self.gradient.tobytes() == self.plain.tobytes()


class _Run:
    """The nodes of a graph by layer, with values dropped and recomputed."""

    def __init__(self, subject: Subject, kept: Kept) -> None:
        self.graph = subject.graph()
        self.depth = subject.network.depth
        self.kept = kept | {self.depth - 1}
        self.order = in_order([self.graph.J])
        self.layer_of = self._by_layer()
        self.nodes: list[list[Node]] = [[] for _ in range(self.depth)]
        for node in self.order:
            if (layer := self.layer_of.get(node)) is not None:
                self.nodes[layer].append(node)
        self.left = [len(nodes) for nodes in self.nodes]  # not yet processed
        self.there = set(range(self.depth))
        self.again: list[int] = []
        self.peak = 0

    def _by_layer(self) -> dict[Node, int]:
        """The layer of every computed node, up to the logits."""
        places: dict[Node, int] = {}
        plan = self.graph.plan
        bounds = set(self.graph.values.values())
        for step in plan.forward:
            todo = [self.graph.values[step.output]]
            while todo:
                node = todo.pop()
                if node in places or not node.inputs:
                    continue
                places[node] = step.layer
                todo += [i for i in node.inputs if i not in bounds]
        return places

    def drop(self, layer: int) -> None:
        """Drop the values of a layer."""
        for node in self.nodes[layer]:
            node.value = np.empty(0)
        self.there.discard(layer)

    def need(self, layer: int) -> None:
        """Recompute the values of a layer, and of those it reads."""
        if layer in self.there:
            return
        for node in self.nodes[layer]:
            for source in node.inputs:
                if (below := self.layer_of.get(source)) not in (None, layer):
                    self.need(below)
            inputs = (source.value for source in node.inputs)
            node.value = np.asarray(node.op.forward(*inputs))
        self.there.add(layer)
        self.again.append(layer)
        self.count()

    def count(self) -> int:
        """Numbers stored for the layers at present."""
        now = sum(n.value.size for layer in self.there for n in self.nodes[layer])
        self.peak = max(self.peak, now)
        return now

    def backward(self) -> Floats:
        """Like `core.autodiff.backward`, but recomputes values where needed."""
        sums: dict[Node, Node] = {}
        parts: dict[Node, list[Node]] = {}
        sums[self.graph.J] = constant(np.ones_like(self.graph.J.value))
        for node in reversed(self.order):
            if node not in sums:
                if node not in parts:
                    continue
                total = parts[node][0]
                for part in parts[node][1:]:
                    total = total + part
                sums[node] = total
            layer = self.layer_of.get(node)
            self._give(node, layer, sums, parts)
            if layer is not None:
                self.left[layer] -= 1
                if not self.left[layer]:
                    self.drop(layer)
        found = [
            sums[p].value if p in sums else np.zeros_like(p.value)
            for p in self.graph.parameters
        ]
        return np.concatenate([value.ravel() for value in found])

    def _give(
        self,
        node: Node,
        layer: int | None,
        sums: dict[Node, Node],
        parts: dict[Node, list[Node]],
    ) -> None:
        """Pass a node's gradient back to its inputs."""
        for needed in (layer, *(self.layer_of.get(i) for i in node.inputs)):
            if needed is not None:
                self.need(needed)
        for index, source in enumerate(node.inputs):
            if source.varies:
                part = node.op.vjp(node, sums[node], index)
                parts.setdefault(source, []).append(part)


def chain_of(subject: Subject) -> Chain:
    """The layers of a network, sized by all of their nodes, as `run` stores them."""
    network = subject.network
    nodes = _Run(subject, frozenset()).nodes
    reads = []
    for i in range(network.depth):
        found = {number - 1 for number in network.reads(i)}
        if i < len(network.hidden):
            adds = network.hidden[i].adds
            found |= set() if adds is None else {adds - 1}
        reads.append(tuple(sorted(found)))
    sizes = tuple(sum(node.value.size for node in layer) for layer in nodes)
    n = len(subject.x)
    work = tuple(n * prod(blocks.W.shape) for blocks in network.layout.layers)
    return Chain(sizes, work, tuple(reads))


def run(subject: Subject, kept: Iterable[int]) -> Executed:
    """Drop and recompute values on the actual graph of ``subject``."""
    with np.errstate(all="ignore"):
        plain = subject.graph().gradient()
        played = _Run(subject, frozenset(kept))
        for layer in range(played.depth):
            if layer not in played.kept:
                played.drop(layer)
        stored = played.count()
        gradient = played.backward()
    return Executed(gradient, plain, tuple(played.again), stored, played.peak)
