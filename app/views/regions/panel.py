"""View 3, Regions: the exact linear pieces, their folds and their borders."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.frame.base import Frame, Job, Panel
from app.frame.settings import Choice, Switch
from app.look.numbers import shown_count, shown_number
from app.look.theme import LIGHT, SMALL, Theme
from app.plane.captions import with_legend
from app.plane.finder import FinderBox
from app.plane.picture import MANY
from app.plane.view import PlaneView
from app.views.regions.canvas import IntervalsCanvas, RegionsCanvas
from app.views.regions.jobs import (
    FILLS,
    IntervalsResult,
    RegionsResult,
    RegionsWish,
    compute,
    problem_with,
)
from app.widgets.label import Label
from app.widgets.removing import remove
from core.analysis.bounds import montufar_regions, most_regions, most_regions_of_layer
from core.analysis.slices import why_not
from core.kernels.cache import is_ready
from core.language import mark, tr, tr_n
from core.network import NetworkSpec
from core.plane_spec import SliceSpec

#: The position of a button that follows a sentence in the middle of the pane.
PROMPT = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter
_LOOK_AGAIN_MS = 700  # while kernels are compiled elsewhere


class RegionsPanel(Panel):
    """The plane in pieces, one picture per run, with counts and bounds."""

    name = "regions"
    title = mark("Regions")

    fill = Choice("output", FILLS, mark("Fill by"), spoken=mark("Fill of the regions"))
    folds = Switch(True, mark("Fold lines"))
    boundary = Switch(True, mark("Decision boundary"))
    sample = Switch(True, mark("Sample"))

    #: The number of linear regions on show (int), or None while it is not known.
    count_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        # Without a parent: it must outlive every canvas, whatever is deleted first.
        self.view = PlaneView()
        self.view.changed.connect(self.refresh_needed)
        self._finders: list[tuple[FinderBox, FinderBox]] = []  # visible, counted
        self.canvases: list[RegionsCanvas | IntervalsCanvas] = []
        self._shape: tuple[bool, int] | None = None
        self._ready = self._counted = False
        self.later = QTimer(self)
        self.later.setSingleShot(True)
        self.later.setInterval(_LOOK_AGAIN_MS)
        self.later.timeout.connect(self.refresh_needed)
        self.note = Label(self)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setWordWrap(True)
        self.note.setMargin(24)
        self.note.setObjectName("paneError")
        self.offer = QPushButton(tr("Show the plane of the principal axes"), self)
        self.offer.setAccessibleName(self.offer.text())
        self.offer.clicked.connect(
            lambda: self.plane_chosen.emit(SliceSpec(kind="pca"))
        )
        self.offer.hide()
        self.foot = CountsFoot(self)
        self._row = QHBoxLayout()
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._column = layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._row, 1)
        layout.addWidget(self.note, 1)
        layout.addWidget(self.offer, 1, PROMPT)
        layout.addWidget(self.foot)

    # -- frames --------------------------------------------------------------------

    def show_frame(self, frame: Frame) -> None:
        """Make the right canvases, or tell why there is nothing to show."""
        frame = frame.on_plane()
        snapshot = frame.main.snapshot
        problem = snapshot.run.data.problem
        reason = problem_with(snapshot)
        if not reason and not self._kernels_are_there(problem.inputs):
            reason = tr("Regions will appear once the kernels are compiled.")
            self.later.start()
        self.note.setText(reason)
        self.note.setVisible(bool(reason))
        self.setAccessibleDescription(reason)
        offered = problem.inputs > 2 and not why_not(snapshot.run)
        self.offer.setVisible(offered)
        below = (
            Qt.AlignmentFlag.AlignBottom if offered else Qt.AlignmentFlag.AlignVCenter
        )
        self.note.setAlignment(Qt.AlignmentFlag.AlignHCenter | below)
        self._column.setStretch(0, 0 if reason else 1)
        self._arrange(0 if reason else len(frame.runs), problem.inputs == 1)
        self.view.set_home(problem.box)
        if reason or problem.inputs == 1:
            self._counted = False
        if reason:
            self.count_changed.emit(None)
        self._show_foot()
        for canvas in self.canvases:
            if isinstance(canvas, RegionsCanvas):
                canvas.set_highlight(frame.highlight)
                canvas.set_pinned(frame.pinned)
        if reason:
            self.show_subtitle("", "")

    def _kernels_are_there(self, inputs: int) -> bool:
        """Whether the kernels are ready: compiling them would block the window."""
        self._ready = self._ready or is_ready("regions")
        return self._ready or inputs == 1

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """Mesh what is visible, and draw it at device resolution."""
        frame = frame.on_plane()
        if not self.canvases:
            return None
        canvas = self.canvases[0]
        ratio = self.devicePixelRatioF()
        box = canvas.visible() if isinstance(canvas, RegionsCanvas) else self.view.home
        wishes = [
            RegionsWish(
                run.label,
                run.snapshot,
                frame.theme,
                box,
                max(8, round(canvas.width() * ratio)),
                max(8, round(canvas.height() * ratio)),
                ratio,
                frame.moving,
                self.fill,
                self.folds,
                self.boundary,
                *finders,
            )
            for run, finders in zip(frame.runs, self._finders, strict=False)
        ]
        return lambda: tuple(compute(w) for w in wishes)

    def show_result(self, result: object) -> None:
        """Pass each run's mesh to its canvas, and count."""
        if not isinstance(result, tuple) or len(result) != len(self.canvases):
            return
        named = len(result) > 1
        for canvas, made in zip(self.canvases, result, strict=True):
            if isinstance(canvas, RegionsCanvas) and isinstance(made, RegionsResult):
                label = made.plane.label if named else ""
                if named:
                    label += f" · {_counted(made)}"
                canvas.show_regions(made, label)
            elif isinstance(canvas, IntervalsCanvas) and isinstance(
                made, IntervalsResult
            ):
                canvas.show_intervals(made, made.label if named else "")
        self._describe(result[0])

    def _describe(self, made: object) -> None:
        if isinstance(made, IntervalsResult):
            words = tr("a smooth function")
            self._tell_count(len(made.ends) - 1 if made.exact else None)
            if made.exact:
                words = _pieces(len(made.ends) - 1, linear=True)
                if len(made.by_layer) > 1:
                    words += tr(" · layer 1: {by_layer}", by_layer=made.by_layer[0])
            self.show_subtitle(words, "")
            return
        if not isinstance(made, RegionsResult):
            return
        words = _counted(made)
        network = made.plane.snapshot.network
        if len(made.by_layer) == 1 and most_regions(network) > 1:
            words += tr(
                " of at most {most_regions}",
                most_regions=shown_count(most_regions(network)),
            )
        elif len(made.by_layer) > 1:
            first = tr("{by_layer} of at most ", by_layer=shown_count(made.by_layer[0]))
            words += tr(
                " · layer 1: {first}{most_regions}",
                first=first,
                most_regions=shown_count(most_regions(network, 1)),
            )
        splits = made.plane.snapshot.splits
        if self.sample and len(splits.train) + len(splits.test) <= MANY:
            words = with_legend(words, splits.test, not splits.test.classes)
        self.show_subtitle(words, made.note)
        self._counted = made.regions is not None
        self._tell_count(made.count if self._counted else None)
        self.foot.show_counts(made)
        self._show_foot()

    def _tell_count(self, count: int | None) -> None:
        """Signal the count, unless the view is hidden."""
        self.count_changed.emit(count if self.isVisible() else None)

    def _arrange(self, runs: int, line: bool) -> None:
        if self._shape == (line, runs):
            return
        self._shape = (line, runs)
        for canvas in self.canvases:
            self._row.removeWidget(canvas)
            remove(canvas)
        self.canvases = []
        self._finders = [(FinderBox(), FinderBox()) for _ in range(runs)]
        for _ in range(runs):
            made: RegionsCanvas | IntervalsCanvas
            if line:
                made = IntervalsCanvas(self)
            else:
                made = RegionsCanvas(self.view, self)
                made.show_points = self.sample
                made.example_hovered.connect(self._on_example)
                made.pinned.connect(self.region_pinned)
            made.set_theme(self._theme)
            self._row.addWidget(made, 1)
            made.show()  # a hidden one has no size yet
            self.canvases.append(made)
        if self.hasFocus() and self.canvases:  # until now there was only a sentence
            self.canvases[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_example(self, index: int) -> None:
        self.highlight_changed.emit(frozenset() if index < 0 else frozenset({index}))

    # -- look and settings -----------------------------------------------------------

    def hideEvent(self, event: QHideEvent) -> None:
        """Clear the count."""
        self.count_changed.emit(None)
        super().hideEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show or hide the counts by height."""
        self._show_foot()
        super().resizeEvent(event)

    def _show_foot(self) -> None:
        """Counts by layer exist only for exact pieces, and need some height."""
        tall = self.height() >= self._theme.px(300)
        self.foot.setVisible(tall and self._counted)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.note.setFont(theme.font())
        self.foot.set_theme(theme)
        for canvas in self.canvases:
            canvas.set_theme(theme)

    def setting_changed(self, name: str) -> None:
        """Show or hide the sample at once; recompute the rest."""
        for canvas in self.canvases:
            if isinstance(canvas, RegionsCanvas):
                canvas.show_points = self.sample
                canvas.update()
        super().setting_changed(name)


def _pieces(count: int, linear: bool = False) -> str:
    one, many = (
        (mark("{count} linear piece"), mark("{count} linear pieces"))
        if linear
        else (mark("{count} piece"), mark("{count} pieces"))
    )
    return tr_n(one, many, count, count=shown_count(count))


def _counted(made: RegionsResult) -> str:
    about = "" if made.regions is not None else tr("about ")
    return about + _pieces(made.count)


def bound_words(network: NetworkSpec) -> str:
    """What its units could reach in one layer and in theirs; nothing without units."""
    widths = [h.units for h in network.hidden]
    total = sum(widths)
    if not total:
        return ""
    most = shown_count(most_regions_of_layer(total))
    words = tr("one layer of {total}: at most {most}", total=total, most=most)
    if len(widths) > 1 and network.is_chain:
        least = montufar_regions(widths)
        words += tr(" · these layers can reach {least}", least=shown_count(least))
    return words


class CountsFoot(QWidget):
    """Counts after each layer, bounds, and the distribution of areas."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._made: RegionsResult | None = None
        self.setAccessibleName(tr("Counts of regions by layer"))

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self.setFixedHeight(theme.px(44))
        self.update()

    def show_counts(self, made: RegionsResult) -> None:
        """Show new counts."""
        self._made = made
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Text on the left, the histogram of areas on the right."""
        painter = QPainter(self)
        theme, made = self._theme, self._made
        painter.fillRect(self.rect(), QColor(theme.pane))
        if made is None or made.regions is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = theme.font(SMALL)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        network = made.plane.snapshot.network
        x = float(theme.px(12))
        base = theme.px(6) + metrics.ascent()
        for i, count in enumerate(made.by_layer):
            most = shown_count(most_regions(network, i + 1))
            text = tr(
                "layer {i}: {count} of at most {most}",
                i=i + 1,
                count=shown_count(count),
                most=most,
            )
            width = metrics.horizontalAdvance(text) + theme.px(12)
            if x + width > self.width() - theme.px(140):
                break
            painter.setPen(theme.layer_ink(i, network.depth))
            painter.drawText(QPointF(x, base), text)
            x += width
        painter.setPen(QColor(theme.secondary))
        words = bound_words(network)
        room = self.width() - theme.px(150)
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QPointF(theme.px(12), base + metrics.height()), words)
        self._draw_areas(painter, made, metrics)

    def _draw_areas(
        self, painter: QPainter, made: RegionsResult, metrics: QFontMetricsF
    ) -> None:
        theme = self._theme
        wide = theme.px(110)
        box = QRectF(
            self.width() - wide - theme.px(12),
            theme.px(4),
            wide,
            self.height() - metrics.height() - theme.px(6),
        )
        if not made.areas.size:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.secondary))
        step = box.width() / len(made.areas)
        peak = max(1, int(made.areas.max()))
        for i, count in enumerate(made.areas.tolist()):
            tall = count / peak * box.height()
            painter.drawRect(
                QRectF(box.left() + i * step, box.bottom() - tall, step - 1, tall)
            )
        painter.setPen(QColor(theme.secondary))
        low, high = (10.0**v for v in made.area_span)
        text = tr(
            "area {low} … {high}", low=shown_number(low, 1), high=shown_number(high, 1)
        )
        painter.drawText(
            QPointF(box.left(), self.height() - metrics.descent() - 1), text
        )
