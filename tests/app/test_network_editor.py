from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit

from app.look.theme import DARK, LIGHT
from app.views.network.geometry import arrange, ease, label_lanes, link_height
from app.views.network.links import link_scale
from app.views.network.picture import StripPicture, compute
from app.views.network.spots import Spot
from app.views.network.strip import NetworkStrip
from app.views.network.tiles import resized, unit_tiles
from app.views.network.wish import StripWish
from app.views.network.words import book_solution, hover_lines, unit_name
from core.edits import (
    InsertLayer,
    RemoveLayer,
    SetLayer,
    SetLayerCount,
    SetLayers,
    SetOutput,
)
from core.engine.commands import SetParameter, SetParameters
from core.engine.session import Session
from core.network import MAX_UNITS, LayerSpec
from core.problems.points import Points
from core.scenes import load_scene
from core.steps.forward import logits
from core.tables.learning import suiting_run
from tests.app.mouse import hover
from tests.app.run_frames import frame_of, run_of, serve, trained

widths = st.lists(st.integers(1, 128), min_size=2, max_size=14)


def strip_of(session: Session, width: int = 1100, height: int = 160) -> NetworkStrip:
    strip = NetworkStrip()
    serve(strip, frame_of(session), width, height)
    return strip


def again(strip: NetworkStrip, session: Session) -> None:
    """Serve once more at the size it has."""
    frame = frame_of(session)
    strip.show_frame(frame)
    job = strip.request(frame, strip.size())
    assert job is not None
    strip.show_result(job())


def asked(signal) -> list[tuple[object, ...]]:
    """What a signal emits from now on."""
    heard: list[tuple[object, ...]] = []
    signal.connect(lambda *words: heard.append(words))
    return heard


# -- geometry -------------------------------------------------------------------------


@given(widths, st.integers(300, 2000), st.integers(60, 500), st.sampled_from([1, 2]))
def test_tiles_never_overlap_and_stay_inside(widths, width, height, unit) -> None:
    layout = arrange(widths, [0] * len(widths), width, height, unit)
    assert layout.width >= width
    for column in layout.columns:
        half = column.tile / 2
        assert column.tile >= 8
        assert (column.y - half >= -0.51).all()
        assert (column.y + half <= height + 0.51).all() or column.shown == 1
        for i in range(column.shown):
            dx = np.abs(column.x - column.x[i])
            dy = np.abs(column.y - column.y[i])
            near = (dx < column.tile - 0.01) & (dy < column.tile - 0.01)
            assert near.sum() == 1, "a tile meets only itself"
    for left, right in zip(layout.columns, layout.columns[1:], strict=False):
        assert right.left - left.right >= 30 * unit, "links need room"


@given(widths, st.integers(300, 2000), st.integers(60, 500))
def test_every_unit_has_a_height_of_its_own(widths, width, height) -> None:
    layout = arrange(widths, [0] * len(widths), width, height)
    for column in layout.columns:
        assert len(np.unique(np.round(column.y, 6))) == column.shown


def test_a_long_layer_is_scrolled_and_never_beyond_its_end() -> None:
    layout = arrange([2, 128, 1], [0, 500, 0], 900, 120)
    column = layout.columns[1]
    assert column.hidden_some
    assert column.first + column.shown == 128


def test_links_end_at_their_units() -> None:
    layout = arrange([2, 5, 1], [0, 0, 0], 900, 120)
    left, right = layout.columns[:2]
    start = link_height(layout, 0, left.right)
    stop = link_height(layout, 0, right.left)
    assert start is not None
    assert stop is not None
    assert start[0] == pytest.approx(np.broadcast_to(left.y, (5, 2)))
    assert stop[0] == pytest.approx(np.broadcast_to(right.y[:, None], (5, 2)))
    assert link_height(layout, 0, right.left + 1) is None
    assert ease(np.array(0.5)) == 0.5


# -- pictures -------------------------------------------------------------------------

NETWORKS = [
    ("xor", "bce", (8, 8), "tanh"),
    ("xor", "mse", (2,), "relu"),
    ("moons", "bce", (), "relu"),
    ("spirals", "ce", (10, 10), "relu"),
    ("rgb", "mse", (24,), "tanh"),
    ("sine", "gaussian_nll", (6,), "tanh"),
    ("inverse", "mdn", (6,), "tanh"),
    ("parity", "bce", (5,), "tanh"),
    ("moons", "bce", (3,), "maxout"),
    ("moons", "bce", (3,), "rbf"),
    ("moons", "bce", (3,), "prelu"),
    ("moons", "bce", (16,) * 12, "relu"),
]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
@pytest.mark.parametrize(("problem", "loss", "units", "activation"), NETWORKS)
def test_every_network_has_a_picture(
    qapp, problem, loss, units, activation, theme
) -> None:
    session = trained(run_of(problem, loss, units, activation), 1)
    strip = NetworkStrip()
    serve(strip, frame_of(session, theme=theme), 1100, 170)
    strip.canvas.at = QPointF(60, 60)
    image = strip.canvas.grab().toImage()
    seen = {
        image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(10, 120)
    }
    assert len(seen) > 20


