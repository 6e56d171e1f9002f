"""The one font, from its package, so that text has the same size everywhere."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from PySide6.QtGui import QFontDatabase

#: The window uses only regular, semibold and bold.
FACES = ("Regular", "Semibold", "Bold")


def font_folder() -> Path:
    """Where the package keeps its files (found without importing it)."""
    spec = find_spec("font_source_sans_pro")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("the package font-source-sans-pro is missing")
    return Path(spec.origin).parent / "files"


def load_fonts() -> bool:
    """Register the font with Qt; False: the platform's own font is used."""
    folder = font_folder()
    added = [
        QFontDatabase.addApplicationFont(str(folder / f"SourceSansPro-{face}.ttf"))
        for face in FACES
    ]
    return all(number >= 0 for number in added)
