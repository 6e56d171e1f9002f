"""The same gradient computed in five ways, with the cost of each on this network.

The gradient is that of J at the present parameters, on one example or on a minibatch.
Reverse mode is what the others are compared with.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.scalar_graph import ScalarGraph, scalar_graph, why_not_scalar
from core.analysis.walk import Walk, norm_of
from core.analysis.walk_modes import cost
from core.arrays import Floats, Ints
from core.autodiff.passes import jvp
from core.language import tr
from core.numbers import shown_count
from core.steps.kinds import Affine, Distances

MEASURED = 200  # most parameters differentiated one by one
DRAWS = 200  # random perturbations from which the spread is measured
PERTURBED = 1e-4  # how far SPSA moves every parameter
DIFFERENCE = 1e-7  # the step of a one-sided difference, relative to the parameter


@dataclass(frozen=True, slots=True)
class Way:
    """One way to compute the gradient: cost, error, spread."""

    name: str
    title: str
    passes: int  # forward, backward or tangent
    products: int  # multiplications of all passes
    error: float | None  # ‖difference to reverse mode‖ / ‖gradient‖; None: not measured
    spread: float = 0.0  # root of the summed variances over draws, / ‖gradient‖
    note: str = ""


@dataclass(frozen=True, slots=True)
class Symbols:
    """The derivatives by all parameters as formulas: symbols and multiplications."""

    written: int  # every derivative written out whole
    products: int
    shared: int  # with every subexpression named and written once


@dataclass(frozen=True, slots=True)
class Ways:
    """All ways, and how large the written-out derivative is."""

    parameters: int
    one_pass: int  # multiplications of one forward pass
    ways: tuple[Way, ...]
    symbols: Symbols | None  # None: there is no graph of single numbers
    why_no_symbols: str = ""

    def __getitem__(self, name: str) -> Way:
        return next(way for way in self.ways if way.name == name)


def forward_products(walk: Walk) -> int:
    """Multiplications of the affine steps in one forward pass."""
    total = 0
    n = len(walk.subject.x)
    for step in walk.graph.plan.forward:
        if isinstance(step, Affine | Distances):
            weights = walk.graph.layers[step.layer].parameters["W"]
            total += n * weights.value.size
    return total


def ways_of(walk: Walk, seed: int = 0) -> Ways:
    """Measure every way."""
    gradient = walk.graph.gradient()
    size, one = len(gradient), forward_products(walk)
    costs = cost(walk)
    rng = np.random.default_rng(seed)
    picked = np.arange(size)
    if size > MEASURED:
        picked = np.sort(rng.choice(size, MEASURED, replace=False))
    note = (
        ""
        if size <= MEASURED
        else tr(
            "error on {MEASURED} of {size} parameters",
            MEASURED=MEASURED,
            size=shown_count(size),
        )
    )
    ways = [
        Way(
            "differences",
            tr("Finite differences"),
            size + 1,
            (size + 1) * one,
            _error(_differences(walk, picked), gradient[picked]),
            note=note,
        ),
        _perturbations(walk, gradient, one, rng),
        Way(
            "forward",
            tr("Forward mode"),
            size,
            costs.forward,
            _error(_tangents(walk, picked), gradient[picked]),
            note=note,
        ),
        Way("reverse", tr("Reverse mode"), 1, costs.reverse, 0.0),
    ]
    symbols, why = None, why_not_scalar(walk)
    if not why:
        symbols = written_out(scalar_graph(walk))
        ways.append(Way("symbolic", tr("Symbolic"), 1, symbols.products, None))
    return Ways(size, one, tuple(ways), symbols, why)


def _error(found: Floats, wanted: Floats) -> float:
    size = norm_of(wanted)
    return norm_of(found - wanted) / size if size else norm_of(found)


def _loss(walk: Walk, theta: Floats) -> float:
    return float(walk.subject.graph(theta).J.value)


def _differences(walk: Walk, picked: Ints) -> Floats:
    """One pass per parameter, plus one: (J(θ + h) − J(θ)) / h."""
    theta, here = walk.subject.theta, float(walk.graph.J.value)
    found = np.empty(len(picked))
    for k, i in enumerate(picked):
        moved = theta.copy()
        moved[i] += DIFFERENCE * max(1.0, abs(theta[i]))
        found[k] = (_loss(walk, moved) - here) / (moved[i] - theta[i])
    return found


def perturbed(walk: Walk, draws: int, rng: np.random.Generator) -> Floats:
    """SPSA: estimates (draws, parameters), each from two passes.

    All parameters move at once by ±c; the change of J is attributed to each of them.
    """
    theta = walk.subject.theta
    found = np.empty((draws, len(theta)))
    for row in found:
        sign = rng.integers(0, 2, len(theta)) * 2.0 - 1.0
        up, down = (_loss(walk, theta + s * PERTURBED * sign) for s in (1.0, -1.0))
        row[:] = (up - down) / (2.0 * PERTURBED) * sign
    return found


def _perturbations(
    walk: Walk, gradient: Floats, one: int, rng: np.random.Generator
) -> Way:
    draws = perturbed(walk, DRAWS, rng)
    size = norm_of(gradient) or 1.0
    spread = float(np.sqrt(np.sum(np.var(draws, axis=0, ddof=1)))) / size
    return Way(
        "perturbations",
        tr("Random perturbations (SPSA)"),
        2,
        2 * one,
        _error(draws[0], gradient),
        spread,
        tr(
            "spread over {DRAWS} draws; in theory √(parameters − 1) = {sqrt}",
            DRAWS=DRAWS,
            sqrt=f"{np.sqrt(max(len(gradient) - 1, 0)):.3g}",
        ),
    )


def _tangents(walk: Walk, picked: Ints) -> Floats:
    """One pass of forward mode for each parameter."""
    places: list[tuple[int, int]] = []  # leaf and entry of each parameter
    leaves = walk.graph.parameters
    for which, leaf in enumerate(leaves):
        places += [(which, entry) for entry in range(leaf.value.size)]
    found = np.empty(len(picked))
    for k, i in enumerate(picked):
        which, entry = places[int(i)]
        leaf = leaves[which]
        direction = np.zeros(leaf.value.size)
        direction[entry] = 1.0
        moving = jvp([walk.graph.J], {leaf: direction.reshape(leaf.shape)})
        found[k] = float(moving.get(walk.graph.J, np.zeros(())))
    return found


def written_out(graph: ScalarGraph) -> Symbols:
    """How many symbols the derivatives by all parameters have.

    The chain rule, written out from J down, repeats ∂u/∂i once for every path from u to
    J and for every parameter that leads to i. A factor of an affine step is a weight or
    the whole expression of what it multiplies; that of a function is an expression of
    what the function reads.
    """
    walk = graph.walk
    above: dict[str, list[int]] = {"J": [1]}  # paths from each entry to J
    for node in graph.backward:
        if node.name == "J":
            continue
        counts = [0] * node.value.size
        for bundle in graph.out_of(node.name):
            for to, at in zip(*np.nonzero(bundle.links), strict=True):
                counts[at] += above[bundle.target][to]
        above[node.name] = counts
    size, below = _sizes(graph)
    written = products = 0
    for bundle in graph.bundles:
        source, target = walk[bundle.source], walk[bundle.target]
        for to, at in zip(*np.nonzero(bundle.links), strict=True):
            times = above[bundle.target][to] * below[bundle.source][at].bit_count()
            factor = _factor(graph, source.name, target.name, int(to), int(at), size)
            written += times * (factor + 1)
            products += times
    nodes = sum(n.value.size for n in walk.nodes)
    return Symbols(written, products, nodes + 2 * graph.edges)


def _sizes(graph: ScalarGraph) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Symbols in every entry's expression, and a bit mask of the parameters in it."""
    walk = graph.walk
    size = {n.name: [1] * n.value.size for n in walk.nodes}
    below = {n.name: [0] * n.value.size for n in walk.nodes}
    known = 0
    for node in walk.nodes:
        if node.kind == "parameter":
            below[node.name] = [1 << (known + k) for k in range(node.value.size)]
            known += node.value.size
        into = [b for b in graph.bundles if b.target == node.name]
        for bundle in into:
            for to, at in zip(*np.nonzero(bundle.links), strict=True):
                size[node.name][to] += 1 + size[bundle.source][at]
                below[node.name][to] |= below[bundle.source][at]
    return size, below


def _factor(
    graph: ScalarGraph,
    source: str,
    target: str,
    to: int,
    at: int,
    size: dict[str, list[int]],
) -> int:
    """Symbols of ∂(entry ``to`` of target)/∂(entry ``at`` of source)."""
    walk = graph.walk
    step = walk[target].step
    if step is None:  # J, a mean, a penalty
        return 1
    if isinstance(step, Affine):
        if walk[source].kind != "parameter":
            return 1  # the weight
        if walk[source].value.ndim == 1:
            return 0  # of a bias
        read = step.inputs[0]
        columns = walk[source].value.shape[1]
        return size[read][at % columns] if read in size else 1
    return size[target][to]
