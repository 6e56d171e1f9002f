"""A view of a scene or a saved run as a figure for a paper."""

from __future__ import annotations

from pathlib import Path

from app.frame.bridge import RunnerFactory, SessionRunner
from app.look.export import Millimetres
from app.shell.figures import LETTERS, write_figure
from app.stage.stage import on_stage
from core.arrays import Stop
from core.cli.source import Source
from core.errors import BadInput

SIZE = (720, 480)  # initial size of the view; arbitrary


def make_figure(
    source: Source,
    out: Path,
    *,
    view: str,
    paper: Millimetres,
    letters: float = LETTERS,
    theme: str = "light",
    steps: int | None = None,
    step: int | None = None,
    make_runner: RunnerFactory = SessionRunner,
    stop: Stop | None = None,
) -> None:
    """Write a view without buttons and tabs, as SVG or PDF; see `write_figure`."""
    if view == "window":
        raise BadInput("a figure must be of one view, got the window")
    with on_stage(
        source.scene,
        view=view,
        size=SIZE,
        theme=theme,
        make_runner=make_runner,
        stop=stop,
    ) as stage:
        if source.run is None:
            stage.play_to(source.scene.steps if steps is None else steps)
        else:
            stage.restore(source.run)
            if step is not None:
                stage.window.state.scrub(step)
        stage.fit()
        write_figure(stage.window, view, out, paper, letters, theme)
