"""From a `Scene` back to tables and to TOML text; defaults are left out."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from core.errors import BadInput
from core.outputs import in_files
from core.problems import PROBLEMS, Points, Problem
from core.problems import problem_settings as settings_of
from core.problems.base import BOTH
from core.problems.picture import Picture
from core.problems.scaling import COLUMN_KEYS, Scaling
from core.run import RunSpec
from core.scenes.plane import plane_to_data
from core.scenes.read import default_points
from core.scenes.scene import LAYOUT_NAMES, STORY_SECONDS, Scene
from core.wiring import Mask

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def scene_to_data(scene: Scene, own: list[Problem] | None = None) -> dict[str, Any]:
    """The tables of a scene, as `scene_from_data` reads them.

    With ``own``, own data is added to that list and the tables refer to it by number;
    run files store it as arrays.
    """
    run = scene.run
    data: dict[str, Any] = {
        "name": scene.name,
        "title": scene.title,
        "summary": scene.summary,
        "steps": scene.steps,
    }
    if scene.pace != scene.steps / STORY_SECONDS:
        data["pace"] = scene.pace
    data["seed"] = run.seed
    if scene.layout != LAYOUT_NAMES[0]:
        data["layout"] = scene.layout
    if scene.beside:
        data["beside"] = scene.beside
    tables: dict[str, Any] = {
        "goal": changed(scene.goal),
        "problem": _problem(run, own),
        "features": changed(run.features),
        "network": _network(run),
        "initial": changed(run.initial),
        "training": _training(run),
    }
    data |= {key: table for key, table in tables.items() if table}
    if scene.plane is not None and run.data.problem.inputs > 2:
        data["plane"] = plane_to_data(scene.plane, run)
    if scene.views:
        data["views"] = {name: dict(view) for name, view in scene.views.items()}
    if scene.actions:
        data["actions"] = [
            {"at": a.at, "do": a.do} | ({} if a.value is None else {"value": a.value})
            for a in scene.actions
        ]
    return data


def changed(spec: Any) -> dict[str, Any]:
    """The fields of a dataclass that differ from their defaults."""
    default = type(spec)()
    return {
        f.name: list(value) if isinstance(value, tuple) else value
        for f in fields(spec)
        if (value := getattr(spec, f.name)) != getattr(default, f.name)
    }


def _problem(run: RunSpec, own: list[Problem] | None) -> dict[str, Any]:
    data = run.data
    problem: Problem = data.problem
    table: dict[str, Any] = {"name": problem.name}
    if own is not None and isinstance(problem, Points | Picture):
        if problem not in own:
            own.append(problem)
        table["own"] = own.index(problem)
    elif isinstance(problem, Points):
        table |= {"x": problem.x.tolist(), "y": problem.y.tolist()}
        if problem.classes:
            table["classes"] = problem.classes
            table["class_names"] = list(problem.class_names)
        if problem.given_box:
            table["box"] = list(problem.given_box)
        for key in ("columns", "target_columns"):
            if rows := columns_as_rows(getattr(problem, key)):
                table[key] = rows
        if problem.image:
            table["image"] = list(problem.image)
        if problem.held:
            table["held"] = problem.held
    elif problem.name not in PROBLEMS:
        raise BadInput(
            f"a scene as text must contain a problem with settings or own points, "
            f"got {problem.name}; save a run file instead"
        )
    else:
        for setting in settings_of(problem):
            value = getattr(problem, setting.name)
            if value != setting.default:
                table[setting.name] = value
    if data.points != default_points(problem):
        table["points"] = data.points
    table["test"] = data.test
    if data.calibration:
        table["calibration"] = data.calibration
    table["seed"] = data.seed
    if data.half != BOTH:
        table["half"] = data.half
    return table


def columns_as_rows(columns: Sequence[Scaling]) -> list[list[Any]]:
    """The columns of a table as rows of name, middle, half and what else they have."""
    rows: list[list[Any]] = []
    for c in columns:
        usual = Scaling(c.name)
        more = {
            key: getattr(c, key)
            for key in COLUMN_KEYS
            if getattr(c, key) != getattr(usual, key)
        }
        rows.append([c.name, c.middle, c.half, *([more] if more else [])])
    return rows


def _network(run: RunSpec) -> dict[str, Any]:
    table: dict[str, Any] = {**in_files(run.loss)}
    if run.components != 3:
        table["components"] = run.components
    if run.output_frozen:
        table["output_frozen"] = True
    if run.output_reads:
        table["output_reads"] = list(run.output_reads)
    if run.output_mask is not None:
        table["output_mask"] = run.output_mask.rows
    table["layers"] = []
    for layer in run.hidden:
        plain = type(layer)(layer.units)
        row: dict[str, Any] = {"units": layer.units, "activation": layer.activation}
        for f in fields(layer):
            value = getattr(layer, f.name)
            if f.name not in row and value != getattr(plain, f.name):
                row[f.name] = _plain(value)
        table["layers"].append(row)
    return table


def _plain(value: object) -> object:
    """A value as written in tables."""
    if isinstance(value, Mask):
        return value.rows
    return list(value) if isinstance(value, tuple) else value


def _training(run: RunSpec) -> dict[str, Any]:
    spec = run.training
    table = {"optimiser": spec.optimiser, "learning_rate": spec.learning_rate}
    table |= changed(spec)
    if "schedule" in table:
        table["schedule"] = changed(spec.schedule)
    return table


def scene_to_text(scene: Scene) -> str:
    """The scene as TOML; reading it back gives an equal scene."""
    data = scene_to_data(scene)
    head = [
        f"{key} = {toml_value(value)}"
        for key, value in data.items()
        if not isinstance(value, Mapping) and key != "actions"
    ]
    parts = ["\n".join(head)]
    for key, table in data.items():
        if key == "views":
            parts += [_table(f"views.{_key(n)}", t) for n, t in table.items()]
        elif isinstance(table, Mapping):
            parts.append(_table(key, table))
    parts += [_table("actions", row, "[[{}]]") for row in data.get("actions", [])]
    return "\n\n".join(parts) + "\n"


def _table(path: str, table: Mapping[str, Any], header: str = "[{}]") -> str:
    lines = [header.format(path)]
    for key, value in table.items():
        if isinstance(value, list) and value and isinstance(value[0], (Mapping, list)):
            rows = "".join(f"    {toml_value(row)},\n" for row in value)
            lines.append(f"{_key(key)} = [\n{rows}]")
        else:
            lines.append(f"{_key(key)} = {toml_value(value)}")
    return "\n".join(lines)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else toml_value(key)


def toml_value(value: Any) -> str:
    """A plain value as written in a TOML file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON's escapes are valid TOML, except for DEL, which JSON does not escape.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(k)} = {toml_value(v)}" for k, v in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_value, value))}]"
    return repr(value)
