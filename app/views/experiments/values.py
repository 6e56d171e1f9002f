"""Values of a varied setting: typed as a list, spread over a range, or ticked."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from app.look.theme import Theme
from app.views.experiments.arrange import value_words
from app.widgets.label import Label
from app.widgets.number_field import NumberField
from app.widgets.toggle import Toggle
from core.errors import BadInput, shown
from core.experiments.experiment import MOST_VALUES, Axis, spaced
from core.language import tr
from core.scenes.key_list import FLAG, WHOLE, WORD, Key
from core.scenes.keys import read_value, split_values


def read_values(text: str, key: Key) -> tuple[Any, ...]:
    """A typed list: ``0.01, 0.1, 1`` or ``tanh, ReLU``; `BadInput` if it is not one."""
    parts = [part for part in split_values(text) if part]
    if not parts:
        raise BadInput(
            tr("{title} must have at least one value, got none", title=key.title)
        )
    return tuple(_read(part, key) for part in parts)


def _read(text: str, key: Key) -> Any:
    if key.kind == WORD:
        for name, title in key.choices:
            if text.lower() in (name.lower(), title.lower()):
                return name
        if key.choices:
            known = ", ".join(name for name, _ in key.choices)
            raise BadInput(
                tr(
                    "{title} must be one of {known}, got {text}",
                    title=key.title,
                    known=known,
                    text=shown(text),
                )
            )
        return text
    value = read_value(text.replace("−", "-"))
    if key.kind == FLAG:
        words = {"yes": True, "no": False}
        value = words.get(text.lower(), value)
        good = isinstance(value, bool)
    else:
        kinds = (int,) if key.kind == WHOLE else (int, float)
        good = isinstance(value, kinds) and not isinstance(value, bool)
    if not good:
        rule = {FLAG: tr("yes or no"), WHOLE: tr("a whole number")}.get(
            key.kind, tr("a number")
        )
        raise BadInput(
            tr(
                "{title} must be {rule}, got {text}",
                title=key.title,
                rule=rule,
                text=shown(text),
            )
        )
    return value


def words_of(axis: Axis) -> str:
    """The values as they are typed."""
    return ", ".join(value_words(value) for value in axis.values)


def first_values(key: Key, now: Any) -> tuple[Any, ...]:
    """The first values of a newly chosen setting: around its present value."""
    if key.kind == FLAG:
        return (False, True)
    if key.kind == WORD:
        names = [name for name, _ in key.choices]
        others = [name for name in names if name != now][:2]
        return tuple(n for n in names if n == now or n in others) or (now,)
    low = -1e300 if key.low is None else key.low
    high = 1e300 if key.high is None else key.high
    value = now if isinstance(now, int | float) else 1
    if key.kind == WHOLE:
        steps = (
            [value // 2, value, value * 2, value * 4]
            if key.log and value
            else [value + k for k in range(-1, 4)]
        )
    elif key.log:
        base = value or 0.01
        steps = [base / 10, base / 3, base, base * 3, base * 10]
    elif value:
        steps = [value / 2, value, 1.5 * value]
    else:
        top = min(high, 0.4)
        steps = [0.0, top / 4, top / 2, top]
    kept = [v if key.kind == WHOLE else float(f"{v:.2g}") for v in steps]
    return tuple(dict.fromkeys(v for v in kept if low <= v <= high)) or (value,)


class RangeForm(QWidget):
    """From, to, how many, linear or logarithmic."""

    taken = Signal(object, bool)  # tuple of values, logarithmic

    def __init__(self, key: Key, axis: Axis, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        whole = key.kind == WHOLE
        self._whole = whole
        low = -1e9 if key.low is None else key.low
        high = 1e9 if key.high is None else key.high
        self.low = NumberField(tr("From"), low, high, whole=whole)
        self.high = NumberField(tr("To"), low, high, whole=whole)
        self.count = NumberField(tr("Values"), 2, MOST_VALUES, whole=True)
        self.log = Toggle(tr("By equal factors"))
        self.go = QPushButton(tr("Fill in"))
        ends = [v for v in axis.values if isinstance(v, int | float)] or [0, 1]
        self.low.set_value(min(ends))
        self.high.set_value(max(ends))
        self.count.set_value(max(2, len(axis.values)))
        self.log.setChecked(axis.log and min(ends) > 0)
        self.labels = [
            Label(w)
            for w in (tr("From"), tr("To"), tr("Values"), tr("By equal factors"))
        ]
        layout = QGridLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        fields: list[QWidget] = [self.low, self.high, self.count, self.log]
        for row, (label, field) in enumerate(zip(self.labels, fields, strict=True)):
            layout.addWidget(label, row, 0)
            layout.addWidget(field, row, 1)
        layout.addWidget(self.go, len(fields), 0, 1, 2)
        self.go.clicked.connect(self._take)

    def _take(self) -> None:
        log = self.log.isChecked()
        try:
            values = spaced(
                self.low.value,
                self.high.value,
                round(self.count.value),
                log=log,
                whole=self._whole,
            )
        except BadInput:  # by factors from 0: evenly, then
            log = False
            values = spaced(
                self.low.value,
                self.high.value,
                round(self.count.value),
                log=False,
                whole=self._whole,
            )
        self.taken.emit(tuple(values), log)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's fonts."""
        for widget in (*self.labels, self.low, self.high, self.count, self.go):
            widget.setFont(theme.font())
        for field in (self.low, self.high, self.count):
            field.setFixedSize(theme.px(92), theme.px(26))
        self.log.set_theme(theme)
