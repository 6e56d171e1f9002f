"""Canvases work by keyboard as by mouse, and leave → to training where they should."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.look.theme import LIGHT
from app.plane.canvas import PlaneCanvas
from app.plane.key_canvas import KeyCanvas
from app.shell.window import MainWindow
from app.views.output.draw_bar import DrawSurface
from app.views.output.panel import OutputPanel
from app.views.regions.canvas import RegionsCanvas
from app.views.regions.panel import RegionsPanel
from app.views.saturation.panel import SaturationPanel
from app.views.warp.panel import WarpPanel
from app.views.warp.track import LayerStrip
from core.analysis.region_warm import warm_up_regions
from core.language import tr
from core.problems import Points
from tests.app.run_frames import frame_of, run_of, serve, trained

TAB = Qt.FocusReason.TabFocusReason


def led(panel: QWidget, part: KeyCanvas) -> KeyCanvas:
    """The widget focused as by Tab."""
    panel.activateWindow()
    QApplication.processEvents()
    part.clearFocus()  # a new window focuses its only widget
    part.setFocus(TAB)
    assert part.hasFocus()
    return part


def hit(part: QWidget, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(part, key)


def framed(part: KeyCanvas) -> bool:
    """Whether the whole edge has the accent colour."""
    image = part.grab().toImage()
    right, bottom = image.width() - 1, image.height() - 1
    edge = [(x, y) for x in (0, right) for y in (0, bottom // 3, bottom)]
    accent = LIGHT.accent.lower()
    return all(image.pixelColor(x, y).name() == accent for x, y in edge)


@pytest.fixture
def output(qapp):
    panel = OutputPanel()
    serve(panel, frame_of(trained(run_of("moons", "bce"))))
    return panel


def test_arrows_read_the_plane(output) -> None:
    canvas = led(output, output.findChild(PlaneCanvas))
    assert framed(canvas)
    plain = canvas.grab().toImage()
    hit(canvas, Qt.Key.Key_Right)
    assert canvas.view.pointer == pytest.approx(canvas.middle())
    assert canvas.grab().toImage() != plain, "the value is read"
    hit(canvas, Qt.Key.Key_Right, Qt.Key.Key_Up)
    assert canvas.view.pointer[0] > canvas.middle()[0]
    assert canvas.view.pointer[1] > canvas.middle()[1]
    assert "x₁" in canvas.accessibleDescription()
    hit(canvas, *[Qt.Key.Key_Left] * 80)
    assert canvas.view.pointer[0] == pytest.approx(canvas.visible()[0])
    hit(canvas, Qt.Key.Key_Escape)
    assert canvas.view.pointer is None
    assert canvas.accessibleDescription() == canvas.keys


def test_keys_find_the_example_that_the_mouse_would(output) -> None:
    canvas = led(output, output.findChild(PlaneCanvas))
    found: list[int] = []
    canvas.example_hovered.connect(found.append)
    x = canvas.result.snapshot.splits.train.x[5]
    canvas.view.point((float(x[0]), float(x[1])))
    hit(canvas, Qt.Key.Key_Right)
    assert canvas.hovered >= 0
    canvas.clearFocus()
    assert found[-1] == -1
    assert canvas.view.pointer is None


def test_plus_and_minus_zoom_and_home_shows_the_whole(output) -> None:
    canvas = led(output, output.findChild(PlaneCanvas))
    view = canvas.view
    hit(canvas, Qt.Key.Key_Plus, Qt.Key.Key_Plus, Qt.Key.Key_Minus)
    assert view.box[1] - view.box[0] == pytest.approx(
        0.85 * (view.home[1] - view.home[0])
    )
    hit(canvas, Qt.Key.Key_Home)
    assert view.box == view.home


def test_enter_pins_the_region_at_the_point_and_lets_it_go(qapp) -> None:
    warm_up_regions()
    panel = RegionsPanel()
    pinned: list[object] = []
    panel.region_pinned.connect(pinned.append)
    frame = frame_of(trained(run_of("moons", "bce", (6, 5), "relu")))
    serve(panel, frame)
    serve(panel, frame)
    canvas = led(panel, panel.findChild(RegionsCanvas))
    hit(canvas, Qt.Key.Key_Return)
    assert pinned == [], "no point, no region"
    hit(canvas, Qt.Key.Key_Right)
    image, middle = canvas.grab().toImage(), canvas.rect().center()
    ring = {
        image.pixelColor(middle.x() + x, middle.y() + y).name()
        for x in range(-4, 5)
        for y in range(-4, 5)
    }
    assert any(QColor(name).lightness() < 110 for name in ring), "the point is marked"
    hit(canvas, Qt.Key.Key_Return)
    (corners,) = pinned
    assert np.array_equal(
        corners, canvas.found.regions.at(*canvas.view.pointer).polygon
    )
    assert "area" in canvas.accessibleDescription()
    hit(canvas, Qt.Key.Key_Enter)
    assert pinned[1:] == [None]


def test_arrows_choose_a_layer_even_while_the_last_is_flown_to(qapp) -> None:
    panel = WarpPanel()
    serve(panel, frame_of(trained(run_of("moons", "bce"))), 500, 500)
    strip = led(panel, panel.findChild(LayerStrip))
    assert framed(strip)
    spaces = strip.spaces()
    chosen: list[float] = []
    strip.chosen.connect(chosen.append)
    hit(strip, Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left)
    assert chosen == [spaces[i] for i in (0, 1, 2, 1)]
    hit(strip, Qt.Key.Key_End, Qt.Key.Key_Right)
    assert chosen[4:] == [spaces[-1], spaces[-1]]
    panel.go_to(float(spaces[-1]))
    panel.go_to(0.0)
    hit(strip, Qt.Key.Key_Right)
    assert chosen[-1] == spaces[1], "from where the stage stands"
    panel.go_to(0.0)


@pytest.mark.parametrize("name", ["outputs", "push"])
def test_arrows_go_from_example_to_example_and_enter_keeps_one(qapp, name) -> None:
    panel = SaturationPanel()
    marked: list[frozenset[int]] = []
    panel.highlight_changed.connect(marked.append)
    panel.show_page(name)
    serve(panel, frame_of(trained(run_of("moons", "bce"))), 500, 400)
    page = led(panel, getattr(panel, name))
    assert framed(page)
    x, _, rows = page.spots
    left = rows[int(np.argmin(np.round(x)))]
    hit(page, Qt.Key.Key_Right)
    assert np.round(x[rows == left][0]) == np.round(x).min()
    seen = [page.hovered]
    for _ in range(len(rows) + 3):
        hit(page, Qt.Key.Key_Right)
        seen.append(page.hovered)
    assert sorted(set(seen)) == sorted(rows.tolist()), "every example is met"
    across = [float(np.round(x[rows == row][0])) for row in seen]
    assert across == sorted(across)
    hit(page, Qt.Key.Key_Return)
    assert page.chosen == seen[-1]
    assert marked[-1] == {seen[-1]}
    hit(page, Qt.Key.Key_Escape)
    assert marked[-1] == frozenset()
    assert page.chosen == seen[-1]


def test_a_page_without_examples_leaves_the_arrows(qapp) -> None:
    panel = SaturationPanel()
    serve(panel, frame_of(trained(run_of("moons", "bce"))), 500, 400)
    page = led(panel, panel.outputs)
    page.grab()
    assert page.takes_arrows
    serve(panel, frame_of(trained(run_of("sine", "mse"))), 500, 400)
    page.grab()
    assert not page.takes_arrows


def test_enter_opens_the_costs(qapp) -> None:
    panel = SaturationPanel()
    panel.show_page("trust")
    serve(panel, frame_of(trained(run_of("moons", "bce"))), 500, 400)
    page = led(panel, panel.trust)
    assert framed(page)
    asked: list[bool] = []
    page.costs_wanted.disconnect()
    page.costs_wanted.connect(lambda: asked.append(True))
    hit(page, Qt.Key.Key_Return)
    assert asked == [True]


# -- in the window -------------------------------------------------------------------


def press(window: QWidget, *keys: Qt.Key) -> None:
    """Send keys as the system does: to the window, shortcuts first."""
    for key in keys:
        QTest.keyClick(window.windowHandle(), key)


def canvas_of(window) -> PlaneCanvas:
    return window.desk.panes["output"].panel.findChild(PlaneCanvas)


def test_right_belongs_to_a_canvas_only_for_those_who_came_by_keys(active, state):
    canvas = canvas_of(active)
    canvas.setFocus(TAB)
    press(active, Qt.Key.Key_Right)
    assert state.a.latest.step == 0
    assert canvas.view.pointer is not None
    canvas.clearFocus()
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(30, 30))
    assert canvas.hasFocus()
    press(active, Qt.Key.Key_Right)
    assert state.a.latest.step == 1, "a click in the picture does not end one step"
    press(active, Qt.Key.Key_Left, Qt.Key.Key_Right)
    assert state.a.latest.step == 1


def test_space_plays_whatever_canvas_has_the_keyboard(active, state):
    canvas_of(active).setFocus(TAB)
    press(active, Qt.Key.Key_Space)
    assert state.playing
    press(active, Qt.Key.Key_Space)
    assert not state.playing


def test_points_are_drawn_erased_and_moved_by_keys(active, state):
    canvas_of(active).setFocus(TAB)
    press(active, Qt.Key.Key_D)
    surface = active.findChild(DrawSurface)
    assert surface.hasFocus(), "who led the picture leads the brush"
    drawing = active.drawing
    drawing.set_brush(label=1, density=1)
    before = len(drawing.sample())
    press(active, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Return)
    problem = state.run.data.problem
    assert isinstance(problem, Points)
    assert len(problem.x) == before + 1
    assert state.a.latest.step == 0, "→ moved the brush"
    drawn = problem.x[-1].copy()
    assert drawn == pytest.approx(surface.place_of(surface.at)[:2])

    drawing.use("move")
    press(active, Qt.Key.Key_Return, Qt.Key.Key_Right, Qt.Key.Key_Return)
    moved = state.run.data.problem.x[-1]
    assert moved[0] > drawn[0]
    assert moved[1] == pytest.approx(drawn[1])
    press(active, Qt.Key.Key_Left)
    assert np.array_equal(state.run.data.problem.x[-1], moved), "it was put down"

    press(active, Qt.Key.Key_Right)
    drawing.use("erase")
    drawing.set_brush(size=5)
    press(active, Qt.Key.Key_Return)
    assert len(state.run.data.problem.x) == before
    press(active, Qt.Key.Key_Escape)
    assert not drawing.active
    assert canvas_of(active).hasFocus(), "and the picture has the keyboard again"


def test_who_drew_with_the_mouse_keeps_right_for_one_step(active, state):
    canvas = canvas_of(active)
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(30, 30))
    press(active, Qt.Key.Key_D)
    surface = active.findChild(DrawSurface)
    assert surface.hasFocus()
    press(active, Qt.Key.Key_Right)
    assert state.a.latest.step == 1
    press(active, Qt.Key.Key_D)
    assert canvas.hasFocus()
    press(active, Qt.Key.Key_Right)
    assert state.a.latest.step == 2


def say_their_keys(canvases: list[KeyCanvas]) -> None:
    assert canvases
    for canvas in canvases:
        assert canvas.keys
        assert canvas.accessibleDescription().endswith(tr(canvas.keys)), canvas
        assert canvas.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_every_canvas_says_its_keys(active):
    active.clock.settle()
    say_their_keys([w for w in active.findChildren(KeyCanvas) if w.isVisible()])


def test_canvases_say_their_keys_from_the_moment_they_exist(state, settings, qapp):
    """Before they are shown, served or painted; hidden ones, and after each of these.

    What is said must not depend on which panel was served first.
    """
    window = MainWindow(state, settings)
    try:
        window.clock.manual = True
        say_their_keys(window.findChildren(KeyCanvas))
        window.show()
        say_their_keys(window.findChildren(KeyCanvas))
        window.clock.settle()
        state.runners[0].advance(20)
        window.clock.settle()
        qapp.processEvents()
        say_their_keys(window.findChildren(KeyCanvas))
    finally:
        window.close()


def every_kind(of: type[KeyCanvas] = KeyCanvas) -> Iterator[type[KeyCanvas]]:
    for kind in of.__subclasses__():
        yield kind
        yield from every_kind(kind)


def test_keys_are_words_of_a_kind_of_canvas_and_wait_for_nothing(window):
    """A property that asked for data would be empty as the constructor says it."""
    for kind in every_kind():
        for name in ("keys", "tell"):
            owner = next(base for base in kind.__mro__ if name in vars(base))
            assert not isinstance(vars(owner)[name], property), kind
        assert isinstance(kind.keys, str), kind
