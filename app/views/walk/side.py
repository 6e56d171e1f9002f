"""One run in the Walk view: its name and numbers in a line, its pages below."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.look.theme import BODY, LIGHT, SMALL, Theme
from app.views.walk.asking import AskingPage
from app.views.walk.chance_page import ChancePage
from app.views.walk.checkpoints_page import CheckpointsPage
from app.views.walk.forward import ForwardPage
from app.views.walk.jobs import WalkResult
from app.views.walk.page import WalkPage
from app.views.walk.paths_page import PathsPage
from app.views.walk.update_page import UpdatePage
from app.views.walk.ways_page import WaysPage
from app.widgets.label import Label, RichLabel
from core.analysis.walk_words import num
from core.language import tr


class WalkSide(QWidget):
    """The pages of one run; with two runs it shows whose they are."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = label
        self._theme: Theme = LIGHT
        self._page = "walk"
        self._numbers = ""
        self._switched = False  # a switch beside the text shows which run it is
        self.named = RichLabel(self)
        self.named.setWordWrap(True)
        self.named.hide()
        self.walk, self.forward = WalkPage(self), ForwardPage(self)
        self.update_page = UpdatePage(self)
        self.asking: dict[str, AskingPage] = {
            "paths": PathsPage(self),
            "ways": WaysPage(self),
            "checkpoints": CheckpointsPage(self),
            "chance": ChancePage(self),
        }
        self.note = Label(self)
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setMargin(24)
        self.stack = QStackedWidget(self)
        pages = (self.walk, self.forward, self.update_page, *self.asking.values())
        for page in (*pages, self.note):
            self.stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.named)
        layout.addWidget(self.stack, 1)
        # Contents wider than half a view are scrolled, never cut off.
        self.setMinimumWidth(1)

    def show_page(self, name: str) -> None:
        """Bring a page to the front."""
        self._page = name
        self._turn()
        self.say()

    def _turn(self) -> None:
        pages: dict[str, QWidget] = {
            "forward": self.forward,
            "update": self.update_page,
            **self.asking,
        }
        said = bool(self.note.text())
        self.stack.setCurrentWidget(
            self.note if said else pages.get(self._page, self.walk)
        )

    def set_compared(self, compared: bool) -> None:
        """Set whether it is next to another run."""
        self.named.setVisible(compared)
        self.forward.set_compared(compared)
        self.update_page.set_compared(compared)
        self.say()

    def leave_room(self, switch: QSize) -> None:
        """Leave space for a switch of this size before the text; 0: none."""
        self._switched = switch.width() > 0
        px = self._theme.px
        top = px(0 if self._switched else 4)
        self.named.setContentsMargins(switch.width() + px(12), top, px(12), 0)
        self.named.setMinimumHeight(switch.height())
        self.say()

    def set_units(self, on: bool) -> None:
        """Show every layer with one card per unit."""
        self.walk.units = self.forward.units = on

    def show_result(self, result: WalkResult) -> None:
        """Pass the walk to the page that requested it."""
        if self.note.text():
            self.note.clear()
            self._turn()
        match result.wish.page:
            case "forward":
                self.forward.show_result(result)
            case "update":
                self.update_page.show_result(result)
            case page if page in self.asking:
                self.asking[page].show_made(result.made, result.walk)
            case _:
                self.walk.show_result(result)
        walk = result.walk
        self._numbers = tr(
            "step {step} · J {value}",
            step=walk.subject.step,
            value=num(walk.graph.J.value),
        )
        self.say()

    def show_missing(self, example: int, examples: int) -> None:
        """Show that the sample of this run is too small for this example."""
        self._numbers = ""
        self.note.setText(
            tr(
                "{label} has no example {example}: its training split ends at "
                "example {examples}.",
                label=self.label,
                example=example,
                examples=examples - 1,
            )
        )
        self._turn()
        self.say()

    def say(self) -> None:
        """Show whose numbers these are, and where this run cannot follow."""
        if self.named.isHidden():
            return
        match self._page:
            case "forward":
                missing = self.forward.missing
            case "update":
                missing = self.update_page.missing
            case page if page in self.asking:
                missing = self.asking[page].missing
            case _:
                missing = self.walk.missing
        if self.note.text():
            missing = ""
        words = self._numbers
        if missing:
            words += tr(
                " · {label} has no {missing}", label=self.label, missing=missing
            )
        theme = self._theme
        said = f"<span style='color:{theme.secondary}'>{escape(words)}</span>"
        if not self._switched:
            name = f"<b style='color:{theme.text}'>{escape(self.label)}</b>&nbsp;&nbsp;"
            said = name + said
        self.named.setText(said)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.named.setFont(theme.font(SMALL))
        self.note.setFont(theme.font(BODY))
        for page in (self.walk, self.forward, self.update_page):
            page.set_theme(theme)
        for asking in self.asking.values():
            asking.set_theme(theme)
        self.say()
