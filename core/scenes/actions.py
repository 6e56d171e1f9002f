"""The actions of a scene, and the engine commands they become.

Layers in actions are numbered from 1, the first hidden layer; the output layer is the
last. To add an action of the engine: a reader in `_ENGINE`, a case in `commands_of`.
One of the window (it acts before a picture is taken): a reader in `_WINDOW`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

import numpy as np

from core.edits import Edit, InsertLayer, RemoveLayer, SetLayer, SetOutput
from core.engine.commands import (
    Command,
    NewSeed,
    Rewind,
    SetData,
    SetParameter,
    SetParameters,
    SetTraining,
)
from core.errors import BadInput
from core.functions import ACTIVATION_NAMES
from core.language import tr
from core.network import SETTABLE
from core.outputs import LOSS_NAMES
from core.problems.base import HALVES
from core.run import RunSpec
from core.scenes import wiring_actions
from core.scenes.reader import Reader
from core.scenes.scene import VIEW_NAMES, Action, Scene
from core.scenes.view_keys import check_view_keys
from core.training import TrainingSpec

_Read = Callable[[Reader, str, Any], Any]


def _nothing(reader: Reader, path: str, value: Any) -> None:
    if value is not None:
        raise reader.fail(path, "be left out", value)


def _activation(reader: Reader, path: str, value: Any) -> dict[str, Any]:
    table = reader.table(path, value)
    reader.known_keys(path, table, ("layer", "activation"))
    return {
        "layer": reader.whole(f"{path}.layer", table.get("layer"), 1),
        "activation": reader.word(
            f"{path}.activation", table.get("activation"), ACTIVATION_NAMES
        ),
    }


def _units(reader: Reader, path: str, value: Any) -> dict[str, Any]:
    table = reader.table(path, value)
    reader.known_keys(path, table, ("layer", "units"))
    return {
        "layer": reader.whole(f"{path}.layer", table.get("layer"), 1),
        "units": reader.whole(f"{path}.units", table.get("units"), 1),
    }


def _bias(reader: Reader, path: str, value: Any) -> dict[str, Any]:
    table = reader.table(path, value)
    reader.known_keys(path, table, ("layer", "value"))
    return {
        "layer": reader.whole(f"{path}.layer", table.get("layer"), 1),
        "value": reader.number(f"{path}.value", table.get("value")),
    }


def _parameters(reader: Reader, path: str, value: Any) -> list[dict[str, Any]]:
    layers = []
    for i, layer in enumerate(reader.rows(path, value)):
        here = f"{path}[{i}]"
        table = reader.table(here, layer)
        reader.known_keys(here, table, SETTABLE)
        layers.append(
            {key: _numbers(reader, f"{here}.{key}", table[key]) for key in table}
        )
    return layers


def _numbers(reader: Reader, path: str, value: Any) -> Any:
    """Nested lists of numbers, two deep at most."""
    rows = reader.rows(path, value)
    if any(isinstance(row, list) for row in rows):
        return [
            [
                reader.number(f"{path}[{i}][{j}]", v)
                for j, v in enumerate(reader.rows(f"{path}[{i}]", row))
            ]
            for i, row in enumerate(rows)
        ]
    return [reader.number(f"{path}[{i}]", v) for i, v in enumerate(rows)]


def _lesson(reader: Reader, path: str, value: Any) -> dict[str, Any]:
    table = reader.table(path, value)
    reader.known_keys(path, table, ("name", "step"))
    return {
        "name": reader.line(f"{path}.name", table.get("name")),
        "step": reader.whole(f"{path}.step", table.get("step", 1), 1),
    }


def _settings(reader: Reader, path: str, value: Any) -> dict[str, Any]:
    table = reader.table(path, value)
    view = reader.word(f"{path}.view", table.get("view"), VIEW_NAMES)
    own = {key: value for key, value in table.items() if key != "view"}
    check_view_keys(reader, path, view, own)
    return {"view": view, **own}


_ENGINE: dict[str, _Read] = {
    "rewind": _nothing,
    "new_seed": lambda r, p, v: r.whole(p, v, 0),
    "loss": lambda r, p, v: r.word(p, v, LOSS_NAMES),
    "half": lambda r, p, v: r.word(p, v, HALVES),  # that is learned from now on
    "activation": _activation,  # of one layer
    "units": _units,  # of one layer
    "insert_layer": lambda r, p, v: r.whole(p, v, 1),  # before this one
    "remove_layer": lambda r, p, v: r.whole(p, v, 1),
    "bias": _bias,  # of all units of one layer
    "parameters": _parameters,  # of all layers at once
    **wiring_actions.READERS,
}

_WINDOW: dict[str, _Read] = {
    "play": _nothing,
    "pause": _nothing,
    "scrub": lambda r, p, v: r.whole(p, v, 0),  # show a kept step
    "select_layer": lambda r, p, v: r.whole(p, v, 0),  # 0 is the input
    "select_example": lambda r, p, v: r.whole(p, v, 0),
    "view": lambda r, p, v: r.word(p, v, VIEW_NAMES),  # bring to the front
    "settings": _settings,  # of one view: { view = "saturation", page = "push" }
    "lesson": _lesson,  # open a lesson at a step, from 1
    "dialog": lambda r, p, v: r.word(p, v, ("help", "about", "gallery")),
    "press": lambda r, p, v: r.line(p, v),  # keys: "Ctrl+S"
    "type": lambda r, p, v: r.text(p, v),
    "click": lambda r, p, v: r.line(p, v),  # accessible name of a control
}

_TRAINING: dict[str, str] = {
    f.name: str(f.type)
    for f in fields(TrainingSpec)
    if f.type in ("int", "float", "str") and f.name != "precision"
}

#: What can be done to a run: a hyper-parameter by name, or one of the others.
ENGINE_ACTIONS = (*_TRAINING, *_ENGINE)

#: Every word that `do` may be.
ACTION_NAMES = (*ENGINE_ACTIONS, *_WINDOW)


def read_action(reader: Reader, path: str, value: Any) -> Action:
    """Check one entry of the list ``actions``."""
    table = reader.table(path, value)
    reader.known_keys(path, table, ("at", "do", "value"))
    at = reader.whole(f"{path}.at", table.get("at"), 0)
    do = reader.word(f"{path}.do", table.get("do"), ACTION_NAMES)
    given = table.get("value")
    here = f"{path}.value"
    if do in _TRAINING:
        kinds: dict[str, Callable[[str, Any], Any]] = {
            "int": reader.whole,
            "float": reader.number,
            "str": reader.text,
        }
        return Action(at, do, kinds[_TRAINING[do]](here, given))
    return Action(at, do, {**_ENGINE, **_WINDOW}[do](reader, here, given))


def for_window(action: Action) -> bool:
    """Whether the action is one of the window; training alone leaves it out."""
    return action.do in _WINDOW


def commands(scene: Scene) -> tuple[tuple[int, Command], ...]:
    """The scene's engine actions as (steps made, command), in the order they happen.

    This is what `core.engine.commands.SetScript` takes: the session carries them out.

    Raises `BadInput` where an action does not fit the network at that point.
    """
    return tuple(
        (at, command) for at, command, _ in _walk(scene.run, scene.actions, "actions")
    )


def check_actions(reader: Reader, run: RunSpec, actions: tuple[Action, ...]) -> None:
    """Reject actions that could not be carried out, before anything trains."""
    try:
        for _ in _walk(run, actions, "actions"):
            pass
    except BadInput as error:
        raise BadInput(f"{reader.source}: {error}") from error


def _walk(
    run: RunSpec, actions: tuple[Action, ...], path: str
) -> Iterator[tuple[int, Command, RunSpec]]:
    # sorted() is stable: actions of one step keep the order of the file.
    order = sorted(range(len(actions)), key=lambda i: actions[i].at)
    for i in order:
        action = actions[i]
        if for_window(action):
            continue
        try:
            done, run = commands_of(action, run)
        except BadInput as error:
            text = str(error).removeprefix("training: ")
            raise BadInput(f"{path}[{i}].value: {text}") from error
        for command in done:
            yield action.at, command, run


def commands_of(action: Action, run: RunSpec) -> tuple[list[Command], RunSpec]:
    """The commands of one action, and the run after them."""
    value = action.value
    if action.do in _TRAINING:
        run = run.with_training(**{action.do: value})
        return [SetTraining(run.training)], run
    if action.do in wiring_actions.READERS:
        return _edited(wiring_actions.wiring_edit(action.do, value), run)
    match action.do:
        case "rewind":
            return [Rewind()], run
        case "new_seed":
            return [NewSeed(value)], replace(run, seed=value)
        case "loss":
            return _edited(SetOutput("loss", value), run)
        case "half":
            run = run.changed(data=replace(run.data, half=value))
            return [SetData(run.data)], run
        case "activation" | "units":
            at = _layer(value["layer"], len(run.hidden), "hidden layers")
            return _edited(SetLayer(at, action.do, value[action.do]), run)
        case "insert_layer":
            at = _layer(value, len(run.hidden) + 1, "hidden layers and one more")
            return _edited(InsertLayer(at), run)
        case "remove_layer":
            at = _layer(value, len(run.hidden), "hidden layers")
            return _edited(RemoveLayer(at), run)
        case "bias":
            layers_now = run.network.layout.layers
            at = _layer(value["layer"], len(layers_now), "layers")
            block = layers_now[at].b
            if block is None:
                raise BadInput(f"layer must have biases, got {at + 1}")
            return [
                SetParameter(at, "b", (j,), value["value"])
                for j in range(block.shape[0])
            ], run
    return [SetParameters(_theta(run, value), tr("weights of the scene"))], run


def _edited(edit: Edit, run: RunSpec) -> tuple[list[Command], RunSpec]:
    return [edit], edit.after(run)


def _layer(number: int, count: int, what: str) -> int:
    if number > count:
        raise BadInput(f"layer must be from 1 to {count}, the {what}, got {number}")
    return number - 1


def _theta(run: RunSpec, layers: list[dict[str, Any]]) -> Any:
    """The flat vector with these parameters; every block must be given."""
    layout = run.network.layout
    if len(layers) != len(layout.layers):
        raise BadInput(
            f"must have {len(layout.layers)} layers like the network, got {len(layers)}"
        )
    theta = np.zeros(layout.size)
    for i, (blocks, given) in enumerate(zip(layout.layers, layers, strict=True)):
        wanted = dict(blocks.parameters())
        if set(wanted) != set(given):
            raise BadInput(
                f"layer {i + 1} must have {', '.join(wanted)}, got {', '.join(given)}"
            )
        for name, block in wanted.items():
            rows = given[name]
            widths = [len(row) if isinstance(row, list) else None for row in rows]
            shape = (len(rows), *{w for w in widths if w is not None})
            if shape != block.shape or len(set(widths)) > 1:
                raise BadInput(
                    f"layer {i + 1}: {name} must have the shape {block.shape}, "
                    f"got {shape}"
                )
            block.of(theta)[...] = rows
    return theta
