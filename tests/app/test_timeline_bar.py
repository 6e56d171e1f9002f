from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from app.look.theme import DARK, LIGHT
from app.shell.loss_curves import collect, losses_at
from app.shell.timeline_bar import TimelineBar
from core.engine.session import Session
from tests.app.mouse import hover
from tests.app.run_frames import at_step, frame_of, run_of, trained


def bar_of(session: Session, step: int | None = None, width: int = 1000) -> TimelineBar:
    bar = TimelineBar()
    bar.set_theme(LIGHT)
    bar.resize(width, 64)
    bar.show()
    frame = frame_of(session)
    show(bar, frame if step is None else at_step(frame, step))
    return bar


def show(bar: TimelineBar, frame) -> None:
    bar.show_frame(frame)
    job = bar.request(frame, bar.size())
    if job is not None:
        bar.show_result(job())


@pytest.fixture
def session() -> Session:
    return trained(run_of("moons", "bce"), 60)


def heard_of(bar: TimelineBar) -> list[object]:
    heard: list[object] = []
    bar.scrub_to.connect(heard.append)
    bar.live_asked.connect(lambda: heard.append("live"))
    bar.play_asked.connect(lambda: heard.append("play"))
    return heard


def test_a_click_goes_to_the_nearest_kept_step(qapp, session) -> None:
    bar = bar_of(session)
    heard = heard_of(bar)
    area = bar.track.area()
    QTest.mouseClick(bar.track, Qt.MouseButton.LeftButton, pos=area.center().toPoint())
    assert heard == [30]


def test_dragging_follows_the_mouse_and_the_right_end_is_now(qapp, session) -> None:
    bar = bar_of(session)
    heard = heard_of(bar)
    area = bar.track.area()
    y = round(area.center().y())
    QTest.mousePress(
        bar.track, Qt.MouseButton.LeftButton, pos=QPoint(round(area.left()), y)
    )
    QTest.mouseMove(bar.track, QPoint(round(area.center().x()), y))
    QTest.mouseMove(bar.track, QPoint(bar.track.width(), y))
    QTest.mouseRelease(
        bar.track, Qt.MouseButton.LeftButton, pos=QPoint(bar.track.width(), y)
    )
    QTest.mouseMove(bar.track, QPoint(round(area.center().x()), y))
    assert heard == [0, 30, "live"]


def test_keys_go_from_snapshot_to_snapshot(qapp, session) -> None:
    bar = bar_of(session, 30)
    heard = heard_of(bar)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
        QTest.keyClick(bar.track, key)
    assert heard == [29, 31, 0, "live"]
    QTest.keyClick(bar.track, Qt.Key.Key_PageDown)
    assert heard[-1] == 36


def test_the_newest_step_is_not_the_past(qapp, session) -> None:
    bar = bar_of(session, 59)
    heard = heard_of(bar)
    QTest.keyClick(bar.track, Qt.Key.Key_Right)
    assert heard == ["live"]


def test_what_can_be_done_with_the_past_is_offered_there_alone(qapp, session) -> None:
    bar = bar_of(session)
    assert not bar.here.isVisible()
    place = bar.counter.geometry()
    show(bar, at_step(frame_of(session), 20))
    assert bar.here.isVisible()
    assert bar.back.isVisible()
    assert bar.play.accessibleName() == "Play from here"
    assert bar.counter.geometry() == place, "nothing shifts"
    heard = heard_of(bar)
    bar.here.click()
    bar.back.click()
    bar.play.click()
    assert heard == ["play", "live", "play"]
    moving = frame_of(session, moving=True)
    show(bar, moving)
    assert bar.play.accessibleName() == "Pause"


def test_the_state_obeys(qapp, state, train) -> None:
    train(40)
    bar = TimelineBar(state)
    bar.set_theme(LIGHT)
    bar.resize(1000, 64)
    show(bar, state.frame())
    bar.scrub_to.emit(10)
    assert state.shown.scrub_step == 10
    assert state.frame().main.snapshot.step == 10
    bar.live_asked.emit()
    assert state.shown.scrub_step is None


def test_the_counter_keeps_its_width_until_a_digit_is_added(qapp, session) -> None:
    bar = bar_of(session)
    width = bar.counter.width()
    for step, last in ((1, 9), (892, 1204), (9999, 9999)):
        bar.counter.show_steps(step, last)
        assert bar.counter.width() == width
    bar.counter.show_steps(10, 123456)
    assert bar.counter.width() > width
    assert bar.counter.accessibleDescription() == "10 of 123456"


