from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from app.frame.base import Frame
from app.views.network.spots import Spot
from app.views.network.strip import NetworkStrip
from app.widgets.tip import tip_now, tip_of
from core.engine.session import Session
from core.scenes import load_scene
from tests.app.run_frames import frame_of, run_of, serve, trained


def two() -> tuple[Session, Session]:
    """B has another structure than A."""
    return (
        trained(run_of("moons", "bce", (4, 3)), 4),
        trained(run_of("moons", "bce", (5, 4, 3)), 9),
    )


def strip_of(frame: Frame, width: int = 1100, height: int = 160) -> NetworkStrip:
    strip = NetworkStrip()
    serve(strip, frame, width, height)
    return strip


def again(strip: NetworkStrip, frame: Frame) -> None:
    strip.show_frame(frame)
    job = strip.request(frame, strip.size())
    assert job is not None
    strip.show_result(job())


def test_the_switch_is_there_while_two_runs_are(qapp) -> None:
    a, b = two()
    strip = strip_of(frame_of(a))
    assert strip.which.isHidden()
    again(strip, frame_of(a, b))
    assert not strip.which.isHidden()
    assert strip.which.accessibleName() == "Run in the network strip"
    assert strip.which.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert [strip.which.tabText(i) for i in range(2)] == ["A", "B"]
    again(strip, frame_of(a))
    assert strip.which.isHidden()


@pytest.mark.parametrize("width", [520, 1100])
def test_the_switch_covers_no_control(qapp, width) -> None:
    a, b = two()
    for chosen in (0, 1):
        strip = strip_of(frame_of(a, b), width)
        strip.which.setCurrentIndex(chosen)
        again(strip, frame_of(a, b))
        own = strip.which.geometry()
        others = [strip.layers, strip.layers_label, strip.output, *strip.headers]
        for other in others:
            if other.isVisible():
                assert not own.intersects(other.geometry())


def test_b_shows_its_own_network(qapp) -> None:
    a, b = two()
    strip = strip_of(frame_of(a, b))
    assert strip.canvas.snapshot.step == 4
    refreshed: list[object] = []
    strip.refresh_needed.connect(lambda: refreshed.append(1))
    QTest.keyClick(strip.which, Qt.Key.Key_Right)
    assert refreshed
    again(strip, frame_of(a, b))
    assert len(strip.headers) == 3
    picture = strip.canvas.picture
    assert picture.snapshot.step == 9
    weights = b.network.layout.layers[0].W.of(b.snapshot().theta)
    assert np.array_equal(picture.weights[0], weights)
    again(strip, frame_of(a))  # B is gone
    assert strip.which.currentIndex() == 0
    assert len(strip.headers) == 2
    assert strip.canvas.picture.snapshot.step == 4


def test_a_picture_of_a_that_comes_late_is_not_taken_for_b(qapp) -> None:
    a, b = trained(run_of("moons", "bce"), 4), trained(run_of("moons", "bce"), 9)
    frame = frame_of(a, b)
    strip = strip_of(frame)
    late = strip.request(frame, strip.size())
    strip.which.setCurrentIndex(1)
    again(strip, frame)
    strip.show_result(late())
    assert strip.canvas.picture.snapshot.step == 9


def test_b_cannot_be_changed_and_says_why(qapp) -> None:
    a, b = two()
    strip = strip_of(frame_of(a, b))
    told: list[str] = []
    strip.subtitle_changed.connect(told.append)
    strip.which.setCurrentIndex(1)
    again(strip, frame_of(a, b))
    assert told[-1] == "run B · swap A and B to change it · links at full width: ±2.00"
    parts = [strip.layers.more, strip.layers.count, strip.output.button]
    for header in strip.headers:
        parts += [header.button, header.stepper.more, header.stepper.count]
        parts += [header.stepper.less, header.lock]
    for part in parts:
        assert not part.isEnabled()
        tip = tip_of(part)
        assert tip is not None
        assert tip_now(part, tip).text == "Swap A and B to change it."
    strip.canvas.edit(Spot("link", 1, 0, 0, 0), QPoint(60, 60))
    assert not strip.canvas.editor.isVisible()
    strip.canvas.unit_clicked.emit(1, 0)
    fields = strip.card.findChildren(QLineEdit)
    assert fields
    assert all(field.isReadOnly() for field in fields)
    assert strip.card.title.text().endswith(", run B")
    strip.which.setCurrentIndex(0)
    again(strip, frame_of(a, b))
    assert not strip.card.isVisible()
    assert strip.headers[0].stepper.more.isEnabled()
    assert tip_now(parts[0], tip_of(parts[0])) == tip_of(parts[0])
    strip.canvas.edit(Spot("link", 1, 0, 0, 0), QPoint(60, 60))
    assert strip.canvas.editor.isVisible()


def test_narrow_columns_are_locked_below_too(qapp) -> None:
    a, b = two()
    strip = strip_of(frame_of(a, b), 520)
    strip.which.setCurrentIndex(1)
    again(strip, frame_of(a, b))
    assert all(not h.foot.isEnabled() for h in strip.headers)
    strip.resize(1400, 160)
    again(strip, frame_of(a, b))
    assert all(not h.stepper.more.isEnabled() for h in strip.headers)


def test_who_swaps_to_change_a_run_goes_on_looking_at_it(qapp) -> None:
    a, b = two()
    strip = strip_of(frame_of(a, b))
    strip.which.setCurrentIndex(1)
    again(strip, frame_of(a, b))
    again(strip, frame_of(b, a))
    assert strip.which.currentIndex() == 0
    assert strip.canvas.snapshot.step == 9
    assert strip.headers[0].stepper.more.isEnabled()


def test_a_kept_run_says_that_it_stays(window, state, train) -> None:
    window.open_scene(load_scene("xor"), play=False)
    state.comparison.pin()
    train(3)
    window.clock.settle()
    strip = window.desk.panes["network"].panel
    strip.which.setCurrentIndex(1)
    window.clock.settle()
    header = window.desk.panes["network"].header
    said = "run B · a kept run cannot be changed · links at full width: ±5.00"
    assert header.subtitle.accessibleName() == said
    assert strip.canvas.picture.snapshot.step == 0
    assert not strip.layers.isEnabled()
    state.comparison.end()
    window.clock.settle()
    assert strip.which.isHidden()
    assert strip.layers.isEnabled()


def test_training_places_no_control_again(qapp, monkeypatch) -> None:
    session = trained(run_of("moons", "bce"), 1)
    strip = strip_of(frame_of(session))
    placed: list[int] = []
    monkeypatch.setattr(strip, "place_controls", lambda: placed.append(1))
    for _ in range(5):
        session.advance(1)
        strip.show_frame(frame_of(session))
    assert not placed
