"""Pages of the Walk view that ask for an analysis: paths, ways, checkpoints, chance.

`ask` returns what a page wants computed away from the GUI thread, and `show_made` draws
the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QScrollArea, QWidget

from app.look.theme import BODY, LIGHT, SMALL, Theme
from app.widgets.label import Label
from core.analysis.walk import Walk
from core.analysis.walk_words import entry_title, title
from core.language import tr

#: A computation on a walk; a frozen object, since it leaves the GUI thread.
Ask = Callable[[Walk], object]
MOST_ENTRIES = 200  # entries of a node that can be chosen


class AskingPage(QWidget):
    """A page that requests an analysis of the walk."""

    changed = Signal()  # another request
    still = False  # whether it is slow and waits until training pauses

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.missing = ""  # what another run shows and this one lacks

    @property
    def ask(self) -> Ask:
        """What to compute."""
        raise NotImplementedError

    @property
    def shown(self) -> dict[str, float | str]:
        """What lessons may check."""
        return {}

    def show_made(self, made: object, walk: Walk) -> None:
        """Draw the result for ``walk``."""

    def follow(self, leader: AskingPage) -> None:
        """Show the same as another run."""

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme


class EntryChooser(QWidget):
    """One entry of one node, chosen from two lists."""

    changed = Signal()

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._nodes: list[tuple[str, tuple[int, ...]]] = []
        self.label = Label(label, self)
        self.node, self.entry = QComboBox(self), QComboBox(self)
        self.node.setAccessibleName(tr("Node"))
        self.entry.setAccessibleName(tr("Entry of the node"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self.label, self.node, self.entry):
            row.addWidget(widget)
        self.node.currentIndexChanged.connect(self._on_node)
        self.entry.currentIndexChanged.connect(lambda _: self.changed.emit())

    @property
    def chosen(self) -> tuple[str, int]:
        """Name and entry; an empty name before there is a walk."""
        at = self.node.currentIndex()
        name = self._nodes[at][0] if 0 <= at < len(self._nodes) else ""
        return name, max(self.entry.currentIndex(), 0)

    def fill(
        self,
        nodes: Sequence[tuple[str, tuple[int, ...]]],
        usual: str,
        usual_entry: int = 0,
    ) -> None:
        """Offer these nodes, keeping the chosen one; ``usual`` is the first choice."""
        if list(nodes) == self._nodes:
            return
        kept, entry = self.chosen
        self._nodes = list(nodes)
        names = [name for name, _ in nodes]
        with QSignalBlocker(self.node):
            self.node.clear()
            self.node.addItems([title(name) for name in names])
            wanted = kept if kept in names else usual
            self.node.setCurrentIndex(names.index(wanted) if wanted in names else 0)
        self._fill_entries(entry if kept in names else usual_entry)

    def _fill_entries(self, entry: int) -> None:
        at = self.node.currentIndex()
        if not 0 <= at < len(self._nodes):
            return
        name, shape = self._nodes[at]
        size = 1
        for length in shape:
            size *= length
        with QSignalBlocker(self.entry):
            self.entry.clear()
            self.entry.addItems(
                [entry_title(name, shape, k) for k in range(min(size, MOST_ENTRIES))]
            )
            self.entry.setCurrentIndex(min(entry, self.entry.count() - 1))
        self.entry.setVisible(size > 1)

    def _on_node(self) -> None:
        self._fill_entries(0)
        self.changed.emit()

    def choose(self, name: str, entry: int) -> bool:
        """Show this entry if it exists; returns whether it does."""
        names = [known for known, _ in self._nodes]
        if name not in names:
            return False
        with QSignalBlocker(self.node):
            self.node.setCurrentIndex(names.index(name))
        self._fill_entries(entry)
        return True

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's font and row height."""
        self.label.setFont(theme.font(SMALL))
        for box in (self.node, self.entry):
            box.setFont(theme.font(BODY))
            box.setFixedHeight(theme.px(26))
            box.setMinimumWidth(theme.px(84))


def scrolled(inner: QWidget, name: str, parent: QWidget) -> QScrollArea:
    """A picture that is scrolled where it is larger than the page."""
    area = QScrollArea(parent)
    area.setWidget(inner)
    area.setWidgetResizable(True)
    area.setAccessibleName(name)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.viewport().setAutoFillBackground(False)
    return area
