"""Walk › Paths, Ways and Checkpoints: their texts, and that choices take effect."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.views.walk.checkpoints_page import CheckpointsPage
from app.views.walk.panel import WalkPanel
from app.views.walk.paths_page import PathsPage
from app.views.walk.ways_page import WaysPage
from core.analysis.checkpoints import every_few
from core.network import LayerSpec
from tests.app.run_frames import frame_of, run_of, serve, trained


@pytest.fixture(scope="module")
def session():
    run = run_of("xor", "bce").changed(hidden=(LayerSpec(3, "tanh"),) * 3)
    return trained(run, 3)


@pytest.fixture
def asked(qapp, session):
    """A panel on one of its pages, and a function that serves it again."""
    panel = WalkPanel()
    frame = frame_of(session)

    def turn(page, **settings):
        panel.apply_settings({"page": page, **settings})
        serve(panel, frame, 900, 620)
        return panel.sides.sides[0].asking[page]

    panel.serve_again = lambda: serve(panel, frame, 900, 620)
    turn.panel = panel
    return turn


def test_paths_are_counted_listed_and_summed(asked):
    page = asked("paths", example=1)
    assert isinstance(page, PathsPage)
    assert page.paths.count == 9  # one unit of 3, then 3 × 3
    assert "9 paths lead from" in page.said.text()
    assert "one per edge" in page.cost.text()
    assert len(page.list.words) == 9
    assert page.list.words[0].endswith("→ L → J")
    page.chooser.choose("x", 1)
    page.chooser.changed.emit()
    asked.panel.serve_again()
    assert page.paths.count == 27
    assert page.paths.name == "x"


def test_a_minibatch_has_no_paths_and_says_why(asked):
    page = asked("paths", example="minibatch")
    assert page.paths is None
    assert "a single example" in page.list.note
    assert page.said.text() == ""


def test_ways_are_measured(asked):
    page = asked("ways", example=0)
    assert isinstance(page, WaysPage)
    names = [way.name for way in page.ways.ways]
    assert names == ["differences", "perturbations", "forward", "reverse", "symbolic"]
    assert f"respect to {page.ways.parameters:,} parameters" in page.said.text()
    assert "Written out as formulas" in page.formula.text()
    assert "spread over 200 draws" in page.formula.text()


def test_boxes_keep_and_drop_layers(asked):
    page = asked("checkpoints", example=0)
    assert isinstance(page, CheckpointsPage)
    assert "4 layers computed instead of 4" in page.sums.text()
    page.picture.toggled.emit(2)
    asked.panel.serve_again()
    assert page.made.trace.again == (2,)
    assert "5 layers computed instead of 4 (1.25×" in page.sums.text()
    assert "the same to the last bit" in page.sums.text()
    page.picture.toggled.emit(3)  # the output's values are there anyway
    assert page.kept == {0, 1, 3}
    page.thumb.click()
    assert page.kept == every_few(4)
    page.memory.set_value(page.made.least)
    page.fit.click()
    asked.panel.serve_again()
    assert page.made.trace.peak <= page.made.least
    page.all.click()
    asked.panel.serve_again()
    assert page.made.trace.again == ()


def test_the_slider_and_the_keyboard_walk_through_moments(asked):
    page = asked("checkpoints", example=0)
    page.slider.setValue(0)
    assert page.said.text().startswith("Forward: layer 1 is computed; its values are s")
    page.slider.setValue(page.slider.maximum())
    assert page.said.text().startswith("Backward through layer 1")
    page.picture.setFocus()
    QTest.keyClick(page.picture, Qt.Key.Key_Up)
    QTest.keyClick(page.picture, Qt.Key.Key_Return)
    asked.panel.serve_again()
    assert page.made.trace.again == (1,)
    again = [m.kind for m in page.made.trace.moments].index("again")
    page.slider.setValue(again)
    assert "recomputed" in page.said.text()
    QTest.mouseClick(
        page.picture,
        Qt.MouseButton.LeftButton,
        pos=QPoint(page.picture.width() // 2, 20),
    )
    assert page.slider.value() != again


def test_both_runs_show_the_same_choice(qapp, session):
    panel = WalkPanel()
    panel.apply_settings({"page": "checkpoints"})
    other = trained(run_of("xor", "bce").changed(hidden=(LayerSpec(2, "tanh"),) * 3), 2)
    frame = frame_of(session, other)
    serve(panel, frame, 1200, 620)
    first, second = (side.asking["checkpoints"] for side in panel.sides.sides)
    first.picture.toggled.emit(0)
    serve(panel, frame, 1200, 620)
    assert first.made.trace.again == second.made.trace.again == (0,)
    panel.apply_settings({"page": "paths"})
    serve(panel, frame, 1200, 620)
    first, second = (side.asking["paths"] for side in panel.sides.sides)
    first.chooser.choose("a3", 2)
    first.chooser.changed.emit()
    serve(panel, frame, 1200, 620)
    assert first.paths.name == "a3"
    assert second.missing == "" or second.paths is not None


def test_the_spread_of_ways_is_seen_in_a_narrow_pane(asked):
    page = asked("ways")
    asked.panel.resize(540, 520)
    asked.panel.show()
    asked.panel.serve_again()
    assert page.ways is not None
    assert page.table.minimumWidth() <= 540
    assert page.table.minimumWidth() > 300, "all columns have room"
