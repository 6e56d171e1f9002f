"""Pictures of one way's members, a map of all members, and a table of the ways."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.look.markers import draw_markers
from app.look.numbers import shown_number
from app.look.palette import tint
from app.look.plots import Axes, Scale, draw_note, polyline
from app.look.theme import BODY, LIGHT, SMALL, Theme
from app.plane.key_canvas import KeyCanvas
from app.views.grid.bayes_job import Bayes, Row
from app.views.grid.bayes_words import meaning, times_apart, verdict
from app.views.grid.ensemble_page import curves_of, draw_bands, values_scale
from core.grid.ways import WAYS
from core.language import mark, tr

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
#: Indices of class colours; not the first two, which the pictures use.
COLOURS = dict(zip(WAYS, (2, 3, 4, 5, 6), strict=True))
MOST_MARKS = 400  # most examples on a picture


class BayesCanvas(KeyCanvas):
    """Pictures on the left, the map in the middle, the table on the right."""

    keys = mark("Up and down choose where members come from.")
    way_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.result: Bayes | None = None
        self.rows: dict[str, QRectF] = {}  # of the table, by way
        self.setAccessibleName(tr("Members and how far they are apart"))
        self.setMinimumSize(200, 160)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(620, 400)

    def show_bayes(self, result: Bayes) -> None:
        """Show the newest members."""
        self.result = result
        self.tell(verdict(result) or tr(WAYS[result.way].title))
        self.update()

    # -- mouse and keys --------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the way whose row is clicked."""
        for way, place in self.rows.items():
            if place.contains(event.position()):
                self.way_chosen.emit(way)
                return
        super().mousePressEvent(event)

    def key_used(self, key: Qt.Key) -> bool:
        """Choose the way above or below."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if key not in steps or self.result is None:
            return False
        names = list(WAYS)
        at = names.index(self.result.way) + steps[key]
        if 0 <= at < len(names):
            self.way_chosen.emit(names[at])
        return True

    # -- painting --------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        """Everything that fits."""
        theme, painter = self._theme, QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.rows = {}
        if self.result is None:
            draw_note(painter, QRectF(self.rect()), theme, tr("The networks learn …"))
        else:
            self._draw(painter, self.result)
        self.draw_focus(painter, theme)
        painter.end()

    def _draw(self, painter: QPainter, made: Bayes) -> None:
        px = self._theme.px
        area = QRectF(self.rect()).adjusted(12, 4, -12, -4)
        gap, words = px(20), px(34)
        table = QRectF(area)
        below = px(24) * (len(WAYS) + 1) + px(12)
        if area.width() > px(720):
            table.setLeft(
                area.right() - min(max(px(350), 0.24 * area.width()), px(620))
            )
            area.setRight(table.left() - gap)
        elif area.height() > below + px(180):
            table.setTop(area.bottom() - below)
            area.setBottom(table.top() - px(8))
        else:  # pictures take priority over numbers
            table = QRectF()
        if made.mean is not None and made.spread is not None:
            side = max((area.height() - 2 * words) / 2, 0.0)
            side = min(side, 0.36 * area.width())
            first = QRectF(area.left(), area.top(), side, side)
            self._draw_plane(painter, first, made.mean, tr("mean prediction"), made)
            second = first.translated(0, side + words)
            what = tr("spread, 0 to {most}", most=shown_number(made.most, 2))
            self._draw_plane(painter, second, made.spread, what)
            area.setLeft(first.right() + gap)
        elif made.line is not None:
            band = QRectF(area)
            band.setWidth(0.5 * (area.width() - gap))
            self._draw_band(painter, band, made)
            area.setLeft(band.right() + gap)
        self._draw_map(painter, area, made, alone=table.isEmpty())
        if not table.isEmpty():
            self._draw_table(painter, table, made)

    def _draw_plane(
        self,
        painter: QPainter,
        place: QRectF,
        image: QImage,
        title: str,
        marked: Bayes | None = None,
    ) -> None:
        """One picture over the plane, with the training examples."""
        theme = self._theme
        painter.drawImage(place, image)
        if marked is not None:
            self._draw_examples(painter, place, marked)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.drawRect(place)
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.text))
        row = QRectF(place.left(), place.bottom() + 2, place.width(), theme.px(16))
        painter.drawText(row, _LEFT, title)

    def _draw_examples(self, painter: QPainter, place: QRectF, made: Bayes) -> None:
        theme, sample = self._theme, made.main.splits.train
        if not sample.classes or len(sample) > MOST_MARKS:
            return
        x0, x1, y0, y1 = made.box
        axes = Axes(Scale(x0, x1), Scale(y0, y1), place)
        painter.save()
        painter.setClipRect(place)
        painter.setPen(QPen(QColor(theme.outline), 0.8))
        for k in range(sample.classes):
            mine = sample.y.astype(int).reshape(-1) == k
            x, y = axes.px(sample.x[mine, 0]), axes.py(sample.x[mine, 1])
            painter.setBrush(theme.class_colour(k))
            draw_markers(painter, x, y, theme.class_symbol(k), theme.px(5))
        painter.restore()

    def _draw_band(self, painter: QPainter, area: QRectF, made: Bayes) -> None:
        """Every member thin, their mean, and two standard deviations around it."""
        assert made.line is not None
        assert made.x is not None
        theme, words = self._theme, self._theme.px(18)
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        head = QRectF(area.left(), area.top(), area.width(), words)
        title = tr("value along x, mean ± 2 standard deviations; members thin")
        if made.line.classes:
            title = tr("probability along x, mean ± 2 standard deviations")
        painter.drawText(head, _LEFT, title)
        plot = area.adjusted(theme.px(34), words + 4, 0, -words)
        scale = Scale(float(made.x[0]), float(made.x[-1]))
        axes = Axes(scale, values_scale(made.line), plot)
        axes.paint(painter, theme, "x")
        painter.save()
        painter.setClipRect(plot)
        for index, colour in curves_of(made.line, theme):
            draw_bands(painter, axes, made.x, made.line, index, colour)
        sample = made.main.splits.train
        if len(sample) <= MOST_MARKS:
            y = sample.y.reshape(len(sample), -1)[:, 0]
            painter.setPen(QPen(QColor(theme.pane), 0.8))
            painter.setBrush(QColor(theme.text))
            size = theme.px(4.5)
            draw_markers(painter, axes.px(sample.x[:, 0]), axes.py(y), "o", size)
        painter.restore()

    # -- the map ---------------------------------------------------------------------
    def _draw_map(
        self, painter: QPainter, area: QRectF, made: Bayes, *, alone: bool
    ) -> None:
        """One point per member; distances are those of their predictions.

        ``alone``: there is no space for the table, so the map has a legend.
        """
        theme, px = self._theme, self._theme.px
        words = px(34)
        plot = area.adjusted(0, px(22) if alone else 0, 0, -words)
        if alone:
            self._draw_legend(painter, QRectF(area.topLeft(), plot.topRight()), made)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.drawRect(plot)
        axes = map_axes(made, plot)
        painter.save()
        painter.setClipRect(plot)
        chosen = [row for row in made.rows if row.way == made.way]
        for row in [row for row in made.rows if row.way != made.way] + chosen:
            self._draw_members(painter, axes, row, row.way == made.way)
        self._draw_main(painter, axes)
        painter.restore()
        self._draw_scale(painter, axes)
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.text))
        line = QRectF(plot.left(), plot.bottom() + 2, plot.width(), px(16))
        painter.drawText(
            line, _LEFT, tr("map: members that predict alike lie close together")
        )
        painter.setPen(QColor(theme.secondary))
        line.translate(0, px(15))
        share = tr(
            "shows {share} % of all squared distances",
            share=f"{100 * made.explained:.0f}",
        )
        if alone and (times := times_apart(made)) is not None:
            share = tr(
                "two seeds are {times} times as far apart as two snapshots",
                times=f"{times:.1f}",
            )
        painter.drawText(line, _LEFT, share)

    def _draw_legend(self, painter: QPainter, area: QRectF, made: Bayes) -> None:
        """A legend of the shapes in a row; a click chooses one of them."""
        theme, px = self._theme, self._theme.px
        painter.setFont(theme.font(SMALL))
        metrics = QFontMetricsF(theme.font(SMALL))
        left = area.left()
        for row in made.rows:
            title = tr(WAYS[row.way].short)
            wide = metrics.horizontalAdvance(title) + px(26)
            place = QRectF(left, area.top(), wide, area.height())
            if left + wide > area.right() + px(10):
                return
            self.rows[row.way] = place
            self._draw_sign(painter, place, row)
            painter.setPen(QColor(theme.text if row.count else theme.secondary))
            painter.setFont(theme.font(SMALL, 700 if row.way == made.way else 400))
            painter.drawText(place.adjusted(px(14), 0, 0, 0), _LEFT, title)
            left += wide

    def _draw_sign(self, painter: QPainter, place: QRectF, row: Row) -> None:
        """The shape and colour of a way, hollow where it has no members."""
        theme, px = self._theme, self._theme.px
        colour = way_colour(theme, row.way)
        painter.setPen(QPen(colour, 1.0))
        painter.setBrush(colour if row.count else Qt.BrushStyle.NoBrush)
        x, y = np.array([place.left() + px(6)]), np.array([place.center().y()])
        draw_markers(painter, x, y, way_symbol(theme, row.way), px(9))

    def _draw_members(
        self, painter: QPainter, axes: Axes, row: Row, chosen: bool
    ) -> None:
        if not row.count:
            return
        theme = self._theme
        colour = way_colour(theme, row.way)
        x, y = axes.px(row.places[:, 0]), axes.py(row.places[:, 1])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if row.way == "snapshots":  # one path
            painter.setPen(QPen(tint(colour, 0.8), 1.5))
            painter.drawPolyline(polyline(x, y))
        painter.setPen(QPen(QColor(theme.pane) if chosen else colour, 1.0))
        painter.setBrush(colour if chosen else tint(colour, 0.25))
        size = theme.px(10 if chosen else 7)
        draw_markers(painter, x, y, way_symbol(theme, row.way), size)

    def _draw_main(self, painter: QPainter, axes: Axes) -> None:
        """Run A, the letter in a chip as on the networks' page."""
        theme = self._theme
        side = theme.px(16)
        chip = QRectF(0, 0, side, side)
        chip.moveCenter(QPointF(float(axes.px(0.0)), float(axes.py(0.0))))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        painter.drawRoundedRect(chip, 3, 3)
        painter.setPen(QColor(theme.on_accent))
        painter.setFont(theme.font(SMALL))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, "A")

    def _draw_scale(self, painter: QPainter, axes: Axes) -> None:
        """A bar as long as a round distance."""
        theme, px = self._theme, self._theme.px
        span = axes.x.high - axes.x.low
        length = round_length(0.3 * span)
        wide = length / span * axes.rect.width()
        right, y = axes.rect.right() - px(10), axes.rect.bottom() - px(12)
        painter.setPen(QPen(QColor(theme.secondary), 1.5))
        painter.drawLine(QPointF(right - wide, y), QPointF(right, y))
        painter.setFont(theme.font(SMALL))
        words = QRectF(right - wide - px(60), y - px(18), wide + px(60), px(16))
        text = tr("distance {length}", length=shown_number(length, 2))
        painter.drawText(words, _RIGHT, text)

    # -- the table -------------------------------------------------------------------
    def _draw_table(self, painter: QPainter, area: QRectF, made: Bayes) -> None:
        theme, px = self._theme, self._theme.px
        line = px(24)
        heads = (tr("members"), tr("apart"), tr("from A"), tr("log-lik."))
        name = area.width() - px(58) * len(heads)
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        for i, head in enumerate(heads):
            left = area.left() + name + i * px(58)
            painter.drawText(QRectF(left, area.top(), px(58), line), _RIGHT, head)
        painter.setPen(QPen(QColor(theme.hairline), 1))
        y = area.top() + line
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        for row in made.rows:
            place = QRectF(area.left(), y, area.width(), line)
            self.rows[row.way] = place
            self._draw_row(painter, place, name, row, row.way == made.way)
            y += line
        note = QRectF(area.left(), y + px(12), area.width(), area.bottom() - y - px(12))
        if note.height() > px(60):
            self._draw_words(painter, note, made)

    def _draw_row(
        self, painter: QPainter, place: QRectF, name: float, row: Row, chosen: bool
    ) -> None:
        theme, px = self._theme, self._theme.px
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint(theme.accent, 0.14))
            painter.drawRoundedRect(place.adjusted(-4, 1, 4, -1), 4, 4)
        self._draw_sign(painter, place, row)
        painter.setFont(theme.font(BODY, 600 if chosen else 400))
        painter.setPen(QColor(theme.text if row.count else theme.secondary))
        words = place.adjusted(px(18), 0, 0, 0)
        title = tr(WAYS[row.way].short)
        painter.drawText(words, _LEFT, title)
        painter.setFont(theme.font(SMALL))
        if not row.count:
            metrics = QFontMetricsF(theme.font(BODY, 600))
            rest = words.adjusted(metrics.horizontalAdvance(title) + px(14), 0, 0, 0)
            small = QFontMetricsF(theme.font(SMALL))
            short = small.elidedText(
                row.why_not, Qt.TextElideMode.ElideRight, rest.width()
            )
            painter.drawText(rest, _RIGHT, short)
            return
        found = row.quality.log_likelihood if row.quality is not None else None
        cells = (
            str(row.count) if row.finished else f"{row.count} …",
            shown_number(row.apart, 2) if row.apart is not None else "–",
            shown_number(row.away, 2) if row.away is not None else "–",
            shown_number(found, 3) if found is not None else "–",
        )
        for i, cell in enumerate(cells):
            left = place.left() + name + i * px(58)
            painter.drawText(
                QRectF(left, place.top(), px(58), place.height()), _RIGHT, cell
            )

    def _draw_words(self, painter: QPainter, area: QRectF, made: Bayes) -> None:
        """The text about the distances."""
        theme = self._theme
        flags = int(_TOP) | int(Qt.TextFlag.TextWordWrap)
        story = verdict(made)
        top = QRectF(area)
        if story:
            painter.setFont(theme.font(BODY))
            painter.setPen(QColor(theme.text))
            used = painter.boundingRect(top, flags, story)
            painter.drawText(top, flags, story)
            top.setTop(used.bottom() + theme.px(10))
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.secondary))
        words = meaning(made)
        used = painter.boundingRect(top, flags, words)
        painter.drawText(top, flags, words)
        top.setTop(used.bottom() + theme.px(14))
        self._draw_matrix(painter, top, made)

    def _draw_matrix(self, painter: QPainter, area: QRectF, made: Bayes) -> None:
        """All distances at once, members in the order of the table."""
        theme, px = self._theme, self._theme.px
        left = px(66)
        side = min(area.width() - left, area.height() - px(18))
        if made.matrix is None or side < px(90):
            return
        place = QRectF(area.left() + left, area.top(), side, side)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(place, made.matrix)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.drawRect(place)
        cell = side / max(1, sum(row.count for row in made.rows))
        at = 0.0
        painter.setFont(theme.font(SMALL))
        for row in made.rows:
            tall = row.count * cell
            if at:
                painter.setPen(QPen(QColor(theme.pane), 1.5))
                y, x = place.top() + at, place.left() + at
                painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))
                painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()))
            if tall > px(11):
                name = QRectF(area.left(), place.top() + at, left - px(8), tall)
                painter.setPen(QColor(theme.text))
                painter.drawText(name, _RIGHT, tr(WAYS[row.way].short))
            at += tall
        painter.setPen(QColor(theme.secondary))
        foot = QRectF(place.left(), place.bottom() + 2, area.width() - left, px(16))
        most = shown_number(made.farthest, 2)
        words = tr("distance between every two, 0 to {most}", most=most)
        painter.drawText(foot, _LEFT, words)


