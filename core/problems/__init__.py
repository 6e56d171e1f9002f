"""All problems by name. To add one: a file of its own, and a line in `PROBLEMS`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.errors import BadInput
from core.problems.base import Box, DataSpec, Problem, Sample, Splits, split
from core.problems.rgb import Rgb
from core.problems.settings import Setting, problem_settings
from core.problems.spirals import Spirals
from core.problems.xor import Xor

__all__ = [
    "PROBLEMS", "Box", "DataSpec", "Problem", "Rgb", "Sample", "Setting", "Spirals",
    "Splits", "Xor", "make_problem", "problem_settings", "split",
]  # fmt: skip

#: In the order in which the window offers them.
PROBLEMS: dict[str, type[Problem]] = {
    problem.name: problem for problem in (Xor, Spirals, Rgb)
}


def make_problem(name: str, settings: Mapping[str, object] | None = None) -> Problem:
    """The problem of this name with these settings; others keep their defaults."""
    if name not in PROBLEMS:
        raise BadInput(
            f"problem: name must be one of {', '.join(PROBLEMS)}, got {name!r}"
        )
    cls: Any = PROBLEMS[name]
    known = [s.name for s in problem_settings(cls)]
    for key in settings or {}:
        if key not in known:
            raise BadInput(
                f"{name}: setting must be one of {', '.join(known)}, got {key!r}"
            )
    problem: Problem = cls(**(settings or {}))
    return problem
