"""Networks that are not chains: forward, gradients, kernels, checks, scripts."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadInput
from core.functions import ACTIVATION_NAMES
from core.gradients import GraphMode
from core.kernels import forward as compiled
from core.network import LayerSpec, NetworkSpec, OutputSpec, link_mask
from core.run import InitialSpec
from core.run.initialisers import initial_theta
from core.steps import plan_of
from core.steps.forward import layer_values, logits, named_values
from core.training import OPTIMISER_NAMES, TrainingSpec
from core.wiring import Mask
from tests.core.test_kernels_agreement import assert_steps_agree, data_of
from tests.core.wired_networks import wired_case, wired_network

SMOOTH = tuple(
    name
    for name in ACTIVATION_NAMES
    if name not in ("relu", "leaky_relu", "prelu", "hard_tanh", "abs", "maxout")
)
MSE = OutputSpec("mse", 1)


def by_hand(case, x):
    """The logits, layer by layer, by the definition."""
    network, theta = case.network, case.theta
    handed = [x]
    for i, blocks in enumerate(network.layout.layers):
        h = np.concatenate([handed[n] for n in network.reads(i)], axis=1)
        w = blocks.W.of(theta)
        spec = network.hidden[i] if i < len(network.hidden) else None
        if spec is not None and spec.unit.distances:
            kept = np.ones(w.shape) if spec.mask is None else spec.mask.array
            z = (kept * (w - h[:, None, :]) ** 2).sum(-1)
        else:
            z = h @ w.T + blocks.b.of(theta)
        if spec is None:
            return z
        if spec.batch_norm:
            mean, var = blocks.mean.of(case.running), blocks.var.of(case.running)
            z = (z - mean) / np.sqrt(var + 1e-5)
            z = z * blocks.gamma.of(theta) + blocks.beta.of(theta)
        slopes = None if blocks.slopes is None else blocks.slopes.of(theta)
        a = spec.unit.value(z, spec, slopes)
        if spec.adds is not None:
            a = a + np.array(spec.adds_mask or 1) * handed[spec.adds]
        handed.append(a)
    raise AssertionError


@pytest.mark.parametrize("seed", range(40))
def test_values_are_what_the_contract_says(seed):
    case = wired_case(seed)
    expected = by_hand(case, case.x)
    found = logits(case.network, case.theta, case.running, case.x)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    values = compiled.named_values(
        case.network, case.theta, case.running, np.ascontiguousarray(case.x.T)
    )
    reference = named_values(case.network, case.theta, case.running, case.x)
    for name, value in values.items():
        np.testing.assert_allclose(value.T, reference[name], rtol=1e-9, atol=1e-10)
    last = layer_values(case.network, case.theta, case.running, case.x)[-2]
    handed = plan_of(case.network).layers[-2].h
    np.testing.assert_array_equal(last.h, reference[handed])


def test_weights_have_a_column_for_every_unit_read():
    hidden = (LayerSpec(4), LayerSpec(3, reads=(1, 0)), LayerSpec(3, adds=2))
    output = OutputSpec("mse", 2, reads=(0, 3, 1))
    network = NetworkSpec(2, hidden, output)
    shapes = [blocks.W.shape for blocks in network.layout.layers]
    assert shapes == [(4, 2), (3, 6), (3, 3), (2, 2 + 3 + 4)]
    assert network.columns_of(1, 0) == slice(4, 6)
    theta = initial_theta(network, InitialSpec("he_normal"), 0)
    assert len(theta) == network.layout.size


def test_a_chain_is_known_as_one():
    chain = NetworkSpec(2, (LayerSpec(2), LayerSpec(2, reads=(1,))), MSE)
    assert chain.is_chain
    for second in (
        LayerSpec(2, adds=1),
        LayerSpec(2, reads=(0,)),
        LayerSpec(2, mask=Mask.of([[1, 0], [1, 1]])),
    ):
        assert not NetworkSpec(2, (LayerSpec(2), second), MSE).is_chain


def test_fan_in_counts_what_is_read_and_cut_links_start_at_0():
    hidden = (LayerSpec(200), LayerSpec(200, reads=(0, 1)))
    network = NetworkSpec(200, hidden, MSE)
    theta = initial_theta(network, InitialSpec("he_normal"), 0)
    spread = network.layout.layers[1].W.of(theta).std()
    assert spread == pytest.approx(np.sqrt(2.0 / 400.0), rel=0.02)
    case_network = wired_network(3)
    theta = initial_theta(case_network, InitialSpec(), 0)
    assert np.all(theta[link_mask(case_network) == 0.0] == 0.0)


@pytest.mark.parametrize("seed", range(25))
def test_gradients_agree_with_finite_differences(seed):
    case = wired_case(seed, SMOOTH)
    for mode in (GraphMode(l1=0.02, l2=0.03), GraphMode(training=True)):
        graph = case.graph(mode=mode)
        gradient = graph.gradient()
        links = link_mask(case.network)
        free = np.ones(len(gradient)) if links is None else links
        assert np.all(gradient[free == 0.0] == 0.0)
        for k in np.flatnonzero(free):
            step = 1e-5 * max(1.0, abs(case.theta[k]))
            up, down = case.theta.copy(), case.theta.copy()
            up[k] += step
            down[k] -= step
            difference = (
                case.graph(up, mode).J.value - case.graph(down, mode).J.value
            ) / (2 * step)
            assert gradient[k] == pytest.approx(difference, rel=2e-6, abs=2e-8)


@pytest.mark.parametrize("seed", range(12))
def test_hessian_products_are_slopes_of_the_gradient(seed):
    case = wired_case(seed, SMOOTH)
    rng = np.random.default_rng(seed)
    links = link_mask(case.network)
    v = rng.normal(size=len(case.theta)) * (1.0 if links is None else links)
    step = 1e-5
    slope = (
        case.graph(case.theta + step * v).gradient()
        - case.graph(case.theta - step * v).gradient()
    ) / (2 * step)
    np.testing.assert_allclose(case.graph().hvp(v), slope, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("seed", range(40))
def test_gradients_agree_with_pytorch(seed):
    torch = pytest.importorskip("torch")
    from tests.core.torch_network import objective

    case = wired_case(seed)
    for settings in ({"l1": 0.03, "l2": 0.07}, {"training": True}):
        theta = torch.tensor(case.theta, requires_grad=True)
        value = objective(case, theta, **settings)
        value.backward()
        graph = case.graph(mode=GraphMode(**settings))
        assert float(graph.J.value) == pytest.approx(value.item(), rel=1e-11)
        expected = theta.grad.numpy()
        scale = np.linalg.norm(expected)
        assert np.linalg.norm(graph.gradient() - expected) <= 1e-9 * scale


@pytest.mark.parametrize("seed", range(30))
def test_kernels_make_the_same_steps(seed):
    case = wired_case(seed)
    optimiser = OPTIMISER_NAMES[seed % len(OPTIMISER_NAMES)]
    plain = TrainingSpec(optimiser, 0.02, epsilon=1e-4)
    assert_steps_agree(case, plain, steps=3)
    harder = replace(plain, l1=0.01, l2=0.02, batch_size=4, dropout=0.3, clip_norm=0.5)
    assert_steps_agree(case, harder, steps=3)


@pytest.mark.parametrize("optimiser", OPTIMISER_NAMES)
@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_cut_weights_stay_exactly_0(optimiser, precision):
    from core.kernels.backend import CompiledBackend
    from core.training.state import TrainState

    for seed in range(6):
        case = wired_case(seed)
        training = TrainingSpec(
            optimiser, 0.02, l1=0.01, l2=0.02, weight_decay=0.1, precision=precision
        )
        backend = CompiledBackend(case.network, training, data_of(case), 7)
        dtype = np.dtype(precision)
        state = TrainState.start(case.theta.astype(dtype), case.running.astype(dtype))
        done = backend.run(state, 40, np.zeros(1, np.uint8)).done
        assert done > 0
        cut = link_mask(case.network) == 0.0
        for vector in (state.theta, state.moment1, state.moment2, state.gradient):
            assert np.all(vector[cut] == 0.0)
        assert np.any(state.theta[~cut] != case.theta[~cut].astype(dtype))


def test_a_layer_nobody_reads_has_no_gradient():
    hidden = (LayerSpec(3, "tanh"), LayerSpec(3, "tanh", reads=(0,)))
    network = NetworkSpec(3, hidden, OutputSpec("ce", 3))
    case = replace(wired_case(0), network=network)
    rng = np.random.default_rng(0)
    theta = rng.normal(size=network.layout.size)
    case = replace(case, theta=theta, running=np.zeros(0))
    for changes in ({}, {"l1": 0.01, "l2": 0.1}, {"batch_size": 4}):
        training = replace(TrainingSpec("momentum", 0.05), **changes)
        assert_steps_agree(case, training, steps=5)
    first = network.layout.layers[0]
    assert np.all(first.W.of(case.graph().gradient()) == 0.0)


def test_the_loss_over_a_plane_of_weights():
    from core.analysis.landscape import plane_losses
    from core.analysis.planes import random_plane

    case = wired_case(5, ("tanh",))
    plane = random_plane(case.network, case.theta, 0)
    cut = link_mask(case.network) == 0.0
    assert np.all(plane.u[cut] == 0.0)
    alphas, betas = np.array([-0.5, 0.0, 0.5]), np.array([0.0, 1.0])
    found = plane_losses(
        case.network,
        case.theta,
        case.running,
        plane.u,
        plane.v,
        alphas,
        betas,
        np.ascontiguousarray(case.x.T),
        np.ascontiguousarray(case.y.T),
    )
    for i, beta in enumerate(betas):
        for j, alpha in enumerate(alphas):
            moved = case.theta + alpha * plane.u + beta * plane.v
            expected = float(case.graph(moved).data_loss.value)
            assert found[i, j] == pytest.approx(expected, rel=1e-10)


WRONG = {
    "a later layer": (
        lambda: NetworkSpec(2, (LayerSpec(2), LayerSpec(2, reads=(2,))), MSE),
        "layer 2: reads must name earlier layers, from 0, the input, to 1, got 2",
    ),
    "the first layer reads itself": (
        lambda: NetworkSpec(2, (LayerSpec(2, reads=(1,)),), MSE),
        "layer 1: reads must name earlier layers, 0, got 1",
    ),
    "twice": (
        lambda: LayerSpec(2, reads=(0, 0)),
        "layer: reads must name each layer once, got [0, 0]",
    ),
    "negative": (
        lambda: LayerSpec(2, reads=(-1,)),
        "layer: reads must name layers, 0 or more, got -1",
    ),
    "adds itself": (
        lambda: NetworkSpec(2, (LayerSpec(2, adds=1),), MSE),
        "layer 1: adds must name earlier layers, 0, got 1",
    ),
    "adds another width": (
        lambda: NetworkSpec(2, (LayerSpec(3, adds=0),), MSE),
        "layer 1: adds must name a layer of 3 units, as many as it has itself, "
        "got one of 2",
    ),
    "mask without a sum": (
        lambda: NetworkSpec(2, (LayerSpec(2, adds_mask=(1, 0)),), MSE),
        "layer 1: adds_mask must come with adds, got no adds",
    ),
    "mask of a sum of another width": (
        lambda: NetworkSpec(2, (LayerSpec(2, adds=0, adds_mask=(0,)),), MSE),
        "layer 1: adds_mask must have a number for each of 2 units, got 1",
    ),
    "mask of a sum of other numbers": (
        lambda: NetworkSpec(2, (LayerSpec(2, adds=0, adds_mask=(0, 2)),), MSE),
        "layer 1: adds_mask must contain only 0 and 1, got 2",
    ),
    "output reads itself": (
        lambda: NetworkSpec(2, (LayerSpec(2),), OutputSpec("mse", 1, reads=(2,))),
        "output: reads must name earlier layers, from 0, the input, to 1, got 2",
    ),
    "mask of another shape": (
        lambda: NetworkSpec(2, (LayerSpec(2, mask=Mask.of([[1, 0]])),), MSE),
        "layer 1: mask must have the shape of W, 2 by 2, got 1 by 2",
    ),
    "mask of other numbers": (
        lambda: Mask.of([[1, 2]]),
        "layer: mask must contain only 0 and 1, got 2",
    ),
    "ragged mask": (
        lambda: Mask.of([[1, 0], [1]]),
        "layer: mask must be rows of equal length",
    ),
    "slope": (
        lambda: LayerSpec(2, "sigmoid", slope=0.0),
        "layer: slope must be above 0, got 0",
    ),
}


@pytest.mark.parametrize(("make", "message"), WRONG.values(), ids=WRONG)
def test_refused(make, message):
    with pytest.raises(BadInput, match=re.escape(message)):
        make()


def test_a_steep_sigmoid_is_nearly_a_step():
    layer = LayerSpec(1, "sigmoid", slope=1000.0)
    z = np.array([[-0.1], [0.0], [0.1]])
    assert layer.unit.value(z, layer, None).ravel() == pytest.approx([0.0, 0.5, 1.0])
    assert layer.unit.slope(z, layer, None).ravel() == pytest.approx([0.0, 250.0, 0.0])


# -- files -----------------------------------------------------------------------------
def trained(case):
    from core.features import FeatureSpec
    from core.files.trained import Trained

    return Trained(
        case.network, case.theta, case.running, FeatureSpec(), case.network.inputs
    )


@pytest.mark.parametrize("seed", range(20))
def test_net_json_comes_back(seed):
    import json

    from core.files.export import net_json
    from core.files.net_json import parse_net

    case = wired_case(seed)
    document = json.loads(net_json(trained(case)))
    document["data"] = {
        "x": case.x.tolist(),
        "y": case.y.argmax(axis=1).tolist(),
    }
    net = parse_net(document, "net")
    for i in range(case.network.depth):
        assert net.network.reads(i) == case.network.reads(i)
        assert net.network.mask(i) == case.network.mask(i)
    assert [h.adds for h in net.network.hidden] == [h.adds for h in case.network.hidden]
    found = logits(net.network, net.theta, net.running, case.x)
    np.testing.assert_allclose(found, by_hand(case, case.x), rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_exported_scripts_agree(library):
    from core.files.export import script

    if library == "torch":
        torch = pytest.importorskip("torch")
    for seed in range(20):
        case = wired_case(seed)
        space: dict[str, object] = {"__name__": "exported"}
        exec(script(trained(case), library), space)
        given = torch.tensor(case.x) if library == "torch" else case.x
        found = np.asarray(space["predict"](given))
        expected = by_hand(case, case.x)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-10)


def residual(**second):
    first = {"W": [[1.0, 0.0], [0.0, 1.0]], "b": [0.0, 0.0]}
    then = {"W": [[0.5, 1.0], [1.0, 0.5]], "b": [0.0, 0.1]} | second
    last = {"W": [[1.0, -1.0]], "b": [0.0]}
    net = {"layers": [first, then, last], "activation": "relu", "loss": "mse"}
    return {"net": net, "data": {"x": [[1.0, 2.0]], "y": [0.0]}}


@pytest.mark.parametrize(
    ("second", "message"),
    [
        ({"reads": [2]}, "net.layers[1].reads[0] must be a whole number from 0 to 1"),
        ({"reads": [1, 1]}, "reads must name one or more earlier layers, each once"),
        ({"reads": []}, "reads must name one or more earlier layers, each once"),
        ({"reads": [0, 1]}, "W must have 4 columns, one for each unit of layers 0, 1"),
        ({"adds": 2}, "net.layers[1].adds must be a whole number from 0 to 1"),
        ({"adds_mask": [1, 0]}, "net.layers[1].adds_mask must come with adds"),
        ({"adds": 1, "adds_mask": [1]}, "adds_mask must have 2 numbers, one per unit"),
        (
            {"adds": 1, "adds_mask": [1, 2]},
            "net.layers[1].adds_mask[1] must be a whole number from 0 to 1",
        ),
        ({"mask": [[1, 0]]}, "mask must have the shape of W, 2 by 2, got 1 by 2"),
        ({"mask": [[1, 2], [1, 1]]}, "net.layers[1].mask[0][1] must be 0 or 1, got 2"),
        (
            {"mask": [[1, 0], [1, 1]]},
            "net.layers[1].W[0][1] must be 0, because its link is cut in mask, got 1",
        ),
        ({"slope": 0}, "slope must be above 0, got 0"),
    ],
)
def test_net_json_refuses(second, message):
    from core.files.net_json import parse_net

    with pytest.raises(BadInput, match=re.escape(message)):
        parse_net(residual(**second), "net")


def test_net_json_refuses_a_sum_of_other_widths_and_at_the_output():
    from core.files.net_json import parse_net

    document = residual(adds=1)
    document["net"]["layers"][0] = {"W": [[1.0, 0.0]] * 3, "b": [0.0] * 3}
    document["net"]["layers"][1]["W"] = [[1.0] * 3] * 2
    with pytest.raises(BadInput, match="adds must name a layer of 2 units, as many"):
        parse_net(document, "net")
    document = residual()
    document["net"]["layers"][-1]["adds"] = 1
    with pytest.raises(BadInput, match="adds must be left out of the output layer"):
        parse_net(document, "net")


def test_inspect_a_residual_network_by_hand():
    from core.files.net_json import parse_net

    net = parse_net(residual(adds=1), "net")
    # h1 = (1, 2); z2 = (2.5, 2.1); h2 = (3.5, 4.1); z3 = -0.6
    assert logits(net.network, net.theta, net.running, net.x) == pytest.approx(-0.6)
    net = parse_net(residual(adds=1, adds_mask=[1, 0]), "net")
    assert net.network.hidden[1].adds_mask == (1, 0)
    # h2 = (3.5, 2.1)
    assert logits(net.network, net.theta, net.running, net.x) == pytest.approx(1.4)
    net = parse_net(residual(adds=0, reads=[0]), "net")
    assert logits(net.network, net.theta, net.running, net.x) == pytest.approx(-0.6)


SCENE = """
[problem]
name = "rings"

