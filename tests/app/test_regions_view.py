from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from app.frame.base import Frame
from app.look.numbers import shown_number
from app.look.theme import DARK, LIGHT
from app.views.regions import panel as view
from app.views.regions.canvas import IntervalsCanvas, RegionsCanvas
from app.views.regions.jobs import (
    FILLS,
    IntervalsResult,
    RegionsResult,
    cut_out,
    fade_outside,
    holds,
)
from app.views.regions.panel import RegionsPanel
from core.analysis.intervals import find_intervals
from core.analysis.region_warm import warm_up_regions
from core.analysis.regions import find_regions
from core.engine.commands import SetParameters
from core.engine.session import Session
from core.features import FeatureSpec
from core.scenes import load_scene
from tests.app.mouse import hover
from tests.app.run_frames import frame_of, run_of, serve, trained


@pytest.fixture(scope="module", autouse=True)
def kernels() -> None:
    warm_up_regions()


def piecewise(units: tuple[int, ...] = (6, 5), problem: str = "moons") -> Session:
    return trained(run_of(problem, "bce", units, "relu"))


def shown(*sessions: Session, **more: object) -> tuple[RegionsPanel, Frame]:
    panel, frame = RegionsPanel(), frame_of(*sessions, **more)  # type: ignore[arg-type]
    serve_twice(panel, frame)
    return panel, frame


def serve_twice(panel: RegionsPanel, frame: Frame) -> None:
    """The first frame creates the canvases, the second draws at their size."""
    serve(panel, frame, 420, 400)
    layout = panel.layout()
    assert layout is not None
    layout.activate()
    serve(panel, frame, 420, 400)


def canvas_of(panel: RegionsPanel, which: int = 0) -> RegionsCanvas:
    return panel.findChildren(RegionsCanvas)[which]


def result_of(panel: RegionsPanel) -> RegionsResult:
    found = canvas_of(panel).found
    assert found is not None
    return found


def picture(panel: RegionsPanel) -> QImage:
    return canvas_of(panel).grab().toImage()


def test_the_count_is_that_of_the_problems_box_in_any_pane(qapp) -> None:
    session = piecewise()
    snapshot = session.snapshot()
    box = snapshot.run.data.problem.box
    expected = find_regions(
        snapshot.network, snapshot.theta, snapshot.running, box
    ).after_each_layer
    for width, height in ((300, 300), (700, 300), (200, 400)):
        panel = RegionsPanel()
        said: list[str] = []
        panel.subtitle_changed.connect(said.append)
        frame = frame_of(session)
        serve(panel, frame, width, height)
        serve(panel, frame, width, height)
        assert canvas_of(panel).visible() != box
        assert result_of(panel).by_layer == expected
        # The bound is that of the same layer: 1 + 6 + 15 pieces.
        words = f"{expected[-1]} pieces · layer 1: {expected[0]} of at most 22"
        assert said[-1] == f"{words} · hollow: test points"


def test_one_layer_has_its_own_bound(qapp) -> None:
    panel = RegionsPanel()
    said: list[str] = []
    panel.subtitle_changed.connect(said.append)
    serve_twice(panel, frame_of(piecewise((6,))))
    words = f"{result_of(panel).count} pieces of at most 22"
    assert said[-1] == f"{words} · hollow: test points"


def test_the_foot_compares_with_one_layer_only_if_there_are_units(qapp) -> None:
    words = view.bound_words(piecewise((6, 5)).snapshot().network)
    assert words.startswith("one layer of 11: at most 67 · these layers can reach ")
    assert view.bound_words(piecewise((6,)).snapshot().network).endswith("at most 22")
    assert view.bound_words(piecewise(()).snapshot().network) == ""


def test_the_subtitle_tells_what_marks_test_points(qapp) -> None:
    panel = RegionsPanel()
    said: list[str] = []
    panel.subtitle_changed.connect(said.append)
    serve_twice(panel, frame_of(trained(run_of("saddle", "mse", (6,), "relu"))))
    assert said[-1].endswith(" · diamonds: test points")
    serve_twice(panel, frame_of(piecewise(problem="xor")))
    assert "test points" not in said[-1], "it has none"
    serve_twice(panel, frame_of(piecewise()))
    assert said[-1].endswith(" · hollow: test points")
    panel.sample = False
    serve_twice(panel, frame_of(piecewise()))
    assert "test points" not in said[-1], "they are not drawn"


def test_an_approximate_count_is_marked_in_either_run(qapp) -> None:
    smooth = trained(run_of("moons", "bce", (6,), "tanh"))
    panel, _ = shown(piecewise((8,)), smooth)
    assert canvas_of(panel, 1).label.startswith("B · about ")
    assert "about" not in canvas_of(panel, 0).label


