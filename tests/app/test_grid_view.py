"""The Grid view: many seeds of the present run in the real window."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.editing.state import AppState
from app.frame.bridge import engine_runner
from app.look.theme import DARK
from app.views.grid.jobs import PICTURES, not_applicable
from app.views.grid.panel import GridPanel
from app.views.grid.places import places
from app.views.grid.summary import words_of
from app.widgets.controls import controls_in
from app.widgets.label import Label
from core.edits import SetLayer
from core.goal import Goal
from core.grid.fate import Fate
from core.grid.snapshot import GridSnapshot
from core.scenes import load_scene
from tests.app.run_frames import serve


class Seen:
    """The view alone, served as the clock serves it."""

    def __init__(self, state: AppState) -> None:
        self.state, self.panel = state, GridPanel(state)
        self.panel.networks = 4
        self.panel.resize(700, 480)
        self.panel.show()

    @property
    def shot(self) -> GridSnapshot:
        found = self.state.many.latest
        assert found is not None
        return found

    def serve(self) -> None:
        serve(self.panel, self.state.frame(), 700, 480)


@pytest.fixture
def grid(state, train) -> Iterator[Seen]:
    """Four networks of XOR, seen, after twenty steps."""
    seen = Seen(state)
    train(20)
    seen.serve()
    yield seen
    seen.panel.hide()


def tile_of(panel: GridPanel, member: int) -> QPoint:
    tiles = panel.canvas.tiles
    assert tiles is not None
    return tiles.places.tiles[tiles.order.index(member)].center()


def click(panel: GridPanel, member: int, *, shift: bool = False) -> None:
    held = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier(0)
    QTest.mouseClick(
        panel.canvas, Qt.MouseButton.LeftButton, held, tile_of(panel, member)
    )


def test_the_networks_are_at_the_step_of_run_a(grid, train) -> None:
    shot = grid.shot
    assert shot.step == grid.state.a.latest.step == 20
    assert shot.seeds == tuple(range(37, 41))
    assert shot.thetas[0] == pytest.approx(grid.state.a.latest.theta, abs=1e-12)
    train(5)
    grid.serve()
    assert grid.shot.step == 25
    assert grid.panel.canvas.tiles.shot.step == 25


def test_random_units_learn_side_by_side_with_run_a(grid, train) -> None:
    state = grid.state
    state.editing.apply(SetLayer(0, "activation", "sigmoid"))
    state.editing.apply(SetLayer(0, "sample", "bernoulli"))
    train(30)
    grid.serve()
    shot = grid.shot
    assert state.many.error is None
    assert shot.step == state.a.latest.step > 40
    assert shot.network.hidden[0].sample == "bernoulli"
    assert shot.thetas[0] == pytest.approx(state.a.latest.theta, abs=1e-9)


def test_they_rest_while_nobody_looks(grid, train) -> None:
    grid.panel.hide()
    train(10)
    grid.state.many.follow()
    assert grid.shot.step == 20
    grid.serve()
    assert grid.shot.step == 30


def test_a_click_opens_one_as_a_with_its_own_past(grid) -> None:
    state = grid.state
    shot = grid.shot
    click(grid.panel, 2)
    grid.serve()
    latest = state.a.latest
    assert latest.run.seed == 39
    assert latest.step == 20
    assert latest.theta == pytest.approx(shot.thetas[2], abs=1e-12)
    assert len(state.a.timeline.snapshots()) == 21
    assert grid.shot.seeds == shot.seeds  # the grid stays where it is
    state.editing.undo_stack.undo()
    assert state.a.latest.run.seed == 37
    assert state.a.latest.step == 20


def test_shift_and_a_click_open_one_as_b(grid) -> None:
    state = grid.state
    shot = grid.shot
    click(grid.panel, 3, shift=True)
    b = state.comparison.b
    assert b is not None
    assert state.comparison.alive
    assert b.latest.theta == pytest.approx(shot.thetas[3], abs=1e-12)
    assert state.a.latest.run.seed == 37
    state.editing.undo_stack.undo()
    assert state.comparison.b is None


def test_keys_go_from_network_to_network_and_open_one(grid) -> None:
    grid.panel.canvas.setFocus()
    QTest.keyClick(grid.panel.canvas, Qt.Key.Key_Right)
    QTest.keyClick(grid.panel.canvas, Qt.Key.Key_Right)
    assert "Seed 38" in grid.panel.canvas.accessibleDescription()
    QTest.keyClick(grid.panel.canvas, Qt.Key.Key_Return)
    assert grid.state.a.latest.run.seed == 38
    QTest.keyClick(
        grid.panel.canvas, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier
    )
    assert grid.state.comparison.b.latest.run.seed == 38


def test_changes_of_the_run_apply_to_all(grid, train) -> None:
    state = grid.state
    state.editing.change_training(learning_rate=0.5)
    train(3)
    grid.serve()
    shot = grid.shot
    assert shot.run.training.learning_rate == 0.5
    assert shot.thetas[0] == pytest.approx(state.a.latest.theta, abs=1e-12)


def test_scrubbing_scrubs_all(grid) -> None:
    state = grid.state
    state.scrub(7)
    grid.serve()
    shot = grid.shot
    assert shot.step == 7
    assert shot.thetas[0] == pytest.approx(state.a.timeline.at(7).theta, abs=1e-12)
    state.scrub(None)
    grid.serve()
    assert grid.shot.step == 20


def test_rewind_takes_all_of_them_back(grid) -> None:
    grid.state.rewind()
    grid.serve()
    assert grid.shot.step == 0


def test_another_seed_outside_moves_the_grid(grid) -> None:
    for _ in range(4):
        grid.state.new_seed()
    grid.serve()
    assert grid.shot.seeds[0] == 41


@pytest.mark.parametrize("picture", PICTURES)
def test_every_picture_of_every_kind_of_problem(grid, train, picture) -> None:
    grid.panel.picture = picture
    grid.state.shown.set_theme(DARK)
    for scene in ("xor", "spirals", "sine-1d", "parity", "rgb", "plane"):
        grid.state.open_scene(load_scene(scene))
        train(2)
        grid.serve()
        tiles = grid.panel.canvas.tiles
        assert tiles is not None
        flat = picture == "regions" and grid.state.run.data.problem.inputs != 2
        if flat or (picture == "warp" and not grid.state.run.hidden):
            assert not_applicable(picture, grid.shot)
            assert tiles.shot is not grid.shot  # a sentence stands in their place
            continue
        assert tiles.shot is grid.shot
        assert len(tiles.order) == 4
        place = tiles.places.tiles[0]
        colours = {
            tiles.image.pixelColor(x, y).rgb()
            for x in range(place.left(), place.right(), 3)
            for y in range(place.top(), place.bottom(), 3)
        }
        assert len(colours) > 1, (scene, picture)


def test_key_8_shows_it_and_leaving_it_lets_it_rest(active) -> None:
    window = active
    panel = window.desk.panes["grid"].panel
    panel.networks = 4
    assert not window.state.many.watched
    QTest.keyClick(window, Qt.Key.Key_8)
    window.clock.settle()
    assert window.desk.enlarged == "grid"
    assert window.state.many.watched
    assert panel.canvas.tiles is not None
    QTest.keyClick(window, Qt.Key.Key_8)
    assert not window.state.many.watched


def test_sorted_by_loss_the_best_comes_first(grid) -> None:
    grid.panel.sort = "loss"
    grid.serve()
    tiles = grid.panel.canvas.tiles
    assert np.all(np.diff(tiles.shot.losses[list(tiles.order)]) >= 0)
    assert grid.panel.sorts.currentData() == "loss"


def test_the_summary_counts_who_reached_the_goal(grid, train) -> None:
    grid.state.set_goal(Goal(loss=10.0))
    grid.serve()
    shot = grid.shot
    assert set(shot.fates) == {Fate.SOLVED}
    first, second = words_of(shot)
    assert first == "4 of 4 reached the goal"
    assert second == "100 % (95 % interval 51–100 %)"
    assert first in grid.panel.summary.accessibleDescription()


def test_stop_at_goal_stops_run_a_and_lets_the_others_go_on(grid) -> None:
    state = grid.state
    state.scene_steps = 40
    state.rewind()
    loss = state.a.latest.metrics.loss
    state.set_goal(Goal(loss=0.98 * loss, stop=True))
    state.a.advance(60)
    state.notice()
    assert 0 < state.a.latest.step < 60
    grid.serve()
    shot = grid.shot
    assert shot.step == 40
    assert shot.steps_made[0] == state.a.latest.step


@pytest.mark.parametrize("scene", ["xor", "sine-1d", "parity", "rgb"])
def test_the_ensemble_page(grid, train, scene) -> None:
    grid.panel.page = "ensemble"
    grid.state.open_scene(load_scene(scene))
    train(2)
    grid.serve()
    made = grid.panel.ensemble.result
    assert made is not None
    assert made.shot is grid.shot
    assert len(made.pictures) == (5 if made.shot.run.data.problem.inputs == 2 else 0)
    assert [q.members for q in made.qualities] == [1, 2, 4]
    assert grid.panel.stack.currentWidget() is grid.panel.ensemble
    assert not grid.panel.grab().isNull()


def test_keys_move_the_line_through_the_plane(grid) -> None:
    grid.panel.page = "ensemble"
    grid.serve()
    page = grid.panel.ensemble
    page.grab()
    before = page.result.section
    QTest.keyClick(page, Qt.Key.Key_Up)
    grid.serve()
    assert page.result.section > before


def test_a_run_file_keeps_the_grid(window, tmp_path) -> None:
    panel = window.desk.panes["grid"].panel
    window.show_view("grid")
    panel.networks, panel.sort, panel.page = 5, "loss", "ensemble"
    window.state.many.first_seed = 35
    window.clock.settle()
    record = window.files.record()
    assert record.extra["grid"]["networks"] == 5
    panel.networks, panel.sort, panel.page = 4, "seed", "networks"
    window.state.many.first_seed = None
    window.open_saved(record)
    assert (panel.networks, panel.sort, panel.page) == (5, "loss", "ensemble")
    window.clock.settle()
    assert window.state.many.latest.seeds == tuple(range(35, 40))
    panel.take_kept({"networks": "many", "first_seed": -1, "sort": 7})
    assert panel.networks == 5


def test_tiles_fill_the_room_and_never_overlap() -> None:
    from PySide6.QtCore import QSize

    from app.look.theme import LIGHT

    for count in (4, 16, 36, 100):
        made = places(QSize(700, 420), count, LIGHT)
        assert len(made.tiles) == count
        assert made.side >= 20
        last = made.tiles[-1]
        assert last.right() < 700
        assert last.bottom() + made.label <= 420
        assert made.at(*_middle(made.tiles[-1])) == count - 1
        for a, b in zip(made.tiles, made.tiles[1:], strict=False):
            assert not a.intersects(b)


def _middle(tile) -> tuple[int, int]:
    return tile.center().x(), tile.center().y()


def test_in_the_window_a_thread_trains_them(qapp) -> None:
    state = AppState(load_scene("xor").run, engine_runner)
    try:
        state.many.count = 4
        state.step(12)
        state.a.wait_for(lambda s: s.step == 12)
        state.many.watch(True)
        state.many.follow()
        runner = state.many.runner
        assert runner is not None
        runner.wait()
        assert state.many.latest.step == 12
        state.many.watch(False)
        assert not state.many.busy
    finally:
        state.close()


def test_a_figure_has_no_words_of_controls(grid):
    controls = controls_in(grid.panel)
    words = [label for label in grid.panel.findChildren(Label) if label.text()]
    assert [label.text() for label in words if label not in controls] == []
