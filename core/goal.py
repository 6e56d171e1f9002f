"""What training should reach, and at which steps that is checked."""

from __future__ import annotations

from dataclasses import dataclass

from core.language import tr
from core.numbers import short_number

#: Checks per octave of steps, up to twice as many; every step at first.
CHECKS = 32


@dataclass(frozen=True, slots=True)
class Goal:
    """What training should reach on the training split; None asks for nothing."""

    loss: float | None = None  # at most
    accuracy: float | None = None  # at least
    stop: bool = False  # training pauses when it is first seen to be reached

    @property
    def asks(self) -> bool:
        """Whether there is anything to reach."""
        return self.loss is not None or self.accuracy is not None

    def reached(self, loss: float | None, accuracy: float | None) -> bool:
        """Whether these figures meet every part of the goal; NaN never does."""
        if self.loss is not None and not (loss is not None and loss <= self.loss):
            return False
        return self.accuracy is None or (
            accuracy is not None and accuracy >= self.accuracy
        )

    def __str__(self) -> str:
        parts = []
        if self.loss is not None:
            parts.append(tr("loss at most {loss}", loss=short_number(self.loss, 6)))
        if self.accuracy is not None:
            parts.append(
                tr("accuracy at least {accuracy}", accuracy=f"{self.accuracy:.0%}")
            )
        return tr(" and ").join(parts) or tr("none")


NO_GOAL = Goal()


def spacing(step: int, density: int) -> int:
    """Distance between points evenly spaced in log-time: a power of 2."""
    if density < 1:
        return 1 << 62
    return 1 << max(0, (step // density).bit_length() - 1)


def next_check(step: int) -> int:
    """The first step after ``step`` at which the goal is checked.

    It depends on the step alone, so a run stops at the same step however training was
    split up.
    """
    apart = spacing(step, CHECKS)
    return (step // apart + 1) * apart
