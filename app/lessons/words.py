"""Words of a lesson as rich text, with formulas drawn as mathematics."""

from __future__ import annotations

import html
import re
from functools import lru_cache

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QGuiApplication

from app.look.formulas import formula_pixmap
from app.look.theme import Theme

_PART = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$", re.DOTALL)
WIDEST = 300.0  # pixels of a formula on its own line, at 100 %


def rich_text(words: str, theme: Theme) -> str:
    """Paragraphs as HTML: ``$…$`` and ``$$…$$`` drawn, ``*…*`` slanted, ```…``` fixed.

    A formula that cannot be drawn stays as it was written.
    """
    blocks: list[str] = []
    for paragraph in re.split(r"\n\s*\n", words.strip()):
        at, line = 0, ""
        for match in _PART.finditer(paragraph):
            line += _plain(paragraph[at : match.start()])
            at = match.end()
            if match.group(1) is not None:
                blocks.append(_paragraph(line))
                line = ""
                drawn = _formula(match.group(1).strip(), theme, 16.0, WIDEST)
                blocks.append(f'<p align="center">{drawn}</p>')
            else:
                line += _formula(match.group(2), theme, 14.0)
        blocks.append(_paragraph(line + _plain(paragraph[at:])))
    return "".join(blocks)


def _paragraph(line: str) -> str:
    return f'<p style="line-height: 120%">{line.strip()}</p>' if line.strip() else ""


def _plain(text: str) -> str:
    escaped = html.escape(" ".join(text.split("\n")), quote=False)
    escaped = re.sub(r"(?<=\d) (?=%)", "\u00a0", escaped)  # a number keeps its sign
    escaped = re.sub(r"\*(\S[^*]*?)\*", r"<i>\1</i>", escaped)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped)


def _formula(latex: str, theme: Theme, size: float, widest: float = 280.0) -> str:
    screen = QGuiApplication.primaryScreen()
    ratio = 1.0 if screen is None else screen.devicePixelRatio()
    return _drawn(latex, theme, size, widest, ratio)


@lru_cache(maxsize=512)
def _drawn(latex: str, theme: Theme, size: float, widest: float, ratio: float) -> str:
    pixmap = formula_pixmap(latex, theme.text, size * theme.scale, ratio)
    if pixmap.isNull():
        return html.escape(latex)
    wide = pixmap.width() / ratio
    if wide > theme.px(widest):  # set in smaller type: a shrunken picture blurs
        size *= theme.px(widest) / wide
        pixmap = formula_pixmap(latex, theme.text, size * theme.scale, ratio)
    store = QByteArray()
    buffer = QBuffer(store)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pixmap.save(buffer, "PNG")
    data = bytes(store.toBase64().data()).decode()
    wide, high = pixmap.width() / ratio, pixmap.height() / ratio
    return (
        f'<img src="data:image/png;base64,{data}" width="{wide:.0f}" '
        f'height="{high:.0f}" style="vertical-align: middle"/>'
    )
