"""Drawing on the Output view: the surface that takes the mouse, and its tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QIcon,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.editing.drawing import NEAR
from app.look.markers import marker_path
from app.look.numbers import shown_number
from app.look.palette import tint
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.key_canvas import ARROWS, ENTER, KeyCanvas
from app.widgets.buttons import IconButton
from app.widgets.label import Label
from app.widgets.tip import Tip, set_tip
from core.language import mark, tr

if TYPE_CHECKING:
    from app.editing.drawing import Drawing, Tool
    from app.plane.canvas import PlaneCanvas

_TOOLS: tuple[tuple[Tool, str, str, str], ...] = (
    ("paint", "pencil", mark("Paint"), mark("Press or drag to add points.")),
    ("erase", "eraser", mark("Erase"), mark("Press or drag to erase points.")),
    ("move", "hand", mark("Move"), mark("Drag a single point.")),
)
_STEPS = 100  # of the value slider


class DrawSurface(KeyCanvas):
    """Covers a picture of the plane and turns mouse and keys into strokes."""

    keys = mark(
        "Arrows move the brush, Enter paints or erases there; with the "
        "hand, Enter picks up the nearest point or puts it down. Escape "
        "stops drawing."
    )

    def __init__(self, canvas: PlaneCanvas, drawing: Drawing) -> None:
        super().__init__(canvas)
        self._canvas, self._drawing = canvas, drawing
        self.at: QPointF | None = None
        self._holds = False  # a point was grabbed by a key
        self.theme: Theme = LIGHT
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setAccessibleName(tr("Drawing surface"))
        self.setGeometry(canvas.rect())
        canvas.installEventFilter(self)
        self.show()
        # One stop for Tab: what is below cannot be reached meanwhile.
        canvas.hand_on(self)
        canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def end(self) -> None:
        """Give the focus back to the picture, and remove the surface."""
        self._canvas.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hand_on(self._canvas)
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the picture."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._canvas.rect())
        return False

    def place_of(self, at: QPointF) -> tuple[float, float, float]:
        """A point of the plane, and how much of it a pixel spans."""
        x, y = self._canvas.to_plane(at)
        beside, _ = self._canvas.to_plane(QPointF(at.x() + 1, at.y()))
        return x, y, beside - x

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a stroke."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._drawing.press(*self.place_of(event.position()))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Continue the stroke, or show the brush."""
        self.at = event.position()
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._drawing.drag(*self.place_of(event.position()))
        self.update()
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End it."""
        self._drawing.release()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Two quick dabs are two dabs."""
        self.mousePressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Hide the brush."""
        self.at = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The outline of the brush, or of the hand's reach."""
        painter = QPainter(self)
        self.draw_focus(painter, self.theme)
        hand = self._drawing.tool == "move"
        # The mouse has its own pointer; a hand moved by keys does not.
        if self.at is None or (hand and not (self.hasFocus() and self._by_keys)):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(tint(self.theme.text, 0.8), 1))
        radius = self._drawing.size
        if self._drawing.tool == "paint" and self._drawing.density == 1:
            radius = 4.0
        if hand:
            radius = 4.0 if self._holds else NEAR
        painter.drawEllipse(self.at, radius, radius)

    # -- keys ------------------------------------------------------------------------

    def key_used(self, key: Qt.Key) -> bool:
        """Move the brush, or use it where it is."""
        if key in ARROWS:
            self._move_brush(*ARROWS[key])
        elif key in ENTER and self.at is not None:
            self._use_brush(self.at)
        else:
            return False
        return True

    def _move_brush(self, right: int, down: int) -> None:
        """Move by a fiftieth of the picture; the first press starts in its middle."""
        area = self._canvas.area()
        at = QPointF(area.center())
        if self.at is not None:
            step = max(2.0, 0.02 * min(area.width(), area.height()))
            at = self.at + QPointF(step * right, step * down)
        at.setX(min(max(at.x(), area.left()), area.right()))
        at.setY(min(max(at.y(), area.top()), area.bottom()))
        self.at = at
        x, y, unit = self.place_of(at)
        if self._holds:
            self._drawing.drag(x, y, unit)
        self.tell(f"x₁ {shown_number(x)}, x₂ {shown_number(y)}")

    def _use_brush(self, at: QPointF) -> None:
        if not self._holds:
            self._drawing.press(*self.place_of(at))
        self._holds = self._drawing.tool == "move" and not self._holds
        if not self._holds:
            self._drawing.release()

    def keys_left(self) -> None:
        """Drop a grabbed point, and hide the brush."""
        if self._holds:
            self._holds = False
            self._drawing.release()
        self.at = None


