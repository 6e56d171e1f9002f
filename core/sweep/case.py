"""One run of a sweep: train it, and find the step at which it reached its goal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from core.arrays import Stop, sha256_of
from core.engine.session import Session
from core.scenes import Scene
from core.scenes.player import play

if TYPE_CHECKING:
    from core.sweep.plan import Case


#: How often the goal is checked during a run. Inside the first stretch that ends with
#: the goal reached, every step is checked.
CHECKS = 64


class Interrupted(Exception):
    """The run was stopped; it has no result."""


def run_case(case: Case, stop: Stop | None = None) -> dict[str, Any]:
    """Train one case from its first step and return its row of the table.

    Raises `Interrupted` once ``stop[0]`` is set.
    """
    stop = np.zeros(1, np.uint8) if stop is None else stop
    session = start_of(case.scene)
    to_goal = train(session, case.scene, case.steps, stop)
    return row_of(case, session, to_goal)


def row_of(case: Case, session: Session, to_goal: int | None) -> dict[str, Any]:
    """The results of a trained session, as a row of the table."""
    scene, metrics = case.scene, session.metrics()
    diverged = session.divergence is not None
    reached = None
    if scene.goal.asks:
        reached = not diverged and scene.goal.reached(metrics.loss, metrics.accuracy)
    return {
        **case.settings,
        "seed": scene.run.seed,
        "steps": session.step,
        "loss": metrics.loss,
        "test_loss": metrics.test_loss,
        "accuracy": metrics.accuracy,
        "test_accuracy": metrics.test_accuracy,
        "reached": reached,
        "steps_to_goal": to_goal,
        "diverged": diverged,
        "parameters_sha256": sha256_of(session.snapshot().theta),
    }


def start_of(scene: Scene, backend: str = "compiled") -> Session:
    """A session at the scene's first step that keeps no timeline."""
    return play(scene, backend, keeps=False)


def train(
    session: Session, scene: Scene, steps: int, stop: Stop, backend: str = "compiled"
) -> int | None:
    """Make ``steps`` steps; the number after which the goal was first seen reached."""
    if not scene.goal.asks:
        _advance(session, steps, stop)
        return None
    stretch = max(1, steps // CHECKS)
    found: int | None = 0 if _reached(session, scene) else None
    made = 0
    while made < steps and session.divergence is None:
        before = made
        made += _advance(session, min(stretch, steps - made), stop)
        if found is None and _reached(session, scene):
            found = _first_step(scene, before, made, stop, backend)
        if session.at_goal:
            break
    return found


def _advance(session: Session, steps: int, stop: Stop) -> int:
    made = session.advance(steps, stop)
    if stop[0]:
        raise Interrupted
    return made


def _first_step(scene: Scene, low: int, high: int, stop: Stop, backend: str) -> int:
    """The first step after ``low`` that reaches the goal, by repeating the run."""
    again = start_of(scene, backend)
    _advance(again, low, stop)
    for made in range(low + 1, high):
        _advance(again, 1, stop)
        if _reached(again, scene):
            return made
    return high


def _reached(session: Session, scene: Scene) -> bool:
    metrics = session.metrics()
    return scene.goal.reached(metrics.loss, metrics.accuracy)
