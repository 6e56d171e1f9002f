"""Lessons in other languages: files that contain only texts.

A file ``resources/lessons/de/NAME.toml`` has the title, the summary and for every step
its title, text, hint and why, ``say`` with the words of its checks in their order, and
``question`` with ``answers``. Scenes, checks, deeds and views come from the English
lesson alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from core.disk.text import parse_toml
from core.errors import BadInput

_WORDS = ("title", "text", "hint", "why")


def words_of(name: str, language: str) -> dict[str, Any] | None:
    """The file of a built-in lesson in ``language``; None: there is none."""
    found = files("resources").joinpath("lessons", language, f"{name}.toml")
    if not found.is_file():
        return None
    return parse_toml(found.read_text(encoding="utf-8"), f"{language}/{name}.toml")


def in_words(data: Mapping[str, Any], words: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of a lesson with their texts replaced by ``words``."""
    made = dict(data)
    made |= {key: words[key] for key in ("title", "summary")}
    made["steps"] = [
        _step(step, own)
        for step, own in zip(data["steps"], words["steps"], strict=True)
    ]
    return made


def _step(step: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    made = dict(step)
    made |= {key: own[key] for key in _WORDS if key in step}
    made["checks"] = [
        {**check, "say": say}
        for check, say in zip(step["checks"], own["say"], strict=True)
    ]
    if "question" in step:
        question = step["question"]
        if len(own["answers"]) != len(question["answers"]):
            raise BadInput(
                f"answers must be {len(question['answers'])}, got a different number"
            )
        made["question"] = {
            **question,
            "text": own["question"],
            "answers": own["answers"],
        }
    return made
