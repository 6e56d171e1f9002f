"""Formulas drawn as mathematics: LaTeX to a pixmap through ziamath, cached."""

from __future__ import annotations

import logging
import re
import warnings
from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_log = logging.getLogger("hyperfold.formulas")

#: What ziamath sets differently from TeX, and replacements that come out right.
_CORRECTIONS = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        # Brackets around a sum with limits grow without bound.
        (r"\\left\(((?:(?!\\right).)*\\(?:sum|prod).*?)\\right\)", r"\\bigl(\1\\bigr)"),
        # Missing space around a relation and a named operator.
        (r"\\sim\b", r"\\;{\\sim}\\;"),
        (r"\s*\\bmod\b\s*", r"\\;\\mathrm{mod}\\;"),
        # Missing space before max and min, too much after them.
        (r"(?<=[\w}])\s*\\(max|min)\s*\(", r"\\,\\mathrm{\1}("),
        (r"\\(max|min)\s*\(", r"\\mathrm{\1}("),
        # A leading sign is not a binary operator.
        (r"((?:^|[(,])\s*)(-|\\pm\b)", r"\1{\2}"),
    )
)


@lru_cache(maxsize=256)
def formula_pixmap(
    latex: str, colour: str, size: float = 18.0, ratio: float = 1.0
) -> QPixmap:
    """``latex`` in ``colour``; an empty pixmap where it cannot be drawn."""
    svg = _svg(latex, colour, size)
    if not svg:
        return QPixmap()
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    box = renderer.viewBoxF()
    logical = QSize(round(box.width() + 0.5), round(box.height() + 0.5))
    pixmap = QPixmap(logical * ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scaled = QRectF(0.0, 0.0, box.width() * ratio, box.height() * ratio)
    renderer.render(painter, scaled)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def typeset(latex: str) -> str:
    """``latex`` rewritten so that ziamath draws it as TeX would."""
    for pattern, instead in _CORRECTIONS:
        latex = pattern.sub(instead, latex)
    return latex


def _svg(latex: str, colour: str, size: float) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of ziamath's own making
        import ziamath  # loads a font: only once a formula is needed

    ziamath.config.svg2 = False  # QtSvg does not support <symbol>
    try:
        return str(ziamath.Latex(typeset(latex), size=size, color=colour).svg())
    except Exception:
        # A formula is optional: without it the text is still shown.
        _log.exception("formula %r cannot be drawn", latex)
        return ""
