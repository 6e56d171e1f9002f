"""Three points of weight space that a plane goes through: names, weights, the menu.

A point is a run and a place on its timeline: ``A now``, ``B start``, ``A step 120``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtWidgets import QMenu, QWidget

from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.errors import BadInput, shown
from core.language import mark, tr
from core.network import NetworkSpec

#: The written name of other futures in points.
FUTURE = "Future "
OFFERED = 10  # snapshots of a run in the menu
_POINT = re.compile(r"(.+) (now|start|half|step (\d{1,15}))")
_ORDINALS = (mark("First"), mark("Second"), mark("Third"))
_WORDS = {
    "now": mark("current weights"),
    "start": mark("start"),
    "half": mark("half-way"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A run to take points from: A, B, an earlier future of A, a file."""

    name: str
    newest: Snapshot
    kept: Callable[[], Sequence[Snapshot]]  # oldest first

    @staticmethod
    def of(name: str, kept: Sequence[Snapshot]) -> Source:
        """A source for a finished run."""
        return Source(name, kept[-1], lambda: kept)

    def at(self, when: str) -> Snapshot:
        """The snapshot of a place on its timeline; a step: the last one up to it."""
        if when == "now":
            return self.newest
        same = [s for s in self.kept() if s.network == self.newest.network]
        same = [s for s in same if s.step < self.newest.step]
        same.append(self.newest)
        if when == "start":
            return same[0]
        if when == "half":
            return same[len(same) // 2]
        step = int(when.removeprefix("step "))
        return [same[0], *(s for s in same if s.step <= step)][-1]

    def steps(self) -> list[int]:
        """Some of its snapshots, evenly spread over those that are kept."""
        same = [s.step for s in self.kept() if s.network == self.newest.network]
        if not same:
            return []
        places = np.linspace(0, len(same) - 1, min(OFFERED, len(same)))
        return [same[i] for i in dict.fromkeys(places.round().astype(int).tolist())]


def split_points(text: str) -> tuple[tuple[str, str], ...]:
    """Run and place of each point; `BadInput` unless there are three points."""
    found = []
    for word in text.split(","):
        match = _POINT.fullmatch(word.strip())
        if match is None:
            raise BadInput(
                "points must be three like A now, A start, B step 100, "
                f"got {shown(word.strip())}"
            )
        found.append((match[1], match[2]))
    if len(found) != 3:
        raise BadInput(f"points must be three, got {len(found)}")
    return tuple(found)


def anchors(
    text: str, sources: Sequence[Source], network: NetworkSpec
) -> list[tuple[str, Floats]]:
    """Names and weights of three points; `BadInput` tells what to choose instead."""
    known = {source.name: source for source in sources}
    found = []
    for run, when in split_points(text):
        if run not in known:
            raise BadInput(tr("There is no run {run} to take a point from", run=run))
        snapshot = known[run].at(when)
        if snapshot.network != network:
            raise BadInput(
                tr(
                    "Run {run} has a different network from A's: choose other points",
                    run=run,
                )
            )
        found.append((_title(run, when, snapshot.step), snapshot.theta))
    return found


def usual(sources: Sequence[Source], network: NetworkSpec) -> str:
    """A, B and A's start; without B, three snapshots of A."""
    if any(s.name == "B" and s.newest.network == network for s in sources):
        return "A now, B now, A start"
    return "A now, A start, A half"


def _title(run: str, when: str, step: int) -> str:
    run = _run(run)
    if when == "now":
        return run
    if when == "start":
        return tr("{run} start", run=run)
    return tr("{run} step {step}", run=run, step=step)


def _run(name: str) -> str:
    """A run in words: a future by its number, A, B and files by their names."""
    if not name.startswith(FUTURE):
        return name
    return tr("Future {i}", i=name.removeprefix(FUTURE))


def _place(when: str) -> str:
    """A place of a run in words."""
    if when in _WORDS:
        return tr(_WORDS[when])
    return tr("step {step}", step=when.removeprefix("step "))


class PointsMenu(QMenu):
    """Three submenus, one for each point."""

    def __init__(
        self,
        points: str,
        sources: Sequence[Source],
        choose: Callable[[str], None],
        ask_file: Callable[[int], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Points of the plane"))
        self._points, self._choose = split_points(points), choose
        for i, (run, when) in enumerate(self._points):
            title = tr(
                "{ordinal} point: {run}, {when}",
                ordinal=tr(_ORDINALS[i]),
                run=_run(run),
                when=_place(when),
            )
            menu = self.addMenu(title)
            for source in sources:
                self._offer(menu, i, source)
                menu.addSeparator()
            menu.addAction(tr("From a run file…"), partial(ask_file, i))

    def _offer(self, menu: QMenu, i: int, source: Source) -> None:
        steps = [f"step {step}" for step in source.steps()[1:-1]]
        chosen = self._points[i]
        if chosen[0] == source.name and chosen[1] not in (*_WORDS, *steps):
            steps.append(chosen[1])
        for when in ("now", "start", "half", *steps):
            action = menu.addAction(f"{_run(source.name)}, {_place(when)}")
            action.setCheckable(True)
            action.setChecked(chosen == (source.name, when))
            action.triggered.connect(partial(self._take, i, source.name, when))

    def _take(self, i: int, run: str, when: str, checked: bool = True) -> None:
        self._choose(with_point(self._points, i, run, when))


def with_point(points: Sequence[tuple[str, str]], i: int, run: str, when: str) -> str:
    """The same points with one replaced."""
    made = [*points[:i], (run, when), *points[i + 1 :]]
    return ", ".join(f"{r} {w}" for r, w in made)
