"""The only interface between the window and training.

A `Runner` is anything that trains one run: the engine's thread in the window, a session
driven step by step for pictures and tests, or a ghost that only replays. Everything a
runner returns is frozen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from core.arrays import NO_STOP, Stop
from core.engine.commands import Command, Step
from core.engine.snapshot import Snapshot
from core.run import RunSpec

if TYPE_CHECKING:
    from core.engine.saved import Saved
    from core.engine.series import Series
    from core.engine.timeline import Timeline


class Runner(Protocol):
    """Trains one run and reports its state."""

    @property
    def latest(self) -> Snapshot:
        """The newest state."""
        ...

    @property
    def timeline(self) -> Timeline:
        """All kept snapshots."""
        ...

    @property
    def series(self) -> Series:
        """The numbers of every step."""
        ...

    @property
    def present(self) -> tuple[Snapshot, Series]:
        """`latest` and `series`, which belong to each other.

        Read one after the other, they may belong to different networks.
        """
        ...

    @property
    def error(self) -> BaseException | None:
        """What ended the thread, if anything did."""
        ...

    @property
    def status(self) -> str:
        """What the user should know about the engine: "compiling kernels …"."""
        ...

    @property
    def obeyed(self) -> bool:
        """Whether `latest` reflects every command sent."""
        ...

    def send(self, *commands: Command) -> None:
        """Send commands; they take effect between two chunks of steps."""
        ...

    def close(self) -> None:
        """End every thread."""
        ...


RunnerFactory = Callable[[RunSpec], Runner]


def saved_now(runner: Runner, budget: int) -> Saved:
    """A copy of a run as it is now; it may keep training."""
    from core.engine.saved import saved_of

    latest, series = runner.present
    return saved_of(latest, runner.timeline, series, budget)


def engine_runner(run: RunSpec) -> Runner:
    """Train in a thread: reference kernels first, compiled ones when ready."""
    from core.engine.engine import Engine

    return Engine(run, cold_start="background", paused=True, gives_way=True)


class SessionRunner:
    """Trains in the caller's thread, exactly as many steps as requested."""

    obeyed = True

    def __init__(self, run: RunSpec, backend: str = "compiled") -> None:
        from core.engine.session import Session

        self._session = Session(run, backend=backend)
        self._latest = self._session.snapshot()
        self.error: BaseException | None = None
        self.status = ""

    @property
    def latest(self) -> Snapshot:
        """The newest state."""
        return self._latest

    @property
    def timeline(self) -> Timeline:
        """All kept snapshots."""
        return self._session.timeline

    @property
    def series(self) -> Series:
        """The numbers of every step."""
        return self._session.series

    @property
    def present(self) -> tuple[Snapshot, Series]:
        """`latest` and `series`."""
        return self._latest, self._session.series

    def send(self, *commands: Command) -> None:
        """Apply the commands now; the caller plays by calling `advance`."""
        for command in commands:
            if isinstance(command, Step):
                self._session.advance(command.count)
            else:
                self._session.apply(command)
        self._latest = self._session.snapshot()

    def advance(self, steps: int, stop: Stop = NO_STOP) -> int:
        """Train ``steps`` steps; fewer where training diverges or ``stop`` is set."""
        done = self._session.advance(steps, stop)
        self._latest = self._session.snapshot()
        return done

    def close(self) -> None:
        """Do nothing: there is no thread."""


class GhostRunner:
    """A run that has ended: it shows its history and ignores commands."""

    error: BaseException | None = None
    status = ""
    obeyed = True

    def __init__(self, of: Runner) -> None:
        self.latest, series = of.present
        self.timeline = of.timeline.copy()
        self.series = series.copy()

    @property
    def present(self) -> tuple[Snapshot, Series]:
        """`latest` and `series`."""
        return self.latest, self.series

    def send(self, *commands: Command) -> None:
        """Ignore the commands: a ghost cannot change."""

    def close(self) -> None:
        """Do nothing: there is nothing to end."""
