from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.edits import InsertLayer
from core.engine import commands as c
from core.engine import data as engine_data
from core.engine.session import Session
from core.errors import BadInput
from core.network import LayerSpec
from core.problems import PROBLEMS, make_problem
from core.problems.base import DataSpec
from core.run.initialisers import initial_theta
from core.scenes import load_scene
from core.scenes.player import play
from core.training import Schedule, TrainingSpec
from core.training.state import column
from tests.core.engine_runs import (
    BACKENDS,
    NOISY,
    STATE,
    outputs,
    same_state,
    small_run,
)

# A machine on which nothing is compiled yet needs a minute, once.
pytestmark = pytest.mark.timeout(600)


@pytest.fixture(params=BACKENDS)
def backend(request) -> str:
    return request.param


@pytest.mark.parametrize("name", BACKENDS)
@settings(max_examples=8)
@given(cuts=st.lists(st.integers(0, 17), min_size=1, max_size=8), pauses=st.data())
def test_pieces_pauses_and_snapshots_change_nothing(name, cuts, pauses):
    run = small_run(**NOISY)
    whole, pieces = Session(run, name), Session(run, name)
    whole.advance(sum(cuts))
    for cut in cuts:
        pieces.advance(cut)
        for action in pauses.draw(st.lists(st.sampled_from("psk"), max_size=2)):
            if action == "p":
                pieces.apply(c.Pause())
            elif action == "s":
                pieces.snapshot()
            else:
                pieces.keep()
    assert same_state(whole.snapshot(), pieces.snapshot())
    columns = list(range(whole.series.columns))
    a = whole.series.view(columns, 1, sum(cuts) + 1, 1000)
    b = pieces.series.view(columns, 1, sum(cuts) + 1, 1000)
    np.testing.assert_array_equal(a.mean, b.mean)


def test_a_step_interrupted_in_the_middle_is_held(backend):
    # Enough rows for a step to be processed in many blocks.
    rows = {"reference": 60_000, "compiled": 200_000}[backend]
    data = DataSpec(PROBLEMS["spirals"](arms=2), rows, test=0.0)
    run = small_run(24, 24, data=data, batch_size=0, dropout=0.1)
    free, held = Session(run, backend), Session(run, backend)
    stop = np.ones(1, np.uint8)
    assert held.advance(2, stop) == 0
    interrupted = 0
    while interrupted < 3:  # on a busy machine the timer comes late for many a step
        assert held.step < 100
        stop[0] = 0
        timer = threading.Timer(0.002, lambda: stop.fill(1))
        timer.start()
        interrupted += held.advance(1, stop) == 0
        timer.join()
        held.apply(c.Pause())
        assert held.snapshot().step == held.step
    stop[0] = 0
    assert held.advance(1, stop) == 1
    free.advance(held.step)
    assert same_state(free.snapshot(), held.snapshot())


def test_a_changed_weight_drops_the_half_done_step(backend):
    data = DataSpec(PROBLEMS["spirals"](arms=2), 200_000, test=0.0)
    run = small_run(24, 24, data=data, batch_size=0)
    fresh, held = Session(run, backend), Session(run, backend)
    stop = np.zeros(1, np.uint8)
    timer = threading.Timer(0.002, lambda: stop.fill(1))
    timer.start()
    held.advance(1, stop)
    timer.join()
    change = c.SetParameter(0, "W", (0, 0), 0.25)
    for session in (held, fresh):
        session.apply(c.Rewind())
        session.apply(change)
        session.advance(1)
    assert same_state(fresh.snapshot(), held.snapshot())


def test_equal_runs_are_equal_and_seeds_differ(backend):
    a, b = Session(small_run(), backend), Session(small_run(), backend)
    other = Session(small_run(seed=4), backend)
    for session in (a, b, other):
        session.advance(20)
    assert same_state(a.snapshot(), b.snapshot())
    assert not np.array_equal(a.snapshot().theta, other.snapshot().theta)


def test_the_two_backends_agree():
    sessions = [Session(small_run(**NOISY), name) for name in BACKENDS]
    for session in sessions:
        session.advance(50)
    a, b = (s.snapshot() for s in sessions)
    np.testing.assert_allclose(a.theta, b.theta, rtol=1e-6, atol=1e-9)
    assert a.metrics.loss == pytest.approx(b.metrics.loss, rel=1e-8)
    assert (a.backend, b.backend) == BACKENDS