[network]
loss = "bce"
output_reads = [3, 0]
output_mask = [[1, 1, 0, 1]]
layers = [
    { units = 2, activation = "sigmoid", slope = 3.0 },
    { units = 2, activation = "silu", adds = 1, adds_mask = [0, 1] },
    { units = 2, reads = [2, 0], mask = [[1, 0, 1, 1], [1, 1, 0, 1]] },
]
"""


def scene_of(text):
    import tomllib

    from core.scenes.read import scene_from_data

    return scene_from_data(tomllib.loads(text), "wired")


def test_scenes_read_and_write_wirings():
    from core.scenes import scene_to_text

    scene = scene_of(SCENE)
    network = scene.run.network
    assert network.reads(2) == (2, 0)
    assert network.hidden[1].adds == 1
    assert network.hidden[1].adds_mask == (0, 1)
    assert network.hidden[0].slope == 3.0
    assert network.mask(2).rows == [[1, 0, 1, 1], [1, 1, 0, 1]]
    assert network.reads(3) == (3, 0)
    assert network.mask(3).rows == [[1, 1, 0, 1]]
    assert scene_of(scene_to_text(scene)).run == scene.run


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[2, 0]", "[2, 3]", "network.layers[2].reads must name earlier layers"),
        ("adds = 1", "adds = 2", "network.layers[1].adds must name earlier layers"),
        ("adds = 1", "adds = -1", "network.layers[1].adds must be a whole number"),
        ("= [0, 1]", "= [0, 2]", "network.layers[1].adds_mask must contain only 0"),
        ("= [0, 1]", "= [0]", "network.layers[1].adds_mask must have a number for"),
        ("= [0, 1]", "= 1", "network.layers[1].adds_mask must be"),
        ("[[1, 0, 1, 1],", "[[1, 0, 1],", "network.layers[2].mask must be rows of"),
        (
            "[[1, 0, 1, 1],",
            "[[1, 5, 1, 1],",
            "network.layers[2].mask must contain only 0",
        ),
        ("[[1, 1, 0, 1]]", "[[1, 0]]", "network.mask must have the shape of W, 1 by 4"),
        ("slope = 3.0", "slope = -3.0", "network.layers[0].slope must be above 0"),
    ],
)
def test_scenes_refuse(old, new, message):
    with pytest.raises(BadInput, match=re.escape(message)):
        scene_of(SCENE.replace(old, new, 1))


def test_a_scene_with_a_wiring_trains_the_same_in_both_backends():
    from core.scenes.player import play

    scene = scene_of(SCENE)
    thetas = []
    for backend in ("reference", "compiled"):
        session = play(scene, backend)
        session.advance(20)
        thetas.append(session.snapshot().theta)
    np.testing.assert_allclose(thetas[0], thetas[1], rtol=1e-9, atol=1e-11)
    cut = link_mask(scene.run.network) == 0.0
    assert np.all(thetas[1][cut] == 0.0)


# -- readers ---------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(12))
def test_a_walk_sums_over_all_paths(seed):
    from core.analysis.walk import take_walk
    from core.analysis.walk_back import (
        backward_formula,
        backward_line,
        terms,
        vjp_words,
    )
    from core.analysis.walk_subject import Subject
    from core.analysis.walk_words import forward_lines

    case = wired_case(seed)
    walk = take_walk(
        Subject(
            case.network,
            case.theta,
            case.running,
            case.x[2:3],
            case.y[2:3],
            "one",
            example=2,
        )
    )
    for node in walk.nodes:
        assert forward_lines(walk, node) is not None
        if node.gradient is None:
            continue
        flows = walk.into(node.name)
        if flows:
            total = sum(flow.part for flow in flows)
            np.testing.assert_allclose(total, node.gradient, rtol=1e-10, atol=1e-12)
        for entry in range(min(2, node.gradient.size)):
            found = terms(walk, node, entry)
            if found and found[0].target != "J":
                summed = sum(term.product for term in found)
                given = float(node.gradient.ravel()[entry])
                assert summed == pytest.approx(given, rel=1e-9, abs=1e-12)
            assert backward_line(walk, node, entry)
        assert backward_formula(walk, node)
        assert all(vjp_words(walk, flow) for flow in flows)


@pytest.mark.parametrize("seed", range(12))
def test_warp_shows_every_layer_and_what_it_adds(seed):
    from core.analysis.warp import Cloud, ProjectionChoice, Warp, choose_projections

    case = wired_case(seed, batch_norm=False)
    network = case.network
    values = layer_values(network, case.theta, case.running, case.x)
    points = Cloud(case.x, tuple(values))
    chosen = choose_projections(network, case.theta, points, ProjectionChoice())
    warp = Warp(network, case.theta, points, points, chosen)
    named = named_values(network, case.theta, case.running, case.x)
    plan = plan_of(network)
    sums = [stage for stage in warp.stages if stage.kind == "add"]
    assert len(sums) == sum(h.adds is not None for h in network.hidden)
    for place, stage in enumerate(warp.stages):
        nudge = warp.nudge(place)
        assert (nudge is None) == (stage.kind != "add")
        if nudge is not None:
            expected = named[plan.layers[stage.layer].h]
            np.testing.assert_array_equal(warp.values(points, place), expected)
            # From what is added to the sum: what the layer itself gives.
            own = named[plan.layers[stage.layer].a]
            moved = own @ chosen[stage.layer + 1].matrix.T
            way = warp.at(float(place)).points - nudge
            np.testing.assert_allclose(way, moved, atol=1e-12)
        # The way there and away is continuous.
        for t in (place - 1e-9, place + 1e-9):
            near, at = warp.at(t).points, warp.at(float(place)).points
            np.testing.assert_allclose(near, at, atol=1e-6)


def test_the_sum_has_a_stage_named_after_what_it_adds():
    from core.analysis.warp import stages

    hidden = (LayerSpec(2, "tanh", adds=0), LayerSpec(2, "tanh", adds=1))
    titles = [stage.title for stage in stages(NetworkSpec(2, hidden, MSE))]
    assert titles[:5] == ["x", "W₁x", "+ b₁", "tanh", "+ x"]
    assert titles[5:9] == ["W₂h₁", "+ b₂", "tanh", "+ h₁"]
    dense = NetworkSpec(2, (LayerSpec(2), LayerSpec(2, reads=(1, 0))), MSE)
    assert [s.title for s in stages(dense)][4] == "W₂(h₁, x)"


def test_stages_of_networks_with_and_without_sums_belong_together():
    from core.analysis.warp import matched, stages

    plain = (LayerSpec(2, "tanh"), LayerSpec(2, "tanh"))
    added = tuple(replace(layer, adds=i) for i, layer in enumerate(plain))
    a, b = (stages(NetworkSpec(2, hidden, MSE)) for hidden in (added, plain))
    for place, stage in enumerate(a):
        partner = b[round(matched(float(place), a, b))]
        assert partner.layer == stage.layer
        if stage.kind != "add":
            assert partner.kind == stage.kind
        else:  # the same layer as far as it goes
            assert partner.kind == "activation"
    assert matched(2.5, a, a) == 2.5
    assert matched(3.5, a, b) == 3.0
    assert matched(len(a) - 1.0, a, b) == len(b) - 1.0


def test_a_scene_can_do_what_people_do_to_the_wiring():
    from core.scenes import parse_scene
    from core.scenes.player import play

    text = """
