"""The page of the Walk view that estimates one derivative many times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.look.palette import tint
from app.look.plots import draw_note
from app.look.theme import BODY, LIGHT, SMALL, Theme
from app.views.walk.asking import Ask, AskingPage, EntryChooser, scrolled
from app.widgets.buttons import TextButton
from app.widgets.label import Label
from app.widgets.tip import Tip
from core.analysis.chance import (
    MORE,
    MOST_DRAWS,
    Chance,
    Chances,
    chances_of,
    usual_entry,
)
from core.analysis.walk import Walk
from core.analysis.walk_words import num
from core.errors import BadInput
from core.language import tr
from core.numbers import shown_count
from core.sampling import LEARNED, NORMALISED, sampling_layers

BINS = 60
ROW = 92


@dataclass(frozen=True, slots=True)
class AskChances:
    """Draws for one entry of a parameter."""

    name: str
    entry: int
    draws: int

    def __call__(self, walk: Walk) -> Chances | str:
        """The estimates, or why there are none."""
        names = [n.name for n in walk.nodes if n.kind == "parameter"]
        name, entry = self.name, self.entry
        if name not in names:
            name, entry = usual_entry(walk)
        try:
            return chances_of(walk, name, entry, self.draws)
        except BadInput as error:
            return str(error).removeprefix("chance: ")


class Histograms(QWidget):
    """One row per estimator, all on one scale; the exact value is a dashed line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._made: Chances | None = None
        self.note = ""
        self.setAccessibleName(tr("Estimates of one derivative, by estimator"))

    def show_chances(self, made: Chances | None, note: str = "") -> None:
        """Show these."""
        self._made, self.note = made, note
        rows = len(made.chances) if made else 1
        self.setMinimumSize(self._theme.px(420), self._theme.px(56) * rows)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Rows from the top, as high as fits."""
        painter = QPainter(self)
        theme, px = self._theme, self._theme.px
        painter.fillRect(self.rect(), QColor(theme.pane))
        made = self._made
        if made is None:
            draw_note(painter, QRectF(self.rect()), theme, self.note)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        low, high = made.span
        metrics = QFontMetricsF(theme.font(BODY))
        names = max(metrics.horizontalAdvance(tr(c.title)) for c in made.chances)
        left, right = px(12) + names + px(16), self.width() - px(250)
        tall = min(px(ROW), (self.height() - px(26)) / len(made.chances))
        edges = np.linspace(low, high, BINS + 1)
        for i, chance in enumerate(made.chances):
            area = QRectF(left, i * tall + px(6), max(right - left, 1), tall - px(10))
            self._paint_row(painter, chance, area, edges)
        bottom = tall * len(made.chances)
        self._paint_axis(painter, made, QRectF(left, 0, max(right - left, 1), bottom))

    def _paint_row(
        self, painter: QPainter, chance: Chance, area: QRectF, edges: np.ndarray
    ) -> None:
        theme, px = self._theme, self._theme.px
        painter.setFont(theme.font(BODY))
        painter.setPen(QColor(theme.text))
        name = QRectF(px(12), area.top(), area.left() - px(20), area.height())
        painter.drawText(name, int(Qt.AlignmentFlag.AlignVCenter), tr(chance.title))
        low, high = float(edges[0]), float(edges[-1])
        bars = area.adjusted(0, 0, 0, -px(12))
        counts, _ = np.histogram(chance.values, edges)
        top = max(int(counts.max()), 1)
        wide = area.width() / BINS
        for k, count in enumerate(counts):
            if not count:
                continue
            tall = max(bars.height() * count / top, 2.0)  # rare draws stay visible
            bar = QRectF(bars.left() + k * wide, bars.bottom() - tall, wide, tall)
            painter.fillRect(bar.adjusted(0.5, 0, -0.5, 0), tint(theme.accent, 0.45))
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.drawLine(bars.bottomLeft(), bars.bottomRight())
        self._paint_spread(painter, chance, bars, (low, high))
        painter.setFont(theme.font(SMALL))
        self._paint_outside(painter, chance, bars, (low, high))
        painter.setPen(QColor(theme.secondary))
        words = QRectF(area.right() + px(14), area.top(), px(230), area.height())
        text = tr(
            "mean {mean} ± {error}\nspread {spread}",
            mean=num(chance.mean, 3),
            error=num(chance.error, 2),
            spread=num(chance.spread, 3),
        )
        if chance.estimator == NORMALISED:
            text += tr("\na direction of another length")
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), text)

    def _paint_spread(
        self,
        painter: QPainter,
        chance: Chance,
        bars: QRectF,
        ends: tuple[float, float],
    ) -> None:
        """A bar from mean − spread to mean + spread, and the mean."""
        theme, px = self._theme, self._theme.px
        left = self._x(chance.mean - chance.spread, bars, *ends)
        right = self._x(chance.mean + chance.spread, bars, *ends)
        y = bars.bottom() + px(3)
        bar = QRectF(left, y, max(right - left, 2.0), px(5))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        painter.drawRoundedRect(bar, 2, 2)
        if not ends[0] <= chance.mean <= ends[1]:
            return
        x = self._x(chance.mean, bars, *ends)
        painter.setPen(QPen(QColor(theme.accent), 2))
        painter.drawLine(QPointF(x, bars.top()), QPointF(x, bar.bottom()))

    def _paint_outside(
        self,
        painter: QPainter,
        chance: Chance,
        bars: QRectF,
        ends: tuple[float, float],
    ) -> None:
        """At the ends, the number of draws beyond them."""
        below, above = chance.outside(*ends)
        painter.setPen(QColor(self._theme.secondary))
        place = bars.adjusted(2, 0, -2, -self._theme.px(4))
        bottom = Qt.AlignmentFlag.AlignBottom
        if below:
            words = f"◂ {shown_count(below)}"
            painter.drawText(place, int(bottom | Qt.AlignmentFlag.AlignLeft), words)
        if above:
            words = f"{shown_count(above)} ▸"
            painter.drawText(place, int(bottom | Qt.AlignmentFlag.AlignRight), words)

    def _paint_axis(self, painter: QPainter, made: Chances, area: QRectF) -> None:
        theme, px = self._theme, self._theme.px
        low, high = made.span
        painter.setFont(theme.font(SMALL))
        below = QRectF(area.left(), area.bottom() + px(2), area.width(), px(20))
        painter.setPen(QColor(theme.secondary))
        painter.drawText(below, int(Qt.AlignmentFlag.AlignLeft), num(low, 3))
        painter.drawText(below, int(Qt.AlignmentFlag.AlignRight), num(high, 3))
        if made.exact is None:
            return
        x = self._x(made.exact, area, low, high)
        painter.setPen(QPen(QColor(theme.warning), 1.6, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, px(2)), QPointF(x, area.bottom()))
        place = QRectF(x - px(80), below.top(), px(160), px(20))
        painter.setPen(QColor(theme.warning))
        words = tr("exact {exact}", exact=num(made.exact, 3))
        painter.drawText(place, int(Qt.AlignmentFlag.AlignHCenter), words)

    def _x(self, value: float, area: QRectF, low: float, high: float) -> float:
        share = (value - low) / (high - low)
        return area.left() + area.width() * min(max(share, 0.0), 1.0)


class ChancePage(AskingPage):
    """A derivative, a button that draws more, a histogram for each estimator."""

    still = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draws = MORE
        self.made: Chances | None = None
        self.chooser = EntryChooser(tr("∂J by"), self)
        words = tr("Draw {MORE} more", MORE=shown_count(MORE))
        self.more = TextButton(
            words, Tip(words, tr("Makes the means more precise.")), parent=self
        )
        self.said = Label(self)
        self.said.setWordWrap(True)
        self.picture = Histograms(self)
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 0)
        head.setSpacing(12)
        head.addWidget(self.chooser)
        head.addWidget(self.more)
        head.addStretch(1)
        words_row = QVBoxLayout()
        words_row.setContentsMargins(12, 0, 12, 0)
        words_row.addWidget(self.said)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(words_row)
        layout.addWidget(scrolled(self.picture, tr("Estimates"), self), 1)
        self.chooser.changed.connect(self.changed)
        self.more.clicked.connect(self._on_more)

    @property
    def ask(self) -> Ask:
        """The chosen entry, with the present number of draws."""
        return AskChances(*self.chooser.chosen, self.draws)

    @property
    def shown(self) -> dict[str, float | str]:
        """``draws``: how many there are on the screen."""
        return {"draws": float(self.made.draws)} if self.made is not None else {}

    def _on_more(self) -> None:
        self.draws = min(self.draws + MORE, MOST_DRAWS)
        self.changed.emit()

    def follow(self, leader: AskingPage) -> None:
        """Use the same entry and number of draws."""
        if isinstance(leader, ChancePage):
            name, entry = leader.chooser.chosen
            self.missing = "" if self.chooser.choose(name, entry) else name
            self.draws = leader.draws

    def show_made(self, made: object, walk: Walk) -> None:
        """Show the estimates, or the reason why there are none."""
        leaves = [(n.name, n.value.shape) for n in walk.nodes if n.kind == "parameter"]
        self.chooser.fill(leaves, *usual_entry(walk))
        drawn = isinstance(made, Chances)
        self.more.setEnabled(drawn and self.draws < MOST_DRAWS)
        if not isinstance(made, Chances):
            self.made = None
            self.said.setText("")
            self.picture.show_chances(None, f"{made}.")
            return
        self.made = made
        self.said.setText(sentence(made, walk))
        self.picture.show_chances(made)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        super().set_theme(theme)
        self.chooser.set_theme(theme)
        self.more.set_theme(theme)
        self.more.setFixedHeight(theme.px(26))
        self.said.setFont(theme.font(BODY))
        self.picture.set_theme(theme)


def sentence(made: Chances, walk: Walk) -> str:
    """What was drawn, and what it is compared with."""
    text = tr(
        "∂J/∂{title} on {words}, from {draws} draws each. A line is the "
        "mean, ± its standard error; the bar below it is one spread "
        "(standard deviation) either way; numbers at the ends count draws "
        "beyond them",
        title=made.title,
        words=walk.subject.words,
        draws=shown_count(made.draws),
    )
    if made.exact is None:
        text += tr(". There is no exact value: {why_not}.", why_not=made.why_not)
    else:
        text += tr("; dashed is the exact derivative of the expected loss.")
    return f"{text} {_learned_words(made, walk)}".rstrip()


def _learned_words(made: Chances, walk: Walk) -> str:
    """Where the learned baseline comes from."""
    if not any(chance.estimator == LEARNED for chance in made.chances):
        return ""
    hidden = walk.subject.network.hidden
    layers = [hidden[i] for i in sampling_layers(walk.subject.network)]
    if all(layer.estimator == LEARNED for layer in layers):
        return tr("The learned baseline is the one that this network has learned.")
    return tr("For each draw, the learned baseline is fitted to the earlier draws.")