def test_links_have_the_colour_of_their_sign_and_the_width_of_their_size(qapp) -> None:
    session = Session(run_of("xor", "mse", (2,), "relu"), "reference")
    theta = np.zeros(session.network.layout.size)
    first = session.network.layout.layers[0].W.of(theta)
    first[0, 0], first[1, 1] = 1.0, -0.3
    session.apply(SetParameters(theta))
    strip = strip_of(session)
    layout = strip.canvas.layout_now()
    assert layout is not None
    job = strip.request(frame_of(session), QSize())
    assert job is not None
    made = job()
    assert isinstance(made, StripPicture)
    left, right = layout.columns[:2]

    near = round(left.right + 6)
    y = round(float(left.y[0]))
    pixels = [made.image.pixelColor(near, y + d) for d in range(-6, 7)]
    ink = [p for p in pixels if p.alpha() > 60]
    assert ink
    assert all(p.blue() > p.red() for p in ink), "positive weights are blue"
    far = round(right.left - 6)
    y = round(float(right.y[1]))
    pixels = [made.image.pixelColor(far, y + d) for d in range(-6, 7)]
    ink = [p for p in pixels if p.alpha() > 60]
    assert all(p.red() > p.blue() for p in ink), "negative weights are orange"
    thin = sum(p.alpha() for p in pixels)
    y = round(float(right.y[0]))
    thick = sum(made.image.pixelColor(far, y + d).alpha() for d in range(-6, 7))
    assert thick > 1.5 * thin


def test_a_weight_of_nothing_draws_nothing(qapp) -> None:
    session = Session(run_of("xor", "mse", (2,), "relu"), "reference")
    session.apply(SetParameters(np.zeros(session.network.layout.size)))
    strip = strip_of(session)
    layout = strip.canvas.layout_now()
    assert layout is not None
    made = compute(StripWish(session.snapshot(), layout, LIGHT, 1.0, False))
    gap = round((layout.columns[0].right + layout.columns[1].left) / 2)
    strongest = max(
        made.image.pixelColor(gap, y).alpha() for y in range(made.image.height())
    )
    assert strongest < 80


def test_hovering_a_unit_dims_the_links_of_others(qapp) -> None:
    session = trained(run_of("moons", "bce", (4, 4)))
    strip = strip_of(session)
    layout = strip.canvas.layout_now()
    assert layout is not None

    def ink(unit: tuple[int, int] | None) -> int:
        wish = StripWish(session.snapshot(), layout, LIGHT, 1.0, False, unit)
        image = compute(wish).image
        gaps = zip(layout.columns, layout.columns[1:], strict=False)
        middles = [round((a.right + b.left) / 2) for a, b in gaps]
        return sum(
            image.pixelColor(x, y).alpha()
            for x in middles
            for y in range(image.height())
        )

    assert ink((1, 0)) < 0.7 * ink(None)


def test_links_are_drawn_again_only_when_a_weight_has_moved(qapp) -> None:
    session = trained(run_of("moons", "bce", (4, 4)))
    strip = strip_of(session)

    def links() -> object:
        job = strip.request(frame_of(session), strip.size())
        assert job is not None
        made = job()
        assert isinstance(made, StripPicture)
        strip.show_result(made)
        return made.links

    first = links()
    assert links() is first
    theta = session.snapshot().theta * 1.001
    session.apply(SetParameters(theta))
    assert links() is first
    weights = session.network.layout.layers[1].W.of(theta)
    weights[0, 0] += 1.0
    session.apply(SetParameters(theta))
    assert links() is not first


# -- mouse ----------------------------------------------------------------------------


def unit_place(strip: NetworkStrip, column: int, unit: int) -> QPoint:
    layout = strip.canvas.layout_now()
    assert layout is not None
    held = layout.columns[column]
    return QPoint(round(float(held.x[unit])), round(float(held.y[unit])) + 4)


def test_a_unit_under_the_mouse(qapp) -> None:
    strip = strip_of(trained(run_of("moons", "bce", (8, 3))))
    for column, unit in ((0, 1), (1, 7), (2, 0), (3, 0)):
        spot = strip.canvas.spot_at(QPointF(unit_place(strip, column, unit)))
        assert spot == Spot("unit", column, unit)


