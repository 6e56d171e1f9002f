from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtWidgets import QCheckBox

from app.look.numbers import shown_number
from app.look.plots import Scale
from app.look.theme import DARK, LIGHT, SMALL
from app.views.loss.panel import LossPanel, collect
from app.widgets.setting_controls import settings_box
from tests.app.run_frames import at_step, frame_of, run_of, serve, trained


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
@pytest.mark.parametrize(
    ("problem", "loss"), [("xor", "bce"), ("spirals", "ce"), ("sine", "gaussian_nll")]
)
def test_curves_are_drawn(qapp, problem, loss, theme) -> None:
    panel = LossPanel()
    serve(panel, frame_of(trained(run_of(problem, loss), 40), theme=theme))
    image = panel.grab().toImage()
    found = {image.pixelColor(x, y).name() for x in range(360) for y in range(280)}
    assert theme.accent.lower() in found


def test_curves_are_the_timeline_s_numbers(qapp) -> None:
    session = trained(run_of("moons", "bce"), 30)
    (curves,) = collect(frame_of(session), 400)
    metrics = session.timeline.metrics()
    assert np.array_equal(curves.steps, metrics.steps)
    assert np.array_equal(curves.loss, metrics.loss)
    assert len(curves.batch_steps) == 30
    assert (curves.batch_low <= curves.batch_high).all()


def test_long_runs_are_thinned_to_pixels_and_keep_their_ends(qapp) -> None:
    session = trained(run_of("xor", "bce", (2,)), 400)
    (curves,) = collect(frame_of(session), 20)
    assert len(curves.steps) <= 60
    assert curves.steps[0] == 0
    assert curves.steps[-1] == 400


def test_the_badge_tells_the_gap(qapp) -> None:
    session = trained(run_of("moons", "bce"), 10)
    panel = LossPanel()
    badges: list[str] = []
    titles: list[str] = []
    panel.badge_changed.connect(badges.append)
    panel.subtitle_changed.connect(titles.append)
    serve(panel, frame_of(session))
    assert badges[-1].startswith("test − train ")
    assert titles == ["Sigmoid, cross-entropy"]


def test_no_gap_without_a_test_split(qapp) -> None:
    panel = LossPanel()
    badges: list[str] = []
    panel.badge_changed.connect(badges.append)
    serve(panel, frame_of(trained(run_of("xor", "bce"))))
    assert badges == []


def test_two_runs_are_overlaid(qapp) -> None:
    panel = LossPanel()
    pair = (
        trained(run_of("moons", "bce"), 40),
        trained(run_of("moons", "bce", (2,)), 40),
    )
    serve(panel, frame_of(*pair))
    words = [line.word for line in panel.chart.contents.plots[0].lines]
    assert words == ["A train", "A test", "B train", "B test"]
    panel.grab()


def test_the_x_axis_rests_while_steps_come_in(qapp) -> None:
    session = trained(run_of("xor", "bce", (2,)), 90)
    panel = LossPanel()
    serve(panel, frame_of(session))
    first = x_scale(panel)
    session.advance(2)
    serve(panel, frame_of(session))
    assert x_scale(panel) == first
    session.advance(100)
    serve(panel, frame_of(session))
    assert x_scale(panel).high >= 192


def test_settings_change_the_axes(qapp) -> None:
    panel = LossPanel()
    settings = settings_box(panel)
    assert settings is not None
    serve(panel, frame_of(trained(run_of("moons", "bce"), 40)))
    assert not y_scale(panel).log
    for check in settings.findChildren(QCheckBox):
        check.setChecked(True)
    panel.grab()
    assert y_scale(panel).log
    assert x_scale(panel).log


def test_log_axes_survive_losses_below_zero(qapp) -> None:
    panel = LossPanel()
    panel.log_y = panel.log_x = True
    serve(panel, frame_of(trained(run_of("sine", "gaussian_nll"), 60)))
    panel.grab()


def test_the_step_looked_at_is_marked(qapp) -> None:
    panel = LossPanel()
    frame = frame_of(trained(run_of("moons", "bce"), 40))
    serve(panel, frame)
    assert [plot.playheads for plot in panel.chart.contents.plots] == [(), ()]
    serve(panel, at_step(frame, 20))
    accent = QColor(LIGHT.accent)
    marks = [plot.playheads for plot in panel.chart.contents.plots]
    assert marks == [((20, accent),)] * 2
    axes = panel.chart.shown_plots()[0][1]
    image = panel.grab().toImage()
    x = round(float(axes.px(20.0)))
    assert image.pixelColor(x, round(axes.rect.top()) + 3) == accent


