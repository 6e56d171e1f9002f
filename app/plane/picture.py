"""Pictures of the plane that several views show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtGui import QImage

from core.arrays import Bools, Floats
from core.engine.snapshot import Snapshot
from core.language import mark, tr
from core.problems.base import Box, Problem

#: Samples larger than this are drawn as a density.
MANY = 5000


class Kind(Enum):
    """How a problem's output is drawn."""

    CLASSES = mark("class probabilities")
    VALUE = mark("value")
    RGB = mark("colour")
    LINE = mark("function of x")
    CASES = mark("examples")


def kind_of(problem: Problem) -> Kind:
    """The kind of picture that fits a problem."""
    if problem.inputs == 1:
        return Kind.LINE
    if problem.inputs > 2:
        return Kind.CASES
    if problem.classes:
        return Kind.CLASSES
    # Three values are a colour, unless the problem has a loss of its own.
    own = getattr(problem, "natural_loss", "")
    return Kind.RGB if problem.targets == 3 and not own else Kind.VALUE


def class_name(problem: Problem, number: int) -> str:
    """The display name of class ``number``."""
    names: Sequence[str] = getattr(problem, "class_names", ())
    pictures = getattr(problem, "image", None) is not None  # digit 3 is called 3
    if number < len(names) and (pictures or not names[number].isdigit()):
        return names[number]
    return tr("class {number}", number=number)


@dataclass(frozen=True, eq=False)
class Picture:
    """One image of the plane with the lines and marks on it."""

    box: Box
    image: QImage
    lines: tuple[Floats, ...] = ()  # decision, or levels of a value; (m, 2) each
    held_out: tuple[Floats, ...] = ()  # outlines of held-out areas
    caption: str = ""
    detail: str = ""
    with_points: bool = True
    levels: tuple[float, float] | None = None  # of a value's colours


@dataclass(frozen=True, eq=False)
class PlaneResult:
    """Pictures of one run over the plane."""

    label: str
    snapshot: Snapshot
    pictures: tuple[Picture, ...]
    wrong_train: Bools
    wrong_test: Bools
    target: int = 0  # which of several values is shown
    crowd: QImage | None = None  # the sample as a density, for large samples