def test_a_click_on_a_unit_opens_its_card_with_every_number(qapp) -> None:
    session = trained(run_of("moons", "bce", (4, 3)))
    strip = strip_of(session)
    selected = asked(strip.unit_selected)
    edited = asked(strip.parameter_edited)
    QTest.mouseClick(
        strip.canvas, Qt.MouseButton.LeftButton, pos=unit_place(strip, 2, 1)
    )
    assert selected == [(2, 1)]
    assert strip.card.isVisible()
    again(strip, session)
    assert strip.card.map.image is not None
    fields = {f.accessibleName(): f for f in strip.card.findChildren(QLineEdit)}
    assert set(fields) == {"Bias", *(f"from layer 1, unit {i}" for i in range(1, 5))}
    field = fields["from layer 1, unit 3"]
    field.selectAll()
    QTest.keyClicks(field, "0.25")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert edited == [(1, "W", (1, 2), 0.25)]
    place = unit_place(strip, 2, 1)
    QTest.mouseClick(strip.canvas, Qt.MouseButton.LeftButton, pos=place)
    assert not strip.card.isVisible(), "a second click closes"
    assert strip.canvas.selected is None


def test_the_card_lies_inside_the_window_and_closes_with_escape(qapp, window) -> None:
    strip = window.findChild(NetworkStrip)
    for column in range(3):
        strip.open_unit(column, 0)
        card = strip.card
        assert card.isVisible()
        assert card.parentWidget() is window
        assert window.rect().contains(card.geometry())
        QTest.keyClick(card, Qt.Key.Key_Escape)
        assert not card.isVisible()


def test_a_click_on_a_link_edits_its_weight_in_place(qapp) -> None:
    session = Session(run_of("xor", "mse", (2,), "relu"), "reference")
    strip = strip_of(session)
    layout = strip.canvas.layout_now()
    assert layout is not None
    left, right = layout.columns[:2]
    middle = (left.right + right.left) / 2
    straight = QPoint(round(middle), round(float(left.y[0])) + 4)
    edited = asked(strip.parameter_edited)
    QTest.mouseClick(strip.canvas, Qt.MouseButton.LeftButton, pos=straight)
    assert strip.canvas.editor.isVisible()
    value = session.snapshot().network.layout.layers[0].W.of(session.snapshot().theta)
    shown = float(strip.canvas.editor.text().replace("−", "-"))
    assert shown == pytest.approx(value[0, 0], rel=1e-3)
    QTest.keyClicks(strip.canvas.editor, "-1.5")
    QTest.keyClick(strip.canvas.editor, Qt.Key.Key_Return)
    assert edited == [(0, "W", (0, 0), -1.5)]
    assert not strip.canvas.editor.isVisible()


@pytest.mark.parametrize("text", ["", "abc", "nan"])
def test_what_is_no_number_changes_nothing(qapp, text: str) -> None:
    strip = strip_of(trained(run_of("xor", "mse", (2,))))
    edited = asked(strip.parameter_edited)
    strip.canvas.edit(Spot("bias", 1, 0), QPoint(100, 50))
    strip.canvas.editor.setText(text)
    QTest.keyClick(strip.canvas.editor, Qt.Key.Key_Return)
    assert edited == []


def test_escape_closes_the_field(qapp) -> None:
    strip = strip_of(trained(run_of("xor", "mse", (2,))))
    edited = asked(strip.parameter_edited)
    strip.canvas.edit(Spot("bias", 1, 1), QPoint(100, 50))
    QTest.keyClick(strip.canvas.editor, Qt.Key.Key_Escape)
    assert not strip.canvas.editor.isVisible()
    assert edited == []


def test_an_edited_maxout_weight_is_the_one_that_is_drawn(qapp) -> None:
    session = trained(run_of("moons", "bce", (3,), "maxout"))
    strip = strip_of(session)
    picture = strip.canvas.picture
    assert picture is not None
    weights = session.network.layout.layers[0].W.of(session.snapshot().theta)
    for unit in range(3):
        for source in range(2):
            row = int(picture.rows[0][unit, source])
            assert row // 2 == unit
            largest = np.abs(weights[2 * unit : 2 * unit + 2, source]).max()
            assert abs(weights[row, source]) == largest


# -- controls -------------------------------------------------------------------------


def test_units_and_layers_are_added_and_removed(qapp) -> None:
    session = trained(run_of("moons", "bce", (4, 3)))
    strip = strip_of(session)
    heard = asked(strip.edit_asked)
    strip.headers[0].stepper.more.click()
    strip.headers[1].stepper.less.click()
    strip.layers.more.click()
    strip.layers.less.click()
    assert heard == [
        (SetLayer(0, "units", 5),),
        (SetLayer(1, "units", 2),),
        (InsertLayer(2),),
        (RemoveLayer(1),),
    ]


def test_activation_loss_and_freezing(qapp) -> None:
    strip = strip_of(trained(run_of("moons", "bce", (4, 3))))
    heard = asked(strip.edit_asked)
    strip.headers[1].activations["relu"].trigger()
    losses = {a.text(): a for a in strip.output.button.choices.actions()}
    losses["Softmax, cross-entropy"].trigger()
    strip.headers[0].lock.click()
    strip.output.lock.click()
    assert heard == [
        (SetLayer(1, "activation", "relu"),),
        (SetOutput("loss", "ce"),),
        (SetLayer(0, "frozen", True),),
        (SetOutput("frozen", True),),
    ]


