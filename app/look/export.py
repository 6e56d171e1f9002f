"""Pictures of views and of the window: PNG at any scale, SVG and PDF with vectors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPoint, QRect, QSizeF, Qt
from PySide6.QtGui import (
    QImage,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
    QPixmap,
    QRegion,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from app.look.plots import Layer
from core.errors import BadInput, require
from core.files.atomic import replacing

FORMATS = (".png", ".svg", ".pdf")
SCALES = (1, 2, 3, 4)


def write_picture(of: QWidget, path: Path, scale: float = 1.0) -> None:
    """Write what ``of`` shows now; the ending of ``path`` says in which format."""
    kind = path.suffix.lower()
    if kind not in FORMATS:
        raise BadInput(
            f"{path.name}: a picture must end in {', '.join(FORMATS)}, got {kind!r}"
        )
    require(0 < scale <= 8, "picture: scale", "be above 0 and at most 8", scale)
    if kind == ".png":
        data = _png(of, scale)
    elif kind == ".svg":
        data = _svg(of)
    else:
        data = _pdf(of)
    with replacing(path) as file:
        file.write(data)


@contextmanager
def _vectors() -> Iterator[None]:
    """Have views hand over drawing commands instead of pixels they kept."""
    Layer.vectors = True
    try:
        yield
    finally:
        Layer.vectors = False


def _render(of: QWidget, device: QPaintDevice) -> None:
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    try:
        with _vectors():
            of.render(
                painter,
                QPoint(),
                QRegion(),
                QWidget.RenderFlag.DrawWindowBackground
                | QWidget.RenderFlag.DrawChildren,
            )
    finally:
        painter.end()


def _png(of: QWidget, scale: float) -> bytes:
    image = QImage(of.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.white)
    _render(of, image)
    image.setDevicePixelRatio(1.0)  # else the file asks for a smaller picture
    return png_bytes(image)


def png_bytes(image: QImage | QPixmap) -> bytes:
    """A picture as the contents of a PNG file."""
    buffer = _buffer()
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _svg(of: QWidget) -> bytes:
    buffer = _buffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(of.size())
    generator.setViewBox(QRect(QPoint(), of.size()))
    # Qt counts in points of 1/72 inch unless told that a pixel is a pixel.
    generator.setResolution(96)
    generator.setTitle(of.accessibleName() or "Hyperfold")
    generator.setDescription("Made with Hyperfold")
    _render(of, generator)
    return bytes(buffer.data().data())


def _pdf(of: QWidget) -> bytes:
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QSizeF(of.size()), QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(72)
    writer.setTitle(of.accessibleName() or "Hyperfold")
    writer.setCreator("Hyperfold")
    _render(of, writer)
    return bytes(buffer.data().data())


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
