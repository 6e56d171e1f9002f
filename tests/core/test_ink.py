"""Drawings made by hand, as pictures like those a network learned from."""

from __future__ import annotations

import numpy as np
import pytest

from core.analysis.asking import decisions
from core.engine.session import Session
from core.errors import BadInput
from core.problems.ink import (
    Stroke,
    measure_style,
    picture_of,
    strokes_of,
    text_of,
    thickness,
)
from core.scenes import load_scene

IMAGE = (8, 8, 1)


def arc(cx, cy, rx, ry, start, stop):
    angles = np.radians(np.linspace(start, stop, 24))
    return [(cx + rx * np.cos(a), cy + ry * np.sin(a)) for a in angles]


#: Each digit as a person would draw it, in strokes on the unit square.
DRAWN = {
    0: [arc(0.5, 0.5, 0.22, 0.35, -90, 270)],
    1: [[(0.4, 0.25), (0.52, 0.15), (0.52, 0.85)]],
    2: [[*arc(0.5, 0.32, 0.2, 0.18, -180, 30), (0.3, 0.85), (0.72, 0.85)]],
    3: [
        arc(0.48, 0.32, 0.2, 0.17, -150, 90),
        arc(0.48, 0.66, 0.22, 0.18, -90, 150),
    ],
    4: [[(0.28, 0.15), (0.28, 0.6), (0.75, 0.6)], [(0.58, 0.3), (0.58, 0.85)]],
    5: [
        [
            (0.7, 0.15),
            (0.36, 0.15),
            (0.34, 0.45),
            *arc(0.48, 0.63, 0.22, 0.21, -120, 150),
        ]
    ],
    6: [[(0.62, 0.15), (0.4, 0.4), *arc(0.5, 0.65, 0.19, 0.19, -180, 180)]],
    7: [[(0.3, 0.15), (0.72, 0.15), (0.45, 0.85)]],
    8: [
        arc(0.5, 0.32, 0.17, 0.17, 90, 450),
        arc(0.5, 0.67, 0.2, 0.18, -90, 270),
    ],
    9: [[*arc(0.5, 0.34, 0.19, 0.19, 0, 360), (0.68, 0.4), (0.6, 0.85)]],
}


def drawing(digit: int, scale: float = 1.0, shift: float = 0.0) -> tuple[Stroke, ...]:
    lines = [(np.array(line) - 0.5) * scale + 0.5 + shift for line in DRAWN[digit]]
    return tuple(Stroke(tuple(map(tuple, line.tolist()))) for line in lines)


@pytest.fixture(scope="module")
def trained():
    session = Session(load_scene("digits").run, backend="reference")
    session.advance(300)
    return session.snapshot()


@pytest.fixture(scope="module")
def style(trained):
    return measure_style(trained.splits.train.x, IMAGE)


def test_drawn_digits_are_recognised_wherever_and_however_large(trained, style):
    right = 0
    for digit in DRAWN:
        for scale, shift in ((1.0, 0.0), (0.45, 0.2)):
            x = picture_of(drawing(digit, scale, shift), IMAGE, style)
            right += int(decisions(trained, x[None])[0]) == digit
    assert right >= 17  # of 20


def test_a_drawing_has_the_size_place_and_thickness_of_the_examples(style):
    for digit in (0, 3, 8):
        x = picture_of(drawing(digit, 0.4, 0.25), IMAGE, style).reshape(8, 8)
        assert x.any(axis=1).all()  # the examples fill the height
        mass = [(x.sum(axis=a) @ (np.arange(8) + 0.5)) / x.sum() for a in (0, 1)]
        assert np.allclose(mass, style.centre, atol=0.5)
        assert thickness(x) == pytest.approx(style.thickness, abs=0.1)
        assert x.min() >= 0.0
        assert x.max() <= 1.0


def test_lines_are_antialiased_and_their_ink_is_their_area():
    line = [Stroke(((0.25, 0.5), (0.75, 0.5)))]
    x = picture_of(line, (32, 32, 1))
    assert len(np.unique(np.round(x, 3))) > 3  # neither black nor white alone
    half = 0.055 * 32
    assert x.sum() == pytest.approx(2 * half * 16 + np.pi * half**2, rel=0.03)


def test_colours_cover_the_ground_and_leave_the_rest_of_it():
    ground = np.full((4, 4, 3), 0.5)
    stroke = Stroke(((0.0, 0.1), (1.0, 0.1)), (1.0, 0.0, 0.0))
    x = picture_of([stroke], (4, 4, 3), None, ground.ravel()).reshape(4, 4, 3)
    assert x[0, 1, 0] > 0.6
    assert x[0, 1, 1] < 0.4
    assert np.array_equal(x[3], ground[3])


def test_pictures_full_of_colour_have_no_style():
    rng = np.random.default_rng(0)
    assert measure_style(rng.random((20, 64)), IMAGE) is None
    assert measure_style(rng.random((20, 48)), (4, 4, 3)) is None


def test_strokes_go_through_text():
    strokes = (
        Stroke(((0.1, 0.2), (0.3, 0.4))),
        Stroke(((1.0, 0.0),), (1.0, 0.0, 0.2)),
    )
    assert strokes_of(text_of(strokes)) == strokes
    assert strokes_of("") == ()


@pytest.mark.parametrize(
    "text", ["0.1", "0.1 2.0", "#12 0.1 0.1", "a b", "0.1 0.2 0.3"]
)
def test_other_text_is_no_drawing(text):
    with pytest.raises(BadInput, match="drawing: a stroke must be points"):
        strokes_of(text)
