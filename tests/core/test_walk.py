from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.analysis.inspect import inspect_net
from core.analysis.walk import take_walk
from core.analysis.walk_back import backward_line, terms, vjp_words, zero_flow
from core.analysis.walk_modes import check, cost, forward_mode
from core.analysis.walk_report import report, text_of
from core.analysis.walk_subject import Subject, subject_of, subject_of_net
from core.analysis.walk_update import take_update
from core.analysis.walk_words import forward_lines, num, title
from core.engine.session import Session
from core.errors import BadInput
from core.files.net_json import Net, parse_net
from core.functions import ACTIVATION_NAMES
from core.jsonout import to_json
from core.outputs import LOSS_NAMES
from core.scenes import commands, load_scene
from core.training import TrainingSpec
from tests.core.small_networks import small_case


def slides(rows: int = 1) -> Net:
    """The slides' two-layer graph, numbers in MATHS.md."""
    layers = [
        {"W": [[0.5, 0.0], [0.0, 1.0]], "b": [0, 0], "activation": "relu"},
        {"W": [[1.0, 0.0]], "b": [0]},
    ]
    data = {"x": [[1, 1], [1, 2]][:rows], "y": [0, 1][:rows]}
    net = {"layers": layers, "loss": "bce", "l2": 0.01}
    return parse_net({"net": net, "data": data}, "slides")


def subject(
    activation: str, loss: str, *, batch_norm: bool = False, example: int | None = 2
) -> Subject:
    case = small_case(activation, loss, batch_norm=batch_norm)
    rows = slice(None) if example is None else slice(example, example + 1)
    return Subject(
        case.network,
        case.theta,
        case.running,
        case.x[rows],
        case.y[rows],
        "example 2",
        TrainingSpec(l2=0.02, l1=0.01),
        example=example,
    )


KINDS = [
    ("maxout", "ce", False),
    ("prelu", "bce", False),
    ("tanh", "mse", True),
    ("prelu", "softmax_mse", True),
    ("maxout", "mdn", True),
    ("sigmoid", "mdn", False),
    ("rbf", "gaussian_nll", False),
]


def test_the_slides_numbers() -> None:
    walk = take_walk(subject_of_net(slides(), 0))
    assert float(walk["J"].value) == pytest.approx(0.9965770, abs=5e-8)
    found = walk["W1"].gradient
    assert found == pytest.approx(
        np.array([[0.6324593, 0.6224593], [0.0, 0.02]]), abs=5e-8
    )
    assert walk["W2"].gradient == pytest.approx(
        np.array([[0.3312297, 0.6224593]]), abs=5e-8
    )


def test_formulas_hold_the_numbers() -> None:
    walk = take_walk(subject_of_net(slides(), 0))
    assert forward_lines(walk, walk["z1"])[0] == "z₁⁽¹⁾ = 0.5·1 + 0·1 + 0 = 0.5"
    assert forward_lines(walk, walk["a1"])[1] == "a₂⁽¹⁾ = max(0, 1) = 1"
    assert forward_lines(walk, walk["l2"]) == ["Ω₂ = 0.01·(0.5² + 1² + 1²) = 0.0225"]
    assert forward_lines(walk, walk["J"]) == ["J = 0.9741 + 0.0225 = 0.9966"]
    # Two paths: through z and through the penalty, shown as a sum.
    line = backward_line(walk, walk["W1"], 0)
    assert line.endswith("= 1·0.6225 + 0.01·1 = 0.6325")
    assert vjp_words(walk, walk.into("W1")[0]).endswith("(2×1)(1×2) → 2×2")


@pytest.mark.parametrize(("activation", "loss", "normed"), KINDS)
@pytest.mark.parametrize("example", [2, None], ids=["example", "minibatch"])
def test_every_derivative_agrees_with_differences(
    activation: str, loss: str, normed: bool, example: int | None
) -> None:
    walk = take_walk(subject(activation, loss, batch_norm=normed, example=example))
    for node in walk.nodes:
        if node.gradient is None:
            continue
        for entry in range(0, node.gradient.size, 3):
            found = check(walk, node, entry)
            assert found.error < 1e-5 or abs(found.graph) < 1e-7, found.sentence
            assert not found.kink


