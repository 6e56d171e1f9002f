from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest

from app.frame.base import Frame
from app.look.theme import DARK, LIGHT
from app.views.walk.map import WHOLE, entry_of, index_of
from app.views.walk.page import BACKWARD, FORWARD, Stop
from app.views.walk.panel import WalkPanel
from core.engine.session import Session
from core.scenes import load_scene
from tests.app.mouse import hover
from tests.app.run_frames import frame_of, run_of, serve, trained

WIDE = (1180, 480)


def pair(b: tuple[int, ...] = (4, 3)) -> tuple[Session, Session]:
    return (
        trained(run_of("moons", "bce", (4, 3)), 4),
        trained(run_of("moons", "bce", b), 9),
    )


def again(panel: WalkPanel, frame: Frame, size: tuple[int, int] = WIDE) -> None:
    serve(panel, frame, *size)


def shown(frame: Frame, size: tuple[int, int] = WIDE, **settings: object) -> WalkPanel:
    panel = WalkPanel()
    panel.apply_settings(settings)
    again(panel, frame, size)
    return panel


def b_of(panel: WalkPanel):
    return panel.sides.sides[1]


def test_both_runs_walk_the_same_example_with_their_own_numbers(qapp) -> None:
    a, b = pair()
    panel = shown(frame_of(a, b), example=5, at="a1")
    words = [side.named.text() for side in panel.sides.sides]
    assert ">A</b>" in words[0]
    assert "step 4 · J " in words[0]
    assert ">B</b>" in words[1]
    assert "step 9 · J " in words[1]
    states = [side.walk.canvas.state for side in panel.sides.sides]
    x = [state.walk["x"].value for state in states]
    assert np.array_equal(*x)
    assert not np.array_equal(*(state.walk["a1"].value for state in states))
    assert [state.current for state in states] == ["a1", "a1"]
    places = [side.geometry() for side in panel.sides.sides]
    assert not places[0].intersects(places[1])
    assert places[1].right() <= panel.width()


def test_alone_again_a_has_the_whole_view(qapp) -> None:
    a, b = pair()
    panel = shown(frame_of(a), example=5)
    qapp.processEvents()
    place, words = panel.walk.geometry(), panel.forward.by.text()
    again(panel, frame_of(a, b))
    qapp.processEvents()
    assert panel.walk.width() < place.width()
    again(panel, frame_of(a))
    qapp.processEvents()
    assert len(panel.sides.sides) == 1
    assert panel.sides.sides[0].named.isHidden()
    assert not panel.sides.between.isVisible()
    assert panel.walk.geometry() == place
    assert panel.forward.by.text() == words


def test_steps_lead_from_either_side(qapp) -> None:
    a, b = pair()
    panel = shown(frame_of(a, b), example=5)
    QTest.keyClick(panel.walk.canvas, Qt.Key.Key_Right)
    assert panel.walk.stop == b_of(panel).walk.stop == Stop(FORWARD, "W1")
    QTest.keyClick(b_of(panel).walk.canvas, Qt.Key.Key_End)
    assert panel.walk.stop == b_of(panel).walk.stop == Stop(BACKWARD, "x")
    canvas = b_of(panel).walk.canvas
    at = canvas.map.cards["z2", WHOLE].rect.center().toPoint()
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(at))
    assert panel.walk.stop == Stop(BACKWARD, "z2")
    again(panel, frame_of(a, b))
    for side in panel.sides.sides:  # each checks its own derivative
        assert "Check by differences" in side.walk.body.text()


def test_playing_takes_b_along(qapp) -> None:
    a, b = pair()
    panel = shown(frame_of(a, b), example=5)
    QTest.keyClick(b_of(panel).walk.canvas, Qt.Key.Key_Return)
    assert panel.walk.playing  # A has the buttons
    panel.walk.march.setCurrentTime(3 * 1100 + 50)
    assert b_of(panel).walk.stop == panel.walk.stop == Stop(FORWARD, "z1")
    QTest.keyClick(b_of(panel).walk.canvas, Qt.Key.Key_Right)
    assert not panel.walk.playing


def test_a_node_that_only_one_has_is_said(qapp) -> None:
    a, b = pair((5,))
    panel = shown(frame_of(a, b), example=5)
    panel.walk.go_to("forward z3")
    assert b_of(panel).walk.stop == Stop(FORWARD, "z2")
    assert "B has no z⁽³⁾" in b_of(panel).named.text()
    QTest.keyClick(b_of(panel).walk.canvas, Qt.Key.Key_Home)
    assert panel.walk.stop == Stop(FORWARD, "x")
    assert "has no" not in b_of(panel).named.text()


def test_entries_agree_by_row_and_column(qapp) -> None:
    assert entry_of((3, 5), index_of((4, 2), 5)) == 11  # row 2, column 1
    assert entry_of((2, 2), index_of((4, 2), 7)) == 0
    assert entry_of((), index_of((), 0)) == 0
    a, b = pair((3, 3))
    panel = shown(frame_of(a, b), example=5, at="W2")
    panel.walk.entries.activated.emit(5)  # row 1, column 1 of 3×4
    assert b_of(panel).walk.entry == 4  # … of 3×3


