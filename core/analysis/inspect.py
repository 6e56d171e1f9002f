"""What `hyperfold inspect` reports for given weights and data, from the graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.analysis.walk import norm_of
from core.arrays import Floats
from core.chance import Subject, expectation, why_not_exact
from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.files.net_json import Net
from core.gradients import GraphMode, NetworkGraph, network_graph
from core.network import LEARNED_BLOCKS, NetworkSpec, weight_mask
from core.outputs import LOSSES
from core.sampling import sampling_layers

MAX_ROWS = 20_000  # of a run that are inspected
GRAPH_ROWS = 2048  # of one graph, which keeps every value


@dataclass(frozen=True, slots=True, eq=False)
class Inspection:
    """Numbers of one network on its data; layers from first to output."""

    outputs: Floats  # (n, width), the logits
    loss: float  # J: the mean loss with penalties
    #: ∂J/∂W, ∂J/∂b (None for rbf) and those of the layer's other parameters.
    gradients: list[dict[str, Floats | None]]
    #: Of W (Frobenius), of b (None for rbf), and of z: root mean square of ‖∂loss/∂z‖.
    norms: list[dict[str, float | None]]


def net_graph(net: Net) -> NetworkGraph:
    """The computational graph of a file's network on its data."""
    if net.x is None or net.y is None:
        raise BadInput(f"{net.name}: data must be given, got nothing")
    mode = GraphMode(l1=net.l1, l2=net.l2)
    return network_graph(net.network, net.theta, net.x, net.y, net.running, mode)


def inspect_net(net: Net) -> Inspection:
    """Outputs, loss, gradients and norms; overflows show as infinity."""
    if sampling_layers(net.network):
        if net.x is None or net.y is None:
            raise BadInput(f"{net.name}: data must be given, got nothing")
        subject = Subject(net.network, net.theta, net.running, net.x, net.y)
        return _expected(subject, net.l1, net.l2, f"{net.name}: net.layers")
    return _inspect(lambda: net_graph(net))


def inspect_snapshot(snapshot: Snapshot, most: int = MAX_ROWS) -> Inspection:
    """The same for a run on its training split, thinned to ``most`` rows."""
    run, train = snapshot.run, snapshot.splits.train
    rows = np.arange(min(most, len(train))) * len(train) // min(most, len(train))
    sample = train.take(rows)
    mode = GraphMode(l1=run.training.l1, l2=run.training.l2)
    theta, running = (v.astype(np.float64) for v in (snapshot.theta, snapshot.running))
    x, y = run.features.apply(sample.x), LOSSES[run.loss].encode(sample)
    network = snapshot.network
    if sampling_layers(network):
        subject = Subject(network, theta, running, x, y)
        return _expected(subject, mode.l1, mode.l2, "network.layers")

    def part(begin: int) -> Inspection:
        rows = slice(begin, begin + GRAPH_ROWS)
        return _inspect(
            lambda: network_graph(network, theta, x[rows], y[rows], running, mode)
        )

    return _joined([part(begin) for begin in range(0, len(x), GRAPH_ROWS)])


def _joined(parts: list[Inspection]) -> Inspection:
    """One inspection of the rows of several: of means, the mean weighed by rows."""
    if len(parts) == 1:
        return parts[0]
    rows = [len(part.outputs) for part in parts]
    with np.errstate(all="ignore"):
        share = np.array(rows) / sum(rows)

        def mean(layer: int, name: str) -> Floats | None:
            found = [part.gradients[layer][name] for part in parts]
            terms = [w * g for w, g in zip(share, found, strict=True) if g is not None]
            return np.asarray(sum(terms)) if terms else None

        layers = range(len(parts[0].gradients))
        gradients = [{k: mean(i, k) for k in parts[0].gradients[i]} for i in layers]
        norms: list[dict[str, float | None]] = []
        for i in layers:
            pushes = np.array([part.norms[i]["z"] for part in parts], np.float64)
            norms.append(
                {
                    "W": _norm(gradients[i]["W"]),
                    "b": _norm(gradients[i]["b"]),
                    "z": _norm(pushes * np.sqrt(share)),
                }
            )
        loss = float(share @ [part.loss for part in parts])
        outputs = np.concatenate([part.outputs for part in parts])
        return Inspection(outputs, loss, gradients, norms)


def _expected(subject: Subject, l1: float, l2: float, where: str) -> Inspection:
    """The same by exact expectations over the draws of random units."""
    network, theta = subject.network, subject.theta
    if reason := why_not_exact(network):
        raise BadInput(
            f"{where} must have random units whose expectations can be summed: at most "
            "12, and Gaussian ones only where the loss is quadratic in the noise, got "
            f"{reason}"
        )
    with np.errstate(all="ignore"):
        found = expectation(subject)
        weights = weight_mask(network) * theta
        penalty = l1 * np.sum(np.abs(weights)) + l2 * np.sum(weights**2)
        gradient = found.gradient + 2.0 * l2 * weights + l1 * np.sign(weights)
        gradients = _by_layer(network, gradient)
        norms = [
            {
                "W": _norm(layer["W"]),
                "b": _norm(layer["b"]),
                "z": _norm(push / np.sqrt(len(push))),
            }
            for layer, push in zip(gradients, found.pushes, strict=True)
        ]
        loss = float(found.loss + penalty)
        return Inspection(found.logits, loss, gradients, norms)


def _by_layer(network: NetworkSpec, flat: Floats) -> list[dict[str, Floats | None]]:
    found = []
    for blocks in network.layout.layers:
        layer: dict[str, Floats | None] = {"W": blocks.W.of(flat), "b": None}
        if blocks.b is not None:
            layer["b"] = blocks.b.of(flat)
        for name in LEARNED_BLOCKS:
            if (block := getattr(blocks, name)) is not None:
                layer[name] = block.of(flat)
        found.append(layer)
    return found


def _inspect(make: Callable[[], NetworkGraph]) -> Inspection:
    with np.errstate(all="ignore"):
        graph = make()
        by_node = graph.gradients
        gradients: list[dict[str, Floats | None]] = []
        norms: list[dict[str, float | None]] = []
        for i, layer in enumerate(graph.layers):
            found: dict[str, Floats | None] = {
                name: by_node.of(layer.parameters[name])
                if name in layer.parameters
                else None
                for name in ("W", "b")
            }
            pushes = graph.example_pushes(i)
            norms.append(
                {
                    "W": _norm(found["W"]),
                    "b": _norm(found["b"]),
                    "z": _norm(pushes / np.sqrt(len(pushes))),
                }
            )
            for name in LEARNED_BLOCKS:
                if name in layer.parameters:
                    found[name] = by_node.of(layer.parameters[name])
            gradients.append(found)
        return Inspection(graph.logits.value, float(graph.J.value), gradients, norms)


def _norm(values: Floats | None) -> float | None:
    return None if values is None else norm_of(values)
