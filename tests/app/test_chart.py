"""Charts: zoom, pan, fit, crosshair, legend, keys; with real events on a real view."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.chart.chart import Chart
from app.look.export import write_picture
from app.views.loss.panel import LossPanel
from core.engine.commands import Rewind
from tests.app.charts import PLACE, drag, seen, sheet, wheel
from tests.app.mouse import hover
from tests.app.run_frames import frame_of, run_of, serve, trained


@pytest.fixture
def panel(qapp) -> LossPanel:
    made = LossPanel()
    serve(made, frame_of(trained(run_of("moons", "bce"), 200)), 560, 400)
    qapp.processEvents()
    return made


@pytest.fixture
def chart(panel) -> Chart:
    return panel.chart


def test_the_wheel_zooms_into_steps_around_the_mouse(chart) -> None:
    (x, y), here = seen(chart), chart.shown_plots()[0][1].at(QPointF(PLACE))[0]
    wheel(chart, PLACE, 3)
    zoomed, same = seen(chart)
    assert zoomed.high - zoomed.low < 0.8 * (x.high - x.low)
    assert same == y, "curves stay in sight"
    assert chart.shown_plots()[0][1].at(QPointF(PLACE))[0] == pytest.approx(here)
    assert seen(chart, 1)[0] == zoomed, "both plots show the same steps"


def test_ctrl_or_the_numbers_of_an_axis_zoom_the_values(chart) -> None:
    x, y = seen(chart)
    wheel(chart, QPoint(20, 60), 2)
    assert seen(chart)[0] == x
    assert seen(chart)[1].high < y.high
    chart.fit()
    wheel(chart, PLACE, 2, Qt.KeyboardModifier.ControlModifier)
    assert seen(chart)[0] != x
    assert seen(chart)[1] != y


def test_dragging_pans_and_moves_no_playhead(panel, chart) -> None:
    chosen: list[int] = []
    panel.step_chosen.connect(chosen.append)
    wheel(chart, PLACE, 6)
    before = seen(chart)[0]
    drag(chart, PLACE, PLACE - QPoint(80, 0))
    after = seen(chart)[0]
    assert after.low > before.low
    assert after.high - after.low == pytest.approx(before.high - before.low)
    assert chosen == []


def test_nobody_pans_before_the_first_step(chart) -> None:
    wheel(chart, PLACE, 6)
    drag(chart, PLACE, PLACE + QPoint(2000, 0))
    assert seen(chart)[0].low >= 0.0


def test_a_double_click_fits_and_moves_no_playhead(panel, chart, qtbot) -> None:
    chosen: list[int] = []
    panel.step_chosen.connect(chosen.append)
    before = seen(chart)
    wheel(chart, PLACE, 5, Qt.KeyboardModifier.ControlModifier)
    assert seen(chart) != before
    QTest.mouseDClick(sheet(chart), Qt.MouseButton.LeftButton, pos=PLACE)
    assert seen(chart) == before
    assert not chart.held
    assert chosen == []


def test_a_click_chooses_the_step_under_the_mouse(panel, chart, qtbot) -> None:
    wanted = round(chart.shown_plots()[0][1].at(QPointF(PLACE))[0])
    with qtbot.waitSignal(panel.step_chosen) as heard:
        QTest.mouseClick(sheet(chart), Qt.MouseButton.LeftButton, pos=PLACE)
    assert heard.args == [wanted]
    wheel(chart, PLACE, 1)  # now it may be the first half of a double click
    with qtbot.waitSignal(panel.step_chosen) as heard:
        QTest.mouseClick(sheet(chart), Qt.MouseButton.LeftButton, pos=PLACE)
    assert heard.args == [pytest.approx(wanted, abs=1)]


def test_a_range_set_by_hand_stays_while_data_come_in(panel, chart) -> None:
    session = trained(run_of("moons", "bce"), 100)
    serve(panel, frame_of(session), 560, 400)
    wheel(chart, PLACE, 4)
    held = seen(chart)[0]
    session.advance(400)
    serve(panel, frame_of(session), 560, 400)
    assert seen(chart)[0] == held
    chart.fit()
    assert seen(chart)[0].high >= 500


def test_another_run_is_followed_again(panel, chart) -> None:
    wheel(chart, PLACE, 4)
    assert chart.held
    session = trained(run_of("moons", "bce"), 60)
    session.apply(Rewind())
    session.advance(70)
    serve(panel, frame_of(session), 560, 400)
    assert not chart.held
    assert seen(chart)[0].low == 0.0


def test_the_crosshair_reads_all_curves_at_one_step(chart) -> None:
    hover(sheet(chart), PLACE)
    found = chart.readings()
    names = [r.line.name for r in found]
    assert names == ["train loss", "test loss", "train accuracy", "test accuracy"]
    assert len({r.x for r in found}) == 1
    for reading in found:
        at = int(np.flatnonzero(reading.line.x == reading.x)[0])
        assert reading.y == reading.line.y[at]
    plain = chart.grab().toImage()
    QApplication.sendEvent(sheet(chart).parentWidget(), QEvent(QEvent.Type.Leave))
    assert chart.step is None
    assert chart.grab().toImage() != plain


def test_the_mouse_over_a_chart_without_room(panel, qapp) -> None:
    """A pane pressed together: the plot has no height, and nothing to read."""
    chart = panel.chart
    for height in range(80, 0, -1):
        panel.resize(560, height)
        qapp.processEvents()
        chart.point(QPointF(200.0, 7.0))
        assert not any(axes.rect.height() < 0 for _, axes in chart.shown_plots())


def test_a_click_on_a_name_hides_its_curve_and_another_shows_it(chart) -> None:
    label = chart.labels[0]
    middle = label.rect.center().toPoint()
    plain = chart.grab().toImage()
    QTest.mouseClick(sheet(chart), Qt.MouseButton.LeftButton, pos=middle)
    assert chart.hidden == {label.line.key}
    assert chart.grab().toImage() != plain
    hover(sheet(chart), PLACE)
    assert {r.line.key for r in chart.readings()} == {"A test"}
    QTest.mouseClick(sheet(chart), Qt.MouseButton.LeftButton, pos=middle)
    assert chart.hidden == set()


def test_keys_read_go_hide_zoom_fit_and_change_the_scale(panel, chart) -> None:
    chosen: list[int] = []
    panel.step_chosen.connect(chosen.append)
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(4):
        QTest.keyClick(chart, Qt.Key.Key_Left)
    at = chart.step
    assert at is not None
    assert at < 200
    assert chart.accessibleDescription().startswith(f"step {int(at)}: train loss")
    QTest.keyClick(chart, Qt.Key.Key_Return)
    assert chosen == [int(at)]
    before = seen(chart)[0]
    QTest.keyClick(chart, Qt.Key.Key_Plus)
    assert seen(chart)[0].high - seen(chart)[0].low < before.high - before.low
    QTest.keyClick(chart, Qt.Key.Key_Home)
    assert seen(chart)[0] == before
    QTest.keyClick(chart, Qt.Key.Key_Down)
    QTest.keyClick(chart, Qt.Key.Key_H)
    assert len(chart.hidden) == 1
    QTest.keyClick(chart, Qt.Key.Key_L)
    assert panel.log_y
    assert seen(chart)[1].log


def test_a_click_on_the_scale_s_name_changes_it(panel, chart) -> None:
    bottom = round(chart.contents.plots[-1].rect.bottom())
    place = QPoint(12, bottom + 10)
    QTest.mouseClick(sheet(chart), Qt.MouseButton.LeftButton, pos=place)
    assert panel.log_y
    QTest.mouseClick(sheet(chart), Qt.MouseButton.LeftButton, pos=place)
    assert not panel.log_y


def test_an_svg_has_words_and_curves_in_pixels(panel, tmp_path: Path) -> None:
    path = tmp_path / "chart.svg"
    write_picture(panel, path)
    text = path.read_text()
    root = ElementTree.fromstring(text)
    words = {t.text for t in root.iter("{http://www.w3.org/2000/svg}title")}
    assert {"train", "test", "step", "0.2"} <= words
    assert "<image" not in text
    assert "non-scaling-stroke" not in text
    points = re.findall(r'<polyline [^>]*points="([^"]+)"', text)
    longest = max(points, key=len).split()
    assert len(longest) > 50
    xs = [float(p.split(",")[0]) for p in longest]
    assert 0 <= min(xs) < max(xs) <= 560
