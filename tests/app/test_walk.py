from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel

from app.frame.base import Frame
from app.look.theme import DARK, LIGHT, Theme
from app.views.walk.canvas import GraphCanvas
from app.views.walk.links import link_path
from app.views.walk.map import WHOLE, can_open, lay_out
from app.views.walk.page import BACKWARD, FORWARD, Stop
from app.views.walk.panel import WalkPanel
from app.views.walk.story import tell
from core.analysis.walk import take_walk
from core.analysis.walk_subject import subject_of
from core.engine.session import Session
from core.network import LayerSpec
from core.scenes import commands, load_scene
from tests.app.run_frames import frame_of, run_of, serve, trained


def slides() -> Session:
    scene = load_scene("walk-slides")
    session = Session(scene.run, "reference")
    for _, command in commands(scene):
        session.apply(command)
    return session


def shown(session: Session, theme: Theme = LIGHT, **settings: object) -> WalkPanel:
    panel = WalkPanel()
    panel.apply_settings(settings)
    again(panel, frame_of(session, theme=theme))
    return panel


def again(panel: WalkPanel, frame: Frame) -> None:
    serve(panel, frame, 720, 450)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
@pytest.mark.parametrize("level", ["units", "layers"])
@pytest.mark.parametrize(
    "page",
    ["walk", "forward", "update", "paths", "ways", "checkpoints", "descent"],
)
def test_every_page_is_drawn(qapp, page, level, theme) -> None:
    panel = shown(slides(), theme, page=page, level=level, at="end")
    image = panel.grab().toImage()
    found = {
        image.pixelColor(x, y).name()
        for x in range(0, 720, 2)
        for y in range(40, 450, 2)
    }
    assert theme.pane.lower() in found
    assert len(found) > 12


@pytest.mark.parametrize(
    ("problem", "loss", "activation"),
    [("spirals", "ce", "maxout"), ("sine", "mdn", "prelu"), ("xor", "bce", "rbf")],
)
def test_any_network_is_drawn(qapp, problem, loss, activation) -> None:
    session = trained(run_of(problem, loss, activation=activation), 4)
    for example in (1, "minibatch"):
        panel = shown(session, level="units", example=example)
        for _ in panel.walk.stops:
            panel.grab()
            panel.walk.step(1)


def test_the_walk_goes_forward_then_backward(qapp) -> None:
    panel = shown(slides(), example=0)
    stops = panel.walk.stops
    assert stops[0] == Stop(FORWARD, "x")
    assert Stop(FORWARD, "J") == stops[11]
    assert Stop(BACKWARD, "J") == stops[12]
    assert stops[-1] == Stop(BACKWARD, "x")
    panel.walk.go_to("forward z1")
    assert "0.5·1 + 0·1 + 0 = " in panel.walk.body.text()
    assert panel.walk.where.text() == "Forward 4 of 12"


def test_numbers_appear_as_the_walk_reaches_them(qapp) -> None:
    panel = shown(slides(), example=0, at="forward z1")
    state = panel.walk.canvas.state
    assert "z1" in state.values
    assert "a1" not in state.values
    assert not state.gradients
    panel.walk.go_to("z1")
    state = panel.walk.canvas.state
    assert "J" in state.values
    assert "z1" in state.gradients
    assert "W1" not in state.gradients


def test_the_check_and_zero_flow_are_said(qapp) -> None:
    session = slides()
    panel = shown(session, example=0, at="a1")
    again(panel, frame_of(session))  # the check comes with the next result
    words = panel.walk.body.text()
    assert "Check by differences" in words
    assert "a₂⁽¹⁾ gets no gradient" in words


def test_keys_step_jump_and_play(qapp) -> None:
    panel = shown(slides(), example=0)
    canvas = panel.walk.canvas
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert panel.walk.stop == Stop(FORWARD, "W1")
    QTest.keyClick(canvas, Qt.Key.Key_End)
    assert panel.walk.stop == Stop(BACKWARD, "x")
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    assert panel.walk.stop == Stop(BACKWARD, "W1")
    QTest.keyClick(canvas, Qt.Key.Key_Home)
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert panel.walk.playing
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert not panel.walk.playing


def test_playing_moves_on(qapp) -> None:
    panel = shown(slides(), example=0)
    panel.walk.toggle()
    panel.walk.march.setCurrentTime(3 * 1100 + 50)
    assert panel.walk.stop == Stop(FORWARD, "z1")
    panel.walk.toggle()


