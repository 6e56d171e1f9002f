"""Starts the real program in folders of its own, watches it and ends it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # seconds, on a machine that does other things too


def environment(home: Path, **more: str) -> dict[str, str]:
    """Own folders for everything the program writes, except the kernels."""
    own = {f"XDG_{name}_HOME": str(home / name.lower()) for name in NAMES}
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", **own, **more}


NAMES = ("CONFIG", "DATA", "STATE")


def command(home: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the program to its end."""
    return subprocess.run(
        [sys.executable, "-m", "hyperfold", *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(home, **more),
        timeout=PATIENCE * 5,
    )


class Window:
    """A window of the real program in a process of its own."""

    def __init__(self, home: Path, *words: str, **more: str) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-m", "tests.hostile.probe", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment(home, **more),
        )
        self.now: dict[str, Any] = {"step": 0, "words": [], "kept": []}
        self.errors = ""
        self._readers = [Thread(target=self._listen), Thread(target=self._note)]
        for thread in self._readers:
            thread.start()

    def _listen(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            if line.startswith("{"):
                self.now = json.loads(line)

    def _note(self) -> None:
        assert self._child.stderr is not None
        self.errors = self._child.stderr.read()

    def wait(self, so: Callable[[dict[str, Any]], bool], what: str) -> None:
        """Wait until the window reports a condition."""
        end = monotonic() + PATIENCE
        while not so(self.now):
            assert self._child.poll() is None, f"ended before {what}: {self._end()}"
            assert monotonic() < end, f"waited in vain: {what}; {self.now}"
            sleep(0.02)

    def wait_for_training(self) -> None:
        """Wait until steps are made."""
        self.wait(lambda now: now["step"] > 0, "training")

    def send(self, number: signal.Signals) -> float:
        """Send a signal; returns the seconds until the program has ended."""
        begin = monotonic()
        self._child.send_signal(number)
        try:
            self._child.wait(30.0)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{number.name} did not end the program") from None
        return monotonic() - begin

    @property
    def status(self) -> int | None:
        """The exit status, once it has ended."""
        return self._child.returncode

    def kill(self) -> None:
        """End it as a power cut would."""
        self._child.kill()
        self._end()

    def _end(self) -> str:
        self._child.wait()
        for thread in self._readers:
            thread.join()
        return f"status {self._child.returncode}, {self.errors[-2000:]}"

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: object) -> None:
        if self._child.poll() is None:
            self._child.kill()
        self._end()
        for stream in (self._child.stdout, self._child.stderr):
            if stream is not None:
                stream.close()
