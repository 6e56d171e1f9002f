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

import numpy as np

import core
from core.engine.state import TrainData, TrainState
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.training import PRECISIONS, TrainingSpec

#: What a frozen program is called with to compile and do nothing else.
HIDDEN_ARGUMENT = "--compile-kernels"


def compile_command() -> list[str]:
    """The command that fills the cache of kernels and ends."""
    if getattr(sys, "frozen", False):
        return [sys.executable, HIDDEN_ARGUMENT]
    return [sys.executable, "-m", "core.kernels"]


def _environment() -> dict[str, str]:
    """The child must find the same ``core`` as we do, installed or not."""
    home = str(Path(core.__file__).parents[1])
    path = os.environ.get("PYTHONPATH")
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([home, path] if path else [home]),
    }


def load_kernels() -> None:
    """Load the training kernels into this process, from the cache if it is filled.

    One step in each precision does: which unit, loss or optimiser a step uses is a
    number to the kernels, not another kernel.
    """
    from core.kernels.backend import CompiledBackend

    network = NetworkSpec(1, (LayerSpec(1),), OutputSpec("mse", 1))
    one = np.ones((1, 1))
    data = TrainData(one, one, None)
    for precision in PRECISIONS:
        theta = np.zeros(network.layout.size, precision)
        state = TrainState.start(theta, fresh_running(network).astype(precision))
        training = TrainingSpec(precision=precision)
        backend = CompiledBackend(network, training, data, seed=0)
        backend.run(state, 1, np.zeros(1, np.uint8))
        backend.evaluate(state.theta, state.running, data)


class ColdStart(Thread):
    """Compiles in a child process, then loads; `done` tells when, `failure` why not."""

    def __init__(self, on_done: Callable[[], None]) -> None:
        super().__init__(name="hyperfold-kernels", daemon=True)
        self.done = False
        self._on_done = on_done
        self.failure: BaseException | None = None
        self._lock = Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._cancelled = False

    def run(self) -> None:
        """Compile and load; an exception becomes `failure`."""
        try:
            self._compile()
            if not self._cancelled:
                load_kernels()
        except BaseException as failure:
            self.failure = failure
        if not self._cancelled:
            self.done = True
            self._on_done()

    def _compile(self) -> None:
        with self._lock:
            if self._cancelled:
                return
            self._child = subprocess.Popen(
                compile_command(),
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        # A child that fails is no disaster: loading then compiles in this process.
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
