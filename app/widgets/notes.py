"""Messages of the window: the help line, banners, a passing note."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QPushButton, QWidget

from app.look.icons import icon_pixmap
from app.look.theme import LIGHT, Theme
from app.widgets.buttons import IconButton
from app.widgets.label import Label
from app.widgets.tip import Tip
from core.language import tr

MARGIN = 32  # between a passing note and the sides of its parent
LEAST_SENTENCE = 240  # width at 100 %; with less, buttons go below the sentence


def _announce(widget: QWidget) -> None:
    """Have screen readers announce the name of ``widget``."""
    if QAccessible.isActive():
        event = QAccessibleEvent(widget, QAccessible.Event.Alert)
        QAccessible.updateAccessibility(event)


class Banner(QFrame):
    """A line across the views: an icon, a sentence, what helps, and a cross."""

    dismissed = Signal()

    def __init__(
        self, kind: str, icon_name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(kind)  # "help", "alarm" or "status": styled by it
        self._icon_name = icon_name
        self._theme = LIGHT
        self._picture = Label(self)
        self.sentence = Label(self)
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.offers: list[QPushButton] = []
        self.cross = IconButton(
            "close", Tip(tr("Dismiss"), tr("Dismiss.")), size=24, glyph=16, parent=self
        )
        self.cross.clicked.connect(self._on_dismissed)
        self._help = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._help.setSpacing(8)
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(12, 4, 4, 4)
        self._layout.setSpacing(8)
        self._layout.setColumnStretch(1, 1)
        self._layout.addWidget(self._picture, 0, 0)
        self._layout.addWidget(self.sentence, 0, 1)
        self._layout.addLayout(self._help, 0, 2)
        self._layout.addWidget(self.cross, 0, 3)
        self._below = False  # the buttons are below the sentence
        self.hide()

    def say(self, sentence: str) -> None:
        """Show ``sentence``."""
        self.sentence.setText(sentence)
        self.setAccessibleName(sentence)
        self.show()
        _announce(self)

    def offer(self, actions: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """Put buttons after the sentence; the first is the most useful one."""
        for text, act in actions:
            button = QPushButton(text, self)
            button.setAccessibleName(text)
            button.clicked.connect(act)
            self._help.addWidget(button)
            self.offers.append(button)
        self.set_theme(self._theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the sentence the width that it needs to be read."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wide = sum(button.sizeHint().width() + 8 for button in self.offers)
        room = self.width() - self._theme.px(80)
        Direction = QBoxLayout.Direction
        self._help.setDirection(
            Direction.LeftToRight if wide <= room else Direction.TopToBottom
        )
        below = bool(self.offers) and room - wide < self._theme.px(LEAST_SENTENCE)
        if below == self._below:
            return
        self._below = below
        self._layout.removeItem(self._help)
        align = Qt.AlignmentFlag.AlignLeft if below else Qt.AlignmentFlag(0)
        row, column = (1, 1) if below else (0, 2)
        self._layout.addLayout(self._help, row, column, align)

    def _on_dismissed(self) -> None:
        self.hide()
        self.dismissed.emit()

    def set_theme(self, theme: Theme) -> None:
        """Apply the colours and fonts of ``theme``."""
        self._theme = theme
        colour = {"alarm": theme.bad, "help": theme.accent}.get(
            self.objectName(), theme.secondary
        )
        ratio = self.devicePixelRatioF()
        size = theme.px(18)
        self._picture.setPixmap(icon_pixmap(self._icon_name, colour, size, ratio))
        self.sentence.setFont(theme.font())
        for button in self.offers:
            button.setFont(theme.font())
            button.setFixedHeight(theme.px(26))
        self.cross.set_theme(theme)
        self.setMinimumHeight(theme.px(36))
        self._fit()


class Toast(Label):
    """A short note over the bottom of its parent that disappears by itself."""

    SECONDS = 4.0  # at least
    READ = 15.0  # letters per second: a long sentence stays longer

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setObjectName("toast")
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.timeout.connect(self.hide)
        parent.installEventFilter(self)
        self.hide()

    def say(self, sentence: str) -> None:
        """Show ``sentence`` for a few seconds."""
        self.setText(sentence)
        self._place()
        self.show()
        self.raise_()
        _announce(self)
        self.timer.start(round(1000 * max(self.SECONDS, len(sentence) / self.READ)))

    def _place(self) -> None:
        self.setWordWrap(False)
        self.adjustSize()
        room = self._over.width() - 2 * MARGIN
        if self.width() > room:
            self.setWordWrap(True)
            self.resize(room, self.heightForWidth(room))
        x = (self._over.width() - self.width()) // 2
        self.move(x, self._over.height() - self.height() - 96)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle when the window is resized."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def set_theme(self, theme: Theme) -> None:
        """Apply the fonts of ``theme``."""
        self.setFont(theme.font())
