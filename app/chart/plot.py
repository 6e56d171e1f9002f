"""One plot of a chart: a view box that people zoom and pan, and its two axes."""

from __future__ import annotations

from math import log10
from typing import TYPE_CHECKING

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsSceneWheelEvent,
)

from app.chart.contents import PlotContents
from app.look.plots import Axes, Scale

if TYPE_CHECKING:
    from app.chart.chart import Chart

_IN, _OUT = 1e-4, 8.0  # zoom limits, as shares of the range followed


class Plot(pg.ViewBox):  # type: ignore[misc]
    """Keeps the visible range; a logarithmic one in powers of ten."""

    def __init__(self, chart: Chart) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self._chart = chart
        self._followed: tuple[Scale, Scale] | None = None
        self._behind = False  # the view box is not updated to the range followed
        self.contents: PlotContents | None = None
        # The chart handles the keyboard, so Tab skips its children.
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsFocusable, False)
        self.disableAutoRange()
        self.left, self.bottom = Axis("left", self), Axis("bottom", self)

    def items(self) -> tuple[QGraphicsItem, ...]:
        """The items to add to the scene."""
        return (self.left, self.bottom, self)

    def show_contents(self, contents: PlotContents, held: bool) -> None:
        """Show new data; the range follows them unless the user set another."""
        self.contents = contents
        rect = contents.rect
        if rect != self.geometry():
            self.setGeometry(rect)
            self._place_axes(rect)
        scales = (contents.x, contents.y)
        if scales == self._followed:
            return
        kinds = [s.log for s in self._followed or ()]
        other = kinds != [s.log for s in scales]
        self._followed = scales
        self._behind |= other or not held
        if not held:
            return
        if other:
            self.follow()
            return
        self._set_limits(*scales)
        if contents.percent:
            self.setYRange(*_ends(contents.y), padding=0)

    def follow(self) -> None:
        """Give the view box the visible range, before the user moves it.

        During training it changes with every frame, and its signals would cost more
        than all curves.
        """
        if not self._behind or self._followed is None or self.contents is None:
            return
        self._behind = False
        x, y = self._followed
        self.setMouseEnabled(x=True, y=not self.contents.percent)
        self._set_limits(x, y)
        self.setRange(xRange=_ends(x), yRange=_ends(y), padding=0)

    def _place_axes(self, rect: QRectF) -> None:
        """Place the axes left of the plot, up to the previous one, and below it."""
        beside, below = 48.0, 24.0
        left = QRectF(rect.left() - beside, rect.top(), beside, rect.height())
        self.left.setWidth(beside)
        self.left.setGeometry(left)
        self.bottom.setHeight(below)
        self.bottom.setGeometry(rect.left(), rect.bottom(), rect.width(), below)

    def _set_limits(self, x: Scale, y: Scale) -> None:
        wide, high = (_ends(s)[1] - _ends(s)[0] for s in (x, y))
        # Places end with the last one, and nothing is smaller than one.
        places = self.contents is not None and bool(self.contents.places)
        self.setLimits(
            xMin=_ends(x)[0],
            xMax=_ends(x)[1] if places else None,
            minXRange=min(1.0, wide) if places else _IN * wide,
            maxXRange=wide if places else _OUT * wide,
            minYRange=_IN * high,
            maxYRange=_OUT * high,
        )

    def fit(self) -> None:
        """Show the range that follows the data."""
        self._behind = True

    def axes(self) -> Axes:
        """Scales and pixels of the visible range."""
        assert self._followed is not None, "nothing was shown yet"
        if self._behind:
            return Axes(*self._followed, self.geometry())
        across, up = self.viewRange()
        x, y = (
            Scale(10.0**a, 10.0**b, True) if s.log else Scale(float(a), float(b))
            for s, (a, b) in zip(self._followed, (across, up), strict=True)
        )
        return Axes(x, y, self.geometry())

    def wheelEvent(
        self, event: QGraphicsSceneWheelEvent, axis: int | None = None
    ) -> None:
        """Zoom along the steps, so that curves stay visible; with Ctrl on both axes.

        Over the numbers of an axis, zoom along that one.
        """
        both = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        super().wheelEvent(event, 0 if axis is None and not both else axis)

    def mouseClickEvent(self, event: MouseClickEvent) -> None:
        """A click goes to a step."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        event.accept()
        if self.sceneBoundingRect().contains(event.scenePos()):
            self._chart.click(self.axes().at(event.scenePos())[0])


class Axis(pg.AxisItem):  # type: ignore[misc]
    """Where wheel and mouse move only one axis; the chart paints its numbers."""

    def __init__(self, side: str, plot: Plot) -> None:
        super().__init__(side)
        self.setStyle(showValues=False)
        self.setZValue(-200)
        self.linkToView(plot)


def _ends(scale: Scale) -> tuple[float, float]:
    if scale.log:
        return log10(max(scale.low, 1e-300)), log10(max(scale.high, 1e-300))
    return scale.low, scale.high
