"""How long the window does not answer, told by the processor's time.

A busy machine makes everything wait, so the clock on the wall says little. What counts
is the time that the GUI's thread computes, and, for a turn that waits for other
threads, what the whole process computes meanwhile.
"""

from __future__ import annotations

from collections import defaultdict
from time import process_time, thread_time


class Watch:
    """Takes the time of one turn of the event loop after the other."""

    def __init__(self) -> None:
        self.turns: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self.begin()

    def begin(self) -> None:
        """Start to count."""
        self._gui, self._all = thread_time(), process_time()

    def lap(self, name: str) -> float:
        """Note the turn that ends now under ``name``; returns its GUI seconds."""
        gui, all_ = thread_time(), process_time()
        took = gui - self._gui
        self.turns[name].append((took, all_ - self._all))
        self._gui, self._all = gui, all_
        return took

    @property
    def slowest(self) -> tuple[float, float]:
        """The longest turn: of the GUI's thread, and of the process."""
        turns = [turn for found in self.turns.values() for turn in found]
        return max(gui for gui, _ in turns), max(all_ for _, all_ in turns)

    def report(self, most: int = 12) -> str:
        """The slowest kinds of turn, slowest first."""
        rows = sorted(self.turns.items(), key=lambda item: -max(item[1])[0])
        lines = ["  GUI ms: longest   99 %    mean   turns"]
        for name, found in rows[:most]:
            gui = sorted(1000 * turn[0] for turn in found)
            late = gui[min(len(gui) - 1, int(0.99 * len(gui)))]
            mean = sum(gui) / len(gui)
            lines.append(f"{gui[-1]:17.0f}{late:7.0f}{mean:8.1f}{len(gui):8d}   {name}")
        return "\n".join(lines)
