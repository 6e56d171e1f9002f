"""One unit, large: its picture over the plane, its bias and its weights as fields."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QMainWindow,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.look.numbers import field_text, parse_number
from app.look.palette import tint
from app.look.theme import LIGHT, SMALL, Theme
from app.views.network.wish import Unit
from app.views.network.words import is_radial, rows_per_unit, unit_name
from app.widgets.buttons import IconButton
from app.widgets.label import Label, plain_tooltip
from app.widgets.number_field import NumberText
from app.widgets.tip import Tip, set_tip
from app.widgets.toggle import Toggle
from core.analysis.ablation import LossChange
from core.edits.wiring import is_ablated, links
from core.engine.snapshot import Snapshot
from core.language import mark, tr
from core.network import LEARNED_BLOCKS, ROW, UNIT, NetworkSpec

Key = tuple[str, tuple[int, ...]]  # one of `SETTABLE`; the index in it
_CUT = "cut"
_OF_A_ROW = {"b": mark("Bias")} | {
    name: known.title for name, known in LEARNED_BLOCKS.items() if known.per == ROW
}
_OF_A_UNIT = {
    name: known.title for name, known in LEARNED_BLOCKS.items() if known.per == UNIT
}
_ANY = 16_777_215  # Qt's largest height: no limit
_MOVES = {
    Qt.Key.Key_Left.value: QPoint(-1, 0),
    Qt.Key.Key_Right.value: QPoint(1, 0),
    Qt.Key.Key_Up.value: QPoint(0, -1),
    Qt.Key.Key_Down.value: QPoint(0, 1),
}
_DOCK = Tip(
    mark("Dock the card"),
    mark(
        "Beside the views, so that it covers none. Drag the card, or press Alt and an "
        "arrow key, to move it."
    ),
)
_FLOAT = Tip(mark("Undock the card"), mark("Over the window, below its unit."))


class _Map(QWidget):
    """The picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.theme: Theme = LIGHT
        self.setAccessibleName(tr("Value of the unit over the plane"))

    def sizeHint(self) -> QSize:
        side = self.theme.px(168)
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = float(min(self.width(), self.height()))
        area = QRectF(0, 0, side, side)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self.image is not None:
            painter.drawImage(area, self.image)
        painter.setPen(QPen(tint(self.theme.text, 0.25), 1))
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))


