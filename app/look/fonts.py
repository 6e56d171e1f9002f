"""The one font, from its package, so that text has the same size everywhere."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontDatabase, QPainterPath, QTransform

#: The window uses only regular, semibold and bold.
FACES = ("Regular", "Semibold", "Bold")
#: Pixels at which outlines are taken. At the size of text their points are rounded to
#: 1/64 pixel in a way that depends on the sizes which were drawn before.
FINE = 512


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


def outline(text: str, font: QFont, at: QPointF, size: float = 0.0) -> QPainterPath:
    """The outlines of letters, the first at ``at``, the same every time.

    ``size`` is in pixels; 0: the font's own.
    """
    large = QFont(font)
    large.setPixelSize(FINE)
    shape = QPainterPath()
    shape.addText(0, 0, large, text)
    scale = (size or font.pixelSize()) / FINE
    return QTransform(scale, 0, 0, scale, at.x(), at.y()).map(shape)