def test_the_mouse_lights_up_both_graphs(qapp) -> None:
    a, b = pair()
    panel = shown(frame_of(a, b), example=5, level="units", at="end")
    canvas, other = panel.walk.canvas, b_of(panel).walk.canvas
    hover(canvas, canvas.map.cards["a1", 2].rect.center())
    assert other.pointed == ("a1", 2)
    other.set_hovered(None)
    other.set_hovered(("a1", 99))
    assert other.pointed is None


def test_an_example_that_b_has_not_is_said(qapp) -> None:
    a = trained(run_of("moons", "bce", points=60), 4)
    b = trained(run_of("moons", "bce", points=20), 9)
    panel = shown(frame_of(a, b), example=30)
    side = b_of(panel)
    assert side.stack.currentWidget() is side.note
    assert side.note.text().startswith("B has no example 30: its training split ends")
    panel.choose(2)
    again(panel, frame_of(a, b))
    assert side.stack.currentWidget() is side.walk


def test_forward_mode_moves_the_same_in_both(qapp) -> None:
    a, b = pair((5,))
    panel = shown(frame_of(a, b), example=5, page="forward")
    panel.forward.choose("W2", 1)
    again(panel, frame_of(a, b))
    assert b_of(panel).forward.seed == ("W2", 1)
    assert b_of(panel).forward.canvas.state.current == "W2"
    panel.forward.choose("b3")
    again(panel, frame_of(a, b))
    assert "B has no b⁽³⁾" in b_of(panel).named.text()
    assert b_of(panel).forward.seed[0] == "W2"


def test_the_update_of_both_shows_one_parameter(qapp) -> None:
    a, b = pair((5,))
    panel = shown(frame_of(a, b), example=5, page="update")
    page, other = panel.update_page, b_of(panel).update_page
    assert page.said.text() != other.said.text()
    other.chooser.setCurrentIndex(other.chooser.findData("b1"))
    assert page.parameter == "b1"
    page.chooser.setCurrentIndex(page.chooser.findData("b3"))
    assert other.parameter == "b1"
    assert "B has no b⁽³⁾" in b_of(panel).named.text()


def test_descent_has_no_run(qapp) -> None:
    panel = shown(frame_of(*pair()), page="descent")
    assert panel.stack.currentWidget() is panel.descent
    assert panel.request(frame_of(*pair()), QSize(*WIDE)) is None


@pytest.mark.parametrize("page", ["walk", "forward", "update"])
def test_a_narrow_view_shows_one_at_a_time_or_one_above_the_other(qapp, page) -> None:
    a, b = pair()
    panel = shown(frame_of(a, b), (600, 420), example=5, page=page)
    first, second = panel.sides.sides
    assert panel.sides.switch.isVisible()
    assert first.isVisible()
    assert not second.isVisible()
    panel.sides.switch.setCurrentIndex(1)
    assert second.isVisible()
    assert not first.isVisible()
    if page == "walk":
        QTest.mouseClick(second.walk.on, Qt.MouseButton.LeftButton)  # its own buttons
        assert first.walk.stop == Stop(FORWARD, "W1")
    again(panel, frame_of(a, b), (600, 900))
    assert first.isVisible()
    assert second.isVisible()
    assert first.geometry().bottom() < second.geometry().top()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
@pytest.mark.parametrize("page", ["walk", "forward", "update"])
def test_both_are_drawn(qapp, page, theme) -> None:
    a, b = pair((5, 4, 3))
    panel = shown(frame_of(a, b, theme=theme), example="minibatch", page=page, at="end")
    for side in panel.sides.sides:
        image = side.grab().toImage()
        step = range(0, image.width(), 3), range(0, image.height(), 3)
        assert len({image.pixel(x, y) for x in step[0] for y in step[1]}) > 12


def test_training_asks_for_both_rarely(qapp) -> None:
    panel = shown(frame_of(*pair()))
    moving = replace(frame_of(*pair()), moving=True)
    asked = [panel.request(moving, QSize(*WIDE)) for _ in range(20)]
    assert sum(job is not None for job in asked) <= 2


def test_the_window_compares_walks(window, state, train) -> None:
    window.open_scene(load_scene("walk-xor"), play=False)
    state.comparison.pin()
    train(3)
    window.desk.toggle_enlarged("walk")
    window.clock.settle()
    panel = window.desk.panes["walk"].panel
    assert [side.label for side in panel.sides.sides] == ["A", "B"]
    header = window.desk.panes["walk"].header
    assert header.subtitle.accessibleName() == "example 3"
    state.comparison.end()
    window.clock.settle()
    assert len(panel.sides.sides) == 1
    assert header.subtitle.accessibleName().startswith("example 3, step")