class UnitCard(QFrame):
    """A card over the window, below the unit; training continues meanwhile.

    It is a child of the window, not a popup: a popup would take keys and mouse from
    everything else. It closes with Escape, with its button, or with another click on
    the unit.
    """

    number_edited = Signal(int, str, object, float)
    link_switched = Signal(int, object)  # layer, row and column of W
    unit_switched = Signal(object)  # a Unit: off, or on again
    dock_asked = Signal()  # beside the views, or over them again
    left = Signal()  # by Escape
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tip")
        self.hide()
        self.setAccessibleName(tr("Unit"))
        self.unit: Unit | None = None
        self._place: QPoint | None = None  # where it was dragged to
        self._grip: QPoint | None = None  # grab point while it is dragged
        self._theme: Theme = LIGHT
        self.fields: dict[Key, QLineEdit] = {}
        self.cutters: dict[Key, IconButton] = {}  # a button beside each weight
        self._snapshot: Snapshot | None = None
        self._why = self._run = ""  # why its numbers cannot be changed; their run
        self.title = Label(self)
        self.map = _Map(self)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setAccessibleName(tr("Numbers of the unit"))
        self._scroll.installEventFilter(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list = QWidget()
        self._grid = QGridLayout(self._list)
        self._scroll.setWidget(self._list)  # sets the owner, even if no unit is opened
        self.docked = False
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(16)
        self._row.addWidget(self.map, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(self._scroll)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(8)
        self.button = IconButton(
            "close",
            Tip(tr("Close"), tr("Back to the network."), keys="Esc"),
            size=24,
            glyph=16,
            parent=self,
        )
        self.dock_button = IconButton(
            "dock", _DOCK.translated(), size=24, glyph=16, parent=self
        )
        head = QHBoxLayout()
        self.switch = Toggle(tr("Unit switched on"), self)
        set_tip(
            self.switch,
            Tip(
                tr("Unit on or off"),
                tr(
                    "When off, later layers get nothing from the unit "
                    "(ablation): links leaving it are cut, and sums skip it."
                ),
            ),
        )
        self.effect = Label(self)
        self.effect.setObjectName("hint")
        head.addWidget(self.title, 1)
        head.addWidget(self.switch)
        head.addWidget(self.dock_button)
        head.addWidget(self.button)
        column.addLayout(head)
        column.addLayout(self._row, 1)
        column.addWidget(self.effect)
        self.button.clicked.connect(self.hide)
        self.dock_button.clicked.connect(self.dock_asked)
        self.switch.clicked.connect(self._on_switched)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = self.map.theme = theme
        self.title.setFont(theme.font(weight=600))
        self.effect.setFont(theme.font(SMALL))
        self.switch.set_theme(theme)
        self.button.set_theme(theme)
        self.dock_button.set_theme(theme)

    def set_docked(self, on: bool) -> None:
        """Picture over numbers in a column, or side by side in a card that floats."""
        if on == self.docked:
            return
        self.docked = on
        way = QBoxLayout.Direction
        self._row.setDirection(way.TopToBottom if on else way.LeftToRight)
        self.dock_button.set_icon("dock", (_FLOAT if on else _DOCK).translated())

    def set_locked(self, why: str, run: str) -> None:
        """Show the numbers of ``run`` read-only; empty: editable again."""
        self._why, self._run = why, run

    def open(self, snapshot: Snapshot, unit: Unit) -> None:
        """Show a unit's numbers; the picture follows from the worker."""
        self.unit = unit
        self._snapshot = snapshot
        self.map.image = None
        self.effect.setText(" ")  # filled in by the worker
        name = unit_name(snapshot, *unit)
        words = name[:1].upper() + name[1:]
        self.title.setText(
            tr("{words}, run {run}", words=words, run=self._run) if self._run else words
        )
        self._fill(snapshot, unit)
        layout = self.layout()
        if layout is not None:
            layout.invalidate()  # it still has the size for the previous unit
            layout.activate()
        if not self.docked:
            self.adjustSize()

    def _fill(self, snapshot: Snapshot, unit: Unit) -> None:
        self.fields, self.cutters = {}, {}
        self._list = QWidget()
        self._grid = QGridLayout(self._list)
        self._grid.setContentsMargins(0, 0, 8, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        column, number = unit
        if column > 0:
            network = snapshot.network
            blocks = network.layout.layers[column - 1]
            per = rows_per_unit(snapshot, column)
            verb = tr("centre") if is_radial(snapshot, column) else tr("from")
            for name, words in _OF_A_UNIT.items():
                if getattr(blocks, name) is not None:
                    self._add(tr(words), (name, (number,)))
            for row in range(number * per, (number + 1) * per):
                which = tr(", row {row}", row=row % per + 1) if per > 1 else ""
                for name, words in _OF_A_ROW.items():
                    if getattr(blocks, name) is not None:
                        self._add(f"{tr(words)}{which}", (name, (row,)))
                reads = network.reads(column - 1)
                read = [(n, u) for n in reads for u in range(network.widths[n])]
                for place, source in enumerate(read):
                    words = unit_name(snapshot, *source)
                    self._add(f"{verb} {words}{which}", ("W", (row, place)))
        self._grid.setRowStretch(self._grid.rowCount(), 1)
        self._scroll.setWidget(self._list)
        for ground in (self._list, self._scroll.viewport()):
            ground.setAutoFillBackground(False)  # the card's background shows through
        self._scroll.setVisible(bool(self.fields))
        self._scroll.setFixedWidth(self._list.sizeHint().width() + 16)
        few = len(self.fields) <= 5 and not self.docked
        tall = self._theme.px(168)
        self._scroll.setMinimumHeight(tall // 2 if self.docked else tall)
        self._scroll.setMaximumHeight(_ANY if self.docked else tall)
        bars = Qt.ScrollBarPolicy
        self._scroll.setVerticalScrollBarPolicy(
            bars.ScrollBarAlwaysOff if few else bars.ScrollBarAsNeeded
        )
        self.show_snapshot(snapshot)

    def _add(self, words: str, key: Key) -> None:
        theme = self._theme
        label = Label(words)
        label.setFont(theme.font(SMALL))
        field = NumberText()
        field.setAccessibleName(words)
        field.setFont(theme.font())
        field.setAlignment(Qt.AlignmentFlag.AlignRight)
        field.setFixedSize(theme.px(84), theme.px(26))
        field.setReadOnly(bool(self._why))
        field.setToolTip(plain_tooltip(self._why))
        field.editingFinished.connect(lambda: self._on_edited(key, field))
        row = len(self.fields)
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(field, row, 1)
        self.fields[key] = field
        if key[0] == "W":
            self._add_cutter(words, key, row)

    def _add_cutter(self, words: str, key: Key, row: int) -> None:
        cutter = IconButton("minus", _cut_tip(words, False), size=22, glyph=14)
        cutter.set_theme(self._theme)
        cutter.setEnabled(not self._why)
        cutter.clicked.connect(lambda: self._on_cut(key))
        self._grid.addWidget(cutter, row, 2)
        self.cutters[key] = cutter

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Refresh the numbers that are not being edited."""
        if self.unit is None:
            return
        network, known = snapshot.network, self._snapshot
        if known is not None and _shape(known.network) != _shape(network):
            self.hide()
            return
        self._snapshot = snapshot
        if self.unit[0] == 0:
            self.switch.hide()
            self.effect.hide()
            return
        self._show_switch(network)
        blocks = snapshot.network.layout.layers[self.unit[0] - 1]
        whole = links(network, self.unit[0] - 1)
        for key, cutter in self.cutters.items():
            self._show_link(key, cutter, bool(whole[key[1]]))
        for (name, index), field in self.fields.items():
            block = getattr(blocks, name)
            # A number that is selected as a whole is read, not yet edited.
            read = field.isReadOnly() or field.selectedText() == field.text()
            typing = field.hasFocus() and not read
            if block is None or field.isModified() or typing:
                continue
            if name == "W" and not whole[index]:
                if field.text() != _CUT:
                    field.setText(_CUT)
                continue
            value = float(block.of(snapshot.theta)[index])
            text = field_text(float(np.float64(value)))
            if field.text() != text:
                selected = field.hasSelectedText()
                field.setText(text)
                if selected:
                    field.selectAll()

    def _show_switch(self, network: NetworkSpec) -> None:
        """Whether the unit is on, and why it cannot be switched."""
        assert self.unit is not None
        column, number = self.unit
        hidden = 0 < column < network.depth
        self.switch.setVisible(hidden)
        self.effect.setVisible(hidden)
        if not hidden:
            return
        self.switch.setChecked(not is_ablated(network, column - 1, number))
        self.switch.setEnabled(not self._why)

    def show_effect(self, effect: LossChange | None) -> None:
        """What switching the unit would do to the loss."""
        if self.unit is None or effect is None:
            return
        words = (
            tr("Without it") if self.switch.isChecked() else tr("Off. With it again")
        )
        self.effect.setText(f"{words}: {effect.text}")

    def _show_link(self, key: Key, cutter: IconButton, whole: bool) -> None:
        """Update the button: a link can be cut, a cut one restored."""
        field = self.fields[key]
        if (field.text() == _CUT) == (not whole):
            return
        field.setModified(False)
        field.setText("" if whole else _CUT)
        field.setReadOnly(bool(self._why) or not whole)
        words = field.accessibleName()
        cutter.set_icon("minus" if whole else "plus", _cut_tip(words, not whole))

    def _on_cut(self, key: Key) -> None:
        if self.unit is not None:
            self.link_switched.emit(self.unit[0] - 1, key[1])

    def _on_switched(self) -> None:
        if self.unit is not None:
            self.unit_switched.emit(self.unit)

    def show_image(self, image: QImage | None) -> None:
        """Show the picture from the worker."""
        self.map.image = image
        self.map.update()

    def _on_edited(self, key: Key, field: QLineEdit) -> None:
        if self.unit is None or not field.isModified():
            return
        field.setModified(False)
        value = parse_number(field.text())
        if value is not None:
            self.number_edited.emit(self.unit[0] - 1, key[0], key[1], value)

    def show_at(self, x: int, y: int) -> None:
        """Show the card with its top centre near a point of the parent.

        If it was dragged, it stays there.
        """
        self._move_inside(self._place or QPoint(x - self.width() // 2, y))
        self.show()
        self.raise_()

    def _move_inside(self, place: QPoint) -> None:
        parent = self.parentWidget()
        assert parent is not None
        middle = parent.centralWidget() if isinstance(parent, QMainWindow) else None
        # Not over a dock: there is the text of a lesson.
        room = parent.rect() if middle is None else middle.geometry()
        left = min(max(room.left() + 8, place.x()), room.right() - self.width() - 7)
        top = min(max(room.top() + 8, place.y()), room.bottom() - self.height() - 7)
        self.move(max(0, left), max(0, top))

    def take_keyboard(self) -> None:
        """Give the focus to the first number."""
        for field in self.findChildren(QLineEdit):
            if field.isVisible() and field.isEnabled():
                field.setFocus(Qt.FocusReason.TabFocusReason)
                return

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start dragging the card."""
        if event.button() == Qt.MouseButton.LeftButton and not self.docked:
            self._grip = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the card."""
        if self._grip is not None:
            self._move_inside(self.mapToParent(event.position().toPoint() - self._grip))
            self._place = self.pos()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Leave the card where it is."""
        self._grip = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle Alt and arrows before the list of numbers scrolls."""
        alt = Qt.KeyboardModifier.AltModifier
        if isinstance(event, QKeyEvent) and event.modifiers() & alt:
            if event.type() == QEvent.Type.KeyPress:
                self.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes, Alt and arrows move; the focus goes back where it was."""
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            self.left.emit()
        elif alt and event.key() in _MOVES and not self.docked:
            self._move_inside(self.pos() + _MOVES[event.key()] * self._theme.px(24))
            self._place = self.pos()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Signal that it was closed."""
        self.unit = None
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A plain background with a hairline border, regardless of the popup style."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(self._theme.pane))
        painter.setPen(QPen(tint(self._theme.secondary, 0.6), 1))
        edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        corner = float(self._theme.px(6))
        painter.drawRoundedRect(edge, corner, corner)


def _cut_tip(words: str, cut: bool) -> Tip:
    if cut:
        return Tip(
            tr("Restore the link {words}", words=words),
            tr("Restores its previous weight."),
        )
    return Tip(
        tr("Cut the link {words}", words=words), tr("Its weight becomes 0 and stays 0.")
    )


def _shape(network: NetworkSpec) -> tuple[object, ...]:
    """What the fields of a card depend on."""
    reads = tuple(network.reads(i) for i in range(network.depth))
    return network.widths, reads
