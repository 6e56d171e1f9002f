"""The layout of a walk's graph: cards and the links between them; no painting."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF

from app.look.theme import Theme
from core.analysis.walk import Flow, Walk, WalkNode
from core.language import tr

MOST_UNITS = 16  # units of a layer, and
MOST_CARDS = 90  # cards in all, up to which units get a card each
WHOLE = -1  # unit number of a card for a whole node
_LEAVES = ("parameter", "target", "penalty")  # below a column
_ENDS = ("loss", "mean", "J")  # single numbers

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Card:
    """A node or one unit of it."""

    name: str
    unit: int  # WHOLE: the node itself
    rect: QRectF

    @property
    def key(self) -> Key:
        """Its key in links."""
        return self.name, self.unit


@dataclass(frozen=True, slots=True)
class Link:
    """An edge of the graph, from what is read to what reads it."""

    source: Key
    target: Key
    flow: float  # signed for units, a norm for layers
    weight: tuple[int, int] | None = None  # row and column of W, for units


@dataclass(frozen=True, slots=True, eq=False)
class GraphMap:
    """All cards and links at one size."""

    cards: dict[Key, Card]
    links: tuple[Link, ...]
    width: float
    height: float
    largest: float  # largest flow
    columns: dict[str, float]  # centre of each column, by its node

    def card_at(self, x: float, y: float) -> Card | None:
        """The card under a point."""
        for card in self.cards.values():
            if card.rect.contains(x, y):
                return card
        return None


def can_open(walk: Walk) -> str:
    """Why units cannot be shown one by one; empty if they can."""
    if not walk.single:
        return tr(
            "A minibatch has many values per unit; choose one example to see units."
        )
    sizes = [n.value.size for n in walk.nodes if _has_units(n)]
    if max(sizes) > MOST_UNITS or sum(sizes) > MOST_CARDS:
        return tr(
            "Units are shown for up to {MOST_UNITS} per layer and {MOST_CARDS} in all.",
            MOST_UNITS=MOST_UNITS,
            MOST_CARDS=MOST_CARDS,
        )
    return ""


def _has_units(node: WalkNode) -> bool:
    """Whether its entries are units: the input, and values of steps in layers."""
    return node.kind not in (*_LEAVES, *_ENDS)


def index_of(shape: tuple[int, ...], entry: int) -> tuple[int, ...]:
    """Row and column of an entry counted row by row."""
    size = int(np.prod(shape, dtype=int))
    return tuple(int(i) for i in np.unravel_index(min(max(entry, 0), size - 1), shape))


def entry_of(shape: tuple[int, ...], index: tuple[int, ...]) -> int:
    """The entry at a row and column; the first where there is none."""
    same = len(shape) == len(index)
    if not same or any(i >= n for i, n in zip(index, shape, strict=True)):
        return 0
    return int(np.ravel_multi_index(index, shape)) if shape else 0


def lay_out(
    walk: Walk, units: bool, width: float, height: float, theme: Theme
) -> GraphMap:
    """Place the cards in at least ``width`` × ``height``; more where they need it."""
    with np.errstate(all="ignore"):  # the cards show overflows
        return _Layout(walk, units, theme).place(width, height)


class _Layout:
    def __init__(self, walk: Walk, units: bool, theme: Theme) -> None:
        self._walk, self._units, self._theme = walk, units, theme
        self._columns = [n for n in walk.nodes if n.kind not in _LEAVES]
        self._below: dict[str, list[WalkNode]] = {}
        for node in walk.nodes:
            if node.kind in ("parameter", "target"):
                reader = next(n for n in walk.nodes if node.name in n.inputs)
                self._below.setdefault(reader.name, []).append(node)
            elif node.kind == "penalty":
                self._below.setdefault("J", []).append(node)

    def place(self, width: float, height: float) -> GraphMap:
        px = self._theme.px
        margin = px(12)
        gaps = [self._gap(node) for node in self._columns[1:]]
        least = px(62 if self._units else 66)
        free = width - 2 * margin - sum(gaps)
        card = min(max(free / len(self._columns), least), px(128))
        used = card * len(self._columns) + sum(gaps) + 2 * margin
        # Spare space widens the gaps, up to a point; the rest becomes a margin.
        spare = max(0.0, width - used)
        if gaps:
            more = min(spare / len(gaps), px(56))
            gaps = [gap + more for gap in gaps]
            used += more * len(gaps)
        left = margin + max(0.0, width - used) / 2
        small = px(24) if self._units else px(48)
        rows = max((len(b) for b in self._below.values()), default=0)
        if self._units:
            rows = min(rows, 1)
        foot = rows * (small + self._row_gap) + px(26 if self._penalised else 6)
        tallest = max(self._count(n) for n in self._columns)
        tall = px(38) if self._units else px(52)
        body = max(height - foot - px(42), tallest * (tall + px(8)))
        total = body + foot + px(42)
        cards: dict[Key, Card] = {}
        columns: dict[str, float] = {}
        x = left
        for i, node in enumerate(self._columns):
            columns[node.name] = x + card / 2
            count = self._count(node)
            pitch = min(body / count, tall + px(30))
            top = px(36) + body / 2 - pitch * count / 2
            for k in range(count):
                y = top + pitch * (k + 0.5) - tall / 2
                unit = k if self._opened(node) else WHOLE
                cards[node.name, unit] = Card(node.name, unit, QRectF(x, y, card, tall))
            self._place_below(cards, node, x, card, px(36) + body + px(8), small)
            x += card + (gaps[i] if i < len(gaps) else 0.0)
        links = self._links(cards)
        # J's own 1 carries no information; the other flows set the scale.
        ends = {n.name for n in self._walk.nodes if n.kind in ("J", "mean", "penalty")}
        inner = [abs(link.flow) for link in links if link.target[0] not in ends]
        largest = max(inner, default=0.0)
        return GraphMap(cards, links, max(width, used), total, largest, columns)

    @property
    def _row_gap(self) -> float:
        """The gap between parameters of a layer, for the path to a penalty."""
        return self._theme.px(18 if self._penalised and not self._units else 8)

    @property
    def _penalised(self) -> bool:
        return any(n.kind == "penalty" for n in self._walk.nodes)

    def _place_below(
        self,
        cards: dict[Key, Card],
        node: WalkNode,
        x: float,
        card: float,
        top: float,
        small: float,
    ) -> None:
        own = self._below.get(node.name, [])
        gap = self._theme.px(6)
        if self._units:
            each = (card - gap * (len(own) - 1)) / max(len(own), 1)
            each = max(each, self._theme.px(34))
            start = x + card / 2 - (each * len(own) + gap * (len(own) - 1)) / 2
            for i, leaf in enumerate(own):
                rect = QRectF(start + i * (each + gap), top, each, small)
                cards[leaf.name, WHOLE] = Card(leaf.name, WHOLE, rect)
            return
        for i, leaf in enumerate(own):
            rect = QRectF(x, top + i * (small + self._row_gap), card, small)
            cards[leaf.name, WHOLE] = Card(leaf.name, WHOLE, rect)

    def _gap(self, node: WalkNode) -> float:
        wide = self._units and node.kind == "affine"
        return self._theme.px(44 if wide else 14 if self._units else 20)

    def _opened(self, node: WalkNode) -> bool:
        return self._units and _has_units(node)

    def _count(self, node: WalkNode) -> int:
        return node.value.size if self._opened(node) else 1

    def _links(self, cards: dict[Key, Card]) -> tuple[Link, ...]:
        made: list[Link] = []
        flows = {(f.source, f.target): f for f in self._walk.flows}
        for target in self._walk.nodes:
            for name in target.inputs:
                source = self._walk[name]
                flow = flows.get((name, target.name))
                if not (self._opened(source) or self._opened(target)):
                    size = float(np.nan_to_num(flow.size)) if flow else 0.0
                    made.append(Link((name, WHOLE), (target.name, WHOLE), size))
                elif source.kind != "parameter":
                    made.extend(self._unit_links(source, target, flow))
        return tuple(made)

    def _unit_links(
        self, source: WalkNode, target: WalkNode, flow: Flow | None
    ) -> list[Link]:
        if flow is None or flow.local is None or flow.linked is None:
            return []
        assert target.gradient is not None
        # NaN is drawn like zero; the cards show it.
        parts = np.nan_to_num(flow.local * target.gradient.ravel()[:, None])
        many, few = self._opened(source), self._opened(target)
        weighted = target.kind == "affine"
        made = []
        for m, k in np.argwhere(flow.linked).tolist():
            made.append(
                Link(
                    (source.name, k if many else WHOLE),
                    (target.name, m if few else WHOLE),
                    float(parts[m, k]),
                    (m, k) if weighted else None,
                )
            )
        return made
