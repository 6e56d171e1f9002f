"""The Ask view in the real window: a form for tables, a pad for pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.look.theme import DARK, LIGHT
from app.views.ask.jobs import PAGES, Question
from app.widgets.rows import ChoiceRow, NumberRow
from core.analysis.field import logits_at
from core.edits import SetLayers
from core.network import LayerSpec
from core.problems import Points
from core.problems.scaling import Scaling
from core.scenes import load_scene
from core.tables.learning import suiting_scene

COLUMNS = (
    Scaling("length", 5.0, 2.0, "cm"),
    Scaling("day", 19000.0, 30.0, kind="date"),
    Scaling("kind = a", kind="word", column="kind", word="a"),
    Scaling("kind = b", kind="word", column="kind", word="b"),
    Scaling("age", 40.0, 10.0),
    Scaling("age is missing", kind="missing", column="age"),
)


def settle(window) -> None:
    for _ in range(2):  # other views hear of a question once it is answered
        QApplication.processEvents()
        window.clock.settle()


def rows_of(count: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(count, 6))
    x[:, 2] = rng.random(count) < 0.5
    x[:, 3] = 1 - x[:, 2]
    x[:, 5] = rng.random(count) < 0.3
    x[x[:, 5] > 0.5, 4] = 0.0
    return x


def show(window, scene, size=(900, 560)):
    window.open_scene(scene, play=False)
    window.resize(*size)
    window.desk.toggle_enlarged("ask")
    settle(window)
    return window.desk.panes["ask"].panel


@pytest.fixture
def table(window):
    x = rows_of(40)
    y = (x[:, 0] > 0).astype(float)
    return show(
        window, suiting_scene(Points(x, y, 2, ["no", "yes"], columns=COLUMNS), "t")
    )


@pytest.fixture
def digits(window):
    scene = load_scene("digits")
    few = replace(scene.run, data=replace(scene.run.data, points=200))
    return show(window, replace(scene, run=few))


def draw(pad, *places: tuple[float, float]) -> None:
    area = pad.surface()
    spots = [
        QPoint(
            round(area.left() + x * area.width()), round(area.top() + y * area.height())
        )
        for x, y in places
    ]
    QTest.mousePress(pad, Qt.MouseButton.LeftButton, pos=spots[0])
    for spot in spots[1:]:
        QTest.mouseMove(pad, spot)
        QApplication.processEvents()
    QTest.mouseRelease(pad, Qt.MouseButton.LeftButton, pos=spots[-1])


def test_the_key_a_brings_it(active):
    QTest.keyClick(active, Qt.Key.Key_A)
    settle(active)
    panel = active.desk.panes["ask"].panel
    assert panel.isVisible()
    assert panel.result.split in ("test", "training")


def test_the_form_has_the_columns_in_their_own_units(window, table):
    form = table.side.form
    assert list(form.rows) == [0, 1, 2, 3]
    sample = table.result.snapshot.splits.test
    length = form.rows[0]
    assert isinstance(length, NumberRow)
    assert length.label.text() == "length (cm)"
    assert length.value == pytest.approx(5.0 + 2.0 * sample.x[0, 0])
    kind = form.rows[2]
    assert isinstance(kind, ChoiceRow)
    assert kind.value == ("a" if sample.x[0, 2] else "b")
    assert form.rows[1].value.startswith("20")  # a date
    assert list(form.gaps) == [3]


def test_a_typed_value_moves_the_prediction_and_a_reset_takes_it_back(window, table):
    before = table.result.reply.shares.copy()
    row = table.side.form.rows[0]
    first = row.value
    row.take_typed(9.0)
    settle(window)
    assert table.result.x[0] == pytest.approx(2.0)
    assert not np.allclose(table.result.reply.shares, before)
    assert table.result.truth is None  # no longer an example
    assert row.reset.isVisibleTo(row)
    row.reset_asked.emit()
    settle(window)
    assert table.side.form.rows[0].value == pytest.approx(first)
    assert np.allclose(table.result.reply.shares, before)


def test_words_dates_and_gaps_are_asked_too(window, table):
    form = table.side.form
    other = "b" if form.rows[2].value == "a" else "a"
    form.rows[2].combo.setCurrentIndex(form.rows[2].combo.findData(other))
    form.rows[2].combo.activated.emit(0)
    form.rows[1].field.setText("2022-02-01")
    form.rows[1].field.editingFinished.emit()
    form.gaps[3].value_changed.emit(True)
    settle(window)
    x = table.result.x
    assert x[2] == (other == "a")
    assert x[3] == (other == "b")
    assert x[1] == pytest.approx((19024 - 19000) / 30)
    assert x[4] == 0.0
    assert x[5] == 1.0
    assert not form.rows[3].control.isEnabled()
    form.rows[1].field.setText("soon")
    form.rows[1].field.editingFinished.emit()
    assert "2024-03-01" in form.rows[1].note.text()


def test_of_many_columns_those_that_are_searched(window):
    x = np.random.default_rng(0).normal(size=(30, 40))
    columns = [Scaling(f"gene {i}") for i in range(40)]
    panel = show(
        window, suiting_scene(Points(x, np.arange(30) % 2, 2, columns=columns), "wide")
    )
    form = panel.side.form
    assert len(form.rows) == 16
    assert "24 more" in form.more.text()
    form.search.setText("gene 39")
    assert list(form.rows) == [39]
    assert form.rows[39].value == pytest.approx(panel.result.x[39], abs=1e-9)
    form.search.setText("zebra")
    assert not form.rows
    assert "No column" in form.more.text()


def test_every_page_paints_in_both_themes(window, table):
    for page in PAGES:
        table.page = page
        window.state.shown.set_theme(LIGHT)
        settle(window)
        light = table.pages[page].grab().toImage()
        window.state.shown.set_theme(DARK)
        settle(window)
        assert table.pages[page].grab().toImage() != light
        assert (
            len(
                {
                    light.pixel(x, y)
                    for x in range(0, light.width(), 3)
                    for y in range(0, light.height(), 3)
                }
            )
            > 3
        )


def test_every_page_paints_in_very_little_room(window, digits):
    window.state.editing.apply(SetLayers((LayerSpec(3),) * 12))
    for page, shown in digits.pages.items():
        digits.page = page
        settle(window)
        for size in ((1, 1), (30, 12), (150, 40), (40, 300), (900, 20)):
            shown.resize(*size)
            assert not shown.grab().isNull()


def test_a_drawn_stroke_asks_a_picture_of_its_own(window, digits):
    pad = digits.side.pad
    assert digits.result.truth is not None
    assert not pad.strokes
    draw(pad, (0.5, 0.1), (0.5, 0.5), (0.5, 0.9))
    settle(window)
    assert len(digits.question.strokes) == 1
    assert digits.question.blank
    x = digits.result.x.reshape(8, 8)
    assert x[:, 0].sum() == 0
    assert x[:, 3:5].sum() > 5
    draw(pad, (0.2, 0.5), (0.8, 0.5))
    settle(window)
    assert len(digits.question.strokes) == 2
    digits.side.undo.click()
    settle(window)
    assert np.array_equal(digits.result.x.reshape(8, 8), x)
    digits.side.clear.click()
    settle(window)
    assert not digits.result.seen
    assert not digits.result.x.any()
    assert window.state.shown.asked is None
    assert digits.side.answer.sentence() == "Nothing is drawn yet"


def test_the_pad_can_be_led_by_keys(window, digits):
    pad = digits.side.pad
    pad.setFocus(Qt.FocusReason.TabFocusReason)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(pad, key)
    QTest.keyClick(pad, Qt.Key.Key_Right)
    settle(window)
    assert [len(s.points) for s in digits.question.strokes] == [3]
    assert "pen is up" in pad.accessibleDescription()
    QTest.keyClick(pad, Qt.Key.Key_Backspace)
    settle(window)
    assert not digits.question.strokes


def test_the_asked_point_travels_through_warp(window, digits):
    asked = window.state.shown.asked
    assert np.array_equal(asked.x, digits.result.x)
    window.desk.toggle_enlarged("ask")
    window.use_layout("ask")
    settle(window)
    warp = window.desk.panes["warp"].panel
    made = warp.results[0]
    assert made.shown.asked
    last = made.warp.stages.index(made.warp.stages[-1])
    z = made.warp.values(made.warp.points, last)[-1]
    assert np.allclose(z, logits_at(made.snapshot, asked.x[None])[0])
    digits.clear()
    settle(window)
    assert not warp.results[0].shown.asked


def test_next_wrong_goes_to_a_wrong_example(window, digits):
    digits.side.wrong.click()
    settle(window)
    assert digits.result.reply.decided != int(digits.result.truth)
    assert digits.question == Question(digits.result.question.example)


def test_another_size_of_the_change_is_shown(window, digits):
    digits.page = "change"
    settle(window)
    smallest = digits.result.change.smallest
    assert digits.result.size == smallest
    assert digits.result.new_reply.decided != digits.result.reply.decided
    digits.size_row.take_typed(0.01)
    settle(window)
    moved = digits.result.changed - digits.result.x
    assert np.abs(moved).max() <= 0.01 + 1e-12
    digits.size_row.take_typed(0.0)
    settle(window)
    assert digits.result.size == smallest


def test_a_question_is_kept_with_the_run(window, digits):
    draw(digits.side.pad, (0.3, 0.2), (0.7, 0.8))
    kept = digits.kept()
    digits.clear()
    digits.take_kept(kept)
    settle(window)
    assert len(digits.question.strokes) == 1
    assert digits.kept()["drawing"] == kept["drawing"]


def test_another_problem_begins_with_a_fresh_question(window, digits):
    draw(digits.side.pad, (0.3, 0.2), (0.7, 0.8))
    settle(window)
    window.open_scene(load_scene("xor"), play=False)
    settle(window)
    assert window.state.shown.asked is None  # the view is hidden now
    window.desk.toggle_enlarged("ask")
    settle(window)
    assert digits.question == Question()
    assert len(digits.result.x) == 2
    assert digits.side.stack.currentIndex() == 1


def coloured(count: int, side: int) -> Points:
    rng = np.random.default_rng(0)
    x = rng.random((count, side * side * 3))
    y = np.arange(count) % 10
    x[:, 0] = y / 10
    return Points(x, y, 10, image=(side, side, 3))


def test_the_numbers_of_the_answer_are_not_cut_off(window, digits):
    digits.side.setFixedWidth(224)
    settle(window)
    seen = digits.side.answer.grab().toImage()
    edge = {seen.pixelColor(seen.width() - 1, y).name() for y in range(seen.height())}
    assert edge == {LIGHT.pane.lower()}


def test_all_inks_fit_beside_the_tools_in_the_narrowest_view(window):
    side = show(window, suiting_scene(coloured(40, 4), "c"), (900, 560)).side
    side.setFixedWidth(224)
    settle(window)
    assert side.inks.isVisible()
    for button in side.inks.group.buttons():
        right = button.mapTo(side, button.rect().topRight()).x()
        assert right <= side.width() - 12, button.accessibleName()


def test_a_form_stands_on_the_background_of_the_view(window, table):
    body = table.side.form.widget()
    seen = table.grab().toImage()
    at = body.mapTo(table, body.rect().bottomLeft())
    at.setY(min(at.y(), table.side.form.mapTo(table, QPoint(0, 0)).y() + 5))
    assert seen.pixelColor(at.x() + 1, at.y()).name() == LIGHT.pane.lower()


def test_coloured_pictures_are_framed_in_the_colour_of_their_class(window):
    window.open_scene(suiting_scene(coloured(40, 4), "c"), play=False)
    window.resize(900, 560)
    window.desk.toggle_enlarged("warp")
    settle(window)
    warp = window.desk.panes["warp"].panel
    seen = warp.grab().toImage()
    found = {
        seen.pixelColor(x, y).name()
        for x in range(seen.width())
        for y in range(seen.height())
    }
    wanted = {LIGHT.class_colour(k).name() for k in range(10)}
    assert len(wanted & found) >= 9, wanted - found


def test_one_column_of_a_picture_starts_at_a_pixel_that_varies(window, digits):
    digits.apply_settings({"page": "dependence"})
    settle(window)
    train = window.state.a.latest.splits.train.x
    found = digits.result.dependence
    assert np.ptp(train[:, 0]) == 0, "the first pixel is blank in every digit"
    assert found.column.inputs[0] == np.var(train, axis=0).argmax()
    assert digits.column_row.combo.currentText() == found.column.label
    assert np.ptp(found.mean, axis=0).max() > 0, "the curves are not flat"


def test_one_column_of_a_table_starts_at_the_first_that_varies(window):
    x = rows_of(40)
    x[:, 0] = 1.0
    table = show(window, suiting_scene(Points(x, x[:, 1] > 0, 2, columns=COLUMNS), "t"))
    table.apply_settings({"page": "dependence"})
    settle(window)
    assert table.result.dependence.column.inputs == (1,)
    table.apply_settings({"column": 1})
    settle(window)
    assert table.result.dependence.column.inputs == (0,)
