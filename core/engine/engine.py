"""A session in a thread of its own: commands in, frozen snapshots out.

Only the engine's thread touches the session. `Engine.latest` is the newest snapshot;
slow readers skip some, and training never waits. The timeline and the series are
complete and may be read from any thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from queue import Empty, SimpleQueue
from threading import Condition, Event, Thread
from time import perf_counter
from typing import Literal

import numpy as np

from core.edits import Edit
from core.engine import commands as c
from core.engine.cold_start import ColdStart
from core.engine.pacing import TICK, Pacer
from core.engine.series import Series
from core.engine.session import Session
from core.engine.snapshot import Snapshot
from core.engine.timeline import BUDGET, Timeline
from core.errors import BadInput
from core.language import mark, tr
from core.priority import TRAINING, give_way
from core.run import RunSpec

PUBLISH = 1 / 120  # least seconds between snapshots of paced training
#: Seconds of training at full speed between two checks of the queue, and two snapshots.
#: A command interrupts a chunk; each end of one takes the interpreter's lock from the
#: window, which shows no more than 25 pictures a second.
CHUNK = 1 / 30
COMPILING = mark("compiling kernels …")


class Engine:
    """Trains a run in the background.

    ``cold_start`` "background" starts on the reference engine at once, switches to the
    compiled kernels as soon as they are ready, and from those that came with the
    program to native ones. A change that needs other kernels is trained on the
    reference until they are ready. "wait" makes no step before any are ready, and keeps
    them.
    ``gives_way`` lowers the thread's priority, so that drawing comes first.
    """

    def __init__(
        self,
        run: RunSpec,
        cold_start: Literal["background", "wait"] = "background",
        paused: bool = True,
        *,
        budget: int = BUDGET,
        gives_way: bool = False,
    ) -> None:
        if cold_start not in ("background", "wait"):
            raise BadInput(
                tr(
                    "engine: cold_start must be background or wait, got {cold_start}",
                    cold_start=f"{cold_start!r}",
                )
            )
        self._session = Session(run, "reference", budget=budget, ready=self._ready)
        self._queue: SimpleQueue[tuple[c.Command, ...]] = SimpleQueue()
        self._sent = self._taken = self._obeyed = 0  # calls of `send`
        self._stop = np.zeros(1, np.uint8)  # read by kernels between blocks of work
        self._wake = Event()
        self._news = Condition()
        self._pacer = Pacer()
        self._todo = 0  # steps still to make for `Step`
        self._rate = 0.0  # steps per second reached
        self._published_at = -inf
        self._cost = 0.0  # seconds the last snapshot took
        self._error: BaseException | None = None
        self._status = COMPILING
        self._closed = False
        self._latest = self._session.snapshot()
        self._series = self._session.series  # that of the latest snapshot
        self._cold_start: ColdStart | None = None
        self._gave_up = False  # the kernels could not be compiled
        self._native = False  # switched to native ones
        self._waits = cold_start == "wait"
        self._gives_way = gives_way
        if not self._waits:
            self._cold_start = ColdStart(run, self._wake.set)
            self._cold_start.start()
        self._thread = Thread(target=self._run, name="hyperfold-engine", daemon=True)
        self._thread.start()
        if not paused:
            self.send(c.Play())

    @property
    def latest(self) -> Snapshot:
        """The newest snapshot."""
        return self._latest

    @property
    def timeline(self) -> Timeline:
        """The kept snapshots, markers and metrics."""
        return self._session.timeline

    @property
    def series(self) -> Series:
        """What every step recorded."""
        return self._series

    @property
    def present(self) -> tuple[Snapshot, Series]:
        """`latest` and `series`, which belong to each other."""
        with self._news:
            return self._latest, self._series

    @property
    def error(self) -> BaseException | None:
        """What went wrong since the last `send`: a rejected command or a failure."""
        return self._error

    @property
    def status(self) -> str:
        """What the engine is doing besides training; "" for nothing."""
        return self._status

    @property
    def obeyed(self) -> bool:
        """Whether `latest` reflects everything that was sent."""
        return self._obeyed == self._sent

    def send(self, *commands: c.Command) -> None:
        """Have commands carried out in order, with no step between them.

        If one is rejected, those after it are not carried out; `error` then has the
        reason.
        """
        self._error = None
        self._sent += 1
        self._queue.put(commands)
        # In this order, because the thread clears the flag before it reads the queue.
        self._stop[0] = 1
        self._wake.set()

    def wait_for(
        self, condition: Callable[[Snapshot], bool], timeout: float = 60.0
    ) -> Snapshot:
        """Block until a snapshot meets ``condition``, and return it."""
        found: list[Snapshot] = []

        def fulfilled() -> bool:
            snapshot = self._latest
            if condition(snapshot):
                found.append(snapshot)
            return bool(found)

        with self._news:
            if not self._news.wait_for(fulfilled, timeout):
                raise TimeoutError("no such snapshot came in time") from self._error
        return found[-1]

    def close(self) -> None:
        """Stop training and wait until every thread and child process has ended."""
        if not self._closed:
            self._closed = True
            self.send(c.Stop())
        if self._cold_start is not None:
            self._cold_start.cancel()
        self._thread.join()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _run(self) -> None:
        if self._gives_way:
            give_way(TRAINING)
        if self._waits:
            self._guard(self._move_to_kernels)
        while True:
            self._wake.clear()
            self._stop[0] = 0
            if not self._obey():
                return
            pause = self._guard(self._work)
            if pause is not None and pause > 0:
                self._wake.wait(None if pause == inf else pause)

    def _guard(self, work: Callable[[], float | None]) -> float | None:
        """Run ``work``; any exception pauses training and becomes `error`."""
        try:
            return work()
        except Exception as error:
            self._fail(error)
            return inf

    def _fail(self, error: BaseException) -> None:
        self._session.playing = False
        self._todo = 0
        self._error = error
        # The state itself may be broken, so show the last good one, paused.
        self._show(replace(self._latest, playing=False), self._series)

    def _obey(self) -> bool:
        """Carry out all waiting commands; False once told to stop."""
        obeyed = False
        while True:
            try:
                batch = self._queue.get_nowait()
            except Empty:
                break
            self._taken += 1
            for command in batch:
                if isinstance(command, c.Stop):
                    return False
                try:
                    self._carry_out(command)
                except BadInput as error:
                    self._error = error
                    break
                except Exception as error:
                    self._fail(error)
                    break
                obeyed = True
        if obeyed:
            self._guard(self._publish)
        self._obeyed = self._taken
        return True

    def _carry_out(self, command: c.Command) -> None:
        session, now = self._session, perf_counter()
        match command:
            case c.Step(count):
                session.playing = False
                if session.divergence is None:
                    self._todo += count
            case c.Play():
                self._todo = 0
                if not session.playing:
                    self._pacer.start(now)
                session.apply(command)
            case c.Pause():
                self._todo = 0
                session.apply(command)
                session.keep()
            case c.SetPace(pace):
                session.apply(command)
                self._pacer.start(now, pace)
            case c.Rewind() | c.NewSeed() | c.SetRun() | c.Branch() | c.Restore():
                self._todo = 0
                self._rate = 0.0  # another network may be much slower
                session.apply(command)
                self._pacer.start(now)
            case Edit() | c.SetData() | c.SetTraining():
                self._rate = 0.0
                session.apply(command)
            case _:
                session.apply(command)

    def _work(self) -> float:
        """Train for about a tick; returns how long to wait."""
        session, kernels = self._session, self._cold_start
        if kernels is not None:
            self._follow(kernels)
        steps = self._due()
        if steps and self._waits and session.backend != "compiled":
            self._move_to_kernels()  # it failed before: report it again, or continue
        if steps:
            self._train(steps)
        idle = not (session.playing or self._todo)
        now = perf_counter()
        stale = not session.is_present(self._latest)
        # Measuring may take at most a fifth of the time, however large the sample.
        interval = max(CHUNK if self._flat_out else PUBLISH, 4 * self._cost)
        if stale and (idle or now - self._published_at >= interval):
            self._publish()
            stale = False
        if idle:
            return inf
        if self._todo or self._pacer.pace == inf:
            return 0.0
        pause = self._pacer.wait(perf_counter())
        if stale:
            pause = min(pause, max(0.0, self._published_at + interval - now))
        return pause

    @property
    def _flat_out(self) -> bool:
        return bool(self._todo) or self._pacer.pace == inf

    def _due(self) -> int:
        """Steps to make now: those requested, in pieces of about a tick."""
        chunk = max(1, int(self._rate * (CHUNK if self._flat_out else TICK)))
        if self._todo:
            return min(self._todo, chunk)
        if not self._session.playing:
            return 0
        return int(min(self._pacer.due(perf_counter()), chunk))

    def _train(self, steps: int) -> None:
        begin, generation = perf_counter(), self._session.generation
        made = self._session.advance(steps, self._stop)
        taken = max(perf_counter() - begin, 1e-6)
        if self._session.generation != generation:
            self._rate = 0.0  # the script changed the network
        elif made:
            reached = made / taken
            # Shrink at once, grow by doubling, so that no chunk gets much too long.
            self._rate = min(reached, 2 * max(self._rate, 1 / CHUNK))
        self._pacer.made(made)
        if self._todo:
            self._todo -= made
        if self._session.divergence is not None or self._session.at_goal:
            self._todo = 0

    def _ready(self, run: RunSpec) -> bool:
        """Whether a run's kernels can be used without compiling them in this thread."""
        return self._cold_start is None or self._cold_start.ready(run)

    def _follow(self, kernels: ColdStart) -> None:
        """Switch to kernels that have become ready."""
        session = self._session
        if session.backend != "compiled" and kernels.done and not self._gave_up:
            if kernels.failure is not None or kernels.ready(session.run):
                self._move_to_kernels()
            else:
                self._status = COMPILING
        if kernels.native and not self._native:
            self._native = True
            session.use_backend("compiled", native=True)
            self._begin_anew()

    def _move_to_kernels(self) -> None:
        failure = None if self._cold_start is None else self._cold_start.failure
        try:
            if failure is not None:
                raise failure
            self._session.use_backend("compiled", self._native)
        except Exception as error:
            if self._waits:
                raise
            self._gave_up = True
            # Training goes on as before; the status explains why it is slow.
            self._status = tr("the kernels could not be compiled: {error}", error=error)
            return
        self._status = ""
        self._begin_anew()

    def _begin_anew(self) -> None:
        """After a change of the backend, whose speed is not known yet."""
        self._rate = 0.0
        self._publish()

    def _publish(self) -> None:
        begin = perf_counter()
        snapshot = self._session.snapshot()
        self._session.timeline.measure(snapshot.step, snapshot.metrics)
        end = perf_counter()
        self._cost = end - begin
        self._published_at = end
        self._show(snapshot, self._session.series)

    def _show(self, snapshot: Snapshot, series: Series) -> None:
        with self._news:
            self._latest, self._series = snapshot, series
            self._news.notify_all()
