"""The network as it is drawn in the strip: tiles, links, biases, connections."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.look.layer import Layer
from app.look.plots import draw_readout
from app.look.theme import LIGHT, Theme
from app.views.network.arches import Arch, Ways, arches, draw_arches, room_for_arches
from app.views.network.geometry import Column, StripLayout, arrange
from app.views.network.joining import (
    Joining,
    draw_handles,
    draw_joining,
    handle_lines,
    joining_lines,
)
from app.views.network.joins import connection_lines
from app.views.network.marks import (
    NOTE,
    draw_labels,
    draw_link,
    draw_ring,
    draw_track,
    label_room,
)
from app.views.network.number_editor import NumberEditor, place_of
from app.views.network.picture import StripPicture
from app.views.network.spots import Spot
from app.views.network.wish import DrawnLinks, Unit
from app.views.network.words import hover_lines
from core.edits.wiring import links
from core.engine.snapshot import Snapshot
from core.language import tr


class UnitDrawing(QWidget):
    """Lays the network out and paints it; `UnitCanvas` adds mouse and keys."""

    scrolled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.snapshot: Snapshot | None = None
        self.picture: StripPicture | None = None
        self._layout: StripLayout | None = None
        self._words = Layer()
        self._first: list[int] = []
        self._notes = True  # a line below tells which units of a long layer are shown
        self._spot: Spot | None = None
        self.at = QPointF()
        self._dragged: int | None = None  # column whose track is dragged
        self.arch: Arch | None = None  # the connection under the mouse
        self._handle: int | None = None  # the column whose handle is under the mouse
        self._joining: Joining | None = None  # a connection being drawn
        self.focused: Unit = (0, 0)
        self._locked = False  # numbers are read-only
        self._by_keys = False  # show the focus ring only for keyboard users
        self.selected: Unit | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Units and weights of the network"))
        self.editor = NumberEditor(self)
        self.editor.closed.connect(self.update)

    # -- what is shown -------------------------------------------------------------

    @property
    def hovered_unit(self) -> Unit | None:
        """The unit under the mouse."""
        spot = self._spot
        if spot is None or spot.kind not in ("unit", "bias"):
            return None
        return spot.column, spot.unit

    @property
    def drawn_links(self) -> DrawnLinks | None:
        """The links of the picture shown, if its layout still holds."""
        picture = self.picture
        if picture is None or picture.layout is not self._layout:
            return None
        return picture.links

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.editor.setFont(theme.font())
        self.update()

    def set_locked(self, locked: bool) -> None:
        """Make numbers read-only or editable."""
        self._locked = locked
        self.close_editor()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show another network; new widths need a new layout."""
        before = self.snapshot
        self.snapshot = snapshot
        if before is None or before.network.widths != snapshot.network.widths:
            self._first = [0] * len(snapshot.network.widths)
            self._layout = None
            self._spot = self.arch = self._handle = self._joining = None
            self.selected = None
            column, unit = self.focused
            column = min(column, len(snapshot.network.widths) - 1)
            self.focused = (column, min(unit, snapshot.network.widths[column] - 1))
            self.close_editor()
        elif before.network != snapshot.network and (
            arches(before.network) != arches(snapshot.network)
        ):
            self._layout = self.arch = None
            self.update()
        elif before.run.data.problem is not snapshot.run.data.problem and label_room(
            before, self._theme
        ) != label_room(snapshot, self._theme):
            self._layout = None
            self.update()

    def show_picture(self, picture: StripPicture) -> None:
        """Show the worker's picture, if it still fits."""
        if picture.layout is self.layout_now():
            self.picture = picture
            self.update()

    def layout_now(self) -> StripLayout | None:
        """The present layout; made when needed."""
        if self._layout is None and self.snapshot is not None:
            widths = self.snapshot.network.widths
            unit = self._theme.scale
            width, height = float(self.width()), self.height() - 8.0 * unit
            top = room_for_arches(self.snapshot.network) * unit
            margins = label_room(self.snapshot, self._theme)
            made = arrange(widths, self._first, width, height, unit, top, margins)
            if any(self._noted(c, len(widths)) for c in made.columns):
                height -= NOTE * unit
                made = arrange(widths, self._first, width, height, unit, top, margins)
            self._layout = made
        return self._layout

    def _noted(self, column: Column, columns: int) -> bool:
        """Whether a line below tells which units of ``column`` are shown.

        If height is short, the count of a hidden layer tells how many are shown.
        """
        edge = column.index in (0, columns - 1)
        return column.hidden_some and (self._notes or edge)

    def set_notes(self, on: bool) -> None:
        """Set whether a line tells which units are shown."""
        if on != self._notes:
            self._notes = on
            self.relayout()

    def relayout(self) -> None:
        """Size, scale or scrolling changed."""
        self._layout = None
        self.close_editor()
        self.update()

    def needed_width(self, width: float, height: float, theme: Theme) -> float:
        """How wide the canvas must be for this network in a strip of this size."""
        if self.snapshot is None:
            return width
        widths, margins = self.snapshot.network.widths, label_room(self.snapshot, theme)
        made = arrange(widths, self._first, width, height, theme.scale, margins=margins)
        return made.width

    def resizeEvent(self, event: QEvent) -> None:
        """Lay out again."""
        self.relayout()

    def scroll_column(self, column: int, first: int) -> None:
        """Show units of ``column`` from ``first`` on."""
        layout = self.layout_now()
        if layout is None:
            return
        held = layout.columns[column]
        first = min(max(0, first), held.count - held.shown)
        if first != self._first[column]:
            self._first[column] = first
            self._layout = None
            self.scrolled.emit()

    # -- painting ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Links, leads, tiles, biases, text."""
        painter = QPainter(self)
        layout, picture = self.layout_now(), self.picture
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        if layout is None or picture is None or self.snapshot is None:
            return
        if len(picture.layout.columns) != len(layout.columns):
            return
        painter.translate(0, 4 * self._theme.scale)
        painter.drawImage(QPointF(0, 0), picture.image)
        self._draw_words(painter, layout)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_link(painter, layout, self._spot, self._theme, self._is_cut())
        self._draw_rings(painter, layout)
        self._draw_connections(painter, layout, self.snapshot)
        painter.translate(0, -4 * self._theme.scale)
        self._draw_hover(painter)

    def _draw_words(self, painter: QPainter, layout: StripLayout) -> None:
        """Labels and tracks, which do not change during training."""
        ratio = self.devicePixelRatioF()
        key = (id(layout), id(self.snapshot and self.snapshot.run), ratio)
        if self.snapshot is not None and self._words.stale((key, self._theme)):
            size = self.width(), self.height()
            layer = self._words.begin((key, self._theme), *size, ratio)
            draw_labels(layer, layout, self.snapshot, self._theme)
            draw_arches(layer, layout, self.snapshot.network, self._theme)
            for column in layout.columns:
                if column.hidden_some:
                    noted = self._noted(column, len(layout.columns))
                    draw_track(layer, layout, column, self._theme, noted)
            layer.end()
        self._words.draw(painter)

    def _draw_rings(self, painter: QPainter, layout: StripLayout) -> None:
        """Rings around the unit that is open, focused, or under the mouse."""
        theme = self._theme
        marked = [(self.selected, 2.0), (self.hovered_unit, 1.0)]
        if self._by_keys and self.hasFocus():
            marked.append((self.focused, 2.0))
        for unit, width in marked:
            if unit is not None and unit[0] < len(layout.columns):
                colour = theme.accent if width > 1 else theme.text
                draw_ring(painter, layout.columns[unit[0]], unit[1], colour, width)

    def _draw_connections(
        self, painter: QPainter, layout: StripLayout, snapshot: Snapshot
    ) -> None:
        """Handles, the connection under the mouse, and the one being drawn."""
        theme = self._theme
        if self.arch is not None:
            ways = Ways(layout, snapshot.network, theme.scale)
            ways.draw(painter, self.arch, theme, theme.accent)
        if self._locked:
            return
        if self.underMouse() or self._joining is not None:
            draw_handles(painter, layout, theme, self._handle)
        if self._joining is not None:
            draw_joining(painter, layout, self._joining, theme)

    def _is_cut(self) -> bool:
        """Whether the link under the mouse is cut."""
        if self.snapshot is None or self._spot is None or self._spot.kind != "link":
            return False
        place, network = place_of(self._spot, self.snapshot), self.snapshot.network
        return place is not None and not links(network, place[0])[place[2]]

    def _draw_hover(self, painter: QPainter) -> None:
        snapshot = self.snapshot
        if snapshot is None or self.editor.isVisible():
            return
        lines = self._connection_words(snapshot) or self._spot_words(snapshot)
        if lines:
            bounds = QRectF(self.rect()).adjusted(4, 0, -4, 0)
            draw_readout(painter, self.at, bounds, self._theme, lines)

    def _connection_words(self, snapshot: Snapshot) -> list[str]:
        network = snapshot.network
        if self._joining is not None:
            return joining_lines(network, self._joining)
        if self._handle is not None:
            return handle_lines(network, self._handle)
        return [] if self.arch is None else connection_lines(network, *self.arch[:3])

    def _spot_words(self, snapshot: Snapshot) -> list[str]:
        spot, peak = self._spot, None
        if spot is None:
            return []
        picture = self.picture
        fits = picture is not None and spot.column < len(picture.peaks)
        if picture is not None and fits and spot.kind == "unit":
            column = picture.layout.columns[spot.column]
            place = spot.unit - column.first
            if 0 <= place < len(picture.peaks[spot.column]):
                peak = float(picture.peaks[spot.column][place])
        return self.track_lines(spot.column) or hover_lines(
            snapshot, spot.kind, spot.column, spot.unit, spot.source, spot.row, peak
        )

    def track_lines(self, column: int) -> list[str]:
        """The readout of the bar beside a long layer."""
        layout = self.layout_now()
        if layout is None or self._spot is None or self._spot.kind != "track":
            return []
        held = layout.columns[column]
        last = held.first + held.shown
        return [
            tr(
                "units {first}–{last} of {count}",
                first=held.first + 1,
                last=last,
                count=held.count,
            ),
            tr("drag, or turn the wheel"),
        ]

    def close_editor(self) -> None:
        """Close the field without a change."""
        self.editor.close_unchanged()
