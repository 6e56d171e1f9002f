"""The left side of Ask: the question above, the answer below."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.look.rows_as_pictures import stacked
from app.look.theme import LIGHT, Theme
from app.views.ask.answer import Answer
from app.views.ask.form import Form
from app.views.ask.jobs import AskResult, examples_of
from app.views.ask.pad import Pad
from app.widgets.buttons import IconButton, TextButton
from app.widgets.label import Label
from app.widgets.number_field import NumberField
from app.widgets.rows import ROW
from app.widgets.tip import Tip, set_tip
from core.engine.snapshot import Snapshot
from core.language import mark, tr

LEAST, MOST, SHARE = 224, 400, 0.36  # pixels at 100 %, and of the view's width
INKS = {
    mark("White"): (1.0, 1.0, 1.0),
    mark("Black"): (0.0, 0.0, 0.0),
    mark("Red"): (0.9, 0.1, 0.1),
    mark("Yellow"): (0.95, 0.85, 0.1),
    mark("Green"): (0.1, 0.7, 0.2),
    mark("Blue"): (0.1, 0.3, 0.9),
    mark("Brown"): (0.5, 0.3, 0.15),
    mark("Grey"): (0.5, 0.5, 0.5),
}


class Swatches(QWidget):
    """The colours of the pen, for pictures of three channels."""

    chosen = Signal(object)  # (red, green, blue) from 0 to 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.group = QButtonGroup(self)
        self.group.setExclusive(True)
        for name, ink in INKS.items():
            button = QToolButton(self)
            button.setObjectName("flat")
            button.setCheckable(True)
            button.setAccessibleName(tr("{name} ink", name=tr(name)))
            set_tip(button, Tip(tr("{name} ink", name=tr(name))))
            button.clicked.connect(lambda _=False, ink=ink: self.chosen.emit(ink))
            self.group.addButton(button)
            layout.addWidget(button)
        self.group.buttons()[0].setChecked(True)
        layout.addStretch(1)

    def set_theme(self, theme: Theme) -> None:
        """Paint the swatches."""
        side = theme.px(14)
        for button, ink in zip(self.group.buttons(), INKS.values(), strict=True):
            picture = QPixmap(side, side)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QColor(theme.secondary))
            painter.setBrush(QColor.fromRgbF(*ink))
            painter.drawEllipse(1, 1, side - 3, side - 3)
            painter.end()
            button.setIcon(QIcon(picture))
            button.setIconSize(QSize(side, side))
            # So narrow that all eight fit beside the tools in the narrowest view.
            button.setFixedSize(theme.px(17), theme.px(24))


class Side(QWidget):
    """Which example, the pad or the form, and the answer."""

    example_chosen = Signal(int)  # from 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._next_wrong = -1
        self._theme: Theme = LIGHT
        self.caption = Label(tr("Example"), self)
        self.example = NumberField(
            tr("Example"), 1, 10_000_000, 1, whole=True, parent=self
        )
        set_tip(
            self.example,
            Tip(
                tr("Example"),
                tr(
                    "Start from an example, by number: from the test split, or from "
                    "the training split if there is no test split."
                ),
            ),
        )
        self.example.value_changed.connect(
            lambda v: self.example_chosen.emit(round(v) - 1)
        )
        self.caption.setBuddy(self.example)
        self.wrong = TextButton(
            tr("Next wrong"),
            Tip(
                tr("Next wrong example"),
                tr("The next example that the network gets wrong."),
            ),
            parent=self,
        )
        self.wrong.clicked.connect(lambda: self.example_chosen.emit(self._next_wrong))
        self.pad = Pad(self)
        self.form = Form(self)
        self.undo = IconButton(
            "undo",
            Tip(
                tr("Undo stroke"),
                tr("Undo the last stroke."),
                keys="Backspace",
            ),
            size=28,
            glyph=18,
            parent=self,
        )
        self.clear = IconButton(
            "eraser",
            Tip(
                tr("Clear the pad"),
                tr("Start with an empty picture."),
                keys="Delete",
            ),
            size=28,
            glyph=18,
            parent=self,
        )
        self.undo.clicked.connect(self.pad.undo_asked)
        self.clear.clicked.connect(self.pad.clear_asked)
        self.inks = Swatches(self)
        self.inks.chosen.connect(lambda ink: setattr(self.pad, "ink", ink))
        self.answer = Answer(self)
        self._arrange()

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.caption)
        head.addWidget(self.example)
        head.addStretch(1)
        head.addWidget(self.wrong)
        tools = QHBoxLayout()
        tools.setSpacing(2)
        tools.addWidget(self.undo)
        tools.addWidget(self.clear)
        tools.addStretch(1)
        tools.addWidget(self.inks)
        drawn = QWidget(self)
        column = QVBoxLayout(drawn)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.pad, 1)
        column.addLayout(tools)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(drawn)
        self.stack.addWidget(self.form)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 8)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.stack, 1)
        layout.addWidget(self.answer)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the pad or the form of this problem."""
        image = getattr(snapshot.run.data.problem, "image", None)
        self.stack.setCurrentIndex(0 if image else 1)
        self.inks.setVisible(image is not None and image[2] == 3)
        if image is None:
            self.form.show_snapshot(snapshot)
        else:
            self.pad.image = image
        sample, _ = examples_of(snapshot.splits)
        self.example.high = len(sample)
        self.wrong.setVisible(bool(sample.classes))

    def show_result(self, result: AskResult) -> None:
        """Show the question as it was asked, and the answer."""
        problem, question = result.snapshot.run.data.problem, result.question
        self.example.set_value(min(question.example, result.count - 1) + 1)
        self._next_wrong = result.next_wrong
        self.wrong.setEnabled(result.next_wrong >= 0)
        image = getattr(problem, "image", None)
        if image is not None:
            shown = stacked(self._theme, result.x[None], image) if result.seen else None
            self.pad.show_question(question.strokes, image, shown)
        else:
            sample, _ = examples_of(result.snapshot.splits)
            base = sample.x[min(question.example, len(sample) - 1)]
            self.form.show_point(result.x, base)
        self.undo.setEnabled(bool(question.strokes))
        self.clear.setEnabled(result.seen)
        self.answer.show_result(result)

    def fit_width(self, view: int) -> None:
        """Take a share of the width of the view, within limits."""
        px = self._theme.px
        self.setFixedWidth(round(min(px(MOST), max(px(LEAST), SHARE * view))))

    def set_theme(self, theme: Theme) -> None:
        """Pass on the theme."""
        self._theme = theme
        self.caption.setFont(theme.font())
        self.example.setFont(theme.font())
        self.example.setFixedSize(theme.px(52), theme.px(ROW))
        for part in (
            self.wrong,
            self.pad,
            self.form,
            self.undo,
            self.clear,
            self.inks,
            self.answer,
        ):
            part.set_theme(theme)
