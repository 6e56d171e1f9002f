"""How long a process takes to answer, paint its window or make a step."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib import util
from pathlib import Path
from time import perf_counter

import core
from core.bench import Row
from hyperfold.cli import FIRST_PAINT

_HOME = str(Path(core.__file__).parents[1])
PATIENCE = 600.0  # seconds; compiling all kernels takes about thirty
REPEATS = 5
PAINTS = 9


def rows() -> Iterator[Row]:
    """Whole processes, from start to end; the best of several."""
    yield from _first_paint()
    if not _frozen():
        bare = min(seconds_of([sys.executable, "-c", "pass"]) for _ in range(REPEATS))
        yield Row("start: bare Python", bare, "s")
    for words in ("--version", "scenes"):
        best = min(seconds_of([*program(), words]) for _ in range(REPEATS))
        yield Row(f"start: hyperfold {words}", best, "s")
    step = [*program(), "train", "xor", "--steps", "1", "--json"]
    with tempfile.TemporaryDirectory(prefix="hyperfold-cold-") as folder:
        # Point every variable that sets the cache's location at an empty folder.
        names = ("HYPERFOLD_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
        cold = dict.fromkeys(names, folder)
        yield Row("start: first step, cold kernels", seconds_of(step, cold), "s")
        warm = min(seconds_of(step, cold) for _ in range(REPEATS))
    yield Row("start: first step, warm kernels", warm, "s")


def program() -> list[str]:
    """The command that starts this Hyperfold, installed or not."""
    return [sys.executable] if _frozen() else [sys.executable, "-m", "hyperfold"]


def _frozen() -> bool:
    return bool(getattr(sys, "frozen", False))


def bare_window() -> list[str]:
    """The command of the bare window; as a script it loads nothing of ours."""
    if _frozen():
        return [sys.executable, FIRST_PAINT, "bare"]
    found = util.find_spec("app.stage.first_paint")
    assert found is not None
    assert found.origin is not None
    return [sys.executable, "-P", found.origin, "bare"]


def _first_paint() -> Iterator[Row]:
    """Time from start to first paint, in turns with a bare window of the same size."""
    own: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory(prefix="hyperfold-start-") as folder:
        names = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")
        fresh = {**dict.fromkeys(names, folder), "QT_QPA_PLATFORM": "offscreen"}
        for _ in range(PAINTS):
            bare.append(seconds_of(bare_window(), fresh))
            own.append(seconds_of([*program(), FIRST_PAINT, "own"], fresh))
    yield Row(
        "start: first paint / a bare window's",
        min(own) / min(bare),
        "×",
        goal=1.6,
        less_is_better=True,
        note=f"{min(own):.3g} s; PySide6 + pyqtgraph + numpy alone {min(bare):.3g} s",
    )


def seconds_of(command: list[str], changes: Mapping[str, str] | None = None) -> float:
    """How long a command runs; RuntimeError with its last output if it fails."""
    environment = {**os.environ, "PYTHONPATH": _HOME, **(changes or {})}
    # A warm start has bytecode. If writing it is disabled, our sources are compiled
    # each time, but not the libraries, which were installed with theirs.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begin = perf_counter()
    done = subprocess.run(
        command,
        env=environment,
        timeout=PATIENCE,
        text=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    seconds = perf_counter() - begin
    if done.returncode != 0:
        said = done.stderr.strip()
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {said}")
    return seconds
