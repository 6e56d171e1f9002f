"""Pictures that are painted once and shown in many frames: axes, grids, points."""

from __future__ import annotations

from math import ceil
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QImage, QPainter, QPicture, QPixmap

from core.arrays import Bools

_TILE = 16  # device pixels; a picture is empty or not in tiles of this size
_GAP = 2  # empty tiles within a piece: two pieces would cost more
_MOST_PIECES = 24  # more would cost as much as the empty pixels between them
_WHOLE = 5  # times that a picture is shown whole; cutting it up takes as long as ten
_MOST_FULL = 0.5  # share of a picture that is worth cutting out of it


class Layer:
    """A picture that is repainted only when its key changes.

    Most layers are nearly empty: numbers along two edges, a frame. A layer that is
    shown often is cut into the pieces that are not empty, because blending transparent
    pixels takes as long as blending others.

    While `vectors` is set, the picture is a list of drawing commands instead of
    pixels, so that an exported view keeps its lines and letters.
    """

    vectors: ClassVar[bool] = False

    def __init__(self) -> None:
        self._key: object = None
        self._made: QPixmap | QPicture | None = None
        self._shown = 0  # times since it was painted
        self._pieces: tuple[tuple[QPointF, QPixmap], ...] | None = None

    def stale(self, key: object) -> bool:
        """Whether the picture is not the one for ``key``."""
        wrong_kind = isinstance(self._made, QPicture) is not Layer.vectors
        return self._made is None or key != self._key or wrong_kind

    def begin(self, key: object, width: int, height: int, ratio: float) -> QPainter:
        """Start repainting for ``key``; end the painter before `draw`."""
        self._key = key
        self._shown, self._pieces = 0, None
        if Layer.vectors:
            self._made = QPicture()
            painter = QPainter(self._made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            return painter
        pixmap = QPixmap(max(1, ceil(width * ratio)), max(1, ceil(height * ratio)))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        self._made = pixmap
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        return painter

    def draw(self, painter: QPainter) -> None:
        """Put the picture at the painter's origin."""
        made = self._made
        if isinstance(made, QPicture):
            painter.drawPicture(QPointF(0, 0), made)
        elif made is not None:
            for at, piece in self._parts(made):
                painter.drawPixmap(at, piece)

    def _parts(self, made: QPixmap) -> tuple[tuple[QPointF, QPixmap], ...]:
        """All of it at first, later what is not empty."""
        if self._pieces is None:
            self._shown += 1
            if self._shown <= _WHOLE:
                return ((QPointF(0, 0), made),)
            self._pieces = cut_out(made)
        return self._pieces


def cut_out(made: QPixmap) -> tuple[tuple[QPointF, QPixmap], ...]:
    """The pieces of a picture that are not empty, or all of it if that is quicker."""
    ratio = made.devicePixelRatio()
    pieces = _pieces_of(_full_tiles(made))
    covered = sum(piece.width() * piece.height() for piece in pieces)
    exact = all(_lands_on_pixels(piece, ratio) for piece in pieces)
    too_full = covered > _MOST_FULL * made.width() * made.height()
    if too_full or len(pieces) > _MOST_PIECES or not exact:
        return ((QPointF(0, 0), made),)
    bounds = made.rect()
    return tuple(
        (QPointF(piece.left() / ratio, piece.top() / ratio), made.copy(piece & bounds))
        for piece in pieces
    )


def _lands_on_pixels(piece: QRect, ratio: float) -> bool:
    """Whether its corner, in logical pixels, is on a whole device pixel again."""
    return all(v / ratio * ratio == v for v in (piece.left(), piece.top()))


def _full_tiles(made: QPixmap) -> Bools:
    """Whether anything is painted in each tile; (rows, columns)."""
    image = made.toImage().convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    wide, high = image.width(), image.height()
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(high, -1)[:, :wide]
    room = np.zeros((-(-high // _TILE) * _TILE, -(-wide // _TILE) * _TILE), np.bool_)
    room[:high, :wide] = rows != 0
    tiles = room.reshape(room.shape[0] // _TILE, _TILE, room.shape[1] // _TILE, _TILE)
    return np.asarray(tiles.any(axis=(1, 3)))


def _pieces_of(full: Bools) -> list[QRect]:
    """Rectangles that cover all full tiles, in device pixels."""
    pieces: list[QRect] = []
    open_runs: dict[tuple[int, int], int] = {}  # run of columns: the row it begins in
    for row in range(len(full) + 1):
        runs = _runs(full[row]) if row < len(full) else ()
        for run in [run for run in open_runs if run not in runs]:
            first = open_runs.pop(run)
            left, right = run
            pieces.append(
                QRect(
                    left * _TILE,
                    first * _TILE,
                    (right - left) * _TILE,
                    (row - first) * _TILE,
                )
            )
        for run in runs:
            open_runs.setdefault(run, row)
    return pieces


def _runs(row: Bools) -> tuple[tuple[int, int], ...]:
    """First and last column (exclusive) of every run of full tiles."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]])))
    found: list[tuple[int, int]] = []
    for left, right in edges.reshape(-1, 2).tolist():
        if found and left - found[-1][1] <= _GAP:
            found[-1] = (found[-1][0], right)
        else:
            found.append((left, right))
    return tuple(found)
