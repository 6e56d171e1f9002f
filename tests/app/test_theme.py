from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFontMetricsF

from app.look.colour import contrast, from_oklab, mix, rgb, to_oklab
from app.look.style import style_sheet
from app.look.theme import FONT_FAMILY, LIGHT, SYMBOLS, THEMES
from core.problems.points import MAX_CLASSES

#: What people without one kind of cones see of linear red, green and blue (Machado,
#: Oliveira and Fernandes, 2009).
NORMAL = np.eye(3)
DEUTERANOPIA = [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
]
PROTANOPIA = [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
]


def linear(values):
    high = ((values + 0.055) / 1.055) ** 2.4
    return np.where(values <= 0.04045, values / 12.92, high)


def gamma(values):
    values = np.clip(values, 0.0, 1.0)
    high = 1.055 * values ** (1 / 2.4) - 0.055
    return np.where(values <= 0.0031308, 12.92 * values, high)


THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda t: t.name)


@THEME
def test_text_can_be_read(theme):
    for ground in (theme.window, theme.pane):
        assert contrast(theme.text, ground) >= 4.5
        assert contrast(theme.secondary, ground) >= 4.5
    assert contrast(theme.text, theme.field) >= 4.5
    assert contrast(theme.on_accent, theme.accent) >= 4.5
    for colour in (theme.good, theme.warning, theme.bad):
        assert contrast(colour, theme.pane) >= 4.5


@THEME
def test_marks_can_be_seen(theme):
    assert contrast(theme.accent, theme.pane) >= 3.0
    for colour in theme.classes:
        assert contrast(colour, theme.pane) >= 3.0, colour


@THEME
@pytest.mark.parametrize("depth", range(2, 14))
def test_words_in_the_colour_of_a_layer_can_be_read(theme, depth):
    for i in range(depth):
        line, ink = theme.layer_colour(i, depth), theme.layer_ink(i, depth)
        assert contrast(ink.name(), theme.pane) >= 4.5
        if contrast(line.name(), theme.pane) >= 4.5:
            assert ink == line, "changed no more than needed"
        away = to_oklab(rgb(ink.name())) - to_oklab(rgb(line.name()))
        assert np.abs(away).max() < 0.12, "still the layer's colour"


def test_every_class_has_a_shape_of_its_own():
    assert len(set(SYMBOLS)) >= len(LIGHT.classes)


@THEME
def test_no_two_of_64_classes_share_both_colour_and_shape(theme):
    looks = [
        (theme.class_colour(k).name(), theme.class_symbol(k))
        for k in range(MAX_CLASSES)
    ]
    assert len(set(looks)) == MAX_CLASSES


@THEME
@pytest.mark.parametrize("sees", [NORMAL, DEUTERANOPIA, PROTANOPIA])
def test_the_ten_digits_have_ten_colours_for_everyone(theme, sees):
    names = [theme.class_colour(k).name() for k in range(10)]
    seen = [to_oklab(gamma(linear(rgb(name)) @ np.transpose(sees))) for name in names]
    for k in (8, 9):  # the first eight are Okabe and Ito's
        away = min(np.linalg.norm(seen[k] - other) for other in seen[:k])
        assert away > 0.06, (k, away)
        assert contrast(names[k], theme.pane) >= 3.0


@THEME
def test_the_diverging_map_goes_from_class_two_through_the_pane_to_class_one(theme):
    table = theme.diverging
    assert table.shape == (256, 4)
    ends = [theme.class_colour(1), theme.class_colour(0)]
    for row, colour in zip((table[0], table[-1]), ends, strict=True):
        assert np.abs(row[:3].astype(int) - colour.getRgb()[:3]).max() <= 1
    middle = table[127:129, :3].mean(axis=0)
    assert np.abs(middle - 255 * rgb(theme.pane)).max() <= 3


def test_oklab_goes_there_and_back():
    values = np.random.default_rng(0).uniform(size=(50, 3))
    assert np.allclose(from_oklab(to_oklab(values)), values, atol=1e-6)
    assert mix("#000000", "#ffffff", 0.0) == "#000000"


@THEME
def test_the_style_sheet_is_filled_completely(qapp, theme):
    assert "@" not in style_sheet(theme)


def test_the_font_is_ours_with_figures_of_one_width(qapp):
    font = LIGHT.font()
    assert font.family() == FONT_FAMILY
    assert font.exactMatch()
    metrics = QFontMetricsF(font)
    assert len({metrics.horizontalAdvance(d) for d in "0123456789"}) == 1


def test_larger_type_is_larger(qapp):
    assert LIGHT.scaled(2.0).font().pixelSize() == 2 * LIGHT.font().pixelSize()


def test_another_theme_reaches_every_widget_a_few_times_not_once_an_ancestor(
    window, state
):
    told = []

    class Ear(QObject):
        def eventFilter(self, watched, event):
            if event.type() == QEvent.Type.StyleChange:
                told.append(watched)
            return False

    ear = Ear()
    deep = window.toolbar.metrics["loss"].number
    deep.installEventFilter(ear)
    state.shown.set_theme(THEMES["dark"])
    assert 1 <= len(told) <= 3
    assert window.desk.panes["output"].panel.palette().base().color().name() == (
        THEMES["dark"].pane.lower()
    )
