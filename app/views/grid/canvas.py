"""The tiles of a grid: one image, with frames and labels around each picture."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.look.numbers import shown_count, shown_number, shown_percent
from app.look.plots import draw_note
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.key_canvas import ARROWS, ENTER, KeyCanvas
from app.views.grid.jobs import Tiles
from app.views.grid.places import Places, places
from app.widgets.label import plain_tooltip
from core.grid.fate import Fate
from core.grid.snapshot import GridSnapshot
from core.language import mark, tr

#: The colour of each fate, by the name that it has in a theme.
INKS = {
    Fate.LEARNING: "secondary",
    Fate.SOLVED: "good",
    Fate.STUCK: "warning",
    Fate.DEAD: "secondary",
    Fate.DIVERGED: "bad",
}
#: Frames differ in their strokes too, because colour alone is not enough.
STROKES = {
    Fate.LEARNING: Qt.PenStyle.SolidLine,
    Fate.SOLVED: Qt.PenStyle.SolidLine,
    Fate.STUCK: Qt.PenStyle.DashLine,
    Fate.DEAD: Qt.PenStyle.DotLine,
    Fate.DIVERGED: Qt.PenStyle.DashDotLine,
}


class TilesCanvas(KeyCanvas):
    """Shows all networks; a click opens one."""

    keys = mark(
        "Arrow keys move between networks, Enter opens one as run A, Shift+Enter as "
        "run B."
    )
    chosen = Signal(int, bool)  # member, whether beside run A

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._tiles: Tiles | None = None
        self._note = ""
        self._at: int | None = None  # the tile with the keyboard focus
        self._labels: dict[int, str] = {}  # seed → "A" or "B"
        self.setAccessibleName(tr("Networks of the grid"))
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumSize(160, 120)

    @property
    def tiles(self) -> Tiles | None:
        """The tiles shown."""
        return self._tiles

    def places(self, count: int) -> Places:
        """The places of ``count`` tiles at the present size."""
        return places(self.size(), count, self._theme)

    def show_tiles(self, tiles: Tiles) -> None:
        """Show new pictures."""
        self._tiles, self._note = tiles, ""
        if self._at is not None and self._at >= len(tiles.order):
            self._at = None
        self.update()

    def show_note(self, words: str) -> None:
        """Show a text instead of the pictures."""
        if words != self._note:
            self._note = words
            self.update()

    def mark(self, labels: dict[int, str]) -> None:
        """Mark the seeds of run A and run B."""
        if labels != self._labels:
            self._labels = labels
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Room for a few tiles in a row."""
        return QSize(520, 360)

    # -- words -----------------------------------------------------------------------
    def words_of(self, member: int) -> str:
        """One network in a sentence."""
        assert self._tiles is not None
        shot = self._tiles.shot
        fate, steps = shot.fates[member], shot.steps_to_goal[member]
        words = tr(fate.value)
        if fate is Fate.SOLVED and steps is not None:
            words = tr("solved after {steps} steps", steps=shown_count(steps))
        elif fate in (Fate.DIVERGED, Fate.STUCK, Fate.DEAD):
            words = tr(
                "{words} at step {steps_made}",
                words=words,
                steps_made=shown_count(shot.steps_made[member]),
            )
        parts = [
            tr("Seed {seeds}: {words}", seeds=shot.seeds[member], words=words),
            _figures(shot, member),
        ]
        place = self._tiles.order.index(member)
        count = self._tiles.counts[place]
        if count is not None:
            parts.append(
                tr("{count} sign patterns in the picture", count=shown_count(count))
            )
        return ", ".join(parts)

    # -- painting --------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        """The image, then frames and words."""
        theme, painter = self._theme, QPainter(self)
        painter.fillRect(event.rect(), QColor(theme.pane))
        if self._note or self._tiles is None:
            words = self._note or tr("Starting the networks …")
            draw_note(painter, QRectF(self.rect()), theme, words)
        else:
            painter.drawImage(0, 0, self._tiles.image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(theme.font(SMALL))
            for place, member in enumerate(self._tiles.order):
                self._draw_frame(painter, self._tiles, place, member)
        self.draw_focus(painter, theme)
        painter.end()

    def _draw_frame(
        self, painter: QPainter, tiles: Tiles, place: int, member: int
    ) -> None:
        theme, shot = self._theme, tiles.shot
        tile, fate = tiles.places.tiles[place], shot.fates[member]
        ink = QColor(getattr(theme, INKS[fate]))
        plain = fate is Fate.LEARNING
        colour = QColor(theme.hairline) if plain else ink
        width = 1.0 if plain else 2.0
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, width, STROKES[fate]))
        half = width / 2
        painter.drawRect(QRectF(tile).adjusted(-half, -half, half, half))
        if self._at == place and self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent), 2.0))
            painter.drawRoundedRect(QRectF(tile).adjusted(-4, -4, 4, 4), 3, 3)
        self._draw_words(painter, tile, tiles, member, ink)
        label = self._labels.get(shot.seeds[member])
        if label:
            self._draw_label(painter, tile, label)

    def _draw_words(
        self, painter: QPainter, tile: QRect, tiles: Tiles, member: int, ink: QColor
    ) -> None:
        theme, shot, fate = self._theme, tiles.shot, tiles.shot.fates[member]
        metrics = QFontMetricsF(theme.font(SMALL))
        row = QRectF(tile.left(), tile.bottom() + 2, tile.width(), tiles.places.label)
        icon = theme.px(9)
        x = row.right()
        middle = row.center().y()
        word = "" if fate is Fate.LEARNING else tr(fate.value)
        name = tr("seed {seeds}", seeds=shot.seeds[member])
        room = row.width() - metrics.horizontalAdvance(name) - 12
        if not word:
            word = _short_figure(shot, member)
            if metrics.horizontalAdvance(word) < room:
                painter.setPen(QColor(theme.secondary))
                painter.drawText(row, _RIGHT, word)
        else:
            if metrics.horizontalAdvance(word) + icon + 4 < room:
                painter.setPen(ink)
                painter.drawText(row, _RIGHT, word)
                x -= metrics.horizontalAdvance(word) + 4
            draw_fate(painter, fate, QPointF(x - icon / 2, middle), icon, ink)
        if metrics.horizontalAdvance(name) > row.width() - icon - 4:
            name = str(shot.seeds[member])
        painter.setPen(QColor(theme.secondary))
        painter.drawText(row, _LEFT, name)

    def _draw_label(self, painter: QPainter, tile: QRect, label: str) -> None:
        """A chip that names the run of this network."""
        theme = self._theme
        side = theme.px(16)
        chip = QRectF(tile.left() + 3, tile.top() + 3, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        painter.drawRoundedRect(chip, 3, 3)
        painter.setPen(QColor(theme.on_accent))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, label)

    # -- mouse and keys --------------------------------------------------------------
    def member_at(self, x: float, y: float) -> int | None:
        """The network under the mouse."""
        if self._tiles is None or self._note:
            return None
        place = self._tiles.places.at(x, y)
        return None if place is None else self._tiles.order[place]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the network under the mouse as A, with Shift as B."""
        member = self.member_at(event.position().x(), event.position().y())
        if member is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        beside = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.chosen.emit(member, beside)
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Describe the network under the mouse in a tooltip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            member = self.member_at(event.x(), event.y())
            if member is None:
                QToolTip.hideText()
            else:
                words = self.words_of(member)
                words += tr(".\nClick to open it as A, Shift-click for B.")
                QToolTip.showText(event.globalPos(), plain_tooltip(words), self)
            return True
        return super().event(event)

    def key_used(self, key: Qt.Key) -> bool:
        """Move to another network, or open the focused one."""
        if self._tiles is None or self._note:
            return False
        if key in ARROWS:
            across, down = ARROWS[key]
            step = across + down * self._tiles.places.columns
            count = len(self._tiles.order)
            at = 0 if self._at is None else self._at + step
            if 0 <= at < count:
                self._at = at
            self.tell(self.words_of(self._tiles.order[self._at or 0]))
            self.update()
            return True
        if key in ENTER and self._at is not None:
            self.chosen.emit(self._tiles.order[self._at], False)
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """With Shift, Return opens a network as B."""
        shift = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        there = self._at is not None and self._tiles is not None
        if shift and there and Qt.Key(event.key()) in ENTER:
            assert self._tiles is not None
            assert self._at is not None
            self.chosen.emit(self._tiles.order[self._at], True)
            return
        super().keyPressEvent(event)

    def keys_left(self) -> None:
        """The focus was lost."""
        self._at = None


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def _figures(shot: GridSnapshot, member: int) -> str:
    words = tr("loss {losses}", losses=shown_number(float(shot.losses[member])))
    if shot.accuracies is not None:
        words += tr(
            ", accuracy {shown_percent}",
            shown_percent=shown_percent(float(shot.accuracies[member])),
        )
    return words


def _short_figure(shot: GridSnapshot, member: int) -> str:
    return shown_number(float(shot.losses[member]), 2)


def draw_fate(
    painter: QPainter, fate: Fate, centre: QPointF, size: float, ink: QColor
) -> None:
    """A sign for each fate: tick, bar, ring, cross."""
    half = size / 2
    painter.setPen(QPen(ink, 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    x, y = centre.x(), centre.y()
    if fate is Fate.SOLVED:
        tick = [(-half, 0.0), (-half / 4, half * 0.75), (half, -half * 0.75)]
        painter.drawPolyline(QPolygonF([QPointF(x + a, y + b) for a, b in tick]))
    elif fate is Fate.STUCK:
        painter.drawLine(QPointF(x - half, y), QPointF(x + half, y))
    elif fate is Fate.DEAD:
        painter.drawEllipse(centre, half * 0.85, half * 0.85)
    elif fate is Fate.DIVERGED:
        short = half * 0.8
        painter.drawLine(QPointF(x - short, y - short), QPointF(x + short, y + short))
        painter.drawLine(QPointF(x - short, y + short), QPointF(x + short, y - short))
