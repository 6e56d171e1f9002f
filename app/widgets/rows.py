"""Rows of a control panel: label left, value right, reset beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.look.icons import icon_pixmap
from app.look.theme import LIGHT, SMALL, Theme
from app.widgets.buttons import IconButton
from app.widgets.label import Label, plain_tooltip
from app.widgets.number_field import NumberField
from app.widgets.searchable import make_searchable
from app.widgets.tip import Tip, set_tip
from app.widgets.toggle import Toggle
from app.widgets.value_slider import ValueSlider
from core.language import language, tr

ROW = 26  # height of every control, at 100 %
QWIDGETSIZE_MAX = (1 << 24) - 1  # Qt's value for no limit
_NAMES = frozenset({"Fourier"})
#: The item role that tells whether an entry of a combo box can be chosen.
_ENABLED = Qt.ItemDataRole.UserRole - 1


def within(title: str) -> str:
    """``title`` inside a sentence: names and symbols keep their capital."""
    word = title.split(" ")[0]
    name = language() != "en" or word in _NAMES or not word[1:].islower()
    return title if name else title[:1].lower() + title[1:]


class Row(QWidget):
    """Label, reset button and one control; an error below when it is rejected."""

    reset_asked = Signal()
    #: Width left for the label; longer texts take two lines.
    label_room = 102

    def __init__(
        self, tip: Tip, control: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.control = control
        self._theme = LIGHT
        self.label = Label(tip.title, self)
        self.label.setBuddy(control)
        self.reset = IconButton(
            "reset",
            Tip(
                tr("Reset {title}", title=within(tip.title)),
                tr("Reset to the default."),
            ),
            size=20,
            glyph=16,
            parent=self,
        )
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # nothing may shift when it appears
        self.reset.setSizePolicy(policy)
        self.reset.hide()
        self.reset.clicked.connect(self.reset_asked)
        self.line = QHBoxLayout()
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(4)
        self.line.addWidget(self.label)
        self.line.addStretch(1)
        self.line.addWidget(self.reset)
        self.line.addWidget(control)
        self.note = Label(self)
        self.note.setObjectName("refusal")
        self.note.setWordWrap(True)
        self.note.hide()
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        self.body.addLayout(self.line)
        self.body.addWidget(self.note)
        self.set_tip(tip)

    def set_tip(self, tip: Tip) -> None:
        """Explain the control by ``tip``."""
        self.label.setText(tip.title)
        self._fit_label()
        self.control.setAccessibleName(tip.title)
        for widget in (self.label, self.control):
            set_tip(widget, tip)

    def drop_reset(self) -> None:
        """Remove the reset button. It stays a child, to be deleted with its row."""
        self.line.removeWidget(self.reset)
        self.reset.hide()

    def set_changed(self, changed: bool) -> None:
        """Offer to reset a value that is not the default."""
        self.reset.setVisible(changed)

    def refuse(self, sentence: str) -> None:
        """Show why the last value was rejected."""
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))

    def set_theme(self, theme: Theme) -> None:
        """Apply the font and row height of ``theme``."""
        self._theme = theme
        self.label.setFont(theme.font())
        self._fit_label()
        self.note.setFont(theme.font(SMALL))
        self.control.setFont(theme.font())
        self.reset.set_theme(theme)

    def _fit_label(self) -> None:
        """One line if the text fits beside the control, else two."""
        label, room = self.label, self._theme.px(self.label_room)
        metrics = label.fontMetrics()
        wraps = metrics.horizontalAdvance(label.text()) > room
        label.setWordWrap(wraps)
        label.setMinimumWidth(room if wraps else 0)
        label.setMaximumWidth(room if wraps else QWIDGETSIZE_MAX)
        lines = 2 if wraps else 1
        label.setFixedHeight(max(self._theme.px(ROW), lines * metrics.lineSpacing()))


class NumberRow(Row):
    """A number with a field and, where useful, a slider below."""

    value_changed = Signal(float)

    def __init__(
        self,
        tip: Tip,
        low: float,
        high: float,
        step: float = 0.0,
        *,
        default: float | None = None,
        whole: bool = False,
        log: bool = False,
        floor: float = 0.0,
        slider: bool = True,
        most: float | None = None,
        words: dict[float, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        # The slider ends at `high`; a typed value may go up to `most`.
        top = high if most is None else most
        field = NumberField(tip.title, low, top, step or floor, whole=whole, log=log)
        field.words = words or {}
        super().__init__(tip, field, parent)
        self.field = field
        self.default = default
        self.slider: ValueSlider | None = None
        if slider:
            self.slider = ValueSlider(
                tr("{title}, slider", title=tip.title),
                low,
                high,
                log=log,
                floor=floor,
                whole=whole,
            )
            set_tip(self.slider, tip)
            self.body.insertWidget(1, self.slider)
            self.slider.value_moved.connect(self._on_slider)
        field.value_changed.connect(self.take_typed)
        self.reset_asked.connect(self._on_reset)

    @property
    def value(self) -> float:
        """The number shown."""
        return self.field.value

    def set_value(self, value: float) -> None:
        """Show ``value`` without emitting a signal."""
        self.refuse("")
        self.field.set_value(value)
        if self.slider is not None:
            self.slider.set_value(value)
        near = self.default is None or abs(value - self.default) <= 1e-12
        self.set_changed(not near)

    def take_typed(self, value: float) -> None:
        """Take a number from the field."""
        self.set_value(value)
        self.value_changed.emit(value)

    def _on_slider(self, value: float) -> None:
        if value != self.field.value:
            self.set_value(value)
            self.value_changed.emit(value)

    def _on_reset(self) -> None:
        if self.default is not None:
            self.take_typed(self.default)

    def set_theme(self, theme: Theme) -> None:
        """Apply the font and row height of ``theme``."""
        super().set_theme(theme)
        self.field.setFixedSize(theme.px(80), theme.px(ROW))
        if self.slider is not None:
            self.slider.setFixedHeight(theme.px(18))


class Combo(QComboBox):
    """A combo box that the wheel does not change while the panel scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the panel instead."""
        event.ignore()


class ChoiceRow(Row):
    """One of several words."""

    value_changed = Signal(str)

    def __init__(
        self,
        tip: Tip,
        choices: Sequence[tuple[str, str]],
        *,
        default: str | None = None,
        below: bool = False,
        search: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        combo = Combo()
        combo.setPlaceholderText(tr("mixed"))  # for several differing values
        super().__init__(tip, combo, parent)
        if search:  # many entries: find one by typing
            make_searchable(combo)
        self.combo = combo
        self._below = below  # long texts get a line of their own
        if below:
            self.label_room = 190  # the whole line
            self._fit_label()
            self.line.removeWidget(combo)
            self.body.insertWidget(1, combo)
        self.default = default
        self.set_choices(choices)
        combo.activated.connect(self._on_chosen)
        self.reset_asked.connect(self._on_reset)

    def set_choices(
        self,
        choices: Sequence[tuple[str, str]],
        unavailable: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Offer these (value, words) pairs.

        After them come entries that cannot be chosen, with the reason as their tooltip.
        """
        present = self.value
        self.combo.clear()
        for value, words in choices:
            self.combo.addItem(words, value)
        for words, reason in unavailable:
            self.combo.addItem(words)
            row = self.combo.count() - 1
            self.combo.setItemData(row, 0, _ENABLED)
            self.combo.setItemData(
                row, plain_tooltip(reason), Qt.ItemDataRole.ToolTipRole
            )
        self.set_value(present)

    @property
    def value(self) -> str:
        """The value chosen."""
        data = self.combo.currentData()
        return "" if data is None else str(data)

    def set_value(self, value: str) -> None:
        """Show ``value`` without emitting a signal."""
        self.refuse("")
        self.combo.setCurrentIndex(self.combo.findData(value))
        self.set_changed(bool(self.default) and value != self.default)

    def _on_chosen(self) -> None:
        self.set_value(self.value)
        self.value_changed.emit(self.value)

    def _on_reset(self) -> None:
        if self.default:
            self.set_value(self.default)
            self.value_changed.emit(self.default)

    def set_theme(self, theme: Theme) -> None:
        """Apply the font and row height of ``theme``."""
        super().set_theme(theme)
        self.combo.setFixedHeight(theme.px(ROW))
        self.combo.setMinimumWidth(theme.px(80))
        if not self._below:
            self.combo.setMaximumWidth(theme.px(128))


