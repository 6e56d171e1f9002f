"""The step of a lesson over the views, in large type, for a lecture."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.lessons.page import Words
from app.look.theme import LARGE, Theme
from app.widgets.label import Label
from core.language import tr
from core.lessons import Step

SHARE = 0.62  # of the window's width


class LessonOverlay(QFrame):
    """Title, text and task at the lower edge, instead of the lessons panel."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("help")
        self.setAccessibleName(tr("Step of the lesson"))
        self.title = Label(self)
        self.text, self.hint = Words(self), Words(self)
        self.back = QPushButton(tr("Back"), self)
        self.on = QPushButton(tr("Next"), self)
        foot = QHBoxLayout()
        foot.addWidget(self.hint, 1)
        foot.addWidget(self.back, 0, Qt.AlignmentFlag.AlignBottom)
        foot.addWidget(self.on, 0, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.text)
        column.addLayout(foot)
        self._grip: QPoint | None = None  # grab point while it is dragged
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        parent.installEventFilter(self)
        self.hide()

    def show_step(self, step: Step, number: int, steps: int) -> None:
        """Show a step's texts."""
        self.title.setText(
            tr(
                "{number} of {steps} · {title}",
                number=number + 1,
                steps=steps,
                title=step.title,
            )
        )
        self.text.say(step.text)
        self.hint.say(step.hint)
        self._place()

    def set_theme(self, theme: Theme) -> None:
        """Apply the colours and fonts of ``theme``."""
        self.title.setFont(theme.font(LARGE, 700))
        for words in (self.text, self.hint):
            words.set_theme(theme)
        for button in (self.back, self.on):
            button.setFont(theme.font())
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the lower edge."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start dragging the overlay."""
        self._grip = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag it; the next step is at the lower edge again."""
        if self._grip is not None:
            self.move(self.mapToParent(event.position().toPoint() - self._grip))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stop dragging."""
        self._grip = None

    def _place(self) -> None:
        parent = self.parentWidget()
        assert parent is not None
        width = round(SHARE * parent.width())
        self.setFixedWidth(width)
        height = min(self.heightForWidth(width), round(0.5 * parent.height()))
        if height <= 0:
            height = self.sizeHint().height()
        self.resize(width, height)
        self.move((parent.width() - width) // 2, parent.height() - height - 16)
        self.raise_()
