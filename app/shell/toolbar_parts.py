"""Parts of the toolbar: the slider of the pace, and numbers with their names."""

from __future__ import annotations

from math import exp, inf, isinf, log

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QSlider, QVBoxLayout, QWidget

from app.look.theme import LARGE, SMALL, Theme
from app.widgets.label import Label
from app.widgets.tip import Tip, set_tip
from core.language import mark, tr

_FASTEST = 10_000.0  # steps per second; one tick further is full speed
_TICKS = 200

PACE = Tip(
    mark("Pace"),
    mark("Training steps per second. At the right end training runs flat out."),
    keys=mark("F for flat out"),
)


class PaceSlider(QSlider):
    """Steps per second on a log scale; the last tick is full speed."""

    pace_moved = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setAccessibleName(tr("Pace"))
        self.setRange(0, _TICKS)
        self.setPageStep(20)
        set_tip(self, PACE.translated())
        self._quiet = False
        self.valueChanged.connect(self._on_tick)

    def set_pace(self, pace: float) -> None:
        """Show ``pace`` without emitting a signal."""
        if isinf(pace) or pace > _FASTEST:
            tick = _TICKS
        else:
            tick = round((_TICKS - 1) * log(max(1.0, pace)) / log(_FASTEST))
        if not self.isSliderDown():
            self._quiet = True
            self.setValue(tick)
            self._quiet = False

    def _on_tick(self, tick: int) -> None:
        if self._quiet:
            return
        if tick == _TICKS:
            self.pace_moved.emit(inf)
            return
        pace = exp(tick / (_TICKS - 1) * log(_FASTEST))
        digits = 1 if pace >= 10 else 0
        size = 10 ** (len(str(int(pace))) - 1 - digits)
        self.pace_moved.emit(max(1.0, round(pace / size) * size))


class Metric(QWidget):
    """A small name over a number that changes, wide enough that nothing shifts.

    A number that outgrows its space gets more, and keeps it.
    """

    grew = Signal()

    def __init__(self, name: str, tip: Tip, widest: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._widest, self._margin = widest, 4
        self.name = Label(name, self)
        self.name.setObjectName("metricName")
        self.number = Label("–", self)
        # The number has no accessible name, which would be read instead of it.
        self.setAccessibleName(tip.title)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.name)
        layout.addWidget(self.number)
        set_tip(self, tip)

    def show_text(self, text: str) -> None:
        """Show ``text``; does nothing if it is already shown."""
        if text == self.number.text():
            return
        self.number.setText(text)
        if self._wide(text) > self._wide(self._widest):
            self._widest = text
            self._reserve()
            self.grew.emit()

    def set_theme(self, theme: Theme) -> None:
        """Apply the fonts of ``theme`` and reserve the width of the widest number."""
        self.name.setFont(theme.font(SMALL))
        self.number.setFont(theme.font(LARGE, 600))
        self._margin = theme.px(4)
        self._reserve()

    def _wide(self, text: str) -> int:
        return QFontMetrics(self.number.font()).horizontalAdvance(text)

    def _reserve(self) -> None:
        narrow = QFontMetrics(self.name.font()).horizontalAdvance(self.name.text())
        wide = max(self._wide(self._widest), narrow) + self._margin
        self.setFixedWidth(wide)
        # A label whose size is not fixed would make the whole window compute its
        # layouts again for every number.
        self.number.setFixedSize(wide, QFontMetrics(self.number.font()).height())