def test_only_losses_that_fit_are_offered(qapp) -> None:
    strip = strip_of(trained(run_of("sine", "mse", (4,))))
    offered = {a.text() for a in strip.output.button.choices.actions()}
    assert "Softmax, cross-entropy" not in offered
    assert "Gaussian with learned precision" in offered


def test_the_last_unit_cannot_be_removed(qapp) -> None:
    strip = strip_of(trained(run_of("moons", "bce", (1,))))
    assert not strip.headers[0].stepper.less.isEnabled()
    assert strip.headers[0].stepper.more.isEnabled()


def test_the_strip_drives_the_state_and_undo_goes_back(qapp, state) -> None:
    strip = NetworkStrip(state)
    serve(strip, state.frame(), 1100, 160)
    before = state.run.hidden
    strip.headers[0].stepper.more.click()
    assert state.run.hidden[0].units == before[0].units + 1
    strip.show_frame(state.frame())
    strip.headers[0].lock.click()
    assert state.run.hidden[0].frozen
    state.editing.undo_stack.undo()
    state.editing.undo_stack.undo()
    assert state.run.hidden == before


def test_every_control_has_a_name(qapp) -> None:
    strip = strip_of(trained(run_of("xor", "mse", (2,), "relu")))
    for button in strip.findChildren(QAbstractButton):
        assert button.accessibleName(), button
    assert strip.canvas.accessibleName()


def test_headers_follow_the_structure(qapp) -> None:
    strip = strip_of(trained(run_of("moons", "bce", (4, 3, 2))))
    assert [h.stepper.count.text() for h in strip.headers] == ["4", "3", "2"]
    session = trained(run_of("moons", "bce", (5,)))
    serve(strip, frame_of(session), 1100, 160)
    assert [h.stepper.count.text() for h in strip.headers] == ["5"]
    again(strip, session)


@pytest.mark.parametrize("units", [(4,), (4, 4, 4), (8,) * 6, (16,) * 12])
@pytest.mark.parametrize("width", [700, 940, 1130, 1900])
def test_headers_do_not_collide(qapp, units, width) -> None:
    strip = strip_of(trained(run_of("moons", "bce", units), 1), width)
    boxes = [h.geometry() for h in strip.headers] + [strip.output.geometry()]
    boxes += [strip.layers.geometry()] if strip.layers.y() == 0 else []
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            assert not a.intersects(b), (a, b)
    feet = [h.foot.geometry() for h in strip.headers if h.foot.parent() is strip.body]
    feet += [strip.layers.geometry()] if strip.layers.y() else []
    for i, a in enumerate(feet):
        for b in feet[i + 1 :]:
            assert not a.intersects(b), (a, b)


# -- the book -------------------------------------------------------------------------


def test_the_book_s_solution_solves_xor(qapp) -> None:
    session = trained(run_of("xor", "mse", (2,), "relu"))
    strip = strip_of(session)
    assert strip.book.isVisible()
    heard = asked(strip.load_book_solution)
    strip.book.click()
    theta = np.asarray(heard[0][0])
    snapshot = session.snapshot()
    x = snapshot.splits.train.x
    z = logits(snapshot.network, theta, snapshot.running, x)
    assert z[:, 0].tolist() == [0.0, 1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("problem", "loss", "units", "activation"),
    [
        ("xor", "mse", (3,), "relu"),
        ("xor", "mse", (2,), "tanh"),
        ("xor", "bce", (2,), "relu"),
        ("moons", "mse", (2,), "relu"),
        ("xor", "mse", (2, 2), "relu"),
    ],
)
def test_the_book_s_solution_is_offered_only_where_it_fits(
    qapp, problem, loss, units, activation
) -> None:
    session = trained(run_of(problem, loss, units, activation), 1)
    assert book_solution(session.snapshot()) is None
    assert not strip_of(session).book.isVisible()


# -- many units -----------------------------------------------------------------------


def test_128_units_scroll_by_wheel_keys_and_track(qapp) -> None:
    session = trained(run_of("moons", "bce", (128,)), 1)
    strip = strip_of(session)
    layout = strip.canvas.layout_now()
    assert layout is not None
    assert layout.columns[1].hidden_some
    shown = layout.columns[1].shown
    strip.canvas.setFocus()
    strip.canvas.focus_unit(1, 0)
    QTest.keyClick(strip.canvas, Qt.Key.Key_End)
    assert strip.canvas.focused == (1, 127)
    layout = strip.canvas.layout_now()
    assert layout is not None
    assert layout.columns[1].first == 128 - shown
    again(strip, session)
    assert strip.canvas.picture is not None
    assert len(strip.canvas.picture.peaks[1]) == shown
    QTest.keyClick(strip.canvas, Qt.Key.Key_Home)
    layout = strip.canvas.layout_now()
    assert layout is not None
    assert layout.columns[1].first == 0
    strip.canvas.at = QPointF(0, strip.canvas.height() / 2)
    strip.canvas.drag_track(1)
    layout = strip.canvas.layout_now()
    assert layout is not None
    assert 30 < layout.columns[1].first < 90


