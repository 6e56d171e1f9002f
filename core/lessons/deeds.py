"""What a lesson does to a run, to set up a step or to show its solution.

The words are those of a scene's actions, plus a few more listed in `_OWN`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.edits import SetLayers, SetOutput
from core.engine.commands import (
    Command,
    SetData,
    SetParameter,
    SetRun,
)
from core.engine.commands import Step as Train
from core.errors import BadInput
from core.features import FEATURE_NAMES, FeatureSpec
from core.functions import ACTIVATION_NAMES
from core.network import LayerSpec
from core.problems import make_problem, problem_settings
from core.run import InitialSpec, RunSpec
from core.scenes.actions import ENGINE_ACTIONS, commands_of, read_action
from core.scenes.read import layer_fields
from core.scenes.reader import Reader
from core.scenes.scene import VIEW_NAMES, Action


@dataclass(frozen=True, slots=True)
class LookBack:
    """Show the kept snapshot at or before ``step``; None shows the newest."""

    step: int | None


@dataclass(frozen=True, slots=True)
class ShowView:
    """Set up a view: its page, its slider and so on."""

    view: str
    settings: dict[str, Any]


Done = Command | LookBack | ShowView


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that is done, by name."""

    do: str
    value: Any = None

    def commands(self, run: RunSpec) -> tuple[list[Done], RunSpec]:
        """The commands to apply to ``run``, and the run after them."""
        value = self.value
        match self.do:
            case "train":
                return [Train(value)], run
            case "look_back":
                return [LookBack(value)], run
            case "settings":
                settings = {k: v for k, v in value.items() if k != "view"}
                return [ShowView(value["view"], settings)], run
            case "layers":
                layers = SetLayers(tuple(LayerSpec(**layer) for layer in value))
                return [layers], layers.after(run)
            case "weight":
                return [_set_weight(run, value)], run
            case "initial":
                after = replace(run, initial=replace(run.initial, **value))
                return [SetRun(after)], after
            case "features":
                after = run.changed(features=value)
                return [SetData(run.data, value)], after
            case "components":
                components = SetOutput("components", value)
                return [components], components.after(run)
            case "problem":
                return _set_problem(run, value)
        done, after = commands_of(Action(0, self.do, value), run)
        return list(done), after


def _set_weight(run: RunSpec, value: dict[str, Any]) -> SetParameter:
    layers = run.network.layout.layers
    layer, name, index = value["layer"], value["name"], tuple(value["index"])
    if layer > len(layers):
        raise BadInput(f"layer must be from 1 to {len(layers)}, got {layer}")
    blocks = dict(layers[layer - 1].parameters())
    if name not in blocks:
        raise BadInput(f"name must be one of {', '.join(blocks)}, got {name!r}")
    shape = blocks[name].shape
    places = [i - 1 for i in index]
    good = len(places) == len(shape) and all(
        0 <= i < size for i, size in zip(places, shape, strict=True)
    )
    if not good:
        raise BadInput(f"index must be within {shape}, got {list(index)}")
    return SetParameter(layer - 1, name, tuple(places), value["value"])


def _set_problem(run: RunSpec, value: dict[str, Any]) -> tuple[list[Done], RunSpec]:
    problem = run.data.problem
    now = {s.name: getattr(problem, s.name) for s in problem_settings(problem)}
    settings = {**now, **value.get("settings", {})}
    data = replace(
        run.data,
        problem=make_problem(problem.name, settings),
        **{k: v for k, v in value.items() if k != "settings"},
    )
    return [SetData(data)], run.changed(data=data)


# -- reading ---------------------------------------------------------------------------
def _read_layers(reader: Reader, path: str, value: Any) -> list[dict[str, Any]]:
    found = []
    for i, layer in enumerate(reader.rows(path, value)):
        here = f"{path}[{i}]"
        table = reader.table(here, layer)
        known = layer_fields(reader, here, table)
        if "activation" in known:
            reader.word(f"{here}.activation", known["activation"], ACTIVATION_NAMES)
        if "units" not in known:
            raise BadInput(f"{reader.source}: {here}.units must be given, got nothing")
        found.append(known)
    return found


