from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from app.editing.starting import starting_run
from app.editing.state import AppState
from app.editing.undo import UndoStack
from app.frame.bridge import SessionRunner
from core.problems import make_problem
from core.scenes import load_scene


class Note:
    """A change that records what happens to it."""

    empty = False
    weight = 0

    def __init__(self, text, told, on_redo=None):
        self.text, self.told, self.on_redo = text, told, on_redo

    def redo(self):
        self.told.append(f"+{self.text}")
        if self.on_redo is not None:
            self.on_redo()

    def undo(self):
        self.told.append(f"-{self.text}")

    def merge(self, newer):
        return False


def test_changes_go_back_and_forth_and_a_new_one_forgets_what_was_undone(qapp):
    stack, told = UndoStack(), []
    for text in "abc":
        stack.push(Note(text, told))
    stack.undo()
    stack.undo()
    assert (stack.undo_text, stack.redo_text) == ("a", "b")
    stack.redo()
    stack.push(Note("d", told))
    stack.redo()
    assert "".join(told) == "+a+b+c-c-b+b+d"
    assert [change.text for change in stack.changes] == ["a", "b", "d"]


def test_a_change_that_follows_from_redoing_another_is_no_step_of_its_own(qapp):
    stack, told = UndoStack(), []
    stack.push(Note("a", told))
    stack.push(Note("b", told))
    stack.undo()
    stack.undo()
    stack.changes[0].on_redo = lambda: stack.push(Note("echo", told))
    stack.redo()
    assert [change.text for change in stack.changes] == ["a", "b"]
    assert stack.redo_text == "b"


def test_no_more_steps_are_remembered_than_fit(qapp):
    stack = UndoStack()
    for i in range(600):
        stack.push(Note(str(i), []))
    assert (len(stack.changes), stack.index) == (500, 500)


def test_a_state_nobody_holds_goes_with_its_changes_in_any_order(qapp, request):
    # Commands of Qt's own stack were freed twice if the collector reached them first.
    gc.collect()
    gc.freeze()  # objects of other tests would be scanned 60 times
    request.addfinalizer(gc.unfreeze)
    for _ in range(30):
        state = AppState(
            load_scene("xor").run, partial(SessionRunner, backend="reference")
        )
        for rate in range(1, 9):
            state.editing.change_training(learning_rate=rate / 10)
            state.editing.change_training(l2=rate / 100)
        changes = list(state.editing.undo_stack.changes)
        gone = weakref.ref(state)
        gc.collect()
        del state
        changes.reverse()
        del changes
        gc.collect()
        assert gone() is None


def test_the_menu_says_what_would_be_undone(window, state):
    def texts():
        return [a.text() for a in window.actions() if a.text()[:4] in ("Undo", "Redo")]

    assert texts() == ["Undo", "Redo"]
    state.editing.change_training(learning_rate=0.2)
    assert texts() == ["Undo learning rate", "Redo"]
    undo = next(a for a in window.actions() if a.text().startswith("Undo"))
    undo.trigger()
    assert texts() == ["Undo", "Redo learning rate"]
    assert not undo.isEnabled()


def past(state):
    """What undo must restore."""
    a = state.a
    steps, loss = a.timeline.steps.tolist(), a.series.parts().rows[:, 0].tolist()
    return a.latest.step, a.latest.theta.tolist(), steps, loss, a.latest.run


def test_rewind_and_new_seed_can_be_undone_with_all_they_drop(state, train):
    stack = state.editing.undo_stack
    train(60)
    was = past(state)
    state.rewind()
    assert stack.undo_text == "rewind"
    assert state.a.latest.step == 0
    train(5)
    begun = past(state)
    stack.undo()
    assert past(state) == was
    stack.redo()
    assert past(state) == begun, "steps made after the rewind are not lost"
    train(5)
    stack.undo()
    assert past(state) == was
    stack.redo()
    assert state.a.latest.step == 10
    stack.undo()
    state.new_seed()
    train(7)
    later = past(state)
    stack.undo()
    assert past(state) == was
    stack.redo()
    assert past(state) == later


