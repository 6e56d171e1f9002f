"""Films of the real window, offscreen: a scene as it trains, or a saved timeline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

from app.frame.bridge import RunnerFactory, SessionRunner
from app.stage.stage import Stage, on_stage
from core.arrays import Stop
from core.cli.source import Source
from core.files.films import Pixels, frame_steps, write_film
from core.files.run_file import RunFile
from core.files.trained import about_of
from core.scenes.player import end_of

Progress = Callable[[int, int], None]  # pictures made, pictures in all


def make_film(
    source: Source,
    out: Path,
    *,
    view: str = "window",
    steps: int | None = None,
    frames: int = 60,
    fps: int = 20,
    size: tuple[int, int] = (1200, 750),
    theme: str = "light",
    progress: Progress | None = None,
    make_runner: RunnerFactory = SessionRunner,
    stop: Stop | None = None,
) -> None:
    """Film a scene while it trains, or the kept timeline of a run file."""
    scene, saved = source.scene, source.run
    with on_stage(
        scene, view=view, size=size, theme=theme, make_runner=make_runner, stop=stop
    ) as stage:
        stage.fit()
        last = scene.steps if steps is None else steps
        turns = (
            _scrubbed(stage, saved, frames) if saved else _played(stage, last, frames)
        )
        pictures = _pictures(stage, turns, frames, progress)
        write_film(out, pictures, fps, _about(stage, saved, last))


def _about(stage: Stage, saved: RunFile | None, last: int) -> str:
    """The file's comment about the run, which the film shows up to its last step."""
    if saved is not None:
        return about_of(saved.saved.snapshots[-1], saved.scene.title).text
    scene = stage.window.scene
    step, seed = end_of(scene, last)
    first = about_of(stage.window.state.a.latest, scene.title)
    return replace(first, step=step, seed=seed).text


def _played(stage: Stage, steps: int, frames: int) -> Iterator[None]:
    """Play the scene from picture to picture."""
    for wanted in frame_steps(steps, frames):
        stage.play_to(wanted)
        yield


def _scrubbed(stage: Stage, saved: RunFile, frames: int) -> Iterator[None]:
    """Scrub from picture to picture through a complete timeline."""
    stage.restore(saved)
    state = stage.window.state
    for step in frame_steps(state.a.latest.step, frames):
        state.scrub(step)
        yield


def _pictures(
    stage: Stage, turns: Iterator[None], frames: int, progress: Progress | None
) -> Iterator[Pixels]:
    for done, _ in enumerate(turns, start=1):
        yield pixels_of(stage.picture().toImage())
        if progress is not None:
            progress(done, frames)


def pixels_of(image: QImage) -> Pixels:
    """An image as an array (height, width, 3)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    h, w = plain.height(), plain.width()
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(h, plain.bytesPerLine())
    return rows[:, : 3 * w].reshape(h, w, 3).copy()