def test_moving_to_another_backend_makes_no_jump():
    session = Session(small_run(), "reference")
    session.advance(30)
    before = session.snapshot()
    session.use_backend("compiled")
    after = session.snapshot()
    assert same_state(before, after)
    assert after.backend == "compiled"
    assert after.metrics.loss == pytest.approx(before.metrics.loss, rel=1e-9)
    assert [(m.step, m.kind) for m in session.timeline.markers] == [(30, "backend")]
    other = Session(small_run(), "reference")
    session.advance(30)
    other.advance(60)
    np.testing.assert_allclose(session.snapshot().theta, other.snapshot().theta, 1e-6)


def test_a_snapshot_is_frozen_and_cheap_to_take_again(backend):
    session = Session(small_run(), backend)
    session.advance(5)
    taken = session.snapshot()
    assert session.snapshot() is taken
    for name in STATE:
        assert not getattr(taken, name).flags.writeable
    kept = taken.theta.copy()
    session.advance(5)
    np.testing.assert_array_equal(taken.theta, kept)
    assert session.snapshot().step == 10


def test_metrics_are_those_of_the_whole_split(backend):
    session = Session(small_run(), backend)
    session.advance(10)
    taken = session.snapshot()
    z = outputs(taken, taken.splits.test.x)[:, 0]
    y = taken.splits.test.y
    loss = np.mean(np.maximum(z, 0) - y * z + np.log1p(np.exp(-np.abs(z))))
    assert taken.metrics.test_loss == pytest.approx(loss)
    assert taken.metrics.test_accuracy == np.mean((z > 0) == y)
    assert taken.metrics.subset is None
    assert session.metrics() == taken.metrics


def test_large_splits_are_measured_on_a_fixed_part_and_say_so(monkeypatch):
    monkeypatch.setattr(engine_data, "LIVE_ROWS", 40)
    monkeypatch.setattr(engine_data, "LEAST_ROWS", 10)
    session = Session(small_run(points=300), "reference")
    taken = session.snapshot()
    assert taken.metrics.subset == 40
    assert Session(small_run(points=300), "reference").snapshot().metrics == (
        taken.metrics
    )
    assert session.metrics().subset is None
    assert session.metrics().loss != taken.metrics.loss


def test_the_learning_rate_of_a_snapshot_follows_the_schedule(backend):
    schedule = Schedule("step", every=10, factor=0.5)
    session = Session(small_run(learning_rate=0.1, schedule=schedule), backend)
    session.advance(25)
    assert session.snapshot().learning_rate == pytest.approx(0.025)


def test_value_problems_have_no_accuracy(backend):
    data = DataSpec(PROBLEMS["rgb"](), 80)
    session = Session(small_run(data=data, loss="mse"), backend)
    session.advance(4)
    metrics = session.snapshot().metrics
    assert metrics.accuracy is None
    assert metrics.test_accuracy is None
    view = session.series.view([column("accuracy")], 1, 5, 10)
    assert np.isnan(view.mean).all()


def test_the_series_has_a_row_for_every_step(backend):
    session = Session(small_run(), backend)
    session.advance(40)
    view = session.series.view([column("loss"), column("norm_w", 1)], 1, 41, 100)
    np.testing.assert_array_equal(view.steps, np.arange(1, 41))
    weights = session.network.layout.layers[1].W.of(session.snapshot().theta)
    assert view.mean[1, -1] == pytest.approx(np.linalg.norm(weights))


def test_rewind_returns_to_the_same_initial_weights(backend):
    session = Session(small_run(), backend)
    start = session.snapshot()
    session.advance(50)
    first = session.snapshot()
    session.apply(c.Rewind())
    again = session.snapshot()
    assert same_state(start, again)
    assert again.generation == start.generation + 1
    assert session.timeline.steps.tolist() == [0]
    assert session.series.last == 0
    session.advance(50)
    assert same_state(first, session.snapshot())


def test_new_seed_draws_other_weights():
    session = Session(small_run(seed=3), "reference")
    start = session.snapshot()
    session.apply(c.NewSeed())
    assert session.run.seed == 4
    assert not np.array_equal(start.theta, session.snapshot().theta)
    session.apply(c.NewSeed(3))
    np.testing.assert_array_equal(start.theta, session.snapshot().theta)
    np.testing.assert_array_equal(
        start.splits.train.x, session.snapshot().splits.train.x
    )