@pytest.mark.parametrize(("activation", "loss", "normed"), KINDS)
@pytest.mark.parametrize("example", [2, None], ids=["example", "minibatch"])
def test_terms_and_flows_add_up_to_the_gradient(
    activation: str, loss: str, normed: bool, example: int | None
) -> None:
    walk = take_walk(subject(activation, loss, batch_norm=normed, example=example))
    for node in walk.nodes:
        if node.gradient is None or node.kind == "J":
            continue
        flows = walk.into(node.name)
        total = sum(flow.part for flow in flows)
        assert np.allclose(total, node.gradient, rtol=1e-10, atol=1e-14)
        for flow in flows:  # what is not linked has no local derivative
            if flow.local is not None and flow.linked is not None:
                assert not np.any(flow.local[~flow.linked])
        for entry in range(node.gradient.size):
            found = terms(walk, node, entry)
            if found is not None:
                made = sum(t.product for t in found)
                wanted = float(node.gradient.ravel()[entry])
                assert made == pytest.approx(wanted, rel=1e-9, abs=1e-13)


@pytest.mark.parametrize(("activation", "loss", "normed"), KINDS)
def test_forward_mode_finds_the_same_derivative(
    activation: str, loss: str, normed: bool
) -> None:
    walk = take_walk(subject(activation, loss, batch_norm=normed))
    for node in walk.nodes:
        if node.kind in ("parameter", "input"):
            found = forward_mode(walk, node.name, node.value.size - 1)
            assert found.derivative == pytest.approx(found.reverse, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("loss", ["ce", "mdn"])
@pytest.mark.parametrize("activation", ["maxout", "prelu", "rbf", "relu"])
def test_a_walk_agrees_with_inspect(activation: str, loss: str) -> None:
    case = small_case(activation, loss)
    labels = case.y.argmax(axis=1)
    y = case.y if loss == "ce" else case.y[:, : case.network.output.targets]
    for row in (0, None):
        rows = slice(None) if row is None else slice(row, row + 1)
        net = Net(
            "net",
            case.network,
            case.theta,
            case.running,
            0.01,
            0.02,
            case.x[rows],
            y[rows],
            labels[rows],
        )
        walk = take_walk(subject_of_net(net, None if row is None else 0))
        told = inspect_net(net)
        assert float(walk["J"].value) == told.loss
        assert np.array_equal(walk[f"z{case.network.depth}"].value, told.outputs)
        for number, layer in enumerate(told.gradients, start=1):
            for name, wanted in layer.items():
                if wanted is not None:
                    assert np.array_equal(walk[f"{name}{number}"].gradient, wanted)


@pytest.mark.parametrize("loss", LOSS_NAMES)
def test_every_loss_and_unit_can_be_told(loss: str) -> None:
    for activation in ACTIVATION_NAMES if loss == "ce" else ("tanh",):
        for example in (2, None):
            walk = take_walk(subject(activation, loss, example=example))
            made = report(walk)
            assert "nan" not in to_json(made)
            lines = list(text_of(walk))
            assert lines[0].startswith("example 2: J = ")
    walk = take_walk(subject("tanh", loss))
    assert forward_lines(walk, walk["L"])[0].startswith("L = ")


@pytest.mark.parametrize("loss", LOSS_NAMES)
def test_every_parameter_and_target_is_read(loss: str) -> None:
    for batch_norm in (False, True):
        walk = take_walk(subject("prelu", loss, batch_norm=batch_norm))
        read = {name for node in walk.nodes for name in node.inputs}
        assert {node.name for node in walk.nodes} - read == {"J"}


def test_dead_units_are_named() -> None:
    net = slides()
    net.theta[4:6] = [-1.0, -3.0]  # biases of layer 1: both units off
    walk = take_walk(subject_of_net(net, 0))
    assert zero_flow(walk, walk["z1"]) == (
        "Units 1, 2 are off (z ≤ 0): no gradient passes."
    )
    assert zero_flow(walk, walk["b1"]).startswith("No gradient arrives through z⁽¹⁾")
    assert [f.size for f in walk.into("z1")] == [0.0]
    assert zero_flow(walk, walk["W2"]) == (
        "No gradient flows through z⁽²⁾: what W⁽²⁾ is multiplied by is 0 here."
    )


def test_a_saturated_unit_is_named() -> None:
    made = subject("tanh", "mse")
    made.theta[12:16] = [30.0, 0.0, 3.4, 0.0]
    walk = take_walk(made)
    assert "saturated" in zero_flow(walk, walk["z1"])


def test_reverse_mode_is_cheaper_and_counted_by_hand() -> None:
    # One unit, one input, no hidden layer: z = w x + b, L = (z − y)².
    net = {"layers": [{"W": [[2.0]], "b": [1.0]}], "loss": "mse"}
    walk = take_walk(
        subject_of_net(
            parse_net({"net": net, "data": {"x": [[3.0]], "y": [1.0]}}, "n"), 0
        )
    )
    counted = cost(walk)
    # Backward: mean 1, square 1, w 1. Forward: square and mean 2 each, w 1 more.
    assert (counted.reverse, counted.forward, counted.passes) == (3, 5, 2)
    assert counted.cheaper == "reverse"
    large = cost(take_walk(subject("relu", "ce")))
    assert large.forward > 5 * large.reverse
    assert "because J is one number" in large.sentence


def test_a_kink_is_said() -> None:
    net = slides()
    net.theta[4] = -0.5  # z₁ = 0 exactly
    walk = take_walk(subject_of_net(net, 0))
    found = check(walk, walk["z1"], 0)
    assert found.kink
    assert "has a kink here" in found.sentence


def test_the_update_is_the_step_that_training_makes() -> None:
    scene = load_scene("spirals")
    session = Session(scene.run, "reference", keeps=False)
    session.advance(3)
    before = session.snapshot()
    made = take_update(subject_of(before, None))
    session.advance(1)
    after = np.concatenate([p.after.ravel() for p in made.parameters])
    assert np.allclose(after, session.snapshot().theta, rtol=1e-12, atol=1e-15)
    momentum = np.concatenate([p.moment1.ravel() for p in made.parameters])
    assert np.allclose(momentum, session.snapshot().moment1, rtol=1e-12, atol=1e-15)
    assert made.J_after < made.J_before
    assert made.columns == ("m", "s")


def test_a_frozen_layer_stays() -> None:
    made = subject_of_net(slides(), 0)
    first = replace(made.network.hidden[0], frozen=True)
    kept = take_update(replace(made, network=made.network.with_hidden((first,))))
    assert [p.frozen for p in kept.parameters] == [True, True, False, False]
    assert not kept.parameters[0].change.any()
    last = kept.parameters[2]
    assert last.change == pytest.approx(-0.1 * last.gradient)
    assert "Frozen: W⁽¹⁾, b⁽¹⁾." in kept.sentence


def test_examples_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadInput, match=r"example must be from 0 to 1, .* got 2"):
        subject_of_net(slides(2), 2)


