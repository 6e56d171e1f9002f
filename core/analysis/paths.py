"""A derivative as a sum over all paths, compared with back-propagation.

∂J/∂u is the sum, over all paths from u to J, of the product of the local derivatives
along the path. Their number can grow exponentially with depth; back-propagation
computes the same sum with one multiplication per edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import nlargest

import numpy as np

from core.analysis.scalar_graph import Bundle, ScalarGraph, scalar_graph
from core.analysis.walk import Walk
from core.analysis.walk_names import entry_title

#: How many paths are listed, largest products first.
SHOWN = 40

Stop = tuple[str, int]  # a node of the walk and an entry of it


@dataclass(frozen=True, slots=True)
class Path:
    """One path from a node to J."""

    stops: tuple[Stop, ...]
    factors: tuple[float, ...]  # the local derivative of each edge

    @property
    def product(self) -> float:
        """What the path adds to the derivative."""
        return float(np.prod(self.factors))


@dataclass(frozen=True, slots=True)
class Paths:
    """All paths from one entry of a node to J, counted, and the largest of them."""

    name: str
    entry: int
    title: str  # of the entry, to show
    count: int
    alive: int  # paths with no local derivative of 0
    total: float  # the sum of all products
    gradient: float  # the same from the backward pass
    shown: tuple[Path, ...]
    path_products: int  # multiplications for all paths, one by one
    reverse_products: int  # multiplications of back-propagation from J to this entry
    edges: int  # of the whole graph: what all derivatives cost together

    @property
    def rest(self) -> float:
        """The sum of the paths that are not listed."""
        return self.total - sum(path.product for path in self.shown)


class _Sums:
    """Sums over the paths from every entry to J, filled from J back."""

    def __init__(self, graph: ScalarGraph) -> None:
        self.graph = graph
        self.count: dict[str, list[int]] = {"J": [1]}
        self.alive: dict[str, list[int]] = {"J": [1]}
        self.length: dict[str, list[int]] = {"J": [0]}  # edges of all paths together
        self.total: dict[str, list[float]] = {"J": [1.0]}
        self.best: dict[str, list[list[Path]]] = {"J": [[Path((("J", 0),), ())]]}

    def fill(self, wanted: str) -> None:
        """Fill in the sums back to ``wanted``."""
        beyond = self.graph.beyond(wanted)
        for node in self.graph.backward:
            if node.name in beyond and node.name != "J":
                size = node.value.size
                self.count[node.name] = [0] * size
                self.alive[node.name] = [0] * size
                self.length[node.name] = [0] * size
                self.total[node.name] = [0.0] * size
                self.best[node.name] = [[] for _ in range(size)]
                for bundle in self.graph.out_of(node.name):
                    self._add(bundle)

    def _add(self, bundle: Bundle) -> None:
        """The paths whose first edge is in this bundle."""
        source, target = bundle.source, bundle.target
        pairs = zip(*np.nonzero(bundle.links.T), strict=True)
        for at, to in ((int(a), int(b)) for a, b in pairs):
            slope = float(bundle.local[to, at])
            here = self.count[target][to]
            self.count[source][at] += here
            self.length[source][at] += self.length[target][to] + here
            if slope != 0.0:
                self.alive[source][at] += self.alive[target][to]
            self.total[source][at] += slope * self.total[target][to]
            mine = self.best[source][at]
            mine += [
                Path(((source, at), *path.stops), (slope, *path.factors))
                for path in self.best[target][to]
            ]
            if len(mine) > 4 * SHOWN:
                self.best[source][at] = _largest(mine)


def _largest(paths: list[Path]) -> list[Path]:
    return nlargest(SHOWN, paths, key=lambda path: abs(path.product))


def paths_of(walk: Walk, name: str, entry: int) -> Paths:
    """All paths from one entry of a node, for one example."""
    graph = scalar_graph(walk)
    sums = _Sums(graph)
    sums.fill(name)
    node = walk[name]
    beyond = graph.beyond(name)
    inner = [b for b in graph.bundles if b.source in beyond and b.source != name]
    first = [b for b in graph.bundles if b.source == name]
    own = sum(int(np.count_nonzero(b.links[:, entry])) for b in first)
    count, length = sums.count[name][entry], sums.length[name][entry]
    assert node.gradient is not None
    return Paths(
        name,
        entry,
        entry_title(name, node.value.shape, entry),
        count,
        sums.alive[name][entry],
        sums.total[name][entry],
        float(node.gradient.ravel()[entry]),
        tuple(_largest(sums.best[name][entry])),
        length - count,
        own + sum(b.count for b in inner),
        graph.edges,
    )