class ToggleRow(Row):
    """Yes or no."""

    label_room = 150

    value_changed = Signal(bool)

    def __init__(
        self, tip: Tip, *, default: bool = False, parent: QWidget | None = None
    ) -> None:
        toggle = Toggle(tip.title)
        super().__init__(tip, toggle, parent)
        self.toggle = toggle
        self.default = default
        toggle.clicked.connect(self.value_changed)
        self.drop_reset()  # a switch is its own reset

    @property
    def value(self) -> bool:
        """Whether it is on."""
        return self.toggle.isChecked()

    def set_value(self, value: bool) -> None:
        """Show ``value`` without emitting a signal."""
        self.toggle.setChecked(value)

    def set_changed(self, changed: bool) -> None:
        """A switch is its own reset."""

    def set_theme(self, theme: Theme) -> None:
        """Apply the font and row height of ``theme``."""
        super().set_theme(theme)
        self.toggle.set_theme(theme)


class SectionHead(QAbstractButton):
    """The line that folds a section: a chevron and the title."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._hovered = False
        self.setText(title)
        self.setCheckable(True)
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_tip(self, Tip(title, tr("Click to fold or unfold.")))

    def set_theme(self, theme: Theme) -> None:
        """Apply the fonts and colours of ``theme``."""
        self._theme = theme
        self.setFont(theme.font(weight=600))
        self.setFixedHeight(theme.px(24))
        self.update()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(self._theme.px(120), self._theme.px(24))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Highlight under the mouse."""
        self._hovered = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the highlight."""
        self._hovered = False
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chevron at the left edge of the rows, then the title."""
        theme = self._theme
        colour = theme.text if self._hovered or self.hasFocus() else theme.secondary
        painter = QPainter(self)
        name = "chevron-down" if self.isChecked() else "chevron-right"
        side = theme.px(16)
        picture = icon_pixmap(name, colour, side, self.devicePixelRatioF())
        painter.drawPixmap(-theme.px(3), (self.height() - side) // 2, picture)
        painter.setPen(QColor(colour))
        painter.setFont(self.font())
        text = self.rect().adjusted(theme.px(16), 0, 0, 0)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, self.text())
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme.accent), 2.0))
            ring = self.rect().adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, theme.px(4), theme.px(4))


class Section(QWidget):
    """A heading that folds the rows below it away."""

    toggled = Signal(bool)

    def __init__(
        self, title: str, open_: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.title = title  # in English, as stored in the settings
        self.head = SectionHead(tr(title), self)
        self.head.setChecked(open_)
        self.content = QWidget(self)
        self.rows = QVBoxLayout(self.content)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.head)
        layout.addWidget(self.content)
        self.content.setVisible(open_)
        self.head.toggled.connect(self._on_toggled)

    def add(self, row: QWidget) -> None:
        """Put ``row`` below the others."""
        self.rows.addWidget(row)

    @property
    def is_open(self) -> bool:
        """Whether its rows are shown."""
        return self.head.isChecked()

    def set_open(self, open_: bool) -> None:
        """Fold or unfold."""
        self.head.setChecked(open_)

    def _on_toggled(self, open_: bool) -> None:
        self.content.setVisible(open_)
        self.toggled.emit(open_)

    def set_theme(self, theme: Theme) -> None:
        """Apply the fonts and colours of ``theme``."""
        self.head.set_theme(theme)


def grid(parent: QWidget, spacing: int = 8) -> QGridLayout:
    """An empty grid without margins."""
    layout = QGridLayout(parent)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    return layout
