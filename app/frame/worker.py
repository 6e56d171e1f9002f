"""One thread for what is too slow to draw in a frame; the latest request wins."""

from __future__ import annotations

from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Condition, Event
from time import thread_time

import numpy as np

from app.frame.base import Job
from app.frame.turns import breathe, take_turns
from core.priority import ANALYSIS, give_way


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one job, or the error that ended it."""

    name: str  # of the panel that asked
    generation: object  # as given to `submit`
    result: object = None
    error: Exception | None = None
    seconds: float = 0.0  # of processor time the job took


@dataclass(frozen=True, slots=True)
class _Request:
    generation: object
    job: Job


class AnalysisWorker:
    """Runs jobs one at a time; a newer request of a panel replaces its waiting one.

    Waiting panels are served in the order in which they began to wait, so none starves.
    Answers are collected by the frame clock; the worker knows no Qt. Between `hold` and
    `release` no job begins, and a long one waits (`turns`).
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(
            1, "hyperfold-analysis", give_way, initargs=(ANALYSIS,)
        )
        self._lock = Condition()
        self._waiting: OrderedDict[str, _Request] = OrderedDict()
        self._answers: deque[Answer] = deque()
        self._running = False
        self._closed = False
        self._free = Event()
        self._free.set()

    @property
    def busy(self) -> bool:
        """Whether a job is running or waiting, or an answer has not been collected."""
        with self._lock:
            return self._running or bool(self._waiting) or bool(self._answers)

    def submit(self, name: str, generation: object, job: Job) -> None:
        """Request ``job``; drop an earlier request of ``name`` that still waits."""
        with self._lock:
            if self._closed:
                return
            self._waiting[name] = _Request(generation, job)
            if self._running:
                return
            self._running = True
        self._pool.submit(self._work)

    def hold(self) -> None:
        """Start no job for now: a frame is being drawn."""
        self._free.clear()

    def release(self) -> None:
        """Start jobs again."""
        self._free.set()

    def forget(self, name: str) -> None:
        """Drop the waiting request of a panel that is no longer seen."""
        with self._lock:
            self._waiting.pop(name, None)

    def collect(self) -> list[Answer]:
        """Take all answers so far, oldest first."""
        with self._lock:
            answers = list(self._answers)
            self._answers.clear()
        return answers

    def wait(self, seconds: float) -> None:
        """Sleep until there is an answer, nothing is left to do, or time is up."""
        with self._lock:
            if self._running and not self._answers:
                self._lock.wait(seconds)

    def close(self) -> None:
        """Drop what waits and join the thread."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
        self._free.set()
        self._pool.shutdown(wait=True)

    def _work(self) -> None:
        take_turns(self._free)
        while True:
            breathe()
            with self._lock:
                if not self._waiting:
                    self._running = False
                    self._lock.notify_all()
                    return
                name, request = self._waiting.popitem(last=False)
            begin = thread_time()
            try:
                # Weights of a diverging run overflow; views show that as it is.
                with np.errstate(all="ignore"):
                    result, failure = request.job(), None
            except Exception as error:  # stored and passed on as a value
                result, failure = None, error
            answer = Answer(
                name, request.generation, result, failure, thread_time() - begin
            )
            with self._lock:
                self._answers.append(answer)
                self._lock.notify_all()
