"""Ready layouts of the views, and the desk of docks they arrange."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QMainWindow, QScrollArea, QTabWidget, QWidget

from app.shell.panes import Pane
from core.language import mark

#: Raised when panes are added or renamed: an older saved arrangement is dropped.
STATE_VERSION = 6


@dataclass(frozen=True, slots=True)
class Layout:
    """Rows from top to bottom, each with views and their shares of the width."""

    name: str
    title: str
    summary: str
    rows: tuple[tuple[float, tuple[tuple[str, float], ...]], ...]


def _row(height: float, **views: float) -> tuple[float, tuple[tuple[str, float], ...]]:
    return height, tuple(views.items())


LAYOUTS = {
    layout.name: layout
    for layout in (
        Layout(
            "overview",
            mark("Overview"),
            mark("Everything at a glance."),
            (
                _row(1.0, network=1.0),
                _row(1.65, warp=1.25, output=1.0, regions=1.0),
                _row(1.15, saturation=1.25, gradients=1.0, loss=1.0),
            ),
        ),
        Layout(
            "folding",
            mark("Folding"),
            mark("How the layers transform the plane."),
            (
                _row(1.0, network=1.0),
                _row(2.2, warp=1.5, output=1.0),
                _row(1.1, loss=1.5, gradients=1.0),
            ),
        ),
        Layout(
            "regions",
            mark("Regions"),
            mark("The linear regions that the folds create."),
            (
                _row(1.0, network=1.0),
                _row(2.2, regions=1.0, output=1.0),
                _row(1.2, loss=1.0, warp=1.0),
            ),
        ),
        Layout(
            "learning",
            mark("Learning"),
            mark("Gradients, saturation and loss."),
            (
                _row(1.0, network=1.0),
                _row(1.5, gradients=1.4, output=1.0),
                _row(1.3, saturation=1.4, loss=1.0),
            ),
        ),
        Layout(
            "walk",
            mark("Walk"),
            mark("One example forward and backward, number by number."),
            (
                _row(1.0, network=1.0),
                _row(3.2, walk=2.4, output=1.0),
            ),
        ),
        Layout(
            "landscape",
            mark("Landscape"),
            mark("The loss around the weights, and the way down."),
            (
                _row(1.0, network=1.0),
                _row(3.2, landscape=2.0, output=1.0),
            ),
        ),
        Layout(
            "grid",
            mark("Grid"),
            mark("Many seeds of one run at once."),
            (
                _row(1.0, network=1.0),
                _row(3.2, grid=2.2, output=1.0),
            ),
        ),
        Layout(
            "experiments",
            mark("Experiments"),
            mark("Settings varied, seeds repeated, results compared."),
            (
                _row(1.0, network=1.7, output=1.0),
                _row(3.0, experiments=1.0),
            ),
        ),
        Layout(
            "ask",
            mark("Ask"),
            mark("Ask the network your own questions."),
            (
                _row(1.0, network=1.0),
                _row(3.2, ask=1.6, warp=1.0),
            ),
        ),
    )
}


class Desk(QMainWindow):
    """The panes as docks, which can be dragged, tabbed, floated and closed."""

    arranged = Signal(str)  # the ready layout that the views are in

    def __init__(self, panes: Iterable[Pane], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ground")
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setDockNestingEnabled(True)
        self.setTabPosition(
            Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North
        )
        self.panes: Mapping[str, Pane] = {pane.name: pane for pane in panes}
        self._layout = LAYOUTS["overview"]
        self._enlarged: str | None = None
        self._before = QByteArray()
        self._front: Pane | None = None  # the tab in sight before one was enlarged
        self._tabbed = False
        self._apart = QByteArray()  # the arrangement before it became tabs
        self._own = QByteArray()  # remembered while a lesson arranges the views
        for pane in self.panes.values():
            self.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, pane)
            pane.enlarge_asked.connect(self.toggle_enlarged)
            pane.close_asked.connect(self.close_pane)

    @property
    def layout_name(self) -> str:
        """The ready layout applied last."""
        return self._layout.name

    @property
    def enlarged(self) -> str | None:
        """The view that fills the desk."""
        return self._enlarged

    @property
    def tabbed(self) -> bool:
        """Whether views are tabs, one at a time in sight."""
        return self._tabbed

    def arrange(self, name: str) -> None:
        """Apply a ready layout; views that do not exist are skipped."""
        self._layout = LAYOUTS.get(name, LAYOUTS["overview"])
        self._arrange()

    def set_tabbed(self, on: bool) -> None:
        """Show one view at a time, the others as tabs; or apart again as before."""
        if on == self._tabbed:
            return
        self._tabbed = on
        apart, self._apart = self._apart, QByteArray()
        if not on:
            self._enlarged = None
            if apart.isEmpty() or not self.restoreState(apart, STATE_VERSION):
                self._arrange()
            return
        enlarged = self._enlarged
        if enlarged is not None:
            self.toggle_enlarged(enlarged)
        state = self.saveState(STATE_VERSION)
        self._stack([name for name, pane in self.panes.items() if not pane.isHidden()])
        self._apart = state
        if enlarged is not None:
            self.panes[enlarged].raise_()

    def _stack(self, views: Sequence[str]) -> None:
        """All ``views`` as tabs, those of the layout first, the largest in front."""
        placed = [view for _, row in self._rows() for view, _ in row]
        order = [view for view in placed if view in views]
        order += [view for view in views if view not in placed]
        for pane in self.panes.values():
            pane.setFloating(False)
            self.removeDockWidget(pane)
        for view in order:
            self.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, self.panes[view])
            if view != order[0]:
                self.tabifyDockWidget(self.panes[order[0]], self.panes[view])
            self.panes[view].show()
        for view, pane in self.panes.items():
            if view not in order:  # known to the desk, so that it stays hidden
                self.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, pane)
                pane.hide()
        if order:
            largest = max(self._rows(), key=lambda row: row[0])[1]
            first = max(largest, key=lambda entry: entry[1])[0]
            self.panes[first if first in order else order[0]].raise_()

    def _arrange(self) -> None:
        self._enlarged = None
        self._apart = QByteArray()
        rows = self._rows()
        wanted = {view for _, views in rows for view, _ in views}
        if self._tabbed:
            self._stack(sorted(wanted))
            self.arranged.emit(self._layout.name)
            return
        for view, pane in self.panes.items():
            pane.setFloating(False)
            self.removeDockWidget(pane)
            pane.setVisible(view in wanted)
        # Rows first: otherwise splitting a pane sideways would confine the next row to
        # it.
        firsts = [self.panes[views[0][0]] for _, views in rows]
        for above, pane in zip([None, *firsts], firsts, strict=False):
            if above is None:
                self.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, pane)
            else:
                self.splitDockWidget(above, pane, Qt.Orientation.Vertical)
            pane.show()
        for _, views in rows:
            for (left, _), (right, _) in pairwise(views):
                self.splitDockWidget(
                    self.panes[left], self.panes[right], Qt.Orientation.Horizontal
                )
                self.panes[right].show()
        for view, pane in self.panes.items():
            if view not in wanted:  # known to the desk, so that it stays hidden
                self.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, pane)
                pane.hide()
        self.spread()
        self.arranged.emit(self._layout.name)

    def set_views(self, settings: Mapping[str, Mapping[str, object]]) -> str:
        """Hand views their settings; returns why one was left alone, or nothing."""
        refusal = ""
        for name, wanted in settings.items():
            if name in self.panes:
                panel = self.panes[name].panel
                refusal = refusal or panel.refusal(wanted)
                panel.apply_settings(wanted)
        return refusal

    def show_views(self, views: Sequence[str]) -> None:
        """Show the network and a few views at a readable size, the first the widest.

        "Reset layout" still goes back to the chosen ready layout.
        """
        wanted = [view for view in views if view in self.panes and view != "network"]
        split = len(wanted) if len(wanted) <= 2 else (len(wanted) + 1) // 2
        rows = [
            (2.6, tuple((view, 1.35 if i == 0 else 1.0) for i, view in enumerate(part)))
            for part in (wanted[:split], wanted[split:])
            if part
        ]
        ready = self._layout
        self._layout = replace(ready, rows=((1.0, (("network", 1.0),)), *rows))
        self._arrange()

    def spread(self) -> None:
        """Give rows and columns their shares of the present size."""
        rows = self._rows()
        if not rows or self._enlarged is not None or self._tabbed:
            return
        firsts = [self.panes[views[0][0]] for _, views in rows]
        heights = _shares([h for h, _ in rows], self.height() - 8 * (len(rows) - 1))
        self.resizeDocks(firsts, heights, Qt.Orientation.Vertical)
        for _, views in rows:
            room = self.width() - 8 * (len(views) - 1)
            widths = _shares([share for _, share in views], room)
            panes = [self.panes[view] for view, _ in views]
            self.resizeDocks(panes, widths, Qt.Orientation.Horizontal)

    def proportions(self) -> dict[str, tuple[float, float]]:
        """Shares of the desk's width and height that each visible pane has."""
        if self._tabbed or self._enlarged is not None:
            return {}
        wide, tall = max(1, self.width()), max(1, self.height())
        return {
            name: (pane.width() / wide, pane.height() / tall)
            for name, pane in self.panes.items()
            if pane.isVisible() and not pane.isFloating()
        }

    def use_proportions(self, shares: Mapping[str, tuple[float, float]]) -> None:
        """Restore the shares of the visible panes.

        Their size hints must be up to date first, or the minimum sizes of larger fonts
        would count.
        """
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        known = [name for name in shares if self.panes[name].isVisible()]
        panes = [self.panes[name] for name in known]
        for i, (side, way) in enumerate(
            (
                (self.width(), Qt.Orientation.Horizontal),
                (self.height(), Qt.Orientation.Vertical),
            )
        ):
            sizes = [max(1, round(shares[name][i] * side)) for name in known]
            self.resizeDocks(panes, sizes, way)

    def _rows(self) -> list[tuple[float, tuple[tuple[str, float], ...]]]:
        found = []
        for height, views in self._layout.rows:
            here = tuple((v, share) for v, share in views if v in self.panes)
            if here:
                found.append((height, here))
        return found

    def toggle_enlarged(self, name: str) -> None:
        """Let one view fill the desk, or restore the layout."""
        if name not in self.panes:
            return
        if self._enlarged == name:
            self.restoreState(self._before, STATE_VERSION)
            self._enlarged = None
            if self._tabbed and self._front is not None:
                self._front.raise_()
            return
        if self._enlarged is None:
            self._before = self.saveState(STATE_VERSION)
            seen = (p for p in self.panes.values() if not p.visibleRegion().isEmpty())
            self._front = next(seen, None)
        self.panes[name].setFloating(False)  # otherwise the desk would be empty
        for view, pane in self.panes.items():
            pane.setVisible(view == name)
        self._enlarged = name

    def close_pane(self, name: str) -> None:
        """Hide one view; the View menu brings it back."""
        if self._enlarged == name:
            self.toggle_enlarged(name)
        self.panes[name].hide()

    @property
    def aside(self) -> bool:
        """Whether the own arrangement is remembered while a lesson arranges."""
        return not self._own.isEmpty()

    def set_aside(self) -> None:
        """Remember the present arrangement until a lesson is over."""
        if self._own.isEmpty():
            self._own = self.remembered()

    def give_up_aside(self) -> None:
        """What is there now counts."""
        self._own = QByteArray()

    def on_lesson(self, visible: bool) -> None:
        """The lesson was closed; tabs for want of room are still not the person's."""
        if not visible and not self._tabbed:
            self.give_up_aside()

    def remembered(self) -> QByteArray:
        """The arrangement and its ready layout, for the next start.

        Empty if there is none: views that were arranged as tabs for want of room.
        """
        if not self._own.isEmpty():
            return self._own
        if not self._apart.isEmpty():
            state = self._apart
        elif self._tabbed:
            return QByteArray()
        elif self._enlarged is not None:
            state = self._before
        else:
            state = self.saveState(STATE_VERSION)
        return QByteArray(self._layout.name.encode() + b"\n" + bytes(state.data()))

    def restore(self, remembered: QByteArray) -> bool:
        """Restore a remembered arrangement; False if it no longer fits."""
        name, _, state = bytes(remembered.data()).partition(b"\n")
        layout = LAYOUTS.get(name.decode("ascii", "replace"))
        if layout is None or not self.restoreState(QByteArray(state), STATE_VERSION):
            return False
        self._layout = layout  # what "Reset layout" goes back to
        self.arranged.emit(layout.name)
        return True


class DeskArea(QScrollArea):
    """Scrolls the desk if large type needs more space than the window has.

    Otherwise panes with too little space would cover each other.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setCornerWidget(QWidget(self))  # otherwise the style draws a frame there
        self.setWidget(desk)


def _shares(parts: list[float], room: int) -> list[int]:
    total = sum(parts)
    return [max(1, round(room * part / total)) for part in parts]
