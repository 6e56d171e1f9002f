"""Options that several commands share and that need more than a type."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from core.errors import BadInput

if TYPE_CHECKING:
    from core.scenes import Scene


def add_set(parser: argparse.ArgumentParser) -> None:
    """Add ``--set KEY=VALUE``, which changes a value of the scene file."""
    parser.add_argument(
        "--set",
        dest="settings",
        type=assignment,
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="change the scene: training.learning_rate=0.1, network.layers.0.units=8; "
        "may be repeated",
    )


def assignment(text: str) -> tuple[str, Any]:
    """An option type: a key of a scene file and a value in TOML's notation."""
    from core.scenes.keys import read_assignment, read_value

    try:
        key, value = read_assignment(text)
    except BadInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return key, read_value(value)


def with_set(scene: Scene, settings: list[tuple[str, Any]]) -> Scene:
    """The scene with every ``--set`` applied; later ones override earlier ones."""
    from core.scenes.keys import with_settings

    return with_settings(scene, dict(settings))
