from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.views.output.draw_bar import DrawSurface
from core.edits import SetOutput
from core.problems import Points
from core.scenes import load_scene

UNIT = 0.01  # plane units per pixel, for strokes without a widget


@pytest.fixture
def drawing(window):
    window.drawing.toggle()
    return window.drawing


def points_of(state) -> Points:
    problem = state.run.data.problem
    assert isinstance(problem, Points)
    return problem


def test_d_draws_and_escape_stops(window, state):
    QTest.keyClick(window, Qt.Key.Key_D)
    assert window.drawing.active
    panel = window.desk.panes["output"].panel
    assert panel.bar.isVisible()
    assert panel.findChildren(DrawSurface)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.drawing.active
    assert not panel.bar.isVisible()


def test_painting_adds_points_of_the_class_and_keeps_the_weights(
    window, state, drawing, train
):
    train(20)
    weights = state.a.latest.theta.copy()
    before = state.run.data.problem.draw(4, np.random.default_rng(0))
    drawing.set_brush(label=1, density=5, size=10)
    drawing.press(0.2, 0.3, UNIT)
    drawing.drag(0.2, 0.301, UNIT)  # too near the last dab
    drawing.drag(0.5, 0.3, UNIT)
    drawing.release()
    problem = points_of(state)
    assert len(problem.x) == len(before) + 10
    new = problem.x[-10:]
    assert np.hypot(*(new[:5] - [0.2, 0.3]).T).max() <= 0.1
    assert (problem.y[-10:] == 1).all()
    assert state.run.data.test == 0.0
    assert state.a.latest.step == 20
    assert np.array_equal(state.a.latest.theta, weights)
    assert len(state.a.latest.splits.train) == len(problem.x)


def test_a_stroke_is_one_step_back(window, state, drawing):
    run = state.run
    drawing.set_brush(density=2)
    for at in (0.0, 0.4, 0.8):
        drawing.press(at, 0.0, UNIT)
        drawing.drag(at, 0.5, UNIT)
        drawing.release()
    assert len(points_of(state).x) == 4 + 12
    state.editing.undo_stack.undo()
    assert len(points_of(state).x) == 4 + 8
    state.editing.undo_stack.undo()
    state.editing.undo_stack.undo()
    assert state.run == run
    state.editing.undo_stack.redo()
    assert len(points_of(state).x) == 4 + 4


def test_the_view_stays_while_points_are_added(window, state, drawing):
    box = state.run.data.problem.box
    drawing.set_brush(density=1)
    drawing.press(0.1, 0.1, UNIT)
    assert points_of(state).box == box
    drawing.press(box[1] + 1.0, 0.0, UNIT)
    assert points_of(state).box[1] == box[1] + 1.0
    assert points_of(state).box[0] == box[0]


def test_erasing_takes_points_away_but_never_the_last(window, state, drawing):
    drawing.use("erase")
    drawing.set_brush(size=5)
    drawing.press(30.0, 30.0, UNIT)
    assert not isinstance(state.run.data.problem, Points)  # nothing was there
    drawing.press(1.0, 1.0, UNIT)
    assert len(points_of(state).x) == 3
    drawing.set_brush(size=5000)
    drawing.press(0.0, 0.0, UNIT)
    assert len(points_of(state).x) == 1


def test_the_hand_moves_a_single_point(window, state, drawing):
    drawing.use("move")
    x = state.a.latest.splits.train.x
    corner = x[2].copy()
    drawing.press(*(corner + 0.05), UNIT)
    drawing.drag(0.5, 0.25, UNIT)
    drawing.drag(0.6, 0.25, UNIT)
    drawing.release()
    moved = points_of(state).x
    assert moved[2].tolist() == [0.6, 0.25]
    assert np.array_equal(np.delete(moved, 2, 0), np.delete(x, 2, 0))
    drawing.press(40.0, 40.0, UNIT)
    drawing.drag(0.0, 0.0, UNIT)
    assert points_of(state).x[2].tolist() == [0.6, 0.25]


def test_a_new_class_gets_an_output_unit(window, state, drawing):
    assert state.editing.apply(SetOutput("loss", "hinge"))
    assert drawing.classes == 3
    drawing.set_brush(label=2, density=1)
    drawing.press(0.0, 0.0, UNIT)
    assert points_of(state).classes == 3
    assert state.a.latest.network.output.width == 3
    assert drawing.classes == 4


