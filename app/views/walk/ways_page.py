"""The page of the Walk view that compares ways to compute the same gradient."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import ceil, log10

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.look.palette import tint
from app.look.plots import draw_note
from app.look.theme import BODY, LIGHT, SMALL, Theme
from app.views.walk.asking import Ask, AskingPage, scrolled
from app.widgets.label import Label
from core.analysis.walk import Walk
from core.analysis.walk_words import num
from core.analysis.ways import Way, Ways, ways_of
from core.language import mark, tr
from core.numbers import shown_count

ROW = 34
COLUMNS = (
    "",
    mark("passes"),
    mark("multiplications (log)"),
    mark("error"),
    mark("spread"),
)


@dataclass(frozen=True, slots=True)
class AskWays:
    """All ways, measured."""

    def __call__(self, walk: Walk) -> Ways:
        """Measure."""
        return ways_of(walk)


class WayTable(QWidget):
    """One row per way; multiplications as bars on a logarithmic scale."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._ways: Ways | None = None
        self._cells: list[tuple[str, ...]] = []  # the words of each row
        self.note = tr("Pause training to measure.")
        self.setAccessibleName(tr("Ways to compute the gradient and what they cost"))

    def show_ways(self, ways: Ways | None) -> None:
        """Show these."""
        self._ways = ways
        self._cells = [_words(way) for way in ways.ways] if ways else []
        self.setMinimumWidth(ceil(sum(self._widths())))
        self.setMinimumHeight(self._theme.px(ROW) * (len(self._cells) + 1))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.show_ways(self._ways)

    def _widths(self) -> list[float]:
        """The room that each column needs, and that of the margins last."""
        px = self._theme.px
        small, body = (QFontMetricsF(self._theme.font(size)) for size in (SMALL, BODY))
        widths = [
            max(
                [small.horizontalAdvance(tr(title)) if title else 0.0]
                + [body.horizontalAdvance(row[i]) for row in self._cells]
            )
            for i, title in enumerate(COLUMNS)
        ]
        names, passes, bars, error, spread = widths
        gap = px(14)
        return [names, passes + gap, bars + 2 * gap, error + gap, spread + gap, px(24)]

    def _edges(self) -> list[float]:
        """The left edges of the columns, and the right edge of the last."""
        *widths, margins = self._widths()
        widths[2] += max(0.0, self.width() - sum(widths) - margins)
        return list(accumulate(widths, initial=margins / 2))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Head, then a row for each way."""
        painter = QPainter(self)
        theme = self._theme
        painter.fillRect(self.rect(), QColor(theme.pane))
        if self._ways is None:
            draw_note(painter, QRectF(self.rect()), theme, self.note)
            return
        edges = self._edges()
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        for i, words in enumerate(map(tr, COLUMNS)):
            left = i in (0, 2)
            self._cell(painter, edges, i, 0, words, left=left)
        top = max(log10(max(w.products, 2)) for w in self._ways.ways)
        for row, way in enumerate(self._ways.ways, start=1):
            self._row(painter, edges, row, way, top)

    def _row(
        self, painter: QPainter, edges: list[float], row: int, way: Way, top: float
    ) -> None:
        theme, px = self._theme, self._theme.px
        painter.setFont(theme.font(BODY))
        painter.setPen(QColor(theme.text))
        title, passes, words, error, spread = self._cells[row - 1]
        self._cell(painter, edges, 0, row, title, left=True)
        self._cell(painter, edges, 1, row, passes)
        metrics = QFontMetricsF(painter.font())
        wide = metrics.horizontalAdvance(words)
        room = edges[3] - edges[2] - px(20) - wide
        length = max(2.0, room * log10(max(way.products, 2)) / top)
        y = px(ROW) * row + px(ROW) / 2
        bar = QRectF(edges[2] + px(12), y - px(6), length, px(12))
        colour = theme.accent if way.name == "reverse" else theme.secondary
        painter.fillRect(bar, tint(colour, 0.8 if way.name == "reverse" else 0.35))
        after = QRectF(bar.right() + px(6), y - px(12), wide + px(4), px(24))
        painter.drawText(after, int(Qt.AlignmentFlag.AlignVCenter), words)
        self._cell(painter, edges, 3, row, error)
        self._cell(painter, edges, 4, row, spread)

    def _cell(
        self,
        painter: QPainter,
        edges: list[float],
        column: int,
        row: int,
        words: str,
        left: bool = False,
    ) -> None:
        px = self._theme.px
        start = edges[column] + (px(12) if column == 2 else 0)
        stop = edges[column + 1]
        box = QRectF(start, row * px(ROW), stop - start, px(ROW))
        side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
        painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), words)


def _words(way: Way) -> tuple[str, ...]:
    """What the row of a way says, by column."""
    many = way.products >= 10**9
    products = num(way.products, 3) if many else shown_count(way.products)
    spread = num(way.spread, 3) if way.spread else "0"
    return (
        tr(way.title),
        shown_count(way.passes),
        products,
        _error(way),
        "–" if way.error is None else spread,
    )


def _error(way: Way) -> str:
    if way.name == "reverse":
        return tr("reference")
    return "–" if way.error is None else num(way.error, 2)


class WaysPage(AskingPage):
    """Finite differences, SPSA, forward mode, reverse mode, formulas."""

    still = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ways: Ways | None = None
        self.said, self.formula = Label(self), Label(self)
        for label in (self.said, self.formula):
            label.setWordWrap(True)
        self.table = WayTable(self)
        head = QVBoxLayout()
        head.setContentsMargins(12, 8, 12, 0)
        head.setSpacing(4)
        head.addWidget(self.said)
        head.addWidget(self.formula)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(scrolled(self.table, tr("Ways to the gradient"), self), 1)

    @property
    def ask(self) -> Ask:
        """Always the same request."""
        return AskWays()

    def show_made(self, made: object, walk: Walk) -> None:
        """Show the measurements."""
        if not isinstance(made, Ways):
            return
        self.ways = made
        self.said.setText(
            tr(
                "The gradient of J with respect to {parameters} parameters, "
                "measured on {words} at step {step}. One forward pass takes "
                "{one_pass} multiplications. Error and spread are relative to "
                "the norm of the gradient.",
                parameters=shown_count(made.parameters),
                words=walk.subject.words,
                step=walk.subject.step,
                one_pass=shown_count(made.one_pass),
            )
        )
        notes = [f"{tr(w.title)}: {tr(w.note)}." for w in made.ways if w.note]
        self.formula.setText(" ".join([symbols_sentence(made), *notes]))
        self.table.show_ways(made)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        super().set_theme(theme)
        self.said.setFont(theme.font(BODY))
        self.formula.setFont(theme.font(BODY))
        self.table.set_theme(theme)


def symbols_sentence(ways: Ways) -> str:
    """How large the written-out derivative is."""
    if ways.symbols is None:
        return tr(
            "Formulas are not written out here: {why_no_symbols}.",
            why_no_symbols=ways.why_no_symbols,
        )
    found = ways.symbols
    written = (
        shown_count(found.written) if found.written < 10**12 else num(found.written, 3)
    )
    return tr(
        "Written out as formulas, the derivatives have {written} symbols, "
        "because subexpressions shared by several paths are repeated; with "
        "each written once and given a name they have {shared}.",
        written=written,
        shared=shown_count(found.shared),
    )
