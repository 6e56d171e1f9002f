"""Controls for the declared settings of a view, as its pane's menu shows them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.frame.base import Panel
from app.frame.settings import Choice, PanelSetting, Switch, Whole, settings_of
from core.language import tr

Show = Callable[[], None]  # makes a control show the present value


def settings_box(panel: Panel) -> QWidget | None:
    """All controls of ``panel``, extra ones below the declared ones; None if none."""
    offered = [s for s in settings_of(type(panel)) if s.title]
    own = panel.settings_widget()
    if not offered:
        return own
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    form = QFormLayout()
    form.setContentsMargins(12, 8, 12, 8)
    form.setHorizontalSpacing(8)
    form.setVerticalSpacing(4)
    column.addLayout(form)
    shows: dict[str, Show] = {}
    for setting in offered:
        control, shows[setting.name] = _control(panel, setting)
        control.setAccessibleName(tr(setting.spoken))
        if isinstance(control, QCheckBox):
            form.addRow(control)
        else:
            form.addRow(tr(setting.title), control)
    if own is not None:
        column.addWidget(own)

    def show_all() -> None:
        for show in shows.values():
            show()

    show_all()
    panel.setting_taken.connect(lambda _: show_all())
    return box


def _control(panel: Panel, setting: PanelSetting[Any]) -> tuple[QWidget, Show]:
    take = partial(setattr, panel, setting.name)
    if isinstance(setting, Switch):
        check = QCheckBox(tr(setting.title))
        check.toggled.connect(take)
        return check, lambda: check.setChecked(getattr(panel, setting.name))
    if isinstance(setting, Choice):
        words = list(setting.options)
        combo = QComboBox()
        combo.addItems([tr(title) for title in setting.options.values()])
        combo.currentIndexChanged.connect(lambda i: take(words[i]))
        return combo, lambda: combo.setCurrentIndex(
            words.index(getattr(panel, setting.name))
        )
    assert isinstance(setting, Whole), setting
    spin = QSpinBox()
    spin.setRange(setting.low, setting.high)
    spin.valueChanged.connect(take)
    needs = setting.needs

    def show() -> None:
        spin.setValue(getattr(panel, setting.name))
        spin.setEnabled(needs is None or getattr(panel, needs[0]) == needs[1])

    return spin, show
