"""How long the window does not respond, measured in processor time.

On a busy machine everything waits, so wall-clock time says little. What counts is the
processor time of the GUI thread and, for a turn that waits for other threads, that of
the whole process. While a turn takes long, a timer notes what is running, so that the
report tells where the time went.
"""

from __future__ import annotations

import signal
from collections import Counter, defaultdict
from pathlib import Path
from time import process_time, thread_time
from types import FrameType

LONG = 0.25  # seconds of a turn from which on it is noted what runs, every …
EVERY = 0.05  # seconds of processor time
DEEP = 12  # calls told of each, the innermost


class Watch:
    """Times each turn of the event loop of the thread that creates it."""

    def __init__(self) -> None:
        self.turns: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self._running: list[str] = []  # what ran in this turn, from `LONG` on
        self._longest: list[tuple[float, str, str]] = []
        self.begin()
        # A handler runs in the GUI's thread. Another thread that looked at its frames
        # could be the last to hold one, and would destroy a painter that is in use.
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGPROF, self._note)
            signal.siginterrupt(signal.SIGPROF, False)
            signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def stop(self) -> None:
        """Note nothing any more."""
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            signal.signal(signal.SIGPROF, signal.SIG_IGN)

    def begin(self) -> None:
        """Start to count."""
        self._gui, self._all = thread_time(), process_time()
        self._running = []

    def lap(self, name: str) -> float:
        """Record the turn that ends now under ``name``; returns its GUI seconds."""
        gui, all_ = thread_time(), process_time()
        took = gui - self._gui
        self.turns[name].append((took, all_ - self._all))
        if took > LONG:
            self._longest.append((took, name, self._told()))
            self._longest = sorted(self._longest, reverse=True)[:DEEP]
        self._gui, self._all = gui, all_
        self._running = []
        return took

    def _note(self, _: int, frame: FrameType | None) -> None:
        if thread_time() - self._gui > LONG:
            self._running.append(_calls(frame))

    def _told(self) -> str:
        """What ran in this turn, most often first."""
        found = Counter(self._running).most_common(3)
        return "\n".join(f"    {times} ×\n{calls}" for calls, times in found)

    @property
    def slowest(self) -> tuple[float, float]:
        """The longest turn: of the GUI's thread, and of the process."""
        turns = self._all_turns()
        return max(gui for gui, _ in turns), max(all_ for _, all_ in turns)

    @property
    def late(self) -> float:
        """Seconds of the GUI's thread that 99 of 100 turns stay under."""
        gui = sorted(gui for gui, _ in self._all_turns())
        return gui[int(0.99 * len(gui))]

    def _all_turns(self) -> list[tuple[float, float]]:
        return [turn for found in self.turns.values() for turn in found]

    def report(self, most: int = 12) -> str:
        """The slowest kinds of turn, slowest first."""
        gui, all_ = self.slowest
        lines = [
            f"{len(self._all_turns())} turns: 99 % under {1000 * self.late:.0f} ms of "
            f"the GUI's thread, longest {1000 * gui:.0f} (process {1000 * all_:.0f})",
            "  longest   99 %    mean   turns   ms of the GUI's thread",
        ]
        rows = sorted(self.turns.items(), key=lambda item: -max(item[1])[0])
        for name, found in rows[:most]:
            times = sorted(1000 * turn[0] for turn in found)
            late = times[min(len(times) - 1, int(0.99 * len(times)))]
            mean = sum(times) / len(times)
            lines.append(
                f"{times[-1]:9.0f}{late:7.0f}{mean:8.1f}{len(times):8d}   {name}"
            )
        for took, name, calls in self._longest[:4]:
            lines.append(f"  {1000 * took:.0f} ms in {name}:\n{calls}")
        return "\n".join(lines)


def _calls(frame: FrameType | None) -> str:
    """The innermost calls that lead to a frame, outermost last."""
    found = []
    while frame is not None and len(found) < DEEP:
        code = frame.f_code
        place = "/".join(Path(code.co_filename).parts[-3:])
        found.append(f"      {code.co_qualname} {place}:{frame.f_lineno}")
        frame = frame.f_back
    return "\n".join(found)
