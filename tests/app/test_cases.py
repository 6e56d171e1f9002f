"""Examples of many inputs in Output, and units that look at pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.look.rows_as_pictures import stacked
from app.look.theme import LIGHT
from app.views.output.case_jobs import cases
from app.views.output.cases import CasesCanvas
from app.views.output.wish import Wish
from core.analysis.confusion import confusion
from core.analysis.field import wrong
from core.analysis.weight_images import weight_images
from core.engine.session import Session
from core.scenes import load_scene


@pytest.fixture(scope="module")
def digits():
    run = load_scene("digits").run
    run = replace(run, data=replace(run.data, points=300))
    session = Session(run, "reference")
    session.advance(40)
    return session.snapshot()


def wish(snapshot, mode):
    return Wish("A", snapshot, LIGHT, (0, 1, 0, 1), 400, 300, False, cases=mode)


def test_the_confusion_matrix_counts_every_test_example(digits):
    result = cases(wish(digits, "confusion"))
    test = digits.splits.test
    assert result.confusion.sum() == len(test)
    assert result.confusion.sum(axis=1).tolist() == [
        int((test.y == k).sum()) for k in range(10)
    ]
    right = int(np.trace(result.confusion))
    assert right == len(test) - int(wrong(digits, test).sum())
    found = confusion(np.array([0.0, 1, 1]), np.array([1, 1, 0]), 2)
    assert found.tolist() == [[0, 1], [1, 1]]


def test_the_gallery_holds_the_wrong_test_examples(digits):
    result = cases(wish(digits, "wrong"))
    test = digits.splits.test
    mistaken = np.flatnonzero(wrong(digits, test))
    assert result.split == "test"
    assert result.numbers.tolist() == mistaken.tolist()
    assert (result.sample.x == test.x[mistaken]).all()
    assert result.pictures.height() == 8 * len(mistaken)
    everything = cases(wish(digits, "all"))
    assert len(everything.sample) == len(digits.splits.train)


def test_pictures_have_the_texts_colour_and_their_own_ink(qapp):
    image = stacked(LIGHT, np.array([[0.0, 1.0], [0.5, 0.25]]), (1, 2, 1))
    assert (image.width(), image.height()) == (2, 2)
    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(1, 0).name() == LIGHT.text.lower()
    assert image.pixelColor(0, 1).alpha() == 127
    colours = stacked(LIGHT, np.array([[1.0, 0.0, 0.0]]), (1, 1, 3))
    assert colours.pixelColor(0, 0).getRgb() == (255, 0, 0, 255)


@pytest.mark.parametrize("mode", ["all", "wrong", "confusion"])
def test_every_way_is_painted(qtbot, digits, mode):
    canvas = CasesCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(500, 400)
    canvas.show_cases(cases(wish(digits, mode)), "")
    first = canvas.grab().toImage()
    assert first.size().width() == 500
    colours = {first.pixel(x, y) for x in range(40, 480, 7) for y in range(40, 380, 7)}
    assert len(colours) > 5
    canvas.point(0)
    again = canvas.grab().toImage()
    assert (again != first) == (mode != "confusion")


def test_first_layer_units_are_their_weights(digits):
    weights = digits.network.layout.layers[0].W.of(digits.theta)
    images = weight_images(digits, np.array([3, 7]))
    assert images.shape == (2, 8, 8)
    assert images[1].ravel() == pytest.approx(weights[7])
    xor = Session(load_scene("xor").run, "reference").snapshot()
    assert weight_images(xor, np.array([0])) is None