class DrawBar(QFrame):
    """Tools, classes or values, size and density, at the foot of the view."""

    def __init__(self, drawing: Drawing, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self._drawing, self._over = drawing, parent
        self._theme: Theme = LIGHT
        self.tools: dict[str, IconButton] = {}
        self.swatches: list[QToolButton] = []
        self._swatch_key: tuple[object, ...] = ()
        group = QButtonGroup(self)
        first, second = QHBoxLayout(), QHBoxLayout()
        for row in (first, second):
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(4)
        for name, glyph, title, words in _TOOLS:
            button = IconButton(
                glyph, Tip(tr(title), tr(words)), size=26, glyph=18, parent=self
            )
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, n=name: drawing.use(n))
            group.addButton(button)
            self.tools[name] = button
            first.addWidget(button)
        first.addSpacing(8)
        self._classes = QHBoxLayout()
        self._classes.setSpacing(2)
        first.addLayout(self._classes)
        self.value = self._slider(
            tr("Value"), tr("The value the brush paints."), _STEPS
        )
        self.value.valueChanged.connect(self._on_value)
        self.value_label = Label(self)
        first.addWidget(self.value, 1)
        first.addWidget(self.value_label)
        first.addStretch(0)
        self.done = IconButton(
            "close",
            Tip(tr("Stop drawing"), tr("Stop drawing and read values again.")),
            size=26,
            glyph=16,
            parent=self,
        )
        self.done.clicked.connect(drawing.toggle)
        self.size_slider = self._slider(
            tr("Size"), tr("Radius of brush and eraser."), 60, 4
        )
        self.size_slider.valueChanged.connect(lambda v: drawing.set_brush(size=v))
        self.density = self._slider(tr("Density"), tr("Points per dab."), 20, 1)
        self.density.valueChanged.connect(lambda v: drawing.set_brush(density=v))
        self._words = [Label(tr("Size"), self), Label(tr("Density"), self)]
        second.addWidget(self._words[0])
        second.addWidget(self.size_slider, 1)
        second.addSpacing(8)
        second.addWidget(self._words[1])
        second.addWidget(self.density, 1)
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addLayout(first, 1)
        top.addWidget(self.done)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 4, 6)
        layout.setSpacing(2)
        layout.addLayout(top)
        layout.addLayout(second)
        drawing.changed.connect(self.renew)

    def _slider(self, name: str, words: str, most: int, least: int = 0) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setRange(least, most)
        slider.setAccessibleName(name)
        slider.setMinimumWidth(48)
        set_tip(slider, Tip(name, words))
        return slider

    def _on_value(self, step: int) -> None:
        low, high = self._drawing.range
        self._drawing.set_brush(value=low + (high - low) * step / _STEPS)

    def renew(self) -> None:
        """Show the tool and the brush in use."""
        drawing = self._drawing
        if not drawing.active:
            return
        self.tools[drawing.tool].setChecked(True)
        self._renew_swatches()
        painted = bool(drawing.classes)
        self.value.setVisible(not painted)
        self.value_label.setVisible(not painted)
        if not painted:
            low, high = drawing.range
            share = (drawing.value - low) / (high - low)
            _set(self.value, round(_STEPS * min(1.0, max(0.0, share))))
            self.value_label.setText(shown_number(drawing.value))
        _set(self.size_slider, round(drawing.size))
        _set(self.density, drawing.density)

    def _renew_swatches(self) -> None:
        drawing = self._drawing
        key = (drawing.classes, self._theme)
        if key != self._swatch_key:
            self._swatch_key = key
            for old in self.swatches:
                self._classes.removeWidget(old)
                old.deleteLater()
            self.swatches = [self._swatch(k) for k in range(drawing.classes)]
        for k, button in enumerate(self.swatches):
            button.setChecked(k == drawing.label and drawing.tool == "paint")

    def _swatch(self, k: int) -> QToolButton:
        theme, ratio = self._theme, self.devicePixelRatioF()
        side = theme.px(18)
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(side / 2, side / 2)
        known = k < self._drawing.classes - 1 or k == 7
        colour = theme.class_colour(k)
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(colour if known else QColor(Qt.GlobalColor.transparent))
        painter.drawPath(marker_path(theme.class_symbol(k), theme.px(11)))
        painter.end()
        button = QToolButton(self)
        button.setCheckable(True)
        button.setIcon(QIcon(picture))
        button.setIconSize(QSize(side, side))
        button.setFixedSize(theme.px(26), theme.px(26))
        title = tr("Class {k}", k=k) if known else tr("New class {k}", k=k)
        button.setAccessibleName(title)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(button, Tip(title, tr("The class the brush paints.")))
        button.clicked.connect(lambda _=False: self._drawing.set_brush(label=k))
        self._classes.addWidget(button)
        button.show()
        return button

    def place(self) -> None:
        """Place the bar at the foot of the view, as wide as it is, up to a limit."""
        over = self._over
        width = min(over.width() - 16, self._theme.px(420))
        height = self.sizeHint().height()
        self.setGeometry(
            (over.width() - width) // 2, over.height() - height - 8, width, height
        )
        self.raise_()

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        for button in [*self.tools.values(), self.done]:
            button.set_theme(theme)
        for label in [*self._words, self.value_label]:
            label.setFont(theme.font(SMALL))
        self.value_label.setMinimumWidth(theme.px(40))
        self.renew()


def _set(slider: QSlider, value: int) -> None:
    slider.blockSignals(True)
    slider.setValue(value)
    slider.blockSignals(False)