def test_a_click_jumps_to_the_node(qapp) -> None:
    panel = shown(slides(), example=0, level="units", at="end")
    canvas = panel.walk.canvas
    card = canvas.map.cards["z1", 1]
    at = card.rect.center().toPoint()
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(at))
    assert panel.walk.stop == Stop(BACKWARD, "z1")
    assert panel.walk.entry == 1
    target = canvas.map.cards["y", WHOLE].rect.center().toPoint()
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(target))
    assert panel.walk.stop == Stop(FORWARD, "y")


def test_an_example_that_is_pointed_at_is_walked(qapp) -> None:
    session = trained(run_of("moons", "bce"), 4)
    panel = WalkPanel()
    titles: list[str] = []
    panel.subtitle_changed.connect(titles.append)
    again(panel, replace(frame_of(session), highlight=frozenset({7})))
    assert titles[-1] == "example 7, step 4"
    told: list[frozenset[int]] = []
    panel.highlight_changed.connect(told.append)
    again(panel, frame_of(session))  # the mouse has left: it stays marked
    assert told == [frozenset({7})]
    panel.choose(3)
    assert told[-1] == frozenset({3})


def test_a_held_example_stays(qapp) -> None:
    session = trained(run_of("moons", "bce"), 4)
    panel = shown(session, example=2)
    panel.hold.setChecked(True)
    again(panel, replace(frame_of(session), highlight=frozenset({7})))
    assert panel.example.value == 2
    panel.hold.setChecked(False)
    again(panel, replace(frame_of(session), highlight=frozenset({5})))
    assert panel.example.value == 5


def test_any_derivative_can_be_checked(qapp) -> None:
    session = slides()
    panel = shown(session, example=0, at="W1")
    panel.walk.entries.setCurrentIndex(3)
    panel.walk.entries.activated.emit(3)
    again(panel, frame_of(session))
    words = panel.walk.body.text()
    assert "∂J/∂W₂₂⁽¹⁾ = ∂z₂⁽¹⁾/∂W₂₂⁽¹⁾" in words
    assert "Check by differences: ∂J/∂W₂₂⁽¹⁾: graph 0.02, difference 0.02" in words


def test_the_region_of_a_chosen_example_is_told(qapp, monkeypatch) -> None:
    session = slides()
    panel = shown(session)
    told: list[object] = []
    panel.region_pinned.connect(told.append)
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    monkeypatch.setattr("app.views.walk.jobs.region_of", lambda wish: square)
    panel.choose(1)
    again(panel, frame_of(session))
    again(panel, frame_of(session))  # once, not at every frame
    assert len(told) == 1
    assert np.array_equal(told[0], square)
    again(panel, frame_of(session, moving=True))  # its weights move on: it is gone
    assert told[1:] == [None]
    again(panel, frame_of(session))
    assert len(told) == 3
    panel.hide()
    assert told[3:] == [None]


def test_the_minibatch_is_the_next_one(qapp) -> None:
    session = trained(run_of("moons", "bce"), 4)
    panel = shown(session)
    panel.batch.setChecked(True)
    titles: list[str] = []
    panel.subtitle_changed.connect(titles.append)
    again(panel, frame_of(session))
    assert titles[-1] == "minibatch of 8 examples, step 4"
    assert not panel.units.isEnabled()


def test_the_update_page_tells_what_training_does(qapp) -> None:
    session = trained(run_of("moons", "bce"), 4)
    panel = shown(session, page="update", example="minibatch")
    told = panel.update_page.told_update
    before = told.J_before
    session.advance(1)
    after = np.concatenate([p.after.ravel() for p in told.parameters])
    assert np.allclose(after, session.snapshot().theta)
    assert f"{before:.3g}"[:4] in panel.update_page.said.text()


def test_forward_mode_and_its_cost(qapp) -> None:
    session = slides()
    panel = shown(session, page="forward", example=0)
    panel.forward.choose("W1", 0)
    again(panel, frame_of(session))
    words = panel.forward.said.text()
    assert "<b>0.632459</b>" in words
    assert "Reverse mode is" in words
    assert panel.forward.canvas.state.current == "W1"


def test_descent_reaches_the_slides_numbers(qapp) -> None:
    panel = shown(slides(), page="descent")
    page = panel.descent
    assert "x = 1.4430005, f(x) = 0.1665776" in page.end_words.text()
    page.rate.value_changed.emit(0.0)
    page.rate.set_value(0.5)
    page.renew()
    assert "Diverged" in page.end_words.text()
    panel.grab()
    page.function.setText("x^2 +")
    assert page.descent is None
    assert "cannot be drawn" in page.plot.note
    panel.grab()


