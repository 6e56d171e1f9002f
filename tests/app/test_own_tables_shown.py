"""A table of one's own in the window: names, values, and what the views make of it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from app.look.theme import DARK, LIGHT
from app.plane.picture import Kind, kind_of
from app.views.network.marks import label_room
from app.views.network.words import class_labels, input_labels, output_labels
from app.views.output.against import axes_of, nearest, places
from app.views.output.case_jobs import cases, shown_cases
from app.views.output.cases import CasesCanvas
from app.views.output.wish import Wish
from app.views.regions.panel import RegionsPanel
from app.views.warp.jobs import RGB_STEPS, SHADES
from app.views.warp.marks import shade_colour
from app.views.warp.panel import WarpPanel
from core.analysis.region_warm import warm_up_regions
from core.engine.session import Session
from core.problems.base import Sample
from core.problems.points import Points
from core.problems.scaling import Scaling
from core.scenes import load_scene
from core.tables.learning import learn_table, suiting_run


def snapshot_of(path, steps=60):
    scene, _ = learn_table(path)
    session = Session(scene.run, "reference")
    session.advance(steps)
    return session.snapshot()


@pytest.fixture(scope="module")
def houses(tmp_path_factory):
    rng = np.random.default_rng(3)
    lines = ["rooms,area (m²),age,price (k€)"]
    for _ in range(120):
        rooms, age = rng.integers(1, 7), rng.integers(0, 90)
        area = 22 * rooms + rng.normal(0, 9)
        price = 2 * area - 0.8 * age + 90 + rng.normal(0, 5)
        lines.append(f"{rooms},{area:.1f},{age},{price:.2f}")
    path = tmp_path_factory.mktemp("tables") / "houses.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return snapshot_of(path)


@pytest.fixture(scope="module")
def flowers(tmp_path_factory):
    rng = np.random.default_rng(4)
    lines = ["petal,sepal,colour,species"]
    for k, (name, colour) in enumerate([("daisy", "white"), ("poppy", "red")]):
        for _ in range(60):
            lines.append(f"{k + rng.normal():.2f},{rng.normal():.2f},{colour},{name}")
    path = tmp_path_factory.mktemp("tables") / "flowers.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return snapshot_of(path)


def wish(snapshot, mode="auto"):
    return Wish("A", snapshot, LIGHT, (0, 1, 0, 1), 400, 300, False, cases=mode)


def test_values_are_compared_in_their_own_unit(houses):
    found = cases(wish(houses)).against
    splits = houses.splits
    column = houses.run.data.problem.target_columns[0]
    own = np.concatenate([splits.train.y, splits.test.y])[:, 0]
    assert found.true == pytest.approx(own * column.half + column.middle)
    assert found.true.max() > 200  # k€, not what the network sees
    assert found.tested.sum() == len(splits.test) > 0
    off = (found.predicted - found.true)[found.tested]
    said = f"{np.sqrt(np.mean(off**2)):.3g}"
    assert said in found.error_words
    assert "k€" in found.error_words
    assert "test" in found.error_words


def test_the_mouse_reads_the_example_it_points_at(qtbot, houses):
    result = cases(wish(houses))
    canvas = CasesCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(420, 320)
    canvas.show_cases(result, "")
    pointed = []
    canvas.cell_pointed.connect(pointed.append)
    room = canvas.rect().toRectF().adjusted(4, LIGHT.px(4), -4, -4)
    axes = axes_of(LIGHT, room, result.against)
    x, y = places(axes, result.against)
    i = nearest(axes, result.against, QPointF(float(x[7]), float(y[7])))
    assert (x[i], y[i]) == (x[7], y[7])
    assert nearest(axes, result.against, QPointF(-500, -500)) == -1
    plain = canvas.grab().toImage()
    canvas.point(7)
    assert canvas.grab().toImage() != plain


def test_predictions_beyond_the_axes_lie_on_the_edge(houses):
    found = cases(wish(houses)).against
    axes = axes_of(LIGHT, CasesCanvas().rect().toRectF(), found)
    found.predicted[:2] = np.nan, 1e300
    _, y = places(axes, found)
    assert y.max() <= axes.rect.bottom() + 1e-9
    assert y.min() >= axes.rect.top() - 1e-9


def test_long_tables_are_summed_up_and_truth_tables_listed(houses, flowers):
    parity = Session(load_scene("parity").run, "reference").snapshot()
    assert shown_cases(parity, "auto") == "all"
    assert shown_cases(flowers, "auto") == "confusion"
    assert shown_cases(houses, "auto") == "values"
    # Values cannot be confused, and classes have nothing to be compared with.
    assert shown_cases(houses, "confusion") == "values"
    assert shown_cases(flowers, "values") == "confusion"
    assert shown_cases(flowers, "wrong") == "wrong"
    assert shown_cases(houses, "all") == "all"


def test_the_network_shows_the_tables_own_names(houses, flowers):
    assert input_labels(houses) == ["rooms", "area", "age"]
    assert output_labels(houses) == ["price"]
    assert class_labels(houses) == []
    assert class_labels(flowers) == ["daisy", "poppy"]
    assert input_labels(flowers)[:2] == ["petal", "sepal"]
    xor = Session(load_scene("xor").run, "reference").snapshot()
    assert input_labels(xor) == ["x₁", "x₂"]
    assert label_room(xor, LIGHT)[0] < label_room(flowers, LIGHT)[0]


def test_three_values_of_a_table_are_not_colours():
    rng = np.random.default_rng(0)
    names = [Scaling(f"y{i}") for i in range(3)]
    x, y = rng.normal(size=(40, 3)), rng.normal(size=(40, 3))
    problem = Points(x, y, 0, target_columns=names)
    snapshot = Session(suiting_run(problem), "reference").snapshot()
    assert output_labels(snapshot) == ["y0", "y1", "y2"]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_shade_of_a_value_can_be_seen_and_told_apart(theme):
    shades = [shade_colour(theme, k, False) for k in range(SHADES)]
    light = [c.lightness() for c in shades]
    assert light == sorted(light, reverse=not theme.dark)
    assert len(set(light)) == SHADES
    assert abs(light[0] - QColor(theme.pane).lightness()) > 15


def test_points_of_a_colour_have_that_colour(window):
    window.open_scene(load_scene("rgb"), play=False)
    window.clock.settle()
    result = window.findChild(WarpPanel).results[0]
    problem = result.snapshot.run.data.problem
    assert kind_of(problem) is Kind.RGB
    sample: Sample = result.snapshot.splits.train
    for i in (0, 11, 40):
        colour = shade_colour(LIGHT, int(result.shown.shades[i]), True)
        row = int(result.shown.index[i])
        off = np.array(colour.getRgbF()[:3]) - sample.y[row]
        assert np.abs(off).max() <= 0.5 / RGB_STEPS + 0.01


def test_regions_offers_a_plane_where_there_are_many_inputs(window):
    warm_up_regions()
    window.open_scene(load_scene("parity"), play=False)
    window.clock.settle()
    panel = window.findChild(RegionsPanel)
    offer = panel.offer
    assert offer.isVisible()
    offer.click()
    window.clock.settle()
    assert window.state.shown.slice.kind == "pca"
    assert panel.canvases
    assert not offer.isVisible()
