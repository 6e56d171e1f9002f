"""Import of a picture: resolution, held-out areas, Fourier features."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.look.palette import image_of
from app.look.theme import Theme
from app.widgets.label import Label, RichLabel
from core.errors import BadInput
from core.language import tr
from core.numbers import shown_count
from core.problems.picture import Picture, Rectangle
from core.run import RunSpec

SIDES = (32, 64, 96, 128, 192, 256, 384, 512)
SHARES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9)
_KEY_STEP = 1 / 32  # share of a side by which a key moves the frame
_MOVES = {
    Qt.Key.Key_Left: (-_KEY_STEP, 0.0),
    Qt.Key.Key_Right: (_KEY_STEP, 0.0),
    Qt.Key.Key_Up: (0.0, -_KEY_STEP),
    Qt.Key.Key_Down: (0.0, _KEY_STEP),
}


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


class PicturePreview(QWidget):
    """The picture as it will be learned; mouse or keys mark areas to hold out."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._image = QImage()
        self._begin: QPointF | None = None
        self._end: QPointF | None = None
        self._frame = QRectF(0.375, 0.375, 0.25, 0.25)  # moved by keys; shares
        self.rectangles: list[Rectangle] = []
        self.setMinimumSize(280, 280)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Picture; parts of it can be held out"))
        self.setAccessibleDescription(
            tr("Arrows move a frame, with Shift they resize it; Enter holds it out.")
        )

    def sizeHint(self) -> QSize:
        """A square of moderate size."""
        return QSize(340, 340)

    def show_problem(self, problem: Picture) -> None:
        """Show the pixels, those held out of training in grey."""
        pixels = problem.pixels.copy()
        sample = problem.draw(0, np.random.default_rng(0))
        held = problem.held_out(sample.x).reshape(pixels.shape[:2])
        grey = pixels[held].mean(axis=1, keepdims=True)
        ground = 40 if self._theme.dark else 225
        pixels[held] = (0.35 * grey + 0.65 * ground).astype(np.uint8)
        self._image = image_of(pixels)
        self.update()

    def area(self) -> QRectF:
        """Where the picture is drawn."""
        size = self._image.size()
        if size.isEmpty():
            return QRectF(self.rect())
        fitted = size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        left = (self.width() - fitted.width()) / 2
        top = (self.height() - fitted.height()) / 2
        return QRectF(left, top, fitted.width(), fitted.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The picture, then the rectangle being marked."""
        painter = QPainter(self)
        painter.drawImage(self.area(), self._image)
        if self._begin is not None and self._end is not None:
            self._mark(painter, QRectF(self._begin, self._end).normalized())
        elif self.hasFocus():
            area, frame = self.area(), self._frame
            self._mark(
                painter,
                QRectF(
                    area.left() + frame.left() * area.width(),
                    area.top() + frame.top() * area.height(),
                    frame.width() * area.width(),
                    frame.height() * area.height(),
                ),
            )

    def _mark(self, painter: QPainter, marked: QRectF) -> None:
        # Two alternating colours: one of them contrasts with any picture.
        for colour, style in (
            (self._theme.pane, Qt.PenStyle.SolidLine),
            (self._theme.accent, Qt.PenStyle.DashLine),
        ):
            painter.setPen(QPen(QColor(colour), 2, style))
            painter.drawRect(marked)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the frame, with Shift they size it; Enter holds it out."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            frame = self._frame
            self._hold_out(frame.left(), frame.top(), frame.right(), frame.bottom())
            return
        by = _MOVES.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
            return
        frame = QRectF(self._frame)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            frame.setWidth(_within(frame.width() + by[0], _KEY_STEP, 1 - frame.left()))
            frame.setHeight(_within(frame.height() + by[1], _KEY_STEP, 1 - frame.top()))
        else:
            frame.moveTo(
                _within(frame.left() + by[0], 0.0, 1 - frame.width()),
                _within(frame.top() + by[1], 0.0, 1 - frame.height()),
            )
        self._frame = frame
        self.update()

    def _hold_out(self, left: float, top: float, right: float, bottom: float) -> None:
        """Hold out an area, given in shares of the picture."""
        self.rectangles.append(Rectangle(left, top, min(1.0, right), min(1.0, bottom)))
        self.changed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a rectangle."""
        self._begin = self._end = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Resize the rectangle."""
        if self._begin is not None:
            self._end = event.position()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Hold out the rectangle, if it is large enough."""
        begin, self._begin = self._begin, None
        if begin is None:
            return
        area = self.area()
        marked = QRectF(begin, event.position()).normalized() & area
        if marked.width() >= 4 and marked.height() >= 4:
            self._hold_out(
                (marked.left() - area.left()) / area.width(),
                (marked.top() - area.top()) / area.height(),
                (marked.right() - area.left()) / area.width(),
                (marked.bottom() - area.top()) / area.height(),
            )
        self.update()


class PictureDialog(QDialog):
    """Makes a `Picture` problem from an image; `problem` is the result."""

    def __init__(
        self, name: str, image: QImage, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Import {name}", name=name))
        self._image = image
        self._problem: Picture | None = None
        head = RichLabel(
            tr("<b>A network learns the colour of every pixel (x, y).</b>"), self
        )
        self.preview = PicturePreview(theme, self)
        self.preview.changed.connect(self._renew)
        self.side = self._chooser(
            tr("Longer side"), [(tr("{n} pixels", n=n), n) for n in SIDES]
        )
        self.side.setCurrentIndex(SIDES.index(128))
        self.share = self._chooser(
            tr("Random pixels held out"),
            [(tr("none") if not s else f"{s:.0%}", s) for s in SHARES],
        )
        self.fourier = QCheckBox(tr("Fourier features"), self)
        self.fourier.setAccessibleName(tr("Fourier features"))
        self.fourier.setChecked(True)
        self.clear = QPushButton(tr("Clear held-out parts"), self)
        self.clear.setAccessibleName(tr("Clear held-out parts"))
        self.clear.clicked.connect(self._clear)
        self.sentence = Label(self)
        self.sentence.setWordWrap(True)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(12)
        form.addRow(tr("Longer side"), self.side)
        form.addRow(tr("Random pixels held out"), self.share)
        form.addRow(tr("Inputs"), self.fourier)
        form.addRow(tr("Held-out parts"), self.clear)
        hint = Label(
            tr(
                "Drag over the picture to hold out a part of it, or frame it "
                "with the arrow keys and Shift and press Enter: what the "
                "network puts there shows what it has understood. Fourier "
                "features let it learn fine detail; without them it starts "
                "with smooth shapes."
            ),
            self,
        )
        hint.setWordWrap(True)
        hint.setObjectName("hint")
        side = QVBoxLayout()
        side.setSpacing(12)
        side.addLayout(form)
        side.addWidget(hint)
        side.addStretch(1)
        side.addWidget(self.sentence)
        middle = QHBoxLayout()
        middle.setSpacing(24)
        middle.addWidget(self.preview, 1)
        middle.addLayout(side, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.rejected.connect(self.reject)
        self.accept_button = QPushButton(tr("Import"), self)
        self.accept_button.setAccessibleName(tr("Import"))
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self.accept)
        buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addWidget(head)
        layout.addLayout(middle, 1)
        layout.addWidget(buttons)
        self.resize(720, 480)
        self.side.setFocus()  # Enter imports unless the picture has the focus
        self._renew()

    def _chooser(self, name: str, items: list[tuple[str, float]]) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        for text, value in items:
            box.addItem(text, value)
        box.currentIndexChanged.connect(self._renew)
        return box

    def _clear(self) -> None:
        self.preview.rectangles = []
        self.share.setCurrentIndex(0)
        self._renew()

    def _renew(self) -> None:
        if not hasattr(self, "accept_button"):
            return  # while the dialog is being built
        side = int(self.side.currentData())
        try:
            self._problem = Picture(
                scaled(self._image, side),
                tuple(self.preview.rectangles),
                float(self.share.currentData()),
            )
        except BadInput as error:
            self.sentence.setText(str(error))
            self.accept_button.setEnabled(False)
            return
        self.preview.show_problem(self._problem)
        height, width = self._problem.pixels.shape[:2]
        self.sentence.setText(
            tr(
                "{width} × {height}: {count} examples",
                width=width,
                height=height,
                count=shown_count(width * height),
            )
        )
        self.accept_button.setEnabled(True)

    @property
    def problem(self) -> Picture:
        """The problem as chosen."""
        assert self._problem is not None
        return self._problem

    def run(self) -> RunSpec:
        """A run that learns it."""
        from app.editing.starting import own_run

        return own_run(self.problem, fourier=self.fourier.isChecked())


def scaled(image: QImage, side: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The pixels of an image, its longer side at most ``side``."""
    if max(image.width(), image.height()) > side:
        image = image.scaled(
            side,
            side,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    h, w = plain.height(), plain.width()
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(h, plain.bytesPerLine())
    return rows[:, : 3 * w].reshape(h, w, 3).copy()
