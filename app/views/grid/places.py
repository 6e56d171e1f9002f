"""Layout of a grid's tiles: as large as possible, in rows."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QRect, QSize

from app.look.theme import Theme

GAP, LABEL = 12, 18  # pixels at 100 % between tiles, and below each for its label


@dataclass(frozen=True, slots=True)
class Places:
    """Squares for the pictures, in display order."""

    columns: int
    side: int  # of a picture
    tiles: tuple[QRect, ...]
    label: int  # height of the words below a picture

    def at(self, x: float, y: float) -> int | None:
        """The tile under the mouse, including its label; None between tiles."""
        for i, tile in enumerate(self.tiles):
            if tile.adjusted(0, 0, 0, self.label).contains(round(x), round(y)):
                return i
        return None


def places(size: QSize, count: int, theme: Theme) -> Places:
    """Lay ``count`` tiles out in ``size``, from left to right and down."""
    gap, label = theme.px(GAP), theme.px(LABEL)

    def side(columns: int) -> int:
        rows = ceil(count / columns)
        wide = (size.width() - gap * (columns + 1)) // columns
        tall = (size.height() - gap * (rows + 1)) // rows - label
        return min(wide, tall)

    columns = max(range(1, count + 1), key=side) if count else 1
    edge = max(8, side(columns) if count else 8)
    rows = ceil(count / columns)
    left = max(gap, (size.width() - columns * edge - (columns - 1) * gap) // 2)
    used = rows * (edge + label) + (rows - 1) * gap
    top = max(gap // 2, (size.height() - used) // 2)
    tiles = tuple(
        QRect(
            left + (i % columns) * (edge + gap),
            top + (i // columns) * (edge + label + gap),
            edge,
            edge,
        )
        for i in range(count)
    )
    return Places(columns, edge, tiles, label)
