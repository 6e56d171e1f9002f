"""The network strip: the canvas with its controls, and the edits they ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.editing.cuts import Cuts
from app.frame.base import Frame, Panel, RunFrame
from app.frame.settings import Switch
from app.look.numbers import shown_number
from app.look.theme import LIGHT, Theme
from app.views.network.canvas import UnitCanvas
from app.views.network.card import UnitCard
from app.views.network.docking import Docking
from app.views.network.headers import LayerHeader, OutputHeader
from app.views.network.picture import StripPicture, compute, full_width
from app.views.network.placing import place_controls
from app.views.network.solving import Solving
from app.views.network.stepper import Stepper
from app.views.network.wires import Wires
from app.views.network.wish import StripWish
from app.views.network.words import book_solution, bottleneck_words
from app.widgets.buttons import TextButton
from app.widgets.controls import mark_control
from app.widgets.label import Label
from app.widgets.removing import remove
from app.widgets.run_switch import LABELS, RunSwitch
from app.widgets.tip import Tip, set_why_not
from core.edits import InsertLayer, RemoveLayer, SetLayer, SetLayerCount, SetOutput
from core.engine.snapshot import Snapshot
from core.language import mark, tr
from core.network import MAX_LAYERS, MAX_UNITS, LayerSpec

if TYPE_CHECKING:
    from app.editing.state import AppState
    from core.engine.timeline import Timeline

_HEAD, _FOOT = 28, 26
_ROOMY = 226  # column distance at which a header fits in one line
_WORDS = mark("click a unit to enlarge it, a link to edit its weight")
_LIVE = mark("swap A and B to change it")
_GHOST = mark("a kept run cannot be changed")


class _Ground(QWidget):
    """A plain area in the pane's colour; the style would override a palette."""

    def __init__(self) -> None:
        super().__init__()
        self.colour = QColor(LIGHT.pane)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.colour)
        painter.end()


