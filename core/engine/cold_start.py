"""Getting the compiled kernels ready while the reference engine already trains.

A child process compiles them into the cache on disk, because compiling in this process
would hold up the window; then a thread of ours loads them from the cache.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread

import core
from core.kernels.target import NATIVE
from core.training import PRECISIONS

#: What a frozen program is called with to compile and do nothing else.
HIDDEN_ARGUMENT = "--compile-kernels"
#: The kernels of regions; they serve every precision.
REGIONS = "regions"
#: Those of many networks side by side and of planes of weights, by precision.
MANY = {precision: f"many-{precision}" for precision in PRECISIONS}


def compile_command(what: str) -> list[str]:
    """The command that compiles a set of kernels into the cache and ends."""
    if getattr(sys, "frozen", False):
        return [sys.executable, HIDDEN_ARGUMENT, what]
    module = "core.analysis.region_warm" if what == REGIONS else "core.kernels"
    return [sys.executable, "-m", module, what]


def _environment() -> dict[str, str]:
    """The child must find the same ``core`` as we do, installed or not."""
    from core.kernels.cache import root

    home = str(Path(core.__file__).parents[1])
    path = os.environ.get("PYTHONPATH")
    return {
        **os.environ,
        "PYTHONPATH": f"{home}{os.pathsep}{path}" if path else home,
        "HYPERFOLD_CACHE": str(root()),  # perhaps a private one
    }


def in_cache(precision: str) -> bool:
    """Whether the kernels of a precision need no compiling; loads no numba."""
    from core.kernels.cache import is_warm

    return is_warm(precision)


def made_for_this_processor(what: str) -> bool:
    """Whether nothing better could be compiled; loads no numba."""
    from core.kernels.cache import is_native, target

    return target() == NATIVE or is_native(what)


def load_kernels(what: str) -> None:
    """Load the kernels of a precision into this process, or compile them here.

    ``what`` may be one of `MANY`, too.
    """
    from core.kernels.warm import warm_up, warm_up_many

    for precision in PRECISIONS:
        if what == MANY[precision]:
            warm_up_many(precision)
        elif what == precision:
            warm_up(precision)


class ColdStart(Thread):
    """Compiles in a child process, then loads; `done` tells when, `failure` why not.

    Once the precision in use is ready (`done`, and ``on_done`` is called), the kernels
    of regions, of a grid and the other precisions follow: neither the first look at
    regions or a grid nor a change of precision holds anything up. Where all of them
    came with the program, last of all they are compiled for this very processor, and
    used from the next start on.
    """

    def __init__(self, precision: str, on_done: Callable[[], None]) -> None:
        super().__init__(name="hyperfold-kernels", daemon=True)
        self.done = False
        self.failure: BaseException | None = None
        self._precision = precision
        self._on_done = on_done
        self._lock = Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._cancelled = False

    def run(self) -> None:
        """Compile and load; an exception becomes `failure`."""
        try:
            self._compile(self._precision)
            # A child that failed is no disaster: loading then compiles here.
            if not self._cancelled:
                load_kernels(self._precision)
        except BaseException as failure:
            self.failure = failure
        if self._cancelled:
            return
        self.done = True
        self._on_done()
        if self.failure is None:
            self._prepare_others()

    def _prepare_others(self) -> None:
        self._compile(REGIONS)  # loaded by the first who asks for regions
        (other,) = (p for p in PRECISIONS if p != self._precision)
        others = (MANY[self._precision], other, MANY[other])
        for what in others:
            self._compile(what)
            if not self._cancelled and in_cache(what):
                load_kernels(what)
        for what in (self._precision, REGIONS, *others):
            if not made_for_this_processor(what):
                self._run_child(what, {"HYPERFOLD_KERNELS": NATIVE})

    def _compile(self, what: str) -> None:
        if not in_cache(what):
            self._run_child(what, {})

    def _run_child(self, what: str, changes: dict[str, str]) -> None:
        with self._lock:
            if self._cancelled:
                return
            self._child = subprocess.Popen(
                compile_command(what),
                env={**_environment(), **changes},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        self._child.wait()

    def cancel(self) -> None:
        """Stop compiling and wait for the thread and the child to end."""
        with self._lock:
            self._cancelled = True
            child = self._child
        if child is not None and child.poll() is None:
            child.terminate()
        if self.is_alive():
            self.join()
