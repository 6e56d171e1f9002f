"""Arrow-key navigation in the network strip: from unit to unit, from link to link."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt

from app.views.network.geometry import StripLayout
from app.views.network.spots import Spot
from app.views.network.wish import Unit
from app.views.network.words import rows_per_unit
from core.engine.snapshot import Snapshot

_PAGE = 8


def next_unit(widths: Sequence[int], focused: Unit, key: Qt.Key) -> Unit | None:
    """The unit that ``key`` moves to; None if there is none."""
    column, unit = focused
    moves = {
        Qt.Key.Key_Left: (-1, 0),
        Qt.Key.Key_Right: (1, 0),
        Qt.Key.Key_Up: (0, -1),
        Qt.Key.Key_Down: (0, 1),
        Qt.Key.Key_PageUp: (0, -_PAGE),
        Qt.Key.Key_PageDown: (0, _PAGE),
        Qt.Key.Key_Home: (0, -widths[column]),
        Qt.Key.Key_End: (0, widths[column]),
    }
    if key not in moves:
        return None
    sideways, down = moves[key]
    place = unit / max(1, widths[column] - 1)
    column = min(max(0, column + sideways), len(widths) - 1)
    if sideways:
        unit = round(place * (widths[column] - 1))
    return column, min(max(0, unit + down), widths[column] - 1)


def next_link(
    snapshot: Snapshot,
    layout: StripLayout,
    spot: Spot | None,
    focused: Unit,
    by: int,
) -> tuple[Spot, QPointF] | None:
    """The next link into the focused unit, and its midpoint.

    None if the unit reads nothing from the previous layer.
    """
    column, unit = focused
    if column == 0 or snapshot.network.own_columns(column - 1) is None:
        return None
    count = snapshot.network.widths[column - 1]
    per = rows_per_unit(snapshot, column)
    mine = spot is not None and (spot.kind, spot.column, spot.unit) == (
        "link",
        *focused,
    )
    place = -1 if by > 0 else 0
    if spot is not None and mine:
        place = spot.source * per + spot.row % per
    place = (place + by) % (count * per)
    source, row = divmod(place, per)
    left, right = layout.columns[column - 1], layout.columns[column]
    i = min(max(0, source - left.first), left.shown - 1)
    j = min(max(0, unit - right.first), right.shown - 1)
    middle = QPointF(
        (left.right + right.left) / 2,
        float(left.y[i] + right.y[j]) / 2 + 4 * layout.scale,
    )
    return Spot("link", column, unit, source, unit * per + row), middle
