"""The profile by depth and the histories of hidden layers, worked with as charts."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.chart.chart import Chart
from app.look.export import write_picture
from app.look.theme import DARK
from app.views.gradients.panel import GradientsPanel
from app.views.gradients.profile import ProfilePlot, factors, pushes
from app.views.saturation.hidden import HiddenPage
from app.views.saturation.panel import SaturationPanel
from tests.app.charts import drag, seen, sheet, wheel
from tests.app.mouse import hover
from tests.app.run_frames import at_step, frame_of, run_of, serve, trained

LEFT = Qt.MouseButton.LeftButton


def gradients(*hidden: int, steps: int = 12, width: int = 560) -> GradientsPanel:
    panel = GradientsPanel()
    run = run_of("moons", "bce", hidden or (4, 4))
    serve(panel, frame_of(trained(run, steps)), width, 460)
    panel.profile.grab()
    return panel


@pytest.fixture
def panel(qapp) -> GradientsPanel:
    return gradients()


@pytest.fixture
def profile(panel) -> ProfilePlot:
    return panel.profile


def middle_of(profile: ProfilePlot, layer: int) -> QPoint:
    contents, axes = profile.shown_plots()[0]
    return QPointF(float(axes.px(layer)), contents.rect.center().y()).toPoint()


# -- the profile by depth ------------------------------------------------------------


def test_the_mouse_reads_a_layer_with_all_its_causes(profile) -> None:
    hover(sheet(profile), middle_of(profile, 1))
    (found,) = profile.readings()
    report = profile.results[0].report
    assert found.at == "layer 2"
    assert found.y == pushes(report)[1]
    rows = {name: value for _, name, value in found.rows}
    assert rows["factor from the next layer"].startswith("× ")
    shown = float(rows["factor from the next layer"].split()[1])
    assert shown == pytest.approx(factors(report)[1], rel=0.01)
    assert {"‖∂J/∂W‖", "‖∂J/∂b‖", "mean |φ′|", "typical σ", "largest σ"} < set(rows)
    plain = profile.grab().toImage()
    profile.point_away()
    assert profile.grab().toImage() != plain, "a card and an outline were drawn"


def test_no_tip_covers_the_card_of_the_crosshair(profile) -> None:
    """Qt shows the tip that a widget or one of its parents has at that moment."""

    def shown_tip() -> str:
        return QWidget.toolTip(profile) + sheet(profile).toolTip()

    said = profile.toolTip()
    assert said
    assert shown_tip() == said
    hover(sheet(profile), middle_of(profile, 1))
    assert shown_tip() == ""
    profile.explain("Another")
    assert shown_tip() == ""
    assert profile.toolTip() == "Another"
    profile.point_away()
    assert shown_tip() == "Another"


def test_the_wheel_zooms_into_layers_and_a_double_click_fits(profile) -> None:
    before = seen(profile)
    at = middle_of(profile, 0)
    wheel(profile, at, 2)
    assert seen(profile)[0].high < 2.0
    drag(profile, at, at + QPoint(2000, 0))
    assert seen(profile)[0].low == pytest.approx(-0.5), "nothing is before the first"
    drag(profile, at, at - QPoint(2000, 0))
    assert seen(profile)[0].high == pytest.approx(2.5), "nor behind the last"
    wheel(profile, at, 40)
    last = seen(profile)[0]
    assert last.high - last.low == pytest.approx(1.0), "one layer fills the plot"
    wheel(profile, QPoint(20, at.y()), 2)
    assert seen(profile)[1] != before[1], "over the numbers values are zoomed"
    QTest.mouseDClick(sheet(profile), LEFT, pos=at)
    assert seen(profile) == before


def test_zooming_into_many_layers_brings_their_words(qapp) -> None:
    panel = gradients(*[3] * 11, steps=3, width=420)
    profile = panel.profile
    contents = profile.contents.plots[0]
    assert contents.lead, "what fits below no bar is summed up"
    assert not any(line.below for line in contents.lines)
    wheel(profile, middle_of(profile, 5), 12)
    contents = profile.contents.plots[0]
    assert not contents.lead
    assert all(line.below for line in contents.lines)
    shown = [label.line.word for label in profile.labels]
    assert shown
    assert all(word.startswith("layer ") for word in shown)


def test_a_click_on_a_name_hides_the_layer_and_the_range_follows(panel, profile):
    panel.log_profile = False
    name = profile.labels[0]
    assert name.line.word == "layer 1"
    high = seen(profile)[1].high
    most = pushes(profile.results[0].report)
    QTest.mouseClick(sheet(profile), LEFT, pos=name.rect.center().toPoint())
    assert profile.hidden == {"layer 1"}
    assert [r.line.key for r in profile.readings()] == []
    assert seen(profile)[1].high == pytest.approx(1.08 * most[1:].max())
    QTest.mouseClick(sheet(profile), LEFT, pos=name.rect.center().toPoint())
    assert profile.hidden == set()
    assert seen(profile)[1].high == pytest.approx(high)


def test_keys_lead_the_profile_and_move_no_playhead(panel, profile) -> None:
    chosen: list[int] = []
    panel.step_chosen.connect(chosen.append)
    profile.step_chosen.connect(chosen.append)
    profile.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(profile, Qt.Key.Key_Left)
    assert profile.accessibleDescription().startswith("output: ‖∂loss/∂z‖ ")
    QTest.keyClick(profile, Qt.Key.Key_Left)
    assert profile.accessibleDescription().startswith("layer 2: ‖∂loss/∂z‖ ")
    assert profile.accessibleDescription().endswith(profile.keys)
    QTest.keyClick(profile, Qt.Key.Key_Return)
    QTest.mouseClick(sheet(profile), LEFT, pos=middle_of(profile, 0))
    assert chosen == [], "layers are no steps"
    before = seen(profile)[0]
    QTest.keyClick(profile, Qt.Key.Key_Plus)
    assert seen(profile)[0] != before
    QTest.keyClick(profile, Qt.Key.Key_Home)
    assert seen(profile)[0] == before
    QTest.keyClick(profile, Qt.Key.Key_Down)
    QTest.keyClick(profile, Qt.Key.Key_H)
    assert profile.hidden == {"layer 1"}
    assert seen(profile)[1].log
    QTest.keyClick(profile, Qt.Key.Key_L)
    assert not panel.log_profile
    assert seen(profile)[1].low == 0.0


def test_two_runs_stand_on_one_scale_and_move_together(qapp) -> None:
    panel = GradientsPanel()
    shallow, deep = (trained(run_of("moons", "bce", h)) for h in ((4, 4), (4, 3)))
    serve(panel, frame_of(shallow, deep), 700, 460)
    profile = panel.profile
    (_, a), (_, b) = profile.shown_plots()
    assert a.y == b.y
    wheel(profile, middle_of(profile, 0), 3)
    (_, a), (_, b) = profile.shown_plots()
    assert (a.x, a.y) == (b.x, b.y)
    hover(sheet(profile), middle_of(profile, 0))
    assert [r.at for r in profile.readings()] == ["layer 1", "layer 1"]


def test_histograms_are_read_bin_by_bin(panel, profile) -> None:
    panel.show_mode("weights")
    hist = profile.results[0].report.layers[1].weights
    line = profile.contents.plots[0].lines[1]
    fullest = int(hist.counts.argmax())
    profile.step = float(line.x[fullest])
    (found,) = profile.readings()
    (_, _, count), low, high = found.rows
    assert count == f"{int(hist.counts[fullest])}"
    width = 2 * hist.reach / len(hist.counts)
    assert float(high[2].replace("−", "-")) - float(
        low[2].replace("−", "-")
    ) == pytest.approx(width, rel=0.1)
    assert profile.contents.scale == "", "counts have one scale"


def test_what_was_judged_once_is_drawn_once(panel, profile, monkeypatch) -> None:
    """While training moves, most frames bring the same report."""
    made: list[bool] = []
    refresh = ProfilePlot.refresh
    monkeypatch.setattr(
        ProfilePlot, "refresh", lambda self: made.append(True) or refresh(self)
    )
    results, said = profile.results, profile.said
    profile.show_results(results, said)
    assert made == []
    profile.show_results(results, ("Another sentence",))
    assert made == [True]


def test_hidden_parts_of_gradients_cost_nothing(qapp, monkeypatch) -> None:
    """Neither the profile of a low pane nor the page that is not on show is drawn."""
    panel, session = GradientsPanel(), trained(run_of("moons", "bce"), 40)
    serve(panel, frame_of(session), 355, 195)
    assert panel.profile.isHidden()
    drawn: list[Chart] = []
    refresh = Chart.refresh
    monkeypatch.setattr(
        Chart, "refresh", lambda self: drawn.append(self) or refresh(self)
    )

    def next_frame() -> None:
        session.advance(20)
        frame = frame_of(session)
        panel.show_frame(frame)
        job = panel.request(frame, panel.size())
        assert job is not None
        panel.show_result(job())

    next_frame()
    assert set(drawn) == {panel.series}
    panel.show_page("curvature")
    next_frame()
    drawn.clear()
    next_frame()
    assert set(drawn) == {panel.curvature.plot}
    panel.resize(355, 460)
    assert panel.profile.results[0].snapshot.step == 100, "it is there with its room"


def test_an_exported_profile_has_letters_and_no_pixels(panel, tmp_path: Path) -> None:
    path = tmp_path / "profile.svg"
    write_picture(panel, path)
    text = path.read_text()
    assert "<image" not in text
    root = ElementTree.fromstring(text)
    words = {t.text for t in root.iter("{http://www.w3.org/2000/svg}title")}
    assert {"layer 1", "layer 2", "output", "y: log"} <= words


# -- hidden layers over time ---------------------------------------------------------


@pytest.fixture
def saturation(qapp) -> SaturationPanel:
    made = SaturationPanel()
    made.show_page("hidden")
    serve(made, frame_of(trained(run_of("moons", "bce", (5, 4), "relu"), 80)), 760, 400)
    made.hidden_layers.grab()
    return made


@pytest.fixture
def page(saturation) -> HiddenPage:
    return saturation.hidden_layers


def inside(page: HiddenPage, layer: int = 0) -> QPoint:
    return page.contents.plots[layer].rect.center().toPoint()


def test_the_crosshair_reads_every_layer_at_one_step(page) -> None:
    hover(page.childAt(inside(page)), inside(page))
    found = page.readings()
    assert [r.line.name for r in found] == [
        "layer 1: saturated",
        "layer 1: dead",
        "layer 2: saturated",
        "layer 2: dead",
    ]
    assert len({r.x for r in found}) == 1
    past = page.results[0].past[1]
    at = int((page.results[0].steps == found[2].x).argmax())
    assert found[2].y == past.saturated[at]
    assert found[3].line.told(found[3].y).endswith("%")


def test_the_histories_zoom_together_and_shares_stay(page) -> None:
    before = seen(page)
    wheel_at = inside(page)
    view = page.childAt(wheel_at)
    assert view is not None
    wheel(page, wheel_at, 4)
    assert seen(page)[0].high < before[0].high
    assert seen(page, 1)[0] == seen(page)[0]
    assert seen(page)[1] == before[1]
    QTest.mouseDClick(view, LEFT, pos=wheel_at)
    assert seen(page) == before


def test_a_click_moves_the_playhead_which_is_then_marked(saturation, page) -> None:
    chosen: list[int] = []
    saturation.step_chosen.connect(chosen.append)
    at = inside(page)
    wanted = round(page.shown_plots()[0][1].at(QPointF(at))[0])
    QTest.mouseClick(page.childAt(at), LEFT, pos=at)
    assert chosen == [wanted]
    frame = frame_of(trained(run_of("moons", "bce", (5, 4), "relu"), 80))
    saturation.show_frame(at_step(frame, 40))
    heads = [one.playheads for one in page.contents.plots]
    assert [step for head in heads for step, _ in head] == [40, 40]


def test_a_name_hides_its_curve_in_all_layers(page) -> None:
    saturated, dead = page.labels
    assert (saturated.line.word, dead.line.word) == ("saturated", "dead")
    middle = dead.rect.center().toPoint()
    QTest.mouseClick(page.childAt(middle), LEFT, pos=middle)
    page.step = 40.0
    assert {r.line.word for r in page.readings()} == {"saturated"}


def test_keys_lead_the_histories(saturation, page) -> None:
    chosen: list[int] = []
    saturation.step_chosen.connect(chosen.append)
    page.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(3):
        QTest.keyClick(page, Qt.Key.Key_Left)
    assert page.step is not None
    said = page.accessibleDescription()
    assert said.startswith(f"step {int(page.step)}: layer 1: saturated ")
    QTest.keyClick(page, Qt.Key.Key_Return)
    assert chosen == [int(page.step)]
    QTest.keyClick(page, Qt.Key.Key_Down)
    QTest.keyClick(page, Qt.Key.Key_Down)
    QTest.keyClick(page, Qt.Key.Key_H)
    assert page.hidden == {"dead"}


def test_histories_of_two_runs_share_their_steps(qapp) -> None:
    panel = SaturationPanel()
    panel.show_page("hidden")
    runs = [trained(run_of("moons", "bce", (4, 3)), steps) for steps in (40, 120)]
    serve(panel, frame_of(*runs, theme=DARK), 1200, 300)
    page = panel.hidden_layers
    assert len(page.contents.plots) == 4
    assert len({axes.x for _, axes in page.shown_plots()}) == 1
    lefts = {one.rect.left() for one in page.contents.plots}
    assert len(lefts) == 2, "A and B side by side"


def test_a_network_without_hidden_layers_has_no_histories(qapp) -> None:
    panel = SaturationPanel()
    panel.show_page("hidden")
    serve(panel, frame_of(trained(run_of("moons", "bce", ()))), 700, 300)
    panel.grab()
    assert panel.hidden_layers.contents.plots == ()
    QTest.keyClick(panel.hidden_layers, Qt.Key.Key_Left)


def test_exported_histories_are_lines(saturation, tmp_path: Path) -> None:
    path = tmp_path / "hidden.svg"
    write_picture(saturation, path)
    text = path.read_text()
    assert len(re.findall("<polyline", text)) >= 4
    root = ElementTree.fromstring(text)
    words = {t.text for t in root.iter("{http://www.w3.org/2000/svg}title")}
    assert {"saturated", "dead", "layer 1", "step"} <= words
