"""The interface of views: what they receive and what they signal.

A panel receives what to show and fetches nothing: it has no engine, starts no timer and
knows no other panel. To add one, subclass `Panel` in a file of its own, declare its
settings (`app.frame.settings`) and add a line to `app.views.registry`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.frame.settings import settings_of
from app.look.theme import LIGHT, Theme
from core.analysis.slices import can_slice, plane_of, sliced
from core.engine.snapshot import Snapshot
from core.errors import BadInput
from core.plane_spec import SliceSpec

if TYPE_CHECKING:
    from core.arrays import Floats
    from core.engine.series import Series
    from core.engine.timeline import Timeline

JOB_SHARE = 1.0 / 3.0  # most of a core for one panel's jobs during training

#: A pure function of frozen data; runs in the analysis worker's thread.
Job = Callable[[], object]


@dataclass(frozen=True)
class RunFrame:
    """One run as it should be shown."""

    snapshot: Snapshot
    timeline: Timeline
    series: Series
    label: str = "A"  # "A" or "B"
    scrubbed: bool = False  # the snapshot is a kept one, not the newest


@dataclass(frozen=True, eq=False)
class AskedPoint:
    """A point that the user asks the network about; views show where it is."""

    x: Floats  # (inputs,)


@dataclass(frozen=True)
class Frame:
    """What every panel shows now."""

    runs: tuple[RunFrame, ...]  # A, or A and B
    theme: Theme = LIGHT
    moving: bool = False  # training or animating: coarse is good enough
    highlight: frozenset[int] = frozenset()  # training examples hovered or brushed
    pinned: tuple[tuple[float, float], ...] = ()  # corners of a pinned region
    slice: SliceSpec | None = None  # the plane on which many inputs are shown
    asked: AskedPoint | None = None  # the question to the network

    @property
    def main(self) -> RunFrame:
        """Run A."""
        return self.runs[0]

    @property
    def comparing(self) -> bool:
        """Whether there is a second run beside the first."""
        return len(self.runs) > 1

    def on_plane(self) -> Frame:
        """The same for views of the plane: many inputs cut by the chosen slice."""
        spec = self.slice
        if spec is None or not any(can_slice(r.snapshot, spec) for r in self.runs):
            return self
        runs = tuple(
            replace(run, snapshot=sliced(run.snapshot, spec))
            if can_slice(run.snapshot, spec)
            else run
            for run in self.runs
        )
        asked = self.asked
        main = self.main.snapshot
        if asked is not None and can_slice(main, spec):
            fits = len(asked.x) == main.run.data.problem.inputs
            plane = plane_of(main, spec)
            asked = AskedPoint(plane.coordinates(asked.x)) if fits else None
        return replace(self, runs=runs, asked=asked)


class Panel(QWidget):
    """One view.

    The frame clock calls `show_frame`, then hands the job of `request`, if any, to the
    analysis worker and its result to `show_result`; all three in the GUI thread. A
    hidden panel is not called at all.
    """

    name: ClassVar[str] = ""  # "output": on the command line and in layouts
    title: ClassVar[str] = ""  # "Output": in the pane's header
    job_share: ClassVar[float] = JOB_SHARE  # of a core for its jobs during training

    subtitle_changed = Signal(str)
    badge_changed = Signal(str)
    #: A setting of the panel changed: serve it again even if nothing else did.
    refresh_needed = Signal()
    #: A frozenset of training examples under the mouse; every view marks them.
    highlight_changed = Signal(object)
    #: Corners (m, 2) of a region to be followed through every view; None: none.
    region_pinned = Signal(object)
    #: An `AskedPoint` to be followed through every view; None: none.
    point_asked = Signal(object)
    #: A `SliceSpec`: the plane through many inputs that views should show.
    plane_chosen = Signal(object)
    #: A step of run A that the playhead should go to.
    step_chosen = Signal(int)
    #: A `FileOffer`: ask for a name and let the view write it.
    file_offered = Signal(object)

    def show_frame(self, frame: Frame) -> None:
        """Draw what is cheap (under about 2 ms); the rest belongs in `request`."""
        raise NotImplementedError

    def request(self, frame: Frame, size: QSize) -> Job | None:
        """Return what to compute for this frame at ``size`` pixels, or None."""
        return None

    def show_result(self, result: object) -> None:
        """Draw the latest result of a job; results of older generations are dropped."""

    #: A declared setting has another value: its name.
    setting_taken = Signal(str)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for a picture of the new size; the clock may be asleep."""
        super().resizeEvent(event)
        self.refresh_needed.emit()

    #: What the pane's header shows beside the title, and its short figure.
    _subtitle = _badge = ""

    def show_subtitle(self, subtitle: str, badge: str = "") -> None:
        """Show words beside the title, and a figure, if they changed."""
        if subtitle != self._subtitle:
            self._subtitle = subtitle
            self.subtitle_changed.emit(subtitle)
        if badge != self._badge:
            self._badge = badge
            self.badge_changed.emit(badge)

    def settings_widget(self) -> QWidget | None:
        """Extra controls for the pane's "…" menu besides the declared settings."""
        return None

    def setting_changed(self, name: str) -> None:
        """A declared setting has another value; by default the view is served again."""
        self.refresh_needed.emit()

    def apply_settings(self, settings: Mapping[str, object]) -> None:
        """Apply a scene's settings of this view.

        Unknown names and invalid values are ignored.
        """
        for setting in settings_of(type(self)):
            if setting.key in settings:
                with suppress(BadInput):
                    setattr(self, setting.name, settings[setting.key])

    def refusal(self, settings: Mapping[str, object]) -> str:
        """Why a value of ``settings`` is left alone; "": none is."""
        for setting in settings_of(type(self)):
            if setting.key in settings:
                try:
                    setting.checked(settings[setting.key])
                except BadInput as error:
                    return f"views.{self.name}.{error}"
        return ""

    def kept(self) -> Mapping[str, object]:
        """What a run file stores for this view with the run, as plain JSON."""
        return {}

    def take_kept(self, kept: Mapping[str, object]) -> None:
        """Restore what was kept; it came from a file, so nothing in it is trusted."""
        self.apply_settings(kept)

    def shown_settings(self) -> Mapping[str, float | str]:
        """The present values of what a reader can set and a lesson may check."""
        return {}

    def set_theme(self, theme: Theme) -> None:
        """Take colours and type from ``theme``; called before the first frame."""
