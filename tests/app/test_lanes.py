"""A branch keeps the old future as a second lane of the timeline."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.shell.timeline_bar import TimelineBar
from core.files.run_file import read_run


def ends(state) -> list[tuple[int, int]]:
    return [(lane.step, lane.last) for lane in state.lanes.all]


def branched(state, train) -> list[float]:
    """40 steps, back to 16, 8 more; returns the weights that were left."""
    train(40)
    left = state.a.latest.theta.tolist()
    state.scrub(16)
    state.step(8)
    state.notice()
    assert state.a.latest.step == 24
    return left


def test_the_old_future_is_a_lane_and_can_be_gone_on_in(state, train):
    left = branched(state, train)
    here = state.a.latest.theta.tolist()
    assert ends(state) == [(16, 40)]
    state.take_lane(state.lanes.all[0])
    state.notice()
    assert state.a.latest.step == 40
    assert state.a.latest.theta.tolist() == left
    assert ends(state) == [(16, 24)]
    train(5)
    assert state.a.latest.step == 45
    state.take_lane(state.lanes.all[0])
    state.notice()
    assert state.a.latest.theta.tolist() == here
    assert ends(state) == [(16, 45)]


def test_undo_and_redo_of_a_branch_lose_nothing(state, train):
    left = branched(state, train)
    here = state.a.latest.theta.tolist()
    state.editing.undo_stack.undo()
    state.notice()
    assert state.a.latest.theta.tolist() == left
    assert ends(state) == [(16, 24)], "the steps made after the branch are kept"
    state.take_lane(state.lanes.all[0])
    assert state.a.latest.theta.tolist() == here
    state.editing.undo_stack.undo()
    assert state.a.latest.theta.tolist() == left
    assert ends(state) == [(16, 24)]


def test_a_change_made_in_the_past_keeps_the_future_too(state, train):
    train(40)
    state.scrub(16)
    state.editing.change_training(learning_rate=0.001)
    state.notice()
    assert state.a.latest.step == 16
    assert ends(state) == [(16, 40)]
    state.take_lane(state.lanes.all[0])
    state.notice()
    assert state.run.training.learning_rate != 0.001
    assert state.a.latest.step == 40


def test_another_run_has_no_lanes(state, train):
    branched(state, train)
    state.new_seed()
    assert ends(state) == []


def test_undo_and_redo_of_a_new_seed_bring_the_lanes_back(state, train):
    stack = state.editing.undo_stack
    branched(state, train)
    state.new_seed()
    train(40)
    state.scrub(10)
    state.step(2)
    state.notice()
    assert ends(state) == [(10, 40)]
    stack.undo()  # the branch
    stack.undo()
    assert ends(state) == [(16, 40)]
    stack.redo()
    assert ends(state) == [(10, 12)], "the branch is still undone"
    stack.redo()
    assert ends(state) == [(10, 40)]
    assert state.a.latest.step == 12


def test_redo_of_a_branch_brings_its_steps_back(state, train):
    left = branched(state, train)
    here = state.a.latest.theta.tolist()
    stack = state.editing.undo_stack
    stack.undo()
    assert state.a.latest.theta.tolist() == left
    stack.redo()
    assert state.a.latest.theta.tolist() == here
    assert ends(state) == [(16, 40)]


def test_only_so_many_lanes_are_kept(state, train):
    for _ in range(5):
        branched(state, train)
    assert len(ends(state)) == 3


def test_the_timeline_draws_the_lane_and_a_click_takes_it(active, state, train):
    bar = active.findChild(TimelineBar)
    assert not bar.other.isVisible()
    branched(state, train)
    active.clock.settle()
    assert bar.other.isVisible()
    past = bar.track.past
    assert past.reach == 40
    assert past.last == 24
    assert past.lanes[0].steps[[0, -1]].tolist() == [16, 40]
    bar.track.grab()
    x, y = bar.track.lane_line(past.lanes[0])
    at = QPoint(round(float(x[-1])), round(float(y[-1])))
    QTest.mouseClick(bar.track, Qt.MouseButton.LeftButton, pos=at)
    state.notice()
    assert state.a.latest.step == 40
    active.clock.settle()
    bar.other.setFocus()
    QTest.keyClick(bar.other, Qt.Key.Key_Space)
    state.notice()
    assert state.a.latest.step == 24


def test_a_run_file_keeps_the_lanes(window, state, train, tmp_path):
    left = branched(state, train)
    path = tmp_path / "lanes.hyperfold"
    assert window.files.write(path)
    state.lanes.bring_back(())
    window.open_saved(read_run(path))
    state.notice()
    assert state.a.latest.step == 24
    assert ends(state) == [(16, 40)]
    state.take_lane(state.lanes.all[0])
    state.notice()
    assert state.a.latest.step == 40
    assert state.a.latest.theta.tolist() == left
    assert ends(state) == [(16, 24)]
