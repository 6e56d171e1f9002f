"""What the window shows of the runs, and how: theme, marks, and the step on show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.frame.base import AskedPoint, Frame, Panel, RunFrame
from app.frame.bridge import GhostRunner, Runner
from app.look.theme import Theme
from core.plane_spec import SliceSpec

if TYPE_CHECKING:
    from core.arrays import Floats
    from core.engine.snapshot import Snapshot


class Shown(QObject):
    """What is shown; it knows nothing about training."""

    theme_changed = Signal(object)  # Theme
    scrub_changed = Signal(object)  # int, or None: the newest step
    highlight_changed = Signal(object)  # frozenset[int]
    changed = Signal()  # any of it

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.scrub_step: int | None = None
        self.highlight: frozenset[int] = frozenset()  # training examples
        self.pinned: tuple[tuple[float, float], ...] = ()  # corners of a region
        self.slice: SliceSpec | None = None  # the plane shown of many inputs
        self.asked: AskedPoint | None = None  # the question to the network

    def listen_to(self, panel: Panel) -> None:
        """Connect a view's marks to all views."""
        panel.highlight_changed.connect(self.set_highlight)
        panel.region_pinned.connect(self.set_pinned)
        panel.point_asked.connect(self.set_asked)
        panel.plane_chosen.connect(self.set_slice)

    def set_theme(self, theme: Theme) -> None:
        """Change colours and type."""
        if theme != self.theme:
            self.theme = theme
            self.theme_changed.emit(theme)
            self.changed.emit()

    def set_highlight(self, examples: frozenset[int]) -> None:
        """Mark these training examples in every view."""
        if examples != self.highlight:
            self.highlight = examples
            self.highlight_changed.emit(examples)
            self.changed.emit()

    def set_pinned(self, corners: Floats | None) -> None:
        """Follow a region of the plane through every view; None unpins it."""
        given = [] if corners is None else corners.tolist()
        pairs = tuple((float(x), float(y)) for x, y in given)
        if pairs != self.pinned:
            self.pinned = pairs
            self.changed.emit()

    def set_slice(self, spec: SliceSpec | None) -> None:
        """Show runs of many inputs on this plane, and unpin any region."""
        if spec != self.slice:
            if spec is None:
                from core.analysis.slices import forget

                forget()  # else a large table would outlive its problem
            self.slice = spec
            self.pinned = ()
            self.changed.emit()

    def set_asked(self, point: AskedPoint | None) -> None:
        """Follow a point that was asked about through every view."""
        if point is not self.asked:
            self.asked = point
            self.changed.emit()

    def set_step(self, step: int | None) -> None:
        """Show the kept snapshot at or before ``step``; None: the newest."""
        if step != self.scrub_step:
            self.scrub_step = step
            self.scrub_changed.emit(step)
            self.changed.emit()

    def snapshot_of(self, runner: Runner) -> Snapshot:
        """The snapshot of a run on show: the newest, or the one looked back to."""
        if self.scrub_step is None:
            return runner.latest
        return runner.timeline.at(self.scrub_step)

    def frame(self, runners: tuple[Runner, ...], playing: bool) -> Frame:
        """Everything the panels show of these runs at one moment."""
        frames: list[RunFrame] = []
        scrubbed = self.scrub_step is not None
        for label, runner in zip("AB", runners, strict=False):
            snapshot: Snapshot = runner.latest
            step = self.scrub_step
            if step is None and isinstance(runner, GhostRunner):
                step = frames[0].snapshot.step
            if step is not None and step < snapshot.step:
                snapshot = runner.timeline.at(step)
            frames.append(
                RunFrame(snapshot, runner.timeline, runner.series, label, scrubbed)
            )
        moving = playing and not scrubbed
        return Frame(
            tuple(frames),
            self.theme,
            moving,
            self.highlight,
            self.pinned,
            self.slice,
            self.asked,
        )