def test_dead_paths_are_dashed(qapp) -> None:
    walk = take_walk(subject_of(slides().snapshot(), 0))
    canvas = GraphCanvas()
    made = lay_out(walk, True, 700, 260, LIGHT)
    flows = {(k.source, k.target): k.flow for k in made.links}
    assert flows[("a1", 1), ("z2", 0)] == 0.0
    assert flows[("a1", 0), ("z2", 0)] == pytest.approx(0.6224593, abs=1e-7)
    assert made.largest == pytest.approx(0.6224593, abs=1e-7)
    assert canvas.map is None


@pytest.mark.parametrize("level", ["units", "layers"])
def test_every_kind_of_step_has_cards_and_a_story(qapp, level) -> None:
    hidden = (
        LayerSpec(3, "tanh", sample="gaussian", batch_norm=True),
        LayerSpec(3, "tanh", adds=1, reads=(0, 1)),
        LayerSpec(2, "rbf"),
    )
    session = trained(load_scene("moons").run.changed(hidden=hidden), 2)
    walk = take_walk(subject_of(session.snapshot(), 0))
    made = lay_out(walk, level == "units", 1100, 300, LIGHT)
    ends = {key for link in made.links for key in (link.source, link.target)}
    assert ends <= made.cards.keys()
    assert {node.name for node in walk.nodes} == {name for name, _ in made.cards}
    for node in walk.nodes:
        for ahead in (True, False):
            told = tell(walk, node, ahead, 0, None, LIGHT, LIGHT.text)
            assert told.head.startswith("<b>")
    panel = shown(session, page="walk", level=level, at="end")
    assert not panel.grab().isNull()


def test_cards_do_not_overlap(qapp) -> None:
    session = trained(run_of("spirals", "ce", (5, 4, 3)), 2)
    walk = take_walk(subject_of(session.snapshot(), 0))
    for units in (True, False):
        for size in ((500, 200), (720, 260), (1600, 900)):
            made = lay_out(walk, units, *size, LIGHT)
            rects = [card.rect for card in made.cards.values()]
            for i, a in enumerate(rects):
                assert a.right() <= made.width + 1
                assert a.bottom() <= made.height + 1
                assert not any(a.intersects(b) for b in rects[i + 1 :])


@pytest.mark.parametrize("units", [True, False])
def test_a_shortcut_runs_over_the_cards_that_it_passes(qapp, units) -> None:
    hidden = (LayerSpec(2, "tanh", adds=0), LayerSpec(2, "tanh", reads=(1, 0)))
    session = Session(load_scene("xor").run.changed(hidden=hidden), "reference")
    walk = take_walk(subject_of(session.snapshot(), 0))
    made = lay_out(walk, units, 1100, 300, LIGHT)
    ways = {("x", "h1"): ["z1", "a1"], ("x", "c2"): ["z1", "a1", "h1"]}
    found = 0
    for link in made.links:
        between = ways.get((link.source[0], link.target[0]), [])
        kind = walk[link.target[0]].kind
        path = link_path(made, link, kind, LIGHT)
        points = [path.pointAtPercent(k / 100) for k in range(101)]
        for card in made.cards.values():
            if card.name in between:
                assert not any(card.rect.contains(p) for p in points), (link, card)
                found += 1
    assert found > 0


def test_large_networks_stay_a_card_a_layer(qapp) -> None:
    session = trained(run_of("spirals", "ce", (40, 3)), 1)
    assert "16 per layer" in can_open(take_walk(subject_of(session.snapshot(), 0)))
    panel = shown(session, level="units")
    assert not panel.units.isEnabled()
    assert ("z1", WHOLE) in panel.walk.canvas.map.cards


def test_training_is_not_held_up(qapp) -> None:
    session = trained(run_of("moons", "bce"), 4)
    panel = shown(session)
    moving = frame_of(session, moving=True)
    asked = [panel.request(moving, QSize(720, 450)) for _ in range(20)]
    assert sum(job is not None for job in asked) <= 2
    assert panel.request(frame_of(session), QSize(720, 450)) is not None


def test_controls_have_names(qapp) -> None:
    panel = shown(slides())
    for button in panel.findChildren(QAbstractButton):
        assert button.accessibleName() or button.text()
    assert panel.findChildren(QLabel)


def test_the_walked_example_is_marked_everywhere(window, state, qapp) -> None:
    window.open_scene(load_scene("walk-xor"), play=False)
    window.clock.settle()
    assert state.shown.highlight == frozenset({3})
    pane = window.desk.panes["walk"]
    assert pane.isVisible()
    assert pane.header.subtitle.accessibleName().startswith("example 3")
    QTest.keyClick(window, Qt.Key.Key_7)  # enlarge
    assert window.desk.enlarged == "walk"