def test_no_count_is_left_when_units_become_smooth_or_the_view_is_gone(qapp) -> None:
    panel = RegionsPanel()
    counts: list[object] = []
    panel.count_changed.connect(counts.append)
    serve_twice(panel, frame_of(piecewise((8,))))
    assert isinstance(counts[-1], int)
    serve_twice(panel, frame_of(trained(run_of("moons", "bce", (8,), "tanh"))))
    assert counts[-1] is None
    frame = frame_of(piecewise((8,)))
    panel.show_frame(frame)
    job = panel.request(frame, panel.size())
    assert job is not None
    made = job()
    panel.hide()
    panel.show_result(made)
    assert counts[-1] is None


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_every_fill_is_another_picture(qapp, theme) -> None:
    session = piecewise()
    pictures = []
    for fill in FILLS:
        panel = RegionsPanel()
        panel.apply_settings({"fill": fill, "sample": False})
        serve_twice(panel, frame_of(session, theme=theme))
        pictures.append(picture(panel))
    for i, one in enumerate(pictures):
        assert all(one != other for other in pictures[:i])


def test_lines_and_sample_can_be_left_out(qapp) -> None:
    session = piecewise()
    seen = []
    for off in ("", "folds", "boundary", "sample"):
        panel = RegionsPanel()
        panel.apply_settings({off: False})
        serve_twice(panel, frame_of(session))
        seen.append(picture(panel))
    assert all(seen[0] != other for other in seen[1:])


def test_a_pattern_keeps_its_colour_from_step_to_step(qapp) -> None:
    session = piecewise((4,))
    panel = RegionsPanel()
    panel.apply_settings(
        {"fill": "pattern", "folds": False, "boundary": False, "sample": False}
    )
    serve_twice(panel, frame_of(session))
    before, old = picture(panel), result_of(panel).regions
    session.advance(1)
    serve(panel, frame_of(session), 420, 400)
    after, new = picture(panel), result_of(panel).regions
    assert old is not None
    assert new is not None
    canvas, same = canvas_of(panel), 0
    for px in range(10, canvas.width(), 23):
        for py in range(10, canvas.height(), 23):
            at = canvas.to_plane(QPointF(px + 0.5, py + 0.5))
            one, other = (r.hashes[r.region_at(*at)] for r in (old, new))
            if one == other:
                same += 1
                assert before.pixel(px, py) == after.pixel(px, py)
    assert same > 50


def test_the_boundary_is_drawn_where_the_class_changes(qapp) -> None:
    session = trained(run_of("moons", "bce", (6,), "relu"), 60)
    panel = RegionsPanel()
    panel.apply_settings({"folds": False, "sample": False})
    serve_twice(panel, frame_of(session))
    regions = result_of(panel).regions
    assert regions is not None
    segments = regions.decision_boundary().segments
    assert len(segments)
    canvas, image = canvas_of(panel), picture(panel)
    x, y = canvas.pixels_of(segments.mean(axis=1))
    dark = [
        image.pixelColor(int(a), int(b)).lightness() < 110
        for a, b in zip(x, y, strict=True)
        if 2 < a < image.width() - 2 and 2 < b < image.height() - 2
    ]
    assert dark
    assert np.mean(dark) > 0.9


def test_zooming_meshes_what_is_visible(qapp) -> None:
    session = piecewise()
    panel, frame = shown(session)
    whole = result_of(panel)
    asked = []
    panel.refresh_needed.connect(lambda: asked.append(1))
    panel.view.zoom(0.2, 0.1, 0.2)
    assert asked
    serve(panel, frame, 420, 400)
    near = result_of(panel)
    assert near.regions is not None
    assert whole.regions is not None
    assert near.regions.total_area == pytest.approx(
        0.04 * whole.regions.total_area, rel=1e-9
    )
    assert near.regions.n < whole.regions.n
    assert near.count == whole.count  # of the problem's box


def test_a_click_pins_a_region_and_a_second_one_lets_go(qapp) -> None:
    panel, frame = shown(piecewise())
    told: list[object] = []
    panel.region_pinned.connect(told.append)
    canvas = canvas_of(panel)
    at = QPoint(120, 90)
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at)
    corners = told[-1]
    assert isinstance(corners, np.ndarray)
    regions = result_of(panel).regions
    assert regions is not None
    here = regions.at(*canvas.to_plane(QPointF(at)))
    np.testing.assert_array_equal(corners, here.polygon)
    pinned = tuple((float(x), float(y)) for x, y in corners)
    panel.show_frame(replace(frame, pinned=pinned))
    assert len(canvas.pinned_corners) == len(corners)
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at)
    assert told[-1] is None


