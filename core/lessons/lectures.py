"""Lectures: which lessons and scenes belong together, for teachers and for the list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from core.disk.text import parse_toml
from core.lessons.library import lesson_names
from core.scenes import scene_names
from core.scenes.reader import Reader

_FILE = "lectures.toml"


@dataclass(frozen=True, slots=True)
class Lecture:
    """About an hour: lessons in their order, and scenes to show beside them."""

    title: str
    summary: str
    minutes: int
    lessons: tuple[str, ...]
    scenes: tuple[str, ...] = ()


@cache
def lectures() -> tuple[Lecture, ...]:
    """The built-in lectures; every lesson belongs to one."""
    text = files("resources").joinpath(_FILE).read_text(encoding="utf-8")
    reader = Reader(_FILE)
    data = parse_toml(text, _FILE)
    reader.known_keys("", data, ("lectures",))
    found = []
    for i, row in enumerate(reader.rows("lectures", data.get("lectures"))):
        path = f"lectures[{i}]"
        table = reader.table(path, row)
        reader.known_keys(
            path, table, ("title", "summary", "minutes", "lessons", "scenes")
        )
        found.append(
            Lecture(
                reader.line(f"{path}.title", table.get("title")),
                reader.line(f"{path}.summary", table.get("summary")),
                reader.whole(f"{path}.minutes", table.get("minutes"), 1),
                _names(reader, path, table, "lessons", lesson_names()),
                _names(reader, path, table, "scenes", scene_names()),
            )
        )
    return tuple(found)


def _names(
    reader: Reader,
    path: str,
    table: Mapping[str, Any],
    key: str,
    known: tuple[str, ...],
) -> tuple[str, ...]:
    rows = reader.rows(f"{path}.{key}", table.get(key, []))
    return tuple(
        reader.word(f"{path}.{key}[{i}]", v, known) for i, v in enumerate(rows)
    )
