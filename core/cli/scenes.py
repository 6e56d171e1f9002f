"""``hyperfold scenes``: the built-in scenes, one per line."""

from __future__ import annotations

import argparse

from core.cli.frame import DONE, Subparsers


def register(subparsers: Subparsers) -> None:
    """Add the parser of ``scenes``."""
    subparsers.add_parser("scenes", description="List the built-in scenes.")


def run(args: argparse.Namespace) -> int:
    """Print name and summary of every built-in scene."""
    from core.scenes import load_scene, scene_names

    names = scene_names()
    width = max(map(len, names), default=0)
    for name in names:
        print(f"{name:<{width}}  {load_scene(name).summary}")
    return DONE
