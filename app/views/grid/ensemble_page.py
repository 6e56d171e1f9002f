"""Grid, second page: all networks as one predictor, and where they disagree."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.look.bands import fill_between
from app.look.numbers import shown_number, shown_percent
from app.look.palette import tint
from app.look.plots import Axes, Scale, draw_curve, draw_note, polyline
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.key_canvas import KeyCanvas
from app.views.grid.ensemble_job import Ensemble
from core.arrays import Floats
from core.grid.ensemble import Predictions
from core.language import mark, tr

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class EnsemblePage(KeyCanvas):
    """Pictures over the plane, bands along a line, and quality by ensemble size."""

    keys = mark("Up and down move the line through the plane.")
    section_chosen = Signal(float)  # share of the plane's height, from below

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.result: Ensemble | None = None
        self._planes: list[QRectF] = []
        self.section = 0.5
        self.setAccessibleName(tr("Ensemble of the grid's networks"))
        self.setMinimumSize(200, 160)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Landscape."""
        return QSize(620, 400)

    def show_ensemble(self, result: Ensemble) -> None:
        """Show the newest predictions."""
        self.result = result
        last = result.qualities[-1]
        self.tell(
            tr(
                "{members} networks together: log-likelihood {log_likelihood} "
                "on {judged_on}",
                members=last.members,
                log_likelihood=shown_number(last.log_likelihood),
                judged_on=result.judged_on,
            )
        )
        self.update()

    # -- moving the line -------------------------------------------------------------
    def _choose(self, share: float) -> None:
        self.section = min(1.0, max(0.0, share))
        self.section_chosen.emit(self.section)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Put the line where the mouse is."""
        for plane in self._planes:
            if plane.contains(event.position()):
                self._choose((plane.bottom() - event.position().y()) / plane.height())
                return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the line."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.mousePressEvent(event)

    def key_used(self, key: Qt.Key) -> bool:
        """Move the line by a twentieth."""
        steps = {Qt.Key.Key_Up: 0.05, Qt.Key.Key_Down: -0.05}
        if key not in steps or not self._planes:
            return False
        self._choose(self.section + steps[key])
        return True

    # -- painting --------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        """Pictures above; bands and the table below them."""
        theme, painter = self._theme, QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.pane))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self.result is None:
            draw_note(
                painter, QRectF(self.rect()), theme, tr("Training the networks …")
            )
        else:
            self._draw(painter, self.result)
        self.draw_focus(painter, theme)
        painter.end()

    def _draw(self, painter: QPainter, made: Ensemble) -> None:
        theme = self._theme
        area = QRectF(self.rect()).adjusted(12, 4, -12, -8)
        top = area.top()
        self._planes = []
        if made.pictures:
            words = theme.px(34)
            gap = theme.px(10)
            count = len(made.pictures)
            wide = (area.width() - gap * (count - 1)) / count
            side = min(wide, 0.55 * area.height() - words)
            used = count * side + (count - 1) * gap
            left = area.left() + (area.width() - used) / 2
            for i, picture in enumerate(made.pictures):
                place = QRectF(left + i * (side + gap), top, side, side)
                painter.drawImage(place, picture.image)
                self._planes.append(place)
                self._draw_plane(painter, place, picture.title, picture.scale)
            top += side + words
        table = theme.px(330) if area.width() > theme.px(640) else 0.46 * area.width()
        below = QRectF(area.left(), top, area.width() - table - 24, area.bottom() - top)
        if made.line is not None:
            _draw_line(painter, below, theme, made, made.line)
        else:
            note = tr("Bands need a problem with one or two inputs.")
            draw_note(painter, below, theme, note)
        beside = QRectF(area.right() - table, top, table, below.height())
        _draw_table(painter, beside, theme, made)

    def _draw_plane(
        self, painter: QPainter, place: QRectF, title: str, scale: str
    ) -> None:
        theme = self._theme
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.drawRect(place)
        y = place.bottom() - self.section * place.height()
        painter.setPen(QPen(tint(theme.text, 0.7), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))
        painter.setFont(theme.font(SMALL))
        painter.setPen(QColor(theme.text))
        row = QRectF(place.left(), place.bottom() + 2, place.width(), theme.px(14))
        painter.drawText(row, _LEFT, title)
        painter.setPen(QColor(theme.secondary))
        row.translate(0, theme.px(13))
        painter.drawText(row, _LEFT, scale)


def _draw_line(
    painter: QPainter, area: QRectF, theme: Theme, made: Ensemble, line: Predictions
) -> None:
    """The prediction with bands, and below it the split of its uncertainty."""
    words = theme.px(16)
    painter.setFont(theme.font(SMALL))
    painter.setPen(QColor(theme.secondary))
    if made.pictures:
        where = tr("along x₂ = {section}", section=shown_number(made.section))
    else:
        where = tr("along x")
    head = QRectF(area.left(), area.top(), area.width(), words)
    shown = tr("probability") if line.classes else tr("value")
    painter.drawText(
        head,
        _LEFT,
        tr("{shown} {where}, thin lines: single networks", shown=shown, where=where),
    )
    edge = theme.px(34)
    inner = area.adjusted(edge, words + 2, 0, -words - 4)
    split = 0.62 * inner.height()
    top = QRectF(inner.left(), inner.top(), inner.width(), split - words)
    low = QRectF(inner.left(), inner.top() + split, inner.width(), 0)
    low.setBottom(inner.bottom())
    x = Scale(float(made.x[0]), float(made.x[-1]))
    axes = Axes(x, values_scale(line), top)
    axes.paint(painter, theme, numbers_x=False)
    painter.save()
    painter.setClipRect(top)
    for index, colour in curves_of(line, theme):
        draw_bands(painter, axes, made.x, line, index, colour)
    painter.restore()
    painter.setPen(QColor(theme.secondary))
    unit = tr("entropy") if line.classes else tr("variance")
    title = QRectF(area.left(), low.top() - words, area.width(), words)
    painter.drawText(title, _LEFT, f"{unit}:")
    _draw_split(painter, low, x, theme, made.x, line, title)


def values_scale(line: Predictions) -> Scale:
    """A scale for the members and their bands, ignoring the few widest places."""
    if line.classes:
        return Scale(0.0, 1.0)
    each = line.each[..., 0]
    reach = 2.0 * np.sqrt(line.total)
    low, high = (each - reach).min(axis=0), (each + reach).max(axis=0)
    # The rest must stay readable where the spread explodes at an end.
    return Scale(float(np.nanquantile(low, 0.04)), float(np.nanquantile(high, 0.96)))


def curves_of(line: Predictions, theme: Theme) -> list[tuple[int, QColor]]:
    """Which outputs are drawn, and their colours."""
    if line.classes == 2:
        return [(1, theme.class_colour(1))]
    if line.classes:
        return [(c, theme.class_colour(c)) for c in range(line.classes)]
    return [(0, QColor(theme.accent))]


def draw_bands(
    painter: QPainter,
    axes: Axes,
    x: Floats,
    line: Predictions,
    index: int,
    colour: QColor,
) -> None:
    """Members thin, their mean thick, bands of two standard deviations."""
    each = line.each[..., index]
    mean, model = each.mean(axis=0), each.std(axis=0)
    px = axes.px(x)
    if line.variances is not None:
        total = np.sqrt(line.variances[..., index].mean(axis=0) + model**2)
        ends = mean - 2 * total, mean + 2 * total
        fill_between(painter, axes, px, *ends, tint(colour, 0.12))
    low, high = mean - 2 * model, mean + 2 * model
    if line.classes:
        low, high = np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)
    fill_between(painter, axes, px, low, high, tint(colour, 0.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(tint(colour, 0.35), 0.8))
    for member in each[:36]:
        painter.drawPolyline(polyline(px, axes.py(member)))
    painter.setPen(QPen(colour, 2.2))
    draw_curve(painter, px, axes.py(mean))


def _draw_split(
    painter: QPainter,
    area: QRectF,
    x: Scale,
    theme: Theme,
    at: Floats,
    line: Predictions,
    title: QRectF,
) -> None:
    """Data uncertainty below, model uncertainty on top: their sum is the total."""
    total = line.total
    axes = Axes(x, Scale(0.0, float(np.nanmax(total)) or 1.0), area)
    axes.paint(painter, theme, "")
    px, zero = axes.px(at), np.zeros_like(at)
    parts = (
        (tr("data"), zero, line.data, theme.secondary),
        (tr("model"), line.data, total, theme.accent),
    )
    left = title.left() + theme.px(56)
    for name, low, high, colour in parts:
        fill_between(painter, axes, px, low, high, tint(colour, 0.55))
        mark = QRectF(left, title.center().y() - 4, 8, 8)
        painter.fillRect(mark, tint(colour, 0.55))
        painter.setPen(QColor(theme.secondary))
        word = QRectF(left + 12, title.top(), theme.px(60), title.height())
        painter.drawText(word, _LEFT, name)
        left += theme.px(60)
    painter.setPen(QPen(QColor(theme.text), 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    draw_curve(painter, px, axes.py(total))
    painter.drawText(
        QRectF(left, title.top(), theme.px(60), title.height()), _LEFT, tr("— total")
    )


def _draw_table(painter: QPainter, area: QRectF, theme: Theme, made: Ensemble) -> None:
    """Ensembles of 1, 2, 5 … networks on held-out examples."""
    classes = made.qualities[-1].accuracy is not None
    heads = (
        tr("networks"),
        tr("accuracy") if classes else tr("error"),
        tr("log-likelihood"),
        tr("miscalibration"),
    )
    line = theme.px(18)
    painter.setFont(theme.font(SMALL))
    gap = theme.px(8)
    needs = [painter.fontMetrics().horizontalAdvance(head) + gap for head in heads]
    wide = max(area.width(), 0.0) / sum(needs)  # columns as wide as their heads
    rights = [area.left() + wide * sum(needs[: i + 1]) for i in range(len(needs))]
    painter.setPen(QColor(theme.secondary))
    title = QRectF(area.left(), area.top(), area.width(), line)
    painter.drawText(title, _RIGHT, tr("on {judged_on}", judged_on=made.judged_on))
    best = max(
        range(len(made.qualities)), key=lambda i: made.qualities[i].log_likelihood
    )
    for i, head in enumerate(heads):
        room = wide * needs[i] - gap / 2
        place = QRectF(rights[i] - room, area.top() + line, room, line)
        words = painter.fontMetrics().elidedText(
            head, Qt.TextElideMode.ElideRight, int(room)
        )
        painter.drawText(place, _RIGHT, words)
    rule = area.top() + 2 * line
    painter.setPen(QPen(QColor(theme.hairline), 1))
    painter.drawLine(QPointF(area.left(), rule), QPointF(area.right(), rule))
    for row, quality in enumerate(made.qualities):
        top = rule + 2 + row * line
        if top + line > area.bottom():
            break
        good = quality.accuracy
        cells = (
            str(quality.members),
            shown_percent(good) if good is not None else shown_number(quality.error),
            shown_number(quality.log_likelihood),
            shown_number(quality.calibration, 2),
        )
        painter.setFont(theme.font(SMALL, 700 if row == best else 400))
        painter.setPen(QColor(theme.text))
        for i, cell in enumerate(cells):
            place = QRectF(rights[i] - theme.px(120), top, theme.px(120), line)
            painter.drawText(place, _RIGHT, cell)
