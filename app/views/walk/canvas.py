"""The computational graph of a walk, painted: cards with numbers, links with flow."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.look.colour import mix
from app.look.plots import draw_note
from app.look.theme import LIGHT, SMALL, Theme
from app.views.walk.graph_state import GraphState
from app.views.walk.links import legend, link_path
from app.views.walk.map import WHOLE, Card, GraphMap, Link, lay_out
from core.analysis.walk import WalkNode, norm_of
from core.analysis.walk_words import (
    entry_title,
    num,
    parts,
    shape_words,
    title,
)
from core.arrays import Floats
from core.language import tr

MOST_LABELS = 4  # up to this many weights, all are written on their links

MANY_LINKS = 60  # above this, links are thin until gradient flows


_STEPS = {
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Home: -10_000,
    Qt.Key.Key_End: 10_000,
}


_PLAY = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


@lru_cache(maxsize=8)
def _flow_colours(theme: Theme) -> list[QColor]:
    """From faint to strong; the lightest is still visible on the pane."""
    table = theme.sequential[np.linspace(0.35 * 255, 0.85 * 255, 32).astype(int), :3]
    return [QColor(*row) for row in table.tolist()]


class GraphCanvas(QWidget):
    """Paints a `GraphState`; arrows step, Return plays, a click jumps to a node."""

    stepped = Signal(int)  # this many stops forward (or back)
    node_clicked = Signal(str, int)  # name, entry (−1: the node itself)
    play_asked = Signal()
    hovered = Signal(object)  # (name, unit) under the mouse, or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.state: GraphState | None = None
        self._map: GraphMap | None = None
        self.pointed: tuple[str, int] | None = None
        self.room = QSize(400, 200)  # size of the surrounding scroll area
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Computational graph"))

    @property
    def map(self) -> GraphMap | None:
        """The layout of the graph."""
        return self._map

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self._renew()

    def set_room(self, size: QSize) -> None:
        """Set the space for the graph to fill; it may need more."""
        if size != self.room:
            self.room = size
            self._renew()

    def show_state(self, state: GraphState) -> None:
        """Draw another state."""
        self.state = state
        self._renew()
        chosen = state.walk[state.current] if state.current else None
        if chosen is not None:
            self.setAccessibleDescription(tr("At {title}", title=title(chosen.name)))

    def _renew(self) -> None:
        if self.state is None:
            return
        self._map = lay_out(
            self.state.walk,
            self.state.units,
            self.room.width(),
            self.room.height(),
            self._theme,
        )
        self.setFixedSize(
            max(self.room.width(), round(self._map.width)),
            max(self.room.height(), round(self._map.height)),
        )
        self.update()

    def current_rect(self) -> QRectF | None:
        """The rectangle of the present node, to scroll to."""
        if self._map is None or self.state is None:
            return None
        rects = [c.rect for c in self._map.cards.values() if self._is_current(c)]
        if not rects:
            return None
        whole = rects[0]
        for rect in rects[1:]:
            whole = whole.united(rect)
        return whole

    def _is_current(self, card: Card) -> bool:
        return self.state is not None and card.name == self.state.current

    # -- painting ------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        """Links first, cards over them."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.pane))
        if self.state is None or self._map is None:
            note = tr("The walk appears once there is a run.")
            draw_note(painter, QRectF(self.rect()), self._theme, note)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = QRectF(event.rect()).adjusted(-40, -40, 40, 40)
        links = [k for k in self._map.links if self.between(k).intersects(seen)]
        for link in sorted(links, key=lambda one: abs(one.flow)):
            self._paint_link(painter, link)
        for link in links:
            self._paint_weight(painter, link)
        for card in self._map.cards.values():
            if card.rect.intersects(seen):
                self._paint_card(painter, card)
        self._paint_headings(painter)
        self._paint_legend(painter)
        if self.hasFocus():
            painter.setPen(QPen(QColor(self._theme.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)

    def _paint_legend(self, painter: QPainter) -> None:
        """The legend of colour, width and dashes, once they are used."""
        state, theme = self.state, self._theme
        if state is None:
            return
        words = legend(state.tangents is not None, bool(state.gradients))
        if not words:
            return
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        area = QRectF(theme.px(12), theme.px(4), self.width(), theme.px(16))
        align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, int(align), words)

    def flow_colour(self, share: float) -> QColor:
        """The colour of a gradient: faint for small, strong for large."""
        return _flow_colours(self._theme)[round(31 * min(max(share, 0.0), 1.0))]

    def _link_pen(self, link: Link) -> QPen:
        state, theme = self.state, self._theme
        assert state is not None
        assert self._map is not None
        if state.tangents is not None:
            if self._is_seed(link):
                return QPen(self.flow_colour(0.9), 2.5)
            moves = (
                link.source[0] in state.tangents and link.target[0] in state.tangents
            )
            if moves and not self._still(link.source) and not self._still(link.target):
                return QPen(self.flow_colour(0.9), 2.5)
            return QPen(QColor(theme.hairline), 1.2)
        if link.source[0] not in state.gradients:
            known = link.source[0] in state.values and link.target[0] in state.values
            width = 1.2 if len(self._map.links) < MANY_LINKS else 0.5
            return QPen(QColor(theme.secondary if known else theme.hairline), width)
        if state.walk[link.source[0]].gradient is None:
            return QPen(QColor(theme.secondary), 1.2)
        if link.flow and not self._map.largest:  # only J's own 1
            return QPen(self.flow_colour(0.5), 2.0)
        if link.flow == 0.0:
            pen = QPen(QColor(theme.warning), 1.3)
            pen.setDashPattern([3, 3])
            return pen
        share = min(1.0, abs(link.flow) / self._map.largest) ** 0.5
        return QPen(self.flow_colour(share), 1.4 + 4.6 * share)

    def _is_seed(self, link: Link) -> bool:
        """Whether the weight on this link is the seed of forward mode."""
        state = self.state
        assert state is not None
        if link.weight is None or not state.current.startswith("W"):
            return False
        weights = state.walk[state.current]
        if weights.layer != state.walk[link.target[0]].layer:
            return False
        row, column = link.weight
        return bool(row * weights.value.shape[1] + column == state.entry)

    def _still(self, key: tuple[str, int]) -> bool:
        """Whether a unit's tangent is zero in forward mode."""
        assert self.state is not None
        moved = (self.state.tangents or {}).get(key[0])
        if moved is None:
            return True
        flat = np.asarray(moved).ravel()
        return not np.any(flat if key[1] == WHOLE else flat[key[1]])

    def between(self, link: Link) -> QRectF:
        """All that a link may cross."""
        a, b = self._ends(link)
        return a.united(b)

    def _ends(self, link: Link) -> tuple[QRectF, QRectF]:
        assert self._map is not None
        return self._map.cards[link.source].rect, self._map.cards[link.target].rect

    def _paint_link(self, painter: QPainter, link: Link) -> None:
        pen = self._link_pen(link)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        assert self._map is not None
        assert self.state is not None
        kind = self.state.walk[link.target[0]].kind
        painter.drawPath(link_path(self._map, link, kind, self._theme))

    def _paint_weight(self, painter: QPainter, link: Link) -> None:
        """The weight on a link, or its gradient at its own stop."""
        state, theme = self.state, self._theme
        if state is None or link.weight is None:
            return
        node = state.walk[link.target[0]]
        weights = state.walk[f"W{node.layer}"]
        if weights.name not in state.values:
            return
        if weights.value.size > MOST_LABELS and not self._looked_at(link, weights):
            return
        own = state.current == weights.name
        if own and weights.name in state.gradients and weights.gradient is not None:
            text = "∂" + num(weights.gradient[link.weight], 2)
            colour = self.flow_colour(0.9)
        else:
            text = num(weights.value[link.weight], 3)
            colour = QColor(theme.text if own else theme.secondary)
        a, b = self._ends(link)
        font = theme.font(SMALL, 700 if own else 400)
        metrics = QFontMetricsF(font)
        t = self._label_place(link, weights, abs(a.center().y() - b.center().y()) > 4)
        bend = 3 * t * t - 2 * t**3
        x = a.right() + (b.left() - a.right()) * t
        y = a.center().y() + (b.center().y() - a.center().y()) * bend
        width = metrics.horizontalAdvance(text) + 4
        x = max(min(x, b.left() - width / 2 - 2), a.right() + width / 2 + 2)
        box = QRectF(x - width / 2, y - metrics.height() / 2, width, metrics.height())
        painter.fillRect(box, QColor(theme.pane))
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)

    def _label_place(self, link: Link, weights: WalkNode, slanted: bool) -> float:
        """The position of a link's label, so that labels do not overlap."""
        state = self.state
        assert state is not None
        if weights.value.size <= MOST_LABELS:
            return 0.68 if slanted else 0.5
        looked = self.pointed or (state.current, state.entry)
        # Links fan out from the present card, so labels are at their far ends.
        return 0.74 if link.source == looked else 0.26

    def _looked_at(self, link: Link, weights: WalkNode) -> bool:
        """Whether a link belongs to the present entry of the walk."""
        state = self.state
        assert state is not None
        assert link.weight is not None
        if self.pointed is not None and self.pointed[1] != WHOLE:
            return self.pointed in (link.source, link.target)
        if state.current == weights.name:
            return bool(link.weight[0] == state.entry // weights.value.shape[1])
        return (state.current, state.entry) in (link.source, link.target)

    def _paint_headings(self, painter: QPainter) -> None:
        """The layer above its units."""
        state, theme = self.state, self._theme
        if state is None or self._map is None or not state.units:
            return
        painter.setFont(theme.font(SMALL, 700))
        for name, middle in self._map.columns.items():
            if state.walk[name].value.size == 1 and name not in ("x",):
                continue
            here = name == state.current
            painter.setPen(QColor(theme.accent if here else theme.secondary))
            tops = [c.rect.top() for c in self._map.cards.values() if c.name == name]
            box = QRectF(middle - 60, min(tops) - theme.px(20), 120, theme.px(16))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), title(name))

    def _paint_card(self, painter: QPainter, card: Card) -> None:
        state, theme = self.state, self._theme
        assert state is not None
        node = state.walk[card.name]
        here = self._is_current(card)
        known = card.name in state.values
        ground = theme.field if node.leaf else theme.pane
        if here:
            ground = mix(theme.pane, theme.accent, 0.10)
        edge = theme.accent if here else theme.hairline
        if not here and known:
            edge = mix(theme.hairline, theme.secondary, 0.5)
        if self.pointed == card.key and not here:
            ground = theme.hover
        painter.setPen(QPen(QColor(edge), 2.0 if here else 1.0))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(card.rect, 6, 6)
        lines = self._card_lines(node, card)
        self._paint_lines(painter, card.rect, lines, known)

    def _card_lines(self, node: WalkNode, card: Card) -> list[tuple[str, str, bool]]:
        """(text, role, bold) from top to bottom; role: text, secondary or flow."""
        state = self.state
        assert state is not None
        shape = node.value.shape
        unit = card.unit
        if unit == WHOLE:
            name = title(node.name)
        elif node.value.size == 1:
            name = entry_title(node.name, shape, unit)
        else:  # the layer is above the column
            name = entry_title(parts(node.name)[0], shape, unit)
        chip = state.units and node.kind in ("parameter", "target", "penalty")
        if chip:
            return self._chip_line(node, name, card)
        lines = []
        if unit == WHOLE and not state.units and node.value.size > 1:
            lines.append((f"{name}  {shape_words(shape)}", "head", True))
        else:
            lines.append((name, "head", True))
        if node.name in state.values:
            lines.append((self._amount(node.value, card, ""), "text", False))
        if state.tangents is not None:
            moved = state.tangents.get(node.name)
            if moved is not None:
                lines.append((self._amount(moved, card, "Δ "), "flow", False))
        elif node.name in state.gradients and node.gradient is not None:
            lines.append((self._amount(node.gradient, card, "∂ "), "flow", False))
        alone = unit != WHOLE or (state.units and node.value.size == 1)
        if alone and len(lines) > 1:  # name and value share a line
            head, value, *rest = lines
            return [(f"{head[0]}\t{value[0]}", "head", True), *rest]
        return lines

    def _chip_line(
        self, node: WalkNode, name: str, card: Card
    ) -> list[tuple[str, str, bool]]:
        state = self.state
        assert state is not None
        if node.kind == "parameter" or node.name not in state.values:
            return [(name, "head", True)]
        return [(f"{name}\t{self._amount(node.value, card, '')}", "head", True)]

    def _amount(self, values: Floats, card: Card, mark: str) -> str:
        """Numbers that fit a card: one, a short vector, or the norm of a large one."""
        flat = np.asarray(values, float).ravel()
        metrics = QFontMetricsF(self._theme.font(SMALL))
        if card.unit != WHOLE:
            text = mark + num(flat[card.unit], 3)
            wide = metrics.horizontalAdvance(text) > card.rect.width() - 8
            return mark + num(flat[card.unit], 1) if wide else text
        if flat.size == 1:
            return mark + num(flat[0], 4 if len(num(flat[0], 4)) < 8 else 3)
        if flat.size <= 4 and (np.ndim(values) < 2 or len(values) == 1):
            listed = mark + "(" + ", ".join(num(v, 2) for v in flat) + ")"
            if metrics.horizontalAdvance(listed) <= card.rect.width() - 10:
                return listed
        return f"‖{mark.strip() or '·'}‖ {num(norm_of(flat), 3)}"

    def _paint_lines(
        self,
        painter: QPainter,
        rect: QRectF,
        lines: list[tuple[str, str, bool]],
        known: bool,
    ) -> None:
        theme = self._theme
        pad = theme.px(6)
        inner = rect.adjusted(pad, 0, -pad, 0)
        row = QFontMetricsF(theme.font(SMALL)).height() + 1
        top = rect.center().y() - row * len(lines) / 2
        for i, (text, role, bold) in enumerate(lines):
            line = QRectF(inner.left(), top + i * row, inner.width(), row)
            first, tab, second = text.partition("\t")
            font = theme.font(SMALL, 700 if bold else 400)
            metrics = QFontMetricsF(font)
            colour = {
                "head": QColor(theme.text if known else theme.secondary),
                "text": QColor(theme.text),
                "flow": self.flow_colour(0.9),
            }[role]
            painter.setFont(font)
            painter.setPen(colour)
            if not tab:
                align = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
                shown = metrics.elidedText(
                    first, Qt.TextElideMode.ElideRight, line.width() + pad
                )
                painter.drawText(line.adjusted(-pad, 0, pad, 0), int(align), shown)
                continue
            painter.drawText(
                line,
                int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter),
                first,
            )
            painter.setFont(theme.font(SMALL))
            painter.setPen(QColor(theme.text))
            painter.drawText(
                line,
                int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
                second,
            )

    # -- mouse and keys ------------------------------------------------------------
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the card under the mouse."""
        at = event.position()
        card = self._map.card_at(at.x(), at.y()) if self._map else None
        key = card.key if card is not None else None
        if key != self.pointed:
            self.pointed = key
            shape = Qt.CursorShape
            self.setCursor(shape.PointingHandCursor if key else shape.ArrowCursor)
            self.update()
            self.hovered.emit(key)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the mouse."""
        self.pointed = None
        self.update()
        self.hovered.emit(None)

    def set_hovered(self, key: object) -> None:
        """Highlight what is under the mouse in the graph of another run."""
        cards = self._map.cards if self._map is not None else {}
        found = None
        if isinstance(key, tuple):
            # Where units are not shown, the layer represents its units.
            found = next((k for k in (key, (key[0], WHOLE)) if k in cards), None)
        if found != self.pointed:
            self.pointed = found
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Jump to the node."""
        at = event.position()
        card = self._map.card_at(at.x(), at.y()) if self._map else None
        if card is not None and event.button() == Qt.MouseButton.LeftButton:
            self.node_clicked.emit(card.name, card.unit)

    def event(self, event: QEvent) -> bool:
        """Keep the arrows from stepping the training."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (event.key() in _STEPS or event.key() in _PLAY)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows step, Home and End jump, Return plays."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(step)
        elif event.key() in _PLAY:
            self.play_asked.emit()
        else:
            super().keyPressEvent(event)
