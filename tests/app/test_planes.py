"""A plane through many inputs: its controls, and the views that show it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.look.layer import Layer
from app.look.theme import LIGHT
from app.plane.canvas import PlaneCanvas
from app.plane.captions import draw_axis_numbers
from app.plane.readings import own_axes, place_words
from app.plane.sample_marks import SampleMarks
from app.views.output.cases import CasesCanvas
from core.analysis.region_warm import warm_up_regions
from core.analysis.slices import PlaneSample, sliced
from core.plane_spec import SliceSpec
from core.problems import DataSpec, Points
from core.problems.scaling import Scaling
from core.scenes import parse_scene, scene_to_text
from core.tables.learning import suiting_scene

ROWS = [[0.1 * i, (i * 7) % 5 - 2.0, (i * 3) % 4 - 1.5, i % 2] for i in range(24)]
COLUMNS = (
    Scaling("length", 5.0, 2.0, "cm"),
    Scaling("width", 3.0, 1.0),
    Scaling("depth"),
    Scaling("kind = a", kind="word", column="kind", word="a"),
)


@pytest.fixture(scope="module", autouse=True)
def kernels():
    warm_up_regions()


@pytest.fixture
def many(window, state):
    """A table with four inputs in the window."""
    problem = Points(ROWS, [i % 2 for i in range(24)], 2, ["a", "b"], columns=COLUMNS)
    window.open_scene(suiting_scene(problem, "many"), play=False)
    window.clock.settle()
    return next(s for s in window.controls.sections if s.title == "Plane")


def choose(row, value):
    row.combo.setCurrentIndex(row.combo.findData(value))
    row.combo.activated.emit(row.combo.currentIndex())


def panel_of(window, name):
    return window.desk.panes[name].panel


def test_the_section_is_there_for_many_inputs_only(window, many):
    assert many.isVisibleTo(window.controls)
    assert not many.across.isVisibleTo(many)
    from core.scenes import load_scene

    window.open_scene(load_scene("xor"), play=False)
    assert not many.isVisibleTo(window.controls)
    assert window.state.shown.slice is None


def test_two_columns_with_sliders_for_the_others(window, state, many):
    choose(many.kind, "columns")
    window.clock.settle()
    canvas = panel_of(window, "output").canvases[0]
    assert isinstance(canvas, PlaneCanvas)
    assert canvas.result.snapshot.whole is not None
    assert not panel_of(window, "regions").note.isVisible()
    labels = [row.label.text() for row in many.sliders]
    assert labels == ["depth", "kind = a"]
    choose(many.up, "2")
    assert state.shown.slice.columns == (0, 2)
    assert [row.label.text() for row in many.sliders] == ["width", "kind = a"]
    many.sliders[0].take_typed(4.0)
    assert state.shown.slice.held == ((1, 1.0),)  # (4 − 3) / 1
    choose(many.across, "2")  # the two change places
    assert state.shown.slice.columns == (2, 0)
    window.clock.settle()
    box, names = own_axes(canvas.result.snapshot, (-1.0, 1.0, -1.0, 1.0))
    assert names == ("depth", "length (cm)")
    assert box == (-1.0, 1.0, 3.0, 7.0)
    words = place_words(canvas.result.snapshot, (0.5, 0.0))
    assert words == ["depth 0.500", "length 5.00 cm"]


def test_three_examples_and_back(window, state, many):
    choose(many.kind, "examples")
    many.corners[2].take_typed(7.0)
    assert state.shown.slice == SliceSpec("examples", examples=(0, 1, 7))
    many.corners[1].take_typed(7.0)
    assert "three different" in many.corners[1].note.text()
    assert state.shown.slice.examples == (0, 1, 7)
    many.corners[1].take_typed(500.0)
    assert "from 0 to 17" in many.corners[1].note.text()
    window.clock.settle()
    regions = panel_of(window, "regions")
    assert regions.canvases
    choose(many.kind, "none")
    window.clock.settle()
    assert isinstance(panel_of(window, "output").canvases[0], CasesCanvas)
    assert "on the left" in regions.note.text()


def test_mistakes_are_those_of_the_examples_themselves(window, state, many):
    choose(many.kind, "pca")
    window.clock.settle()
    result = panel_of(window, "output").canvases[0].result
    whole = result.snapshot.whole
    share = 1.0 - result.wrong_train.mean()
    assert share == pytest.approx(whole.metrics.accuracy)


def test_another_problem_lets_go_of_the_plane(window, state, many):
    choose(many.kind, "pca")
    window.clock.settle()
    assert sliced.cache_info().currsize
    problem = Points(ROWS[:20], [i % 2 for i in range(20)], 2)
    state.editing.change_run("data", "data", data=DataSpec(problem, 20))
    assert state.shown.slice is None
    assert not sliced.cache_info().currsize, "keeps no table in memory"
    assert many.across.combo.itemText(0) == "input 1"


def test_a_scene_file_asks_for_a_plane_in_the_tables_own_units(window, many):
    scene = replace(
        window.scene, plane=SliceSpec("columns", (2, 0), ((1, 0.5), (3, 1.0)))
    )
    text = scene_to_text(scene)
    assert "[plane]" in text
    assert parse_scene(text, "many").plane == scene.plane
    window.open_scene(parse_scene(text, "many"), play=False)
    window.clock.settle()
    assert window.state.shown.slice == scene.plane
    assert many.kind.value == "columns"
    assert many.across.combo.currentText() == "depth"
    assert [row.value for row in many.sliders] == [3.5, 1.0]  # width, kind = a
    shown = panel_of(window, "output").canvases[0]
    assert isinstance(shown, PlaneCanvas)
    assert window.files.record().scene.plane == scene.plane
    window.open_scene(replace(scene, plane=None), play=False)
    assert window.state.shown.slice is None


def test_inputs_are_found_by_typing_a_part_of_their_name(window, many):
    choose(many.kind, "columns")
    line = many.across.combo.lineEdit()
    line.setText("dep")
    line.editingFinished.emit()
    assert window.state.shown.slice.columns[0] == 2
    line.setText("no such input")
    line.editingFinished.emit()
    assert window.state.shown.slice.columns[0] == 2
    assert line.text() == "depth"


def test_points_fade_with_their_distance_in_warp_too(window, many):
    window.state.shown.set_slice(SliceSpec("examples", examples=(0, 1, 2)))
    window.use_layout("folding")
    window.clock.settle()
    shown = panel_of(window, "warp").results[0].shown
    assert shown.near[[0, 1, 2]].min() > 0.99  # on the plane
    assert shown.near.min() < 0.5


def test_rings_of_wrong_examples_are_as_faint_as_the_examples(qapp):
    places = np.array([[20.0, 20.0], [60.0, 20.0]])
    sample = PlaneSample(places, np.zeros(2), 2, np.array([0.05, 1.0]))
    image = QImage(80, 40, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(LIGHT.pane))
    painter = QPainter(image)
    marks = SampleMarks(LIGHT, lambda at: (at[:, 0], at[:, 1]), 8.0)
    marks.ring(painter, Layer(), sample, np.array([True, True]), 1.0)
    painter.end()

    def darkest(left):
        ink = (image.pixelColor(left + x, y) for x in range(40) for y in range(40))
        return min(colour.lightness() for colour in ink)

    assert darkest(40) < 90
    assert 190 < darkest(0) < 250, "there, and faint"


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_tick_is_no_minus_sign(qapp, scale) -> None:
    theme = LIGHT.scaled(scale)
    image = QImage(600, 500, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.pane))
    painter = QPainter(image)
    draw_axis_numbers(painter, theme, QRectF(image.rect()), (0.0, 2.0, 0.0, 2.0))
    painter.end()
    ticks = [y for y in range(500) if image.pixelColor(1, y).lightness() < 200]
    assert ticks, "numbers without ticks would have nothing to hold on to"
    high = theme.px(4)
    for y in ticks:
        inked = [
            x
            for x in range(theme.px(40))
            if any(
                image.pixelColor(x, row).lightness() < 200
                for row in range(y - high, y + high)
            )
        ]
        gap = next(b - a for a, b in pairwise(inked) if b > a + 1)
        assert gap > theme.px(6), "as close as this, 1 reads −1"
