"""Finding scenes: the built-in ones by name, others by path; TOML or JSON."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from core.disk.text import MAX_JSON, MAX_TOML, parse_json, parse_toml, read_text
from core.errors import BadInput, shown
from core.scenes.read import scene_from_data
from core.scenes.scene import Scene

#: The order in which built-in scenes are listed; those not named here follow.
_ORDER = (
    "xor",
    "xor-book",
    "xor-linear",
    "quadrants",
    "spirals",
    "spirals-deep",
    "two-curves",
    "rings",
    "rings-narrow",
    "rings-residual",
    "moons",
    "blobs",
    "checkerboard",
    "above-below",
    "parity",
    "digits",
    "rgb",
    "plane",
    "saddle",
    "bumps",
    "hinge-1d",
    "sine-1d",
    "inverse-1d",
    "deep-sigmoid",
    "deep-relu",
    "deep-tanh",
    "deep-tanh-skips",
    "dead-relu",
    "saturated-ce",
    "saturated-mse",
    "regions-shallow",
    "regions-deep",
    "regions-folded",
    "regions-flat",
    "folding",
    "folding-mirrors",
    "walk-slides",
    "walk-xor",
    "walk-softmax",
)


def _folder() -> Traversable:
    return files("resources").joinpath("scenes")


@cache
def scene_names() -> tuple[str, ...]:
    """Names of the built-in scenes, in a good order for learning."""
    found = {
        entry.name.removesuffix(".toml")
        for entry in _folder().iterdir()
        if entry.name.endswith(".toml")
    }
    known = [name for name in _ORDER if name in found]
    return (*known, *sorted(found - set(known)))


def load_scene(name_or_path: str | Path) -> Scene:
    """The built-in scene of this name, or the one in this file."""
    given = str(name_or_path)
    if given in scene_names():
        text = _folder().joinpath(f"{given}.toml").read_text(encoding="utf-8")
        return parse_scene(text, given, f"{given}.toml")
    path = Path(given)
    looks_like_a_file = (
        path.suffix in (".toml", ".json", ".hyperfold") or len(path.parts) > 1
    )
    try:
        exists = path.is_file()
    except (OSError, ValueError):  # not a valid file name
        exists = False
    if not exists:
        if looks_like_a_file:
            raise BadInput(f"{shown(given)} must be a scene file, got no such file")
        near = get_close_matches(given, scene_names(), 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise BadInput(
            f"scene must be a file or one of {', '.join(scene_names())}, "
            f"got {shown(given)}{hint}"
        )
    is_json = path.suffix == ".json"
    text = read_text(path, path.name, MAX_JSON if is_json else MAX_TOML)
    return parse_scene(text, path.stem, path.name, is_json)


def parse_scene(
    text: str, name: str = "scene", source: str | None = None, is_json: bool = False
) -> Scene:
    """Read a scene from text; ``source`` is used in messages."""
    source = source or name
    data = parse_json(text, source) if is_json else parse_toml(text, source)
    scene = scene_from_data(data, name, source)
    if scene.beside and scene.beside not in scene_names():
        raise BadInput(
            f"{source}: beside must be one of {', '.join(scene_names())}, "
            f"got {shown(scene.beside)}"
        )
    return scene
