"""How long the window does not respond, measured in processor time.

On a busy machine everything waits, so wall-clock time says little. What counts is the
processor time of the GUI thread and, for a turn that waits for other threads, that of
the whole process.
"""

from __future__ import annotations

from collections import defaultdict
from time import process_time, thread_time


class Watch:
    """Times each turn of the event loop."""

    def __init__(self) -> None:
        self.turns: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self.begin()

    def begin(self) -> None:
        """Start to count."""
        self._gui, self._all = thread_time(), process_time()

    def lap(self, name: str) -> float:
        """Record the turn that ends now under ``name``; returns its GUI seconds."""
        gui, all_ = thread_time(), process_time()
        took = gui - self._gui
        self.turns[name].append((took, all_ - self._all))
        self._gui, self._all = gui, all_
        return took

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
        return "\n".join(lines)
