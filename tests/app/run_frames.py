"""Frames for tests of views: real runs, trained a little by the reference engine."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize

from app.frame.base import Frame, Panel, RunFrame
from app.look.theme import LIGHT, Theme
from core.engine.session import Session
from core.network import LayerSpec
from core.problems import make_problem
from core.problems.base import DataSpec
from core.run import RunSpec
from core.training import TrainingSpec


def run_of(
    problem: str,
    loss: str,
    units: tuple[int, ...] = (4, 3),
    activation: str = "tanh",
    points: int = 40,
    **settings: object,
) -> RunSpec:
    made = make_problem(problem, settings)
    test = 0.0 if problem in ("xor", "parity") else 0.3
    return RunSpec(
        DataSpec(made, points, test),
        tuple(LayerSpec(n, activation) for n in units),
        loss,
        training=TrainingSpec(batch_size=8),
    )


def trained(run: RunSpec, steps: int = 12) -> Session:
    session = Session(run, "reference")
    session.advance(steps)
    return session


def frame_of(*sessions: Session, theme: Theme = LIGHT, moving: bool = False) -> Frame:
    runs = tuple(
        RunFrame(s.snapshot(), s.timeline, s.series, label)
        for label, s in zip("AB", sessions, strict=False)
    )
    return Frame(runs, theme, moving)


def at_step(frame: Frame, step: int) -> Frame:
    """The same frame with the playhead at ``step``."""
    runs = tuple(
        replace(run, snapshot=run.timeline.at(step), scrubbed=True)
        for run in frame.runs
    )
    return replace(frame, runs=runs)


def serve(panel: Panel, frame: Frame, width: int = 360, height: int = 280) -> None:
    """What the frame clock does, all in this thread."""
    panel.set_theme(frame.theme)
    panel.resize(width, height)
    panel.show()
    panel.show_frame(frame)
    job = panel.request(frame, QSize(width, height))
    if job is not None:
        panel.show_result(job())
