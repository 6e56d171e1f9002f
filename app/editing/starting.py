"""The starting run when a user picks a problem: something that learns it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from core.errors import BadInput
from core.features import FeatureSpec
from core.functions.smooth import TANH
from core.functions.straight import RELU
from core.network import LayerSpec
from core.outputs import LOSSES, usual_loss
from core.problems import DataSpec, Points, Problem, Sample
from core.problems.picture import Picture
from core.run import InitialSpec, RunSpec
from core.tables.learning import suiting_run
from core.training import TrainingSpec

#: Targets of own data checked before a loss is offered.
_LOOKED_AT = 20_000


def fitting_losses(problem: Problem, components: int = 3) -> list[str]:
    """Names of the losses that can train ``problem``."""
    return [name for name, why in misfits(problem, components).items() if not why]


def misfits(problem: Problem, components: int = 3) -> dict[str, str]:
    """Every loss, and why it cannot train ``problem``; empty if it can."""
    probe = _probe(problem)
    return {name: _misfit(name, problem, components, probe) for name in LOSSES}


def fits(loss: str, problem: Problem, components: int = 3) -> bool:
    """Whether ``loss`` can train ``problem``: its width and its targets suit it."""
    return not _misfit(loss, problem, components, _probe(problem))


def _misfit(loss: str, problem: Problem, components: int, probe: Sample) -> str:
    try:
        LOSSES[loss].width(problem.classes, problem.targets, components)
        LOSSES[loss].encode(probe)
    except BadInput as error:
        return str(error).removeprefix(f"{loss}: ")
    return ""


def _probe(problem: Problem) -> Sample:
    """Examples that span the range of the sample's targets."""
    if isinstance(problem, Points):  # of a large table no row need be looked up
        sample = Sample(np.empty((problem.count, 0)), problem.y, problem.classes)
    else:
        sample = problem.draw(64, np.random.default_rng(0))
    if sample.classes:
        return sample.take(slice(0, 2))
    if len(sample) <= _LOOKED_AT:
        return sample
    ends = np.concatenate([sample.y.argmin(axis=0), sample.y.argmax(axis=0)])
    some = np.linspace(0, len(sample) - 1, _LOOKED_AT).astype(np.int64)
    return sample.take(np.union1d(some, ends))


def natural_loss(problem: Problem) -> str:
    """The loss that matches how the targets of ``problem`` are drawn."""
    return getattr(problem, "natural_loss", "") or usual_loss(problem.classes)


def starting_run(problem: Problem) -> RunSpec:
    """A run that learns ``problem``: that of the scene of its name, if there is one."""
    scene = _scene_run(problem.name)
    if scene is not None and type(scene.data.problem) is type(problem):
        return scene
    data = DataSpec(problem, problem.default_points, problem.default_test)
    return RunSpec(
        data=data,
        hidden=(LayerSpec(8, TANH.name), LayerSpec(8, TANH.name)),
        loss=natural_loss(problem),
        training=TrainingSpec(learning_rate=0.01, batch_size=32),
        initial=InitialSpec("xavier_normal"),
    )


def own_run(problem: Points | Picture, *, fourier: bool = True) -> RunSpec:
    """A run that learns own points or an own picture."""
    if isinstance(problem, Picture):
        return RunSpec(
            data=DataSpec(problem, problem.count, 0.0),
            hidden=(LayerSpec(64, RELU.name),) * 4,
            loss=usual_loss(0),
            features=FeatureSpec(fourier=64, fourier_scale=3.0)
            if fourier
            else FeatureSpec(),
            training=TrainingSpec(
                learning_rate=0.002, batch_size=1024, precision="float32"
            ),
        )
    return suiting_run(problem)


@cache
def _scene_run(name: str) -> RunSpec | None:
    from core.scenes import load_scene, scene_names

    if name not in scene_names():
        return None
    return load_scene(name).run


def with_problem(run: RunSpec, problem: Problem) -> RunSpec:
    """``run`` on another problem, keeping network and hyper-parameters if they fit."""
    start = starting_run(problem)
    # Another setting of the same problem keeps the loss; another problem brings the
    # loss that suits its targets.
    same = type(problem) is type(run.data.problem)
    asked = not same and bool(getattr(problem, "natural_loss", ""))
    kept = not asked and fits(run.loss, problem, run.components)
    loss = run.loss if kept else natural_loss(problem)
    features = run.features
    try:
        features.count(problem.inputs)
    except BadInput:
        features = start.features
    return replace(run, data=start.data, loss=loss, features=features)
