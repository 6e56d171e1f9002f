"""Working with a chart as people do: wheel, dragging, and what is seen of it."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.chart.chart import Chart
from app.look.plots import Scale

PLACE = QPoint(200, 60)


def sheet(chart: Chart) -> QWidget:
    """Where the mouse is: the viewport that fills the chart."""
    found = chart.childAt(PLACE)
    assert found is not None
    return found


def seen(chart: Chart, plot: int = 0) -> tuple[Scale, Scale]:
    axes = chart.shown_plots()[plot][1]
    return axes.x, axes.y


def wheel(chart: Chart, at: QPoint, turns: int = 1, held=None) -> None:
    view = sheet(chart)
    event = QWheelEvent(
        QPointF(at),
        view.mapToGlobal(QPointF(at)),
        QPoint(),
        QPoint(0, 120 * turns),
        Qt.MouseButton.NoButton,
        held or Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


def drag(chart: Chart, start: QPoint, stop: QPoint) -> None:
    """Press, move and release; no move comes too soon after another for pyqtgraph."""
    rate = pg.getConfigOption("mouseRateLimit")
    pg.setConfigOption("mouseRateLimit", 0)
    try:
        _drag(sheet(chart), start, stop)
    finally:
        pg.setConfigOption("mouseRateLimit", rate)


def _drag(view: QWidget, start: QPoint, stop: QPoint) -> None:
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(view, left, pos=start)
    for share in (0.3, 0.6, 1.0):
        at = QPointF(start) + share * QPointF(stop - start)
        move = QMouseEvent(
            QEvent.Type.MouseMove,
            at,
            view.mapToGlobal(at),
            Qt.MouseButton.NoButton,
            left,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(view, move)
    QTest.mouseRelease(view, left, pos=stop)
