from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from app.editing.starting import fitting_losses, starting_run, with_problem
from app.editing.state import AppState
from app.frame.bridge import GhostRunner, SessionRunner
from core.edits import InsertLayer, RemoveLayer, SetLayer, SetLayers, SetOutput
from core.engine import commands
from core.network import LayerSpec
from core.problems import PROBLEMS, make_problem
from core.scenes import Action, load_scene


def test_a_change_of_the_rate_reaches_the_engine_and_can_be_undone(state):
    before = state.run.training.learning_rate
    assert state.editing.change_training(learning_rate=0.2)
    assert state.a.latest.run.training.learning_rate == 0.2
    state.editing.undo_stack.undo()
    assert state.run.training.learning_rate == before
    assert state.a.latest.run.training.learning_rate == before
    state.editing.undo_stack.redo()
    assert state.a.latest.run.training.learning_rate == 0.2


def test_a_drag_is_one_step_back(state):
    before = state.run
    for rate in (0.06, 0.07, 0.08):
        state.editing.change_training(learning_rate=rate)
    assert len(state.editing.undo_stack.changes) == 1
    state.editing.undo_stack.undo()
    assert state.run == before


def test_two_controls_are_two_steps_back(state):
    state.editing.change_training(learning_rate=0.1)
    state.editing.change_training(l2=0.1)
    assert len(state.editing.undo_stack.changes) == 2


def test_a_bad_value_is_refused_in_a_sentence_and_changes_nothing(state, qtbot):
    before = state.run
    with qtbot.waitSignal(state.refused) as got:
        assert not state.editing.change_training(learning_rate=-1.0)
    assert "learning rate must be above 0" in got.args[0]
    assert state.run == before
    assert len(state.editing.undo_stack.changes) == 0


def test_undoing_a_removed_layer_brings_its_weights_back(state, train):
    state.editing.apply(SetLayers((LayerSpec(4, "tanh"), LayerSpec(3, "tanh"))))
    train(20)
    weights = state.a.latest.theta.copy()
    state.editing.apply(RemoveLayer(0))
    assert len(state.run.hidden) == 1
    train(20)
    state.editing.undo_stack.undo()
    assert len(state.run.hidden) == 2
    assert np.array_equal(state.a.latest.theta, weights)


def test_scrubbing_shows_the_past_and_playing_branches_from_it(state, train):
    train(50)
    state.scrub(10)
    frame = state.frame()
    assert frame.main.scrubbed
    assert frame.main.snapshot.step == 10
    state.play()
    assert state.shown.scrub_step is None
    assert state.a.latest.step == 10


def test_scrubbing_pauses_and_stays_inside_the_run(state, train):
    state.play()
    train(5)
    state.scrub(1000)
    assert not state.playing
    assert state.shown.scrub_step == 5
    state.scrub(-3)
    assert state.frame().main.snapshot.step == 0


def test_a_live_change_while_looking_back_starts_from_there(state, train):
    train(40)
    state.scrub(8)
    state.editing.change_training(learning_rate=0.5)
    assert state.a.latest.step == 8
    assert state.a.latest.run.training.learning_rate == 0.5


def test_rewind_keeps_the_weights_and_a_new_seed_draws_others(state, train):
    start = state.a.latest.theta.copy()
    train(10)
    state.rewind()
    assert np.array_equal(state.a.latest.theta, start)
    state.new_seed()
    assert state.a.latest.step == 0
    assert not np.array_equal(state.a.latest.theta, start)
    state.editing.undo_stack.undo()
    assert np.array_equal(state.a.latest.theta, start)


def test_divergence_is_noticed_and_halving_the_rate_recovers(state, train):
    state.editing.change_training(optimiser="sgd", learning_rate=1.0)
    state.editing.apply(SetOutput("loss", "mse"))
    state.editing.apply(SetLayers((LayerSpec(8, "relu"),) * 3))
    train(5)
    state.play()
    state.editing.change_training(learning_rate=1e5)
    train(200)
    assert state.divergence is not None
    assert not state.playing
    assert np.isfinite(state.a.latest.theta).all()
    state.halve_learning_rate()
    assert state.divergence is None
    assert state.playing
    assert state.a.latest.divergence is None