def _read_features(reader: Reader, path: str, value: Any) -> FeatureSpec:
    table = reader.table(path, value)
    known = reader.fields(FeatureSpec, path, table, also=("names",))
    rows = reader.rows(f"{path}.names", table.get("names", ["raw"]))
    names = tuple(
        reader.word(f"{path}.names[{i}]", name, FEATURE_NAMES)
        for i, name in enumerate(rows)
    )
    with reader.within({"": path}):
        return FeatureSpec(names=names, **known)


def _read_weight(reader: Reader, path: str, value: Any) -> dict[str, Any]:
    table = reader.table(path, value)
    reader.known_keys(path, table, ("layer", "name", "index", "value"))
    index = reader.rows(f"{path}.index", table.get("index"))
    return {
        "layer": reader.whole(f"{path}.layer", table.get("layer"), 1),
        "name": reader.line(f"{path}.name", table.get("name", "W")),
        "index": [
            reader.whole(f"{path}.index[{i}]", v, 1) for i, v in enumerate(index)
        ],
        "value": reader.number(f"{path}.value", table.get("value")),
    }


def _read_initial(reader: Reader, path: str, value: Any) -> dict[str, Any]:
    return reader.fields(InitialSpec, path, reader.table(path, value))


def _read_problem(reader: Reader, path: str, value: Any) -> dict[str, Any]:
    table = reader.table(path, value)
    reader.known_keys(path, table, ("points", "test", "calibration", "settings"))
    found: dict[str, Any] = {}
    if "points" in table:
        found["points"] = reader.whole(f"{path}.points", table["points"], 1)
    for key in ("test", "calibration"):
        if key in table:
            found[key] = reader.number(f"{path}.{key}", table[key])
    if "settings" in table:
        found["settings"] = dict(reader.table(f"{path}.settings", table["settings"]))
    return found


def _read_step(reader: Reader, path: str, value: Any) -> int | None:
    return None if value is None else reader.whole(path, value, 0)


def _read_settings(reader: Reader, path: str, value: Any) -> dict[str, Any]:
    table = reader.table(path, value)
    reader.word(f"{path}.view", table.get("view"), VIEW_NAMES)
    return dict(table)


_OWN = {
    "settings": _read_settings,  # of a view: { view = "warp", place = 0.0 }
    "train": lambda r, p, v: r.whole(p, v, 1),  # this many steps
    "look_back": _read_step,  # to a kept step; without a value: to the newest
    "layers": _read_layers,  # all hidden layers, keeping weights that fit
    "weight": _read_weight,  # one number; layer and index start at 1
    "components": lambda r, p, v: r.whole(p, v, 1),  # of the mixture density
    "initial": _read_initial,  # how initial weights are drawn; restarts
    "features": _read_features,  # which features the network reads
    "problem": _read_problem,  # another sample of the same problem
}

DEED_NAMES = (*_OWN, *ENGINE_ACTIONS)


def read_deeds(reader: Reader, path: str, value: Any) -> tuple[Deed, ...]:
    """Check a list of deeds."""
    deeds = []
    for i, row in enumerate(reader.rows(path, value)):
        here = f"{path}[{i}]"
        table = reader.table(here, row)
        reader.known_keys(here, table, ("do", "value"))
        do = reader.word(f"{here}.do", table.get("do"), DEED_NAMES)
        if do in _OWN:
            given = _OWN[do](reader, f"{here}.value", table.get("value"))
        else:
            given = read_action(reader, here, {"at": 0, **table}).value
        deeds.append(Deed(do, given))
    return tuple(deeds)


def check_deeds(
    reader: Reader, path: str, deeds: Sequence[Deed], run: RunSpec
) -> RunSpec:
    """Reject deeds that do not fit the run; return the run after them."""
    for i, deed in enumerate(deeds):
        try:
            _, run = deed.commands(run)
        except BadInput as error:
            raise BadInput(f"{reader.source}: {path}[{i}].value: {error}") from error
    return run