def test_the_mouse_reads_the_piece_under_it(qapp) -> None:
    panel, _ = shown(piecewise())
    canvas = canvas_of(panel)
    plain = picture(panel)
    hover(canvas, QPoint(150, 120))
    panel.view.point(canvas.to_plane(QPointF(150, 120)))
    assert picture(panel) != plain


def test_the_area_read_is_that_in_the_problems_box(qapp) -> None:
    session = piecewise()
    snapshot = session.snapshot()
    panel, _ = shown(session)
    canvas, result = canvas_of(panel), result_of(panel)
    box = snapshot.run.data.problem.box
    counted = find_regions(snapshot.network, snapshot.theta, snapshot.running, box)
    shares = (0.04, 0.37, 0.61, 0.96)
    across = [box[0] + share * (box[1] - box[0]) for share in shares]
    up = [box[2] + share * (box[3] - box[2]) for share in shares]
    different = 0
    for place in itertools.product(across, up):
        assert result.regions is not None
        area = counted.at(*place).area
        different += not np.isclose(area, result.regions.at(*place).area)
        words = canvas.lines_at(result.plane, place)
        assert words[0] == f"area {shown_number(area)}"
    assert different, "the pane shows no more than the box"


def test_a_smooth_network_is_called_approximate(qapp) -> None:
    panel = RegionsPanel()
    badges: list[str] = []
    panel.badge_changed.connect(badges.append)
    serve_twice(panel, frame_of(trained(run_of("moons", "bce", (4, 3), "tanh"))))
    assert badges[-1] == "approximate: tanh has no kinks"
    assert result_of(panel).regions is None
    assert not panel.foot.isVisible()


def test_features_bend_the_plane_and_still_show_patterns(qapp) -> None:
    run = run_of("moons", "bce", (5,), "relu")
    run = replace(run, features=FeatureSpec(("x", "y", "x2", "sinx")))
    panel = RegionsPanel()
    badges: list[str] = []
    panel.badge_changed.connect(badges.append)
    serve_twice(panel, frame_of(trained(run)))
    assert badges[-1] == "approximate: the features bend the plane"
    assert result_of(panel).count > 3


def test_a_line_is_cut_into_its_intervals(qapp) -> None:
    session = trained(run_of("hinge", "mse", (5, 3), "relu"))
    panel = RegionsPanel()
    said: list[str] = []
    panel.subtitle_changed.connect(said.append)
    serve_twice(panel, frame_of(session))
    snapshot = session.snapshot()
    low, high = snapshot.run.data.problem.box[:2]
    found = find_intervals(
        snapshot.network, snapshot.theta, snapshot.running, (low, high)
    )
    made = panel.findChildren(IntervalsCanvas)[0].result
    assert isinstance(made, IntervalsResult)
    np.testing.assert_allclose(made.ends, found.ends)
    assert said[-1].startswith(f"{found.n} linear pieces")
    assert not panel.findChildren(IntervalsCanvas)[0].grab().toImage().isNull()


def test_a_mixture_on_a_line_is_not_drawn_straight(qapp) -> None:
    session = trained(run_of("inverse", "mdn", (4,), "relu"))
    panel, _ = shown(session)
    made = panel.findChildren(IntervalsCanvas)[0].result
    assert isinstance(made, IntervalsResult)
    assert len(made.x) >= 400 > len(made.ends)


def test_more_inputs_get_a_sentence(qapp) -> None:
    panel = RegionsPanel()
    serve(panel, frame_of(trained(run_of("parity", "bce", (4,), "relu"))))
    assert panel.note.isVisible()
    assert "4 inputs" in panel.note.text()
    assert not panel.findChildren(RegionsCanvas)


def test_numbers_beyond_all_bounds_get_a_sentence(qapp) -> None:
    session = piecewise((3,))
    frame = frame_of(session)
    theta = np.array(frame.main.snapshot.theta)
    theta[0] = np.nan
    broken = replace(frame.main, snapshot=replace(frame.main.snapshot, theta=theta))
    panel = RegionsPanel()
    serve(panel, replace(frame, runs=(broken,)))
    assert "finite" in panel.note.text()
    serve(panel, frame)
    assert not panel.note.isVisible()


def test_weights_too_large_for_a_mesh_show_signs(qapp) -> None:
    session = Session(run_of("moons", "bce", (3, 3), "relu"), "reference")
    size = session.snapshot().network.layout.size
    session.apply(SetParameters(np.full(size, 1e200), "set"))
    panel = RegionsPanel()
    badges: list[str] = []
    panel.badge_changed.connect(badges.append)
    with np.errstate(all="ignore"):
        serve_twice(panel, frame_of(session))
    assert "too large" in badges[-1]


