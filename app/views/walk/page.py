"""The page of the Walk view that goes through the graph, stop by stop."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QEvent, QObject, Qt, QVariantAnimation, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QScrollArea,
    QSlider,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.look.formulas import formula_pixmap
from app.look.theme import BODY, LIGHT, SMALL, Theme
from app.views.walk.canvas import GraphCanvas
from app.views.walk.graph_state import GraphState
from app.views.walk.jobs import WalkResult
from app.views.walk.map import can_open, entry_of, index_of
from app.views.walk.scroll import GraphScroll
from app.views.walk.story import tell
from app.widgets.buttons import IconButton
from app.widgets.label import Label, RichLabel
from app.widgets.tip import Tip
from core.analysis.walk import Walk, WalkNode
from core.analysis.walk_words import entry_title, title
from core.language import tr

STOP_MS = 1100  # how long a stop is shown while the walk plays
LOW = 260  # a page below this height has no formula
MOST_ENTRIES = 256  # entries of a node that can be chosen
FORWARD, BACKWARD = "forward", "backward"


@dataclass(frozen=True, slots=True)
class Stop:
    """One moment of the walk."""

    way: str  # FORWARD or BACKWARD
    name: str


def stops_of(walk: Walk) -> list[Stop]:
    """Every stop: values from the inputs to J, then gradients from J to the inputs."""
    ahead = [Stop(FORWARD, name) for name in walk.forward_order]
    return [*ahead, *(Stop(BACKWARD, name) for name in walk.backward_order)]


class WalkPage(QWidget):
    """Graph above, transport in the middle, text and numbers below."""

    moved = Signal()  # another node or entry, whose check is wanted
    play_asked = Signal()  # by keys, if the buttons belong to another run

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._walk: Walk | None = None
        self._result: WalkResult | None = None
        self._stops: list[Stop] = []
        self._at = 0
        self._wanted = ""  # "end": go there once there is a walk
        self.entry = 0
        self.missing = ""  # the node another run is at, if this one lacks it
        self.units = False
        self.canvas = GraphCanvas(self)
        self.graph_area = GraphScroll(self.canvas, self)
        self.first = IconButton("first", Tip(tr("To the start"), tr("Home")), size=28)
        self.back = IconButton("back", Tip(tr("One node back"), keys="←"), size=28)
        self.play = IconButton("play", Tip(tr("Play the walk"), keys="Return"), size=28)
        self.on = IconButton("step", Tip(tr("One node forward"), keys="→"), size=28)
        self.last = IconButton("last", Tip(tr("To the end"), tr("End")), size=28)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Place in the walk"))
        self._transport: tuple[QWidget, ...] = (
            self.first,
            self.back,
            self.play,
            self.on,
            self.last,
            self.slider,
        )
        self.where = Label(self)
        self.march = QVariantAnimation(self)
        self.march.setEasingCurve(QEasingCurve.Type.Linear)
        self.march.valueChanged.connect(self._on_beat)
        self.march.finished.connect(self._show_play)
        self.head = RichLabel(self)
        self.entries = QComboBox(self)
        self.entries.setAccessibleName(tr("Which derivative is checked"))
        self.entries.setToolTip(tr("The derivative explained first and checked."))
        self._listed: tuple[str, tuple[int, ...]] = ("", ())
        self.formula = Label(self)
        self.body = RichLabel(self)
        self.body.setWordWrap(True)
        self.body.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._build()

    def _build(self) -> None:
        bar = QWidget(self)
        row = QHBoxLayout(bar)
        row.setContentsMargins(8, 2, 12, 2)
        row.setSpacing(4)
        for button, steps in (
            (self.first, -10_000),
            (self.back, -1),
            (self.on, 1),
            (self.last, 10_000),
        ):
            button.clicked.connect(lambda _=False, n=steps: self.step(n))
        for widget in (self.first, self.back, self.play, self.on, self.last):
            row.addWidget(widget)
        row.addSpacing(8)
        row.addWidget(self.slider, 1)
        row.addSpacing(8)
        row.addWidget(self.where)
        # Texts of two runs are at the same height, whichever has the buttons.
        for part in self._transport:
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            part.setSizePolicy(policy)
        words = QWidget(self)
        words.setObjectName("walkWords")
        words.setStyleSheet("#walkWords { background: transparent; }")
        column = QVBoxLayout(words)
        column.setContentsMargins(12, 4, 12, 8)
        column.setSpacing(4)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.head, 1)
        top.addWidget(self.entries)
        column.addLayout(top)
        column.addWidget(self.formula)
        column.addWidget(self.body)
        column.addStretch(1)
        self._words = QScrollArea(self)
        self._words.setWidget(words)
        self._words.setWidgetResizable(True)
        self._words.setAccessibleName(tr("What happens here"))
        self._words.viewport().setAutoFillBackground(False)
        self._words.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        lower = QWidget(self)
        under = QVBoxLayout(lower)
        under.setContentsMargins(0, 0, 0, 0)
        under.setSpacing(0)
        under.addWidget(bar)
        under.addWidget(self._words, 1)
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        split.addWidget(self.graph_area)
        split.addWidget(lower)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setSizes([280, 220])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(split)
        self.play.clicked.connect(self.toggle)
        self.slider.valueChanged.connect(self._on_slider)
        self.canvas.stepped.connect(self.step)
        self.canvas.play_asked.connect(self._on_play_asked)
        self.canvas.node_clicked.connect(self._on_node)
        self.canvas.installEventFilter(self)
        self.entries.activated.connect(self._on_entry)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the keyboard focus by highlighting the place in the walk."""
        if watched is self.canvas and event.type() in (
            QEvent.Type.FocusIn,
            QEvent.Type.FocusOut,
        ):
            bold = 700 if event.type() == QEvent.Type.FocusIn else 400
            self.where.setFont(self._theme.font(SMALL, bold))
        return super().eventFilter(watched, event)

    # -- where ---------------------------------------------------------------------
    @property
    def stop(self) -> Stop | None:
        """The present stop."""
        return self._stops[self._at] if self._stops else None

    @property
    def stops(self) -> list[Stop]:
        """All stops of the present walk."""
        return self._stops

    @property
    def share(self) -> float:
        """The progress in the walk, from 0 to 1."""
        return self._at / max(1, len(self._stops) - 1)

    def step(self, count: int) -> None:
        """Move ``count`` stops, clamped to the ends."""
        self.march.stop()
        self._show_play()
        self._go(self._at + count)

    def go_to(self, place: str) -> None:
        """``start``, ``end``, a node of the backward pass, or ``forward NAME``."""
        self._wanted = place
        if self._stops:
            self._settle()

    def _settle(self) -> None:
        place, self._wanted = self._wanted, ""
        way, _, name = place.rpartition(" ")
        wanted = Stop(way or BACKWARD, name)
        if place == "end":
            self._go(len(self._stops) - 1)
        elif wanted in self._stops:
            self._go(self._stops.index(wanted))
        elif place:
            self._go(0)

    def _go(self, at: int) -> None:
        if not self._stops:
            return
        before = self.stop
        self._at = min(max(at, 0), len(self._stops) - 1)
        if before != self.stop:
            self.entry = 0
        self._show()
        self.graph_area.follow()
        self.moved.emit()

    def toggle(self) -> None:
        """Play to the end, or pause."""
        if self.march.state() == QVariantAnimation.State.Running:
            self.march.stop()
        elif self._stops:
            last = len(self._stops) - 1
            if self._at == last:
                self._go(0)
            self.march.setStartValue(float(self._at))
            self.march.setEndValue(float(last))
            self.march.setDuration(STOP_MS * (last - self._at))
            self.march.start()
        self._show_play()

    @property
    def playing(self) -> bool:
        """Whether the walk is playing."""
        return self.march.state() == QVariantAnimation.State.Running

    def hold(self) -> None:
        """Stop playing, because another run leads."""
        self.march.stop()
        self._show_play()

    def _on_play_asked(self) -> None:
        if self.play.isHidden():
            self.play_asked.emit()
        else:
            self.toggle()

    def set_transport(self, on: bool) -> None:
        """Show the step buttons, or leave them to the other run."""
        for part in self._transport:
            part.setVisible(on)

    # -- beside another run --------------------------------------------------------
    @property
    def index(self) -> tuple[int, ...]:
        """The present entry by row and column, for use with another shape."""
        if self._walk is None or self.stop is None:
            return ()
        return index_of(self._walk[self.stop.name].value.shape, self.entry)

    @property
    def trail(self) -> list[Stop]:
        """All stops up to the present one."""
        return self._stops[: self._at + 1]

    def follow(self, trail: list[Stop], index: tuple[int, ...]) -> bool:
        """Go where another run is; returns whether it moved.

        If there is no such node here, goes to the last one before it.
        """
        found = [stop for stop in trail if stop in self._stops]
        if not found or self._walk is None:
            return False
        stop, there = found[-1], trail[-1]
        self.missing = title(there.name) if stop != there else ""
        entry = 0
        if not self.missing:
            entry = entry_of(self._walk[stop.name].value.shape, index)
        if (stop, entry) == (self.stop, self.entry):
            return False
        self._at, self.entry = self._stops.index(stop), entry
        self._show()
        self.graph_area.follow()
        return True

    def _show_play(self) -> None:
        name = "pause" if self.playing else "play"
        self.play.set_icon(name)

    def _on_beat(self, place: float) -> None:
        if self.playing and int(place) != self._at:
            self._go(int(place))

    def _on_slider(self, value: int) -> None:
        if value != self._at:
            self.hold()
            self._go(value)

    def _on_node(self, name: str, unit: int) -> None:
        """Jump to a node, in the present direction of the walk."""
        now = self.stop
        if now is None:
            return
        self.march.stop()
        wanted = Stop(now.way, name)
        if wanted not in self._stops:  # a target has no gradient
            wanted = Stop(FORWARD, name)
        self._at = self._stops.index(wanted)
        self.entry = max(unit, 0)
        self._show()
        self.moved.emit()

    def _on_entry(self, entry: int) -> None:
        self.entry = entry
        self._show()
        self.moved.emit()

    def _offer_entries(self, node: WalkNode, ahead: bool) -> None:
        """Offer all derivatives of the node."""
        shape = node.value.shape
        size = node.value.size
        self.entries.setVisible(not ahead and size > 1)
        if (node.name, shape) != self._listed:
            self._listed = node.name, shape
            self.entries.clear()
            for k in range(min(size, MOST_ENTRIES)):
                self.entries.addItem(f"∂J/∂{entry_title(node.name, shape, k)}")
        if self.entries.currentIndex() != self.entry:
            self.entries.setCurrentIndex(min(self.entry, self.entries.count() - 1))

    # -- what ----------------------------------------------------------------------
    def show_result(self, result: WalkResult) -> None:
        """Show a walk; the place in it stays if the nodes are the same."""
        self._result = result
        walk = result.walk
        stops = stops_of(walk)
        if stops != self._stops:
            now = self.stop
            self._stops = stops
            self._at = stops.index(now) if now in stops else 0
            self.slider.setRange(0, len(stops) - 1)
        self._walk = walk
        if self._wanted:
            self._settle()
        self._show()

    def _show(self) -> None:
        walk, stop = self._walk, self.stop
        if walk is None or stop is None:
            return
        self.slider.blockSignals(True)
        self.slider.setValue(self._at)
        self.slider.blockSignals(False)
        ahead = [s.name for s in self._stops[: self._at + 1] if s.way == FORWARD]
        back = [s.name for s in self._stops[: self._at + 1] if s.way == BACKWARD]
        units = self.units and not can_open(walk)
        self.canvas.show_state(
            GraphState(
                walk, units, frozenset(ahead), frozenset(back), stop.name, self.entry
            )
        )
        way = tr("Forward") if stop.way == FORWARD else tr("Backward")
        of = [s for s in self._stops if s.way == stop.way]
        self.where.setText(
            tr(
                "{way} {index} of {count}",
                way=way,
                index=of.index(stop) + 1,
                count=len(of),
            )
        )
        self._explain(walk, walk[stop.name], stop.way)

    def _explain(self, walk: Walk, node: WalkNode, way: str) -> None:
        ahead = way == FORWARD
        self._offer_entries(node, ahead)
        result = self._result
        found = None
        if result is not None and result.wish.node == node.name and not ahead:
            found = result.check
        flow = self.canvas.flow_colour(0.9).name()
        told = tell(walk, node, ahead, self.entry, found, self._theme, flow)
        self.head.setText(told.head)
        self._show_formula(told.latex)
        self.body.setText(told.body)

    def _show_formula(self, latex: str) -> None:
        ratio = self.devicePixelRatioF()
        pixmap = (
            formula_pixmap(latex, self._theme.text, self._theme.px(15), ratio)
            if latex
            else None
        )
        # If space is short, the numbers matter more.
        roomy = self.height() >= self._theme.px(LOW)
        shown = pixmap is not None and not pixmap.isNull() and roomy
        self.formula.setVisible(shown)
        if pixmap is not None and shown:
            self.formula.setPixmap(pixmap)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.canvas.set_theme(theme)
        for button in (self.first, self.back, self.play, self.on, self.last):
            button.set_theme(theme)
        self.where.setFont(theme.font(SMALL))
        longest = max((tr("Forward"), tr("Backward")), key=len)
        words = tr("{way} {index} of {count}", way=longest, index=99, count=99)
        wide = self.where.fontMetrics().horizontalAdvance(words)
        self.where.setFixedWidth(max(theme.px(104), wide))
        self.where.setAlignment(
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        self.head.setFont(theme.font(BODY))
        self.body.setFont(theme.font(BODY))
        self.entries.setFont(theme.font(SMALL))
        self.entries.setFixedHeight(theme.px(22))
        self.entries.setMinimumWidth(theme.px(112))
        self._show()