def test_markers_have_words_that_do_not_collide(qapp, monkeypatch, session) -> None:
    for step, text, kind in (
        (10, "learning rate 0.03 → 0.01", "change"),
        (11, "batch 32 → 8", "change"),
        (12, "L2 0 → 0.001", "change"),
        (30, "branch at step 30", "branch"),
        (31, "compiled kernels from here", "backend"),
        (59, "training diverged at step 59", "divergence"),
    ):
        session.timeline.mark(step, text, kind)
    bar = bar_of(session, width=900)
    drawn: list[tuple[float, float]] = []
    original = QPainter.drawText

    def record(self, point, text):  # type: ignore[no-untyped-def]
        width = QFontMetricsF(self.font()).horizontalAdvance(text)
        drawn.append((point.x(), point.x() + width))
        return original(self, point, text)

    monkeypatch.setattr(QPainter, "drawText", record)
    bar.track.grab()
    spans = sorted(drawn)
    assert len(spans) >= 3
    for (_, end), (start, _) in itertools.pairwise(spans):
        assert start >= end + 4
    assert spans[-1][1] <= bar.track.width()


def test_of_several_markers_at_one_place_the_last_is_written(
    qapp, monkeypatch, session
) -> None:
    session.timeline.mark(0, "output: Poisson → Squared error", "change")
    session.timeline.mark(0, "output: Squared error → Poisson", "change")
    session.timeline.mark(0, "compiled kernels from here", "backend")
    bar = bar_of(session, width=900)
    drawn: list[str] = []
    original = QPainter.drawText

    def record(self, point, text):  # type: ignore[no-untyped-def]
        drawn.append(text)
        return original(self, point, text)

    monkeypatch.setattr(QPainter, "drawText", record)
    bar.track.grab()
    assert [text for text in drawn if "→" in text] == [
        "output: Squared error → Poisson"
    ]


def test_hovering_a_marker_tells_what_happened_and_a_click_goes_there(
    qapp, session
) -> None:
    session.timeline.mark(25, "learning rate 0.03 → 0.01", "change")
    bar = bar_of(session)
    x = round(float(bar.track.x_of(25.0)))
    assert [m.text for m in bar.track.markers_at(x)] == ["learning rate 0.03 → 0.01"]
    heard = heard_of(bar)
    QTest.mouseClick(bar.track, Qt.MouseButton.LeftButton, pos=QPoint(x + 3, 50))
    assert heard == [25]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_two_runs_share_the_track(qapp, theme, session) -> None:
    longer = trained(run_of("moons", "bce", (2,)), 90)
    frame = frame_of(session, longer, theme=theme)
    past = collect(frame, 200)
    assert past.last == 60
    assert past.reach == 90
    bar = TimelineBar()
    bar.set_theme(theme)
    bar.resize(800, 64)
    show(bar, frame)
    image = bar.grab().toImage()
    found = {image.pixelColor(x, y).name() for x in range(800) for y in range(64)}
    assert theme.accent.lower() in found


def test_losses_below_zero_and_an_empty_past(qapp) -> None:
    bar = bar_of(trained(run_of("sine", "gaussian_nll"), 60))
    bar.grab()
    fresh = bar_of(trained(run_of("sine", "mse"), 0))
    fresh.grab()
    assert fresh.track.step_at(500.0) == 0
    QTest.keyClick(fresh.track, Qt.Key.Key_Left)


def test_curves_are_thinned_but_keep_their_ends(qapp, session) -> None:
    past = collect(frame_of(session), 10)
    assert len(past.steps[0]) <= 14
    assert past.steps[0][0] == 0
    assert past.steps[0][-1] == 60
    assert np.isfinite(past.losses[0]).all()


def test_the_test_loss_is_drawn_and_read_beside_the_other(
    qapp, monkeypatch, session
) -> None:
    read: list[list[str]] = []
    monkeypatch.setattr(
        "app.shell.time_track.draw_readout",
        lambda painter, at, bounds, theme, lines: read.append(lines),
    )
    bar = bar_of(session)
    assert bar.track.past is not None
    metrics = session.timeline.metrics()
    assert bar.track.past.test_losses[0].tolist() == metrics.test_loss.tolist()
    with_test = bar.track.grab().toImage()
    hover(bar.track, bar.track.area().center().toPoint())
    bar.track.grab()
    assert [line.split()[::2] for line in read[-1]] == [["step", "loss", "test"]]
    bar.track.leaveEvent(None)  # type: ignore[arg-type]
    none = np.full_like(bar.track.past.test_losses[0], np.nan)
    bar.track.show_past(replace(bar.track.past, test_losses=(none,)))
    assert bar.track.grab().toImage() != with_test


def test_every_control_has_a_name(qapp, session) -> None:
    bar = bar_of(session)
    for button in bar.findChildren(QAbstractButton):
        assert button.accessibleName()
    assert bar.track.accessibleName() == "Timeline"
    assert bar.track.accessibleDescription() == "step 60 of 60"


