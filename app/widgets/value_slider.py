"""A slider over a range of numbers, linear or logarithmic."""

from __future__ import annotations

from math import exp, log, log10

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSlider, QWidget

_TICKS = 1000


class ValueSlider(QSlider):
    """A horizontal slider; ``log`` makes equal distances equal factors.

    With ``log`` and ``low`` 0, the left end is exactly 0 and the rest starts at
    ``floor``.
    """

    value_moved = Signal(float)

    def __init__(
        self,
        name: str,
        low: float,
        high: float,
        *,
        log: bool = False,
        floor: float = 0.0,
        whole: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.low, self.high, self.log = low, high, log
        self._floor = floor if low <= 0 else low
        self.whole = whole
        self.setAccessibleName(name)
        self.setRange(0, _TICKS)
        self.setSingleStep(_TICKS // 100)
        self.setPageStep(_TICKS // 10)
        self.valueChanged.connect(self._on_position)
        self._quiet = False

    def to_value(self, position: int) -> float:
        """The number at a position."""
        share = position / _TICKS
        if not self.log:
            value = self.low + share * (self.high - self.low)
            if not self.whole:
                span = self.high - self.low
                value = round(value, max(0, 3 - int(log10(span) // 1)))
        elif position == 0 and self.low <= 0:
            return self.low
        else:
            value = self._floor * exp(share * log(self.high / self._floor))
            value = round(value, 2 - int(log10(value) // 1))
        return float(round(value)) if self.whole else value

    def to_position(self, value: float) -> int:
        """The position of a number, clamped to the ends."""
        if self.log:
            if value <= self._floor:
                return 0
            share = log(value / self._floor) / log(self.high / self._floor)
        else:
            share = (value - self.low) / (self.high - self.low)
        return round(_TICKS * min(1.0, max(0.0, share)))

    def set_value(self, value: float) -> None:
        """Move to ``value`` without emitting a signal."""
        position = self.to_position(value)
        if position != self.value() and not self.isSliderDown():
            self._quiet = True
            self.setValue(position)
            self._quiet = False

    def _on_position(self, position: int) -> None:
        if not self._quiet:
            self.value_moved.emit(self.to_value(position))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the wheel scroll the panel; a rate must not change by accident."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
