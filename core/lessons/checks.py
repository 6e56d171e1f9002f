"""Checks: a measurement and the rule it must meet."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.language import tr
from core.lessons.measures import MEASURES, Measured
from core.lessons.titles import titled

_log = logging.getLogger("hyperfold.lessons")


@dataclass(frozen=True, slots=True)
class Moment:
    """What a check measures: the state shown now, and that when the step began."""

    now: Snapshot
    start: Snapshot
    other: Snapshot | None = None  # run B
    answer: int | None = None  # what was predicted; None: nothing yet
    #: What the views show, by view and setting: {"warp": {"place": 0.6}}.
    views: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Check:
    """A rule about one measurement; all rules of a check must hold."""

    say: str  # the rule in words
    measure: str
    arguments: Mapping[str, Any] = field(default_factory=dict, hash=False)
    at_least: float | None = None
    at_most: float | None = None
    equals: float | None = None
    within: float = 0.0  # how far from `equals` it may be
    word: str = ""  # for measures that are words
    changed: bool = False  # it must differ from its value at the start
    gained: bool = False  # count from its value at the start
    run: str = "A"

    def state(self, moment: Moment) -> CheckState:
        """Measure and judge; if nothing can be measured, the check does not hold."""
        snapshot = moment.now if self.run == "A" else moment.other
        if snapshot is None:
            return CheckState(self, False, None)
        value = self._measured(snapshot, moment)
        if self.gained and isinstance(value, float):
            before = self._measured(moment.start, moment)
            value = value - before if isinstance(before, float) else None
        holds = value is not None and self._holds(value)
        if holds and self.changed:
            holds = value != self._measured(moment.start, moment)
        return CheckState(self, holds, value)

    def _measured(self, snapshot: Snapshot, moment: Moment) -> Measured:
        given = {**self.arguments, "views": moment.views}
        try:
            return MEASURES[self.measure].of(snapshot, given)
        except (BadInput, IndexError, KeyError, ValueError) as error:
            # The network no longer has this layer, or the problem has other inputs: not
            # the reader's mistake.
            _log.debug("%s cannot be measured: %s", self.measure, error)
            return None

    def _holds(self, value: float | str) -> bool:
        if isinstance(value, str):
            return not self.word or value == self.word
        if not isfinite(value):
            return False
        if self.at_least is not None and value < self.at_least:
            return False
        if self.at_most is not None and value > self.at_most:
            return False
        return self.equals is None or abs(value - self.equals) <= self.within


@dataclass(frozen=True, slots=True)
class CheckState:
    """A check and what was measured."""

    check: Check
    holds: bool
    value: Measured

    @property
    def sentence(self) -> str:
        """What was measured, to show: "now 0.253"."""
        if self.value is None:
            return tr("not measured yet")
        if isinstance(self.value, str):
            words = titled(self.check.measure, self.value)
            return tr("now {titled}", titled=words) if words else ""
        return tr("now {value}", value=MEASURES[self.check.measure].shown(self.value))


def states(checks: Sequence[Check], moment: Moment) -> tuple[CheckState, ...]:
    """The state of every check."""
    return tuple(check.state(moment) for check in checks)
