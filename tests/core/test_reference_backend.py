"""The reference backend: steps, order, draws, series, blocks, divergence, PyTorch."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from core import draws
from core.engine.reference_backend import ReferenceBackend
from core.errors import Divergence
from core.functions import ACTIVATION_NAMES
from core.gradients import GraphMode, network_graph
from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.outputs import LOSS_NAMES, LOSSES
from core.steps.forward import logits
from core.training import OPTIMISER_NAMES, TrainingSpec
from core.training.optimisers import Moments, update
from core.training.state import (
    Backend,
    TrainData,
    TrainState,
    column,
    column_count,
)
from tests.core.small_networks import Case, small_case

GO = np.zeros(1, np.uint8)
SGD = TrainingSpec("sgd", 0.1)


def data_of(case: Case) -> TrainData:
    return TrainData(
        np.ascontiguousarray(case.x.T),
        np.ascontiguousarray(case.y.T),
        case.y.argmax(axis=1),
    )


def backend_of(case: Case, training: TrainingSpec, seed: int = 7) -> ReferenceBackend:
    return ReferenceBackend(case.network, training, data_of(case), seed)


def started(case: Case) -> TrainState:
    return TrainState.start(case.theta, case.running)


def same(a: TrainState, b: TrainState) -> bool:
    arrays = ("theta", "moment1", "moment2", "gradient", "running")
    counts = ("step", "epoch", "position", "moment_steps")
    return all(
        getattr(a, n).tobytes() == getattr(b, n).tobytes() for n in arrays
    ) and all(getattr(a, n) == getattr(b, n) for n in counts)


def test_it_is_a_backend():
    backend: Backend = backend_of(small_case("relu", "ce"), SGD)
    assert backend.name == "reference"


@pytest.mark.parametrize("loss", LOSS_NAMES)
@pytest.mark.parametrize("activation", ACTIVATION_NAMES)
def test_one_step_is_the_graphs_gradient_and_the_optimisers_rule(activation, loss):
    case = small_case(activation, loss, batch_norm=True)
    training = TrainingSpec("adam", 0.05, l1=0.02, l2=0.03, clip_norm=0.5)
    backend, state = backend_of(case, training), started(case)
    outcome = backend.run(state, 1, GO)
    graph = case.graph(mode=GraphMode(training=True, l1=0.02, l2=0.03))
    zeros = np.zeros_like(case.theta)
    after = update(training, Moments(case.theta, zeros, zeros), graph.gradient(), 0, 1)
    assert outcome.done == 1
    assert state.gradient == pytest.approx(graph.gradient(), rel=1e-12, abs=1e-15)
    assert state.theta == pytest.approx(after.theta, rel=1e-12)
    assert (state.step, state.epoch, state.position, state.moment_steps) == (1, 1, 0, 1)


def test_a_row_of_the_series():
    case = small_case("tanh", "ce")
    backend, state = backend_of(case, replace(SGD, l2=0.1)), started(case)
    outcome = backend.run(state, 2, GO)
    assert outcome.rows.shape == (2, column_count(3))
    graph = case.graph(mode=GraphMode(l2=0.1))
    gradient = graph.gradient()
    row, after = outcome.rows[0], case.theta - 0.1 * gradient
    decided = graph.logits.value.argmax(axis=1)
    assert row[column("loss")] == pytest.approx(float(graph.data_loss.value))
    assert row[column("accuracy")] == np.mean(decided == case.y.argmax(axis=1))
    for i, blocks in enumerate(case.network.layout.layers):
        assert blocks.b is not None
        change = blocks.W.of(after) - blocks.W.of(case.theta)
        pushes = graph.example_pushes(i)
        expected = {
            "grad_w": np.linalg.norm(blocks.W.of(gradient)),
            "grad_b": np.linalg.norm(blocks.b.of(gradient)),
            "grad_z": np.sqrt(np.mean(np.sum(pushes**2, axis=1))),
            "norm_w": np.linalg.norm(blocks.W.of(after)),
            "delta_w": np.linalg.norm(change),
            "cosine": 0.0,  # no gradient before the first
        }
        for name, value in expected.items():
            assert row[column(name, i)] == pytest.approx(value), name
        part = slice(blocks.W.start, blocks.b.stop)
        now, before = state.gradient[part], gradient[part]
        cosine = now @ before / np.linalg.norm(now) / np.linalg.norm(before)
        assert outcome.rows[1, column("cosine", i)] == pytest.approx(cosine)


def test_values_have_no_accuracy():
    case = small_case("tanh", "mse")
    data = replace(data_of(case), labels=None)
    backend = ReferenceBackend(case.network, SGD, data, 0)
    assert np.isnan(backend.run(started(case), 1, GO).rows[0, column("accuracy")])
    loss, accuracy = backend.evaluate(case.theta, case.running, data)
    assert accuracy is None
    z = logits(case.network, case.theta, case.running, case.x)
    assert loss == pytest.approx(LOSSES["mse"].value(z, case.y).mean())


def test_evaluation_has_no_penalty_dropout_noise_or_smoothing():
    case = small_case("tanh", "ce", batch_norm=True)
    noisy = TrainingSpec(
        "sgd", l1=1.0, l2=1.0, dropout=0.5, input_noise=1.0, label_smoothing=0.5
    )
    data = data_of(case)
    found = backend_of(case, noisy).evaluate(case.theta, case.running, data)
    assert found[0] == pytest.approx(float(case.graph().data_loss.value))


def test_minibatches_follow_the_permutation_of_each_epoch():
    case = small_case("tanh", "ce")
    backend, state = backend_of(case, replace(SGD, batch_size=4)), started(case)
    for epoch, part in product(range(2), (slice(0, 4), slice(4, 6))):
        rows = draws.permutation(7, epoch, 6)[part]
        one = Case(
            case.network, state.theta.copy(), case.running, case.x[rows], case.y[rows]
        )
        assert (state.epoch, state.position) == (epoch, part.start)
        backend.run(state, 1, GO)
        assert state.gradient == pytest.approx(one.graph().gradient(), rel=1e-12)
    assert (state.step, state.epoch, state.position) == (4, 2, 0)


def test_dropout_noise_and_smoothing_are_drawn_by_step_unit_and_example():
    case = small_case("tanh", "ce")
    training = TrainingSpec(
        "sgd", dropout=0.4, input_noise=0.3, label_smoothing=0.1, learning_rate=0.1
    )
    backend, state = backend_of(case, training), started(case)
    backend.run(state, 3, GO)
    theta = state.theta.copy()
    backend.run(state, 1, GO)
    drawn = draws.uniforms(draws.key(7, draws.DROPOUT, 3), 0, 7 * 6).reshape(7, 6).T
    masks = (drawn >= 0.4) / 0.6
    noise = draws.normals(draws.key(7, draws.NOISE, 3), 0, 3 * 6).reshape(3, 6).T
    mode = GraphMode(
        training=True,
        label_smoothing=0.1,
        noise=0.3 * noise,
        masks=[masks[:, :4], masks[:, 4:]],
    )
    expected = case.graph(theta, mode).gradient()
    assert state.gradient == pytest.approx(expected, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("optimiser", OPTIMISER_NAMES)
def test_in_one_go_or_in_pieces(optimiser):
    case = small_case("prelu", "ce", batch_norm=True)
    training = TrainingSpec(
        optimiser, 0.02, batch_size=4, dropout=0.2, input_noise=0.1, clip_norm=1.0
    )
    whole, pieces = started(case), started(case)
    first = backend_of(case, training).run(whole, 9, GO).rows
    rows = []
    for count in (1, 3, 5):  # a backend of its own for each: nothing hides in it
        rows.append(backend_of(case, training).run(pieces, count, GO).rows)
    assert same(whole, pieces)
    assert np.concatenate(rows).tobytes() == first.tobytes()


class StopAfter:
    """A stop flag that is set after being read a number of times."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def __getitem__(self, index: int) -> bool:
        self.left -= 1
        return self.left < 0