def test_values_are_painted_on_a_surface(window, state):
    window.open_scene(load_scene("saddle"), play=False)
    window.drawing.toggle()
    low, high = window.drawing.range
    assert low < -1 < 1 < high
    window.drawing.set_brush(value=0.75, density=2)
    window.drawing.press(0.1, 0.2, UNIT)
    problem = points_of(state)
    assert problem.y.shape[1] == 1
    assert problem.y[-2:, 0].tolist() == [0.75, 0.75]


def test_drawing_while_training_runs_goes_on_training(window, state, drawing, train):
    state.play()
    for k in range(5):
        drawing.press(0.1 * k, 0.0, UNIT)
        train(3)
    assert state.playing
    assert state.a.latest.step == 15
    assert np.isfinite(state.a.latest.theta).all()


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        ("parity", "two inputs"),
        ("sine-1d", "two inputs"),
        ("rgb", "single target value"),
    ],
)
def test_what_cannot_be_drawn_on_says_so(window, state, scene, words):
    window.open_scene(load_scene(scene), play=False)
    window.drawing.toggle()
    assert not window.drawing.active
    assert words in window.toast.text()


def test_drawing_ends_when_the_problem_no_longer_fits(window, state, drawing):
    window.open_scene(load_scene("sine-1d"), play=False)
    assert not drawing.active
    window.clock.settle()
    assert not window.desk.panes["output"].panel.bar.isVisible()


def test_a_stroke_that_comes_after_such_a_problem_draws_nothing(window, state, drawing):
    window.open_scene(load_scene("sine-1d"), play=False)
    run = state.run
    drawing.press(0.1, 0.2, UNIT)  # the surface is still there until the next frame
    drawing.drag(0.4, 0.2, UNIT)
    assert state.run == run


def test_the_mouse_draws_on_the_picture(window, state, drawing, qapp):
    window.clock.settle()
    panel = window.desk.panes["output"].panel
    (surface,) = panel.findChildren(DrawSurface)
    drawing.set_brush(density=1, label=0)
    middle = surface.rect().center()
    QTest.mousePress(surface, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(surface, middle + QPoint(40, 0))
    QTest.mouseRelease(surface, Qt.MouseButton.LeftButton, pos=middle)
    problem = points_of(state)
    assert len(problem.x) >= 5
    box = problem.box
    centre = [(box[0] + box[1]) / 2, (box[2] + box[3]) / 2]
    assert np.allclose(problem.x[4], centre, atol=0.05)
    bar = panel.bar
    bar.tools["erase"].click()
    assert drawing.tool == "erase"
    bar.swatches[1].click()
    assert (drawing.tool, drawing.label) == ("paint", 1)
    bar.size_slider.setValue(30)
    bar.density.setValue(9)
    assert (drawing.size, drawing.density) == (30, 9)
    bar.done.click()
    assert not drawing.active


def test_drawn_points_go_into_a_scene_as_text(window, state, drawing, qapp):
    drawing.set_brush(density=1)
    drawing.press(0.2, 0.3, UNIT)
    problem = points_of(state)
    window.copy_scene()
    window.open_target("rings")
    window.paste_scene()
    assert state.run.data.problem == problem


def test_a_typed_function_is_learned_and_a_mistake_has_a_caret(window, state):
    from app.widgets.text_row import FunctionRow

    section = window.controls.sections[0]
    section.picker.picked.emit("function")
    assert state.run.data.problem.name == "function"
    (row,) = [r for r, _ in section.bound if isinstance(r, FunctionRow)]
    row.field.setText("sin(3x) +* y")
    row.field.editingFinished.emit()
    text, caret, reason = row.note.text().split("\n")
    assert reason
    assert text == "sin(3x) +* y"
    assert caret.index("^") == 9
    assert row.field.cursorPosition() == 9
    assert state.run.data.problem.typed == "sin(3x) cos(2y)"
    row.field.setText("x y")
    row.field.editingFinished.emit()
    assert state.run.data.problem.typed == "x y"
    assert row.note.text() == ""
    row.field.setText("1/x")
    row.field.editingFinished.emit()
    assert "must be finite" in row.note.text()
    assert state.run.data.problem.typed == "x y"
    row.reset.click()
    assert state.run.data.problem.typed == "sin(3x) cos(2y)"
    section.picker.picked.emit("above-below")
    (row,) = [r for r, _ in section.bound if isinstance(r, FunctionRow)]
    assert row.isHidden()
    state.editing.change_run(
        "function",
        data=load_scene("above-below").run.data.__class__(
            state.run.data.problem.__class__(function="typed", typed="x^2"), 100
        ),
    )
    assert not row.isHidden()
    assert row.field.text() == "x^2"