title = "Wires"
steps = 8
[problem]
name = "xor"
[network]
loss = "mse"
layers = [{ units = 2, activation = "tanh" }, { units = 2, activation = "tanh" }]
actions = ACTIONS
"""
    deeds = [
        "{ at = 1, do = 'connect', value = { source = 0, target = 3 } }",
        "{ at = 2, do = 'add', value = { layer = 2, source = 1 } }",
        "{ at = 3, do = 'cut', value = { layer = 1, row = 2, column = 1 } }",
        "{ at = 4, do = 'add', value = { layer = 2 } }",
        "{ at = 5, do = 'switch_off', value = { layer = 1, unit = 2 } }",
        "{ at = 6, do = 'disconnect', value = { source = 2, target = 3 } }",
        "{ at = 7, do = 'pattern', value = { layer = 1, pattern = 'half', seed = 3 } }",
    ]
    actions = f"actions = [{', '.join(deeds)}]\n"
    session = play(parse_scene(actions + text.replace("actions = ACTIONS\n", "")))
    session.advance(5)
    assert session.network.reads(2) == (2, 0)
    assert session.run.hidden[0].mask.rows == [[1, 1], [0, 1]]
    assert session.run.hidden[1].adds is None
    assert session.run.hidden[1].mask.rows == [[1, 0], [1, 0]]
    session.advance(3)
    assert session.network.reads(2) == (0,)
    assert session.run.hidden[0].mask.cut == 2


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        ("'connect', value = { source = 2, target = 1 }", "come after what it reads"),
        ("'add', value = { layer = 3, source = 0 }", "layer must be from 1 to 2"),
        ("'pattern', value = { layer = 1, pattern = 'some' }", "one of"),
        ("'cut', value = { layer = 1, row = 3, column = 1 }", "lie inside"),
    ],
)
def test_a_scene_with_a_wrong_wiring_is_refused(deed, words):
    from core.scenes import parse_scene

    text = f"""
