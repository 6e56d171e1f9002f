"""The positions of the network strip's controls: above their columns, or below them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.look.theme import SMALL
from app.views.network.geometry import Column, StripLayout
from app.views.network.headers import LayerHeader
from core.engine.snapshot import Snapshot

if TYPE_CHECKING:
    from app.views.network.strip import NetworkStrip


def place_controls(strip: NetworkStrip, roomy: bool, head: int, foot: int) -> None:
    """Controls in one line if columns are far apart; else counts are below."""
    layout, snapshot = strip.canvas.layout_now(), strip.snapshot
    if layout is None or snapshot is None:
        return
    below = strip.canvas.geometry().bottom() + 1
    _place_headers(strip, layout, snapshot, roomy, (head, below, foot))
    end = _place_layers(strip, roomy, (head, below, foot))
    _place_output(strip, snapshot, roomy, head)
    gap = strip.theme.px(8)
    if roomy:
        following = strip.headers[0] if strip.headers else strip.output
        stop = following.geometry().left() - gap
        _place_offers(strip, (end + strip.theme.px(12), stop), 0, head)
    else:  # nothing else is below the output
        feet = [strip.layers, *(h.foot for h in strip.headers)]
        start = max(part.geometry().right() for part in feet) + gap
        _place_offers(strip, (start, strip.body.width() - gap), below, foot)


def _place_headers(
    strip: NetworkStrip,
    layout: StripLayout,
    snapshot: Snapshot,
    roomy: bool,
    lines: tuple[int, int, int],
) -> None:
    """Place each hidden layer's controls; ``lines``: height, place and height below."""
    theme, (head, below, foot) = strip.theme, lines
    room = _room(strip, layout.columns[1:-1])
    # All layers are named alike: as short as the one that needs most space.
    brevity = 0
    if not roomy:
        needed = (header.needed_brevity(room) for header in strip.headers)
        brevity = max(needed, default=0)
    for header, column in zip(strip.headers, layout.columns[1:], strict=False):
        header.show_name(brevity)
        some = column.hidden_some and not roomy
        frozen = snapshot.network.hidden[header.index].frozen
        spare = theme.px(20) if frozen else 0
        part = column.shown if some else None
        header.stepper.show_part(part, strip.width() if roomy else room - spare)
        # In narrow columns, freezing is only in the menu.
        header.lock.setVisible(roomy or frozen)
        _seat_foot(strip, header, roomy)
        size = header.sizeHint()
        limit = size.width() if roomy else min(size.width(), room)
        left = round(column.centre - limit / 2)
        header.setGeometry(left, 0, limit, head)
        if not roomy:
            wide = min(header.foot.sizeHint().width(), room)
            header.foot.setGeometry(round(column.centre - wide / 2), below, wide, foot)


def _place_layers(strip: NetworkStrip, roomy: bool, lines: tuple[int, int, int]) -> int:
    """The number of layers in one line, or with its label above; returns its right."""
    theme, (head, below, foot) = strip.theme, lines
    # The style resets the font whenever it is applied, so set it again.
    strip.layers_label.setFont(theme.font(SMALL))
    strip.layers_label.adjustSize()
    left, words = theme.px(12), strip.layers_label.width()
    comparing = not strip.which.isHidden()
    if comparing:
        tall = strip.which.sizeHint().height()
        left = theme.px(4)
        strip.which.setGeometry(left, (head - tall) // 2, strip.which.width(), tall)
        left += strip.which.width() + theme.px(8)
    # In narrow columns the switch replaces the label.
    strip.layers_label.setVisible(roomy or not comparing)
    strip.layers_label.setGeometry(left, 0, words, head)
    width = strip.layers.sizeHint().width()
    if strip.layers.underMouse():
        # Repeated clicks on + must find it in the same place.
        strip.layers.raise_()
        return strip.layers.geometry().right()
    if roomy:
        left += words + theme.px(4)
        strip.layers.setGeometry(left, 0, width, head)
    else:
        strip.layers.setGeometry(theme.px(4), below, width, foot)
    return left + width


def _room(strip: NetworkStrip, hidden: Sequence[Column]) -> int:
    """How wide the controls of a narrow column may be."""
    if not hidden:
        return 0
    apart = [b.centre - a.centre for a, b in pairwise(hidden)]
    start = strip.layers.sizeHint().width() + strip.theme.px(4 + 4)
    return int(min([*apart, 2 * (hidden[0].centre - start)])) - strip.theme.px(2)


def _place_output(
    strip: NetworkStrip, snapshot: Snapshot, roomy: bool, head: int
) -> None:
    """Unit and loss at the right; the loss is left out where it would not fit."""
    gap = strip.theme.px(8)
    right = strip.body.width() - gap
    strip.output.lock.setVisible(roomy or snapshot.run.output_frozen)
    taken = max((h.geometry().right() for h in strip.headers), default=0)
    for short in (not roomy, True):
        strip.output.show_output(snapshot, short)
        width = strip.output.sizeHint().width()
        if right - width >= taken + gap:
            break
    # As a last resort its text is elided, like those of the layers.
    width = min(width, max(strip.theme.px(64), right - taken - gap))
    strip.output.setGeometry(right - width, 0, width, head)


def _place_offers(
    strip: NetworkStrip, between: tuple[int, int], top: int, height: int
) -> None:
    """The one-click solutions, with text if it fits, at the outer edge."""
    left, right = between
    for offer in (strip.book, strip.solve):  # never both: one has a hidden layer
        offer.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        if offer.sizeHint().width() > right - left:
            offer.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        width = offer.sizeHint().width()
        offer.setGeometry(right - width if top else left, top, width, height)


def _seat_foot(strip: NetworkStrip, header: LayerHeader, roomy: bool) -> None:
    """Put the stepper in the header's line, or by itself under its column."""
    seated = header.foot.parent() is header
    if roomy and not seated:
        header.foot.setParent(header)
        row = header.layout()
        assert row is not None
        row.addWidget(header.foot)
    elif not roomy and seated:
        row = header.layout()
        assert row is not None
        row.removeWidget(header.foot)
        header.foot.setParent(strip.body)
        header.foot.lower()  # as for a new header, until it is placed
    else:
        return
    header.foot.show()
    header.set_theme(strip.theme)  # the style resets a moved widget's font
