"""Where a run starts when a person picks a problem: something that learns it."""

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
from core.training import TrainingSpec


def fitting_losses(problem: Problem, components: int = 3) -> list[str]:
    """Names of the losses that can train ``problem``."""
    probe = _probe(problem)
    return [name for name in LOSSES if fits(name, problem, components, probe)]


def fits(
    loss: str, problem: Problem, components: int = 3, probe: Sample | None = None
) -> bool:
    """Whether ``loss`` can train ``problem``: its width and its targets suit it."""
    try:
        LOSSES[loss].width(problem.classes, problem.targets, components)
        LOSSES[loss].encode(_probe(problem) if probe is None else probe)
    except BadInput:
        return False
    return True


def _probe(problem: Problem) -> Sample:
    """Two examples that reach as far as the sample does: own data may have millions."""
    sample = problem.draw(64, np.random.default_rng(0))
    if sample.classes:
        return sample.take(slice(0, 2))
    ends = np.stack([sample.y.min(axis=0), sample.y.max(axis=0)])
    return Sample(np.zeros((2, sample.x.shape[1])), ends)


def starting_run(problem: Problem) -> RunSpec:
    """A run that learns ``problem``: that of the scene of its name, if there is one."""
    scene = _scene_run(problem.name)
    if scene is not None and type(scene.data.problem) is type(problem):
        return scene
    data = DataSpec(problem, problem.default_points, problem.default_test)
    return RunSpec(
        data=data,
        hidden=(LayerSpec(8, TANH.name), LayerSpec(8, TANH.name)),
        loss=usual_loss(problem.classes),
        training=TrainingSpec(learning_rate=0.01, batch_size=32),
        initial=InitialSpec("xavier_normal"),
    )


def own_run(problem: Points | Picture, *, fourier: bool = True) -> RunSpec:
    """A run that learns a person's own points or picture."""
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
    rows = len(problem.x)
    batch = 32 if rows <= 5000 else 256
    units = 8 if rows <= 5000 else 16
    return RunSpec(
        data=DataSpec(problem, rows, problem.default_test if rows >= 20 else 0.0),
        hidden=(LayerSpec(units, TANH.name), LayerSpec(units, TANH.name)),
        loss=usual_loss(problem.classes),
        training=TrainingSpec(learning_rate=0.01, batch_size=min(batch, rows)),
        initial=InitialSpec("xavier_normal"),
    )


@cache
def _scene_run(name: str) -> RunSpec | None:
    from core.scenes import load_scene, scene_names

    if name not in scene_names():
        return None
    return load_scene(name).run


def with_problem(run: RunSpec, problem: Problem) -> RunSpec:
    """``run`` on another problem, its network and hyper-parameters kept if they fit."""
    start = starting_run(problem)
    loss = run.loss if fits(run.loss, problem, run.components) else start.loss
    features = run.features
    try:
        features.count(problem.inputs)
    except BadInput:
        features = start.features
    return replace(run, data=start.data, loss=loss, features=features)
