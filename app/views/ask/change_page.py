"""The smallest change along the gradient's sign that flips the answer."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from app.look.numbers import shown_number, shown_percent
from app.look.plots import Axes, Scale, draw_curve, draw_note, draw_upright
from app.look.rows_as_pictures import draw_pixels, fitted, signed_picture, stacked
from app.look.theme import BODY, SMALL
from app.plane.picture import class_name
from app.views.ask.jobs import AskResult
from app.views.ask.pages import Page
from core.analysis.asking import Reply
from core.analysis.columns import WORDS, columns_of
from core.analysis.sign_change import SignChange
from core.language import mark, tr

NO_CLASSES = mark("Only a problem with classes has an answer to flip.")
ROWS = 12  # most columns of a table listed


class ChangePage(Page):
    """Before, change and after; below, the shares as the change grows."""

    def draw(self, painter: QPainter, result: AskResult, area: QRectF) -> None:
        """Pictures or values above, curves below."""
        if result.change is None or result.new_reply is None:
            draw_note(painter, area, self.theme, tr(NO_CLASSES))
            return
        metrics = QFontMetricsF(self.theme.font(SMALL))
        line = self.caption(painter, area.topLeft(), self.sentence(), area.width())
        body = area.adjusted(0, line + self.theme.px(2), 0, 0)
        upper = 0.6 * body.height()
        above = QRectF(body.left(), body.top(), body.width(), upper)
        if self.image:
            self._draw_pictures(painter, result, above)
        else:
            self._draw_values(painter, result, above)
        below = body.adjusted(
            self.theme.px(36),
            upper + metrics.height(),
            -self.theme.px(8),
            -self.theme.px(20),
        )
        if below.height() > 24:
            self._draw_curves(painter, result, result.change, below)

    def sentence(self) -> str:
        """What the search found, in words."""
        result = self.result
        assert result is not None
        assert result.change is not None
        found, problem = result.change, result.snapshot.run.data.problem
        if found.smallest is None:
            most = shown_number(float(found.sizes[-1]), 2)
            return tr("No change up to {most} flips the answer", most=most)
        place = int(np.flatnonzero(found.sizes == found.smallest)[0])
        name = class_name(problem, int(found.decided[place]))
        unit = tr("of full ink") if self.image else tr("standard deviations")
        return tr(
            "A change of {smallest} {unit} makes it {name}",
            smallest=shown_number(found.smallest),
            unit=unit,
            name=name,
        )

    def _answer(self, result: AskResult, reply: Reply) -> str:
        problem = result.snapshot.run.data.problem
        share = shown_percent(float(reply.shares[reply.decided]))
        return f"{class_name(problem, reply.decided)}, {share}"

    def _draw_pictures(
        self, painter: QPainter, result: AskResult, area: QRectF
    ) -> None:
        image, theme = self.image, self.theme
        assert image is not None
        assert result.changed is not None
        assert result.new_reply is not None
        metrics = QFontMetricsF(theme.font(SMALL))
        words = metrics.height() + theme.px(2)
        gap = theme.px(28)
        wide = (area.width() - 2 * gap) / 3
        moved = result.changed - result.x
        pictures = (
            stacked(theme, result.x[None], image),
            signed_picture(theme, moved, image, max(float(np.abs(moved).max()), 1e-9)),
            stacked(theme, result.changed[None], image),
        )
        captions = (
            self._answer(result, result.reply),
            tr("change {size}", size=shown_number(result.size)),
            self._answer(result, result.new_reply),
        )
        signs = ("", "+", "=")
        for i, (picture, caption) in enumerate(zip(pictures, captions, strict=True)):
            left = area.left() + i * (wide + gap)
            room = QRectF(left, area.top(), wide, area.height() - words)
            place = fitted(room, image)
            painter.fillRect(place, QColor(theme.field))
            draw_pixels(painter, place, picture)
            painter.setPen(QPen(QColor(theme.hairline), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5))
            painter.setPen(QColor(theme.secondary))
            painter.setFont(theme.font(BODY))
            sign = QRectF(left - gap, room.top(), gap, room.height())
            painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, signs[i])
            flipped = i == 2 and result.new_reply.decided != result.reply.decided
            painter.setFont(theme.font(SMALL, 600 if flipped else 400))
            painter.setPen(QColor(theme.bad if flipped else theme.text))
            below = QRectF(left, place.bottom() + 2, wide, words)
            painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, caption)

    def _draw_values(self, painter: QPainter, result: AskResult, area: QRectF) -> None:
        """Columns in their own units, before and after; the most changed first."""
        theme = self.theme
        assert result.changed is not None
        assert result.new_reply is not None
        metrics = QFontMetricsF(theme.font(SMALL))
        columns = [
            c
            for c in columns_of(result.snapshot.run.data.problem)
            if c.kind != WORDS and result.changed[c.inputs[0]] != result.x[c.inputs[0]]
        ]
        row = metrics.height() + theme.px(4)
        before, after = (
            self._answer(result, r) for r in (result.reply, result.new_reply)
        )
        painter.setFont(theme.font(SMALL, 600))
        painter.setPen(QColor(theme.text))
        painter.drawText(
            QPointF(area.left(), area.top() + metrics.ascent()), f"{before} → {after}"
        )
        fits = max(0, min(ROWS, int((area.height() - row) / row)))
        painter.setFont(theme.font(SMALL))
        for i, column in enumerate(columns[:fits]):
            base = area.top() + row * (i + 1) + metrics.ascent()
            painter.setPen(QColor(theme.secondary))
            name = metrics.elidedText(
                column.label, Qt.TextElideMode.ElideRight, 0.45 * area.width()
            )
            painter.drawText(QPointF(area.left(), base), name)
            painter.setPen(QColor(theme.text))
            words = " → ".join(
                column.shown(column.value(x)) for x in (result.x, result.changed)
            )
            painter.drawText(QPointF(area.left() + 0.5 * area.width(), base), words)

    def _draw_curves(
        self, painter: QPainter, result: AskResult, found: SignChange, area: QRectF
    ) -> None:
        """The shares of the classes that win at some size."""
        theme, problem = self.theme, result.snapshot.run.data.problem
        axes = Axes(Scale(0.0, float(found.sizes[-1])), Scale(0.0, 1.0), area)
        axes.paint_rows(painter, theme, percent=True)
        axes.paint_columns(painter, theme, tr("size of the change"))
        metrics = QFontMetricsF(theme.font(SMALL))
        x = axes.px(found.sizes)
        for k in np.unique(found.decided).tolist():
            painter.setPen(QPen(theme.class_colour(k), 2))
            draw_curve(painter, x, axes.py(found.shares[:, k]))
            at = int(np.argmax(found.shares[:, k]))
            name = class_name(problem, k)
            wide = metrics.horizontalAdvance(name)
            left = min(max(float(x[at]) + 4, area.left()), area.right() - wide)
            painter.drawText(QPointF(left, area.top() - 3), name)
        here = float(axes.px(result.size))
        draw_upright(painter, here, area.top(), area.bottom(), QColor(theme.accent))
        if found.smallest is not None:
            place = float(axes.px(found.smallest))
            painter.setPen(QPen(QColor(theme.text), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(place, area.top()), QPointF(place, area.bottom()))
