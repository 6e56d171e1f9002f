"""What a chart shows: plain data that a view composes for each refresh."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from app.look.numbers import shown_count, shown_number
from app.look.plots import Scale
from core.arrays import Floats
from core.language import mark, tr

#: Names and values to read beside that of a line, by the number of its point.
Rows = Callable[[int], tuple[tuple[str, str], ...]]


@dataclass(frozen=True, eq=False)
class Line:
    """A curve with its direct label; ``x`` ascends."""

    key: str  # its name for hiding, the same in every refresh
    word: str  # beside its end
    name: str  # in the readout of the crosshair
    x: Floats
    y: Floats
    colour: QColor
    ink: QColor  # of the word
    value: str = ""  # beside the word: the present value
    told: Callable[[float], str] = shown_number
    width: float = 1.5
    dashed: bool = False
    smooth: bool = True  # False for dense thin curves: no antialiasing
    floor: float | None = None  # smaller values are drawn here: zero has no logarithm
    bar: float = 0.0  # width of a bar at its only point, in units of x; 0: a curve
    drawn: bool = True  # else only its band is
    below: tuple[str, ...] = ()  # text below its name, if the name is below it
    more: Rows | None = None  # what else is read at a point


@dataclass(frozen=True, eq=False)
class Band:
    """The space between two curves, filled, or as upright strokes where it is ragged.

    Strokes keep a spike of one step and cost a tenth of a filled outline.
    """

    keys: tuple[str, ...]  # shown while none of these lines is hidden
    x: Floats
    low: Floats
    high: Floats
    colour: QColor
    strokes: bool = False
    smooth: bool = False


@dataclass(frozen=True, eq=False)
class Dots:
    """Single measurements; squares of whole pixels are cheap and sharp."""

    key: str  # of the line they belong to
    x: Floats
    y: Floats
    colour: QColor
    apart: int = 0  # least pixels between two of them


@dataclass(frozen=True, eq=False)
class PlotContents:
    """One plot: its position, the range it follows, and what is drawn in it.

    Most are over steps. A plot with ``places`` is over those: the first is at 0, the
    next at 1. The lines around a place belong to it, with their names below.
    """

    rect: QRectF
    x: Scale
    y: Scale
    lines: tuple[Line, ...]
    bands: tuple[Band, ...] = ()
    dots: tuple[Dots, ...] = ()
    beside: float = 0.0  # pixels for the labels right of it; 0: none
    above: bool = False  # the labels are in a row above it
    x_title: str = mark("step")
    heading: str = ""
    lead: tuple[str, ...] = ()  # lines above it, on what there is no room for in it
    numbers_x: bool = True
    numbers_y: bool = True
    grid: bool = True
    uprights: tuple[float, ...] = ()  # positions of thin vertical lines, above bands
    percent: bool = False  # shares from 0 to 1; their range is fixed
    playheads: tuple[tuple[int, QColor], ...] = ()  # past steps on show
    places: tuple[str, ...] = ()

    def named(self, x: float) -> str:
        """What people call a point of the axis."""
        if self.places:
            return self.places[self.place_at(x)]
        return tr("step {x}", x=shown_count(int(x)))

    def place_at(self, x: float) -> int:
        """The place around ``x``."""
        return min(max(round(x), 0), len(self.places) - 1)

    def lines_at(self, x: float) -> tuple[Line, ...]:
        """The lines that are read at ``x``: all, or those of one place."""
        if not self.places:
            return self.lines
        at = self.place_at(x)
        return tuple(
            line
            for line in self.lines
            if len(line.x) and abs((line.x[0] + line.x[-1]) / 2 - at) < 0.5
        )


@dataclass(frozen=True, eq=False)
class Contents:
    """Everything of a chart; curves are drawn again when ``key`` changes."""

    plots: tuple[PlotContents, ...]
    key: object = None
    note: str = ""  # shown instead of the plots
    beside: bool = False  # plots side by side: one readout each
    foot: tuple[str, ...] = ()  # sentences below, one per run
    foot_lines: int = 1  # that each may take
    scale: str = ""  # "log" or "linear": the switch below the numbers; empty: none
