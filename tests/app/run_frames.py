"""Frames for tests of views: real runs, trained a little by the reference engine."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize

from app.frame.base import Frame, Panel, RunFrame
from app.look.theme import LIGHT, Theme
from core.engine.session import Session
from core.run import RunSpec
from tests.core.problem_runs import run_of as run_of


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
    """Do what the frame clock does, all in this thread."""
    panel.set_theme(frame.theme)
    panel.resize(width, height)
    panel.show()
    panel.show_frame(frame)
    job = panel.request(frame, QSize(width, height))
    if job is not None:
        panel.show_result(job())
