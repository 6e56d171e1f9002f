"""All problems by name. To add one, write its file and a line in `PROBLEMS`."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from core.errors import BadInput
from core.language import tr
from core.problems.above import AboveBelow
from core.problems.amounts import Clicks, Counts, Rainfall, Waiting
from core.problems.base import Box, DataSpec, Problem, Sample, Splits, split
from core.problems.correlated import Correlated
from core.problems.digits import Digits
from core.problems.directions import Wind
from core.problems.lines import Hinge, Inverse, Sine
from core.problems.outliers import Outliers
from core.problems.parity import Parity
from core.problems.points import Points
from core.problems.quadrants import Checkerboard, Quadrants
from core.problems.rankings import Rankings
from core.problems.rgb import Rgb
from core.problems.settings import Setting, problem_settings
from core.problems.shapes import Blobs, Curves, Moons, Rings
from core.problems.spirals import Spirals
from core.problems.surfaces import Bumps, Plane, Saddle, TypedSurface
from core.problems.xor import Xor

__all__ = [
    "PROBLEMS",
    "AboveBelow",
    "Blobs",
    "Box",
    "Bumps",
    "Checkerboard",
    "Clicks",
    "Correlated",
    "Counts",
    "Curves",
    "DataSpec",
    "Digits",
    "Hinge",
    "Inverse",
    "Moons",
    "Outliers",
    "Parity",
    "Plane",
    "Points",
    "Problem",
    "Quadrants",
    "Rainfall",
    "Rankings",
    "Rgb",
    "Rings",
    "Saddle",
    "Sample",
    "Setting",
    "Sine",
    "Spirals",
    "Splits",
    "TypedSurface",
    "Waiting",
    "Wind",
    "Xor",
    "make_problem",
    "problem_settings",
    "split",
]

#: Every problem drawn from settings, in the order of the window's list. `Points` (own
#: data) is separate: it has rows instead of settings.
PROBLEMS: dict[str, type[Problem]] = {
    Xor.name: Xor,
    Quadrants.name: Quadrants,
    Spirals.name: Spirals,
    Curves.name: Curves,
    Rings.name: Rings,
    Moons.name: Moons,
    Blobs.name: Blobs,
    Checkerboard.name: Checkerboard,
    AboveBelow.name: AboveBelow,
    Parity.name: Parity,
    Digits.name: Digits,
    Rgb.name: Rgb,
    Plane.name: Plane,
    Bumps.name: Bumps,
    Saddle.name: Saddle,
    TypedSurface.name: TypedSurface,
    Hinge.name: Hinge,
    Sine.name: Sine,
    Inverse.name: Inverse,
    Outliers.name: Outliers,
    Waiting.name: Waiting,
    Rainfall.name: Rainfall,
    Clicks.name: Clicks,
    Counts.name: Counts,
    Wind.name: Wind,
    Correlated.name: Correlated,
    Rankings.name: Rankings,
}


def make_problem(name: str, settings: Mapping[str, object] | None = None) -> Problem:
    """The problem of this name with these settings; others keep their defaults."""
    if name not in PROBLEMS:
        raise BadInput(
            tr(
                "problem: name must be one of {PROBLEMS}, got {name}",
                PROBLEMS=", ".join(PROBLEMS),
                name=f"{name!r}",
            )
        )
    cls: Any = PROBLEMS[name]
    known = [s.name for s in problem_settings(cls)]
    for key in settings or {}:
        if key not in known:
            near = get_close_matches(str(key), known, 1)
            hint = tr(" (did you mean {near}?)", near=near[0]) if near else ""
            raise BadInput(
                tr(
                    "{name}: setting must be one of {known}, got {key}{hint}",
                    name=name,
                    known=", ".join(known),
                    key=f"{key!r}",
                    hint=hint,
                )
            )
    problem: Problem = cls(**(settings or {}))
    return problem
