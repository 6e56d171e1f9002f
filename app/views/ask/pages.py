"""Pages that explain an answer: activations, what mattered, the nearest examples."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.look.numbers import shown_count, shown_number
from app.look.palette import image_of, signed
from app.look.plots import draw_note
from app.look.rows_as_pictures import draw_pixels, fitted, signed_picture, stacked
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.picture import class_name
from app.views.ask.jobs import AskResult
from core.analysis.asking import summed_effects
from core.analysis.columns import columns_of
from core.arrays import Floats, Ints
from core.language import tr
from core.outputs import LOSSES
from core.problems.points import Image

BARS = 24  # most columns with a bar each


class Page(QWidget):
    """One explanation, painted from the latest result."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.result: AskResult | None = None
        self.setAccessibleName(name)
        self.setMinimumSize(80, 60)

    def sizeHint(self) -> QSize:
        """Moderate."""
        return QSize(320, 240)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self.theme = theme
        self.update()

    def show_result(self, result: AskResult) -> None:
        """Show another explanation."""
        self.result = result
        self.update()

    @property
    def image(self) -> Image | None:
        """The shape of the pictures that the network reads; None if it reads none."""
        assert self.result is not None
        found: Image | None = getattr(
            self.result.snapshot.run.data.problem, "image", None
        )
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """The page, or why it is empty."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        painter.fillRect(area, QColor(self.theme.pane))
        if self.result is None:
            return
        if not self.result.seen:
            draw_note(painter, area, self.theme, tr("Draw something on the pad"))
            return
        painter.setFont(self.theme.font(SMALL))
        px = self.theme.px
        inner = area.adjusted(px(12), px(4), -px(12), -px(8))
        if not inner.isEmpty():
            self.draw(painter, self.result, inner)

    def draw(self, painter: QPainter, result: AskResult, area: QRectF) -> None:
        """Paint the page into ``area``."""
        raise NotImplementedError

    def caption(self, painter: QPainter, at: QPointF, text: str, wide: float) -> float:
        """A line of secondary text, cut off if too long; returns its height."""
        metrics = QFontMetricsF(self.theme.font(SMALL))
        painter.setFont(self.theme.font(SMALL))
        painter.setPen(QColor(self.theme.secondary))
        words = metrics.elidedText(text, Qt.TextElideMode.ElideRight, wide)
        painter.drawText(QPointF(at.x(), at.y() + metrics.ascent()), words)
        return metrics.height() + self.theme.px(2)


class LayersPage(Page):
    """The activations of every layer, a cell for each unit."""

    def draw(self, painter: QPainter, result: AskResult, area: QRectF) -> None:
        """The input, then the layers from left to right, the logits last."""
        layers = result.reply.layers
        spaces = len(layers) + (1 if self.image else 0)
        # In little room, many layers get narrower, and so do the spaces between them.
        gap = min(float(self.theme.px(16)), area.width() / (2 * spaces))
        wide = (area.width() - gap * (spaces - 1)) / spaces
        left = area.left()
        if self.image:
            room = QRectF(left, area.top(), wide, area.height())
            self._draw_input(painter, room, result, self.image)
            left += wide + gap
        outputs = LOSSES[result.snapshot.run.loss].outputs_title
        for i, values in enumerate(layers):
            room = QRectF(left, area.top(), wide, area.height())
            last = i == len(layers) - 1
            title = tr("layer {i}, {count} units", i=i + 1, count=len(values))
            problem = result.snapshot.run.data.problem
            named = last and problem.classes == len(values)
            names = [class_name(problem, k) for k in range(len(values) if named else 0)]
            self._draw_layer(painter, room, outputs if last else title, values, names)
            left += wide + gap

    def _draw_input(
        self, painter: QPainter, room: QRectF, result: AskResult, image: Image
    ) -> None:
        line = self.caption(painter, room.topLeft(), tr("input"), room.width())
        place = fitted(room.adjusted(0, line, 0, 0), image)
        place.moveTop(room.top() + line)
        place.moveLeft(room.left())
        painter.fillRect(place, QColor(self.theme.field))
        draw_pixels(painter, place, stacked(self.theme, result.x[None], image))

    def _draw_layer(
        self,
        painter: QPainter,
        room: QRectF,
        title: str,
        values: Floats,
        names: Sequence[str] = (),
    ) -> None:
        line = self.caption(painter, room.topLeft(), title, room.width())
        body = room.adjusted(0, line, 0, 0)
        count = len(values)
        if count <= 12 and body.height() / count >= 12:
            self._draw_bars(painter, body, values, names)
            return
        shape = body.width() / max(1.0, body.height())
        columns = max(1, min(count, ceil(sqrt(count * shape))))
        rows = ceil(count / columns)
        side = min(body.width() / columns, body.height() / rows)
        side = max(1.0, min(side, float(self.theme.px(28))))
        columns = max(1, min(count, int(body.width() / side)))
        rows = ceil(count / columns)
        padded = np.zeros(rows * columns)
        padded[:count] = values
        scale = float(np.abs(values[np.isfinite(values)]).max(initial=0.0)) or 1.0
        cells = signed(self.theme, padded.reshape(rows, columns), scale)
        place = QRectF(body.left(), body.top(), columns * side, rows * side)
        draw_pixels(painter, place, image_of(cells))
        painter.setPen(QPen(QColor(self.theme.pane), 1))
        if side >= 6:
            for r in range(1, rows):
                y = body.top() + r * side
                painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))
            for c in range(1, columns):
                x = body.left() + c * side
                painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()))
        rest = rows * columns - count
        if rest:  # no cells beyond the last unit
            gone = QRectF(0, 0, rest * side, side)
            gone.moveBottomRight(place.bottomRight())
            painter.fillRect(gone, QColor(self.theme.pane))
        painter.setPen(QPen(QColor(self.theme.hairline), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _draw_bars(
        self, painter: QPainter, body: QRectF, values: Floats, names: Sequence[str]
    ) -> None:
        """Few units: a bar each from the middle, with its name and its number."""
        theme = self.theme
        metrics = QFontMetricsF(theme.font(SMALL))
        whole = body
        if names:
            widest = max(metrics.horizontalAdvance(n) for n in names)
            body = body.adjusted(min(widest, 0.3 * body.width()) + theme.px(8), 0, 0, 0)
        row = min(body.height() / len(values), theme.px(22))
        number = metrics.horizontalAdvance("−00.00") + 4
        half = max(6.0, (body.width() - number) / 2)
        middle = body.left() + half
        scale = float(np.abs(values[np.isfinite(values)]).max(initial=0.0)) or 1.0
        for i, value in enumerate(values.tolist()):
            centre = body.top() + (i + 0.5) * row
            length = half * float(np.clip(np.nan_to_num(value / scale), -1, 1))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.class_colour(0 if value >= 0 else 1))
            tall = min(8.0, row - 3)
            bar = QRectF(middle, centre - tall / 2, length, tall).normalized()
            painter.drawRoundedRect(bar, 2, 2)
            painter.setPen(QColor(theme.text))
            base = centre + metrics.capHeight() / 2
            words = shown_number(value)
            width = metrics.horizontalAdvance(words)
            painter.drawText(QPointF(body.right() - width, base), words)
            if names:
                painter.setPen(QColor(theme.secondary))
                room = body.left() - whole.left() - theme.px(6)
                name = metrics.elidedText(names[i], Qt.TextElideMode.ElideRight, room)
                painter.drawText(QPointF(whole.left(), base), name)
        painter.setPen(QPen(QColor(theme.hairline), 1))
        bottom = body.top() + row * len(values)
        painter.drawLine(QPointF(middle, body.top()), QPointF(middle, bottom))


class MatteredPage(Page):
    """Gradient × input of this question next to the permutation importance."""

    def draw(self, painter: QPainter, result: AskResult, area: QRectF) -> None:
        """Two pictures for pictures; two columns of bars for tables."""
        columns = columns_of(result.snapshot.run.data.problem)
        effects = summed_effects(result.reply, columns)
        rise = None if result.importance is None else result.importance.rise
        if self.image:
            self._draw_pictures(painter, result, area, effects, rise)
        else:
            self._draw_bars(painter, result, area, effects, rise)

    def _heads(self, result: AskResult) -> tuple[str, str]:
        problem, reply = result.snapshot.run.data.problem, result.reply
        here = tr("Gradient × input: what contributes to this value")
        if problem.classes:
            answer, rival = (
                class_name(problem, k) for k in (reply.decided, reply.rival)
            )
            here = tr(
                "Gradient × input: for {answer} against {rival}",
                answer=answer,
                rival=rival,
            )
        found = result.importance
        if found is None:
            return here, tr("Permutation importance: pause to measure it")
        words = tr(
            "Permutation: rise of the loss, {rows} examples",
            rows=shown_count(found.rows),
        )
        if found.step != result.snapshot.step:
            words += tr(", at step {step}", step=shown_count(found.step))
        return here, words

    def _draw_pictures(
        self,
        painter: QPainter,
        result: AskResult,
        area: QRectF,
        effects: Floats,
        rise: Floats | None,
    ) -> None:
        image = self.image
        assert image is not None
        gap = self.theme.px(16)
        wide = (area.width() - gap) / 2
        for i, (title, values) in enumerate(
            zip(self._heads(result), (effects, rise), strict=True)
        ):
            left = area.left() + i * (wide + gap)
            line = self.caption(painter, QPointF(left, area.top()), title, wide)
            if values is None:
                continue
            room = QRectF(left, area.top() + line, wide, area.height() - line)
            place = fitted(room, image)
            place.moveTopLeft(room.topLeft())
            scale = float(np.percentile(np.abs(values), 99.5)) or 1.0
            draw_pixels(
                painter, place, signed_picture(self.theme, values, image, scale)
            )
            if i == 0:  # with the picture on top, to show where it looks
                ink = stacked(self.theme, result.x[None], image)
                painter.setOpacity(0.25)
                draw_pixels(painter, place, ink)
                painter.setOpacity(1.0)
            painter.setPen(QPen(QColor(self.theme.hairline), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _draw_bars(
        self,
        painter: QPainter,
        result: AskResult,
        area: QRectF,
        effects: Floats,
        rise: Floats | None,
    ) -> None:
        theme = self.theme
        columns = columns_of(result.snapshot.run.data.problem)
        metrics = QFontMetricsF(theme.font(SMALL))
        weight = np.abs(effects) if rise is None else np.maximum(rise, 0.0)
        order = np.argsort(-np.nan_to_num(weight), kind="stable")
        row = theme.px(18)
        line = metrics.height() + theme.px(4)
        most = max(1, int((area.height() - line) / row))
        order = order[: min(BARS, most)]
        names = [columns[k].label for k in order]
        widest = max(metrics.horizontalAdvance(n) for n in names)
        label = min(widest, 0.3 * area.width()) + theme.px(8)
        gap = theme.px(20)
        wide = (area.width() - label - gap) / 2
        lefts = (area.left() + label, area.left() + label + wide + gap)
        for left, title in zip(lefts, self._heads(result), strict=True):
            self.caption(painter, QPointF(left, area.top()), title, wide)
        scales = [
            float(np.abs(v).max(initial=0.0)) or 1.0
            for v in (effects, rise if rise is not None else np.zeros(1))
        ]
        for i, k in enumerate(order.tolist()):
            centre = area.top() + line + (i + 0.5) * row
            base = centre + metrics.capHeight() / 2
            painter.setPen(QColor(theme.text))
            name = metrics.elidedText(
                names[i], Qt.TextElideMode.ElideRight, label - theme.px(8)
            )
            painter.drawText(QPointF(area.left(), base), name)
            self._bar(
                painter, lefts[0], wide, centre, float(effects[k]), scales[0], True
            )
            if rise is not None:
                self._bar(
                    painter, lefts[1], wide, centre, float(rise[k]), scales[1], False
                )

    def _bar(
        self,
        painter: QPainter,
        left: float,
        wide: float,
        centre: float,
        value: float,
        scale: float,
        both: bool,
    ) -> None:
        """A bar from zero with its number at the end."""
        theme = self.theme
        metrics = QFontMetricsF(theme.font(SMALL))
        words = shown_number(value)
        number = metrics.horizontalAdvance("−0.00·10⁻⁰⁰") + 4
        room = max(8.0, wide - number)
        zero = left + (room / 2 if both else 0.0)
        length = (room / 2 if both else room) * float(
            np.clip(np.nan_to_num(value / scale), -1.0 if both else 0.0, 1.0)
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.class_colour(0 if value >= 0 else 1))
        bar = QRectF(zero, centre - 4, length, 8).normalized()
        painter.drawRoundedRect(bar, 2, 2)
        painter.setPen(QPen(QColor(theme.hairline), 1))
        painter.drawLine(QPointF(zero, centre - 8), QPointF(zero, centre + 8))
        painter.setPen(QColor(theme.secondary))
        width = metrics.horizontalAdvance(words)
        base = centre + metrics.capHeight() / 2
        painter.drawText(QPointF(left + wide - width, base), words)


class NearestPage(Page):
    """The nearest training examples in every layer."""

    def draw(self, painter: QPainter, result: AskResult, area: QRectF) -> None:
        """A row for each space: its name, then the examples, the nearest first."""
        if not result.nearest:
            return
        count = len(result.snapshot.splits.train)
        if result.looked_at < count:
            looked = shown_count(result.looked_at)
            among = tr(
                "among {looked} of {count} examples",
                looked=looked,
                count=shown_count(count),
            )
            line = self.caption(painter, area.topLeft(), among, area.width())
            area = area.adjusted(0, line, 0, 0)
        rows = len(result.nearest)
        gap = self.theme.px(6)
        tall = min((area.height() - gap * (rows - 1)) / rows, self.theme.px(96))
        for i, found in enumerate(result.nearest):
            room = QRectF(
                area.left(), area.top() + i * (tall + gap), area.width(), tall
            )
            last = i == rows - 1
            title = (
                tr("inputs")
                if i == 0
                else LOSSES[result.snapshot.run.loss].outputs_title
                if last
                else tr("layer {i}", i=i)
            )
            self._draw_row(
                painter, result, room, title, found.examples, found.distances
            )

    def _draw_row(
        self,
        painter: QPainter,
        result: AskResult,
        room: QRectF,
        title: str,
        examples: Ints,
        distances: Floats,
    ) -> None:
        theme, problem = self.theme, result.snapshot.run.data.problem
        metrics = QFontMetricsF(theme.font(SMALL))
        head = metrics.horizontalAdvance(tr("layer 00")) + theme.px(8)
        painter.setPen(QColor(theme.secondary))
        painter.drawText(
            QPointF(room.left(), room.center().y() + metrics.capHeight() / 2), title
        )
        left, words = room.left() + head, metrics.height()
        train, image = result.snapshot.splits.train, self.image
        if image:
            side = max(8.0, room.height() - words - 2)
            cell = max(side, metrics.horizontalAdvance("00 0.000"))
        else:
            side, cell = (
                0.0,
                metrics.horizontalAdvance(tr("class 00 0.000")) + theme.px(10),
            )
        fits = max(1, int((room.right() - left) / (cell + 6)))
        chosen = examples[:fits].astype(int).tolist()
        pictures = None
        if image:
            pictures = stacked(theme, np.asarray(train.x[chosen], np.float64), image)
        for i, example in enumerate(chosen):
            place = QRectF(left + i * (cell + 6), room.top(), cell, room.height())
            if pictures is not None and image is not None:
                spot = fitted(QRectF(place.left(), place.top(), side, side), image)
                painter.fillRect(spot, QColor(theme.field))
                source = QRectF(0, i * image[0], image[1], image[0])
                smooth = QPainter.RenderHint.SmoothPixmapTransform
                painter.setRenderHint(smooth, False)
                painter.drawImage(spot, pictures, source)
            painter.setPen(QColor(theme.text))
            value = float(np.ravel(train.y[example])[0])
            if train.classes:
                name = class_name(problem, int(value))
                painter.setPen(theme.class_colour(int(value)))
            else:
                name = shown_number(value)
            base = place.bottom() - metrics.descent()
            painter.drawText(QPointF(place.left(), base), name)
            painter.setPen(QColor(theme.secondary))
            at = place.left() + metrics.horizontalAdvance(name + " ")
            painter.drawText(QPointF(at, base), shown_number(float(distances[i]), 2))
