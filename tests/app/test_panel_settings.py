"""A declared setting is an attribute, a key of scenes, and a control of the menu."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from app.frame.base import Panel
from app.frame.settings import (
    Choice,
    Number,
    PanelSetting,
    Switch,
    Whole,
    Word,
    settings_of,
)
from app.views.registry import PANELS
from app.views.walk.panel import ExampleSetting
from app.widgets.setting_controls import settings_box
from core.scenes.view_keys import VIEW_KEYS

SCENES = Path(__file__).parents[2] / "docs" / "scenes.md"


def another(setting: PanelSetting) -> object:
    """A value other than the default."""
    match setting:
        case Switch():
            return not setting.default
        case Choice():
            return next(w for w in setting.options if w != setting.default)
        case Number() | Whole():
            return setting.high if setting.high != setting.default else setting.low
        case ExampleSetting():
            return 1
        case Word():
            return "end"
    raise AssertionError(setting)


@pytest.fixture
def panels(qapp, state) -> dict[str, Panel]:
    return {entry.name: entry.make(state) for entry in PANELS}


def controls(box: QWidget | None) -> dict[str, QWidget]:
    kinds = QCheckBox | QComboBox | QSpinBox
    found = [] if box is None else box.findChildren(QWidget)
    return {w.accessibleName(): w for w in found if isinstance(w, kinds)}


def test_every_view_takes_each_setting_from_a_scene(panels):
    count = 0
    for panel in panels.values():
        for setting in settings_of(type(panel)):
            value = another(setting)
            panel.apply_settings({setting.key: value})
            assert getattr(panel, setting.name) == value, setting.key
            count += 1
    assert count >= 25


def test_controls_and_attributes_follow_each_other(panels, qtbot):
    for panel in panels.values():
        offered = [s for s in settings_of(type(panel)) if s.title]
        box = settings_box(panel)
        if box is not None:
            qtbot.addWidget(box)
        there = controls(box)
        for setting in offered:
            control = there[setting.spoken]
            value = another(setting)
            setattr(panel, setting.name, value)
            match control:
                case QCheckBox():
                    assert control.isChecked() == value
                    control.click()
                case QSpinBox():
                    assert control.value() == value
                    control.setValue(setting.default)
                case QComboBox():
                    assert control.currentText() == setting.options[value]
                    words = list(setting.options)
                    control.setCurrentIndex(words.index(setting.default))
            assert getattr(panel, setting.name) == setting.default, setting.spoken


@pytest.mark.parametrize("wrong", [[], "nonsense", -7, 1e99, None, {}])
def test_what_a_setting_cannot_be_is_left_alone(panels, wrong):
    for panel in panels.values():
        for setting in settings_of(type(panel)):
            if wrong == "nonsense" and isinstance(setting, Word):
                continue
            panel.apply_settings({setting.key: wrong, "unknown": wrong})
            assert getattr(panel, setting.name) == setting.default, setting.key


def test_a_view_is_served_again_where_a_setting_changes(panels, qtbot):
    regions = panels["regions"]
    with qtbot.waitSignal(regions.refresh_needed, timeout=100):
        regions.folds = False
    with qtbot.assertNotEmitted(regions.refresh_needed, wait=10):
        regions.folds = False


def test_a_pair_of_units_is_one_word_in_a_scene(panels):
    warp = panels["warp"]
    warp.apply_settings({"units": [3, 5]})
    assert (warp.projection, warp.unit_x, warp.unit_y) == ("pair", 3, 5)


def test_the_scenes_page_names_every_key(panels):
    text = SCENES.read_text(encoding="utf-8")
    for name, panel in panels.items():
        for setting in settings_of(type(panel)):
            if setting.key != "reduce_motion":  # the window's own
                assert f"`{setting.key}`" in text, (name, setting.key)


def test_a_new_size_asks_for_a_new_picture(panels) -> None:
    """While nothing trains nobody else would, and the old one would be stretched."""
    for name, panel in panels.items():
        panel.show()
        panel.resize(500, 400)
        asked: list[str] = []
        panel.refresh_needed.connect(partial(asked.append, name))
        panel.resize(430, 360)
        assert asked, name


def test_scenes_may_set_exactly_what_the_views_declare():
    declared = {}
    for entry in PANELS:
        panel = getattr(import_module(entry.module), entry.cls)
        keys = {setting.key for setting in settings_of(panel)}
        declared[entry.name] = keys - {"reduce_motion"}  # a choice of the person
    declared["warp"].add("units")  # short for a projection and two units
    declared["window"] = set()
    assert {view: set(keys) for view, keys in VIEW_KEYS.items()} == declared