def way_colour(theme: Theme, way: str) -> QColor:
    """The colour of a way's members."""
    return theme.class_colour(COLOURS[way])


def way_symbol(theme: Theme, way: str) -> str:
    """Their shape, because colour alone is not enough."""
    return theme.class_symbol(list(WAYS).index(way))


def map_axes(made: Bayes, plot: QRectF) -> Axes:
    """Equal scales on both sides, with run A and every member inside."""
    places = np.concatenate([np.zeros((1, 2)), *(row.places for row in made.rows)])
    low, high = places.min(axis=0), places.max(axis=0)
    middle = (low + high) / 2
    width, height = max(plot.width(), 1.0), max(plot.height(), 1.0)
    spans = high - low
    unit = 1.16 * max(spans[0] / width, spans[1] / height, 1e-9)
    half = 0.5 * unit * width, 0.5 * unit * height
    return Axes(
        Scale(float(middle[0] - half[0]), float(middle[0] + half[0])),
        Scale(float(middle[1] - half[1]), float(middle[1] + half[1])),
        plot,
    )


def round_length(most: float) -> float:
    """The largest of 1, 2 or 5 times a power of ten up to ``most``."""
    if most <= 0 or not np.isfinite(most):
        return 1.0
    power = 10.0 ** np.floor(np.log10(most))
    return float(max(m for m in (1.0, 2.0, 5.0) if m * power <= most * 1.0001) * power)
