"""The one frame clock: it serves the visible panels in turn and sleeps when it can."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.frame.base import JOB_SHARE, AskedPoint, Frame, Job
from app.frame.bridge import Runner
from app.frame.worker import AnalysisWorker, Answer
from app.look.theme import Theme
from core.plane_spec import SliceSpec

_log = logging.getLogger("hyperfold.frames")

INTERVAL_MS = 16
SLOW_MS = 200  # while nothing moves but the engine has a status
BUDGET_SECONDS = 0.012  # of a frame's 16 ms, for what panels draw
SHORTEST_WAIT = 1.0 / 25.0  # between two updates of a panel during training …
READING_WAIT = 1.0 / 10.0  # for what is read rather than watched: numbers, the timeline
LEAST_BUDGET = 0.004  # seconds a tick may always draw
SHARE = 0.5  # of all panels' drawing per tick: a round takes two or three
LONGEST_WAIT = 1.0 / 18.0  # … and after this it is served whatever else is due
LINGER_SECONDS = 0.6  # the clock keeps ticking this long after the last activity


class Served(Protocol):
    """What the clock needs from a panel (or the toolbar, or the timeline)."""

    @property
    def name(self) -> str:
        """Its name for the clock."""
        ...

    def isVisible(self) -> bool:
        """Hidden ones cost nothing."""
        ...

    def size(self) -> QSize:
        """Its size in pixels."""
        ...

    def show_frame(self, frame: Frame) -> None:
        """See `Panel`."""
        ...

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """See `Panel`."""
        ...

    def show_result(self, result: object) -> None:
        """See `Panel`."""
        ...


@dataclass(slots=True)
class _Client:
    panel: Served
    wait: float = SHORTEST_WAIT  # seconds between two updates during training
    share: float = JOB_SHARE  # of a core that its jobs may take meanwhile
    shown: int = -1  # number of the frame it shows
    size: QSize | None = None
    served_at: float = 0.0
    cost: float = 0.002  # seconds to show and paint, estimated
    generation: tuple[int, ...] = ()  # of every run that its last request showed
    asks: bool = False  # probably for a job, as it did last time
    waits: bool = False  # for the result of a job
    job: float = 0.0  # seconds that its jobs take, smoothed

    def rests(self, now: float) -> bool:
        """Whether its jobs have used up their share of the processor for now."""
        pause = max(self.wait, self.job / self.share)
        return self.waits or now - self.served_at < pause


class Look(Protocol):
    """How runs are shown."""

    theme: Theme
    scrub_step: int | None
    highlight: frozenset[int]
    pinned: tuple[tuple[float, float], ...]
    slice: SliceSpec | None
    asked: AskedPoint | None


class Source(Protocol):
    """Where frames come from; in the window `app.editing.state.AppState`."""

    playing: bool

    @property
    def shown(self) -> Look:
        """How the runs are shown; a change makes a new frame."""
        ...

    @property
    def dirty(self) -> Any:
        """Emitted when what is shown has changed."""
        ...

    @property
    def started(self) -> bool:
        """Whether there is something that trains."""
        ...

    @property
    def runners(self) -> tuple[Runner, ...]:
        """A, or A and B."""
        ...

    def frame(self) -> Frame:
        """Everything the panels show at one moment."""
        ...

    def notice(self) -> None:
        """Check what happened to the runs since the last call."""
        ...


class FrameClock(QObject):
    """Takes the newest state, builds a `Frame`, and passes it to panels when due."""

    failed = Signal(str, object)  # name of a panel, exception of its drawing or job
    ticked = Signal(float)  # seconds from the tick to the end of its painting; `drawn`

    def __init__(
        self, state: Source, worker: AnalysisWorker, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._state, self._worker = state, worker
        self.manual = False  # no timer: the caller uses `settle`, for pictures
        self.clients: dict[str, _Client] = {}
        self._frame: Frame | None = None
        self._number = 0
        self._seen: tuple[object, ...] = ()
        self._last_life = perf_counter()
        self._changed = True
        self._tick_start = 0.0
        self._answers: deque[Answer] = deque()  # not shown yet
        self._drew: list[_Client] = []  # in this tick
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.tick)
        self._painted = QTimer(self)
        self._painted.setSingleShot(True)
        self._painted.timeout.connect(self._after_paint)
        state.dirty.connect(self.wake)

    @property
    def running(self) -> bool:
        """Whether the timer ticks."""
        return self._timer.isActive()

    @property
    def frame(self) -> Frame | None:
        """The frame shown last."""
        return self._frame

    @property
    def drawn(self) -> frozenset[str]:
        """Names of the panels that the last tick drew."""
        return frozenset(client.panel.name for client in self._drew)

    def add(
        self,
        panel: Served,
        wait: float = SHORTEST_WAIT,
        share: float = JOB_SHARE,
    ) -> None:
        """Serve ``panel`` from now on, whenever it is visible.

        During training it is skipped for ``wait`` seconds after each update, and for
        longer if its jobs would take more than their ``share`` of a core.
        """
        self.clients[panel.name] = _Client(panel, wait, share)

    def wake(self) -> None:
        """Something changed: show it, and keep ticking for a moment."""
        self._changed = True
        self._last_life = perf_counter()
        if self.manual or not self._state.started:
            return
        if not self._timer.isActive() or self._timer.interval() != INTERVAL_MS:
            self._timer.start(INTERVAL_MS)

    def refresh(self, name: str) -> None:
        """Serve this panel again even if the frame is the same."""
        client = self.clients.get(name)
        if client is not None:
            client.shown = -1
        self.wake()

    def refresh_all(self) -> None:
        """Serve every panel again even if the frame is the same."""
        for client in self.clients.values():
            client.shown = -1
        self.wake()

    def stop(self) -> None:
        """Stop ticking for good."""
        self._timer.stop()
        self._painted.stop()
        self._worker.release()

    def tick(self) -> None:
        """Show the newest state to the panels that are due."""
        now = self._tick_start = perf_counter()
        self._worker.hold()
        self._state.notice()
        self._renew_frame(now)
        self._drew = []
        seen = [c for c in self.clients.values() if c.panel.isVisible()]
        budget = _budget(seen)
        with np.errstate(all="ignore"):  # diverging weights are shown as they are
            spent = self._deliver(budget)
            if self._frame is not None:
                self._serve(seen, now, self._frame, budget - spent)
        if self._drew:
            self._painted.start(0)  # runs after the paint events they posted
        else:
            self._worker.release()
        if not self._alive(now):
            # The status shows kernels compiling in the background until they are ready.
            if any(runner.status for runner in self._state.runners):
                self._timer.start(SLOW_MS)
            else:
                self._timer.stop()
        elif self._timer.interval() != INTERVAL_MS:
            self._timer.start(INTERVAL_MS)

    def settle(self, limit: float = 240.0) -> None:
        """Serve everyone and wait for every job; for pictures, never in the window."""
        end = perf_counter() + limit
        self._worker.release()  # a frame may be about to be painted
        while True:
            self._changed = True
            self._renew_frame(perf_counter())
            for client in self.clients.values():
                if self._frame is not None and self._due(client):
                    self._serve_one(client, self._frame, perf_counter())
            while self._worker.busy and perf_counter() < end:
                self._worker.wait(0.1)
                self._deliver()
            self._deliver()
            if not any(self._due(c) for c in self.clients.values()):
                return
            if perf_counter() > end:
                raise TimeoutError("the views did not come to rest")

    def serve(self, name: str, limit: float = 30.0) -> None:
        """Show this panel the present state and wait until it is drawn, for a picture.

        Training may go on: unlike `settle` this does not wait until nothing moves.
        """
        client = self.clients[name]
        end = perf_counter() + limit
        self._worker.release()  # a frame may be about to be painted
        for _ in range(2):  # twice: the first may change sizes
            self._seen = ()
            self._renew_frame(perf_counter())
            assert self._frame is not None
            still = replace(self._frame, moving=False)
            self._serve_one(client, still, perf_counter())
            while self._worker.busy and perf_counter() < end:
                self._worker.wait(0.1)
                self._deliver()
            self._deliver()

    def _renew_frame(self, now: float) -> None:
        state, look = self._state, self._state.shown
        latest = [runner.latest for runner in state.runners]
        seen = (
            *map(id, latest),
            look.scrub_step,
            id(look.theme),
            look.highlight,
            look.pinned,
            look.slice,
            id(look.asked),
            state.playing,
            *(runner.status for runner in state.runners),
        )
        if seen != self._seen:
            # The frame keeps `latest` alive, so that its id cannot be reused.
            self._seen, self._last_life = seen, now
            self._frame = state.frame()
            self._number += 1
        elif self._changed and self._frame is None:
            self._frame = state.frame()
        self._changed = False

    def _due(self, client: _Client) -> bool:
        return client.panel.isVisible() and self._behind(client)

    def _behind(self, client: _Client) -> bool:
        return client.shown != self._number or client.size != client.panel.size()

    def _serve(
        self, seen: list[_Client], now: float, frame: Frame, budget: float
    ) -> None:
        due = [c for c in seen if self._behind(c)]
        if frame.moving:
            due = [c for c in due if not c.rests(now)]
        due.sort(key=lambda c: c.served_at)
        spent = 0.0
        for client in due:
            late = now - client.served_at > LONGEST_WAIT
            dear = self._drew and spent + client.cost > budget
            # Panels that ask for a job are drawn later, and the worker must not run
            # dry.
            if dear and not late and not client.asks:
                continue
            self._serve_one(client, frame, now)
            if not client.waits:  # otherwise it is drawn when the result arrives
                spent += client.cost

    def _serve_one(self, client: _Client, frame: Frame, now: float) -> None:
        panel = client.panel
        client.shown, client.served_at = self._number, now
        client.size = panel.size()
        client.generation = tuple(r.snapshot.generation for r in frame.runs)
        try:
            panel.show_frame(frame)
            layout = panel.layout() if isinstance(panel, QWidget) else None
            if layout is not None:
                layout.activate()  # new widgets must get their size
            job = panel.request(frame, client.size)
        except Exception as error:  # one broken view must not stop the others
            _log.exception("the view %s failed", panel.name)
            self.failed.emit(panel.name, error)
            return
        client.asks = client.waits = job is not None
        if job is None:
            self._drew.append(client)
        else:
            self._worker.submit(panel.name, client.generation, job)

    def _deliver(self, budget: float = inf) -> float:
        """Show results, oldest first; those beyond the budget wait for a tick."""
        self._answers.extend(self._worker.collect())
        spent, waiting = 0.0, self._answers
        self._answers = deque()
        for answer in waiting:
            client = self.clients.get(answer.name)
            if client is None:
                continue
            if spent and spent + client.cost > budget:
                self._answers.append(answer)
            elif self.show_answer(client, answer):
                self._drew.append(client)
                spent += client.cost
        return spent

    def show_answer(self, client: _Client, answer: Answer) -> bool:
        """Show a result if it is up to date; False if there is none."""
        # The first job of a kind may load a library: one slow job does not mean that
        # the next ones will be slow.
        client.job += 0.3 * (min(answer.seconds, 0.02 + 3.0 * client.job) - client.job)
        if answer.generation != client.generation:
            return False
        client.waits = False
        if answer.error is not None and self._stale(answer):
            return False
        self._last_life = perf_counter()
        if answer.error is not None:
            _log.error("analysis of %s", answer.name, exc_info=answer.error)
            self.failed.emit(answer.name, answer.error)
            return False
        try:
            client.panel.show_result(answer.result)
        except Exception as error:
            _log.exception("the view %s failed", answer.name)
            self.failed.emit(answer.name, error)
        return True

    def _stale(self, answer: Answer) -> bool:
        """Whether a run changed during a job, which may have failed because of that."""
        now = tuple(runner.latest.generation for runner in self._state.runners)
        return self._state.shown.scrub_step is None and answer.generation != now

    def _after_paint(self) -> None:
        """Divide the time this frame really took among the panels that drew."""
        self._worker.release()
        took = perf_counter() - self._tick_start
        guess = sum(c.cost for c in self._drew)
        for client in self._drew:
            goal = client.cost * took / guess if guess else took
            client.cost = max(0.0002, client.cost + 0.2 * (goal - client.cost))
        self.ticked.emit(took)

    def _alive(self, now: float) -> bool:
        if self._state.playing or self._worker.busy or self._answers:
            return True
        if any(self._due(c) for c in self.clients.values()):
            return True
        return now - self._last_life < LINGER_SECONDS


def _budget(seen: list[_Client]) -> float:
    """Seconds that a tick may draw: an equal share of one round of drawing.

    Without it a tick would draw all it can, and the next two nothing.
    """
    costs = sum(client.cost for client in seen)
    return min(BUDGET_SECONDS, max(LEAST_BUDGET, SHARE * costs))
