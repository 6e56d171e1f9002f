"""Least squares next to ridge: the numbers, the picture, and its dialog."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.look.numbers import shown_number
from app.look.theme import DARK, LIGHT, Theme
from app.views.network.solved import RIDGE, Solved, solve
from app.views.network.solved_picture import MOST, SolvedPicture
from app.views.network.solving import SolvedDialog
from app.views.network.strip import NetworkStrip
from app.views.network.words import bottleneck_words
from core.analysis.linear import fit_linear
from core.engine.session import Session
from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.outputs import LOSSES
from core.scenes import load_scene
from tests.app.run_frames import frame_of, run_of, serve, trained


def linear(problem: str = "rgb", l2: float = 0.0) -> Session:
    run = run_of(problem, "mse", ())
    return Session(replace(run, training=replace(run.training, l2=l2)), "reference")


def solved(problem: str = "rgb", l2: float = 0.0) -> Solved:
    found = solve(linear(problem, l2).snapshot())
    assert found is not None
    return found


def singular() -> Solved:
    """Two equal columns: no condition number without ridge."""
    x = np.repeat(np.linspace(-1, 1, 9)[:, None], 2, axis=1)
    fits = (fit_linear(x, x[:, 0], ridge) for ridge in (0.0, 0.5))
    return Solved(*fits, 0.5, False, ("x₁", "x₂"), ("",))


def rounding() -> Solved:
    found = solve(Session(load_scene("xor-linear").run, "reference").snapshot())
    assert found is not None
    return found


@pytest.mark.parametrize("l2", [0.0, 0.3])
def test_the_numbers_are_those_of_the_normal_equation(l2):
    session = linear(l2=l2)
    snapshot, found = session.snapshot(), solved(l2=l2)
    train = snapshot.splits.train
    x = snapshot.run.features.apply(train.x)
    y = LOSSES["mse"].encode(train)
    plain, ridge = fit_linear(x, y), fit_linear(x, y, l2 or RIDGE)
    assert [row[1:] for row in found.rows] == [
        (plain.mse, ridge.mse),
        (np.linalg.norm(plain.W), np.linalg.norm(ridge.W)),
        (plain.condition, ridge.condition),
    ]
    assert [pair[2:] for pair in found.weights] == list(
        zip(plain.W.ravel(), ridge.W.ravel(), strict=True)
    )
    assert np.array_equal(found.theta, (ridge if l2 else plain).theta)
    assert ("ridge" in found.loaded) == bool(l2)


def test_only_squared_error_without_hidden_layers_has_one():
    assert solve(trained(run_of("rgb", "mse", (3,))).snapshot()) is None
    assert solve(trained(run_of("moons", "bce", ())).snapshot()) is None


def test_the_picture_is_read_with_its_numbers(qapp):
    found = solved()
    picture = SolvedPicture(found, LIGHT)
    said = picture.accessibleDescription()
    assert picture.accessibleName()
    for _, *pair in found.rows:
        for value in pair:
            assert shown_number(value) in said
    assert f"Weight x₁ → G: {shown_number(found.weights[2][2])}" in said
    assert "-" not in said  # real minus signs
    assert len(found.weights) <= MOST


def _painted(picture: SolvedPicture) -> QImage:
    return picture.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def _only(image: QImage, colour: str, left: int, top: int) -> bool:
    """Whether the picture from this corner on has one colour."""
    wanted = QColor(colour).rgb()
    return all(
        image.pixel(x, y) == wanted
        for x in range(left, image.width())
        for y in range(top, image.height())
    )


@pytest.mark.parametrize("scale", [1.0, 1.5, 3.0])
@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("make", [solved, singular, rounding])
def test_nothing_of_the_picture_is_cut_off_at_its_least_size(qapp, make, theme, scale):
    look: Theme = theme.scaled(scale)
    picture = SolvedPicture(make(), look)
    least = picture.minimumSizeHint()
    picture.resize(least)
    image = _painted(picture)
    assert _only(image, look.pane, image.width() - 2, 0)  # right edge
    assert _only(image, look.pane, 0, image.height() - 1)  # lower edge
    assert not _only(image, look.pane, 0, 0)
    picture.resize(least.width(), least.height() + 80)
    # With more room, nothing appears below.
    assert _only(_painted(picture), look.pane, 0, least.height())


def test_many_weights_have_no_bars(qapp):
    few, many = solved(), Solved(*_wide(), 0.1, False, _names(MOST + 1), ("",))
    assert SolvedPicture(many, LIGHT).sizeHint().height() < (
        SolvedPicture(few, LIGHT).sizeHint().height()
    )
    assert "Weight " not in SolvedPicture(many, LIGHT).accessibleDescription()


def _names(count: int) -> tuple[str, ...]:
    return tuple(f"c{i}" for i in range(count))


def _wide():
    x = np.random.default_rng(0).normal(size=(40, MOST + 1))
    return fit_linear(x, x.sum(axis=1)), fit_linear(x, x.sum(axis=1), 0.1)


# -- the dialog -----------------------------------------------------------------------


def strip_of(session: Session) -> NetworkStrip:
    strip = NetworkStrip()
    serve(strip, frame_of(session), 1100, 160)
    return strip


def test_the_picture_stays_beside_the_window_until_escape(qapp):
    strip = strip_of(linear())
    strip.solve.click()
    dialog = strip.solving.dialog
    assert dialog is not None
    assert dialog.isVisible()
    assert not dialog.isModal()
    assert dialog.accessibleDescription() == solved().said
    for label in (dialog.sentence, dialog.loaded):
        assert label.textFormat() == Qt.TextFormat.PlainText
    strip.set_theme(DARK)
    image = _painted(dialog.picture)
    assert image.pixel(1, 1) == QColor(DARK.pane).rgb()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert strip.solving.dialog is None


def test_solving_again_replaces_the_dialog_and_a_closed_one_is_freed(qapp):
    strip = strip_of(linear())
    strip.solve.click()
    first = weakref.ref(strip.solving.dialog)
    strip.findChildren(QWidget)
    strip.solve.click()
    assert strip.solving.dialog is not first()
    assert len(strip.findChildren(SolvedDialog)) == 1
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert first() is None


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_every_line_of_the_dialog_has_room_at_its_least_size(qapp, theme):
    dialog = SolvedDialog(solved(), theme)
    dialog.show()
    dialog.resize(dialog.minimumSizeHint())
    dialog.layout().activate()
    for label in (dialog.sentence, dialog.loaded):
        assert label.height() >= label.heightForWidth(label.width())
    least = dialog.picture.minimumSizeHint()
    assert dialog.picture.width() >= least.width()
    assert dialog.picture.height() >= least.height()


# -- a narrow linear layer ------------------------------------------------------------


def test_the_strip_tells_what_a_linear_bottleneck_limits_and_saves(qapp):
    narrow = trained(run_of("rgb", "mse", (1,), "identity"))
    strip, seen = NetworkStrip(), []
    strip.subtitle_changed.connect(seen.append)
    serve(strip, frame_of(narrow), 1100, 160)
    # 2 inputs, 1 unit, 3 outputs: 2 + 1 and 3 + 3, instead of 6 + 3.
    assert seen[-1].startswith("layer 1: rank ≤ 1, 9 parameters instead of 9 · ")
    strip.show_frame(frame_of(trained(run_of("rgb", "mse", (1,), "tanh"))))
    assert "rank" not in seen[-1]


def test_the_narrowest_of_several_is_told():
    layers = tuple(LayerSpec(n, "identity") for n in (6, 2, 5))
    words = bottleneck_words(NetworkSpec(40, layers, OutputSpec("mse", 9)))
    # 6 units, 2 units, 5 units: 12 + 2 and 10 + 5, instead of 30 + 5.
    assert words == "layer 2: rank ≤ 2, 29 parameters instead of 35"