def test_a_large_step_can_be_interrupted_and_taken_up_again(monkeypatch):
    case = small_case("tanh", "mdn")
    training = TrainingSpec("adam", dropout=0.3, input_noise=0.1)
    monkeypatch.setattr("core.engine.reference_backend.BLOCK_WORK", 1)
    x, y = np.tile(case.x, (200, 1)), np.tile(case.y, (200, 1))
    case = replace(case, x=x, y=y)  # 1200 examples in blocks of 256
    whole, held, dropped = started(case), started(case), started(case)
    row = backend_of(case, training).run(whole, 1, GO).rows
    backend = backend_of(case, training)
    outcome = backend.run(held, 1, StopAfter(4))  # type: ignore[arg-type]
    assert outcome.done == 0
    assert same(held, started(case))  # nothing half-done shows
    looks = StopAfter(100)
    again = backend.run(held, 1, looks)  # type: ignore[arg-type]
    assert looks.left == 100 - 1 - 2  # once for the step, once a block left
    assert same(held, whole)
    assert again.rows.tobytes() == row.tobytes()
    backend = backend_of(case, training)
    backend.run(dropped, 1, StopAfter(4))  # type: ignore[arg-type]
    backend.discard()
    backend.run(dropped, 1, GO)
    assert same(dropped, whole)