class NetworkStrip(Panel):
    """A heat map per unit, a link per weight; all of it can be edited in place.

    It changes nothing itself: each edit is a signal, which the window turns into a
    command that can be undone.
    """

    name = "network"
    title = mark("Network")

    docked = Switch(False, mark("Dock the unit card"))

    edit_asked = Signal(object)  # core.edits.Edit
    parameter_edited = Signal(int, str, object, float)  # layer, name, index, value
    unit_selected = Signal(int, int)  # column (0: inputs), unit
    load_book_solution = Signal(object, str)  # all parameters, and a note
    told = Signal(str)  # what an edit does to the loss

    def __init__(
        self, state: AppState | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.snapshot: Snapshot | None = None
        self.headers: list[LayerHeader] = []
        self._state = state
        self._timeline: Timeline | None = None  # of the run that is shown
        self._restyled = False
        self._shown = 0  # 1: run B
        self.wires = Wires(self, Cuts() if state is None else state.editing.cuts)
        self._locked = ""  # why nothing can be changed; empty if it can
        self.body = _Ground()
        self.which = RunSwitch(tr("Run in the network strip"), self.body)
        self.canvas = UnitCanvas(self.body)
        self.layers_label = Label(tr("Layers"), self.body)
        self.layers_label.setObjectName("hint")
        self.layers = Stepper(
            Tip(tr("Hidden layers"), tr("Click to type how many.")),
            Tip(tr("One layer fewer"), tr("Removes the last hidden layer.")),
            Tip(
                tr("One layer more"),
                tr("Adds a layer like the last one, before the output."),
            ),
            self.body,
        )
        mark_control(self.layers_label, self.layers)
        self.output = OutputHeader(self.body)
        self.book = TextButton(
            tr("Load the book’s solution"),
            Tip(
                tr("Load the book’s solution"),
                tr("The weights that solve XOR exactly."),
                r"y = \max(0, x_1 + x_2) - 2\max(0, x_1 + x_2 - 1)",
            ),
            "book",
            self.body,
        )
        self.book.hide()
        self.solve = TextButton(
            tr("Solve in closed form"),
            Tip(
                tr("Solve in closed form"),
                tr(
                    "The linear model needs no training: the normal equation "
                    "gives its weights, with the L2 penalty as ridge."
                ),
                r"w = (X^T X + n \lambda I)^{-1} X^T y",
            ),
            "check",
            self.body,
        )
        self.solve.hide()
        self.solving = Solving(self)
        self.card = UnitCard(self)
        self.docking = Docking(self)
        self.scroll_area = QScrollArea(self)
        self.scroll_area.setWidget(self.body)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll_area.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.scroll_area)
        self._connect()
        if state is not None:
            self._obey(state)

    def _obey(self, state: AppState) -> None:
        """Connect the signals to ``state``, so that changes can be undone."""
        self.edit_asked.connect(state.editing.apply)
        self.parameter_edited.connect(state.editing.set_parameter)
        self.load_book_solution.connect(state.editing.set_parameters)
        self.told.connect(state.told)

    def _connect(self) -> None:
        self.which.currentChanged.connect(self._on_which)
        self.layers.stepped.connect(self._on_layers)
        self.layers.counted.connect(self._on_layer_count)
        self.layers.left.connect(self.place_controls)
        self.output.loss_chosen.connect(self._on_loss)
        self.output.freeze_toggled.connect(self._on_output_frozen)
        self.book.clicked.connect(self._on_book)
        self.solve.clicked.connect(self.solving.solve)
        self.canvas.number_edited.connect(self.parameter_edited)
        self.canvas.link_switched.connect(self.wires.switch_link)
        self.canvas.connection_drawn.connect(self.wires.offer)
        self.canvas.connection_removed.connect(self.wires.remove)
        self.card.link_switched.connect(self.wires.switch_link)
        self.card.unit_switched.connect(self.wires.switch_unit)
        self._connect_wiring(self.output)
        self.wires.asked.connect(self.edit_asked)
        self.wires.told.connect(self.told)
        self.canvas.unit_clicked.connect(self.open_unit)
        self.canvas.unit_entered.connect(self.card.take_keyboard)
        self.canvas.hover_changed.connect(self.refresh_needed)
        self.canvas.scrolled.connect(self.refresh_needed)
        self.card.number_edited.connect(self.parameter_edited)
        self.card.closed.connect(self._on_card_closed)
        self.card.left.connect(
            lambda: self.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        )

    def setting_changed(self, name: str) -> None:
        """Dock or undock the card."""
        self.docking.renew()

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(960, self.theme.px(172))

    def minimumSizeHint(self) -> QSize:
        """Room for a header and one row of units."""
        return QSize(240, self.theme.px(116))

    # -- frames --------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """Follow the structure of run A, or of B if chosen."""
        run = self._pick(frame)
        before, snapshot = self.snapshot, run.snapshot
        self.snapshot = snapshot
        self.canvas.show_snapshot(snapshot)
        if self.card.isVisible():
            self.card.show_snapshot(snapshot)
        # Every snapshot has its own network object; place only for a different one.
        if (
            before is None
            or self._restyled
            or before.run is not snapshot.run
            or before.network != snapshot.network
        ):
            self._restyled = False
            self._follow(snapshot)
        words = tr(self._locked or _WORDS)
        scale = full_width(self.canvas.picture, snapshot, moving=frame.moving)
        words += tr(
            " · links at full width: ±{link_scale}", link_scale=shown_number(scale)
        )
        if frame.comparing:
            words = tr("run {label} · {words}", label=run.label, words=words)
        narrow = bottleneck_words(snapshot.network)
        self.show_subtitle(f"{narrow} · {words}" if narrow else words)

    def _pick(self, frame: Frame) -> RunFrame:
        """The run to show; only A can be changed."""
        if frame.comparing == self.which.isHidden():
            self.which.setVisible(frame.comparing)
            self.place_controls()
        chosen = self.which.currentIndex()
        # After swapping the runs in order to edit the one on show, keep showing it.
        swapped = self._shown == chosen == 1 and frame.main.timeline is self._timeline
        if swapped or not frame.comparing:
            chosen = 0
            self.which.show_run(0)
        run = frame.runs[chosen]
        if chosen != self._shown:
            # The worker's results for the other run no longer fit; place every control
            # again.
            self._shown, self.snapshot = chosen, None
            self.card.hide()
            self.canvas.relayout()
        self._timeline = run.timeline
        ghost = self._state is not None and not self._state.comparison.alive
        self._lock("" if chosen == 0 else _GHOST if ghost else _LIVE)
        return run

    def _on_which(self, index: int) -> None:
        # What is being typed belongs to the run shown so far.
        typing = QApplication.focusWidget()
        if isinstance(typing, QLineEdit) and self.isAncestorOf(typing):
            typing.clearFocus()
        self.canvas.close_editor()
        self.card.hide()
        self.refresh_needed.emit()

    def _lock(self, why: str) -> None:
        """Disable every control that would change the run; empty: enable."""
        if why == self._locked:
            return
        self._locked = why
        said = why[:1].upper() + why[1:] + "." if why else ""
        set_why_not(self.body, said)
        self.canvas.set_locked(bool(why))
        self.card.set_locked(said, LABELS[self._shown] if why else "")
        for part in (self.layers, self.output):
            part.setEnabled(not why)
        for header in self.headers:
            header.set_locked(bool(why))

    def _follow(self, snapshot: Snapshot) -> None:
        """Make a header for every hidden layer."""
        hidden = snapshot.network.hidden
        while len(self.headers) > len(hidden):
            gone = self.headers.pop()
            remove(gone.foot)
            remove(gone)
        while len(self.headers) < len(hidden):
            self.headers.append(self._make_header(len(self.headers)))
        for header, layer in zip(self.headers, hidden, strict=True):
            header.show_layer(layer, MAX_UNITS)
            header.wiring.show_network(snapshot.network, header.index + 1)
        self.output.wiring.show_network(snapshot.network, snapshot.network.depth)
        self.layers.show_count(len(hidden), 0, MAX_LAYERS)
        open_to_change = not self._locked
        self.book.setVisible(open_to_change and book_solution(snapshot) is not None)
        linear = (
            not snapshot.network.hidden and snapshot.network.output.unit.least_squares
        )
        self.solve.setVisible(open_to_change and linear)
        self.place_controls()

    def _make_header(self, index: int) -> LayerHeader:
        header = LayerHeader(index, self.body)
        header.set_theme(self.theme)
        header.set_locked(bool(self._locked))
        header.activation_chosen.connect(self._on_activation)
        header.field_chosen.connect(self._on_field)
        header.units_stepped.connect(self._on_units)
        header.units_counted.connect(self._on_unit_count)
        header.freeze_toggled.connect(self._on_frozen)
        header.insert_asked.connect(self._on_insert)
        header.remove_asked.connect(self._on_remove)
        self._connect_wiring(header)
        header.lower()  # over the number of layers it would take the mouse from it
        header.show()
        return header

    def _connect_wiring(self, header: LayerHeader | OutputHeader) -> None:
        header.wiring.asked.connect(self.wires.ask)
        header.wiring.pattern_asked.connect(self.wires.use_pattern)

    def request(self, frame: Frame, size: QSize) -> Callable[[], object] | None:
        """Tiles and links of what is visible."""
        layout = self.canvas.layout_now()
        # A comparison may have ended since the last frame was shown.
        chosen = min(self.which.currentIndex(), len(frame.runs) - 1)
        snapshot = frame.runs[chosen].snapshot
        if layout is None or len(layout.columns) != len(snapshot.network.widths):
            return None
        if any(
            c.count != n
            for c, n in zip(layout.columns, snapshot.network.widths, strict=True)
        ):
            return None
        wish = StripWish(
            snapshot,
            layout,
            frame.theme,
            self.devicePixelRatioF(),
            frame.moving,
            self.canvas.hovered_unit,
            self.card.unit,
            self.canvas.drawn_links,
            None if self.card.unit is None else self.wires.unit_switch(self.card.unit),
        )
        return lambda: compute(wish)

    def show_result(self, result: object) -> None:
        """Show the worker's picture."""
        if isinstance(result, StripPicture):
            self.canvas.show_picture(result)
            if self.card.unit is not None and result.detail is not None:
                self.card.show_image(result.detail)
                self.card.show_effect(result.effect)

    # -- placing -------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the canvas to the pane."""
        super().resizeEvent(event)
        self.place_controls()

    def event(self, event: QEvent) -> bool:
        """Place everything once the real size is known."""
        if event.type() == QEvent.Type.Show:
            self.place_controls()
        if event.type() in (QEvent.Type.Show, QEvent.Type.StyleChange):
            # The style resets fonts whenever it is applied, widget by widget: set them
            # again in the next frame.
            self._restyled = True
        return super().event(event)

    def place_controls(self) -> None:
        """Place controls above their columns, or below them if columns are narrow."""
        theme, snapshot = self.theme, self.snapshot
        if snapshot is None:
            return
        head, foot = theme.px(_HEAD), theme.px(_FOOT)
        width, height = self.width(), self.height()
        count = len(snapshot.network.widths)
        roomy = (width - theme.px(88)) / max(1, count - 1) >= theme.px(_ROOMY)
        inner = height - head - (0 if roomy else foot)
        self.canvas.set_notes(roomy)
        needed = round(self.canvas.needed_width(width, inner - 8, theme))
        if needed > width:
            inner -= theme.px(8)  # the scroll bar
        self.body.resize(max(width, needed), head + inner + (0 if roomy else foot))
        canvas_before = self.canvas.geometry()
        self.canvas.setGeometry(0, head, self.body.width(), max(20, inner))
        if self.canvas.geometry() != canvas_before:
            self.refresh_needed.emit()
        place_controls(self, roomy, head, foot)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self.theme = theme
        self.updateGeometry()  # the minimum height depends on the font
        for part in (
            self.canvas,
            self.which,
            self.layers,
            self.output,
            self.book,
            self.solve,
            self.solving,
            self.card,
        ):
            part.set_theme(theme)
        for header in self.headers:
            header.set_theme(theme)
        self.body.colour = QColor(theme.pane)
        self.canvas.relayout()
        self.place_controls()

    # -- edits -----------------------------------------------------------------------

    def _hidden(self) -> tuple[LayerSpec, ...]:
        assert self.snapshot is not None
        return self.snapshot.network.hidden

    def _on_activation(self, index: int, name: str) -> None:
        if self._hidden()[index].activation != name:
            self.edit_asked.emit(SetLayer(index, "activation", name))

    def _on_field(self, index: int, name: str, value: str) -> None:
        if getattr(self._hidden()[index], name) != value:
            self.edit_asked.emit(SetLayer(index, name, value))

    def _on_units(self, index: int, by: int) -> None:
        units = self._hidden()[index].units + by
        if 1 <= units <= MAX_UNITS:
            self._on_unit_count(index, units)

    def _on_unit_count(self, index: int, units: int) -> None:
        self.edit_asked.emit(SetLayer(index, "units", units))

    def _on_layer_count(self, count: int) -> None:
        self.edit_asked.emit(SetLayerCount(count))

    def _on_layers(self, by: int) -> None:
        count = len(self._hidden())
        if by > 0:
            self._on_insert(count)
        elif count:
            self._on_remove(count - 1)

    def _on_insert(self, index: int) -> None:
        if len(self._hidden()) < MAX_LAYERS:
            self.edit_asked.emit(InsertLayer(index))

    def _on_remove(self, index: int) -> None:
        self.edit_asked.emit(RemoveLayer(index))

    def _on_frozen(self, index: int, on: bool) -> None:
        self.edit_asked.emit(SetLayer(index, "frozen", on))

    def _on_loss(self, name: str) -> None:
        self.edit_asked.emit(SetOutput("loss", name))

    def _on_output_frozen(self, on: bool) -> None:
        self.edit_asked.emit(SetOutput("frozen", on))

    def _on_book(self) -> None:
        if self.snapshot is None:
            return
        theta = book_solution(self.snapshot)
        if theta is not None:
            self.load_book_solution.emit(theta, tr("the book’s solution loaded"))

    def open_unit(self, column: int, unit: int) -> None:
        """Open the card of a unit, or close it."""
        if self.snapshot is None:
            return
        widths = self.snapshot.network.widths
        if column >= len(widths) or unit >= widths[column]:
            return  # the network has changed since
        self.unit_selected.emit(column, unit)
        if self.card.unit == (column, unit):
            self.card.hide()
            return
        self.docking.seat()
        self.card.open(self.snapshot, (column, unit))
        self.canvas.selected = (column, unit)
        layout = self.canvas.layout_now()
        if layout is not None:
            held = layout.columns[column]
            place = QPoint(round(held.centre), self.canvas.height() + 8)
            self.docking.show(self.canvas.mapTo(self.window(), place))
        self.refresh_needed.emit()

    def _on_card_closed(self) -> None:
        self.canvas.selected = None
        self.canvas.update()