def test_more_regions_than_a_mesh_may_have_show_signs(qapp, monkeypatch) -> None:
    monkeypatch.setattr("app.views.regions.jobs.STILL_LIMIT", 5)
    panel = RegionsPanel()
    badges: list[str] = []
    panel.badge_changed.connect(badges.append)
    serve_twice(panel, frame_of(piecewise()))
    assert badges[-1] == "approximate: more than 5 regions"


def test_two_runs_stand_side_by_side_with_their_counts(qapp) -> None:
    panel, _ = shown(piecewise((8,)), piecewise((4, 4)))
    one, other = canvas_of(panel, 0), canvas_of(panel, 1)
    assert abs(one.width() - other.width()) <= 1
    labels = [c.label for c in (one, other)]
    assert labels[0].startswith("A · ")
    assert labels[1].startswith("B · ")
    assert all(label.endswith("pieces") for label in labels)


def test_until_kernels_are_there_a_sentence_says_so(qapp, monkeypatch) -> None:
    ready = [False]
    monkeypatch.setattr(view, "is_ready", lambda what: what == "regions" and ready[0])
    panel, frame = RegionsPanel(), frame_of(piecewise())
    serve(panel, frame)
    assert "compiled" in panel.note.text()
    assert panel.later.isActive(), "it looks again by itself"
    ready[0] = True
    serve(panel, frame)
    assert not panel.note.isVisible()
    assert panel.findChildren(RegionsCanvas)


def test_counts_bounds_and_areas_fill_the_foot(qapp) -> None:
    panel, _ = shown(piecewise())
    made = result_of(panel)
    assert panel.foot.isVisible()
    assert made.areas.sum() == made.count == made.by_layer[-1]
    assert len(made.by_layer) == 2
    empty = QImage(panel.foot.size(), QImage.Format.Format_RGB32)
    empty.fill(panel.palette().window().color())
    assert panel.foot.grab().toImage() != empty


def test_one_piece_is_one_piece(qapp) -> None:
    panel = RegionsPanel()
    titles: list[str] = []
    panel.subtitle_changed.connect(titles.append)
    serve(panel, frame_of(trained(run_of("xor", "bce", (3,), "identity"))))
    assert titles[-1].split(" · ")[0] == "1 piece"


def test_a_moving_smooth_network_is_counted_on_the_raster_that_is_drawn() -> None:
    raster = np.arange(24).reshape(4, 6)
    whole = (0.0, 6.0, 0.0, 4.0)
    assert holds(whole, (1.0, 3.0, 1.0, 4.0))
    assert not holds(whole, (1.0, 7.0, 1.0, 4.0))
    # Rows go from the top, y = 4, downwards.
    np.testing.assert_array_equal(
        cut_out(raster, whole, (1.0, 3.0, 3.0, 4.0)), [[1, 2]]
    )
    np.testing.assert_array_equal(cut_out(raster, whole, whole), raster)


def test_the_gap_between_two_runs_follows_the_theme(window, qapp) -> None:
    window.open_scene(load_scene("regions-shallow"), play=False)
    window.desk.show_views(["regions"])
    window.looks.use_theme("dark")
    window.clock.settle()
    panel = window.desk.panes["regions"].panel
    stale = panel.palette()  # Qt may restore one when the style sheet changes
    stale.setColor(stale.ColorRole.Window, Qt.GlobalColor.white)
    panel.setPalette(stale)
    qapp.processEvents()
    left, right = (canvas.geometry() for canvas in panel.canvases)
    middle = QPoint((left.right() + right.left()) // 2, left.center().y())
    shown = window.grab().toImage().pixelColor(panel.mapTo(window, middle))
    assert shown.name() == window.state.shown.theme.pane.lower()


def test_what_is_outside_the_box_is_faded_and_the_rest_is_not() -> None:
    image = np.full((40, 80, 4), 255, np.uint8)
    image[..., :3] = (200, 100, 50)
    fade_outside(image, (-4.0, 4.0, -2.0, 2.0), (-1.0, 2.0, -5.0, 1.0), "#ffffff")
    inside = image[10:, 30:60, :3]
    assert (inside == (200, 100, 50)).all()
    faded = np.ones((40, 80), bool)
    faded[10:, 30:60] = False
    assert np.abs(image[faded][:, :3].astype(int) - (228, 178, 153)).max() <= 1
    assert (image[..., 3] == 255).all()