def test_a_second_run_that_blows_up_is_told_once_and_the_first_goes_on(state, train):
    wild = replace(state.run, hidden=(LayerSpec(8, "relu"),) * 3, loss="mse")
    wild = wild.with_training(optimiser="sgd", learning_rate=1e5)
    told = []
    state.told.connect(told.append)
    state.comparison.start(wild, "another network")
    state.play()
    train(200)
    train(10)
    assert [note.partition(":")[0] for note in told] == ["B"]
    assert str(state.comparison.b.latest.divergence) in told[0]
    assert state.divergence is None
    assert state.playing
    assert state.a.latest.step == 210
    state.rewind()
    train(200)
    assert len(told) == 2


def test_a_ghost_replays_what_was_while_the_run_goes_on(state, train):
    train(30)
    state.comparison.pin()
    assert isinstance(state.comparison.b, GhostRunner)
    old = state.comparison.b.latest
    state.rewind()
    train(10)
    a, b = state.frame().runs
    assert (a.snapshot.step, b.snapshot.step) == (10, 10)
    assert b.snapshot.theta is not a.snapshot.theta
    train(50)
    assert state.frame().runs[1].snapshot is old
    assert state.comparison.b.series.last == 30


def test_a_second_run_trains_beside_the_first(state, train):
    train(7)
    other = replace(state.run, seed=9)
    state.comparison.start(other, "another seed")
    train(5)
    a, b = state.frame().runs
    assert (a.label, b.label) == ("A", "B")
    assert (a.snapshot.step, b.snapshot.step) == (12, 5)  # A stays as it is
    assert b.snapshot.run.seed == 9
    state.comparison.swap()
    assert state.run.seed == 9
    state.comparison.end()
    assert len(state.frame().runs) == 1


def test_swapping_the_runs_can_be_undone_and_forgets_nothing(state, train):
    train(7)
    state.editing.change_training(learning_rate=0.25)
    before = state.run
    state.comparison.start(replace(state.run, seed=9), "another seed")
    train(5)
    state.comparison.swap()
    state.editing.change_training(learning_rate=0.5)
    stack = state.editing.undo_stack
    stack.undo()
    assert stack.undo_text == "swap A and B"
    stack.undo()
    assert state.run == before
    assert [r.snapshot.step for r in state.frame().runs] == [12, 5]
    stack.redo()
    assert state.run.seed == 9
    stack.redo()
    assert state.run.training.learning_rate == 0.5
    for _ in range(4):
        stack.undo()
    assert state.run.training.learning_rate != 0.25
    assert len(state.frame().runs) == 1


def test_another_draw_keeps_the_weights_another_problem_does_not(state, train):
    state.editing.open_run(starting_run(make_problem("rings")))
    train(12)
    data = replace(state.run.data, seed=5)
    state.editing.change_run("sample", data=data)
    assert state.a.latest.step == 12
    state.editing.open_run(starting_run(make_problem("moons")))
    assert state.a.latest.step == 0


@pytest.mark.parametrize("name", PROBLEMS)
def test_every_problem_has_a_run_to_start_from(name, state):
    problem = make_problem(name)
    run = starting_run(problem)
    assert run.data.problem.name == name
    assert run.loss in fitting_losses(problem)
    kept = with_problem(state.run, problem)
    assert kept.hidden == state.run.hidden
    assert kept.data.problem.name == name


def test_a_loss_that_cannot_read_the_targets_is_refused(state, qtbot):
    state.editing.open_run(starting_run(make_problem("saddle")))
    before = state.run
    with qtbot.waitSignal(state.refused):
        assert not state.editing.apply(SetOutput("loss", "bce"))
    assert state.run == before
    assert "bce" not in fitting_losses(state.run.data.problem)


