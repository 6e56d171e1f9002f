"""The built-in scenes by topic, each with its main view."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from core.disk.text import parse_toml
from core.scenes.library import scene_names
from core.scenes.reader import Reader
from core.scenes.scene import VIEW_NAMES

_FILE = "gallery.toml"


@dataclass(frozen=True, slots=True)
class Entry:
    """A scene and the view of its picture."""

    scene: str
    view: str


@dataclass(frozen=True, slots=True)
class Topic:
    """Scenes that belong together."""

    title: str
    entries: tuple[Entry, ...]


@cache
def topics() -> tuple[Topic, ...]:
    """Every built-in scene, in one topic each."""
    text = files("resources").joinpath(_FILE).read_text(encoding="utf-8")
    reader = Reader(_FILE)
    data = parse_toml(text, _FILE)
    reader.known_keys("", data, ("topics",))
    found = []
    for i, row in enumerate(reader.rows("topics", data.get("topics"))):
        path = f"topics[{i}]"
        table = reader.table(path, row)
        reader.known_keys(path, table, ("title", "scenes"))
        scenes = reader.table(f"{path}.scenes", table.get("scenes"))
        entries = tuple(
            Entry(
                reader.word(f"{path}.scenes", name, scene_names()),
                reader.word(f"{path}.scenes.{name}", view, VIEW_NAMES),
            )
            for name, view in scenes.items()
        )
        found.append(Topic(reader.line(f"{path}.title", table.get("title")), entries))
    return tuple(found)


def picture_of(scene: str) -> bytes:
    """The gallery's picture of a built-in scene, a PNG; empty if there is none."""
    picture = files("resources").joinpath("gallery", f"{scene}.png")
    return picture.read_bytes() if picture.is_file() else b""
