"""Getting the compiled kernels ready while something slower already trains.

A child process compiles them into the cache on disk, because compiling in this process
would hold up the window; then a thread of ours loads them from the cache.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock, Thread

import core
from core.kernels.families import (
    MANY,
    REGIONS,
    SETS,
    sets_of,
)
from core.kernels.target import NATIVE, pinned
from core.priority import WHEN_IDLE
from core.run import RunSpec
from core.training import PRECISIONS

_log = logging.getLogger("hyperfold.kernels")
#: Held while kernels are compiled for this processor: two runs need them just once.
_native_turn = Lock()
#: Seconds between two checks whether to keep waiting for it.
_PATIENCE = 0.2
#: What a frozen program is called with to compile and do nothing else.
HIDDEN_ARGUMENT = "--compile-kernels"


def compile_command(*sets: str) -> list[str]:
    """The command that compiles sets of kernels into the cache and ends."""
    if getattr(sys, "frozen", False):
        return [sys.executable, HIDDEN_ARGUMENT, *sets]
    module = "core.analysis.region_warm" if REGIONS in sets else "core.kernels"
    return [sys.executable, "-m", module, *sets]


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


def in_cache(what: str) -> bool:
    """Whether a set of kernels needs no compiling; loads no numba."""
    from core.kernels.cache import is_warm

    return is_warm(what)


def made_for_this_processor(what: str) -> bool:
    """Whether nothing better could be compiled; loads no numba."""
    from core.kernels.cache import is_native, target

    return target() == NATIVE or is_native(what)


def came_with_the_program() -> bool:
    """Whether kernels in use are not those of this very processor; loads no numba."""
    from core.kernels.cache import target

    return target() != NATIVE and pinned() is None  # what is asked for stays


def load_kernels(what: str) -> None:
    """Load a set of kernels into this process, or compile it here."""
    from core.kernels.warm import warm_up_set  # loads numba

    warm_up_set(what)


def load_kernels_of(run: RunSpec) -> None:
    """Load all that a run needs, or compile it here."""
    for what in sets_of(run.network, run.training):
        load_kernels(what)


def load_native_kernels() -> bool:
    """Load the kernels of this very processor beside those in use; False if they fail.

    `Session.use_backend` then goes on with them when asked to.
    """
    from core.kernels import builds

    try:
        builds.load_native()
    except Exception as problem:  # not worth more: others train as well
        _log.warning("native kernels are not used: %s", problem)
        return False
    return True


class ColdStart(Thread):
    """Compiles in a child process, then loads; `done` tells when, `failure` why not.

    Once what the run needs is ready (`done`, and ``on_done`` is called), the kernels of
    regions, of other networks, of a grid and the other precision follow: so neither the
    first look at regions or a grid nor another network has to wait. If a run needs some
    of them before their turn, they come next (`ready`). Where all of them came with the
    program, last of all they are compiled for this very processor, by a child that runs
    when nothing else does, and loaded (`native`). ``on_done`` is called after each.
    """

    def __init__(self, run: RunSpec, on_done: Callable[[], None]) -> None:
        super().__init__(name="hyperfold-kernels", daemon=True)
        self.done = self.native = False
        self.failure: BaseException | None = None
        self._precision = run.training.precision
        self._wanted = sets_of(run.network, run.training)  # by the latest run
        self._ready: set[str] = set()  # can be used without compiling
        self._over = False  # nothing more is compiled on request
        self._on_done = on_done
        self._lock = Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._cancelled = False

    def run(self) -> None:
        """Compile and load; an exception becomes `failure`."""
        try:
            self._provide()
            if not self._cancelled:
                self.done = True
                self._on_done()
                self._prepare_others()
        except BaseException as failure:
            _log.warning("kernels could not be compiled or loaded: %s", failure)
            self.failure = failure
            self.done = True
            self._on_done()

    def ready(self, run: RunSpec) -> bool:
        """Whether a run's kernels can be used now; if not, they are compiled next.

        Once everything was tried, what could not be had is compiled by whoever uses it.
        """
        sets = sets_of(run.network, run.training)
        if self._over or all(map(self._is_ready, sets)):
            return True
        with self._lock:
            if sets != self._wanted:
                self._wanted = sets
                self._stop_child()  # what it has finished is in the cache
        return False

    def _is_ready(self, what: str) -> bool:
        # What is wanted is loaded here, as soon as it is in the cache.
        known = what in self._ready or what in self._wanted
        if not known and in_cache(what):
            self._ready.add(what)
        return what in self._ready

    def _provide(self) -> None:
        """Compile and load what the latest run needs."""
        while not self._cancelled:
            sets = self._wanted
            self._compile(sets, sets)
            for what in sets:
                # A child that failed is no disaster: loading then compiles here.
                if self._wanted is sets and not self._cancelled:
                    load_kernels(what)
                    self._ready.add(what)
            if self._wanted is sets:
                return

    def _provide_if_wanted(self) -> None:
        if not all(map(self._is_ready, self._wanted)):
            self._provide()
            self._on_done()

    def _prepare_others(self) -> None:
        own = SETS[self._precision]
        (other,) = (p for p in PRECISIONS if p != self._precision)
        groups = (own, (MANY[self._precision],), SETS[other], (MANY[other],))
        # Kernels of regions are loaded by the first who asks for regions.
        for group in ((REGIONS,), *groups):
            while not self._cancelled:
                self._provide_if_wanted()
                wanted = self._wanted
                self._compile(group, wanted)
                if self._wanted is wanted:  # else it was interrupted
                    break
            for what in group if group in groups else ():
                if not self._cancelled and in_cache(what):
                    load_kernels(what)
                    self._ready.add(what)
        self._provide_if_wanted()
        self._over = True
        self._on_done()
        self._make_native((*groups, (REGIONS,)))

    def _make_native(self, groups: Sequence[Sequence[str]]) -> None:
        """Compile for this very processor what is not, and load all of it."""
        if not came_with_the_program():
            return
        while not _native_turn.acquire(timeout=_PATIENCE):
            if self._cancelled:
                return
        try:
            for group in groups:
                rest = [what for what in group if not made_for_this_processor(what)]
                if rest:
                    idle = os.environ.get(WHEN_IDLE, "1")
                    self._run_child(
                        rest, {"HYPERFOLD_KERNELS": NATIVE, WHEN_IDLE: idle}
                    )
            everything = (what for group in groups for what in group)
            if not self._cancelled and all(map(made_for_this_processor, everything)):
                self.native = load_native_kernels()
        finally:
            _native_turn.release()
        if self.native:
            self._on_done()

    def _compile(self, sets: Sequence[str], wanted: Sequence[str]) -> None:
        """Compile what is missing, as long as nothing else but ``wanted`` is wanted."""
        missing = [what for what in sets if not in_cache(what)]
        if missing:
            self._run_child(missing, {}, wanted)

    def _run_child(
        self,
        sets: Sequence[str],
        changes: dict[str, str],
        wanted: Sequence[str] | None = None,
    ) -> None:
        with self._lock:
            if self._cancelled or wanted not in (None, self._wanted):
                return
            self._child = subprocess.Popen(
                compile_command(*sets),
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
            self._stop_child()
        if self.is_alive():
            self.join()

    def _stop_child(self) -> None:
        if self._child is not None and self._child.poll() is None:
            self._child.terminate()
