"""The runs of the Walk view side by side: their layout, and how they are linked.

The run that the user steps through or points at leads; the other one follows by the
names of nodes, so that networks of different structure are compared where they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QVBoxLayout, QWidget

from app.look.theme import LIGHT, Theme
from app.views.walk.jobs import WalkResult
from app.views.walk.side import WalkSide
from app.widgets.removing import remove
from app.widgets.run_switch import LABELS, RunSwitch
from core.language import tr

WIDE = 700  # from this width on, two runs are side by side
TALL = 640  # … or one above the other; else one at a time
_ENDLESS = 16_777_215  # Qt's largest size

#: The result for a run: its walk, or its number of examples.
Outcome = WalkResult | int


class WalkSides(QWidget):
    """One run, or A and B."""

    moved = Signal()  # another node, entry or seed, whose data are wanted

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._page, self._units = "walk", False
        self._linking = False
        self._leader = 0
        self.sides: list[WalkSide] = []
        self.switch = RunSwitch(tr("Run in the Walk view"), self)
        self.switch.currentChanged.connect(self._arrange)
        self.between = QFrame(self)
        self.between.setObjectName("betweenRuns")
        self.between.hide()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._row, 1)
        self.show_runs(1)

    @property
    def comparing(self) -> bool:
        """Whether B is next to A."""
        return len(self.sides) > 1

    def show_runs(self, count: int) -> None:
        """Make a side for every run."""
        if count == len(self.sides):
            return
        while len(self.sides) > count:
            gone = self.sides.pop()
            self._row.removeWidget(gone)
            remove(gone)
        while len(self.sides) < count:
            self._add(LABELS[len(self.sides)])
        self._leader = 0
        self.switch.show_run(0)
        for side in self.sides:
            side.set_compared(self.comparing)
        self._arrange()

    def _add(self, label: str) -> None:
        side = WalkSide(label, self)
        side.set_theme(self._theme)
        side.set_units(self._units)
        side.show_page(self._page)
        at = len(self.sides)
        if at:
            self._row.addWidget(self.between)
        self._row.addWidget(side, 1)
        self.sides.append(side)
        side.walk.moved.connect(partial(self._lead, at))
        side.walk.play_asked.connect(self._on_play)
        side.forward.seed_changed.connect(partial(self._lead, at))
        side.update_page.chosen.connect(partial(self._lead, at))
        for page in side.asking.values():
            page.changed.connect(partial(self._lead, at))
        for canvas in (side.walk.canvas, side.forward.canvas):
            canvas.hovered.connect(partial(self._on_hover, at))
        for area in (side.walk.graph_area, side.forward.graph_area):
            area.slid.connect(partial(self._on_slid, at))

    # -- linked --------------------------------------------------------------------
    @contextmanager
    def _alone(self) -> Iterator[bool]:
        """Whether no other side is leading, so that followers do not lead back."""
        first, self._linking = not self._linking, True
        try:
            yield first
        finally:
            if first:
                self._linking = False

    def _others(self, at: int) -> list[WalkSide]:
        return [side for i, side in enumerate(self.sides) if i != at]

    def _lead(self, at: int, *_: object) -> None:
        """Side ``at`` moved: make the other follow."""
        with self._alone() as first:
            if not first:
                return
            self._leader = at
            for side in self._others(at):
                side.walk.hold()
            self._follow()
        self.moved.emit()

    def _follow(self) -> bool:
        """Move the other side to the leader's place; returns whether it moved."""
        lead, went = self.sides[self._leader], False
        for side in self._others(self._leader):
            went |= side.walk.follow(lead.walk.trail, lead.walk.index)
            went |= side.forward.follow(*lead.forward.place)
            side.update_page.follow(lead.update_page.parameter)
            for name, page in side.asking.items():
                page.follow(lead.asking[name])
                lead.asking[name].missing = ""
        lead.walk.missing = lead.forward.missing = lead.update_page.missing = ""
        for side in self.sides:
            side.say()
        return went

    def _on_play(self) -> None:
        self.sides[0].walk.toggle()

    def _on_hover(self, at: int, key: object) -> None:
        for side in self._others(at):
            for canvas in (side.walk.canvas, side.forward.canvas):
                canvas.set_hovered(key)

    def _on_slid(self, at: int, x: int, y: int) -> None:
        with self._alone() as first:
            for side in self._others(at) if first else ():
                page = side.forward if self._page == "forward" else side.walk
                page.graph_area.slide(x, y)

    # -- what ----------------------------------------------------------------------
    def show_results(self, outcomes: tuple[Outcome, ...], example: int | None) -> None:
        """Pass each run's result to its side."""
        with self._alone():
            for side, made in zip(self.sides, outcomes, strict=True):
                if isinstance(made, WalkResult):
                    side.show_result(made)
                else:
                    side.show_missing(example or 0, made)
            went = self._follow() if self.comparing else False
        if went:  # its result belongs to another node
            self.moved.emit()

    def show_page(self, name: str) -> None:
        """Bring a page to the front."""
        self._page = name
        self._each(lambda side: side.show_page(name))

    def set_units(self, on: bool) -> None:
        """Show every layer with one card per unit."""
        self._units = on
        self._each(lambda side: side.set_units(on))

    def _each(self, do: Callable[[WalkSide], None]) -> None:
        for side in self.sides:
            do(side)

    # -- where ---------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side, one above the other, or one at a time."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wide = self.width() >= self._theme.px(WIDE)
        tall = self.height() >= self._theme.px(TALL)
        single = self.comparing and not wide and not tall
        self.switch.setVisible(single)
        place = QSize(self.switch.width(), self.switch.sizeHint().height())
        self.switch.setGeometry(QRect(QPoint(0, 0), place))
        self.switch.raise_()
        room = place if single else QSize(0, 0)
        self.between.setVisible(self.comparing and not single)
        way = QBoxLayout.Direction
        self._row.setDirection(way.LeftToRight if wide else way.TopToBottom)
        self.between.setMinimumSize(*((1, 0) if wide else (0, 1)))
        self.between.setMaximumSize(*((1, _ENDLESS) if wide else (_ENDLESS, 1)))
        for at, side in enumerate(self.sides):
            side.leave_room(room)
            side.setVisible(not single or at == self.switch.currentIndex())
            # The buttons of A step through both; alone, B needs its own.
            side.walk.set_transport(at == 0 or single)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.switch.set_theme(theme)
        self.between.setStyleSheet(
            f"#betweenRuns {{ background: {theme.hairline}; border: none; }}"
        )
        self._each(lambda side: side.set_theme(theme))
        self._arrange()
