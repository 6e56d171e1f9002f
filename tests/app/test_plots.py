from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from app.look.colour import rgb
from app.look.markers import draw_markers
from app.look.palette import amounts, mixture, signed
from app.look.plots import (
    Axes,
    CalmRange,
    Scale,
    draw_curve,
    draw_strokes,
    polyline,
    shown_ticks,
    spread_labels,
)
from app.look.theme import DARK, LIGHT, SYMBOLS
from app.look.thinning import thin_out

heights = st.lists(st.floats(0, 200), min_size=1, max_size=8)


@given(heights)
def test_labels_never_collide_and_stay_inside(wanted: list[float]) -> None:
    placed = spread_labels(wanted, 12.0, 0.0, 200.0)
    ordered = sorted(placed)
    assert all(b - a >= 12.0 - 1e-6 for a, b in pairwise(ordered))
    assert ordered[0] >= 6.0 - 1e-6
    assert ordered[-1] <= 194.0 + 1e-6
    by_wish = [placed[i] for i in np.argsort(wanted, kind="stable")]
    assert by_wish == sorted(by_wish), "labels keep the order of their curves"


def test_labels_that_have_room_stay_where_they_want() -> None:
    assert spread_labels([20.0, 80.0], 12.0, 0.0, 200.0) == [20.0, 80.0]


@given(st.floats(-1e3, 1e3), st.floats(1e-3, 1e3))
def test_a_range_holds_its_data_and_rests(low: float, span: float) -> None:
    kept = CalmRange()
    first = kept.follow(low, low + span)
    assert first[0] <= low
    assert first[1] >= low + span
    assert kept.follow(low + 0.1 * span, low + 0.9 * span) == first
    grown = kept.follow(low, low + 1.5 * span)
    assert grown[1] >= low + 1.5 * span
    assert grown[0] == first[0], "only the side that was too small moves"
    shrunk = kept.follow(low, low + 0.3 * span)
    assert shrunk[1] - shrunk[0] < 0.6 * span


def test_a_log_range() -> None:
    kept = CalmRange(log=True)
    low, high = kept.follow(1e-4, 1.0)
    assert 0 < low < 1e-4
    assert high > 1.0


@pytest.mark.parametrize("log", [True, False])
def test_a_range_of_the_largest_numbers_stays_finite(log: bool) -> None:
    kept = CalmRange(log=log)
    low, high = kept.follow(1e-4 if log else -1.7e308, 1.7e308)
    assert low < high < np.inf
    assert np.isfinite(Scale(low, high, log).place(1.7e308, 0.0, 100.0))


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.integers(2, 12))
def test_ticks_lie_inside_and_are_few(low: float, span: float, count: int) -> None:
    scale = Scale(low, low + span)
    ticks = scale.ticks(count)
    slack = 1e-6 * max(1.0, abs(low), span)
    assert all(low - slack <= t <= low + span + slack for t in ticks)
    assert len(ticks) <= 2 * count + 2


@given(st.floats(-6, 3), st.floats(0.01, 9), st.booleans(), st.integers(20, 600))
def test_shown_ticks_never_touch(low: float, span: float, log: bool, room: int) -> None:
    scale = Scale(10**low, 10 ** (low + span), log)
    ticks = shown_ticks(scale, float(room), 0.0, 36.0)
    places = sorted(p for p, _ in ticks)
    assert all(b - a >= 16.0 for a, b in pairwise(places))
    assert len(ticks) <= room / 16.0 + 1


@pytest.mark.parametrize(
    ("scale", "value", "text"),
    [
        (Scale(0, 1), 0.25, "0.25"),
        (Scale(-2, 2), -1.0, "−1"),
        (Scale(0, 1e5), 20000.0, "20\u2009k"),
        (Scale(0, 9e8), 2e8, "200\u2009M"),
        (Scale(0, 3e9), 2e9, "2·10⁹"),
        (Scale(0, 2e294), 1e294, "10²⁹⁴"),
        (Scale(-2e294, 0), -1.5e294, "−1.5·10²⁹⁴"),
        (Scale(0, 1e-5), 2.5e-6, "2.5·10⁻⁶"),
        (Scale(1e-6, 1, True), 1e-5, "10⁻⁵"),
        (Scale(1e-3, 1, True), 0.01, "0.01"),
    ],
)
def test_labels_of_ticks(scale: Scale, value: float, text: str) -> None:
    assert scale.label(value) == text


@pytest.mark.parametrize("low", [np.nan, -np.inf])
@pytest.mark.parametrize("log", [False, True])
def test_a_range_that_is_none_has_no_ticks(low: float, log: bool) -> None:
    assert shown_ticks(Scale(low, 1.0, log), 0.0, 300.0, 50.0) == []
    assert shown_ticks(Scale(low, low, log), 0.0, 300.0, 50.0) == []


@given(st.floats(1e-6, 1e3), st.booleans())
def test_a_scale_can_be_read_backwards(value: float, log: bool) -> None:
    scale = Scale(1e-6, 1e3, log)
    pixel = float(scale.place(value, 40.0, 640.0))
    assert scale.value(pixel, 40.0, 640.0) == pytest.approx(value, rel=1e-6, abs=1e-9)


def test_thinning_keeps_spikes_and_ends() -> None:
    x = np.arange(10_000.0)
    y = np.zeros(10_000)
    y[4321] = 9.0
    y[77] = -3.0
    tx, ty = thin_out(x, y, 100)
    assert len(tx) <= 202
    assert ty.max() == 9.0
    assert ty.min() == -3.0
    assert tx[0] == 0
    assert tx[-1] == 9999
    assert (np.diff(tx) > 0).all()


