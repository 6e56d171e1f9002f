from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.frame.base import Frame
from app.look.numbers import shown_percent
from app.look.theme import DARK, LIGHT
from app.views.warp.camera import (
    Camera,
    View,
    to_display,
    to_pixels,
    view_of,
    visible_box,
)
from app.views.warp.lines import label_places
from app.views.warp.marks import draw_scale_bar
from app.views.warp.panel import FLY_SECONDS, WarpPanel
from app.views.warp.readings import point_lines
from app.views.warp.stage import WarpStage
from core.analysis.warp import stages
from core.engine.commands import SetParameters
from core.engine.session import Session
from core.scenes import load_scene
from core.steps.forward import layer_values
from tests.app.mouse import hover
from tests.app.run_frames import frame_of, run_of, serve, trained


def stage_of(panel: WarpPanel, which: int = 0) -> WarpStage:
    return panel.findChildren(WarpStage)[which]


def shown(run_or_session: object, **more: object) -> tuple[WarpPanel, Frame]:
    session = run_or_session
    assert isinstance(session, Session)
    panel, frame = WarpPanel(), frame_of(session, **more)  # type: ignore[arg-type]
    serve(panel, frame, 420, 400)
    return panel, frame


def with_parameters(session: Session, theta: np.ndarray) -> Session:
    session.apply(SetParameters(theta, "set"))
    return session


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
@pytest.mark.parametrize("units", [(1,), (2,), (3,), (8,), (2, 1, 5)], ids=str)
def test_every_width_has_a_picture_at_every_stage(qapp, units, theme) -> None:
    session = trained(run_of("moons", "bce", units, "relu"))
    panel, frame = shown(session, theme=theme)
    ground = LIGHT.pane if theme is LIGHT else DARK.pane
    for place in range(len(stages(frame.main.snapshot.network))):
        panel.go_to(float(place))
        image = stage_of(panel).grab().toImage()
        colours = {
            image.pixelColor(x, y).name()
            for x in range(0, image.width(), 3)
            for y in range(0, image.height(), 3)
        }
        assert ground.lower() in colours
        assert len(colours) > 4, "the picture must show something"


def test_points_are_drawn_where_the_layer_puts_them(qapp) -> None:
    session = trained(run_of("moons", "bce", (2,), "tanh"))
    panel, frame = shown(session)
    panel.go_to(3.0)
    stage = stage_of(panel)
    stage.grab()
    snapshot = frame.main.snapshot
    values = layer_values(
        snapshot.network, snapshot.theta, snapshot.running, snapshot.splits.train.x
    )
    a = values[0].a
    x, y = stage.painted[:2]
    # One scale on both axes: pixels are the values, shifted and scaled, y upwards.
    scale = np.ptp(x) / np.ptp(a[:, 0])
    np.testing.assert_allclose(x - x[0], scale * (a[:, 0] - a[0, 0]), atol=1e-6)
    np.testing.assert_allclose(y - y[0], -scale * (a[:, 1] - a[0, 1]), atol=1e-6)


