"""Rich tooltips: a title, a formula, a sentence, the shortcut."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QFontInfo, QHelpEvent, QPalette
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.look.formulas import formula_pixmap
from app.look.theme import BODY
from app.widgets.label import Label, RichLabel, plain_tooltip
from core.language import tr


@dataclass(frozen=True, slots=True)
class Tip:
    """The tooltip of a control."""

    title: str
    text: str = ""
    formula: str = ""  # LaTeX
    keys: str = ""  # its shortcut, as a person presses it

    def translated(self) -> Tip:
        """Translated into the language of the window, if its texts are marked."""
        return replace(
            self, title=tr(self.title), text=tr(self.text), keys=tr(self.keys)
        )

    @property
    def plain(self) -> str:
        """The words alone, for screen readers."""
        keys = f" ({self.keys})" if self.keys else ""
        return f"{self.title}{keys}. {self.text}".strip()


class TipBox(QFrame):
    """The tooltip box; created each time it is shown, deleted when it closes."""

    def __init__(self, tip: Tip, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setObjectName("tip")
        # It has no theme; the scale follows from its font size.
        scale = max(1.0, QFontInfo(self.font()).pixelSize() / BODY)
        wide, high = round(12 * scale), round(8 * scale)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(wide, high, wide, high)
        layout.setSpacing(high)
        head = f"<b>{escape(tip.title)}</b>"
        if tip.keys:
            keys = f"<span style='color:{self._secondary()}'>{escape(tip.keys)}</span>"
            head += f"&nbsp;&nbsp;{keys}"
        layout.addWidget(RichLabel(head, self))
        if tip.formula:
            colour = self.palette().color(QPalette.ColorRole.WindowText).name()
            size, ratio = 17.0 * scale, parent.devicePixelRatioF()
            pixmap = formula_pixmap(tip.formula, colour, size, ratio)
            room = self.screen().availableGeometry().width() - 4 * wide
            if pixmap.deviceIndependentSize().width() > room:  # large type, long line
                size *= room / pixmap.deviceIndependentSize().width()
                pixmap = formula_pixmap(tip.formula, colour, size, ratio)
            if not pixmap.isNull():
                formula = Label(self)
                formula.setPixmap(pixmap)
                layout.addWidget(formula)
        if tip.text:
            text = Label(tip.text, self)
            text.setWordWrap(True)
            wanted = text.fontMetrics().horizontalAdvance(tip.text) + 4
            text.setMinimumWidth(min(round(280 * scale), wanted))
            text.setMaximumWidth(round(320 * scale))
            layout.addWidget(text)

    def _secondary(self) -> str:
        role = QPalette.ColorRole.PlaceholderText
        return self.palette().color(role).name()

    def show_at(self, point: QPoint) -> None:
        """Show below ``point``, inside the screen."""
        self.adjustSize()
        screen = self.screen().availableGeometry()
        x = min(point.x(), screen.right() - self.width() - 4)
        y = point.y() + 20
        if y + self.height() > screen.bottom():
            y = point.y() - self.height() - 8
        self.move(max(screen.left(), x), max(screen.top(), y))
        self.show()


class TipFilter(QObject):
    """Shows the tip of one widget; a child of it."""

    # On the class, because Qt still sends events while Python destroys the object.
    _box: TipBox | None = None

    def __init__(self, widget: QWidget, tip: Tip) -> None:
        super().__init__(widget)
        self.tip = tip
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show on a help event, hide as soon as anything else happens."""
        kind = event.type()
        if kind == QEvent.Type.ToolTip and isinstance(watched, QWidget):
            if self._box is None and isinstance(event, QHelpEvent):
                self._box = TipBox(tip_now(watched, self.tip), watched)
                self._box.destroyed.connect(self._forget)
                self._box.show_at(event.globalPos())
            return True
        if self._box is not None and kind in _HIDING:
            self._box.close()
            self._box = None
        return False

    def _forget(self) -> None:
        self._box = None


_HIDING = frozenset(
    {
        QEvent.Type.Leave,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.KeyPress,
        QEvent.Type.FocusOut,
        QEvent.Type.Hide,
        QEvent.Type.Wheel,
    }
)


_WHY = "whyNot"  # property of a widget with disabled controls


def set_tip(widget: QWidget, tip: Tip) -> None:
    """Give ``widget`` a rich tooltip, and screen readers its text."""
    old = widget.findChild(TipFilter, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if isinstance(old, TipFilter):
        old.tip = tip
    else:
        TipFilter(widget, tip)
    widget.setToolTip(plain_tooltip(tip.plain))
    widget.setAccessibleDescription(tip.plain)


def set_why_not(widget: QWidget, why: str) -> None:
    """Set why the controls in ``widget`` are disabled; empty: no reason."""
    widget.setProperty(_WHY, why)


def tip_now(widget: QWidget, tip: Tip) -> Tip:
    """The present tip of ``widget``: if disabled, the reason if known."""
    at: QWidget | None = widget
    while at is not None and not widget.isEnabled():
        why = at.property(_WHY)
        if why:
            return replace(tip, text=str(why), formula="", keys="")
        at = at.parentWidget()
    return tip


def tip_of(widget: QWidget) -> Tip | None:
    """The tip set by `set_tip`, if any."""
    found = widget.findChild(
        TipFilter, options=Qt.FindChildOption.FindDirectChildrenOnly
    )
    return found.tip if isinstance(found, TipFilter) else None
