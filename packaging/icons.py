"""Icons of the program in every format a system needs, from the one SVG.

Usage: ``python icons.py FOLDER``, in an environment that has PySide6 and Pillow. The
folder gets ``SIZExSIZE/hyperfold.png``, ``hyperfold.svg``, ``.ico`` and ``.icns``.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SOURCE = Path(__file__).resolve().parents[1] / "resources" / "icons" / "hyperfold.svg"
SIZES = (16, 22, 24, 32, 48, 64, 96, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_SIZE = 1024  # Pillow scales the smaller ones from it


def draw(size: int) -> QImage:
    """The icon at one size, drawn from the SVG and not scaled from a picture."""
    renderer = QSvgRenderer(str(SOURCE))
    if not renderer.isValid():
        raise SystemExit(f"icons: {SOURCE.name} must be a valid SVG")
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    return image


def make(folder: Path) -> None:
    """Write all icons below ``folder`` and check them."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {}
    for size in sorted({*SIZES, *ICO_SIZES, ICNS_SIZE}):
        path = folder / f"{size}x{size}" / "hyperfold.png"
        path.parent.mkdir(exist_ok=True)
        if not draw(size).save(str(path)):
            raise SystemExit(f"icons: {path} could not be written")
        pictures[size] = Image.open(path)
    shutil.copy(SOURCE, folder / SOURCE.name)
    pictures[256].save(
        folder / "hyperfold.ico",
        sizes=[(size, size) for size in ICO_SIZES],
        append_images=[pictures[size] for size in ICO_SIZES],
    )
    pictures[ICNS_SIZE].save(folder / "hyperfold.icns")
    check(folder)


def check(folder: Path) -> None:
    """Fail unless every icon reads back with the sizes it should have."""
    for size in SIZES:
        with Image.open(folder / f"{size}x{size}" / "hyperfold.png") as picture:
            found = picture.size
        if found != (size, size):
            raise SystemExit(f"icons: the PNG of {size} pixels has {found}")
    with Image.open(folder / "hyperfold.ico") as picture:
        found = set(picture.info["sizes"])
    if found != {(size, size) for size in ICO_SIZES}:
        raise SystemExit(f"icons: hyperfold.ico holds {sorted(found)}")
    with Image.open(folder / "hyperfold.icns") as picture:
        largest = max(width * scale for width, _, scale in picture.info["sizes"])
    if largest != ICNS_SIZE:
        raise SystemExit(f"icons: hyperfold.icns holds {largest} pixels at most")


if __name__ == "__main__":
    application = QGuiApplication([])
    make(Path(sys.argv[1]))