@pytest.mark.parametrize("optimiser", ["adam", "momentum"])
def test_a_branch_goes_on_with_the_same_numbers(backend, optimiser):
    session = Session(small_run(**NOISY, optimiser=optimiser), backend)
    session.advance(60)
    end = session.snapshot()
    columns = list(range(session.series.columns))
    rows = session.series.view(columns, 1, 61, 100).mean
    session.apply(c.Branch(37))
    assert session.step == 37
    assert session.timeline.steps.tolist() == list(range(38))
    assert session.series.last == 37
    assert session.timeline.markers[-1].kind == "branch"
    session.advance(23)
    assert same_state(end, session.snapshot())
    np.testing.assert_array_equal(session.series.view(columns, 1, 61, 100).mean, rows)


def test_a_branch_undoes_what_changed_since(backend):
    session = Session(small_run(6, 5), backend)
    session.advance(20)
    before = session.snapshot()
    session.advance(10)
    session.apply(InsertLayer(1, LayerSpec(4, "relu")))
    session.apply(c.SetTraining(TrainingSpec(precision="float32")))
    session.advance(10)
    session.apply(c.Branch(20))
    assert session.run == before.run
    assert same_state(before, session.snapshot())
    assert session.advance(5) == 5
    assert [m.step for m in session.timeline.markers] == [20]


def test_a_learning_rate_changes_from_the_next_step_on(backend):
    slow = small_run(learning_rate=0.001)
    session = Session(slow, backend)
    session.advance(10)
    before = session.snapshot()
    session.apply(c.SetTraining(replace(slow.training, learning_rate=0.1)))
    assert same_state(before, session.snapshot())
    session.advance(1)
    moved = np.abs(session.snapshot().theta - before.theta).max()
    assert moved > 0.02
    assert [m.text for m in session.timeline.markers] == ["learning rate 0.001 → 0.1"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"optimiser": "rmsprop"}, "optimiser Adam → RMSProp"),
        ({"beta1": 0.5}, "β₁ 0.9 → 0.5"),
        ({"l2": 0.01}, "L2 0 → 0.01"),
        (
            {"schedule": Schedule("cosine", over=100)},
            "schedule Constant → Cosine (over 100)",
        ),
    ],
)
def test_markers_name_settings_as_the_controls_do(change, said):
    session = Session(small_run(optimiser="adam"), "reference")
    training = replace(session.run.training, **change)
    session.apply(c.SetTraining(training))
    assert [m.text for m in session.timeline.markers] == [said]


def test_a_marker_names_a_setting_of_the_problem_as_the_controls_do():
    run = small_run()
    data = DataSpec(make_problem("rgb"), 40)
    run = replace(run, data=data, loss="mse")
    session = Session(run, "reference")
    wider = replace(run.data, problem=replace(run.data.problem, hole=1.4))
    session.apply(c.SetData(wider))
    assert [m.text for m in session.timeline.markers] == ["Hole, side 0.6 → 1.4"]


def test_a_marker_writes_a_minus_as_the_fields_do():
    session = Session(small_run(), "reference")
    session.apply(c.SetParameter(0, "b", (1,), 1.0))
    session.advance(0)
    session.apply(c.SetParameter(0, "b", (1,), -2.5))
    assert session.timeline.markers[-1].text.endswith("→ −2.5")


def test_a_dragged_slider_leaves_one_marker():
    session = Session(small_run(learning_rate=0.1), "reference")
    session.advance(3)
    training = session.run.training
    for rate in (0.09, 0.05, 0.01):
        session.apply(c.SetTraining(replace(training, learning_rate=rate)))
    assert [m.text for m in session.timeline.markers] == ["learning rate 0.1 → 0.01"]
    session.apply(c.SetTraining(training))
    assert session.timeline.markers == ()


def test_another_optimiser_starts_with_empty_moments(backend):
    session = Session(small_run(optimiser="adam"), backend)
    session.advance(10)
    assert session.snapshot().moment_steps == 10
    training = replace(session.run.training, optimiser="momentum")
    session.apply(c.SetTraining(training))
    taken = session.snapshot()
    assert taken.moment_steps == 0
    assert not taken.moment1.any()
    assert not taken.moment2.any()
    assert session.advance(5) == 5


def test_precision_changes_live(backend):
    session = Session(small_run(), backend)
    session.advance(10)
    before = session.snapshot()
    session.apply(c.SetTraining(replace(session.run.training, precision="float32")))
    taken = session.snapshot()
    assert all(getattr(taken, n).dtype == np.float32 for n in STATE)
    np.testing.assert_array_equal(taken.theta, before.theta.astype(np.float32))
    session.advance(10)
    session.apply(c.SetTraining(before.run.training))
    session.advance(10)
    assert session.snapshot().theta.dtype == np.float64
    assert session.step == 30


