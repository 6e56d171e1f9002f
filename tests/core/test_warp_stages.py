"""The warp shows the numbers of `inspect`, stage by stage, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.inspect import inspect_net, net_graph
from core.analysis.warp import Cloud, ProjectionChoice, Warp, choose_projections
from core.files.net_json import Net
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.steps.forward import layer_values

KINDS = ("relu", "leaky_relu", "prelu", "abs", "hard_tanh", "tanh", "gelu", "rbf")


def net_of(widths: tuple[int, ...], kind: str) -> Net:
    hidden = tuple(LayerSpec(n, kind) for n in widths)
    network = NetworkSpec(2, hidden, OutputSpec("mse", 2))
    rng = np.random.default_rng(7)
    theta = rng.normal(size=network.layout.size)
    x, y = rng.normal(size=(40, 2)), rng.normal(size=(40, 2))
    running = fresh_running(network)
    return Net("net", network, theta, running, 0.0, 0.0, x, y, None)


def shown(net: Net, choice: ProjectionChoice) -> Warp:
    assert net.x is not None
    values = layer_values(net.network, net.theta, net.running, net.x)
    points = Cloud(net.x, tuple(values))
    chosen = choose_projections(net.network, net.theta, points, choice)
    return Warp(net.network, net.theta, points, points, chosen)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("widths", [(2,), (3, 1), (2, 3, 2)])
def test_every_stage_stands_where_inspect_says(
    kind: str, widths: tuple[int, ...]
) -> None:
    net = net_of(widths, kind)
    warp, graph = shown(net, ProjectionChoice()), net_graph(net)
    told = 0
    for place, stage in enumerate(warp.stages):
        at = warp.at(float(place)).points
        if stage.kind == "input":
            expected = net.x
        elif stage.kind == "activation":
            expected = graph.layers[stage.layer].a.value
        else:
            expected = graph.layers[stage.layer].z.value
            if stage.kind == "linear":
                expected = expected - graph.layers[stage.layer].parameters["b"].value
        assert expected is not None
        width = expected.shape[1]
        np.testing.assert_allclose(at[:, :width], expected, atol=1e-12)
        assert not at[:, width:].any(), "what is not there lies at 0"
        told += 1
    assert told == len(warp.stages) > 3
    outputs = inspect_net(net).outputs
    np.testing.assert_allclose(warp.at(warp.last).points[:, :2], outputs, atol=1e-12)


def test_wide_layers_show_the_projection_of_inspects_numbers() -> None:
    net = net_of((8, 5), "relu")
    graph = net_graph(net)
    warp = shown(net, ProjectionChoice("pair", (6, 1)))
    place = next(i for i, s in enumerate(warp.stages) if s.kind == "activation")
    at = warp.at(float(place)).points
    a = graph.layers[0].a.value
    np.testing.assert_allclose(at[:, :2], a[:, [6, 1]] - 0.0, atol=1e-12)
    pca = shown(net, ProjectionChoice("pca"))
    projection = pca.projections[1]
    moved = (a - projection.centre) @ projection.matrix.T
    np.testing.assert_allclose(pca.at(float(place)).points, moved, atol=1e-12)
    share = moved.var(axis=0).sum() / a.var(axis=0).sum()
    assert projection.shown == pytest.approx(share)


@pytest.mark.parametrize("mode", ["pca", "readout"])
def test_a_wide_layer_faces_as_the_space_before_it(mode: str) -> None:
    for seed in range(6):
        rng = np.random.default_rng(seed)
        hidden = (LayerSpec(6, "identity"), LayerSpec(6, "identity"))
        network = NetworkSpec(2, hidden, OutputSpec("mse", 1))
        theta, x = rng.normal(size=network.layout.size), rng.normal(size=(50, 2))
        net = Net("net", network, theta, fresh_running(network), 0, 0, x, x, None)
        warp = shown(net, ProjectionChoice(mode))
        before = x - x.mean(axis=0)
        for place in (3.0, 6.0):
            now = warp.at(place).points[:, :2]
            overlap = before.T @ (now - now.mean(axis=0))
            assert np.diag(overlap).min() > 0.0
            if mode == "pca":
                # Aligned so that the points move least: no rotation is left.
                assert overlap[0, 1] == pytest.approx(overlap[1, 0], abs=1e-8)
            before = now - now.mean(axis=0)


@pytest.mark.parametrize("mode", ["pca", "readout", "pair"])
def test_the_share_shown_is_that_of_the_stage(mode: str) -> None:
    net = net_of((6,), "relu")
    warp = shown(net, ProjectionChoice(mode))
    shares = [warp.share_shown(index) for index in range(len(warp.stages))]
    for index, share in enumerate(shares):
        values = warp.values(warp.points, index)
        drawn = warp.at(float(index)).points
        assert share == pytest.approx(drawn.var(0).sum() / values.var(0).sum())
    before, after = shares[2], shares[3]
    assert after == pytest.approx(warp.projections[1].shown)
    assert before != pytest.approx(after, abs=0.01), "ReLU removes some variance"


def test_the_share_shown_before_maxout_is_at_most_all() -> None:
    network = NetworkSpec(
        2, (LayerSpec(4, "maxout", maxout_k=3),), OutputSpec("mse", 1)
    )
    theta = np.random.default_rng(3).normal(size=network.layout.size)
    x = np.random.default_rng(4).normal(size=(40, 2))
    points = Cloud(x, tuple(layer_values(network, theta, fresh_running(network), x)))
    chosen = choose_projections(network, theta, points, ProjectionChoice())
    warp = Warp(network, theta, points, points, chosen)
    assert 0.0 < warp.share_shown(1) < 1.0