def test_three_units_turn_by_mouse_and_keyboard(qapp) -> None:
    panel, _ = shown(trained(run_of("moons", "bce", (3,), "tanh")))
    panel.go_to(3.0)
    stage = stage_of(panel)
    assert stage.spatial
    before = stage.grab().toImage()
    middle = QPoint(200, 100)
    QTest.mousePress(stage, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(stage, middle + QPoint(40, 10))
    QTest.mouseRelease(stage, Qt.MouseButton.LeftButton, pos=middle + QPoint(40, 10))
    turned = stage.grab().toImage()
    assert turned != before
    QTest.keyClick(stage, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert stage.grab().toImage() != turned
    QTest.mouseDClick(stage, Qt.MouseButton.LeftButton, pos=middle)
    QApplication.sendEvent(stage, QEvent(QEvent.Type.Leave))  # nothing is read now
    assert stage.grab().toImage() == before


def test_nearer_points_of_a_space_are_larger() -> None:
    near_and_far = np.array([[0.5, 0.0, 0.8], [0.5, 0.0, -0.8]])
    view = View((0.0, 0.0, 0.0), 1.0)
    x, _, near = to_pixels(near_and_far, view, Camera(0.0, 0.0, 1.0), 200, 200)
    assert x[0] > x[1]
    assert near[0] > near[1]


def test_a_mirroring_step_says_so_and_passes_through_depth(qapp) -> None:
    session = Session(run_of("moons", "bce", (2,), "identity"), "reference")
    network = session.snapshot().network
    theta = np.zeros(network.layout.size)
    blocks = network.layout.layers[0]
    blocks.W.of(theta)[...] = [[-1.0, 0.0], [0.0, 1.0]]
    panel, _ = shown(with_parameters(session, theta))
    assert panel.results[0].warp.at(0.5).mirrored
    assert np.abs(panel.results[0].warp.at(0.5).points[:, 2]).max() > 0.1
    panel.go_to(0.5)
    assert stage_of(panel).grab().toImage().width() > 0


def test_a_dead_layer_is_said_in_words(qapp) -> None:
    session = Session(run_of("moons", "bce", (2, 2), "relu"), "reference")
    theta = np.zeros(session.snapshot().network.layout.size)
    panel, _ = shown(with_parameters(session, theta))
    assert panel.results[0].spot == 1
    for place in (0.0, 1.5, 3.0, 4.5, 8.0):
        panel.go_to(place)
        stage_of(panel).grab()


@pytest.mark.parametrize("size", [1e90, 1e300])
def test_exploding_values_are_no_crash(qapp, size: float) -> None:
    session = Session(run_of("moons", "bce", (4, 2), "relu"), "reference")
    theta = np.full(session.snapshot().network.layout.size, size)
    with np.errstate(all="ignore"):
        panel, _ = shown(with_parameters(session, theta))
        for place in np.arange(0.0, panel.slider.last, 0.5):
            panel.go_to(float(place))
            stage_of(panel).grab()
    assert panel.results[0].finite == (size < 1e100)


def test_a_wide_layer_prints_what_its_projection_shows(qapp, qtbot) -> None:
    panel = WarpPanel()
    said: list[str] = []
    panel.subtitle_changed.connect(said.append)
    session = trained(run_of("moons", "bce", (8,), "relu"))
    serve(panel, frame_of(session), 420, 400)
    assert "PCA shows" in said[-1]
    panel.apply_settings({"projection": "readout"})
    serve(panel, frame_of(session), 420, 400)
    assert "Read-out plane shows" in said[-1]
    panel.apply_settings({"units": [2, 5]})
    serve(panel, frame_of(session), 420, 400)
    assert "Pair of units shows" in said[-1]
    matrix = panel.results[0].warp.projections[1].matrix
    assert matrix[0, 1] == matrix[1, 4] == 1.0


def test_the_flight_ends_at_the_logits_in_four_to_six_seconds(qapp) -> None:
    panel, _ = shown(trained(run_of("moons", "bce", (4, 3), "tanh")))
    panel.go_to(0.0)
    panel.fly.click()
    least, most = FLY_SECONDS
    assert (least, most) == (4.0, 6.0)
    assert 1000 * least <= panel.flight.duration() <= 1000 * most
    panel.flight.setCurrentTime(panel.flight.duration() // 2)
    assert 0.0 < panel.place < panel.slider.last
    panel.flight.setCurrentTime(panel.flight.duration())
    assert panel.place == panel.slider.last


def test_unfolding_flies_back_to_the_input(qapp) -> None:
    panel, _ = shown(trained(run_of("moons", "bce", (4, 3), "abs")))
    panel.go_to(panel.slider.last)
    panel.unfold.click()
    assert 4000 <= panel.flight.duration() <= 6000
    panel.flight.setCurrentTime(panel.flight.duration() // 4)
    assert panel.slider.last / 2 < panel.place < panel.slider.last
    panel.flight.setCurrentTime(panel.flight.duration())
    assert panel.place == 0.0


def test_reduced_motion_jumps_from_stage_to_stage(qapp) -> None:
    panel, _ = shown(trained(run_of("moons", "bce", (4, 3), "tanh")))
    panel.apply_settings({"reduce_motion": True})
    panel.go_to(0.0)
    panel.fly.click()
    for share in (0.13, 0.37, 0.81):
        panel.flight.setCurrentTime(int(share * panel.flight.duration()))
        assert panel.place == int(panel.place)
    panel.flight.stop()
    panel.strip.chosen.emit(3.0)
    assert panel.place == 3.0


def test_widths_may_change_while_flying(qapp) -> None:
    panel, _ = shown(trained(run_of("moons", "bce", (4, 3), "relu")))
    panel.go_to(0.0)
    panel.fly.click()
    panel.flight.setCurrentTime(2000)
    for units in ((4, 2), (1, 2), (2,), (5, 3, 2)):
        session = trained(run_of("moons", "bce", units, "relu"))
        frame = frame_of(session)
        panel.show_frame(frame)
        stage_of(panel).grab()  # between the change and its result
        serve(panel, frame, 420, 400)
        stage_of(panel).grab()
        assert panel.place <= panel.slider.last
    panel.flight.stop()


def test_brushing_marks_points_and_clicking_lets_go(qapp) -> None:
    panel, _ = shown(trained(run_of("moons", "bce", (2,), "tanh")))
    panel.go_to(0.0)
    stage = stage_of(panel)
    stage.grab()
    marked: list[frozenset[int]] = []
    panel.highlight_changed.connect(marked.append)
    QTest.mousePress(stage, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))
    far = QPoint(stage.width() - 2, stage.height() - 2)
    QTest.mouseMove(stage, far)
    QTest.mouseRelease(stage, Qt.MouseButton.LeftButton, pos=far)
    count = len(panel.results[0].snapshot.splits.train)
    assert marked[-1] == frozenset(range(count))
    QTest.mouseClick(stage, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert marked[-1] == frozenset()


def test_a_point_is_marked_only_while_the_mouse_is_over_it(qapp) -> None:
    panel, _ = shown(trained(run_of("moons", "bce", (2,), "tanh")))
    stage = stage_of(panel)
    stage.grab()
    marked: list[frozenset[int]] = []
    panel.highlight_changed.connect(marked.append)
    x, y, _ = stage.painted
    QTest.mouseMove(stage, QPoint(round(x[5]), round(y[5])))
    assert marked[-1] != frozenset()
    QApplication.sendEvent(stage, QEvent(QEvent.Type.Leave))
    assert marked[-1] == frozenset()
    # Marks made in another way stay: nothing was under the mouse.
    marked.clear()
    QApplication.sendEvent(stage, QEvent(QEvent.Type.Leave))
    assert not marked


def test_a_highlight_from_another_view_is_drawn(qapp) -> None:
    panel, frame = shown(trained(run_of("moons", "bce", (2,), "tanh")))
    plain = stage_of(panel).grab().toImage()
    panel.show_frame(replace(frame, highlight=frozenset({3})))
    assert stage_of(panel).grab().toImage() != plain


def test_a_highlight_differs_from_the_points_of_a_value(qapp) -> None:
    panel, frame = shown(trained(run_of("saddle", "mse", points=200)))
    stage = stage_of(panel)

    def dark() -> int:
        image = stage.grab().toImage()
        text = QColor(LIGHT.text).name()
        places = range(image.width()), range(image.height())
        return sum(
            image.pixelColor(x, y).name() == text for x in places[0] for y in places[1]
        )

    before = dark()
    panel.show_frame(replace(frame, highlight=frozenset({3})))
    assert dark() > before


def test_a_pinned_region_is_followed(qapp) -> None:
    session = trained(run_of("moons", "bce", (3,), "relu"))
    panel, frame = shown(session)
    plain = stage_of(panel).grab().toImage()
    corners = ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5))
    serve(panel, replace(frame, pinned=corners), 420, 400)
    assert stage_of(panel).grab().toImage() != plain


def test_two_runs_share_place_and_camera(qapp) -> None:
    runs = [trained(run_of("moons", "bce", n, "tanh")) for n in ((3,), (3, 3))]
    panel = WarpPanel()
    serve(panel, frame_of(*runs), 700, 400)
    first, second = stage_of(panel, 0), stage_of(panel, 1)
    layout = panel.layout()
    assert layout is not None
    layout.activate()
    panel.go_to(2.5)
    assert first.link is second.link
    assert abs(first.width() - second.width()) <= 1
    assert first.grab().toImage() != second.grab().toImage()
    serve(panel, frame_of(runs[0]), 700, 400)
    assert len(panel.stages) == 1


def test_labels_of_lines_keep_clear_of_each_other(qapp) -> None:
    area = QRectF(0, 0, 300, 220)
    angles = np.linspace(0.1, 3.0, 8)
    lines = [
        (
            150 + 200 * np.array([-np.cos(t), np.cos(t)]),
            110 + 200 * np.array([-np.sin(t), np.sin(t)]),
            f"unit {i + 1}",
        )
        for i, t in enumerate(angles)
    ]
    made = label_places(lines, area, LIGHT, (np.zeros(0), np.zeros(0)))
    assert len(made) >= 6
    for i, (rect, _) in enumerate(made):
        assert area.contains(rect)
        assert not any(rect.intersects(other) for other, _ in made[:i])


def test_the_small_layers_take_turns_while_training_moves(qapp) -> None:
    session = trained(run_of("moons", "bce", (4, 3), "tanh"))
    panel, _ = shown(session)
    stamps = list(panel.strip.stamps)
    assert len(set(stamps)) == 1
    session.advance(1)
    serve(panel, frame_of(session, moving=True), 420, 400)
    fresh = [a != b for a, b in zip(panel.strip.stamps, stamps, strict=True)]
    assert sum(fresh) == 1
    serve(panel, frame_of(session), 420, 400)
    assert len(set(panel.strip.stamps)) == 1


def test_a_scene_may_choose_where_to_stand(qapp) -> None:
    panel = WarpPanel()
    panel.apply_settings({"place": 1.0, "lines": 11, "colour": "output"})
    session = trained(run_of("moons", "bce", (4, 3), "relu"))
    serve(panel, frame_of(session), 420, 400)
    assert panel.place == panel.slider.last
    assert panel.results[0].line.max() == 21
    assert panel.results[0].tints is not None


def test_problems_of_one_and_of_four_inputs(qapp) -> None:
    for problem, loss in (("hinge", "mse"), ("parity", "bce")):
        panel, _ = shown(trained(run_of(problem, loss, (3, 2), "relu")))
        for place in (0.0, 1.5, panel.slider.last):
            panel.go_to(place)
            assert not stage_of(panel).grab().toImage().isNull()


def test_pointing_at_an_example_tells_the_others(qapp) -> None:
    panel, _ = shown(trained(run_of("moons", "bce", (2,), "tanh")))
    stage = stage_of(panel)
    stage.grab()
    told: list[frozenset[int]] = []
    panel.highlight_changed.connect(told.append)
    x, y = stage.painted[:2]
    stage.find_example(QPointF(float(x[5]), float(y[5])))
    assert len(told) == 1
    assert np.hypot(x[list(told[0])] - x[5], y[list(told[0])] - y[5]).max() < 1e-9
    stage.find_example(QPointF(-100.0, -100.0))
    assert told[-1] == frozenset()


def test_the_window_remembers_to_reduce_motion(window, settings) -> None:
    panel = window.desk.panes["warp"].panel
    assert not panel.reduce_motion
    actions = [a for a in window.findChildren(QAction) if a.text() == "Reduce motion"]
    actions[0].trigger()
    assert panel.reduce_motion
    assert settings.flag("reduce_motion")


def test_the_meter_of_a_moving_plane_follows_time_not_frames(qapp, monkeypatch) -> None:
    now = [100.0]
    monkeypatch.setattr("app.views.warp.panel.monotonic", lambda: now[0])
    wished = []
    monkeypatch.setattr("app.views.warp.panel.compute", wished.append)
    panel, session = WarpPanel(), trained(run_of("moons", "bce"))
    for _ in range(10):
        frame = frame_of(session, moving=True)
        panel.show_frame(frame)
        job = panel.request(frame, QSize(400, 300))
        assert job is not None
        job()
        now[0] += 0.21
    assert [wish.measured for wish in wished].count(True) == 5
    assert wished[0].measured


def test_before_its_first_result_the_view_says_what_comes(qapp, monkeypatch) -> None:
    notes: list[str] = []
    monkeypatch.setattr(
        "app.views.warp.stage.draw_note", lambda *a: notes.append(a[-1])
    )
    panel = WarpPanel()
    panel.set_theme(LIGHT)
    panel.show_frame(frame_of(trained(run_of("xor", "bce"))))
    panel.stages[0].grab()
    assert notes == ["Computing how the layers move the plane"]


@pytest.mark.parametrize("width", [300, 1600])
def test_the_layers_in_small_span_the_whole_width(qapp, width) -> None:
    panel = WarpPanel()
    serve(panel, frame_of(trained(run_of("moons", "bce"))), width, 500)
    QApplication.processEvents()
    cells = panel.strip.cells(4)
    edge = LIGHT.px(12)
    assert cells[0].left() == pytest.approx(edge)
    assert cells[-1].right() == pytest.approx(panel.strip.width() - edge)


def test_two_runs_show_the_same_space_at_one_scale(qapp) -> None:
    small, large = trained(run_of("moons", "bce")), trained(run_of("moons", "bce"))
    with_parameters(large, 3.0 * large.snapshot().theta)
    panel = WarpPanel()
    serve(panel, frame_of(small, large), 800, 400)
    a, b = panel.stages
    for index in range(len(stages(small.snapshot().network))):
        shared = a.stage_view(index)
        assert shared == b.stage_view(index)
        for own in (a.own_view(index), b.own_view(index)):
            assert (shared.low <= own.low + 1e-9).all()
            assert (shared.high >= own.high - 1e-9).all()
    assert any(a.own_view(i).half < 0.7 * a.stage_view(i).half for i in range(1, 4)), (
        "the smaller run looks smaller"
    )


def test_runs_in_other_spaces_keep_their_own_scale(qapp) -> None:
    pair = (
        trained(run_of("moons", "bce", (2, 2))),
        trained(run_of("moons", "bce", (3, 2))),
    )
    panel = WarpPanel()
    serve(panel, frame_of(*pair), 800, 400)
    a, b = panel.stages
    assert a.stage_view(0) == b.stage_view(0), "the input is one plane"
    assert a.stage_view(3) == a.own_view(3), "two units beside three"


def test_the_mouse_finds_what_was_painted_not_what_is_to_come(qapp) -> None:
    panel, _ = shown(trained(run_of("moons", "bce", points=40)))
    stage = stage_of(panel)
    stage.grab()
    other = frame_of(trained(run_of("moons", "bce", points=70)))
    panel.show_frame(other)
    job = panel.request(other, panel.size())
    assert job is not None
    panel.show_result(job())  # another sample, not painted yet
    x, y, index = stage.painted
    at = QPointF(float(x[3]), float(y[3]))
    found: list[int] = []
    stage.example_hovered.connect(found.append)
    stage.find_example(at)
    assert found == [int(index[3])]
    area = QRectF(at.x() - 1, at.y() - 1, 2, 2)
    assert int(index[3]) in stage.inside(area)


def test_the_chip_is_of_the_stage_on_show(qapp) -> None:
    book = np.array([1.0, 1.0, 1.0, 1.0, 0.0, -1.0, 1.0, -2.0, 0.0])
    session = with_parameters(Session(load_scene("xor-book").run, "reference"), book)
    badges: list[str] = []
    panel, frame = WarpPanel(), frame_of(session)
    panel.badge_changed.connect(badges.append)
    serve(panel, frame, 420, 400)
    said = []
    for place in range(4):  # x, W₁x, + b₁, ReLU
        panel.go_to(float(place))
        said.append(badges[-1])
    assert said == [
        f"linearly separable {shown_percent(n)}" for n in (0.75, 0.75, 0.75, 1.0)
    ]


def test_the_mouse_reads_the_numbers_of_the_book(qapp) -> None:
    book = np.array([1.0, 1.0, 1.0, 1.0, 0.0, -1.0, 1.0, -2.0, 0.0])
    session = with_parameters(Session(load_scene("xor-book").run, "reference"), book)
    panel, _ = shown(session)
    result = panel.results[0]
    both = [i for i, x in enumerate(result.warp.points.inputs) if x.tolist() == [1, 1]]
    read = {index: point_lines(result, index, both[0])[-1] for index in (0, 1, 2, 3, 5)}
    assert read == {
        0: "x₁ 1.00  x₂ 1.00",
        1: "z₁ 2.00  z₂ 2.00",
        2: "z₁ 2.00  z₂ 1.00",
        3: "h₁ 2.00  h₂ 1.00",
        5: "z₁ 0",
    }
    panel.go_to(3.0)
    stage = stage_of(panel)
    plain = stage.grab().toImage()
    x, y, _ = stage.painted
    hover(stage, QPoint(round(x[both[0]]), round(y[both[0]])))
    assert stage.grab().toImage() != plain, "a card with numbers"
    hover(stage, QPoint(2, 2))
    assert to_display(2, 2, *stage_view(panel)) != to_display(9, 2, *stage_view(panel))


def stage_view(panel: WarpPanel) -> tuple[View, float, float]:
    stage = stage_of(panel)
    place = panel.place
    view, _ = stage.eye(panel.results[0].warp.at(place), place)
    return view, stage.width(), stage.height()


def test_pixels_and_display_axes_are_inverse(qapp) -> None:
    view = View((0.5, -1.0, 0.0), 2.0)
    x, y, _ = to_pixels(np.array([[1.25, 0.75, 0.0]]), view, Camera(), 300, 200)
    assert to_display(x[0], y[0], view, 300, 200) == pytest.approx((1.25, 0.75))
    x0, x1, y0, y1 = visible_box(view, 300, 200)
    assert (x0, x1, y0, y1) == pytest.approx((-2.5, 3.5, -3.0, 1.0))


def test_the_grid_is_not_cut_off_unless_it_is_flung_far_out(qapp) -> None:
    points = np.random.default_rng(0).uniform(-1, 1, (50, 3)) * [1, 1, 0]
    grid = np.random.default_rng(1).uniform(-1.4, 1.4, (900, 3)) * [1, 1, 0]
    view = view_of(points, grid)
    assert (view.low[:2] <= grid.min(axis=0)[:2]).all()
    assert (view.high[:2] >= grid.max(axis=0)[:2]).all()
    grid[:3] *= 100
    assert view_of(points, grid).half < 2.5


def test_the_subtitle_is_about_the_stage_shown(qapp) -> None:
    panel, _ = shown(trained(run_of("moons", "bce", (6,), "relu"), steps=3))
    said: list[str] = []
    panel.subtitle_changed.connect(said.append)
    for place in range(6):
        panel.go_to(float(place))
        stage_of(panel).grab()
    result = panel.results[0]
    shares = [shown_percent(result.warp.share_shown(i)) for i in (2, 3)]
    assert shares[0] != shares[1]
    assert f"layer 1, + b₁ · PCA shows {shares[0]}" in said
    assert f"layer 1 · PCA shows {shares[1]}" in said
    assert said[-2:] == ["logits, W₂h₁", "logits"]


def test_the_subtitle_tells_what_marks_test_points(qapp) -> None:
    panel, frame = shown(trained(run_of("moons", "bce", (6,), "relu"), steps=3))
    said: list[str] = []
    panel.subtitle_changed.connect(said.append)
    panel.test = True
    serve(panel, frame, 420, 400)
    assert said[-1].endswith(" · hollow: test points")
    panel.test = False
    serve(panel, frame, 420, 400)
    assert "test points" not in said[-1], "only the training split is drawn"


def test_run_b_says_which_space_it_is_at(qapp, monkeypatch) -> None:
    deep = trained(run_of("moons", "bce", (6, 5), "relu"))
    flat = trained(run_of("moons", "bce", (6,), "relu"))
    panel = WarpPanel()
    serve(panel, frame_of(deep, flat), 900, 400)
    words: list[str] = []
    original = QPainter.drawText

    def record(self, place, *rest):  # type: ignore[no-untyped-def]
        words.append(rest[-1])
        return original(self, place, *rest)

    monkeypatch.setattr(QPainter, "drawText", record)
    for place, said in ((3.0, "B · layer 1 · PCA shows"), (6.0, "B · logits")):
        panel.go_to(place)
        words.clear()
        for stage in panel.stages:
            stage.grab()
        assert "A" in words
        assert any(text.startswith(said) for text in words), words


def test_a_turned_picture_shows_its_scale(qapp) -> None:
    """Without axes nothing else would tell that the picture was rescaled."""

    def drawn(half: float) -> QImage:
        image = QImage(300, 200, QImage.Format.Format_RGB32)
        image.fill(QColor(LIGHT.pane))
        painter = QPainter(image)
        draw_scale_bar(painter, LIGHT, image.rect(), half)
        painter.end()
        return image

    assert drawn(1.0) == drawn(1.0)
    assert drawn(1.0) != drawn(10.0), "the same bar with another number"
    assert drawn(float("nan")) == drawn(0.0), "nothing"
    assert drawn(1e-30) != drawn(0.0)