def test_blocks_change_nothing_but_rounding(monkeypatch):
    case = small_case("maxout", "ce")
    case = replace(case, x=np.tile(case.x, (100, 1)), y=np.tile(case.y, (100, 1)))
    training = TrainingSpec("sgd", 0.1, dropout=0.3, input_noise=0.2, l2=0.1)
    one, many = started(case), started(case)
    a = backend_of(case, training).run(one, 2, GO).rows
    monkeypatch.setattr("core.engine.reference_backend.BLOCK_WORK", 1)
    b = backend_of(case, training).run(many, 2, GO).rows
    assert many.theta == pytest.approx(one.theta, rel=1e-11)
    assert b == pytest.approx(a, rel=1e-9, abs=1e-12)


def test_stop_before_the_first_step():
    case = small_case("tanh", "ce")
    state = started(case)
    assert backend_of(case, SGD).run(state, 5, np.ones(1, np.uint8)).done == 0
    assert same(state, started(case))


def test_frozen_layers_learn_nothing_and_keep_their_statistics():
    case = small_case("tanh", "ce", batch_norm=True)
    first, second = case.network.hidden
    network = case.network.with_hidden((replace(first, frozen=True), second))
    case = replace(case, network=network)
    state = started(case)
    rows = backend_of(case, TrainingSpec("adamw", 0.1)).run(state, 3, GO).rows
    place = network.layout.layers
    end = place[0].beta.stop
    assert state.theta[:end].tolist() == case.theta[:end].tolist()
    assert (state.theta[end:] != case.theta[end:]).all()
    kept = place[0].var.stop
    assert state.running[:kept].tolist() == case.running[:kept].tolist()
    assert (state.running[kept:] != case.running[kept:]).all()
    assert (rows[:, column("grad_w", 0)] > 0).all()
    assert (rows[:, column("delta_w", 0)] == 0).all()


def test_hyper_parameters_are_live():
    case = small_case("tanh", "ce")
    backend, state = backend_of(case, SGD), started(case)
    backend.run(state, 2, GO)
    theta = state.theta.copy()
    backend.training = replace(SGD, learning_rate=0.5)
    backend.run(state, 1, GO)
    assert state.theta == pytest.approx(theta - 0.5 * state.gradient, rel=1e-12)


def test_a_loss_that_overflows_undoes_the_update_that_caused_it():
    case = small_case("identity", "mse")
    backend, state = backend_of(case, SGD), started(case)
    backend.run(state, 3, GO)
    backend.training = replace(SGD, learning_rate=1e150)
    good = TrainState(
        *(
            getattr(state, n).copy()
            for n in ("theta", "moment1", "moment2", "gradient", "running")
        ),
        state.step,
        state.epoch,
        state.position,
        state.moment_steps,
    )
    outcome = backend.run(state, 10, GO)
    assert outcome.divergence is not None
    assert outcome.divergence.step == 4
    assert outcome.divergence.layer in (2, 3)
    assert outcome.divergence.what in ("pre-activation", "loss")
    assert outcome.done == 0
    assert same(state, good)


