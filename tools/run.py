"""What `make run` does once everything is installed: open the program.

Without a display it renders the default scene through the same window into a picture,
or, if this version has no pictures, trains it and prints the result.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hyperfold.cli import COMMANDS, main
from hyperfold.cli.window import has_display

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_SCENE = "xor"


def run() -> int:
    """Open the window, or explain why not and do the next best thing."""
    if has_display() and (ROOT / "app" / "shell" / "main.py").is_file():
        return main([])
    if not has_display():
        print("no display: DISPLAY and WAYLAND_DISPLAY are not set", flush=True)
    if "shot" not in COMMANDS:
        print(f"training the scene {DEFAULT_SCENE}", flush=True)
        return main(["train", DEFAULT_SCENE])
    picture = ROOT / "out" / f"{DEFAULT_SCENE}.png"
    picture.parent.mkdir(exist_ok=True)
    print(f"rendering the scene {DEFAULT_SCENE} through the window", flush=True)
    status = main(["shot", DEFAULT_SCENE, "-o", str(picture), "--view", "window"])
    if status == 0:
        print(picture)
    return status


if __name__ == "__main__":
    sys.exit(run())
