"""Line icons from ``resources/icons``, tinted with a colour of the theme."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "icons"


@lru_cache(maxsize=512)
def icon_pixmap(name: str, colour: str, size: int = 20, ratio: float = 1.0) -> QPixmap:
    """The icon ``name`` at ``size`` logical pixels."""
    text = (FOLDER / f"{name}.svg").read_text("utf-8").replace("currentColor", colour)
    pixmap = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer = QSvgRenderer(QByteArray(text.encode()))
    renderer.render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@lru_cache(maxsize=512)
def icon(name: str, colour: str, size: int = 20) -> QIcon:
    """The icon for buttons and menus, sharp at device ratios up to 3."""
    made = QIcon()
    for ratio in (1.0, 2.0, 3.0):
        made.addPixmap(icon_pixmap(name, colour, size, ratio))
    return made
