"""How the window looks: theme, font size, motion, full screen, presentation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.editing.settings import ThemeChoice, WindowSettings
from app.frame.base import Panel
from app.look.language import chosen_language
from app.look.theme import THEMES, Theme
from core.language import language, tr

if TYPE_CHECKING:
    from app.shell.window import MainWindow

SCALES = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
PRESENTATION_SCALE = 1.5
REDUCE_MOTION = "reduce_motion"
_SHARES = "shares"


def chosen_theme(settings: WindowSettings) -> Theme:
    """The theme that settings and system ask for, at 100 %."""
    if settings.theme != "system":
        return THEMES[settings.theme]
    scheme = QGuiApplication.styleHints().colorScheme()
    return THEMES["dark" if scheme == Qt.ColorScheme.Dark else "light"]


class Looks(QObject):
    """The user's choices for the look of the window, and the system's defaults."""

    presented = Signal(bool)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._settings = window, window.settings
        self.presenting = False
        self._before_show = Qt.WindowState.WindowNoState, False
        #: The panes' shares of the desk before large type made them push each other;
        #: empty: those of the ready layout.
        self._shares: dict[str, tuple[float, float]] = {}
        self._own: dict[str, tuple[float, float]] = {}  # while a lesson arranges them
        self._pushed = False  # large type may have changed the panes' sizes
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._use_shares)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._on_system_theme)

    def use_theme(self, choice: str) -> None:
        """Light, dark, or the system's."""
        self._settings.theme = cast(ThemeChoice, choice)
        self._renew()

    def use_language(self, choice: str) -> None:
        """Set the language from the next start on; present texts stay as they are."""
        self._settings.language = choice
        self._settings.save()
        if chosen_language(choice) != language():
            self._window.toast.say(
                tr("The language changes the next time Hyperfold starts.")
            )

    def toggle_theme(self) -> None:
        """From light to dark or back."""
        self.use_theme("light" if self._window.state.shown.theme.dark else "dark")

    def use_scale(self, scale: float) -> None:
        """Set the size of fonts and controls, 1 … 3."""
        if self._settings.scale <= 1.0 < scale and not self.presenting:
            self._take_shares()
        self._settings.scale = scale
        self._renew()
        self.share_out()

    def step_scale(self, step: int) -> None:
        """The next larger or smaller size."""
        now = self._settings.scale
        at = min(range(len(SCALES)), key=lambda i: abs(SCALES[i] - now))
        self.use_scale(SCALES[max(0, min(len(SCALES) - 1, at + step))])

    def _renew(self) -> None:
        scale = self._settings.scale
        if self.presenting:
            scale = min(3.0, scale * PRESENTATION_SCALE)
        theme = chosen_theme(self._settings).scaled(scale)
        self._window.state.shown.set_theme(theme)

    def _on_system_theme(self) -> None:
        if self._settings.theme == "system":
            self._renew()

    def reduce_motion(self, on: bool) -> None:
        """Make views jump between pictures instead of animating."""
        self._settings.set_flag(REDUCE_MOTION, on)
        for pane in self._window.panes:
            if pane.filled:
                self.let_move(pane.panel)

    def let_move(self, panel: Panel) -> None:
        """Tell a view whether it may animate."""
        panel.apply_settings({REDUCE_MOTION: self._settings.flag(REDUCE_MOTION)})

    def toggle_full_screen(self) -> None:
        """The whole screen, or a window again."""
        if self._window.isFullScreen():
            self._window.showNormal()
        else:
            self._window.showFullScreen()

    def toggle_presentation(self) -> None:
        """Full screen with large type and without controls, for lectures."""
        window = self._window
        self.presenting = not self.presenting
        if self.presenting:
            self._before_show = window.windowState(), window.controls.isHidden()
            if self._settings.scale <= 1.0:
                self._take_shares()
            window.controls.hide()
            window.showFullScreen()
        else:  # as it was: maximised, or without controls
            state, hidden = self._before_show
            window.controls.setVisible(not hidden)
            window.setWindowState(state)
        self._renew()
        self.presented.emit(self.presenting)
        self.share_out()

    def _take_shares(self) -> None:
        self._shares = self._window.desk.proportions()
        self._pushed = bool(self._shares)

    def on_arranged(self, _: str) -> None:
        """A ready layout was chosen: the panes have its shares once type is small."""
        self._own = (self._own or self._shares) if self._window.desk.aside else {}
        self._shares = {}
        self._pushed = self._settings.scale > 1.0 or self.presenting

    def share_out(self) -> None:
        """Restore the panes' shares, once the window has its size again."""
        if self._pushed and self._settings.scale <= 1.0 and not self.presenting:
            self._later.start()

    def _use_shares(self) -> None:
        desk = self._window.desk
        if desk.tabbed or desk.enlarged is not None or self.presenting:
            return  # the shares wait until the views are side by side again
        shares, self._shares, self._pushed = self._shares, {}, False
        if shares:
            desk.use_proportions(shares)
        else:
            desk.spread()

    def remember(self) -> None:
        """Keep the shares for the next start, which may be at another size."""
        shares = self._shares if self._pushed else {}
        text = json.dumps(self._own if self._window.desk.aside else shares)
        self._settings.set_blob(_SHARES, QByteArray(text.encode()))

    def restore(self) -> None:
        """Take the shares that were kept."""
        try:
            kept = json.loads(bytes(self._settings.blob(_SHARES).data()) or b"{}")
            self._shares = {
                str(name): (float(wide), float(tall))
                for name, (wide, tall) in kept.items()
                if name in self._window.desk.panes and 0 < min(wide, tall) <= 1
            }
        except (ValueError, TypeError, AttributeError):  # broken settings
            self._shares = {}
        self._pushed = bool(self._shares)
        self.share_out()