title = "Wires"
steps = 8
actions = [{{ at = 1, do = {deed} }}]
[problem]
name = "xor"
[network]
loss = "mse"
layers = [{{ units = 2, activation = "tanh" }}, {{ units = 2, activation = "tanh" }}]
"""
    with pytest.raises(BadInput, match=words):
        parse_scene(text)


def test_onnx_models_of_wirings_agree():
    runtime = pytest.importorskip("onnxruntime")
    from core.files.onnx_out import onnx_model

    # The runtime's erf is in single precision, so GELU is left out.
    exact = tuple(name for name in ACTIVATION_NAMES if name != "gelu")
    for seed in range(20):
        case = wired_case(seed, exact)
        session = runtime.InferenceSession(onnx_model(trained(case)))
        (found,) = session.run(None, {"x": case.x})
        expected = by_hand(case, case.x)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("seed", range(8))
def test_float32_kernels_stay_close_to_the_graph(seed):
    case = wired_case(seed)
    from core.kernels.forward import named_values as compiled_values

    x = np.ascontiguousarray(case.x.T)
    found = compiled_values(case.network, case.theta, case.running, x, "float32")
    last = plan_of(case.network).logits
    expected = by_hand(case, case.x)
    scale = 1.0 + np.abs(expected).max()
    np.testing.assert_allclose(found[last].T, expected, rtol=0, atol=2e-5 * scale)