def test_full_batches_begin_a_new_epoch(backend):
    session = Session(small_run(batch_size=16), backend)
    session.advance(2)
    assert session.snapshot().position == 32
    session.apply(c.SetTraining(replace(session.run.training, batch_size=0)))
    taken = session.snapshot()
    assert (taken.epoch, taken.position) == (1, 0)
    session.advance(1)
    assert session.snapshot().epoch == 2


def test_one_weight_is_set(backend):
    session = Session(small_run(6, 5), backend)
    session.advance(3)
    session.apply(c.SetParameter(1, "W", (2, 3), 0.5))
    taken = session.snapshot()
    assert taken.network.layout.layers[1].W.of(taken.theta)[2, 3] == 0.5
    said = session.timeline.markers[-1].text
    assert said.startswith("layer 2, unit 3: weight (from unit 4) ")
    assert session.timeline.at(3).theta is taken.theta


def test_marks_name_numbers_as_a_person_would():
    run = small_run(6, 5)
    session = Session(run, "reference")

    def said(command: object) -> str:
        session.advance(1)
        session.apply(command)
        return session.timeline.markers[-1].text

    text = said(c.SetParameter(0, "b", (1,), 1e-5))
    assert text.startswith("layer 1, unit 2: bias ")
    assert text.endswith(" → 1·10⁻⁵")
    assert said(c.SetParameter(0, "W", (0, 1), -3.0)).startswith(
        "layer 1, unit 1: weight (from input 2) "
    )
    assert said(c.SetParameter(2, "b", (0,), 2.0)).startswith("output: bias ")
    training = session.run.training
    assert said(c.SetTraining(replace(training, learning_rate=1e-5))).endswith(
        " → 1·10⁻⁵"
    )
    maxout = session.run.changed(
        hidden=(LayerSpec(3, "maxout"), LayerSpec(2, "prelu"), LayerSpec(2, "rbf"))
    )
    session.apply(c.SetRun(maxout))
    text = said(c.SetParameter(0, "b", (3,), 0.5))
    assert text.startswith("layer 1, unit 2: bias (row 2 of 2) ")
    text = said(c.SetParameter(1, "slopes", (1,), 0.5))
    assert text.startswith("layer 2, unit 2: α ")
    text = said(c.SetParameter(2, "W", (1, 0), 0.5))
    assert text.startswith("layer 3, unit 2: centre (from unit 1) ")
    skips = session.run.changed(
        hidden=(LayerSpec(3, "relu"), LayerSpec(2, "relu", reads=(0, 1)))
    )
    session.apply(c.SetRun(skips))
    text = said(c.SetParameter(1, "W", (0, 1), 0.5))
    assert text.startswith("layer 2, unit 1: weight (from input 2) ")
    text = said(c.SetParameter(1, "W", (0, 4), 0.5))
    assert text.startswith("layer 2, unit 1: weight (from unit 3) ")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (c.SetParameter(3, "W", (0, 0), 1.0), "layer must be from 1 to 3, got 4"),
        (c.SetParameter(0, "slopes", (0,), 1.0), "name must be one of W, b in layer 1"),
        (c.SetParameter(0, "W", (6, 0), 1.0), r"lie inside \(6, 2\), got \(6, 0\)"),
        (c.SetParameter(0, "W", (0,), 1.0), "lie inside"),
        (c.SetParameter(0, "b", (-1,), 1.0), "lie inside"),
        (c.SetParameter(0, "b", (0,), float("nan")), "be a finite float64, got nan"),
        (c.SetParameters(np.zeros(3)), "theta must have shape"),
    ],
)
def test_an_impossible_parameter_is_refused(command, message):
    session = Session(small_run(6, 5), "reference")
    before = session.snapshot()
    with pytest.raises(BadInput, match=message):
        session.apply(command)
    assert session.snapshot() is before


def test_parameters_beyond_float32_are_refused():
    session = Session(small_run(precision="float32"), "reference")
    with pytest.raises(BadInput, match="be a finite float32"):
        session.apply(c.SetParameter(0, "b", (0,), 1e300))
    with pytest.raises(BadInput, match="theta must be finite"):
        session.apply(c.SetParameters(np.full(session.snapshot().theta.shape, 1e300)))


