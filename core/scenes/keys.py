"""One value of a scene by its key path, as on the command line: ``problem.noise=0.2``.

A path names tables and, by number from 0, entries of lists: ``network.layers.0.units``.
``--set``, ``--vary`` and the experiments of the window all use this module, so that
every key of a scene file can be set everywhere, with the same checks.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from core.errors import BadInput, shown
from core.problems import PROBLEMS, Problem
from core.problems import problem_settings as settings_of
from core.scenes.read import DATA_KEYS, scene_from_data
from core.scenes.scene import Scene
from core.scenes.shorthands import SHORTHANDS, apply_shorthands
from core.scenes.write import scene_to_data

_PART = re.compile(r"[A-Za-z0-9_-]+")
_OPEN, _CLOSE = "[{", "]}"
_QUOTES = "\"'"


def read_assignment(text: str) -> tuple[str, str]:
    """``KEY=VALUE`` as a key path and the text of its value."""
    key, equals, value = text.partition("=")
    key = key.strip()
    if not equals or not all(_PART.fullmatch(part) for part in key.split(".")):
        raise BadInput(
            f"must be KEY=VALUE with a key of the scene file such as "
            f"training.learning_rate, got {shown(text)}"
        )
    return key, value.strip()


def read_value(text: str) -> Any:
    """A value in TOML's notation; what is not valid TOML is a string."""
    if not text or any(ord(c) < 32 for c in text):
        return text
    try:
        table = tomllib.loads(f"value = {text}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return text
    return table["value"] if table.keys() == {"value"} else text


def split_values(text: str) -> list[str]:
    """The values of a list ``V1,V2,…``; commas inside brackets and quotes stay."""
    parts, depth, quote, start = [], 0, "", 0
    for i, c in enumerate(text):
        if quote:
            quote = "" if c == quote else quote
        elif c in _QUOTES:
            quote = c
        elif c in _OPEN:
            depth += 1
        elif c in _CLOSE:
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return [part.strip() for part in (*parts, text[start:])]


def with_settings(scene: Scene, settings: Mapping[str, Any]) -> Scene:
    """The scene with these values set, checked like a scene file.

    A new problem keeps the number of points, the splits and the settings it shares with
    the old one. Settings of all layers at once (`SHORTHANDS`) come last.
    """
    if not settings:
        return scene
    own: list[Problem] = []
    data = scene_to_data(scene, own)
    # The problem first: the other settings may be its own.
    for key in sorted(settings, key=lambda k: k != "problem.name"):
        if key == "problem.name":
            _change_problem(data, settings[key])
        elif key not in SHORTHANDS:
            _set(data, key, settings[key])

    def made() -> Scene:
        return scene_from_data(data, scene.name, scene.name, own)

    apply_shorthands(data, settings, lambda: made().run.network.layout.size)
    return made()


def _change_problem(data: dict[str, Any], name: Any) -> None:
    before = data["problem"]
    shared = set(DATA_KEYS) - {"points"}
    if isinstance(name, str) and name in PROBLEMS:
        shared |= {s.name for s in settings_of(PROBLEMS[name])}
    if "own" not in before:
        shared.add("points")
    data["problem"] = {k: v for k, v in before.items() if k in shared} | {"name": name}


def _set(data: dict[str, Any], key: str, value: Any) -> None:
    *way, last = key.split(".")
    place: Any = data
    for i, part in enumerate(way):
        here = ".".join(way[: i + 1])
        if isinstance(place, list):
            place = place[_index(place, part, here)]
        else:
            place = place.setdefault(part, {})
        if not isinstance(place, dict | list):
            raise BadInput(f"{key}: {here} must be a table or a list, got a value")
    if isinstance(place, list):
        place[_index(place, last, key)] = value
    else:
        place[last] = value


def _index(place: list[Any], part: str, path: str) -> int:
    if not part.isascii() or not part.isdigit() or int(part) >= len(place):
        rule = f"end in a number from 0 to {len(place) - 1}" if place else "not be set"
        raise BadInput(f"{path} must {rule} ({len(place)} entries), got {shown(part)}")
    return int(part)