def test_curves_are_read_again_when_they_have_grown_by_a_pixel(qapp) -> None:
    session = trained(run_of("xor", "bce", (2,)), 400)
    panel = LossPanel()
    serve(panel, frame_of(session))
    size = panel.size()
    assert panel.request(frame_of(session, moving=True), size) is None
    session.advance(50)
    assert panel.request(frame_of(session, moving=True), size) is not None
    assert panel.request(frame_of(session), size) is not None, "at rest always"


def test_a_run_beside_a_longer_one_is_read_as_it_grows(qapp) -> None:
    short = trained(run_of("xor", "bce", (2,)), 40)
    long = trained(run_of("xor", "bce", (2,)), 400)
    panel = LossPanel()
    serve(panel, frame_of(short, long))
    size = panel.size()
    assert panel.request(frame_of(short, long, moving=True), size) is None
    short.advance(50)
    assert panel.request(frame_of(short, long, moving=True), size) is not None


def test_while_playing_the_first_steps_are_said_to_come(qapp, monkeypatch) -> None:
    notes: list[str] = []
    monkeypatch.setattr("app.chart.chart.draw_note", lambda *a: notes.append(a[-1]))
    session = trained(run_of("xor", "bce"), 0)
    panel = LossPanel()
    panel.set_theme(LIGHT)
    panel.show_frame(frame_of(session))
    panel.grab()
    assert notes == ["Press play to see the loss"]
    panel.show_frame(frame_of(session, moving=True))
    panel.grab()
    assert notes[1] == "Waiting for the first steps"


@pytest.mark.parametrize("runs", [1, 2])
def test_the_smallest_loss_has_room_beside_its_curve(qapp, monkeypatch, runs) -> None:
    panel = LossPanel()
    session = trained(run_of("moons", "bce"), 40)
    serve(panel, frame_of(*[session] * runs), width=300)
    places = [plot.rect for plot in panel.chart.contents.plots]
    monkeypatch.setattr("app.views.loss.panel.shown_number", lambda v: "6.91·10⁻⁶")
    panel.chart.refresh()
    metrics = QFontMetricsF(LIGHT.font(SMALL))
    lines = panel.chart.contents.plots[0].lines
    for label in panel.chart.labels[: len(lines)]:
        assert label.line.value == "6.91·10⁻⁶"
        words = label.line.word + label.line.value
        assert metrics.horizontalAdvance(words) + 6 < label.rect.width()
    assert [plot.rect for plot in panel.chart.contents.plots] == places


def test_hiding_the_larger_curve_gives_the_other_the_range(qapp) -> None:
    panel = LossPanel()
    session = trained(run_of("moons", "bce", points=12), 400)
    serve(panel, frame_of(session))
    train, test = panel.chart.contents.plots[0].lines
    assert np.nanmax(test.y) != np.nanmax(train.y)
    larger, other = sorted((train, test), key=lambda c: -np.nanmax(c.y))
    before = y_scale(panel).high
    panel.chart.toggle(larger.key)
    assert y_scale(panel).high < before
    assert y_scale(panel).high > np.nanmax(other.y)


def x_scale(panel: LossPanel) -> Scale:
    return panel.chart.shown_plots()[0][1].x


def y_scale(panel: LossPanel) -> Scale:
    return panel.chart.shown_plots()[0][1].y


def test_numbers_beside_resting_curves_follow_every_change(qapp) -> None:
    session = trained(run_of("xor", "bce", (2,)), 4000)
    panel = LossPanel()
    panel.resize(400, 240)
    serve(panel, frame_of(session, moving=True))
    shown = []
    for _ in range(3):
        session.advance(1)  # less than a pixel
        frame = frame_of(session, moving=True)
        panel.show_frame(frame)
        assert panel.request(frame, panel.size()) is None
        line = panel.chart.contents.plots[0].lines[0]
        assert line.value == shown_number(frame.main.snapshot.metrics.loss)
        shown.append(panel.chart.contents)
    panel.show_frame(frame)
    assert panel.request(frame, panel.size()) is None
    assert panel.chart.contents is shown[-1], "nothing looks different"