def test_arrow_keys_walk_through_the_network(qapp) -> None:
    strip = strip_of(trained(run_of("moons", "bce", (4, 3))))
    canvas = strip.canvas
    canvas.focus_unit(0, 0)
    for key, expected in (
        (Qt.Key.Key_Down, (0, 1)),
        (Qt.Key.Key_Down, (0, 1)),
        (Qt.Key.Key_Right, (1, 3)),
        (Qt.Key.Key_Up, (1, 2)),
        (Qt.Key.Key_Right, (2, 1)),
        (Qt.Key.Key_Right, (3, 0)),
        (Qt.Key.Key_Right, (3, 0)),
    ):
        QTest.keyClick(canvas, key)
        assert canvas.focused == expected
    assert "output" in canvas.accessibleDescription().lower()
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert strip.card.unit == (3, 0)
    strip.card.hide()


def test_names_of_units(qapp) -> None:
    snapshot = trained(run_of("spirals", "ce", (4,))).snapshot()
    assert unit_name(snapshot, 0, 1) == "x₂"
    assert unit_name(snapshot, 1, 2) == "layer 1, unit 3"
    assert unit_name(snapshot, 2, 0) == "output for class 0"


def test_a_late_picture_of_another_network_is_not_drawn(qapp) -> None:
    old = trained(run_of("moons", "bce", (4, 3)))
    strip = strip_of(old)
    job = strip.request(frame_of(old), strip.size())
    assert job is not None
    strip.show_frame(frame_of(trained(run_of("moons", "bce", (6,)))))
    strip.show_result(job())
    strip.grab()


def test_the_mouse_over_a_picture_of_the_network_before(qapp) -> None:
    strip = strip_of(trained(run_of("moons", "bce", (4,))))
    strip.show_frame(frame_of(trained(run_of("moons", "bce", (5, 5, 5, 5)))))
    for x in range(0, 1100, 7):
        for y in (20, 60, 100):
            spot = strip.canvas.spot_at(QPointF(x, y))
            assert spot is None or spot.kind != "link"
    strip.grab()


def test_frozen_layers_are_told_apart(qapp) -> None:
    run = run_of("moons", "bce", (4, 3))
    from dataclasses import replace

    cold = replace(run, hidden=(replace(run.hidden[0], frozen=True), run.hidden[1]))
    strip = strip_of(trained(cold))
    assert strip.headers[0].lock.isChecked()
    assert not strip.headers[1].lock.isChecked()
    assert isinstance(cold.hidden[0], LayerSpec)


def test_the_linear_model_is_solved_in_closed_form(qapp) -> None:
    session = Session(load_scene("xor-linear").run, "reference")
    strip = strip_of(session)
    assert strip.solve.isVisible()
    heard, told = asked(strip.load_book_solution), asked(strip.told)
    strip.solve.click()
    (theta, note), *_ = heard
    assert theta == pytest.approx([0.0, 0.0, 0.5])
    assert "Ridge, λ = 0.1" in told[0][0]
    assert told[0][0].count("condition number 1.00") == 2
    assert note == "solved in closed form"
    assert not strip_of(Session(load_scene("xor").run, "reference")).solve.isVisible()


@pytest.mark.parametrize("width", [560, 640, 800, 1000, 1300])
@pytest.mark.parametrize("hidden", [(), (2,), (6, 2), (4, 4, 4)])
def test_no_control_of_the_header_covers_another(window, state, width, hidden):
    state.editing.apply(SetOutput("loss", "mse"))
    state.editing.apply(SetLayers(tuple(LayerSpec(n, "leaky_relu") for n in hidden)))
    strip = window.panes[0].panel
    assert strip.name == "network"
    window.clock.settle()
    strip.resize(width, 180)
    window.clock.settle()
    parts = [strip.layers_label, strip.layers, *strip.headers, strip.output]
    parts += [offer for offer in (strip.book, strip.solve) if not offer.isHidden()]
    line = [p for p in parts if p.geometry().top() == 0]
    line.sort(key=lambda p: p.geometry().left())
    for one, other in pairwise(line):
        assert one.geometry().right() < other.geometry().left(), (one, other)