def test_all_parameters_are_set(backend):
    session = Session(small_run(), backend)
    theta = np.linspace(-1, 1, len(session.snapshot().theta))
    session.apply(c.SetParameters(theta, "the book's solution"))
    np.testing.assert_array_equal(session.snapshot().theta, theta)
    assert session.timeline.markers[-1].text == "the book's solution"


def diverging(backend: str) -> Session:
    run = small_run(
        8,
        8,
        activation="identity",
        optimiser="sgd",
        loss="mse",
        learning_rate=1e4,
        batch_size=0,
    )
    return Session(run, backend)


def test_divergence_stops_at_the_last_finite_state(backend):
    session = diverging(backend)
    session.playing = True
    made = session.advance(1000)
    assert made < 1000
    taken = session.snapshot()
    assert taken.divergence is not None
    assert taken.divergence is session.divergence
    assert 1 <= taken.divergence.layer <= 3
    assert not taken.playing
    for name in STATE:
        assert np.isfinite(getattr(taken, name)).all()
    assert np.isfinite(taken.metrics.loss)
    assert session.series.last == session.step == taken.step
    assert session.timeline.steps.max() == taken.step
    assert session.timeline.markers[-1].kind == "divergence"
    assert str(taken.divergence) == session.timeline.markers[-1].text
    assert session.advance(10) == 0
    session.apply(c.Play())
    assert not session.playing


def test_divergence_does_not_depend_on_chunks(backend):
    whole, single = diverging(backend), diverging(backend)
    whole.advance(1000)
    for _ in range(1000):
        single.advance(1)
    assert whole.divergence == single.divergence
    assert same_state(whole.snapshot(), single.snapshot())


@pytest.mark.parametrize("cure", ["rewind", "branch", "slower"])
def test_training_goes_on_after_a_divergence(backend, cure):
    session = diverging(backend)
    session.advance(1000)
    slower = c.SetTraining(replace(session.run.training, learning_rate=1e-3))
    if cure == "rewind":
        session.apply(c.Rewind())
    elif cure == "branch":
        session.apply(c.Branch(1))
        session.apply(slower)
    else:
        session.apply(c.Branch(0))
        session.apply(slower)
    assert session.divergence is None
    assert session.snapshot().divergence is None
    session.apply(c.Play())
    assert session.playing
    assert session.advance(1) == 1


def test_the_engine_is_imported_without_numba_and_scipy():
    code = (
        "import sys, core.engine.engine, core.engine.session, core.scenes\n"
        "print([m for m in ('numba', 'scipy', 'PySide6') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_an_unknown_backend_is_refused():
    with pytest.raises(BadInput, match="backend must be one of compiled, reference"):
        Session(small_run(), "quantum")


# -- rewinding to the weights that the run started from -----------------


@pytest.mark.parametrize("scene", ["walk-slides", "regions-folded", "folding", "moons"])
def test_rewinding_returns_to_the_weights_the_scene_started_from(scene) -> None:
    session = play(load_scene(scene), "reference")
    start = session.snapshot().theta.copy()
    session.advance(15)
    session.apply(c.Rewind())
    assert np.array_equal(session.snapshot().theta, start)


def test_rewinding_returns_to_weights_typed_at_step_0() -> None:
    session = play(load_scene("walk-slides"), "reference")
    session.apply(c.SetParameter(0, "W", (0, 1), 0.75))
    start = session.snapshot().theta.copy()
    session.advance(5)
    session.apply(c.SetParameter(0, "W", (0, 1), 9.0))  # later: not the start
    session.apply(c.Rewind())
    assert np.array_equal(session.snapshot().theta, start)
    session.apply(c.NewSeed())
    assert session.snapshot().theta[1] != 0.75


def test_a_layer_set_by_hand_keeps_its_start_when_another_is_added() -> None:
    session = play(load_scene("regions-folded"), "reference")
    first = session.network.layout.layers[0].W.of(session.snapshot().theta).copy()
    session.advance(5)
    session.apply(InsertLayer(2))
    session.apply(c.Rewind())
    now = session.snapshot()
    assert len(now.run.hidden) == 3
    assert np.array_equal(now.network.layout.layers[0].W.of(now.theta), first)


def test_without_weights_set_by_hand_a_rewind_draws_what_the_seed_draws() -> None:
    session = play(load_scene("moons"), "reference")
    session.advance(5)
    session.apply(InsertLayer(1))
    session.apply(c.Rewind())
    now = session.snapshot()
    drawn = initial_theta(now.network, now.run.initial, now.run.seed)
    assert np.array_equal(now.theta, drawn)
