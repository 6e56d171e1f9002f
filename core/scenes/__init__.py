"""Scenes: files with everything needed to reproduce a run and a picture.

The built-in ones are in ``resources/scenes``; to add one, add a file there.
"""

from core.goal import Goal
from core.scenes.actions import ACTION_NAMES, commands, for_window
from core.scenes.library import load_scene, parse_scene, scene_names
from core.scenes.read import scene_from_data
from core.scenes.scene import (
    LAYOUT_NAMES,
    STORY_SECONDS,
    VIEW_NAMES,
    Action,
    Scene,
)
from core.scenes.write import scene_to_data, scene_to_text

__all__ = [
    "ACTION_NAMES",
    "LAYOUT_NAMES",
    "STORY_SECONDS",
    "VIEW_NAMES",
    "Action",
    "Goal",
    "Scene",
    "commands",
    "for_window",
    "load_scene",
    "parse_scene",
    "scene_from_data",
    "scene_names",
    "scene_to_data",
    "scene_to_text",
]