def test_a_polyline_holds_its_points() -> None:
    made = polyline(np.array([1.0, 2.0]), np.array([3.0, 4.5]))
    assert [(p.x(), p.y()) for p in made.toList()] == [(1.0, 3.0), (2.0, 4.5)]
    assert polyline(np.empty(0), np.empty(0)).isEmpty()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_colours_of_values(theme) -> None:
    pane = np.rint(rgb(theme.pane) * 255)
    middle = signed(theme, np.zeros(1), 1.0)[0]
    assert np.abs(middle - pane).max() <= 3
    assert np.abs(amounts(theme, np.zeros(1), 0.0, 1.0)[0] - pane).max() <= 3
    even = mixture(theme, np.full((1, 3), 1 / 3))[0]
    assert np.abs(even - pane).max() <= 3
    high = signed(theme, np.ones(1), 1.0)[0]
    assert np.abs(high - np.rint(rgb(theme.classes[0]) * 255)).max() <= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda t: t.name)
def test_two_classes_mix_like_more(theme) -> None:
    """The table for two classes holds what three give when the third has no share."""
    second = np.linspace(0.0, 1.0, 311)
    pane = rgb(theme.pane) * 255
    for strength in (0.5, 0.85):
        found = mixture(theme, np.stack([1 - second, second], axis=1), strength)
        towards = np.array([rgb(c) for c in theme.classes[:2]]) * 255 - pane
        sure = np.clip(2 * np.stack([1 - second, second], axis=1) - 1, 0, 1)
        assert np.abs(found - (pane + strength * sure @ towards)).max() <= 1.5
    assert np.abs(mixture(theme, np.full((1, 2), np.nan)) - pane).max() <= 1


def test_what_is_not_a_number_has_a_colour() -> None:
    bad = np.array([np.nan, np.inf, -np.inf])
    assert signed(LIGHT, bad, 1.0).shape == (3, 3)
    assert amounts(LIGHT, bad, 0.0, 1.0).shape == (3, 3)
    assert len(set(SYMBOLS)) == len(SYMBOLS)


def painted(draw, ratio=1.0):
    """What ``draw`` paints on white, as grey levels."""
    image = QImage(round(80 * ratio), round(60 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter)
    painter.end()
    shape = (image.height(), image.width(), 4)
    return np.array(image.constBits()).reshape(shape)[..., :3].mean(axis=2)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("symbol", ["o", "s", "t", "d"])
def test_many_markers_look_like_few(qapp, monkeypatch, symbol, ratio):
    places = np.random.default_rng(1).uniform(10, 50, (2, 30))

    def draw(painter):
        painter.setPen(QPen(QColor("white"), 1))
        painter.setBrush(QColor("black"))
        draw_markers(painter, *places, symbol, 9.0)

    stamped = painted(draw, ratio)
    monkeypatch.setattr("app.look.markers.FEW_MARKERS", 1000)
    drawn = painted(draw, ratio)
    assert stamped.min() == 0
    # A quarter of a pixel beside their place at most: edges differ a little.
    assert np.abs(stamped - drawn).mean() < 3.0
    assert abs(stamped.mean() - drawn.mean()) < 1.0


def test_a_curve_is_as_thick_as_its_pen(qapp):
    def ink(width, y):
        def draw(painter):
            painter.setPen(QPen(QColor("black"), width))
            draw_curve(painter, np.array([10.0, 70.0]), np.array([y, y]))

        return float((255 - painted(draw)[:, 40]).sum() / 255)

    for width in (1.0, 1.5, 2.0, 3.0):
        # Wherever it lies between pixels, on the average.
        places = [ink(width, 30.0 + part / 8) for part in range(8)]
        assert np.mean(places) == pytest.approx(width, abs=0.12)


@pytest.mark.parametrize("high", [1.0, 1.7e5, 6e12, 1.62e294, 3.1e299])
def test_no_number_of_the_axis_is_cut_off(qapp, high: float) -> None:
    def ink(shift: float) -> int:
        """Dark pixels of the numbers, painted ``shift`` pixels further right."""
        image = QImage(240, 200, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.translate(shift, 0)
        Axes(Scale(0, 1), Scale(0, high), QRectF(48, 10, 100, 180)).paint(
            painter, LIGHT, numbers_x=False
        )
        painter.end()
        left = range(int(shift + 44))
        return sum(
            image.pixelColor(x, y).lightness() < 200 for x in left for y in range(200)
        )

    assert ink(0) == ink(60) > 0


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("count", [0, 1, 177])
def test_strokes_are_the_lines_of_a_path(qapp, count: int, ratio: float) -> None:
    dice = np.random.default_rng(count)
    x = np.linspace(10.3, 190.7, count)
    low, high = dice.uniform(5, 95, (2, count))
    path = QPainterPath()
    for left, start, end in zip(x, low, high, strict=True):
        path.moveTo(left, start)
        path.lineTo(left, end)

    def painted(draw) -> bytes:
        image = QImage(
            round(200 * ratio), round(100 * ratio), QImage.Format.Format_RGB32
        )
        image.setDevicePixelRatio(ratio)
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.setPen(QPen(QColor("#3070b0"), 1))
        draw(painter)
        painter.end()
        return bytes(image.constBits())

    expected = painted(lambda painter: painter.drawPath(path))
    assert painted(lambda p: draw_strokes(p, x, low, high)) == expected


@pytest.mark.parametrize("count", [3, 300])
def test_markers_far_outside_the_picture_are_left_out(qapp, count):
    x, y = np.full(count, 20.0), np.full(count, 20.0)
    x[0], y[1], x[2] = 1e12, -1e300, np.nan
    image = QImage(40, 40, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setBrush(QColor("black"))
    try:
        draw_markers(painter, x, y, "o", 6.0)
    finally:
        painter.end()
    assert image.pixelColor(20, 20).alpha() == (255 if count > 3 else 0)