def test_the_slides_scene_has_the_slides_numbers() -> None:
    scene = load_scene("walk-slides")
    session = Session(scene.run, "reference")
    for _, command in commands(scene):
        session.apply(command)
    walk = take_walk(subject_of(session.snapshot(), 0))
    assert float(walk["J"].value) == pytest.approx(0.9965770, abs=5e-8)


@pytest.mark.parametrize("scene", ["blobs", "xor-linear", "parity", "rgb"])
def test_scenes_of_every_kind_are_walked(scene: str) -> None:
    snapshot = Session(load_scene(scene).run, "reference").snapshot()
    for example in (0, None):
        walk = take_walk(subject_of(snapshot, example))
        to_json(report(walk))
        assert len(list(text_of(walk))) > 10


def test_numbers_beyond_all_bounds_are_told() -> None:
    net = slides(2)
    net.theta[:] = 1e200
    for example in (0, None):
        walk = take_walk(subject_of_net(net, example))
        assert "NaN" not in to_json(report(walk))
        assert "∞" in "\n".join(text_of(walk))


def test_numbers_and_names_for_people() -> None:
    assert num(-0.25) == "−0.25"
    assert num(1.5e-7) == "1.5·10⁻⁷"
    assert num(0.0) == "0"
    assert title("slopes2") == "α⁽²⁾"
    assert title("l1") == "Ω₁"
