"""The page of the Walk view for forward mode, compared with reverse mode."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from app.look.theme import BODY, LIGHT, Theme
from app.views.walk.canvas import GraphCanvas
from app.views.walk.graph_state import GraphState
from app.views.walk.jobs import WalkResult
from app.views.walk.map import can_open, entry_of, index_of
from app.views.walk.scroll import GraphScroll
from app.widgets.label import Label, RichLabel
from core.analysis.walk import Walk
from core.analysis.walk_words import entry_title, num, title
from core.language import mark, tr

MOST_ENTRIES = 200  # entries of a leaf that can be chosen
_BY, _ALONG = mark("by 1"), mark(", and everything that depends on it moves too")


class ForwardPage(QWidget):
    """One entry of a parameter or the input changes by 1; tangents show the effect."""

    seed_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._leaves: list[tuple[str, tuple[int, ...]]] = []
        self.missing = ""  # the seed of another run, if this one lacks it
        self.units = False
        self.canvas = GraphCanvas(self)
        self.graph_area = GraphScroll(self.canvas, self)
        self.leaf = QComboBox(self)
        self.leaf.setAccessibleName(tr("What moves"))
        self.entry = QComboBox(self)
        self.entry.setAccessibleName(tr("Which entry moves"))
        self.label = Label(tr("Move"), self)
        self.by = Label(tr(_BY) + tr(_ALONG), self)
        self.said = RichLabel(self)
        self.said.setWordWrap(True)
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout()
        row.setContentsMargins(12, 4, 12, 4)
        row.setSpacing(8)
        for widget in (self.label, self.leaf, self.entry, self.by):
            row.addWidget(widget)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 12)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self.graph_area, 1)
        words = QHBoxLayout()
        words.setContentsMargins(12, 0, 12, 0)
        words.addWidget(self.said)
        layout.addLayout(words)
        self.leaf.currentIndexChanged.connect(self._on_leaf)
        self.entry.currentIndexChanged.connect(lambda _: self.seed_changed.emit())
        self.canvas.node_clicked.connect(self._on_node)
        self.canvas.stepped.connect(self._on_step)

    @property
    def seed(self) -> tuple[str, int]:
        """The leaf and entry of the seed."""
        at = self.leaf.currentIndex()
        name = self._leaves[at][0] if 0 <= at < len(self._leaves) else "W1"
        return name, max(self.entry.currentIndex(), 0)

    @property
    def place(self) -> tuple[str, tuple[int, ...]]:
        """The seed by row and column, for use with another shape."""
        name, entry = self.seed
        shape = dict(self._leaves).get(name, ())
        return name, index_of(shape, entry)

    def follow(self, name: str, index: tuple[int, ...]) -> bool:
        """Use the same seed as another run, if it exists; returns whether it is new."""
        shapes = dict(self._leaves)
        if not shapes:
            return False
        self.missing = "" if name in shapes else title(name)
        if name not in shapes:
            return False
        wanted = name, entry_of(shapes[name], index)
        if wanted == self.seed:
            return False
        with QSignalBlocker(self):
            self.choose(*wanted)
        return True

    def set_compared(self, compared: bool) -> None:
        """Next to another run, show less text."""
        self.by.setText(tr(_BY) if compared else tr(_BY) + tr(_ALONG))

    def choose(self, name: str, entry: int = 0) -> None:
        """Choose another leaf."""
        names = [leaf for leaf, _ in self._leaves]
        if name in names:
            self.leaf.setCurrentIndex(names.index(name))
            self.entry.setCurrentIndex(min(entry, self.entry.count() - 1))

    def _on_step(self, count: int) -> None:
        """The arrow keys go from entry to entry."""
        at = self.entry.currentIndex() + count
        self.entry.setCurrentIndex(min(max(at, 0), self.entry.count() - 1))

    def _on_node(self, name: str, unit: int) -> None:
        self.choose(name, max(unit, 0))

    def _on_leaf(self) -> None:
        self._fill_entries()
        self.seed_changed.emit()

    def _fill_entries(self) -> None:
        at = self.leaf.currentIndex()
        if not 0 <= at < len(self._leaves):
            return
        name, shape = self._leaves[at]
        size = 1
        for side in shape:
            size *= side
        self.entry.blockSignals(True)
        self.entry.clear()
        for k in range(min(size, MOST_ENTRIES)):
            self.entry.addItem(entry_title(name, shape, k))
        self.entry.blockSignals(False)

    def show_result(self, result: WalkResult) -> None:
        """Draw tangents, and show the cost of both modes."""
        walk = result.walk
        self._offer(walk)
        made, counted = result.forward, result.cost
        if made is None or counted is None:
            return
        everything = frozenset(node.name for node in walk.nodes)
        self.canvas.show_state(
            GraphState(
                walk,
                self.units and not can_open(walk),
                everything,
                current=made.seed,
                entry=made.entry,
                tangents=dict(made.tangents),
            )
        )
        width = walk.subject.network.output.width
        other = (
            tr(
                "For the derivatives of all {width} logits with respect to one "
                "input it would be the other way round: one forward pass, "
                "{width} backward passes.",
                width=width,
            )
            if width > 1
            else ""
        )
        said = escape(counted.sentence + other)
        self.said.setText(
            tr(
                "J changes by <b>{derivative}</b> per unit change of {name}; the "
                "backward pass gave {reverse}.<br><span "
                "style='color:{secondary}'>{said}</span>",
                derivative=num(made.derivative, 6),
                name=escape(made.name),
                reverse=num(made.reverse, 6),
                secondary=self._theme.secondary,
                said=said,
            )
        )

    def _offer(self, walk: Walk) -> None:
        found = [
            (node.name, node.value.shape)
            for node in walk.nodes
            if node.kind in ("input", "parameter")
        ]
        if found == self._leaves:
            return
        name, entry = self.seed
        self._leaves = found
        self.leaf.blockSignals(True)
        self.leaf.clear()
        for leaf, _ in found:
            self.leaf.addItem(title(leaf))
        names = [leaf for leaf, _ in found]
        self.leaf.setCurrentIndex(names.index(name) if name in names else 0)
        self.leaf.blockSignals(False)
        self._fill_entries()
        self.entry.blockSignals(True)
        self.entry.setCurrentIndex(min(entry, self.entry.count() - 1))
        self.entry.blockSignals(False)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.canvas.set_theme(theme)
        for widget in (self.label, self.by, self.said, self.leaf, self.entry):
            widget.setFont(theme.font(BODY))
        for box in (self.leaf, self.entry):
            box.setFixedHeight(theme.px(26))
            box.setMinimumWidth(theme.px(84))
