"""The rates of a race: one field for each optimiser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import isfinite

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from app.look.numbers import field_text, parse_number
from app.widgets.label import Label
from core.analysis.race import RACERS, rate_for
from core.language import mark, tr
from core.training import TrainingSpec

OPTIMISERS = {
    "sgd": "SGD",
    "momentum": mark("Momentum"),
    "nesterov": mark("Nesterov"),
    "rmsprop": "RMSProp",
    "adam": "Adam",
}


def rates_of(text: str) -> dict[str, float]:
    """Rates by optimiser from ``sgd 0.1, adam 0.01``; anything else is ignored."""
    found = {}
    for word in text.split(","):
        name, _, number = word.strip().partition(" ")
        rate = parse_number(number)
        if name in RACERS and rate is not None and isfinite(rate) and rate > 0:
            found[name] = rate
    return found


def rates_text(rates: Mapping[str, float]) -> str:
    """The same as text."""
    return ", ".join(f"{name} {rates[name]!r}" for name in RACERS if name in rates)


class RateFields(QWidget):
    """Learning rates; an empty field uses the one that follows from the run's own."""

    def __init__(
        self, change: Callable[[str], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._change = change
        self._rates: dict[str, float] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 0, 12, 8)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.addWidget(Label(tr("Learning rates of the race")), 0, 0, 1, 2)
        self.fields: dict[str, QLineEdit] = {}
        for row, (name, title) in enumerate(OPTIMISERS.items(), start=1):
            field = QLineEdit()
            field.setAccessibleName(
                tr("Learning rate of {title} in the race", title=tr(title))
            )
            field.setAlignment(Qt.AlignmentFlag.AlignRight)
            field.setMaximumWidth(96)
            field.editingFinished.connect(partial(self._on_typed, name))
            grid.addWidget(Label(tr(title)), row, 0)
            grid.addWidget(field, row, 1, Qt.AlignmentFlag.AlignRight)
            self.fields[name] = field

    def show_rates(self, text: str, training: TrainingSpec | None) -> None:
        """Show the chosen rates, and the defaults of the others."""
        self._rates = rates_of(text)
        for name, field in self.fields.items():
            own = self._rates.get(name)
            if training is not None:
                field.setPlaceholderText(field_text(rate_for(name, training)))
            if not field.hasFocus():
                field.setText("" if own is None else field_text(own))

    def _on_typed(self, name: str) -> None:
        field = self.fields[name]
        rate = parse_number(field.text())
        rates = {k: v for k, v in self._rates.items() if k != name}
        if rate is not None and isfinite(rate) and rate > 0:
            rates[name] = rate
        else:
            field.clear()
        self._change(rates_text(rates))
