"""A pane: the frame around a view, with its name, its badge and its settings."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QStackedLayout,
    QWidget,
    QWidgetAction,
)

from app.dialogs.saving import ask_target
from app.frame.base import Panel
from app.frame.files import FileOffer
from app.look.theme import SMALL, Theme
from app.widgets.buttons import IconButton
from app.widgets.elided import Chip, ElidedLabel
from app.widgets.label import Label, plain_tooltip, warn
from app.widgets.menu_controls import MenuControls
from app.widgets.setting_controls import settings_box
from app.widgets.tip import Tip
from core.errors import BadInput
from core.language import tr

HEADER = 28


class PaneHeader(QWidget):
    """28 pixels: bold title, secondary subtitle, badge chip, "…" menu.

    It leaves mouse presses to the dock, so that the pane can be dragged by it.
    """

    double_clicked = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("paneHead")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = Label(title, self)
        self.title.setObjectName("paneTitle")
        self.subtitle = ElidedLabel(self)
        self.subtitle.setObjectName("paneSubtitle")
        self._badge, self._comparing = "", False
        self.badge = Chip(self)
        self.badge.setObjectName("chip")
        self.badge.hide()
        self.more = IconButton(
            "more",
            Tip(tr("{title}: settings", title=title), tr("Settings of this view.")),
            size=24,
            glyph=18,
            parent=self,
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 4, 0)
        layout.setSpacing(8)
        layout.addWidget(self.title)
        layout.addWidget(self.subtitle, 1)
        layout.addWidget(self.badge)
        layout.addWidget(self.more)

    def set_badge(self, text: str) -> None:
        """Show ``text`` in a chip; an empty one hides it."""
        self._badge = text
        of = "A: " if self._comparing else ""  # the chip is only about run A
        self.badge.setText(f"{of}{text}")
        self.badge.setToolTip(plain_tooltip(f"{of}{text}") if text else "")
        self.badge.setVisible(bool(text))

    def set_comparing(self, on: bool) -> None:
        """Name the run in the chip while two runs are compared."""
        self._comparing = on
        self.set_badge(self._badge)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click enlarges the pane."""
        self.double_clicked.emit()
        event.accept()

    def set_theme(self, theme: Theme) -> None:
        """Apply the fonts of ``theme``."""
        self.title.setFont(theme.font(weight=700))
        self.subtitle.setFont(theme.font())
        self.badge.setFont(theme.font(SMALL))
        self.badge.setFixedHeight(theme.px(18))
        self.more.set_theme(theme)
        self.setFixedHeight(theme.px(HEADER))


class Pane(QDockWidget):
    """A panel in a dock whose title bar is the header, so that it can be dragged.

    An error of the panel is shown as a sentence in its place.
    """

    enlarge_asked = Signal(str)
    close_asked = Signal(str)
    picture_asked = Signal(str)

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.name, self.title = name, title
        self.setObjectName(f"dock-{name}")
        self.setAccessibleName(title)
        self.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetMovable
            | QDockWidget.DockWidgetFeature.DockWidgetClosable
            | QDockWidget.DockWidgetFeature.DockWidgetFloatable
        )
        self.header = PaneHeader(title, self)
        self.setTitleBarWidget(self.header)
        self.error = Label(self)
        self.error.setObjectName("paneError")
        self.error.setWordWrap(True)
        self.error.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.error.setMargin(24)
        body = QFrame(self)
        body.setObjectName("paneBody")
        self._stack = QStackedLayout(body)
        self._stack.setContentsMargins(1, 0, 1, 1)
        self._stack.addWidget(self.error)
        self.setWidget(body)
        self.header.more.clicked.connect(self._open_menu)
        self.header.double_clicked.connect(lambda: self.enlarge_asked.emit(name))
        self._panel: Panel | None = None
        self._setting: QWidgetAction | None = None
        self._controls: MenuControls | None = None

    @property
    def filled(self) -> bool:
        """Whether the panel has been created."""
        return self._panel is not None

    @property
    def panel(self) -> Panel:
        """The view inside."""
        assert self._panel is not None, f"the pane {self.name} is still empty"
        return self._panel

    def fill(self, panel: Panel) -> None:
        """Put the view into the pane."""
        self._panel = panel
        self._stack.addWidget(panel)
        self._stack.setCurrentWidget(panel)
        panel.subtitle_changed.connect(self.header.subtitle.set_text)
        panel.badge_changed.connect(self.header.set_badge)
        panel.file_offered.connect(self.save_offer)
        if not panel.accessibleName():
            panel.setAccessibleName(self.title)
        settings = settings_box(panel)
        if settings is not None:
            # Owned by the pane and not by a menu, because several menus show it in
            # turn.
            self._setting = QWidgetAction(self)
            self._controls = MenuControls(
                tr("{title}: settings", title=self.title), settings
            )
            self._setting.setDefaultWidget(self._controls)

    def save_offer(self, offer: FileOffer) -> None:
        """Ask for a file name, and let the view write it."""
        path = ask_target(
            self.window(), offer.title, offer.name, offer.kind, offer.ending
        )
        if path is None:
            return
        try:
            offer.write(path)
        except (BadInput, OSError) as error:
            words = tr("Couldn't write this file.")
            warn(self.window(), f"{words}\n\n{error}")

    @property
    def failed(self) -> bool:
        """Whether an error is shown in place of the view."""
        return self.filled and self._stack.currentWidget() is self.error

    def take_keyboard(self) -> None:
        """Give the focus to a picture of the view, its first control, or the view.

        Never to a field: the next key would be typed into it.
        """
        stops = [
            widget
            for widget in self.panel.findChildren(QWidget)
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible()
            if not isinstance(widget, QLineEdit | QAbstractSpinBox)
        ]
        pictures = [
            widget
            for widget in stops
            if widget.focusPolicy() == Qt.FocusPolicy.StrongFocus
            and not isinstance(widget, QAbstractButton | QComboBox)
        ]
        # A view that only shows a sentence takes the focus itself.
        first = next(iter([*pictures, *stops]), self.panel)
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_error(self, error: BaseException | None) -> None:
        """Say that the view cannot be drawn; None: show it again."""
        if error is None:
            if self._panel is not None:
                self._stack.setCurrentWidget(self._panel)
            return
        self.error.setText(
            tr(
                "{title} can't be drawn at the moment. Training continues, and "
                "the view tries again after the next change.\nThe details are "
                "in the log (Help ▸ Show log).",
                title=self.title,
            )
        )
        self._stack.setCurrentWidget(self.error)

    def _open_menu(self) -> None:
        menu = QMenu(self)
        if self._setting is not None:
            menu.addAction(self._setting)
            menu.addSeparator()
        menu.addAction(tr("Enlarge"), lambda: self.enlarge_asked.emit(self.name))
        menu.addAction(
            tr("Export picture …"), lambda: self.picture_asked.emit(self.name)
        )
        menu.addAction(tr("Close"), lambda: self.close_asked.emit(self.name))
        button = self.header.more
        menu.exec(button.mapToGlobal(QPoint(0, button.height())))
        if self._setting is not None:
            menu.removeAction(self._setting)  # the menu must not delete it
        menu.deleteLater()

    def set_theme(self, theme: Theme) -> None:
        """Pass the theme to header and panel."""
        self.header.set_theme(theme)
        self.error.setFont(theme.font())
        if self._panel is not None:
            self._panel.set_theme(theme)
