"""Pictures of the real window, offscreen and the same to the byte every time."""

from __future__ import annotations

from pathlib import Path

from app.frame.bridge import RunnerFactory, SessionRunner
from app.look.export import png_bytes
from app.shell.figures import description
from app.stage.stage import on_stage
from core.arrays import Stop
from core.disk.atomic import replacing
from core.files.run_file import RunFile
from core.scenes import Scene


def take_shot(
    scene: Scene,
    out: Path,
    *,
    view: str = "window",
    steps: int | None = None,
    size: tuple[int, int] = (1440, 900),
    theme: str = "light",
    make_runner: RunnerFactory = SessionRunner,
    stop: Stop | None = None,
    run: RunFile | None = None,
    step: int | None = None,
) -> None:
    """Write a picture of ``scene``; see `picture_of`."""
    data = picture_of(
        scene,
        view=view,
        steps=steps,
        size=size,
        theme=theme,
        make_runner=make_runner,
        run=run,
        step=step,
        stop=stop,
    )
    with replacing(out) as file:
        file.write(data)


def picture_of(
    scene: Scene,
    *,
    view: str = "window",
    steps: int | None = None,
    size: tuple[int, int] = (1440, 900),
    theme: str = "light",
    make_runner: RunnerFactory = SessionRunner,
    stop: Stop | None = None,
    run: RunFile | None = None,
    step: int | None = None,
) -> bytes:
    """A picture of ``scene`` in the window, or of one view, as PNG.

    A ``run`` is shown as it was saved, or looking back to ``step``, and not trained.
    """
    with on_stage(
        scene, view=view, size=size, theme=theme, make_runner=make_runner, stop=stop
    ) as stage:
        if run is None:
            stage.play_to(scene.steps if steps is None else steps)
        else:
            stage.restore(run)
            if step is not None:
                stage.window.state.scrub(step)
        stage.fit()
        # Once more, now that everything has its final size.
        stage.window.clock.refresh_all()
        return png_bytes(stage.picture(), description(stage.window))
