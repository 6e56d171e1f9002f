"""Render the pictures of the scene gallery: resources/gallery/NAME.png.

python -m tools.gallery          those that are missing
python -m tools.gallery NAME …   these again
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PIL import Image

from app.stage.shot import take_shot
from core.scenes import load_scene
from core.scenes.gallery import topics

OUT = Path(__file__).resolve().parent.parent / "resources" / "gallery"
SIZE = (480, 360)  # of the view; the header is cut off
THUMB = (240, 166)
HEADER = 28
MOST_STEPS = 2000


def render(name: str, view: str) -> None:
    """One picture at half size with few colours, since all of them ship."""
    scene = replace(load_scene(name), beside="")
    path = OUT / f"{name}.png"
    take_shot(scene, path, view=view, steps=min(scene.steps, MOST_STEPS), size=SIZE)
    whole = Image.open(path).convert("RGB")
    inside = whole.crop((2, HEADER, whole.width - 2, whole.height - 2))
    inside.resize(THUMB, Image.Resampling.LANCZOS).quantize(96).save(
        path, optimize=True
    )
    print(f"{path.name} {path.stat().st_size // 1000} kB")


def main(names: list[str]) -> None:
    """Render the given scenes, or those without a picture."""
    for topic in topics():
        for entry in topic.entries:
            missing = not (OUT / f"{entry.scene}.png").is_file()
            if entry.scene in names or (not names and missing):
                render(entry.scene, entry.view)


if __name__ == "__main__":
    main(sys.argv[1:])