def test_maps_are_resized_between_their_values() -> None:
    rising = np.tile(np.linspace(0, 1, 24, dtype=np.float32), (2, 24, 1))
    for side in (13, 24, 37):
        found = resized(rising, side)
        assert found.shape == (2, side, side)
        centres = ((np.arange(side) + 0.5) * 24 / side - 0.5) / 23
        assert found[1, 5] == pytest.approx(np.clip(centres, 0, 1), abs=1e-6)
        assert found == pytest.approx(found[:, :1].repeat(side, axis=1), abs=1e-6)
        assert resized(rising[:, :1], side) == pytest.approx(found[:, :1], abs=1e-6)


@pytest.mark.parametrize("examples", [1, 2, 3])
def test_tiles_of_very_few_examples_fill_their_squares(qapp, examples) -> None:
    x = np.eye(3)[:examples]
    run = suiting_run(Points(x, x[:, :1], 0))
    session = Session(run, "reference")
    layout = strip_of(session).canvas.layout_now()
    assert layout is not None
    wish = StripWish(session.snapshot(), layout, LIGHT, 1.0, False)
    for column, tiles in zip(layout.columns, unit_tiles(wish)[0], strict=True):
        side = round(column.tile)
        assert tiles.shape == (column.shown, side, side, 3)


@pytest.mark.parametrize("scale", [1.0, 3.0])
@pytest.mark.parametrize("problem", ["xor", "sine", "parity"])
def test_tiles_fill_their_squares_at_every_size(qapp, problem, scale) -> None:
    loss = "mse" if problem == "sine" else "bce"
    session, strip = trained(run_of(problem, loss, (3, 2))), NetworkStrip()
    theme = LIGHT.scaled(scale)
    for moving in (False, True):
        serve(strip, frame_of(session, theme=theme, moving=moving), 1400, 420)
        layout = strip.canvas.layout_now()
        assert layout is not None
        wish = StripWish(session.snapshot(), layout, theme, 1.0, moving)
        for column, tiles in zip(wish.layout.columns, unit_tiles(wish)[0], strict=True):
            side = round(column.tile * wish.ratio)
            assert tiles.shape == (column.shown, side, side, 3)


# -- little room ----------------------------------------------------------------------


def crowded(width: int = 920, height: int = 112, units: int = 32) -> NetworkStrip:
    """Twelve layers in the strip of a small window."""
    run = run_of("moons", "bce", (units,) * 12, "leaky_relu")
    return strip_of(trained(run, 1), width, height)


@pytest.mark.parametrize("width", [700, 920, 1176, 1900])
@pytest.mark.parametrize("activation", ["leaky_relu", "abs", "softplus", "rbf"])
def test_names_of_many_layers_stand_apart(qapp, width, activation) -> None:
    run = run_of("moons", "bce", (128,) * 12, activation)
    strip = strip_of(trained(run, 1), width)
    for parts in (strip.headers, [h.foot for h in strip.headers]):
        boxes = [p.geometry() for p in parts if p.parent() is strip.body]
        for one, other in pairwise(boxes):
            assert one.right() < other.left()
    assert strip.output.geometry().left() > strip.headers[-1].geometry().right()


def test_all_layers_are_named_in_the_same_manner(qapp) -> None:
    strip = crowded(1176, 160)
    words = [h.button.text() for h in strip.headers]
    assert (
        len(
            {
                ("·" in w, h.button.small)
                for w, h in zip(words, strip.headers, strict=True)
            }
        )
        == 1
    )
    for header in strip.headers:
        assert header.button.sizeHint().width() <= header.width()


def test_where_height_is_scarce_the_count_says_how_many_are_shown(qapp) -> None:
    strip = crowded()
    layout = strip.canvas.layout_now()
    assert layout is not None
    for header, column in zip(strip.headers, layout.columns[1:], strict=False):
        assert column.hidden_some
        assert column.shown >= 4, "units need the height more than words"
        assert header.stepper.count.text() in (
            f"{column.shown}/32",
            f"{column.shown} of 32",
        )
        assert not header.stepper.more.isHidden()
    few = strip_of(trained(run_of("moons", "bce", (3,) * 6), 1), 920, 150)
    assert [h.stepper.count.text() for h in few.headers] == ["3"] * 6


def test_the_bar_of_a_long_layer_says_which_units_are_shown(qapp) -> None:
    strip = crowded()
    layout = strip.canvas.layout_now()
    assert layout is not None
    column = layout.columns[1]
    hover(strip.canvas, QPoint(round(column.right + 6), 20))
    first, *_ = strip.canvas.track_lines(1)
    assert first == f"units 1–{column.shown} of 32"


def test_twelve_layers_of_eight_need_no_scrolling_in_a_usual_window(qapp) -> None:
    for height in range(60, 200):
        layout = arrange([2, *[8] * 12, 1], [0] * 14, 1140, height)
        assert layout.width == pytest.approx(1140), height


