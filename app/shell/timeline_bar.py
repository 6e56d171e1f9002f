"""The timeline: the loss of the whole run, and a playhead to go back in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.editing.lanes import Lanes
from app.frame.base import Frame
from app.frame.growth import Growth
from app.look.numbers import shown_count
from app.look.theme import BODY, LIGHT, Theme
from app.shell.loss_curves import Past, collect
from app.shell.time_track import TimeTrack
from app.widgets.buttons import IconButton
from app.widgets.tip import Tip
from core.language import mark, tr

if TYPE_CHECKING:
    from app.editing.state import AppState

PLAY = Tip(mark("Play"), mark("Continue training at the set pace."), keys="Space")
PLAY_HERE = Tip(
    mark("Play from here"),
    mark("Continue from this step. Later steps stay as a second lane."),
    keys="Space",
)
PAUSE = Tip(mark("Pause"), mark("Pause after the current step."), keys="Space")
OTHER = Tip(
    mark("Other future"),
    mark(
        "Continue where the run was before it branched; the current future "
        "becomes the second lane."
    ),
)
REPLAY = Tip(
    mark("Replay the recorded steps"),
    mark(
        "From the step shown, or from the first, at the set pace. Nothing is trained."
    ),
    keys="P",
)
HALT = Tip(mark("Stop the replay"), mark("Stay at the step shown."), keys="P")
BACK = Tip(
    mark("Back to the newest step"),
    mark("Stop looking back; nothing changes."),
    keys="Esc",
)


class StepCounter(QWidget):
    """``892 / 1 204``, in a field wide enough for later steps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._step = self._last = 0
        self.setAccessibleName(tr("Step shown, and newest step"))

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        self._fit()

    def _fit(self) -> None:
        digits = max(4, len(str(self._last)))
        count = shown_count(10**digits - 1)
        metrics = QFontMetricsF(self._theme.font(BODY))
        room = metrics.horizontalAdvance(f"{count} / {count}")
        self.setFixedWidth(round(room) + 2)

    def show_steps(self, step: int, last: int) -> None:
        """Show the numbers."""
        if (step, last) == (self._step, self._last):
            return
        longer = len(str(last)) != len(str(self._last))
        self._step, self._last = step, last
        if longer:
            self._fit()
        self.setAccessibleDescription(tr("{step} of {last}", step=step, last=last))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The step in full strength, the newest one paler."""
        painter = QPainter(self)
        theme = self._theme
        font = theme.font(BODY)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        base = (self.height() + metrics.capHeight()) / 2
        right = float(self.width())
        for text, colour in (
            (f" / {shown_count(self._last)}", theme.secondary),
            (shown_count(self._step), theme.text),
        ):
            right -= metrics.horizontalAdvance(text)
            painter.setPen(QColor(colour))
            painter.drawText(QPointF(right, base), text)


class TimelineBar(QFrame):
    """Play, the track, actions on a past step, and the counter.

    The frame clock serves it like a panel.
    """

    name = "timeline"
    title = mark("Timeline")

    scrub_to = Signal(int)
    live_asked = Signal()  # back to the newest step
    lane_asked = Signal(object)  # a Lane: continue in that future
    play_asked = Signal()  # play or pause; from the step shown, if it is a past one

    def __init__(
        self, state: AppState | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("timeline")
        self._theme: Theme = LIGHT
        self._mode = ""
        self._growth = Growth()
        self.play = IconButton(
            "play", PLAY.translated(), size=32, glyph=20, parent=self
        )
        self.track = TimeTrack(self)
        self.here = IconButton(
            "branch", PLAY_HERE.translated(), size=28, glyph=18, parent=self
        )
        self.back = IconButton(
            "close", BACK.translated(), size=28, glyph=18, parent=self
        )
        self.other = IconButton(
            "compare", OTHER.translated(), size=28, glyph=18, parent=self
        )
        self.other.hide()
        self.again = IconButton(
            "replay", REPLAY.translated(), size=28, glyph=18, parent=self
        )
        self.counter = StepCounter(self)
        self._lanes: Lanes | None = None if state is None else state.lanes
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 16, 0)
        row.setSpacing(4)
        for part in self._parts:
            row.addWidget(part, 1 if part is self.track else 0)
        for button in (self.here, self.back):
            # Hidden buttons keep their place, so that nothing shifts.
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            button.setSizePolicy(policy)
            button.hide()
        self.play.clicked.connect(self.play_asked)
        self.here.clicked.connect(self.play_asked)
        self.back.clicked.connect(self.live_asked)
        self.track.scrub_to.connect(self.scrub_to)
        self.track.live_asked.connect(self.live_asked)
        if state is not None:
            self.scrub_to.connect(state.scrub)
            self.live_asked.connect(lambda: state.scrub(None))
            self.play_asked.connect(state.toggle)
            self.lane_asked.connect(state.take_lane)
            state.lanes.changed.connect(self._on_lanes)
            self.again.clicked.connect(state.replay.toggle)
            state.replay.changed.connect(self._on_replay)
        self.other.clicked.connect(lambda: self._ask_lane(-1))
        self.track.lane_asked.connect(self._ask_lane)

    @property
    def _parts(self) -> tuple[IconButton | TimeTrack | StepCounter, ...]:
        return (
            self.play,
            self.again,
            self.track,
            self.other,
            self.here,
            self.back,
            self.counter,
        )

    def _on_lanes(self) -> None:
        assert self._lanes is not None
        self.other.setVisible(bool(self._lanes.all))
        self._growth = Growth()  # the collected data has other lanes

    def _ask_lane(self, index: int) -> None:
        if self._lanes is not None and self._lanes.all:
            self.lane_asked.emit(self._lanes.all[index])

    def _on_replay(self, running: bool) -> None:
        self.again.set_icon(
            "pause" if running else "replay", (HALT if running else REPLAY).translated()
        )

    def sizeHint(self) -> QSize:
        """Full width, 64 pixels high."""
        return QSize(960, self._theme.px(64))

    def show_frame(self, frame: Frame) -> None:
        """Move the playhead and count."""
        run = frame.main
        step = run.snapshot.step
        scrubbed = run.scrubbed
        newest = max(run.series.last, step) if scrubbed else step
        self.track.show_step(step, scrubbed)
        self.counter.show_steps(step, max(0, newest))
        mode = "pause" if frame.moving else "here" if scrubbed else "play"
        if mode != self._mode:
            self._mode = mode
            icon_name, tip = {
                "pause": ("pause", PAUSE.translated()),
                "here": ("play", PLAY_HERE.translated()),
                "play": ("play", PLAY.translated()),
            }[mode]
            self.play.set_icon(icon_name, tip)
            self.here.setVisible(scrubbed)
            self.back.setVisible(scrubbed)

    def request(self, frame: Frame, size: QSize) -> Callable[[], object] | None:
        """Read the timelines, thinned out to pixels."""
        pixels = max(32, self.track.width() // 2)
        runs = tuple((r.snapshot.generation, r.label, pixels) for r in frame.runs)
        key = (runs, tuple(len(r.timeline.markers) for r in frame.runs))
        longest = max(run.series.last for run in frame.runs)
        # During training, only once a curve has grown by a few pixels.
        if not self._growth.enough(frame, key, 2 * longest / pixels):
            return None
        lanes = () if self._lanes is None else self._lanes.all
        return lambda: collect(frame, pixels, lanes)

    def show_result(self, result: object) -> None:
        """Show new curves."""
        if isinstance(result, Past):
            self.track.show_past(result)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        self._theme = theme
        for part in self._parts:
            part.set_theme(theme)
        self.setFixedHeight(theme.px(64))
