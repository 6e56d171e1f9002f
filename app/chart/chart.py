"""A chart: plots that people zoom, pan, read and fit, by mouse or keys."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from app.chart.bars import draw_words
from app.chart.contents import Contents, PlotContents
from app.chart.drawing import Drawing
from app.chart.labels import Label, draw_labels, place_labels
from app.chart.plot import Plot
from app.chart.readout import Reading, draw_card, draw_crosshair, read_at, words_of
from app.chart.sheet import Sheet
from app.chart.words import draw_foot, draw_heading
from app.look.plots import Axes, Scale, draw_note, draw_upright
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.key_canvas import ENTER, KeyCanvas
from app.widgets.label import plain_tooltip
from core.language import mark, tr

_ZOOM = 1.25  # by one press of a key
_STRIDE = 2.0  # least pixels the crosshair moves per key press
_ARROWS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_CHOOSE = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
#: The scales, as named on the switch below the numbers.
SCALES = (mark("log"), mark("linear"))
LABEL_TIP = mark("Click to hide or show this curve (H)")
SWITCH_TIP = mark("Click to change between a linear and a logarithmic scale (L)")


class Chart(KeyCanvas):
    """Shows what ``compose`` returns; called at each refresh and change of size.

    Ranges follow the data until the user zooms or pans; `fit` makes them follow again.
    """

    keys = mark(
        "Left and Right read a step, Enter moves the playhead there, Up "
        "and Down choose a curve, H hides or shows it, plus and minus "
        "zoom, Home fits, L changes between a linear and a logarithmic "
        "scale."
    )
    step_chosen = Signal(int)
    curves_changed = Signal()  # a curve was hidden or shown
    scale_asked = Signal()  # switch between linear and logarithmic

    def __init__(
        self, compose: Callable[[], Contents], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._compose = compose
        self.theme: Theme = LIGHT
        self.contents = Contents(())
        self.hidden: set[str] = set()  # keys of lines
        self.held = False  # the user set the range
        self.labels: tuple[Label, ...] = ()
        self.step: float | None = None  # under the crosshair
        self._tip = ""
        self._height = 0.0  # of the mouse, for the card
        self._marked: str | None = None  # the line whose label is under the mouse
        self._switch = QRectF()  # where "log" or "linear" is drawn
        self._switch_key: object = None
        self._on_switch = False
        self._plots: list[Plot] = []
        self._shown: list[tuple[PlotContents, Axes]] | None = None  # until it changes
        self._sheet = Sheet(self)
        for part in (self._sheet, self._sheet.viewport()):
            part.setAccessibleName(tr("Plots"))
            # Else everything behind it would be painted first, down to the pane.
            part.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._drawing = Drawing()
        self._clicked: int | None = None
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self._go)

    # -- what is shown ---------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self.theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Compose the contents again and paint."""
        self.contents = self._compose()
        self._shown = None
        while len(self._plots) < len(self.contents.plots):
            self._plots.append(self._make_plot())
        for i, plot in enumerate(self._plots):
            seen = i < len(self.contents.plots)
            if plot.isVisible() != seen:
                for item in plot.items():
                    item.setVisible(seen)
            if seen:
                plot.show_contents(self.contents.plots[i], self.held)
        self._place_labels()
        self._sheet.viewport().update()

    def explain(self, tip: str) -> None:
        """Explain the chart in a tooltip, which is no markup."""
        self._tip = tip
        self._show_tip()

    def toolTip(self) -> str:
        """The explanation, even while a card is shown instead."""
        return self._tip

    def _show_tip(self) -> None:
        # It would cover the card of the crosshair.
        self.setToolTip(plain_tooltip(self._tip) if self.step is None else "")

    def update(self) -> None:  # type: ignore[override]
        """Paint again; everything is painted by the sheet."""
        self._sheet.viewport().update()

    def reset(self) -> None:
        """Another run or quantity: follow its range."""
        self.held = False
        self.step = None

    def fit(self) -> None:
        """Make the ranges follow the data again."""
        self._wait.stop()
        self.held = False
        for plot in self._plots:
            plot.fit()
        self.refresh()

    def seen_across(self) -> Scale | None:
        """The range of the first axis that the user chose, if any."""
        return self._plots[0].axes().x if self.held and self._plots else None

    def shown_plots(self) -> list[tuple[PlotContents, Axes]]:
        """Each plot with its visible range."""
        if self._shown is None:
            self._shown = [
                (contents, plot.axes())
                for plot, contents in zip(
                    self._plots, self.contents.plots, strict=False
                )
            ]
        return self._shown

    def _make_plot(self) -> Plot:
        plot = Plot(self)
        for item in plot.items():
            self._sheet.scene().addItem(item)
        plot.sigRangeChangedManually.connect(lambda _: self._on_hand(plot))
        return plot

    def follow(self) -> None:
        """Update pyqtgraph's view boxes, because the user is about to move them."""
        self._shown = None
        for plot in self._plots:
            plot.follow()
            plot.updateMatrix()  # else done by painting a scene, which we do not

    def _on_hand(self, moved: Plot) -> None:
        """The user zoomed or panned: show the same steps in the other plots."""
        self.held = True
        self.follow()
        across, up = moved.viewRange()
        self._shown = None
        for plot in self._plots:
            if plot is moved or not plot.isVisible():
                continue
            plot.setXRange(*across, padding=0)
            if self.contents.beside:
                plot.setYRange(*up, padding=0)
        if self._over_places():
            self.refresh()  # what fits below a place depends on its width
        else:
            self._place_labels()
            self._sheet.viewport().update()

    def _place_labels(self) -> None:
        self.labels = tuple(
            label
            for contents, axes in self.shown_plots()
            for label in place_labels(contents, axes, self.theme)
        )
        self._place_switch()

    def _place_switch(self) -> None:
        if not (self.contents.scale and self.contents.plots):
            self._switch, self._switch_key = QRectF(), None
            return
        r = self.contents.plots[-1].rect
        key = (r, self.contents.scale, self.theme)
        if key == self._switch_key:
            return
        self._switch_key = key
        metrics = self.theme.metrics(SMALL)
        wide = metrics.horizontalAdvance(self._scale_words())
        low = 0 if self._over_places() else 5  # in a row with names or numbers
        top, left = r.bottom() + low, self.theme.px(4)
        self._switch = QRectF(left, top, wide, metrics.height())

    # -- painting --------------------------------------------------------------------

    def draw(self, painter: QPainter) -> None:
        """The plots, then labels, playheads, crosshair, card and focus on top."""
        theme, contents = self.theme, self.contents
        painter.fillRect(self.rect(), QColor(theme.pane))
        self.draw_under(painter)
        self._drawing.draw(painter, self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if contents.note:
            draw_note(painter, QRectF(self.rect()), theme, contents.note)
        shown = self.shown_plots()
        for one, axes in shown:
            draw_heading(painter, one, theme)
            if one.places:
                draw_words(painter, one, axes, self.hidden, theme)
            _draw_playheads(painter, one, axes)
        draw_labels(painter, self.labels, self.hidden, self._marked, theme)
        self._draw_switch(painter)
        draw_foot(painter, contents, QRectF(self.rect()), theme)
        self._draw_reading(painter, shown)
        self.draw_focus(painter, theme)

    def draw_under(self, painter: QPainter) -> None:
        """What a view shows around its plots; nothing by itself."""

    def _draw_switch(self, painter: QPainter) -> None:
        if self._switch.isEmpty():
            return
        theme = self.theme
        font = theme.font(SMALL)
        painter.setFont(font)
        if self._on_switch:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.hover))
            painter.drawRoundedRect(self._switch.adjusted(-4, 0, 4, 0), 3, 3)
        painter.setPen(QColor(theme.secondary))
        base = self._switch.top() + theme.metrics(SMALL).ascent()
        painter.drawText(QPointF(self._switch.left(), base), self._scale_words())

    def _scale_words(self) -> str:
        return f"y: {tr(self.contents.scale)}"

    def _draw_reading(
        self, painter: QPainter, shown: list[tuple[PlotContents, Axes]]
    ) -> None:
        if self.step is None:
            return
        # Plots one above the other belong to one run and share a card.
        runs: dict[float, tuple[Axes, list[Reading]]] = {}
        for contents, axes in shown:
            found = read_at(contents, self.step, self.hidden)
            draw_crosshair(painter, axes, found, self.theme)
            runs.setdefault(contents.rect.left(), (axes, []))[1].extend(found)
        width = self.width() / max(1, len(runs))
        for i, (axes, found) in enumerate(runs.values()):
            if found:
                own = QRectF(i * width, 0, width, self.height())
                self._draw_card(painter, axes, found, own.adjusted(4, 4, -4, -4))

    def _draw_card(
        self, painter: QPainter, axes: Axes, found: list[Reading], bounds: QRectF
    ) -> None:
        x = max(found[0].x, 1.0) if axes.x.log else found[0].x
        if found[0].line.bar:
            x += found[0].line.bar / 2  # beside it
        at = QPointF(float(axes.px(x)), self._height or axes.rect.center().y())
        draw_card(painter, at, bounds, self.theme, found)

    # -- mouse -----------------------------------------------------------------------

    def point(self, at: QPointF) -> None:
        """The mouse moved here: read the step, or mark what can be clicked."""
        label = self._label_at(at)
        self._marked = None if label is None else label.line.key
        self._on_switch = self._switch.adjusted(-4, -2, 4, 2).contains(at)
        hand = label is not None or self._on_switch
        tip = tr(SWITCH_TIP if self._on_switch else LABEL_TIP)
        self._sheet.setToolTip(plain_tooltip(tip) if hand else "")
        self._sheet.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
        )
        self.step = None
        for contents, axes in self.shown_plots():
            r = contents.rect
            if r.left() <= at.x() <= r.right() and at.y() <= self._bottom():
                self.step = axes.at(at)[0]
                self._height = at.y()
                break
        self._show_tip()
        self._sheet.viewport().update()

    def point_away(self) -> None:
        """The mouse has left."""
        self.step = self._marked = None
        self._show_tip()
        self._on_switch = False
        self._sheet.viewport().update()

    def press(self, at: QPointF) -> bool:
        """Click a label or the switch; False if there is neither."""
        label = self._label_at(at)
        if label is not None:
            self.toggle(label.line.key)
        elif self._switch.adjusted(-4, -2, 4, 2).contains(at):
            self.scale_asked.emit()
        else:
            return False
        return True

    def click(self, step: float) -> None:
        """A plot was clicked at ``step``.

        If a double click would fit the range, wait in case it becomes one.
        """
        if self._over_places():
            return
        self._clicked = round(max(0.0, step))
        if self.held:
            self._wait.start(QApplication.doubleClickInterval())
        else:
            self._go()

    def _go(self) -> None:
        if self._clicked is not None:
            self.step_chosen.emit(self._clicked)
            self._clicked = None

    def toggle(self, key: str) -> None:
        """Hide a curve or show it again."""
        self.hidden ^= {key}
        self.curves_changed.emit()
        self.refresh()

    def _label_at(self, at: QPointF) -> Label | None:
        inside = (b for b in self.labels if b.rect.adjusted(-4, 0, 4, 0).contains(at))
        return next(inside, None)

    def _bottom(self) -> float:
        return max((c.rect.bottom() for c in self.contents.plots), default=0.0)

    # -- keys ------------------------------------------------------------------------

    def key_used(self, key: Qt.Key) -> bool:
        """Read, go, choose, hide, zoom, fit, change the scale."""
        if not self.contents.plots:
            return False
        if key in _ARROWS:
            self._walk(_ARROWS[key])
        elif key in _CHOOSE:
            self._choose(_CHOOSE[key])
        elif key in ENTER and self.step is not None and not self._over_places():
            self.step_chosen.emit(round(self.step))
        elif key == Qt.Key.Key_H and self._marked is not None:
            self.toggle(self._marked)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            self._zoom(1 / _ZOOM if key == Qt.Key.Key_Plus else _ZOOM)
        elif key == Qt.Key.Key_Home:
            self.fit()
        elif key == Qt.Key.Key_L and self.contents.scale:
            self.scale_asked.emit()
        else:
            return False
        return True

    def keys_left(self) -> None:
        """The chart lost the keyboard focus."""
        self.point_away()

    def _walk(self, way: int) -> None:
        """Move the crosshair to the next point that is some pixels away."""
        contents, axes = self.shown_plots()[0]
        lines = [c.x for c in contents.lines if c.key not in self.hidden and len(c.x)]
        if not lines:
            return
        x = lines[0]
        if contents.places:
            x = np.array([(own[0] + own[-1]) / 2 for own in lines])
        x = x[(x >= axes.x.low) & (x <= axes.x.high)]
        if not len(x):
            return
        here = float(x[-1]) if self.step is None else self.step
        place = int(np.argmin(np.abs(x - here)))
        if self.step is not None:
            at = axes.px(np.maximum(x, 1.0) if axes.x.log else x)
            far = np.flatnonzero((at - at[place]) * way >= _STRIDE)
            if len(far):
                place = int(far[0] if way > 0 else far[-1])
        self.step, self._height = float(x[place]), 0.0
        self.tell(words_of(self.readings()))

    def readings(self) -> list[Reading]:
        """The crosshair's readings of all plots."""
        if self.step is None:
            return []
        return [
            reading
            for contents in self.contents.plots
            for reading in read_at(contents, self.step, self.hidden)
        ]

    def _choose(self, way: int) -> None:
        lines = {line.key: line for one in self.contents.plots for line in one.lines}
        if not lines:
            return
        keys = list(lines)
        here = keys.index(self._marked) if self._marked in lines else -1
        chosen = lines[keys[(here + way) % len(keys) if here >= 0 else 0]]
        self._marked = chosen.key
        state = tr("hidden") if chosen.key in self.hidden else tr("shown")
        self.tell(f"{chosen.name}, {state}")

    def _over_places(self) -> bool:
        return any(one.places for one in self.contents.plots)

    def _zoom(self, factor: float) -> None:
        self.follow()
        plot = self._plots[0]
        centre = None
        if self.step is not None:
            axes = plot.axes()
            x = float(np.log10(max(self.step, 1.0))) if axes.x.log else self.step
            centre = (x, sum(plot.viewRange()[1]) / 2)
        plot.scaleBy(x=factor, center=centre)
        self._on_hand(plot)

    # -- size ------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Resize the plots at once."""
        self._sheet.setGeometry(self.rect())
        self.refresh()


def _draw_playheads(painter: QPainter, contents: PlotContents, axes: Axes) -> None:
    """Mark the step that the other views show, after the timeline was dragged."""
    r = axes.rect
    for step, colour in contents.playheads:
        at = float(axes.px(max(1, step)))
        if r.left() <= at <= r.right():
            draw_upright(painter, at, r.top(), r.bottom(), colour)
