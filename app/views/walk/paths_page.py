"""The page of the Walk view that writes a derivative as a sum over paths."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.look.palette import tint
from app.look.plots import draw_note
from app.look.theme import BODY, LIGHT, SMALL, Theme
from app.views.walk.asking import Ask, AskingPage, EntryChooser, scrolled
from app.widgets.label import Label
from core.analysis.paths import Path, Paths, paths_of
from core.analysis.walk import Walk
from core.analysis.walk_words import entry_title, num
from core.errors import BadInput
from core.language import tr
from core.numbers import shown_count

ROW = 24


@dataclass(frozen=True, slots=True)
class AskPaths:
    """The paths from one entry of a node."""

    name: str
    entry: int

    def __call__(self, walk: Walk) -> Paths | str:
        """The paths, or why there are none."""
        nodes = {n.name: n for n in walk.nodes if n.gradient is not None}
        name = self.name if self.name in nodes else "W1"
        entry = min(self.entry, nodes[name].value.size - 1)
        try:
            return paths_of(walk, name, entry)
        except BadInput as error:
            return str(error).removeprefix("paths: ")


class PathList(QWidget):
    """One row per path: its nodes, and its product as a bar and a number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._paths: Paths | None = None
        self.words: list[str] = []
        self.note = ""
        self.setAccessibleName(tr("Paths, the largest products first"))

    def show_paths(self, paths: Paths | None, words: list[str], note: str = "") -> None:
        """Show these."""
        self._paths, self.words, self.note = paths, words, note
        self._fit()
        self.update()

    def _fit(self) -> None:
        metrics = QFontMetricsF(self._theme.font(SMALL))
        wide = max((metrics.horizontalAdvance(w) for w in self.words), default=0.0)
        px = self._theme.px
        self.setMinimumSize(int(wide) + px(168), px(ROW) * len(self.words) + px(12))

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self._fit()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Rows from the top; the bars start where the longest name ends."""
        painter = QPainter(self)
        theme = self._theme
        painter.fillRect(self.rect(), QColor(theme.pane))
        if self._paths is None:
            draw_note(painter, QRectF(self.rect()), theme, self.note)
            return
        painter.setFont(theme.font(SMALL))
        metrics = QFontMetricsF(theme.font(SMALL))
        px = theme.px
        name = max((metrics.horizontalAdvance(w) for w in self.words), default=0.0)
        left = px(12) + name + px(16)
        number = px(76)
        room = max(px(60), self.width() - left - number - px(4))
        products = [path.product for path in self._paths.shown]
        top = max((abs(p) for p in products), default=0.0) or 1.0
        middle = left + room / 2
        for i, (words, product) in enumerate(zip(self.words, products, strict=True)):
            row = QRectF(px(12), px(6) + i * px(ROW), self.width(), px(ROW))
            painter.setPen(QColor(theme.text))
            centre = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(row, int(centre), words)
            length = room / 2 * abs(product) / top
            start = middle if product > 0 else middle - length
            bar = QRectF(
                start, row.top() + px(6), max(length, 1.0), row.height() - px(12)
            )
            colour = theme.class_colour(0 if product > 0 else 1)
            painter.fillRect(bar, tint(colour.name(), 0.75))
            box = QRectF(left + room, row.top(), number, row.height())
            right = centre | Qt.AlignmentFlag.AlignRight
            painter.drawText(box, int(right), num(product))
        painter.setPen(QColor(theme.hairline))
        bottom = px(6) + px(ROW) * len(products)
        painter.drawLine(int(middle), px(6), int(middle), bottom)


class PathsPage(AskingPage):
    """A node, the number of its paths, each product, and what the sum costs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.paths: Paths | None = None
        self.chooser = EntryChooser(tr("∂J by"), self)
        self.said, self.cost = Label(self), Label(self)
        for label in (self.said, self.cost):
            label.setWordWrap(True)
        self.list = PathList(self)
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 0)
        head.addWidget(self.chooser)
        head.addStretch(1)
        words = QVBoxLayout()
        words.setContentsMargins(12, 0, 12, 0)
        words.setSpacing(2)
        words.addWidget(self.said)
        words.addWidget(self.cost)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(words)
        layout.addWidget(scrolled(self.list, tr("Paths"), self), 1)
        self.chooser.changed.connect(self.changed)

    @property
    def ask(self) -> Ask:
        """The chosen entry."""
        return AskPaths(*self.chooser.chosen)

    @property
    def shown(self) -> dict[str, float | str]:
        """``paths``: how many there are; ``node``: from where."""
        if self.paths is None:
            return {}
        return {"paths": float(self.paths.count), "node": self.paths.name}

    def follow(self, leader: AskingPage) -> None:
        """Use the same entry, if this network has it."""
        if isinstance(leader, PathsPage):
            name, entry = leader.chooser.chosen
            found = self.chooser.choose(name, entry)
            self.missing = "" if found else name

    def show_made(self, made: object, walk: Walk) -> None:
        """Show the paths, or the reason why there are none."""
        nodes = [
            (n.name, n.value.shape)
            for n in walk.nodes
            if n.gradient is not None and n.name != "J"
        ]
        self.chooser.fill(nodes, "W1")
        if not isinstance(made, Paths):
            self.paths = None
            self.said.setText("")
            self.cost.setText("")
            reason = str(made)
            self.list.show_paths(None, [], reason[:1].upper() + reason[1:] + ".")
            return
        self.paths = made
        self.said.setText(sentence(made))
        self.cost.setText(cost_sentence(made))
        self.list.show_paths(made, [_way(walk, path) for path in made.shown])

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        super().set_theme(theme)
        self.chooser.set_theme(theme)
        self.said.setFont(theme.font(BODY))
        self.cost.setFont(theme.font(BODY))
        self.list.set_theme(theme)


def _way(walk: Walk, path: Path) -> str:
    """The nodes of a path, in order."""
    return " → ".join(
        entry_title(name, walk[name].value.shape, entry) for name, entry in path.stops
    )


def sentence(paths: Paths) -> str:
    """How many paths there are, and what they add up to."""
    many = (
        tr("{count} paths lead", count=shown_count(paths.count))
        if paths.count != 1
        else tr("One path leads")
    )
    text = tr("{many} from {title} to J", many=many, title=paths.title)
    dead = paths.count - paths.alive
    if dead:
        text += tr(
            "; a local derivative of 0 cancels {dead} of them", dead=shown_count(dead)
        )
    text += tr(
        ". Their products add up to ∂J/∂{title} = {total}",
        title=paths.title,
        total=num(paths.total, 6),
    )
    hidden = paths.count - len(paths.shown)
    if hidden:
        text += tr(
            " (the {hidden} paths that are not listed: {rest})",
            hidden=shown_count(hidden),
            rest=num(paths.rest, 3),
        )
    return text + "."


def cost_sentence(paths: Paths) -> str:
    """Multiplications path by path, and by back-propagation."""
    return tr(
        "Path by path: {path_products} multiplications. Back-propagation "
        "computes the same sum with {reverse_products}, one per edge; all "
        "derivatives of this network together take {edges}.",
        path_products=shown_count(paths.path_products),
        reverse_products=shown_count(paths.reverse_products),
        edges=shown_count(paths.edges),
    )
