"""The page of the Walk view that shows one update, parameter by parameter."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.look.formulas import formula_pixmap
from app.look.theme import BODY, LIGHT, Theme
from app.views.walk.jobs import WalkResult
from app.widgets.label import Label, RichLabel
from core.analysis.walk_update import Update, UpdateOf
from core.analysis.walk_words import entry_title, num, title
from core.language import tr
from core.training.optimisers import OPTIMISERS

MOST_ROWS = 60


class UpdatePage(QWidget):
    """The optimiser's formula, one row of numbers per entry, and J before and after."""

    chosen = Signal()  # another parameter

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.told_update: Update | None = None
        self._words = ""
        self.missing = ""  # what another run shows and this one lacks
        self.chooser = QComboBox(self)
        self.chooser.setAccessibleName(tr("Parameter"))
        self.formula = Label(self)
        self.said = Label(self)
        self.said.setWordWrap(True)
        self.table = RichLabel(self)
        self.table.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.table.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        inner = QWidget(self)
        inner.setObjectName("updateTable")
        inner.setStyleSheet("#updateTable { background: transparent; }")
        inside = QVBoxLayout(inner)
        inside.setContentsMargins(12, 0, 12, 12)
        inside.addWidget(self.table)
        inside.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidget(inner)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName(tr("Update, entry by entry"))
        scroll.viewport().setAutoFillBackground(False)
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 0)
        head.setSpacing(16)
        head.addWidget(self.chooser, 0, Qt.AlignmentFlag.AlignLeft)
        head.addWidget(self.formula)
        head.addStretch(1)
        words = QHBoxLayout()
        words.setContentsMargins(12, 0, 12, 0)
        words.addWidget(self.said)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(words)
        layout.addWidget(scroll, 1)
        self._head = head
        self.chooser.currentIndexChanged.connect(self._on_chosen)

    def _on_chosen(self) -> None:
        self._show()
        self.chosen.emit()

    @property
    def parameter(self) -> str:
        """The parameter that is shown, or ``all``."""
        return str(self.chooser.currentData() or "all")

    def follow(self, name: str) -> None:
        """Show the same parameter as another run, if it exists."""
        at = self.chooser.findData(name)
        self.missing = title(name) if at < 0 < self.chooser.count() else ""
        if at >= 0 and at != self.chooser.currentIndex():
            with QSignalBlocker(self.chooser):
                self.chooser.setCurrentIndex(at)
            self._show()

    def set_compared(self, compared: bool) -> None:
        """Next to another run, the formula has a line of its own."""
        way = QBoxLayout.Direction
        self._head.setDirection(way.TopToBottom if compared else way.LeftToRight)
        self._head.setSpacing(4 if compared else 16)

    def show_result(self, result: WalkResult) -> None:
        """Show an update."""
        update = result.update
        if update is None:
            return
        names = ["all", *(p.name for p in update.parameters)]
        if names != [self.chooser.itemData(i) for i in range(self.chooser.count())]:
            kept = self.chooser.currentData()
            self.chooser.blockSignals(True)
            self.chooser.clear()
            for name in names:
                words = tr("All parameters") if name == "all" else title(name)
                self.chooser.addItem(words, name)
            self.chooser.setCurrentIndex(names.index(kept) if kept in names else 0)
            self.chooser.blockSignals(False)
        self.told_update = update
        self._words = result.walk.subject.words
        self._show()

    def _show(self) -> None:
        update = self.told_update
        if update is None:
            return
        rule = OPTIMISERS[update.optimiser]
        pixmap = formula_pixmap(
            rule.formula, self._theme.text, self._theme.px(14), self.devicePixelRatioF()
        )
        self.formula.setPixmap(pixmap)
        what = tr("One step on {words}. ", words=self._words)
        self.said.setText(what + update.sentence)
        chosen = self.chooser.currentData()
        shown = [p for p in update.parameters if chosen in ("all", p.name)]
        self.table.setText(self._html(update, shown))

    def _html(self, update: Update, parameters: list[UpdateOf]) -> str:
        secondary, flow = self._theme.secondary, self._theme.accent
        kept = update.columns
        heads = ["", tr("before"), tr("gradient g")]
        for letter in kept:
            heads += [
                tr("{letter} before", letter=letter),
                tr("{letter} after", letter=letter),
            ]
        heads += [tr("change"), tr("after")]
        cells = "".join(
            f"<td align='right' style='color:{secondary};padding:2px 5px'>{h}</td>"
            for h in heads
        )
        rows = [f"<tr>{cells}</tr>"]
        left = 0
        for parameter in parameters:
            for k in range(parameter.before.size):
                if len(rows) > MOST_ROWS:
                    left += 1
                    continue
                rows.append(self._row(parameter, k, kept, flow))
        more = (
            tr(
                "<p style='color:{secondary}'>… and {left} more</p>",
                secondary=secondary,
                left=left,
            )
            if left
            else ""
        )
        return f"<table cellspacing='0'>{''.join(rows)}</table>{more}"

    def _row(
        self, parameter: UpdateOf, k: int, kept: tuple[str, ...], flow: str
    ) -> str:
        flat = {
            "v": (parameter.moment1_before, parameter.moment1),
            "m": (parameter.moment1_before, parameter.moment1),
            "s": (parameter.moment2_before, parameter.moment2),
        }
        numbers = [parameter.before, parameter.gradient]
        for letter in kept:
            numbers += flat[letter]
        cells = [num(values.ravel()[k], 4) for values in numbers]
        name = entry_title(parameter.name, parameter.before.shape, k)
        change = num(parameter.change.ravel()[k], 3)
        if parameter.frozen:
            change = tr("frozen")
        made = [f"<td style='padding:2px 10px 2px 0'><b>{name}</b></td>"]
        made += [
            f"<td align='right' style='padding:2px 5px'>{cell}</td>" for cell in cells
        ]
        made.append(
            f"<td align='right' style='padding:2px 5px;color:{flow}'>{change}</td>"
        )
        after = num(parameter.after.ravel()[k], 4)
        made.append(f"<td align='right' style='padding:2px 5px'><b>{after}</b></td>")
        return f"<tr>{''.join(made)}</tr>"

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        for widget in (self.chooser, self.said, self.table):
            widget.setFont(theme.font(BODY))
        self.chooser.setFixedHeight(theme.px(26))
        self.chooser.setMinimumWidth(theme.px(140))
        self._show()
