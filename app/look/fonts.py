"""The one font, from its package, so that the window measures the same everywhere."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from PySide6.QtGui import QFontDatabase

#: Regular, semibold and bold are all the weights that the window uses.
FACES = ("Regular", "Semibold", "Bold")


def font_folder() -> Path:
    """Where the package keeps its files (found without importing it)."""
    spec = find_spec("font_source_sans_pro")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("the package font-source-sans-pro is missing")
    return Path(spec.origin).parent / "files"


def load_fonts() -> bool:
    """Make the font known to Qt; False: the platform's own font stands in."""
    folder = font_folder()
    added = [
        QFontDatabase.addApplicationFont(str(folder / f"SourceSansPro-{face}.ttf"))
        for face in FACES
    ]
    return all(number >= 0 for number in added)
