"""What a chart shows: plain data that a view composes anew for each refresh."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from app.look.numbers import shown_number
from app.look.plots import Scale
from core.arrays import Floats
from core.language import mark


@dataclass(frozen=True, eq=False)
class Line:
    """A curve with its direct label; ``x`` ascends."""

    key: str  # it is hidden by this name, the same in every refresh
    word: str  # beside its end
    name: str  # in the readout of the crosshair
    x: Floats
    y: Floats
    colour: QColor
    ink: QColor  # of the word
    value: str = ""  # beside the word: where the curve stands now
    told: Callable[[float], str] = shown_number
    width: float = 1.5
    dashed: bool = False
    smooth: bool = True  # dense thin curves are spared antialiasing
    floor: float | None = None  # smaller values are drawn here: zero has no logarithm


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
    apart: int = 0  # pixels between two of them, at least


@dataclass(frozen=True, eq=False)
class PlotContents:
    """One plot: where it lies, what range it follows, and what is drawn in it."""

    rect: QRectF
    x: Scale
    y: Scale
    lines: tuple[Line, ...]
    bands: tuple[Band, ...] = ()
    dots: tuple[Dots, ...] = ()
    beside: float = 0.0  # pixels for the labels right of it
    x_title: str = mark("step")
    heading: str = ""
    numbers_x: bool = True
    numbers_y: bool = True
    percent: bool = False  # shares from 0 to 1; their range never moves
    playheads: tuple[tuple[int, QColor], ...] = ()  # steps of the past looked at


@dataclass(frozen=True, eq=False)
class Contents:
    """Everything of a chart; curves are drawn again when ``key`` changes."""

    plots: tuple[PlotContents, ...]
    key: object = None
    note: str = ""  # shown alone, in place of the plots
    beside: bool = False  # the plots stand side by side: one readout each
    foot: tuple[str, ...] = ()  # sentences below, one a plot
    scale: str = ""  # "log" or "linear": the switch below the numbers; empty: none
