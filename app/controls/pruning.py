"""Prune: cut every link with a small weight, and report the effect on the loss."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from app.editing.state import AppState
from app.look.theme import SMALL, Theme
from app.widgets.label import Label
from app.widgets.number_field import NumberField
from app.widgets.rows import ROW, Row
from app.widgets.tip import Tip, set_tip
from core.analysis.ablation import loss_change
from core.edits.wiring import links, pruning
from core.language import tr

_START, _MOST = 0.1, 1e6


class PruneRow(Row):
    """The limit, the button, and below them what the last pruning did."""

    label_room = 122

    def __init__(self, state: AppState) -> None:
        tip = Tip(
            tr("Prune weights below"),
            tr("Cuts every link whose weight is smaller in magnitude than this."),
            r"|w| < \theta \;\Rightarrow\; w = 0",
        )
        self.field = NumberField(tip.title, 0.0, _MOST, 0.001, log=True)
        super().__init__(tip, self.field)
        self._state = state
        self.drop_reset()
        self.field.set_value(_START)
        self.button = QPushButton(tr("Prune"), self)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(self.button, Tip(tr("Prune"), tr("Cut the links; undo restores them.")))
        self.button.setAccessibleName(tr("Prune"))
        self.button.clicked.connect(self.prune)
        self.body.addWidget(self.button, alignment=Qt.AlignmentFlag.AlignRight)
        self.report = Label(self)
        self.report.setObjectName("hint")
        self.report.setWordWrap(True)
        self.report.hide()
        self.body.addWidget(self.report)

    def prune(self) -> None:
        """Cut the links, and report links and loss."""
        state = self._state
        shown = state.shown_snapshot
        network = shown.network
        if network != state.shown_run.network:
            return  # the engine has not switched to this network yet
        edit = pruning(network, shown.theta, self.field.value)
        whole = sum(int(links(network, i).sum()) for i in range(network.depth))
        if not edit.count:
            self._say(
                tr("None of the {whole} links has a weight that small.", whole=whole)
            )
            return
        change = loss_change(shown, edit)
        if state.editing.apply(edit):
            self._say(
                tr(
                    "{count} of {whole} links cut: {text}.",
                    count=edit.count,
                    whole=whole,
                    text=change.text,
                )
            )

    def _say(self, sentence: str) -> None:
        self.report.setText(sentence)
        self.report.setAccessibleName(sentence)
        self.report.show()

    def set_theme(self, theme: Theme) -> None:
        """Apply the font and row height of ``theme``."""
        super().set_theme(theme)
        self.field.setFixedSize(theme.px(64), theme.px(ROW))
        self.button.setFont(theme.font())
        self.button.setFixedHeight(theme.px(ROW))
        self.report.setFont(theme.font(SMALL))
