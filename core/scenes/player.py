"""The one player of scenes: a session that follows the scene's script.

`train`, `shot`, `film`, the window, lessons and sweeps all play scenes in this way:
the session is given the script, and `Session.advance` carries out every action exactly
at its step, however the steps are split up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine.commands import NewSeed, Rewind, SetGoal, SetScript
from core.scenes.actions import commands
from core.scenes.scene import Scene

if TYPE_CHECKING:
    from core.engine.session import Session


def script_of(scene: Scene) -> SetScript:
    """The command that makes a session at the scene's first step play the scene."""
    return SetScript(commands(scene))


def play(scene: Scene, backend: str = "compiled", *, keeps: bool = True) -> Session:
    """A session at the start of ``scene`` that plays it as it is advanced.

    Without ``keeps`` it has no timeline and is faster.
    """
    from core.engine.session import Session

    session = Session(scene.run, backend, keeps=keeps)
    session.apply(SetGoal(scene.goal))
    session.apply(script_of(scene))
    return session


def end_of(scene: Scene, made: int) -> tuple[int, int]:
    """The step and the seed of the run once ``made`` steps of ``scene`` were made."""
    begun, seed = 0, scene.run.seed
    for at, command in commands(scene):
        if at > made:
            break
        match command:
            case Rewind():
                begun = at
            case NewSeed(given):
                begun, seed = at, seed + 1 if given is None else given
    return made - begun, seed
