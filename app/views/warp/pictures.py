"""Picture examples drawn as small pictures at their place in a layer's space."""

from __future__ import annotations

from math import ceil

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from app.look.colour import rgb
from app.look.rows_as_pictures import stacked
from app.look.theme import Theme
from app.views.warp.jobs import WarpResult
from core.arrays import Bools, Floats
from core.problems.base import Splits
from core.problems.points import Image

#: Side of a picture on the stage, in pixels, by the number of examples.
SIDES = ((150, 24.0), (500, 20.0), (1_000_000, 15.0))


def picture_shape(result: WarpResult) -> Image | None:
    """The shape of the pictures a run learns from; None if it learns no pictures."""
    whole = result.snapshot.whole or result.snapshot
    found: Image | None = getattr(whole.run.data.problem, "image", None)
    return found


def picture_side(count: int) -> float:
    """The side of the pictures for this many examples."""
    return next(side for most, side in SIDES if count <= most)


class PictureSheet:
    """All pictures of a sample at their final size in one pixmap; made once.

    A blank pixel around each keeps neighbours from bleeding into it.
    """

    def __init__(self) -> None:
        self._splits: Splits | None = None
        self._key: tuple[object, ...] = ()
        self._sheet = QPixmap()
        self._cell = 1

    def draw(
        self,
        painter: QPainter,
        result: WarpResult,
        theme: Theme,
        at: tuple[Floats, Floats],
        chosen: Bools,
    ) -> None:
        """Draw the chosen examples of a result at their places."""
        ratio = painter.device().devicePixelRatioF()
        self._renew(result, theme, ratio)
        cell, x, y = self._cell, *at
        half = 0.5 * cell / ratio
        places = np.flatnonzero(chosen)
        for i, px, py in zip(
            places.tolist(), x[places].tolist(), y[places].tolist(), strict=True
        ):
            corner = QPointF(px - half, py - half)
            painter.drawPixmap(corner, self._sheet, QRectF(0, i * cell, cell, cell))

    def _renew(self, result: WarpResult, theme: Theme, ratio: float) -> None:
        whole, shown = result.snapshot.whole or result.snapshot, result.shown
        key = (theme.name, ratio, len(shown.index), len(shown.test_rows))
        if self._splits is whole.splits and key == self._key:
            return
        self._splits, self._key = whole.splits, key
        image = picture_shape(result)
        assert image is not None
        height, width, channels = image
        coloured = channels == 3
        # Ink shows the class of a digit; a coloured picture needs a frame for that.
        border = max(1, round(max(height, width) / 12)) if coloured else 1
        side = max(height, width) + 2 * border
        x = _rows(whole.splits, result)
        inks = [
            theme.class_colour(int(k)).name() for k in shown.classes[: len(x)].tolist()
        ]
        framed = np.zeros((len(x), side, side, channels))
        if coloured:
            framed[...] = np.array([rgb(ink) for ink in inks])[:, None, None]
        top, left = (side - height) // 2, (side - width) // 2
        framed[:, top : top + height, left : left + width] = x.reshape(-1, *image)
        picture = stacked(
            theme, framed.reshape(len(x), -1), (side, side, channels), inks
        )
        self._cell = ceil(picture_side(len(x)) * ratio)
        size = (self._cell, self._cell * len(x))
        self._sheet = QPixmap.fromImage(
            picture.scaled(
                *size,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        )
        self._sheet.setDevicePixelRatio(ratio)


def _rows(splits: Splits, result: WarpResult) -> Floats:
    """Pixels (n, inputs) of the examples shown, in order."""
    shown = result.shown
    rows = [splits.train.x[shown.index[shown.index >= 0].astype(int)]]
    if len(shown.test_rows):
        rows.append(splits.test.x[shown.test_rows])
    return np.concatenate([np.asarray(part, np.float64) for part in rows])
