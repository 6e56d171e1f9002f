"""Which settings a scene may give to each view.

The views declare them (`app.frame.settings`) and check their values; a test compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.scenes.reader import Reader, Table

VIEW_KEYS: Mapping[str, tuple[str, ...]] = {
    "output": (
        *("points", "test", "contours", "rivals", "draws", "cases", "value"),
        *("point", "samples"),
    ),
    "warp": (
        *("place", "lines", "colour", "projection", "unit_x", "unit_y", "units"),
        *("test", "pictures"),
    ),
    "regions": ("fill", "folds", "boundary", "sample"),
    "saturation": ("page", "temperature", "select_example"),
    "gradients": ("page", "below", "log_y", "log_profile"),
    "loss": ("log_y", "log_x", "batches"),
    "network": ("docked",),
    "walk": ("page", "level", "example", "select_example", "at", "draws", "again"),
    "grid": ("page", "networks", "picture", "sort", "members"),
    "experiments": (
        *("ready", "seeds", "running", "hypothesis", "conclusion", "page"),
        *("measure", "axis", "colour", "facets"),
    ),
    "landscape": (
        *("page", "line", "span", "arrows", "race", "race_steps", "race_rates"),
        *("points", "plane", "quantity", "hold", "seed", "weight_x", "weight_y"),
    ),
    "ask": ("page", "example", "drawing", "column", "size", "fit", "value"),
    "window": (),
}


def check_view_keys(reader: Reader, path: str, view: str, table: Table) -> None:
    """Reject keys that a view does not have, suggesting the nearest one."""
    known = VIEW_KEYS[view]
    if table and not known:
        raise reader.fail(path, "be empty (settings belong to one view)", table)
    reader.known_keys(path, table, known)


def without_unknown_keys(scene: Table) -> dict[str, Any]:
    """The tables of a scene without settings that this version's views do not have.

    A run that another version saved must open all the same.
    """
    views, actions = scene.get("views"), scene.get("actions")
    kept = dict(scene)
    if isinstance(views, Mapping):
        kept["views"] = {name: _known(name, table) for name, table in views.items()}
    if isinstance(actions, list):
        kept["actions"] = [
            {**action, "value": _known(action["value"].get("view"), action["value"])}
            if isinstance(action, Mapping)
            and action.get("do") == "settings"
            and isinstance(action.get("value"), Mapping)
            else action
            for action in actions
        ]
    return kept


def _known(view: object, table: object) -> object:
    keys = VIEW_KEYS.get(view) if isinstance(view, str) else None
    if keys is None or not isinstance(table, Mapping):
        return table
    return {key: table[key] for key in table if key in ("view", *keys)}
