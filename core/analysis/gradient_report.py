"""The whole sample's gradient at one snapshot, layer by layer, with its causes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.gradients import LayerCause, layer_cause
from core.analysis.saturation import LayerSaturation, layer_saturation
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.gradients.network import GraphMode, NetworkGraph, network_graph
from core.outputs import LOSSES
from core.steps.forward import layer_values

MAX_ROWS = 2000
BINS = 31


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """Counts over equal bins from −reach to reach."""

    counts: Floats
    reach: float


@dataclass(frozen=True, slots=True, eq=False)
class LayerGradient:
    """One layer's gradient of J over the whole sample."""

    w: float  # ‖∂J/∂W‖
    b: float  # ‖∂J/∂b‖, 0 without biases
    z: float  # root mean square over the examples of ‖∂loss/∂z‖
    cause: LayerCause
    weights: Histogram
    gradients: Histogram
    #: The share of the layer's gradient that bypasses the next layer, through sums or
    #: layers further on that read it; None: no bypass.
    skips: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class GradientReport:
    """All layers, first to last."""

    step: int
    layers: tuple[LayerGradient, ...]
    saturation: tuple[LayerSaturation, ...]  # hidden layers

    @property
    def dead_shares(self) -> Floats:
        """Share of dead units of each hidden layer."""
        return np.array([float(np.mean(s.dead)) for s in self.saturation])

    @property
    def mean_slopes(self) -> Floats:
        """Mean |φ′| of each hidden layer."""
        return np.array([s.mean_slope for s in self.saturation])


def norms(snapshot: Snapshot, rows: int = MAX_ROWS) -> Floats:
    """(layers, 3): the norms of ∂J/∂W, ∂J/∂b and the push, over the whole sample."""
    graph, _ = _graph(snapshot, rows)
    return np.array([_norms(graph, i) for i in range(snapshot.network.depth)])


def gradient_report(snapshot: Snapshot, rows: int = MAX_ROWS) -> GradientReport:
    """Compute the whole sample's gradient, thinned evenly to ``rows`` points."""
    graph, x = _graph(snapshot, rows)
    network, theta = snapshot.network, np.asarray(snapshot.theta, np.float64)
    values = layer_values(network, theta, snapshot.running, x)
    saturation = layer_saturation(network, theta, values)
    layers = []
    for i, blocks in enumerate(network.layout.layers):
        w, b, z = _norms(graph, i)
        slope = saturation[i].mean_slope if i < len(saturation) else 1.0
        weights = blocks.W.of(theta)
        gradient = graph.gradients.of(graph.layers[i].parameters["W"])
        layers.append(
            LayerGradient(
                w,
                b,
                z,
                layer_cause(weights, slope),
                _histogram(weights),
                _histogram(gradient),
                _skips(graph, i),
            )
        )
    return GradientReport(snapshot.step, tuple(layers), saturation)


def _skips(graph: NetworkGraph, layer: int) -> float | None:
    """The share of each layer's gradient that does not come through the next layer."""
    network, number = graph.network, layer + 1
    if layer == len(network.hidden):
        return None
    gradients = graph.gradients
    found = []
    for i in range(number, network.depth):
        if i < len(network.hidden) and network.hidden[i].adds == number:
            pushed = gradients.of(graph.layers[i].h)
            left_out = network.hidden[i].adds_mask
            found.append(np.where(left_out, pushed, 0.0) if left_out else pushed)
        if i > number and number in network.reads(i):
            found.append(_handed_back(graph, i, number))
    if not found:
        return None
    around = np.sum(found, axis=0)
    through = gradients.of(graph.layers[layer].h) - around
    sizes = [float(np.linalg.norm(part)) for part in (around, through)]
    total = sum(sizes)
    return sizes[0] / total if 0.0 < total < np.inf else 0.0


def _handed_back(graph: NetworkGraph, layer: int, number: int) -> Floats:
    """The gradient a layer passes back to layer ``number`` (0: the input)."""
    network, nodes = graph.network, graph.layers[layer]
    push, columns = graph.gradients.of(nodes.z), network.columns_of(layer, number)
    w = nodes.parameters["W"].value[:, columns]
    if layer == len(network.hidden) or not network.hidden[layer].unit.distances:
        return np.asarray(push @ w)
    h = graph.x.value if number == 0 else graph.layers[number - 1].h.value
    mask = network.mask(layer)
    whole = np.ones_like(w) if mask is None else mask.factors[:, columns]
    # ∂/∂h of Σ (h − w)² over the links that exist.
    return np.asarray(2.0 * (h * (push @ whole) - push @ (whole * w)))


def _graph(snapshot: Snapshot, rows: int) -> tuple[NetworkGraph, Floats]:
    run = snapshot.run
    sample = snapshot.splits.train
    part = sample.take(slice(None, None, -(-len(sample) // rows)))
    x = run.features.apply(part.x)
    y = LOSSES[run.loss].encode(part)
    mode = GraphMode(l1=run.training.l1, l2=run.training.l2)
    theta = np.asarray(snapshot.theta, np.float64)
    graph = network_graph(snapshot.network, theta, x, y, snapshot.running, mode)
    return graph, x


def _norms(graph: NetworkGraph, layer: int) -> tuple[float, float, float]:
    found = graph.layers[layer].parameters
    w = float(np.linalg.norm(graph.gradients.of(found["W"])))
    b = float(np.linalg.norm(graph.gradients.of(found["b"]))) if "b" in found else 0.0
    push = graph.example_pushes(layer)
    return w, b, float(np.sqrt(np.mean(np.sum(push**2, axis=1))))


def _histogram(values: Floats) -> Histogram:
    flat = np.asarray(values, np.float64).ravel()
    reach = float(np.max(np.abs(flat), initial=0.0))
    if not np.isfinite(reach) or reach == 0.0:
        reach = 1.0
        flat = flat[np.isfinite(flat)]
    # In units of the reach: bins of 1e308 or 1e-308 have no finite width.
    counts, _ = np.histogram(flat / reach, bins=BINS, range=(-1.0, 1.0))
    return Histogram(counts.astype(np.float64), reach)
