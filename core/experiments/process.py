"""An experiment trained in a process of its own, so that the window stays responsive.

The process gets the experiment as one line of JSON on its standard input, and answers
with one line per block of runs. Later lines on its input pause and resume it; when its
input closes, because the experiment was cancelled or the window has gone, it ends.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import core
from core.experiments.experiment import Experiment
from core.experiments.record import Record, to_json
from core.experiments.work import Block, Gate, Result, blocks, train_block
from core.jsonout import to_json as line_of

#: The argument with which a frozen program only trains.
HIDDEN_ARGUMENT = "--experiment"
PAUSE, RESUME = "pause", "resume"
STARTING, RUNNING, DONE, FAILED = "starting", "running", "done", "failed"


def command() -> list[str]:
    """The command that trains an experiment."""
    if getattr(sys, "frozen", False):
        return [sys.executable, HIDDEN_ARGUMENT]
    return [sys.executable, "-m", "core.experiments.child"]


def _environment() -> dict[str, str]:
    """The child must find the same ``core`` as we do, installed or not."""
    from core.kernels.cache import root

    home = str(Path(core.__file__).parents[1])
    path = os.environ.get("PYTHONPATH")
    return {
        **os.environ,
        "PYTHONPATH": f"{home}{os.pathsep}{path}" if path else home,
        "HYPERFOLD_CACHE": str(root()),
        # One core belongs to the window; libraries must not take both.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


class Progress:
    """How long blocks take, and an estimate for the rest."""

    def __init__(self) -> None:
        self._spent: dict[int, tuple[float, int]] = {}  # by combination

    def note(self, group: int, runs: int, seconds: float) -> None:
        """Record how long a block of runs took."""
        before, count = self._spent.get(group, (0.0, 0))
        self._spent[group] = before + seconds, count + runs

    def left(self, runs: dict[int, int]) -> float | None:
        """Estimated seconds for these runs of each combination; None: not known yet."""
        total = sum(spent for spent, _ in self._spent.values())
        count = sum(n for _, n in self._spent.values())
        if not count:
            return None
        seconds = 0.0
        for group, left in runs.items():
            spent, known = self._spent.get(group, (total, count))
            seconds += left * spent / known
        return seconds


class ProcessRun:
    """Trains what is left of an experiment; `news` is called from its own thread."""

    def __init__(
        self,
        experiment: Experiment,
        done: Collection[tuple[int, int]],
        news: Callable[[], None],
    ) -> None:
        self._news = news
        self._lock = Lock()
        self._waiting: deque[Result] = deque()
        self._ordered, self._early = False, list[str]()
        self.state, self.why = STARTING, ""
        self.progress = Progress()
        self._process = subprocess.Popen(
            command(),
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        order = {"experiment": to_json(Record(experiment)), "done": sorted(done)}
        self._thread = Thread(
            target=self._listen,
            args=(line_of(order),),
            name="hyperfold-experiment",
            daemon=True,
        )
        self._thread.start()

    def take(self) -> list[Result]:
        """The results that came since the last call."""
        with self._lock:
            found = list(self._waiting)
            self._waiting.clear()
        return found

    def pause(self) -> None:
        """Pause after the present chunk of training."""
        self._tell(PAUSE)

    def resume(self) -> None:
        """Resume."""
        self._tell(RESUME)

    def close(self) -> None:
        """End the process; unfinished runs are lost."""
        if self._process.poll() is None:
            self._process.terminate()
        self._thread.join()
        self._process.wait()

    def _tell(self, word: str) -> None:
        """Send a word, after any order that the other thread may still be writing."""
        with self._lock:
            if not self._ordered:
                self._early.append(word)
                return
        self._say(word)

    def _say(self, word: str) -> None:
        pipe = self._process.stdin
        if pipe is None or self._process.poll() is not None:
            return
        try:
            pipe.write(f"{word}\n")
            pipe.flush()
        except (OSError, ValueError):  # it has ended meanwhile
            return

    def _listen(self, order: str) -> None:
        self._say(order)
        with self._lock:
            self._ordered = True
        for word in self._early:
            self._say(word)
        assert self._process.stdout is not None
        with self._process.stdout as out:
            for text in out:
                self._hear(text)
                self._news()
        self._process.wait()
        if self._process.stdin is not None:
            with suppress(OSError):  # the last order was never read
                self._process.stdin.close()
        if self.state not in (DONE, FAILED):
            self.state, self.why = FAILED, "the process that trains has ended"
        self._news()

    def _hear(self, text: str) -> None:
        try:
            said: dict[str, Any] = json.loads(text)
        except ValueError:  # printed by a library
            return
        if said.get("state"):
            self.state, self.why = said["state"], said.get("why", "")
        results = [
            Result(r["group"], r["repeat"], r["seed"], r["figures"])
            for r in said.get("results", ())
        ]
        if results:
            self.progress.note(results[0].group, len(results), said["seconds"])
            with self._lock:
                self._waiting.extend(results)


class StepRun:
    """Trains everything at once in the caller's thread, for pictures and tests."""

    def __init__(
        self,
        experiment: Experiment,
        done: Collection[tuple[int, int]],
        backend: str = "many",
    ) -> None:
        self.state, self.why = DONE, ""
        self.progress = Progress()
        self._results: list[Result] = []
        todo: list[Block] = list(blocks(experiment, done))
        for block in todo:
            self._results += train_block(experiment, block, Gate(), backend)

    def take(self) -> list[Result]:
        """Everything, once."""
        found, self._results = self._results, []
        return found

    def pause(self) -> None:
        """Do nothing: it is already done."""

    def resume(self) -> None:
        """Do nothing: it is already done."""

    def close(self) -> None:
        """Do nothing: there is nothing to clean up."""