def test_a_scene_acts_at_its_steps(state, train):
    scene = replace(load_scene("xor"), actions=(Action(20, "learning_rate", 0.001),))
    state.open_scene(scene)
    start = state.run.training.learning_rate
    state.play()
    train(10)
    assert state.run.training.learning_rate == start
    train(15)
    assert state.run.training.learning_rate == 0.001
    assert state.a.latest.run.training.learning_rate == 0.001


def test_a_change_made_while_looking_back_starts_from_the_network_of_then(state, train):
    train(10)
    state.editing.apply(InsertLayer(0, LayerSpec(5, "tanh")))
    train(10)
    deep = state.run
    state.scrub(5)
    assert state.editing.change_training(learning_rate=0.3)
    assert len(state.run.hidden) == len(deep.hidden) - 1
    assert state.a.latest.run == state.run
    state.editing.undo_stack.undo()  # the rate …
    state.editing.undo_stack.undo()  # … and looking back
    assert state.run == deep
    assert state.a.latest.run == deep


def test_a_layer_that_was_not_there_then_is_refused(state, train, qtbot):
    train(10)
    state.editing.apply(InsertLayer(0, LayerSpec(5, "tanh")))
    index = len(state.run.hidden) - 1
    train(10)
    state.scrub(5)
    with qtbot.waitSignal(state.refused) as got:
        assert not state.editing.apply(SetLayer(index, "units", 7))
    assert "layer must be" in got.args[0]
    with qtbot.waitSignal(state.refused):
        state.editing.set_parameter(index + 1, "W", (0, 0), 1.0)
    assert state.shown.scrub_step == 5


def test_what_the_engine_trains_is_true(state):
    # As after a rejected command.
    wanted = state.a.latest.run
    state.run = wanted.with_training(learning_rate=0.7)
    state.notice()
    assert state.run == wanted


class Late(SessionRunner):
    """A runner that shows the effect of commands only when released."""

    obeyed = True

    def send(self, *commands):
        if self.obeyed:
            super().send(*commands)
        else:
            self.waiting = (*self.waiting, *commands)

    def hold(self):
        self.obeyed, self.waiting = False, ()

    def go_on(self):
        self.obeyed = True
        self.send(*self.waiting)


def test_a_blow_up_of_before_is_not_taken_for_one_of_now(qapp):
    state = AppState(load_scene("xor").run, partial(Late, backend="reference"))
    state.editing.apply(SetOutput("loss", "mse"))
    state.editing.change_training(optimiser="sgd", learning_rate=1e6)
    state.play()
    state.a.advance(300)
    state.notice()
    assert state.divergence is not None
    assert not state.playing
    state.a.hold()
    state.rewind()
    state.editing.change_training(learning_rate=0.1)
    state.play()
    state.notice()  # the engine still shows what was
    assert state.playing
    state.a.go_on()
    state.notice()
    assert state.playing
    assert state.divergence is None


def test_a_huge_sample_is_not_drawn_by_the_window(state, monkeypatch):
    state.editing.open_run(starting_run(make_problem("moons")))
    drawn = []
    moons = type(state.run.data.problem)
    draw = moons.draw
    monkeypatch.setattr(
        moons, "draw", lambda self, n, rng: drawn.append(n) or draw(self, n, rng)
    )
    state.a.send = lambda *commands: None
    state.editing.change_run("sample", data=replace(state.run.data, points=10_000_000))
    assert drawn == [2000]


def test_looking_back_also_stops_a_second_run_that_goes_on_alone(state, train):
    state.comparison.start(replace(state.run, seed=state.run.seed + 1), "another seed")
    train(20)
    state.play()
    state.a.send(commands.Pause())  # as if it had diverged
    state.notice()
    assert not state.playing
    state.scrub(5)
    assert not state.comparison.b.latest.playing
    state.comparison.b.send(commands.Play())
    state.comparison.swap()
    state.notice()
    assert state.playing
    assert state.shown.scrub_step is None