def test_names_of_inputs_stand_beside_the_column(qapp) -> None:
    strip = strip_of(trained(run_of("moons", "bce", (5,)), 1), 900, 76)
    layout = strip.canvas.layout_now()
    assert layout is not None
    first = layout.columns[0]
    assert len(set(first.x.tolist())) == 2, "two lines of inputs"
    image = strip.canvas.grab().toImage()
    ground = image.pixel(1, 1)
    for y in first.y.tolist():
        lines = range(round(y) + 1, round(y) + 8)
        row = range(0, round(first.left) - 6)
        assert any(image.pixel(x, line) != ground for x in row for line in lines)


def test_a_narrow_output_is_frozen_from_its_menu(qapp) -> None:
    strip = crowded()
    heard = asked(strip.edit_asked)
    assert strip.output.lock.isHidden()
    actions = {a.text(): a for a in strip.output.button.choices.actions()}
    actions["Freeze the output layer"].trigger()
    assert heard == [(SetOutput("frozen", True),)]


@pytest.mark.parametrize("scale", [1.0, 2.0, 3.0])
@pytest.mark.parametrize("width", [400, 640, 928])
def test_the_book_s_solution_covers_nothing(qapp, width, scale) -> None:
    session = trained(run_of("xor", "mse", (2,), "relu"), 1)
    strip = NetworkStrip()
    serve(strip, frame_of(session, theme=LIGHT.scaled(scale)), width, 300)
    others = [*strip.headers, strip.output, strip.layers]
    others += [h.foot for h in strip.headers if h.foot.parent() is strip.body]
    for part in others:
        assert not strip.book.geometry().intersects(part.geometry()), part


# -- counts by keyboard ---------------------------------------------------------------


