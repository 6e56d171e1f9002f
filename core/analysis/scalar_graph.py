"""A walk in which every entry of every node is a node of its own, as in textbooks.

Local derivatives are those of the walk; an edge is there wherever one entry depends on
another, even if its derivative happens to be 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from core.analysis.walk import (
    Walk,
    WalkNode,
    links_of,
    local_jacobian,
    push_tangents,
)
from core.arrays import Bools, Floats
from core.errors import BadInput
from core.language import tr
from core.numbers import shown_count

#: The most pairs of entries that may be linked in total.
MOST_LINKS = 2_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """All edges from one node of the walk to another that reads it."""

    source: str
    target: str
    links: Bools  # (entries of target, entries of source)
    local: Floats  # ∂target/∂source, the same shape

    @property
    def count(self) -> int:
        """Edges."""
        return int(np.count_nonzero(self.links))


@dataclass(frozen=True, slots=True, eq=False)
class ScalarGraph:
    """Bundles of edges in the order of the pass forward."""

    walk: Walk
    bundles: tuple[Bundle, ...]
    _out: dict[str, tuple[Bundle, ...]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for bundle in self.bundles:
            mine = self._out.get(bundle.source, ())
            self._out[bundle.source] = (*mine, bundle)

    def out_of(self, name: str) -> tuple[Bundle, ...]:
        """The bundles of edges out of a node."""
        return self._out.get(name, ())

    @property
    def edges(self) -> int:
        """All edges."""
        return sum(bundle.count for bundle in self.bundles)

    @property
    def backward(self) -> Iterator[WalkNode]:
        """Nodes that vary, J first."""
        return (n for n in reversed(self.walk.nodes) if n.gradient is not None)

    def beyond(self, name: str) -> set[str]:
        """The nodes reachable from a node, including itself."""
        found = {name}
        for node in self.walk.nodes:
            if any(b.target == node.name for s in found for b in self.out_of(s)):
                found.add(node.name)
        return found


def why_not_scalar(walk: Walk) -> str:
    """Why a walk has no scalar graph; empty where it has."""
    if not walk.single:
        return tr("paths need a single example: choose one instead of the minibatch")
    pairs = sum(
        walk[flow.source].value.size * walk[flow.target].value.size
        for flow in walk.flows
    )
    if pairs > MOST_LINKS:
        return tr(
            "this network is too wide: {pairs} pairs of numbers could be linked",
            pairs=shown_count(pairs),
        )
    return ""


def scalar_graph(walk: Walk) -> ScalarGraph:
    """The edges of one example's walk."""
    if reason := why_not_scalar(walk):
        raise BadInput(tr("paths: {reason}", reason=reason))
    bundles = []
    with np.errstate(all="ignore"):
        for flow in walk.flows:
            source, target = walk[flow.source], walk[flow.target]
            local, links = flow.local, flow.linked
            if local is None or links is None:
                links = links_of(target, source)
                local = _by_rows(target, source, links)
            bundles.append(Bundle(flow.source, flow.target, links, local))
    return ScalarGraph(walk, tuple(bundles))


def _by_rows(target: WalkNode, source: WalkNode, links: Bools) -> Floats:
    """∂target/∂source of large nodes.

    A weight affects only one pre-activation, so one tangent covers a column of W: the
    weights of all units move at once.
    """
    if source.kind != "parameter" or source.value.ndim != 2:
        return local_jacobian(target, source)
    rows, columns = source.value.shape
    found = np.zeros(links.shape)
    for column in range(columns):
        seed = np.zeros((rows, columns))
        seed[:, column] = 1.0
        moved = push_tangents(target, {source.node: seed}).ravel()
        for row in range(rows):
            at = row * columns + column
            found[links[:, at], at] = moved[links[:, at]]
    return found
