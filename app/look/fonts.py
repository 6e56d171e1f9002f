"""The one font, from its package, so that text has the same size everywhere."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QPainterPath,
    QTransform,
)

#: The window uses only regular, semibold and bold.
FACES = ("Regular", "Semibold", "Bold")
#: Pixels at which outlines and widths are taken. At the size of text their points are
#: rounded to 1/64 pixel in a way that depends on the sizes which were drawn before.
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
    scale = (size or font.pixelSize()) / FINE
    place = QTransform(scale, 0, 0, scale, at.x(), at.y())
    return place.map(_shape(text, _large(font).toString()))


def _large(font: QFont) -> QFont:
    large = QFont(font)
    large.setPixelSize(FINE)
    return large


@lru_cache(maxsize=1024)
def _shape(text: str, font: str) -> QPainterPath:
    """The shapes of letters at `FINE` pixels.

    Kept, because the distance to a letter from another font (the 1 of x₁) still varies.
    """
    large, shape = QFont(), QPainterPath()
    large.fromString(font)
    shape.addText(0, 0, large, text)
    return shape


def width_of(text: str, font: QFont) -> float:
    """How wide ``text`` is, in whole 1/16 pixels, the same every time."""
    width = (
        QFontMetricsF(_large(font)).horizontalAdvance(text) * font.pixelSize() / FINE
    )
    return round(16 * width) / 16
