"""Chooses the backend of a run, and rejects runs that would need too much memory."""

from __future__ import annotations

from collections.abc import Callable

from core.engine.snapshot import Metrics
from core.errors import BadInput, require, shown
from core.limits import MAX_NORMED_BATCH, MAX_NORMED_VALUES
from core.run import RunSpec
from core.training.state import Backend, TrainData, TrainState

BACKENDS = ("compiled", "reference")


def make_backend(
    name: str, run: RunSpec, data: TrainData, native: bool = False
) -> Backend:
    """Build a backend; numba is loaded only here, and only for the compiled one.

    With ``native`` it uses the kernels of this very processor where they are loaded.
    """
    check_batch(run, len(data))
    if name == "reference":
        from core.engine.reference_backend import ReferenceBackend

        return ReferenceBackend(run.network, run.training, data, run.seed)
    if name == "compiled":
        from core.kernels import builds
        from core.kernels.backend import CompiledBackend

        training = run.training
        build = builds.native(training.precision) if native else builds.OWN
        made = CompiledBackend(run.network, training, data, run.seed, build=build)
        made.native = native
        return made
    raise BadInput(
        f"session: backend must be one of {', '.join(BACKENDS)}, got {shown(name)}"
    )


class Successor:
    """Makes a session's next backend when its run or its data change.

    ``ready`` tells whether a run's kernels can be used without compiling them first. If
    they cannot, the reference trains, so that nothing waits for a compiler. By default
    all are ready: scripts wait.
    """

    def __init__(self, ready: Callable[[RunSpec], bool] | None) -> None:
        self._ready = ready

    def can_train(self, backend: Backend, run: RunSpec) -> bool:
        """Whether a backend needs nothing for the settings of ``run`` that it lacks."""
        return backend.name == "reference" or self._ready is None or self._ready(run)

    def of(self, backend: Backend, run: RunSpec, data: TrainData) -> Backend:
        """The same kind of backend for another run or other data, or the reference."""
        if self.can_train(backend, run):
            return make_backend(backend.name, run, data, backend.native)
        return make_backend("reference", run, data)


def measure(
    backend: Backend,
    state: TrainState,
    train: TrainData,
    test: TrainData | None,
    subset: int | None = None,
) -> Metrics:
    """The metrics of a state; ``subset``: how many rows of each split these are."""
    loss, accuracy = backend.evaluate(state.theta, state.running, train)
    if test is None:
        return Metrics(loss, None, accuracy, None, subset)
    tested = backend.evaluate(state.theta, state.running, test)
    return Metrics(loss, tested[0], accuracy, tested[1], subset)


def check_batch(run: RunSpec, examples: int) -> None:
    """Reject a step with too many examples to process all at once.

    Only batch normalisation needs that; other steps are processed in blocks.
    """
    if not any(h.batch_norm for h in run.hidden):
        return
    network = run.network
    rows = sum(h.rows for h in network.hidden) + network.output.width
    most = min(MAX_NORMED_BATCH, MAX_NORMED_VALUES // rows)
    batch = min(run.training.batch_size or examples, examples)
    require(
        batch <= most,
        "training: batch_size with batch normalisation",
        f"be at most {most}",
        batch,
    )