def test_a_rewind_at_step_0_is_no_change(state):
    state.rewind()
    assert state.editing.undo_stack.index == 0


def test_a_branch_can_be_undone(state, train):
    stack = state.editing.undo_stack
    train(40)
    was = past(state)
    state.branch(12)
    train(3)
    assert state.a.latest.step == 15
    stack.undo()
    assert past(state) == was


def test_another_scene_and_another_run_can_be_undone(state, train, window, tmp_path):
    stack = state.editing.undo_stack
    train(30)
    assert window.files.save_to(tmp_path / "a.hyperfold")
    was = past(state)
    window.open_target("rings")
    train(4)
    rings = past(state)
    window.open_target(str(tmp_path / "a.hyperfold"))
    assert past(state)[:3] == was[:3]
    stack.undo()
    assert past(state) == rings
    stack.undo()
    assert past(state) == was


def test_the_second_run_leaves_a_alone_and_can_be_undone(state, train):
    stack, comparison = state.editing.undo_stack, state.comparison
    train(30)
    was = past(state)
    comparison.start(replace(state.run, seed=5), "another seed")
    assert past(state) == was
    train(6)
    theta = comparison.b.latest.theta.copy()
    comparison.end()
    stack.undo()
    assert comparison.title == "another seed"
    assert np.array_equal(comparison.b.latest.theta, theta)
    assert comparison.alive
    stack.undo()
    assert comparison.b is None
    stack.redo()
    assert comparison.b.latest.step == 6
    comparison.pin()
    stack.undo()
    assert comparison.alive


def test_undo_remembers_a_bounded_amount(state, train, monkeypatch):
    monkeypatch.setattr("app.editing.undo.TOTAL", 200_000)
    for _ in range(30):
        train(40)
        state.new_seed()
    stack = state.editing.undo_stack
    assert sum(change.weight for change in stack.changes) <= 200_000
    for _ in range(30):
        stack.undo()  # the oldest ones begin at step 0
    assert state.run.seed == load_scene("xor").run.seed


class Behind(SessionRunner):
    """An engine that has not looked at its commands for a moment."""

    def __init__(self, run):
        super().__init__(run, "reference")
        self.asleep, self.waiting = False, []

    def send(self, *commands):
        self.waiting += commands
        if not self.asleep:
            self.wake()

    def wake(self):
        self.asleep = False
        waiting, self.waiting = self.waiting, []
        super().send(*waiting)


@pytest.fixture
def slow(qapp):
    state = AppState(load_scene("xor").run, Behind)
    state.a.advance(5)
    state.notice()
    state.a.asleep = True
    yield state
    state.close()


def other(name):
    return starting_run(make_problem(name))


def test_redo_of_what_the_engine_had_not_begun(slow):
    """A run opened and undone at once: the engine never trained it."""
    first = slow.run
    slow.editing.open_run(other("rings"))
    second = slow.run
    slow.editing.undo_stack.undo()
    assert slow.run == first
    slow.a.wake()
    assert (slow.a.latest.run, slow.a.latest.step) == (first, 5)
    slow.editing.undo_stack.redo()
    assert slow.run == slow.a.latest.run == second


def test_undo_of_two_changes_made_faster_than_the_engine_obeys(slow):
    slow.editing.open_run(other("rings"))
    second = slow.run
    slow.editing.open_run(other("moons"))
    slow.a.wake()
    slow.editing.undo_stack.undo()
    assert slow.run == slow.a.latest.run == second


def test_undo_of_a_rewind_keeps_a_change_made_just_before(slow):
    slow.editing.change_training(learning_rate=0.5)
    changed = slow.run
    slow.rewind()
    slow.a.wake()
    slow.editing.undo_stack.undo()
    assert slow.run == slow.a.latest.run == changed
    assert slow.a.latest.step == 5
