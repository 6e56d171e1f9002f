"""Grid, third page: the uncertainty of several networks, and how far apart they are."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.look.theme import BODY, LIGHT, SMALL, Theme
from app.views.grid.bayes_canvas import BayesCanvas
from app.views.grid.bayes_job import Bayes
from app.views.grid.bayes_words import prior_words
from app.widgets.buttons import TextButton
from app.widgets.label import Label
from app.widgets.tip import Tip
from core.language import tr

USUAL_DROPOUT = 0.1


class BayesPage(QWidget):
    """A sentence, pictures with a map and a table, and the prior in words."""

    way_chosen = Signal(str)
    dropout_wanted = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.sentence, self.prior = Label(self), Label(self)
        for label in (self.sentence, self.prior):
            label.setWordWrap(True)
        self.canvas = BayesCanvas(self)
        words = tr("Switch on dropout of {rate}", rate=f"{USUAL_DROPOUT:.0%}")
        said = tr("Run A continues to learn with units dropped at random.")
        tip = Tip(words, said)
        self.switch = TextButton(words, tip, parent=self)
        self.switch.hide()
        head = QHBoxLayout()
        head.setContentsMargins(12, 2, 12, 2)
        head.setSpacing(12)
        head.addWidget(self.sentence, 1)
        head.addWidget(self.switch)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 0, 12, 6)
        foot.addWidget(self.prior)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.canvas, 1)
        layout.addLayout(foot)
        self.canvas.way_chosen.connect(self.way_chosen)
        self.switch.clicked.connect(lambda: self.dropout_wanted.emit(USUAL_DROPOUT))
        self.set_theme(LIGHT)

    @property
    def result(self) -> Bayes | None:
        """The result shown."""
        return self.canvas.result

    def show_bayes(self, result: Bayes) -> None:
        """Show the newest members."""
        self.sentence.setText(result.sentence)
        self.prior.setText(prior_words(result))
        run = result.main.run
        missing = result.way == "dropout" and not run.training.dropout
        self.switch.setVisible(missing and bool(run.hidden))
        self.canvas.show_bayes(result)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """If space is short, pictures take priority over text."""
        super().resizeEvent(event)
        self.prior.setVisible(self.height() > self._theme.px(340))

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.sentence.setFont(theme.font(BODY))
        self.prior.setFont(theme.font(SMALL))
        self.switch.set_theme(theme)
        self.canvas.set_theme(theme)
