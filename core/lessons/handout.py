"""A lesson to hand out: text, scenes and data in one self-contained file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.disk.text import MAX_TOML, parse_toml, read_text
from core.language import language, tr
from core.lessons.library import lesson_data, parse_lesson
from core.scenes import Scene, load_scene, scene_to_data
from core.scenes.write import toml_value


def handout_of_lesson(name_or_path: str | Path) -> str:
    """The lesson with every scene it names written out, as TOML."""
    path = Path(str(name_or_path))
    if path.is_file():
        data = parse_toml(read_text(path, path.name, MAX_TOML), path.name)
    else:
        data = lesson_data(str(name_or_path), language())
    for step in data["steps"]:
        if isinstance(step.get("scene"), str):
            step["scene"] = scene_to_data(load_scene(step["scene"]))
    return _checked(_written(data))


def handout_of_scene(scene: Scene) -> str:
    """A one-step lesson about a scene and its data, for a teacher to fill in."""
    step = {
        "title": tr(scene.title),
        "text": tr(scene.summary) or tr("Describe here what to look for."),
        "hint": tr("Press play and watch."),
        "scene": scene_to_data(scene),
        "checks": [
            {"say": tr("100 steps are trained"), "measure": "step", "at_least": 100}
        ],
        "solution": [{"do": "train", "value": 100}],
    }
    title = tr(scene.title)
    summary = tr(scene.summary) or tr("A lesson about {title}.", title=title)
    return _checked(_written({"title": title, "summary": summary, "steps": [step]}))


def _written(data: Mapping[str, Any]) -> str:
    head = [f"{k} = {toml_value(v)}" for k, v in data.items() if k != "steps"]
    parts = ["\n".join(head)]
    for step in data["steps"]:
        rows = [f"{key} = {toml_value(value)}" for key, value in step.items()]
        parts.append("\n".join(["[[steps]]", *rows]))
    return "\n\n".join(parts) + "\n"


def _checked(text: str) -> str:
    """Check that the handout can be read back."""
    parse_lesson(text, "handout")
    return text
