"""What a lesson is made of."""

from __future__ import annotations

from dataclasses import dataclass

from core.lessons.checks import Check
from core.lessons.deeds import Deed
from core.scenes import Scene


@dataclass(frozen=True, slots=True)
class Question:
    """Something to predict before acting."""

    text: str
    answers: tuple[str, ...]
    right: int  # number of the right answer, from 0


@dataclass(frozen=True, slots=True)
class Step:
    """A page of a lesson, done when every check holds.

    ``text``, ``hint`` and ``why`` are paragraphs; ``$…$`` is a formula inside a line,
    ``$$…$$`` one on a line of its own, both in LaTeX.
    """

    title: str
    text: str
    hint: str  # what to do now
    checks: tuple[Check, ...]
    why: str = ""  # shown when the step is done
    question: Question | None = None
    scene: Scene | None = None  # None: continue from the end of the previous step
    setup: tuple[Deed, ...] = ()
    solution: tuple[Deed, ...] = ()  # what meets the checks
    layout: str = ""  # "": the scene's
    view: str = ""  # to be brought to the front
    #: The views that the step needs, the most important first, at a readable size;
    #: empty: those of the layout.
    views: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few steps with a title."""

    name: str
    title: str
    summary: str
    steps: tuple[Step, ...]

    def entry(self, step: int) -> int:
        """The nearest step at or before ``step`` that sets up the program."""
        return max(i for i in range(step + 1) if self.steps[i].scene is not None)
