"""Pictures of views and of the window: PNG at any scale, SVG and PDF with vectors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape, unescape
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QIODevice,
    QMarginsF,
    QPoint,
    QPointF,
    QRect,
    QSizeF,
    Qt,
)
from PySide6.QtGui import (
    QFont,
    QImage,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPainterPath,
    QPdfWriter,
    QPixmap,
    QRegion,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from app.look.fonts import outline
from app.look.layer import Layer
from core.disk.atomic import replacing
from core.errors import BadInput, require

FORMATS = (".png", ".svg", ".pdf")
SCALES = (1, 2, 3, 4)

Millimetres = tuple[float, float]  # width and height on paper


def write_picture(
    of: QWidget,
    path: Path,
    scale: float = 1.0,
    paper: Millimetres | None = None,
    about: str = "",
) -> None:
    """Write what ``of`` shows now; the extension of ``path`` sets the format.

    SVG and PDF can have a size on ``paper``. ``about`` is stored in the file with the
    picture: which run it shows, at which step.
    """
    kind = path.suffix.lower()
    if kind not in FORMATS:
        raise BadInput(
            f"{path.name}: a picture must end in {', '.join(FORMATS)}, got {kind!r}"
        )
    data = picture_bytes(of, kind, scale, paper, about)
    with replacing(path) as file:
        file.write(data)


def picture_bytes(
    of: QWidget,
    kind: str,
    scale: float = 1.0,
    paper: Millimetres | None = None,
    about: str = "",
) -> bytes:
    """The contents of a file of this ``kind`` (".svg"); see `write_picture`."""
    require(0 < scale <= 8, "picture: scale", "be above 0 and at most 8", scale)
    if kind == ".png":
        return _png(of, scale, about)
    return _svg(of, paper, about) if kind == ".svg" else _pdf(of, paper, about)


@contextmanager
def _vectors() -> Iterator[None]:
    """Make views use drawing commands instead of cached pixels."""
    Layer.vectors = True
    try:
        yield
    finally:
        Layer.vectors = False


def _render(of: QWidget, device: QPaintDevice, scale: float = 1.0) -> None:
    painter = QPainter(device)
    painter.scale(scale, scale)
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


def _png(of: QWidget, scale: float, about: str) -> bytes:
    image = QImage(of.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.white)
    _render(of, image)
    image.setDevicePixelRatio(1.0)  # otherwise the file sets a smaller display size
    return png_bytes(image, about)


def png_bytes(image: QImage | QPixmap, about: str = "") -> bytes:
    """A picture as the contents of a PNG file, with a comment."""
    buffer = _buffer()
    if about:
        image = image.toImage() if isinstance(image, QPixmap) else image
        image.setText("Description", about)
        image.setText("Software", "Hyperfold")
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _svg(of: QWidget, paper: Millimetres | None, about: str) -> bytes:
    buffer = _buffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(of.size())
    generator.setViewBox(QRect(QPoint(), of.size()))
    # Qt uses points of 1/72 inch unless the resolution makes one pixel a point.
    generator.setResolution(96)
    generator.setTitle(of.accessibleName() or "Hyperfold")
    generator.setDescription(f"Made with Hyperfold. {about}".strip())
    _render(of, generator)
    data = text_as_paths(bytes(buffer.data().data()))
    if paper is None:
        return data
    size = f'<svg width="{paper[0]:g}mm" height="{paper[1]:g}mm"'.encode()
    return re.sub(rb'<svg width="[^"]*" height="[^"]*"', size, data, count=1)


_TEXT = re.compile(r"<text ([^>]*)>(.*?)</text>", re.DOTALL)


def text_as_paths(svg: bytes) -> bytes:
    """Outlines instead of letters: other programs do not have our font."""

    def path(found: re.Match[str]) -> str:
        given = dict(re.findall(r'([\w:-]+)="([^"]*)"', found[1]))
        font = QFont(unescape(given.get("font-family", "")))
        font.setWeight(QFont.Weight(int(given.get("font-weight", "400"))))
        font.setItalic(given.get("font-style") == "italic")
        at = QPointF(float(given.get("x", "0")), float(given.get("y", "0")))
        size = float(given.get("font-size", "13"))
        shape = outline(unescape(found[2]), font, at, size)
        kept = " ".join(
            f'{name}="{given[name]}"'
            for name in ("fill", "fill-opacity", "stroke", "opacity")
            if name in given
        )
        drawn = _commands(shape)
        # The text stays in the file for search and screen readers.
        words = f"<title>{found[2]}</title>"
        return f'<path {kept} fill-rule="nonzero" d="{drawn}">{words}</path>'

    return _TEXT.sub(path, svg.decode("utf-8")).encode("utf-8")


def _commands(path: QPainterPath) -> str:
    """A path in SVG notation."""
    found, i = [], 0
    kinds = QPainterPath.ElementType
    while i < path.elementCount():
        element = path.elementAt(i)
        if element.type == kinds.CurveToElement:
            points = [path.elementAt(i + k) for k in range(3)]
            found.append("C" + " ".join(f"{p.x:.3f},{p.y:.3f}" for p in points))
            i += 3
            continue
        letter = "M" if element.type == kinds.MoveToElement else "L"
        found.append(f"{letter}{element.x:.3f},{element.y:.3f}")
        i += 1
    return "".join(found)


def _pdf(of: QWidget, paper: Millimetres | None, about: str) -> bytes:
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    if paper is None:
        page = QPageSize(QSizeF(of.size()), QPageSize.Unit.Point)
    else:
        page = QPageSize(QSizeF(*paper), QPageSize.Unit.Millimeter)
    writer.setPageSize(page)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(72 if paper is None else 1200)
    title = of.accessibleName() or "Hyperfold"
    writer.setTitle(title)
    writer.setCreator("Hyperfold")
    if about:
        writer.setDocumentXmpMetadata(_xmp(title, about).encode())
    _render(of, writer, 1.0 if paper is None else writer.width() / of.width())
    return bytes(buffer.data().data())


def _xmp(title: str, about: str) -> str:
    """XMP metadata of a PDF, the only place Qt has for a description."""
    words = {"title": title, "description": about}
    texts = "".join(
        f'<dc:{name}><rdf:Alt><rdf:li xml:lang="x-default">{escape(text)}</rdf:li>'
        f"</rdf:Alt></dc:{name}>"
        for name, text in words.items()
    )
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:xmp="http://ns.adobe.com/xap/1.0/">'
        f"{texts}<xmp:CreatorTool>Hyperfold</xmp:CreatorTool>"
        '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
    )


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer
