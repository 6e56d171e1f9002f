"""What a command works on: a scene, or a saved run.

A run file is shown and exported as it was saved, and training continues from there; it
is never retrained from the start.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.cli.frame import whole
from core.cli.options import add_set, with_set
from core.errors import BadInput, require

if TYPE_CHECKING:
    from core.engine.commands import Command
    from core.engine.session import Session
    from core.engine.snapshot import Snapshot
    from core.files.run_file import RunFile
    from core.run import RunSpec
    from core.scenes import Scene
    from core.tables.learning import Guessed


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A scene, with everything that was kept if it comes from a run file.

    A table becomes a scene of its own; ``guessed`` describes how.
    """

    scene: Scene
    run: RunFile | None = None
    guessed: Guessed | None = None

    @property
    def first(self) -> int:
        """The step at which training starts."""
        return 0 if self.run is None else self.run.saved.snapshots[-1].step

    def session(self, backend: str = "compiled", keeps: bool = True) -> Session:
        """A session at the first step, or where the run was saved.

        It follows the remaining part of the scene's script.
        """
        from core.engine.commands import Restore, SetGoal, SetScript
        from core.engine.session import Session
        from core.scenes import commands
        from core.scenes.player import play

        if self.run is None:
            return play(self.scene, backend, keeps=keeps)
        saved = self.run.saved
        session = Session(saved.snapshots[-1].run, backend, keeps=keeps)
        session.apply(Restore(saved))
        for command in _changes(session.run, self.scene.run):
            session.apply(command)
        session.apply(SetGoal(self.scene.goal))
        session.apply(SetScript(commands(self.scene), session.step))
        return session

    def at(self, step: int | None, backend: str = "compiled") -> Snapshot:
        """The state at a step: a scene is trained, a run is looked up.

        A step between two kept snapshots is reached by training again from the earlier
        one, which gives the same numbers.
        """
        from core.engine.commands import Branch

        if self.run is None:
            session = self.session(backend, keeps=False)
            wanted = self.scene.steps if step is None else step
            session.advance(wanted)
            return session.snapshot()
        if step is None or step == self.first:
            return self.session("reference").snapshot()
        session = self.session(self.run.saved.snapshots[-1].backend)
        require(
            0 <= step <= session.step,
            "--step",
            f"be from 0 to {session.step}, the last step of the run",
            step,
        )
        kept = session.timeline.at(step)
        session.apply(Branch(kept.step))
        session.advance(step - kept.step)
        return session.snapshot()


def open_source(target: str, settings: Sequence[tuple[str, Any]] = ()) -> Source:
    """Open a scene, a run file or a table, with every ``--set`` applied."""
    from core.disk.sheet import is_table
    from core.files.idx import is_idx
    from core.files.run_file import is_run_file, read_run
    from core.scenes import load_scene, scene_names

    path = Path(target)
    if target not in scene_names() and is_run_file(path) and path.is_file():
        found = read_run(path)
        return Source(with_set(found.scene, list(settings)), found)
    if is_idx(path):
        from core.files.idx import load_pictures
        from core.tables.learning import suiting_scene

        scene = suiting_scene(load_pictures(path), path.name.split(".")[0])
        return Source(with_set(scene, list(settings)))
    if target not in scene_names() and is_table(path):
        from core.tables.learning import learn_table

        scene, guessed = learn_table(path)
        return Source(with_set(scene, list(settings)), guessed=guessed)
    return Source(with_set(load_scene(target), list(settings)))


def add_step(parser: argparse.ArgumentParser) -> None:
    """Add the options of commands that take a run or a scene as well as a NET.json."""
    parser.add_argument(
        "--step",
        type=whole(0),
        metavar="N",
        help="for a run, any step up to its last; for a scene, how many steps to train",
    )
    add_set(parser)


def snapshot_of(target: str, args: argparse.Namespace) -> Snapshot:
    """The state of a run or a scene at ``--step``."""
    return open_source(target, args.settings).at(args.step)


def _changes(before: RunSpec, after: RunSpec) -> list[Command]:
    """The commands that change a saved run to one with other settings."""
    for name in ("seed", "initial"):
        if getattr(before, name) != getattr(after, name):
            raise BadInput(
                f"--set {name} must be left out for a run file, which has begun; "
                "train its scene instead"
            )
    from core.edits import restructure, same_structure
    from core.engine.commands import SetData, SetTraining

    found: list[Command] = []
    if (before.data, before.features) != (after.data, after.features):
        found.append(SetData(after.data, after.features))
    if not same_structure(before, after):
        found.append(restructure("settings", after))
    if before.training != after.training:
        found.append(SetTraining(after.training))
    return found
