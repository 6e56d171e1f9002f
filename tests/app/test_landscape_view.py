"""The Landscape view in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.look.theme import LIGHT
from app.views.landscape.levels import LevelPicker, banded, level_lines


@pytest.fixture
def panel(window, train):
    window.worker.release()  # a tick may have held it before the clock was ours
    train(20)
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
    assert "until the path has moved" in panel.result.note


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


def test_accuracy_goes_from_0_to_1_and_test_loss_needs_a_test_split(window, panel):
    panel.quantity = "accuracy"
    settle(window)
    assert set(np.unique(panel.result.values)) <= {0.0, 0.25, 0.5, 0.75, 1.0}
    panel.quantity = "test"
    settle(window)
    assert panel.result is None
    assert "no test split" in panel.map.note


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
