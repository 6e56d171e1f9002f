"""Connections, cut links and switched-off units, by mouse and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.controls.network import NetworkSection
from app.views.network.arches import Ways, arches
from app.views.network.joining import handle
from app.views.network.strip import NetworkStrip
from core.edits import SetLayers
from core.edits.wiring import SetSum, links
from core.network import LayerSpec
from tests.app.mouse import hover
from tests.app.run_frames import serve

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture
def strip(state, train):
    """The strip of a slightly trained network 2-3-3-2-1."""
    made = NetworkStrip(state)
    prepare(state, train)
    serve(made, state.frame(), 1100, 200)
    return made


def prepare(state, train) -> None:
    layers = [LayerSpec(units, "tanh") for units in (3, 3, 2)]
    state.editing.apply(SetLayers(tuple(layers)))
    state.editing.undo_stack.clear()
    train(20)


def settle(strip, state) -> None:
    """Do what the window does in a frame."""
    QApplication.processEvents()
    state.notice()
    serve(strip, state.frame(), strip.width(), strip.height())


def point(strip, at: QPointF) -> QPoint:
    return (at + QPointF(0, 4 * strip.theme.scale)).toPoint()


def drag(strip, source: int, target: int) -> None:
    """From the handle of one layer to the middle of another."""
    columns = strip.canvas.layout_now().columns
    start = point(strip, handle(columns[source]))
    end = QPoint(round(columns[target].centre), start.y() + 20)
    QTest.mousePress(strip.canvas, LEFT, pos=start)
    hover(strip.canvas, (start + end) / 2)
    hover(strip.canvas, end)
    QTest.mouseRelease(strip.canvas, LEFT, pos=end)


def choose(strip, words: str) -> None:
    """Choose an entry of the open menu."""
    menu = strip.wires.menu
    action = next(a for a in menu.actions() if words in a.text())
    assert action.isEnabled(), action.text()
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Return)


def middle(strip, number: int) -> QPoint:
    """A point on the arch with this number."""
    network = strip.snapshot.network
    ways = Ways(strip.canvas.layout_now(), network, strip.theme.scale)
    start, stop, over, *_ = ways.corners(arches(network)[number])
    return point(strip, QPointF((start + stop) / 2, over))


def theta(state) -> list[float]:
    return state.a.latest.theta.tolist()


def test_a_connection_is_drawn_and_removed_by_mouse(strip, state):
    before, weights = state.run, theta(state)
    drag(strip, 0, 3)
    choose(strip, "Layer 3 reads the input too")
    settle(strip, state)
    assert state.run.network.reads(2) == (2, 0)
    assert [a[:3] for a in arches(state.run.network)] == [(0, 3, False)]
    drag(strip, 1, 2)
    choose(strip, "Layer 2 adds layer 1")
    settle(strip, state)
    assert state.run.hidden[1].adds == 1
    # A right click on the arch removes it; so does Delete over the other one.
    QTest.mouseClick(strip.canvas, RIGHT, pos=middle(strip, 0))
    settle(strip, state)
    assert state.run.hidden[1].adds is None
    hover(strip.canvas, middle(strip, 0))
    QTest.keyClick(strip.canvas, Qt.Key.Key_Delete)
    settle(strip, state)
    assert state.run == before
    # A sum that was added and removed at once leaves nothing to undo.
    for expected in [(2, 0), (2,)]:
        state.editing.undo_stack.undo()
        settle(strip, state)
        assert state.run.network.reads(2) == expected
    assert state.run == before
    assert theta(state) == weights


def test_a_connection_dropped_on_no_later_layer_is_none(strip, state):
    drag(strip, 2, 1)
    assert strip.wires.menu is None
    drag(strip, 1, 4)
    added = strip.wires.menu.actions()[1]
    assert not added.isEnabled()
    assert added.text() == "The output layer can't add another layer"
    QTest.keyClick(strip.wires.menu, Qt.Key.Key_Escape)
    assert state.editing.undo_stack.undo_text == ""


def test_a_connection_is_drawn_by_keys(strip, state):
    keys = Qt.Key
    strip.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (keys.Key_Right, keys.Key_C, keys.Key_Right, keys.Key_Right):
        QTest.keyClick(strip.canvas, key)
    QTest.keyClick(strip.canvas, keys.Key_Return)
    choose(strip, "The output reads layer 1 too")
    settle(strip, state)
    assert state.run.output_reads == (3, 1)
    QTest.keyClick(strip.canvas, keys.Key_C)
    QTest.keyClick(strip.canvas, keys.Key_Escape)
    QTest.keyClick(strip.canvas, keys.Key_Return)  # opens the unit's card again
    assert strip.wires.menu is None
    assert strip.card.unit == (1, 0)


def entries(menu: QMenu) -> list[QAction]:
    """What a menu offers when it opens."""
    menu.aboutToShow.emit()
    return menu.actions()


def test_menus_are_filled_only_when_they_open(strip, state):
    deep = tuple(LayerSpec(3, "tanh") for _ in range(12))
    state.editing.apply(SetLayers(deep))
    settle(strip, state)
    menus = [header.wiring.reads for header in strip.headers]
    assert [len(menu.actions()) for menu in menus] == [0] * 12
    assert [len(entries(menu)) for menu in menus] == list(range(1, 13))


def test_the_menu_of_a_layer_connects_and_cuts_by_keys(strip, state):
    before = state.run
    header = strip.headers[1]
    reads = entries(header.wiring.reads)
    assert [a.text() for a in reads] == ["The input", "Layer 1"]
    assert [a.isChecked() for a in reads] == [False, True]
    assert not reads[1].isEnabled(), "it would read nothing"
    reads[0].trigger()
    settle(strip, state)
    assert state.run.network.reads(1) == (1, 0)
    entries(header.wiring.adds)[1].trigger()
    settle(strip, state)
    assert state.run.hidden[1].adds == 1
    assert entries(header.wiring.adds)[0].text() == "The input (2 units)"
    strip.output.wiring.links.actions()[2].trigger()
    settle(strip, state)
    assert state.run.output_mask.cut == 1
    strip.output.wiring.links.actions()[0].trigger()
    settle(strip, state)
    assert state.run.output_mask is None
    for _ in range(4):
        state.editing.undo_stack.undo()
    assert state.run == before


def test_a_unit_is_switched_off_and_on_in_its_card(strip, state):
    before, weights = state.run, theta(state)
    loss = state.a.latest.metrics.loss
    strip.open_unit(2, 1)
    settle(strip, state)
    card = strip.card
    assert card.switch.isChecked()
    said = card.effect.text()
    assert said.startswith(f"Without it: loss {loss:.4g} → ")
    QTest.mouseClick(card.switch, LEFT)
    settle(strip, state)
    assert not links(state.run.network, 2)[:, 1].any()
    after = state.a.latest.metrics.loss
    assert f"→ {after:.4g} (" in said
    assert not card.switch.isChecked()
    assert card.effect.text().startswith(f"Off. With it again: loss {after:.4g} → ")
    card.switch.setFocus()
    QTest.keyClick(card.switch, Qt.Key.Key_Space)
    settle(strip, state)
    assert state.run == before
    assert theta(state) == weights
    state.editing.undo_stack.undo()
    assert not links(state.run.network, 2)[:, 1].any()
    state.editing.undo_stack.undo()
    settle(strip, state)
    assert state.run == before
    assert theta(state) == weights


def test_a_unit_that_is_added_elsewhere_is_switched_off_and_on(strip, state):
    strip.wires.ask(SetSum(1, 1))
    settle(strip, state)
    before, weights = state.run, theta(state)
    strip.open_unit(1, 0)
    settle(strip, state)
    card = strip.card
    said = card.effect.text()
    assert said.startswith("Without it: loss ")
    QTest.mouseClick(card.switch, LEFT)
    settle(strip, state)
    assert state.run.hidden[1].adds_mask == (0, 1, 1)
    assert not links(state.run.network, 1)[:, 0].any()
    after = state.a.latest.metrics.loss
    assert f"→ {after:.4g} (" in said
    assert card.effect.text().startswith(f"Off. With it again: loss {after:.4g} → ")
    QTest.mouseClick(card.switch, LEFT)
    settle(strip, state)
    assert (state.run, theta(state)) == (before, weights)
    state.editing.undo_stack.undo()
    assert state.run.hidden[1].adds_mask == (0, 1, 1)
    state.editing.undo_stack.undo()
    assert (state.run, theta(state)) == (before, weights)


def test_a_link_is_cut_by_keys(strip, state):
    keys, shift = Qt.Key, Qt.KeyboardModifier.ShiftModifier
    weights = theta(state)
    strip.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (keys.Key_Right, keys.Key_Right, keys.Key_Down):
        QTest.keyClick(strip.canvas, key)
    QTest.keyClick(strip.canvas, keys.Key_Down, shift)
    QTest.keyClick(strip.canvas, keys.Key_Down, shift)
    assert "layer 1, unit 2 → layer 2, unit 2" in strip.canvas.accessibleDescription()
    QTest.keyClick(strip.canvas, keys.Key_Delete)
    settle(strip, state)
    assert state.run.hidden[1].mask.rows == [[1, 1, 1], [1, 0, 1], [1, 1, 1]]
    QTest.keyClick(strip.canvas, keys.Key_Delete)
    settle(strip, state)
    assert state.run.hidden[1].mask is None
    assert theta(state) == weights


def test_a_link_is_cut_in_the_list_of_the_card(strip, state):
    weights = theta(state)
    strip.open_unit(1, 2)
    settle(strip, state)
    key = ("W", (2, 1))
    cutter = strip.card.cutters[key]
    cutter.setFocus()
    QTest.keyClick(cutter, Qt.Key.Key_Space)
    settle(strip, state)
    assert state.run.hidden[0].mask.rows == [[1, 1], [1, 1], [1, 0]]
    assert strip.card.fields[key].text() == "cut"
    assert strip.card.fields[key].isReadOnly()
    assert cutter.accessibleName() == "Restore the link from x₂"
    QTest.keyClick(cutter, Qt.Key.Key_Space)
    settle(strip, state)
    assert theta(state) == weights
    assert not strip.card.fields[key].isReadOnly()
    assert strip.card.fields[key].text() != "cut"


def test_a_pattern_says_what_it_does_to_the_loss(strip, state):
    loss = state.a.latest.metrics.loss
    heard = []
    state.told.connect(heard.append)
    strip.headers[0].wiring.links.actions()[2].trigger()
    settle(strip, state)
    assert state.run.hidden[0].mask.cut == 3
    after = state.a.latest.metrics.loss
    start = f"A random half in layer 1: loss {loss:.4g} → {after:.4g}"
    assert heard[0].startswith(start)


def test_the_window_takes_a_connection_back(active, state, train):
    strip = active.findChild(NetworkStrip)
    prepare(state, train)
    active.clock.settle()
    before = state.run
    drag(strip, 0, 3)
    choose(strip, "Layer 3 reads the input too")
    assert active.toast.text() == "The new weights start at 0, so nothing changes yet."
    assert state.run.network.reads(2) == (2, 0)
    QTest.keyClick(active, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert state.run == before
    QTest.keyClick(active, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert state.run.network.reads(2) == (2, 0)


def test_pruning_reports_what_it_did_to_the_loss(state, train, qapp):
    section = NetworkSection(state)
    section.set_theme(state.shown.theme)
    prepare(state, train)
    before, weights = state.run, theta(state)
    row, loss = section.pruning, state.a.latest.metrics.loss
    QTest.keyClick(row.field, Qt.Key.Key_F2)
    row.field.selectAll()
    QTest.keyClicks(row.field, "0.4")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert row.field.value == 0.4
    QTest.keyClick(row.button, Qt.Key.Key_Space)
    state.notice()
    masks = [state.run.network.mask(i) for i in range(4)]
    cut = sum(mask.cut for mask in masks if mask)
    after = state.a.latest.metrics.loss
    start = f"{cut} of 23 links cut: loss {loss:.4g} → {after:.4g} ("
    assert row.report.text().startswith(start)
    assert cut > 0
    QTest.keyClick(row.button, Qt.Key.Key_Space)
    assert row.report.text() == f"None of the {23 - cut} links has a weight that small."
    state.editing.undo_stack.undo()
    assert state.run == before
    assert theta(state) == weights
