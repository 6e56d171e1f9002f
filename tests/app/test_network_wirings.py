"""Shortcuts and cut links in the network strip."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.views.network.arches import Arch, arches, room_for_arches
from app.views.network.words import hover_lines
from core.edits.wiring import Connect, CutLinks, RestoreLinks
from core.engine.session import Session
from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.scenes import load_scene
from tests.app.mouse import hover
from tests.app.run_frames import run_of
from tests.app.test_network_editor import again, asked, strip_of


def straight_link(strip) -> QPoint:
    """A point on the link between the first input and the first unit."""
    layout = strip.canvas.layout_now()
    left, right = layout.columns[:2]
    middle = (left.right + right.left) / 2
    return QPoint(round(middle), round(float(left.y[0])) + 4)


def test_a_right_click_cuts_a_link_and_another_restores_it(qapp) -> None:
    session = Session(run_of("xor", "mse", (2,), "relu"), "reference")
    strip = strip_of(session)
    heard = asked(strip.edit_asked)
    now = session.snapshot()
    weight = float(now.network.layout.layers[0].W.of(now.theta)[0, 0])
    right = Qt.MouseButton.RightButton
    QTest.mouseClick(strip.canvas, right, pos=straight_link(strip))
    assert heard == [(CutLinks(0, ((0, 0),)),)]
    session.apply(heard[0][0])
    again(strip, session)
    words = hover_lines(session.snapshot(), "link", 1, 0, 0, 0, None)
    assert words[0] == "cut link"
    QTest.mouseClick(strip.canvas, right, pos=straight_link(strip))
    assert heard[1:] == [(RestoreLinks(0, ((0, 0),), (weight,)),)]
    session.apply(heard[1][0])
    assert session.snapshot().theta.tolist() == now.theta.tolist()


def test_delete_cuts_the_link_under_the_mouse(qapp) -> None:
    session = Session(run_of("xor", "mse", (2,), "relu"), "reference")
    strip = strip_of(session)
    heard = asked(strip.edit_asked)
    QTest.keyClick(strip.canvas, Qt.Key.Key_Delete)
    assert heard == []
    hover(strip.canvas, straight_link(strip))
    QTest.keyClick(strip.canvas, Qt.Key.Key_Delete)
    assert heard == [(CutLinks(0, ((0, 0),)),)]


def test_arches_of_a_chain_take_no_room() -> None:
    chain = NetworkSpec(2, (LayerSpec(2), LayerSpec(2)), OutputSpec("mse", 1))
    assert arches(chain) == ()
    assert room_for_arches(chain) == 0.0


def test_arches_nest_and_those_side_by_side_share_a_lane() -> None:
    hidden = (LayerSpec(2, adds=0), LayerSpec(2, adds=1), LayerSpec(2, reads=(2, 0)))
    network = NetworkSpec(2, hidden, OutputSpec("mse", 1, reads=(3, 0)))
    assert arches(network) == (
        Arch(0, 1, True, 0),
        Arch(1, 2, True, 0),
        Arch(0, 3, False, 1),
        Arch(0, 4, False, 2),
    )


def test_a_connection_makes_room_above_the_units(qapp) -> None:
    session = Session(load_scene("rings-narrow").run, "reference")
    strip = strip_of(session)
    before = strip.canvas.layout_now()
    session.apply(Connect(0, 5))
    again(strip, session)
    after = strip.canvas.layout_now()
    top = room_for_arches(session.network)
    assert top > 0
    for column in after.columns:
        assert (column.y - column.tile / 2).min() >= top
    assert after.height == before.height


def test_plus_stays_under_the_mouse_while_layers_are_added(qapp) -> None:
    session = Session(run_of("xor", "mse", (2, 2), "relu"), "reference")
    strip = strip_of(session, 900)
    heard = asked(strip.edit_asked)
    place = strip.layers.geometry()
    strip.layers.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    for _ in range(4):
        QTest.mouseClick(strip.layers.more, Qt.MouseButton.LeftButton)
        session.apply(heard[-1][0])
        again(strip, session)
        assert strip.layers.geometry() == place
    strip.layers.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    QApplication.sendEvent(strip.layers, QEvent(QEvent.Type.Leave))
    assert strip.layers.geometry() != place, "columns are narrow now: it stands below"