def typed(field: QLineEdit, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_counts_of_units_and_layers_are_typed(qapp) -> None:
    strip = strip_of(trained(run_of("moons", "bce", (4, 3))))
    heard = asked(strip.edit_asked)
    typed(strip.headers[0].stepper.count, "100")
    typed(strip.headers[1].stepper.count, "99999")
    typed(strip.layers.count, "4")
    typed(strip.layers.count, "0")
    typed(strip.layers.count, "few")
    QTest.keyClick(strip.headers[0].stepper.count, Qt.Key.Key_Up)
    assert heard == [
        (SetLayer(0, "units", 100),),
        (SetLayer(1, "units", MAX_UNITS),),
        (SetLayerCount(4),),
        (SetLayerCount(0),),
        (SetLayer(0, "units", 5),),
    ]


def test_a_typed_count_is_one_step_back(qapp, state) -> None:
    strip = NetworkStrip(state)
    serve(strip, state.frame(), 1100, 160)
    before = state.run.hidden
    typed(strip.headers[0].stepper.count, "64")
    assert state.run.hidden[0].units == 64
    state.editing.undo_stack.undo()
    assert state.run.hidden == before
    state.editing.undo_stack.redo()
    assert state.run.hidden[0].units == 64


# -- the card -------------------------------------------------------------------------


def test_the_card_has_room_for_every_unit_it_shows(qapp, window, state) -> None:
    strip = window.findChild(NetworkStrip)
    for unit in ((1, 0), (2, 0), (1, 1), (3, 0), (0, 0)):
        strip.open_unit(*unit)
        qapp.processEvents()
        card = strip.card
        assert card.width() >= card.minimumSizeHint().width()
        for field in card.findChildren(QLineEdit):
            right = field.mapTo(card, QPoint(field.width(), 0)).x()
            assert right <= card.width() - 8
        card.hide()


@pytest.mark.parametrize(
    ("activation", "names"),
    [
        ("prelu", ["Slope below 0", "Bias", "from x₁", "from x₂"]),
        ("rbf", ["centre x₁", "centre x₂"]),
        (
            "maxout",
            [
                "Bias, row 1",
                "from x₁, row 1",
                "from x₂, row 1",
                "Bias, row 2",
                "from x₁, row 2",
                "from x₂, row 2",
            ],
        ),
    ],
)
def test_the_card_names_every_number_of_a_unit(qapp, activation, names) -> None:
    session = trained(run_of("moons", "bce", (3,), activation))
    strip = strip_of(session)
    strip.open_unit(1, 2)
    fields = [f.accessibleName() for f in strip.card.fields.values()]
    assert fields == names
    heard = asked(strip.parameter_edited)
    first = next(iter(strip.card.fields.values()))
    typed(first, "0.5")
    layer, name, index, value = heard[0]
    assert (layer, value) == (0, 0.5)
    session.apply(SetParameter(layer, name, index, value))


def test_the_bias_mark_of_a_maxout_unit_says_whose_bias_it_is(qapp) -> None:
    snapshot = trained(run_of("moons", "bce", (3,), "maxout")).snapshot()
    lines = hover_lines(snapshot, "bias", 1, 0, -1, -1, None)
    assert lines[0].endswith(", row 1 of 2")


def test_outputs_are_called_by_what_they_stand_for(qapp) -> None:
    mixture = trained(run_of("inverse", "mdn", (3,))).snapshot()
    width = mixture.network.output.width
    names = [unit_name(mixture, 2, i) for i in range(width)]
    assert names[0] == "output π₁"
    assert len(set(names)) == width
    colours = trained(run_of("rgb", "mse", (3,))).snapshot()
    assert unit_name(colours, 2, 1) == "output G"


# -- keys in the field ----------------------------------------------------------------


def test_a_number_entered_opens_no_card(qapp) -> None:
    strip = strip_of(trained(run_of("moons", "bce", (4, 3))))
    canvas = strip.canvas
    edited, clicked = asked(strip.parameter_edited), asked(canvas.unit_clicked)
    canvas.edit(Spot("bias", 1, 0), QPoint(100, 50))
    QTest.keyClick(canvas.editor, Qt.Key.Key_Down)
    assert canvas.focused == (0, 0)
    QTest.keyClicks(canvas.editor, "0.5")
    QTest.keyClick(canvas.editor, Qt.Key.Key_Return)
    assert edited == [(0, "b", (0,), 0.5)]
    assert clicked == []


@given(st.integers(1, 40), st.floats(2.0, 30.0))
def test_labels_of_outputs_do_not_touch(count, pitch) -> None:
    heights = 5.0 + pitch * np.arange(count)
    written = label_lanes(heights, 12.0)
    assert written[0] == (0, 0)
    for lane in (0, 1):
        own = [heights[j] for j, of in written if of == lane]
        assert all(b - a >= 12.0 - 1e-6 for a, b in pairwise(own))
    if pitch >= 6.0:
        assert len(written) == count  # two lanes are enough for all


@pytest.mark.parametrize("tiny", [1e-15, 5e-324])
def test_weights_near_0_never_look_thick(qapp, tiny) -> None:
    session = trained(run_of("xor", "mse", ()))
    session.apply(SetParameters(np.full_like(session.snapshot().theta, tiny)))
    assert link_scale(session.snapshot()) == 0.01


def test_many_weak_links_are_faint_but_there(qapp) -> None:
    session = trained(run_of("moons", "bce", (24, 24), "relu"))
    theta = session.snapshot().theta.copy()
    layout = session.network.layout
    layout.layers[0].W.of(theta)[...] = 5.0
    layout.layers[1].W.of(theta)[...] = 0.2
    session.apply(SetParameters(theta, "set"))
    strip = NetworkStrip()
    serve(strip, frame_of(session), 1100, 260)
    again(strip, session)
    image = strip.canvas.grab().toImage()
    placed = strip.canvas.layout_now()
    assert placed is not None
    left, right = placed.columns[1], placed.columns[2]
    x = round((left.right + right.left) / 2)
    ground = QColor(LIGHT.pane)
    inked = [y for y in range(image.height()) if image.pixelColor(x, y) != ground]
    assert len(inked) > image.height() / 4


def test_links_of_all_layers_have_one_scale(qapp) -> None:
    session = trained(run_of("moons", "bce", (3, 3), "tanh"))
    theta = session.snapshot().theta.copy()
    layout = session.network.layout
    layout.layers[0].W.of(theta)[...] = 0.01
    layout.layers[1].W.of(theta)[...] = 3.0
    layout.layers[2].W.of(theta)[...] = -1.0
    session.apply(SetParameters(theta, "set"))
    assert link_scale(session.snapshot()) == 5.0  # the next round number above 3
    said: list[str] = []
    strip = NetworkStrip()
    strip.subtitle_changed.connect(said.append)
    serve(strip, frame_of(session), 1100, 160)
    again(strip, session)
    assert "links at full width: ±5.00" in said[-1]
    session.apply(SetParameters(2 * theta, "set"))
    again(strip, session)
    assert "links at full width: ±10.0" in said[-1], "at rest it is that of the present"
    session.apply(SetParameters(theta, "set"))
    again(strip, session)
    image = strip.canvas.grab().toImage()
    layout = strip.canvas.layout_now()
    assert layout is not None
    inks = []
    for left, right in pairwise(layout.columns):
        x = round((left.right + right.left) / 2)
        column = [image.pixelColor(x, y).lightness() for y in range(image.height())]
        inks.append(255 - min(column))
    assert inks[0] < 0.5 * inks[1], "weights near 0 are faint beside large ones"


def test_logits_without_a_spare_one_have_the_colours_of_their_classes(qapp):
    """`ce_ref` has one logit fewer than there are classes: the first class has none."""
    session = trained(run_of("blobs", "ce_ref"), steps=2)
    layout = strip_of(session).canvas.layout_now()
    assert layout is not None
    tiles, _ = unit_tiles(StripWish(session.snapshot(), layout, LIGHT, 1.0, False))
    assert len(tiles[-1]) == session.snapshot().network.output.width
