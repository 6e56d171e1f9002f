"""A network with more than two inputs: one table cell per example."""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.look.markers import draw_markers
from app.look.numbers import shown_number, shown_percent
from app.look.plots import draw_note, draw_readout
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.picture import class_name
from app.views.output.against import Against, axes_of, draw_against, nearest, places
from app.views.output.case_jobs import CasesResult
from app.views.output.confusion import draw_confusion
from core.analysis.columns import columns_of
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.language import tr
from core.numbers import shown_count
from core.outputs import LOSSES

MOST_COLUMNS = 6  # of a table, in a readout
PICTURE_SIDE = 12  # least pixels of a cell for a recognisable picture


class CasesCanvas(QWidget):
    """Cells coloured by the prediction; the marker is the true class."""

    cell_pointed = Signal(int)  # an example under the mouse; −1: none

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.result: CasesResult | None = None
        self.label = ""
        self._pointed = -1
        self.setMouseTracking(True)
        self.setMinimumSize(80, 60)
        self.setAccessibleName(tr("Output for every example"))

    def sizeHint(self) -> QSize:
        """A square of moderate size."""
        return QSize(280, 240)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def show_cases(self, result: CasesResult, label: str) -> None:
        """Show a result; ``label`` names the run, if needed."""
        self.result, self.label = result, label
        self.update()

    def _grid(self, count: int) -> tuple[int, int, QRectF]:
        """Rows, columns and the area of the table."""
        px = self._theme.px
        head = px(24) if self.label else px(8)
        area = QRectF(self.rect()).adjusted(px(8), head, -px(8), -px(8))
        # Prefer powers of two: then each row of a truth table shares its leading bits.
        best = (1, count)
        worst = float("inf")
        for columns in {2**k for k in range(13)} | {ceil(sqrt(count))}:
            rows = ceil(count / columns)
            if columns > count or (rows - 1) * columns >= count:
                continue
            shape = (area.width() / columns) / max(1e-9, area.height() / rows)
            # Wide cells have space for text; pictures are square.
            cost = abs(np.log(max(shape, 1e-9) / (1.0 if self._pictured else 2.2)))
            if cost < worst:
                worst, best = cost, (rows, columns)
        return *best, area

    @property
    def _pictured(self) -> bool:
        return self.result is not None and self.result.pictures is not None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Cells, markers, words."""
        painter = QPainter(self)
        theme, result = self._theme, self.result
        painter.fillRect(self.rect(), QColor(theme.pane))
        if result is None:
            draw_note(
                painter, QRectF(self.rect()), theme, tr("Waiting for the first step")
            )
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if result.confusion is not None:
            draw_confusion(painter, theme, self._room, result, result.confusion)
            self._draw_label(painter)
            return
        if result.against is not None:
            draw_against(painter, theme, self._room, result.against)
            self._draw_label(painter)
            self._draw_nearest(painter, result, result.against)
            return
        count = len(result.sample)
        if not count:
            words = tr(
                "None of {looked_at} {split} examples is wrong",
                looked_at=shown_count(result.looked_at),
                split=result.split,
            )
            draw_note(painter, QRectF(self.rect()), theme, words)
            return
        rows, columns, area = self._grid(count)
        w, h = area.width() / columns, area.height() / rows
        gap = 2.0 if min(w, h) > 12 else 0.0
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        names = [_case_name(x) for x in result.sample.x[: 1 if w < 24 else count]]
        widest = max((metrics.horizontalAdvance(t) for t in names), default=0.0)
        worded = w - gap > widest + theme.px(28) and h - gap > metrics.height()
        for i in range(count):
            row, column = divmod(i, columns)
            cell = QRectF(
                area.left() + column * w, area.top() + row * h, w - gap, h - gap
            )
            r, g, b = (int(v) for v in result.colours[i])
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(r, g, b))
            if gap:
                painter.drawRoundedRect(cell, 3, 3)
            else:
                painter.drawRect(cell)
            if result.pictures is not None and min(w, h) > PICTURE_SIDE:
                self._draw_picture(painter, cell, result, i)
            elif min(w, h) > 10:
                self._draw_marker(painter, cell, result, i, worded)
            if worded and result.pictures is None:
                painter.setPen(QColor(theme.text))
                painter.drawText(
                    cell.adjusted(theme.px(24), 0, -4, 0),
                    Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                    names[i],
                )
        self._draw_label(painter)
        self._draw_hover(painter, result, rows, columns, area)

    @property
    def _room(self) -> QRectF:
        """Where a table or a plot of all examples fits, below the run's label."""
        head = self._theme.px(24) if self.label else self._theme.px(4)
        return QRectF(self.rect()).adjusted(4, head, -4, -4)

    def _draw_label(self, painter: QPainter) -> None:
        if self.label:
            px = self._theme.px
            painter.setFont(self._theme.font(SMALL))
            painter.setPen(QColor(self._theme.text))
            painter.drawText(QPointF(px(12), px(16)), self.label)

    def _draw_nearest(
        self, painter: QPainter, result: CasesResult, found: Against
    ) -> None:
        """The numbers of the example under the mouse."""
        i = self._pointed
        if not 0 <= i < len(found.true):
            return
        x, y = places(axes_of(self._theme, self._room, found), found)
        split = tr("test") if found.tested[i] else tr("training")
        number = int(result.numbers[i])
        lines = [
            tr("predicted {value}", value=shown_number(float(found.predicted[i]))),
            tr("true {value}", value=shown_number(float(found.true[i]))),
            tr("{split} example {number}", split=split, number=number),
            *_row_lines(result.snapshot, result.sample.x[i]),
        ]
        bounds = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        at = QPointF(float(x[i]), float(y[i]))
        draw_readout(painter, at, bounds, self._theme, lines)

    def _draw_picture(
        self, painter: QPainter, cell: QRectF, result: CasesResult, i: int
    ) -> None:
        """The example itself; with a ring in the true class's colour if it is wrong."""
        assert result.pictures is not None
        height = result.pictures.height() // len(result.sample)
        width = result.pictures.width()
        scale = min((cell.width() - 4) / width, (cell.height() - 4) / height)
        place = QRectF(0, 0, width * scale, height * scale)
        place.moveCenter(cell.center())
        answered = cell.width() > self._theme.px(72) and bool(result.sample.classes)
        if answered:
            place.moveRight(cell.right() - 2)
        source = QRectF(0, i * height, width, height)
        painter.drawImage(place, result.pictures, source)
        if answered:
            self._draw_answer(painter, cell.adjusted(6, 3, 0, -2), result, i)
        if result.wrong[i]:
            colour = self._theme.class_colour(int(result.sample.y[i]))
            painter.setPen(QPen(colour, 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 3, 3)

    def _draw_answer(
        self, painter: QPainter, room: QRectF, result: CasesResult, i: int
    ) -> None:
        """The true class, and the predicted one if different."""
        problem = result.snapshot.run.data.problem
        loss = LOSSES[result.snapshot.run.loss]
        decided = int(np.argmax(loss.shares(result.predicted[i : i + 1])[0]))
        words = class_name(problem, int(result.sample.y[i]))
        if result.wrong[i]:
            words += f" → {class_name(problem, decided)}"
        painter.setPen(QColor(self._theme.text))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(room, left, words)

    def _draw_marker(
        self, painter: QPainter, cell: QRectF, result: CasesResult, i: int, worded: bool
    ) -> None:
        theme, sample = self._theme, result.sample
        if not sample.classes:
            return
        k = int(sample.y[i])
        left = cell.left() + theme.px(13) if worded else cell.center().x()
        x, y = np.array([left]), np.array([cell.center().y()])
        size = min(theme.px(8), 0.5 * cell.height())
        painter.setPen(QPen(QColor(theme.outline), 1))
        painter.setBrush(theme.class_colour(k))
        draw_markers(painter, x, y, theme.class_symbol(k), size)
        if result.wrong[i]:
            painter.setPen(QPen(QColor(theme.text), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            draw_markers(painter, x, y, "o", size + 6)

    def _draw_hover(
        self,
        painter: QPainter,
        result: CasesResult,
        rows: int,
        columns: int,
        area: QRectF,
    ) -> None:
        i = self._pointed
        if not 0 <= i < len(result.sample):
            return
        if self._pictured:
            lines = _picture_lines(result, i)
        else:
            lines = _case_lines(result, i)
        row, column = divmod(i, columns)
        at = area.topLeft() + QPointF(
            (column + 0.5) * area.width() / columns, (row + 0.5) * area.height() / rows
        )
        bounds = QRectF(self.rect()).adjusted(4, 4, -4, -4)
        draw_readout(painter, at, bounds, self._theme, lines)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read the cell under the mouse."""
        self.cell_pointed.emit(self._cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse has left."""
        self.cell_pointed.emit(-1)

    def point(self, example: int) -> None:
        """Read out the cell of ``example``; −1: none."""
        if example != self._pointed:
            self._pointed = example
            self.update()

    def _cell_at(self, at: QPointF) -> int:
        if self.result is None or self.result.confusion is not None:
            return -1
        if not len(self.result.sample):
            return -1
        if (found := self.result.against) is not None:
            return nearest(axes_of(self._theme, self._room, found), found, at)
        rows, columns, area = self._grid(len(self.result.sample))
        if not area.contains(at):
            return -1
        column = int((at.x() - area.left()) / area.width() * columns)
        row = int((at.y() - area.top()) / area.height() * rows)
        return row * columns + column


def _case_lines(result: CasesResult, i: int) -> list[str]:
    """The network's prediction for an example, and the true answer."""
    sample = result.sample
    problem = result.snapshot.run.data.problem
    said = "  ".join(shown_number(float(v)) for v in result.predicted[i])
    target = (
        class_name(problem, int(sample.y[i]))
        if sample.classes
        else "  ".join(shown_number(float(v)) for v in np.atleast_1d(sample.y[i]))
    )
    return [
        tr("output {said}", said=said),
        *_spread_line(result, i),
        tr("target {target}, wrong", target=target)
        if result.wrong[i]
        else tr("target {target}", target=target),
        *_row_lines(result.snapshot, sample.x[i]),
    ]


def _picture_lines(result: CasesResult, i: int) -> list[str]:
    """The likeliest classes of a picture, and its own."""
    problem = result.snapshot.run.data.problem
    loss = LOSSES[result.snapshot.run.loss]
    shares = loss.shares(result.predicted[i : i + 1])[0]
    order = np.argsort(-shares)[:3]
    said = [f"{class_name(problem, int(k))}  {shown_percent(shares[k])}" for k in order]
    target = class_name(problem, int(result.sample.y[i]))
    number = int(result.numbers[i])
    return [
        *said,
        *_spread_line(result, i),
        tr(
            "it is {target}, {split} example {number}",
            target=target,
            split=result.split,
            number=number,
        ),
    ]


def _spread_line(result: CasesResult, i: int) -> list[str]:
    """The spread over draws of random units, if there are any."""
    if result.spread is None:
        return []
    if len(result.spread[i]) > 4:
        return [
            tr(
                "spread at most {spread}",
                spread=shown_number(float(result.spread[i].max()), 2),
            )
        ]
    values = "  ".join(shown_number(float(v), 2) for v in result.spread[i])
    return [tr("spread {values}", values=values)]


def _row_lines(snapshot: Snapshot, x: Floats) -> list[str]:
    """An example's inputs: by column where there is a table."""
    problem = snapshot.run.data.problem
    if not getattr(problem, "columns", ()):
        return [tr("input {case_name}", case_name=_case_name(x))]
    columns = columns_of(problem)
    row = np.asarray(x, np.float64)
    lines = [f"{c.label}: {c.shown(c.value(row))}" for c in columns[:MOST_COLUMNS]]
    return lines if len(columns) <= MOST_COLUMNS else [*lines, "…"]


def _case_name(x: Floats) -> str:
    """The inputs of one example, as bits if they are bits."""
    if np.isin(x, (0.0, 1.0)).all() and len(x) <= 16:
        return "".join(str(int(v)) for v in x)
    return "  ".join(shown_number(float(v), 2) for v in x[:4]) + (
        " …" if len(x) > 4 else ""
    )