def test_curves_are_read_again_when_they_have_grown_by_a_pixel(qapp) -> None:
    session = trained(run_of("xor", "bce", (2,)), 600)
    bar = bar_of(session)
    assert bar.request(frame_of(session, moving=True), bar.size()) is None
    session.timeline.mark(600, "learning rate 0.1 → 0.01", "change")
    assert bar.request(frame_of(session, moving=True), bar.size()) is not None
    session.advance(20)
    assert bar.request(frame_of(session, moving=True), bar.size()) is not None


def test_the_curve_grows_beside_a_kept_run_that_reaches_further(qapp, session) -> None:
    kept = trained(run_of("moons", "bce", (2,)), 400)
    bar = TimelineBar()
    bar.set_theme(LIGHT)
    bar.resize(1000, 64)
    show(bar, frame_of(session, kept, moving=True))
    session.advance(60)
    show(bar, frame_of(session, kept, moving=True))
    assert bar.track.past is not None
    assert bar.track.past.last == 120


def test_the_end_of_a_second_run_is_marked(qapp, session) -> None:
    other = trained(run_of("moons", "bce", (2,)), 50)
    other.timeline.mark(20, "learning rate 0.03 → 0.01", "change")
    session.timeline.mark(40, "batch 32 → 8", "change")
    frame = frame_of(session, other, moving=True)
    bar = TimelineBar()
    bar.set_theme(LIGHT)
    bar.resize(1000, 64)
    show(bar, frame)
    other.timeline.mark(30, "training diverged at step 30", "divergence")
    show(bar, frame)
    assert bar.track.past is not None
    marks = [(m.step, m.text) for m in bar.track.past.markers]
    assert marks == [(30, "B: training diverged at step 30"), (40, "batch 32 → 8")]


def test_hovering_reads_the_loss_of_both_runs(qapp, monkeypatch, session) -> None:
    read: list[list[str]] = []
    monkeypatch.setattr(
        "app.shell.time_track.draw_readout",
        lambda painter, at, bounds, theme, lines: read.append(lines),
    )
    bar = bar_of(session)
    middle = bar.track.area().center().toPoint()
    hover(bar.track, middle)
    bar.track.grab()
    assert [line.split()[:3] for line in read[-1]] == [["step", "30", "loss"]]
    show(bar, frame_of(session, trained(run_of("moons", "bce", (2,)), 60)))
    bar.track.grab()
    (line,) = read[-1]
    words = line.split()
    assert words[:3] == ["step", "30", "loss"]
    assert words[3::2] == ["A", "test", "B", "test"]


def test_a_recorded_history_is_replayed_at_any_pace(qapp, state, train) -> None:
    train(40)
    bar = TimelineBar(state)
    state.set_pace(10.0)
    QTest.mouseClick(bar.again, Qt.MouseButton.LeftButton)
    replay = state.replay
    assert replay.running
    assert state.shown.scrub_step == 0
    replay.advance(1.25)
    assert state.shown_snapshot.step == 12
    state.set_pace(20.0)  # also while it runs
    replay.advance(0.5)
    assert state.shown_snapshot.step == 22
    QTest.mouseClick(bar.again, Qt.MouseButton.LeftButton)
    assert not replay.running
    replay.toggle()  # from the step shown
    replay.advance(0.1)
    assert state.shown_snapshot.step == 24
    state.set_pace(float("inf"))  # all of it in 5 s
    replay.advance(1.0)
    assert state.shown_snapshot.step == 32
    replay.advance(2.0)
    assert not replay.running
    assert state.shown.scrub_step is None
    assert state.a.latest.step == 40  # nothing was trained or dropped


def test_a_replay_ends_when_something_else_moves_the_playhead(qapp, state, train):
    replay = state.replay
    replay.toggle()
    assert not replay.running  # nothing is recorded yet
    train(40)
    state.set_pace(10.0)
    replay.toggle()
    replay.advance(1.0)
    state.toggle()  # Space: stay there, and drop nothing
    assert not replay.running
    assert state.shown_snapshot.step == 10
    assert state.a.latest.step == 40
    replay.toggle()
    state.scrub(30)
    replay.advance(0.1)
    assert not replay.running
    assert state.shown_snapshot.step == 30


def test_the_test_losses_of_both_runs_are_drawn_and_read(qapp, session) -> None:
    other = trained(run_of("moons", "bce", (4,)), 60)
    past = collect(frame_of(session, other), 200)
    bar = TimelineBar()
    bar.resize(600, 64)
    bar.track.show_past(past)
    both = bar.track.grab().toImage()
    ours, theirs = past.test_losses
    without = replace(past, test_losses=(ours, theirs * np.nan))
    bar.track.show_past(without)
    assert bar.track.grab().toImage() != both
    words = losses_at(past, 60)
    assert words.startswith("loss A ")
    assert words.count("test") == 2
