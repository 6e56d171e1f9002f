"""Scenes and runs for notebooks: open, train, read arrays, look at a view."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from core.arrays import Floats
from core.cli.source import open_source
from core.engine.saved import saved_of
from core.engine.snapshot import Metrics, Snapshot
from core.files.run_file import RunFile, write_run
from core.problems.base import Splits
from core.problems.scaling import scaled
from core.scenes import Scene, scene_names
from core.steps.forward import logits

if TYPE_CHECKING:
    import numpy.typing as npt


def scenes() -> tuple[str, ...]:
    """Names of the built-in scenes."""
    return scene_names()


def load(
    target: str | Path,
    settings: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    backend: str = "compiled",
) -> Run:
    """Open a built-in scene, a scene file or a run file.

    Parameters
    ----------
    target
        A name of `scenes`, or a file.
    settings
        Values by key of a scene file: ``{"training.learning_rate": 0.1}``.
    seed
        Of initial weights, minibatch order and dropout.
    backend
        ``"compiled"``, or ``"reference"``, which needs no compiling and is slow.
    """
    given = dict(settings or {})
    if seed is not None:
        given["seed"] = seed
    source = open_source(str(target), list(given.items()))
    return Run(source.scene, source.session(backend), source.run)


class Run:
    """A network with everything it learns from."""

    def __init__(self, scene: Scene, session: Any, file: RunFile | None = None) -> None:
        self.scene = scene
        self._session = session
        self._file = file

    def __repr__(self) -> str:
        return f"<Run {self.scene.name!r} at step {self.step}, loss {self.loss:.4g}>"

    def train(self, steps: int | None = None) -> Run:
        """Train ``steps`` more steps, or as many as the scene has; returns itself."""
        self._session.advance(self.scene.steps if steps is None else steps)
        self._session.keep()
        return self

    @property
    def step(self) -> int:
        """Steps made."""
        return int(self._session.step)

    @property
    def snapshot(self) -> Snapshot:
        """The present state; its arrays are read-only."""
        return self._session.snapshot()  # type: ignore[no-any-return]

    @property
    def metrics(self) -> Metrics:
        """Loss and accuracy over whole splits; None where they do not apply."""
        return self._session.metrics()  # type: ignore[no-any-return]

    @property
    def loss(self) -> float:
        """The loss over the training split."""
        return self.metrics.loss

    @property
    def data(self) -> Splits:
        """The sample: ``data.train.x``, ``data.test.y``, …."""
        return self.snapshot.splits

    def steps(self) -> npt.NDArray[np.int64]:
        """The steps whose snapshots are kept."""
        return np.array(self._session.timeline.steps)

    def at(self, step: int) -> Snapshot:
        """The kept snapshot at ``step``, or the last one before it."""
        return self._session.timeline.at(step)  # type: ignore[no-any-return]

    def weights(self, step: int | None = None) -> dict[str, Floats]:
        """W1, b1, W2, …: the parameters by name, now or at a kept step."""
        taken = self.snapshot if step is None else self.at(step)
        return {
            f"{name}{i}": np.array(block.of(taken.theta))
            for i, blocks in enumerate(taken.network.layout.layers, start=1)
            for name, block in blocks.parameters()
        }

    def losses(self) -> tuple[npt.NDArray[np.int64], Floats]:
        """Steps, and the loss of each minibatch; older steps as means of several."""
        parts = self._session.series.parts()
        ends = parts.first + np.cumsum(parts.steps) - 1
        begin = parts.first + int(parts.steps.sum())
        single = np.arange(begin, begin + len(parts.rows))
        steps = np.concatenate([ends, single]).astype(np.int64)
        return steps, np.concatenate([parts.bins[1][:, 0], parts.rows[:, 0]])

    def predict(self, x: Any, step: int | None = None) -> Floats:
        """The logits (n, k) of points (n, d) in the data's own units."""
        taken = self.snapshot if step is None else self.at(step)
        problem = taken.run.data.problem
        points = np.asarray(x, np.float64).reshape(-1, problem.inputs)
        seen = taken.run.features.apply(scaled(points, getattr(problem, "columns", ())))
        return logits(taken.network, taken.theta, taken.running, seen)

    def save(self, path: str | Path) -> Path:
        """Write a run file, which the window opens."""
        write_run(Path(path), self._record())
        return Path(path)

    def picture(
        self,
        view: str = "output",
        size: tuple[int, int] = (720, 480),
        theme: str = "light",
        step: int | None = None,
    ) -> Picture:
        """A view as shown in the window, now or at a kept step."""
        # Read by Qt at start-up: no screen is needed or used.
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        from app.stage.shot import picture_of

        record = self._record()
        data = picture_of(
            self.scene, view=view, size=size, theme=theme, run=record, step=step
        )
        return Picture(data)

    def _record(self) -> RunFile:
        session = self._session
        saved = saved_of(session.snapshot(), session.timeline, session.series)
        if self._file is None:
            return RunFile(self.scene, saved)
        return replace(self._file, scene=self.scene, saved=saved)


class Picture:
    """A picture that notebooks display."""

    def __init__(self, png: bytes) -> None:
        self.png = png

    def _repr_png_(self) -> bytes:
        return self.png

    @property
    def array(self) -> npt.NDArray[np.uint8]:
        """Its pixels (height, width, 3)."""
        from PIL import Image

        return np.asarray(Image.open(io.BytesIO(self.png)).convert("RGB"))

    def save(self, path: str | Path) -> Path:
        """Write a PNG file."""
        from core.disk.atomic import replacing

        with replacing(Path(path)) as file:
            file.write(self.png)
        return Path(path)
