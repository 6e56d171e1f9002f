"""Render the approved pictures of tests/screens and the README's gallery again.

    make shots                    all of them
    python -m tools.shots warp    those whose name begins with a word
    python -m tools.shots gallery the gallery and the film alone

Look at every picture that changed before committing it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PIL import Image

from app.stage.film import make_film
from core.cli.source import open_source
from tests.screens.compare import SHARE, differing, pixels
from tests.screens.pictures import NO_SAMPLE, PICTURES, Picture, act

ROOT = Path(__file__).resolve().parent.parent
GALLERY = ROOT / "docs" / "pictures"
LARGE = (1440, 900)
VIEW = (720, 480)

PAGES = (
    Picture("window-light", "spirals", steps=1500, size=LARGE),
    Picture("window-dark", "spirals", steps=1500, size=LARGE, theme="dark"),
    Picture("warp", "spirals", "warp", 1500, VIEW),
    Picture("regions", "regions-deep", "regions", 2000, VIEW, alone=True),
    Picture(
        "regions-folded",
        "regions-folded",
        "regions",
        1500,
        VIEW,
        actions=NO_SAMPLE,
        alone=True,
    ),
    Picture(
        "saturation",
        "saturated-mse",
        "saturation",
        200,
        VIEW,
        actions=act("settings", {"view": "saturation", "page": "push"}),
    ),
    Picture("gradients", "deep-sigmoid", "gradients", 500, VIEW, alone=True),
    Picture("walk", "walk-slides", "walk", 0, (1100, 640)),
    Picture("rgb", "rgb", "output", 3000, (960, 380)),
    Picture(
        "lesson",
        "xor",
        steps=0,
        size=LARGE,
        actions=act("lesson", {"name": "02-moving-points", "step": 1}),
    ),
)


def main(words: list[str]) -> int:
    """Render what was requested and print what changed."""
    wanted = [
        (p, p.approved)
        for p in PICTURES
        if not words or p.name.startswith(tuple(words))
    ]
    if not words or "gallery" in words:
        wanted += [(p, GALLERY / f"{p.name}.png") for p in PAGES]
    for picture, path in wanted:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new.png")
        picture.take(new)
        with Image.open(new) as image:
            image.convert("RGB").save(new, optimize=True)
        same = path.is_file() and (
            differing(pixels(path), pixels(new)).mean() <= SHARE / 10
        )
        if same:
            new.unlink()  # no new file for an invisible difference
        else:
            new.replace(path)
        print(f"{'same   ' if same else 'changed'} {path.relative_to(ROOT)}")
    if not words or "gallery" in words:
        film = GALLERY / "spirals.webp"
        source = open_source("spirals")
        make_film(source, film, steps=1000, frames=36, fps=10, size=(880, 550))
        print(f"filmed  {film.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
