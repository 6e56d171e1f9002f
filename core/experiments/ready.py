"""Ready experiments: TOML files that name a scene, what is varied, and a question."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from core.disk.fields import Field
from core.disk.text import parse_toml
from core.errors import BadInput, shown
from core.experiments.experiment import (
    MOST_SEEDS,
    MOST_STEPS,
    Axis,
    Experiment,
)
from core.experiments.measures import MEASURES
from core.scenes import load_scene
from core.scenes.keys import with_settings

_TOP = ("title", "question", "scene", "set", "seeds", "steps", "measure", "order")
_AXIS = ("key", "values", "labels", "log")


def _folder() -> Traversable:
    return files("resources").joinpath("experiments")


@cache
def ready_names() -> tuple[str, ...]:
    """Names of the ready experiments, in the order in which they are listed."""
    names = [
        entry.name.removesuffix(".toml")
        for entry in _folder().iterdir()
        if entry.name.endswith(".toml")
    ]
    return tuple(sorted(names, key=lambda name: (_order(name), name)))


def _order(name: str) -> int:
    found = _field(name).get("order")
    return 1000 if found is None else found.whole(0)


@cache
def _field(name: str) -> Field:
    text = _folder().joinpath(f"{name}.toml").read_text("utf-8")
    return Field(f"{name}.toml", "", parse_toml(text, f"{name}.toml"))


@cache
def load_ready(name: str) -> Experiment:
    """The ready experiment of this name."""
    if name not in ready_names():
        known = ", ".join(ready_names())
        raise BadInput(f"experiment must be one of {known}, got {shown(name)}")
    top = _field(name).keys((*_TOP, "settings"))
    scene = load_scene(top.need("scene").line())
    common = top.get("set")
    if common is not None:
        scene = with_settings(scene, common.keys().value)
    steps, question = top.get("steps"), top.get("question")
    return Experiment(
        top.need("title").line(),
        scene,
        tuple(read_axis(item) for item in top.need("settings").items()),
        top.need("seeds").whole(1, MOST_SEEDS),
        scene.steps if steps is None else steps.whole(1, MOST_STEPS),
        top.need("measure").choice(MEASURES),
        "" if question is None else question.line(),
        name,
    )


def read_axis(field: Field) -> Axis:
    """One setting with its values."""
    field.keys(_AXIS)
    log, labels = field.get("log"), field.get("labels")
    return Axis(
        field.need("key").line(),
        tuple(item.value for item in field.need("values").items()),
        log is not None and log.flag(),
        () if labels is None else tuple(item.line() for item in labels.items()),
    )
