"""Decides whether curves have grown enough to be read again."""

from __future__ import annotations

from app.frame.base import Frame


class Growth:
    """Remembers how far the curves of each run reached at the last request."""

    def __init__(self) -> None:
        self._asked: tuple[object, tuple[int, ...]] = (None, ())

    def enough(self, frame: Frame, key: object, least: float) -> bool:
        """Whether to read them now; during training, only after ``least`` more steps.

        ``key`` is what else the curves depend on. They are compared run by run: a kept
        one may reach further than the one that trains.
        """
        ends = tuple(run.series.last for run in frame.runs)
        known, before = self._asked
        small = known == key and all(
            0 <= end - old < least for end, old in zip(ends, before, strict=True)
        )
        if frame.moving and small:
            return False
        self._asked = (key, ends)
        return True
