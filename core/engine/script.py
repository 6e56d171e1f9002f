"""Commands that a session carries out by itself at given steps, as scenes have them."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.commands import Command


class Script:
    """The remaining commands, and how many steps were made since the start.

    Steps count through rewinds of the script itself: 300 steps, a rewind and 100 more
    are 400 steps made, though the run is then at step 100.
    """

    def __init__(
        self, entries: Sequence[tuple[int, Command]] = (), made: int = 0
    ) -> None:
        # sorted() is stable: commands of one step keep their order.
        self._entries = sorted(entries, key=lambda entry: entry[0])
        self.made = made
        # Commands due at the start are carried out even if no step is made.
        self._next = self._after(made) if made else 0

    def __bool__(self) -> bool:
        return bool(self._entries)

    @property
    def ahead(self) -> int | None:
        """Steps until the next command; None: there is none."""
        if self._next == len(self._entries):
            return None
        return max(0, self._entries[self._next][0] - self.made)

    def due(self) -> Command | None:
        """Take the next command if its step is reached."""
        if self.ahead != 0:
            return None
        self._next += 1
        return self._entries[self._next - 1][1]

    def restart(self) -> None:
        """Start over."""
        self.made = self._next = 0

    def go_back(self, steps: int) -> None:
        """Go back ``steps`` steps; the commands after that are due again."""
        self.made = max(0, self.made - steps)
        self._next = self._after(self.made)

    def _after(self, made: int) -> int:
        """The first entry after ``made`` steps."""
        return sum(at <= made for at, _ in self._entries)
