"""How long a process takes until it answers, and until its first step is made."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter

import core
from core.bench import Row

_HOME = str(Path(core.__file__).parents[1])
_FIRST_STEP = (
    "from core.engine.session import Session; from core.scenes import load_scene;"
    "assert Session(load_scene('xor').run).advance(1) == 1"
)
REPEATS = 5


def rows() -> Iterator[Row]:
    """Whole processes, from their start to their end; the least of several."""
    python = [sys.executable, "-c", "pass"]
    bare = min(_seconds(python) for _ in range(REPEATS))
    yield Row("start: bare Python", bare, "s")
    for words in ("--version", "scenes"):
        command = [sys.executable, "-m", "core.cli", words]
        best = min(_seconds(command) for _ in range(REPEATS))
        yield Row(f"start: hyperfold {words}", best, "s")
    step = [sys.executable, "-c", _FIRST_STEP]
    with tempfile.TemporaryDirectory(prefix="hyperfold-cold-") as folder:
        # Whatever names the place of the cache, it points at an empty folder.
        names = ("HYPERFOLD_CACHE", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
        cold = dict.fromkeys(names, folder)
        yield Row("start: first step, cold kernels", _seconds(step, cold), "s")
        warm = min(_seconds(step, cold) for _ in range(REPEATS))
    yield Row("start: first step, warm kernels", warm, "s")


def _seconds(command: list[str], changes: Mapping[str, str] | None = None) -> float:
    environment = {**os.environ, "PYTHONPATH": _HOME, **(changes or {})}
    begin = perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begin
