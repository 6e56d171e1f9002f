"""The Landscape view in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.look.numbers import field_text
from app.look.theme import LIGHT
from app.views.landscape.levels import LevelPicker, banded, level_lines
from app.views.landscape.rates import rates_of
from core.analysis.matching import reordered
from core.engine.commands import SetParameters


@pytest.fixture
def panel(window, train):
    train(20)
    window.resize(960, 600)
    window.desk.toggle_enlarged("landscape")
    QApplication.processEvents()
    window.clock.settle()
    return window.desk.panes["landscape"].panel


def settle(window) -> None:
    QApplication.processEvents()
    window.clock.settle()


def test_the_key_l_brings_it_with_a_picture_of_the_present_weights(active, train):
    train(20)
    QTest.keyClick(active, Qt.Key.Key_L)
    settle(active)
    panel = active.desk.panes["landscape"].panel
    assert panel.isVisible()
    shown = panel.result
    alpha, beta, off = shown.here
    assert off < 1e-9
    assert shown.at(alpha, beta) == pytest.approx(
        active.state.a.latest.metrics.loss, rel=0.1
    )
    assert len(shown.path.steps) == 21


def test_every_plane_is_shown_and_named(window, panel):
    header = window.desk.panes["landscape"].header
    for name in ("random", "hessian", "gradient", "weights", "points", "pca"):
        panel.plane = name
        settle(window)
        assert panel.result.section.kind == name
        assert "of the path's variance" in header.subtitle.accessibleName()
    assert np.isfinite(panel.result.values).all()


def test_before_the_path_moves_the_plane_is_random_and_says_so(window):
    window.desk.toggle_enlarged("landscape")
    settle(window)
    panel = window.desk.panes["landscape"].panel
    assert panel.result.section.kind == "random"
    assert "until the weights have moved" in panel.result.note


def test_a_held_plane_stays_and_the_weights_leave_it(window, panel, train):
    panel.plane = "random"
    settle(window)
    before = panel.result.section
    panel.hold = True
    train(20)
    settle(window)
    assert panel.result.section is before
    assert panel.result.here[2] > 0
    panel.hold = False
    settle(window)
    assert panel.result.section is not before
    assert panel.result.here[2] < 1e-9


@pytest.mark.parametrize("plane", ["random", "hessian", "gradient", "pca"])
def test_a_held_plane_bears_weights_that_exploded(window, panel, plane, caplog):
    panel.plane = plane
    settle(window)
    panel.hold = True
    theta = window.state.a.latest.theta
    window.state.editing.set_parameters(np.full(theta.shape, 1e40), "far away")
    settle(window)
    window.clock.refresh_all()
    settle(window)
    assert not [record.exc_info[1] for record in caplog.records if record.exc_info]
    x0, x1, y0, y1 = panel.result.box
    assert x0 < x1
    assert y0 < y1


def test_accuracy_goes_from_0_to_1_and_test_loss_needs_a_test_split(window, panel):
    panel.quantity = "accuracy"
    settle(window)
    assert set(np.unique(panel.result.values)) <= {0.0, 0.25, 0.5, 0.75, 1.0}
    panel.quantity = "test"
    settle(window)
    assert panel.result is None
    assert "no test examples" in panel.map.note


def test_the_wheel_zooms_and_a_double_click_shows_the_whole(window, panel):
    canvas = panel.map
    home = panel.result.box
    middle = QPointF(canvas.rect().center())
    turn = QWheelEvent(
        middle,
        canvas.mapToGlobal(middle),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(canvas, turn)
    settle(window)
    near = panel.result.box
    assert near[1] - near[0] == pytest.approx(0.85**2 * (home[1] - home[0]))
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton)
    settle(window)
    assert panel.result.box == pytest.approx(home)


def test_a_point_of_the_path_says_its_step_and_how_far_off_it_is(window, panel):
    path = panel.result.path
    words = panel.map.words_at((float(path.alpha[0]), float(path.beta[0])))
    assert words[0].startswith("step 0: loss")
    assert any("plane" in line for line in words)


def test_levels_are_logarithmic_and_stay_while_the_loss_moves_a_little():
    picker = LevelPicker()
    values = np.geomspace(1e-3, 10.0, 64).reshape(8, 8)
    first = picker.of(values)
    again = picker.of(1.01 * values)
    ratios = first.edges[1:] / first.edges[:-1]
    np.testing.assert_allclose(ratios, ratios[0])
    assert 9 <= len(first.edges) <= 19
    assert set(np.round(np.log10(again.edges), 9)) >= set(
        np.round(np.log10(first.edges), 9)
    )


def test_a_loss_below_0_has_even_levels_and_overflow_is_the_highest_band():
    picker = LevelPicker()
    values = np.linspace(-3.0, 5.0, 64).reshape(8, 8)
    levels = picker.of(values)
    assert not levels.log
    values[0, 0] = np.inf
    values[0, 1] = np.nan
    assert levels.bands(values)[0, :2].tolist() == [len(levels.edges)] * 2
    image = banded(LIGHT, values, levels, 32, 32)
    assert (image.width(), image.height()) == (32, 32)
    lines = level_lines((0.0, 1.0, 0.0, 1.0), values, levels)
    assert lines
    assert all(0.0 <= v <= 1.0 for line in lines for v in line.ravel())


# -- by hand ----------------------------------------------------------------------


def test_dragging_the_point_moves_the_weights_and_one_undo_brings_them_back(
    window, panel, state
):
    before = np.array(state.a.latest.theta)
    canvas, shown = panel.map, panel.result
    start = canvas.place_of(shown.here[:2]).toPoint()
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    for k in (10, 20, 30):
        QTest.mouseMove(canvas, start + QPoint(k, -k))
        settle(window)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=start + QPoint(30, -30))
    after = np.array(state.a.latest.theta)
    off = shown.section.coordinates(after[None])[2][0]
    assert np.linalg.norm(after - before) > 0
    assert off < 1e-9
    where = canvas.place_of(panel.result.here[:2]) - QPointF(start)
    assert (where.x(), where.y()) == pytest.approx((30, -30), abs=1.5)
    state.editing.undo_stack.undo()
    np.testing.assert_array_equal(state.a.latest.theta, before)


def test_start_here_begins_at_step_0_and_undo_brings_the_run_back(window, panel, state):
    before = np.array(state.a.latest.theta)
    place = (panel.result.here[0] + 1.0, panel.result.here[1])
    wanted = panel.hand.weights_at(panel.result, place)
    menu = panel.hand.offer(panel.result, place, QPoint(0, 0))
    next(a for a in menu.actions() if a.text() == "Start here").trigger()
    menu.close()
    assert state.a.latest.step == 0
    np.testing.assert_allclose(state.a.latest.theta, wanted)
    state.editing.undo_stack.undo()
    assert state.a.latest.step == 20
    np.testing.assert_array_equal(state.a.latest.theta, before)


def test_a_race_shows_five_optimisers_from_the_same_weights(window, panel):
    panel.race_steps = 12
    panel.toggle_race()
    settle(window)
    ways = panel.result.races
    assert [w.racer.optimiser for w in ways] == [
        "sgd",
        "momentum",
        "nesterov",
        "rmsprop",
        "adam",
    ]
    starts = np.array([w.points[0] for w in ways])
    np.testing.assert_allclose(starts, [panel.result.here[:2]] * 5, atol=1e-9)
    panel.toggle_race()
    settle(window)
    assert panel.result.races == ()


def test_arrows_point_down_the_slope(window, panel):
    panel.arrows = True
    settle(window)
    shown = panel.result
    steep = np.argsort(np.linalg.norm(shown.arrows[:, 2:], axis=1))[-8:]
    for x, y, dx, dy in shown.arrows[steep]:
        there = shown.at(x + 0.3 * dx, y + 0.3 * dy)
        assert there is None or there < shown.at(x, y)


# -- the other pages --------------------------------------------------------------


def test_the_surface_turns_by_mouse_and_keys(window, panel):
    panel.page = "surface"
    settle(window)
    canvas = panel.surface
    first, turn = canvas.grab().toImage(), canvas.turn
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    QTest.mouseMove(canvas, QPoint(160, 110))
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(160, 110))
    assert canvas.turn > turn
    assert canvas.grab().toImage() != first
    QTest.keyClick(canvas, Qt.Key.Key_Home)
    assert canvas.turn == turn


def test_lines_say_what_they_find_and_why_there_is_none(window, panel, state):
    panel.page = "line"
    for name, words in (
        ("ends", "barrier"),
        ("gradient", "A step of η"),
        ("sharpest", "Largest curvature"),
    ):
        panel.line = name
        settle(window)
        assert words in panel.line_page.picture.words[0]
        panel.line_page.grab()
    panel.line = "runs"
    settle(window)
    assert "There is no run B" in panel.line_page.note


def test_a_copy_in_another_order_is_behind_a_barrier_until_units_are_matched(
    window, panel, state
):
    snapshot = state.a.latest
    order = np.roll(np.arange(snapshot.network.widths[1]), 1)
    theta = reordered(snapshot.network, np.asarray(snapshot.theta), 0, order)
    state.comparison.start(state.run, "copy")
    state.comparison.b.send(SetParameters(theta, "copy"))
    panel.page, panel.line = "line", "runs"
    settle(window)
    picture = panel.line_page.picture
    assert picture.words[1].startswith("with B's units reordered to match A: 0;")
    plain, near = picture.curves
    assert np.ptp(near.y) < 1e-9 < np.ptp(plain.y)


# -- two runs, three points, rates --------------------------------------------------


@pytest.fixture
def other(state):
    """A run B with the same network and another optimiser, 12 steps on."""
    plain = state.run.with_training(optimiser="sgd", learning_rate=3.0)
    state.comparison.start(plain, "plain")
    state.comparison.b.advance(12)
    return state.comparison.b


def test_the_path_of_b_lies_beside_that_of_a_on_a_held_plane(window, panel, other):
    panel.hold = True
    settle(window)
    held, beside = panel.result.section, panel.result.beside
    assert beside.steps[-1] == 12
    theta = np.asarray(other.latest.theta, np.float64)
    alpha, beta, off = (values[0] for values in held.coordinates(theta[None]))
    assert (beside.alpha[-1], beside.beta[-1]) == pytest.approx((alpha, beta))
    assert beside.off[-1] == pytest.approx(off)
    words = panel.map.words_at((float(alpha), float(beta)))
    assert words[0].startswith("B, step 12: loss")
    header = window.desk.panes["landscape"].header
    assert "of both paths' variance" in header.subtitle.accessibleName()
    other.advance(5)
    window.state.notice()
    settle(window)
    assert panel.result.section is held
    assert panel.result.beside.steps[-1] == 17


def test_the_main_directions_are_those_of_both_paths(window, panel, state, other):
    settle(window)
    both, apart = (
        panel.result.section,
        np.vstack([s.theta for s in other.timeline.snapshots()]),
    )
    state.comparison.end()
    settle(window)
    alone = panel.result.section
    assert panel.result.beside is None
    assert both.explained(apart) > max(0.6, alone.explained(apart))


def test_three_points_are_chosen_by_the_menu(window, panel, other, state):
    panel.plane = "points"
    settle(window)
    assert panel.head.points.isVisible()
    assert [m.name for m in panel.result.section.marks] == ["A", "B", "A start"]
    menu = panel.points_menu()
    third = menu.actions()[2].menu()
    assert menu.actions()[1].text() == "Second point: B, current weights"
    texts = [a.text() for a in third.actions() if a.text()]
    assert texts[:3] == ["A, current weights", "A, start", "A, half-way"]
    assert "B, start" in texts
    step = next(a for a in third.actions() if a.text().startswith("A, step "))
    step.trigger()
    settle(window)
    number = int(step.text().split()[-1])
    assert panel.points == f"A now, B now, A step {number}"
    last = panel.result.section.marks[-1]
    assert last.name == f"A step {number}"
    kept = state.a.timeline.at(number)
    np.testing.assert_array_equal(last.theta, kept.theta)
    assert panel.result.section.coordinates(last.theta[None])[2][0] < 1e-9
    menu.deleteLater()


def test_a_point_is_taken_from_a_saved_run(window, panel, state, tmp_path):
    path = tmp_path / "other, run.hyperfold"
    window.files.write(path)
    theta = np.array(state.a.latest.theta)
    state.editing.set_parameters(theta + 0.5, "move", "")
    panel.plane = "points"
    settle(window)
    panel.take_file(1, path)
    settle(window)
    mark = panel.result.section.marks[1]
    assert mark.name == "other  run"
    np.testing.assert_allclose(mark.theta, theta)
    panel.take_file(1, tmp_path / "missing.hyperfold")
    assert "missing" in panel.map.note


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ("A now, B now, A start", "There is no run B to take a point from"),
        ("A now, A start", "points must be three, got 2"),
        ("A now, A start, somewhere", "points must be three like A now"),
        ("A now, A now, A start", "runs must end at different weights"),
    ],
)
def test_points_that_make_no_plane_say_so(window, panel, points, sentence):
    panel.plane = "points"
    panel.points = points
    settle(window)
    assert panel.result is None
    assert sentence in panel.map.note


def test_a_race_shows_its_rates_and_takes_others(window, panel, state):
    fields = panel.settings_widget().fields
    panel.race_steps = 12
    panel.toggle_race()
    settle(window)
    rates = {w.racer.optimiser: w.racer.rate for w in panel.result.races}
    assert rates["adam"] == state.run.training.learning_rate
    assert fields["adam"].placeholderText() == field_text(rates["adam"])
    before = panel.result.races[0].points
    fields["sgd"].setText("0.003")
    fields["sgd"].editingFinished.emit()
    settle(window)
    again = {w.racer.optimiser: w.racer.rate for w in panel.result.races}
    assert again == rates | {"sgd": 0.003}
    assert panel.race_rates == "sgd 0.003"
    np.testing.assert_allclose(panel.result.races[0].points[0], before[0], atol=1e-9)
    assert np.any(panel.result.races[0].points[-1] != before[-1])
    fields["sgd"].setText("-2")
    fields["sgd"].editingFinished.emit()
    assert panel.race_rates == ""
    assert rates_of("sgd 0.1, adam x, other 3, momentum inf") == {"sgd": 0.1}
