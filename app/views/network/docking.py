"""Where the card of a unit is: over the window, or docked beside the views."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget

from core.language import tr

if TYPE_CHECKING:
    from app.views.network.strip import NetworkStrip

_WIDE = 248  # pixels of a docked card


class Docking(QObject):
    """Moves the card between the window and a column at the right of the desk."""

    def __init__(self, strip: NetworkStrip) -> None:
        super().__init__(strip)
        self._strip = strip
        self.dock: QDockWidget | None = None
        strip.card.dock_asked.connect(self._toggle)
        strip.card.closed.connect(self._on_closed)

    def seat(self) -> None:
        """Give the card the right parent: the dock, or the window."""
        strip, card = self._strip, self._strip.card
        desk = _desk_of(strip)
        if not strip.docked or desk is None:
            card.set_docked(False)
            if card.parentWidget() is not strip.window():
                card.setParent(strip.window())
            return
        card.set_docked(True)
        if self.dock is None:
            self.dock = QDockWidget(desk)
            self.dock.setObjectName("unitCard")
            self.dock.setWindowTitle(tr("Unit"))
            self.dock.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
            self.dock.setTitleBarWidget(QWidget(self.dock))
            # The column is as tall as the desk; the corner belongs to it.
            desk.setCorner(
                Qt.Corner.TopRightCorner, Qt.DockWidgetArea.RightDockWidgetArea
            )
            desk.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
        if self.dock.widget() is not card:
            self.dock.setWidget(card)

    def show(self, below: QPoint) -> None:
        """Show the card in its place; ``below``: near this point of the window."""
        card = self._strip.card
        if not card.docked or self.dock is None:
            card.show_at(below.x(), below.y())
            return
        # Without a limit Qt would give it half of the desk, which has no centre.
        wide = max(self._strip.theme.px(_WIDE), card.minimumSizeHint().width())
        self.dock.setMaximumWidth(wide)
        card.show()
        self.dock.show()

    def renew(self) -> None:
        """Move an open card to where it belongs now, keeping the focus."""
        card = self._strip.card
        unit, typing = card.unit, QApplication.focusWidget()
        held = typing is not None and card.isAncestorOf(typing)
        card.hide()
        if unit is None:
            return
        self._strip.open_unit(*unit)
        if held:
            card.dock_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _toggle(self) -> None:
        self._strip.docked = not self._strip.docked

    def _on_closed(self) -> None:
        if self.dock is not None:
            self.dock.hide()


def _desk_of(widget: QWidget) -> QMainWindow | None:
    """The nearest window with docks around ``widget``."""
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, QMainWindow):
        parent = parent.parentWidget()
    return parent