def test_a_gradient_that_overflows_leaves_the_state_alone():
    """A loss of 1e300 is finite; 2 · 1e150 · 1e160 is not."""
    network = NetworkSpec(1, (), OutputSpec("mse", 1))
    theta = np.array([1e-10, 0.0])
    x, y = np.array([[1e160]]), np.array([[0.0]])
    case = Case(network, theta, np.empty(0), x, y)
    state = started(case)
    outcome = backend_of(case, SGD).run(state, 5, GO)
    assert outcome.divergence == Divergence(0, 1, "gradient")
    assert same(state, started(case))


def test_an_update_that_overflows_is_not_kept():
    case = small_case("tanh", "ce")
    state = started(case)
    training = TrainingSpec("sgd", 1e308, l2=1e3)
    outcome = backend_of(case, training).run(state, 5, GO)
    assert outcome.divergence is not None
    assert (outcome.divergence.step, outcome.divergence.what) == (0, "weight")
    assert same(state, started(case))


def test_parameters_set_from_outside_are_not_overwritten_by_an_older_state():
    case = small_case("identity", "mse")
    backend, state = backend_of(case, SGD), started(case)
    backend.run(state, 2, GO)
    state.theta[...] = 1e300
    outcome = backend.run(state, 1, GO)
    assert outcome.divergence is not None
    assert (state.theta == 1e300).all()
    assert state.step == 2


def test_single_precision_stays_single():
    case = small_case("gelu", "mdn", batch_norm=True)
    state = TrainState.start(
        case.theta.astype(np.float32), case.running.astype(np.float32)
    )
    # Not adam: it would amplify the rounding of a zero gradient to a whole step.
    training = TrainingSpec("momentum", dropout=0.1, input_noise=0.1)
    outcome = backend_of(case, training).run(state, 3, GO)
    assert outcome.done == 3
    assert state.theta.dtype == np.float32
    double = started(case)
    backend_of(case, training).run(double, 3, GO)
    assert state.theta == pytest.approx(double.theta, abs=1e-3)


@pytest.mark.parametrize("activation", ["tanh", "maxout", "prelu"])
def test_pytorch_trains_the_same_way(activation):
    """Twenty full steps with batch normalisation: parameters and statistics."""
    torch = pytest.importorskip("torch")
    from tests.core.torch_network import objective

    case = small_case(activation, "ce", batch_norm=True)
    training = TrainingSpec("adamw", 0.01, l2=0.01, weight_decay=0.1, clip_norm=0.7)
    state = started(case)
    backend_of(case, training).run(state, 20, GO)
    theta = torch.tensor(case.theta, requires_grad=True)
    running = torch.tensor(case.running)
    optimiser = torch.optim.AdamW([theta], 0.01, weight_decay=0.1)
    for _ in range(20):
        optimiser.zero_grad()
        objective(case, theta, training=True, l2=0.01, running=running).backward()
        torch.nn.utils.clip_grad_norm_([theta], 0.7)
        optimiser.step()
    assert state.theta == pytest.approx(theta.detach().numpy(), rel=1e-7, abs=1e-9)
    assert state.running == pytest.approx(running.numpy(), rel=1e-7, abs=1e-9)


def test_xor_is_learned():
    x = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    y = np.array([0, 1, 1, 0])
    network = NetworkSpec(2, (LayerSpec(8, "tanh"),), OutputSpec("bce", 1))
    theta = np.random.default_rng(1).normal(size=network.layout.size)
    data = TrainData(np.ascontiguousarray(x.T), y[None].astype(float), y)
    state = TrainState.start(theta, np.empty(0))
    backend = ReferenceBackend(network, TrainingSpec("adam", 0.05), data, 0)
    backend.run(state, 300, GO)
    loss, accuracy = backend.evaluate(state.theta, state.running, data)
    assert accuracy == 1.0
    assert loss < 0.01
    assert float(network_graph(network, state.theta, x, y[:, None]).J.value) == (
        pytest.approx(loss)
    )
