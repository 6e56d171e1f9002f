"""Figures of the real window, for ``hyperfold bench gui``: frames, panes, input, CPU.

Runs without a screen in a process of its own, ``python -m app.stage.measure``, and
prints one JSON object. The effect of training on the same frames is measured by
replaying kept snapshots, alternately on an idle machine and beside an engine training
at full speed.
"""

from __future__ import annotations

import gc
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, process_time
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QEventLoop,
    QObject,
    QPointF,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.frame.base import Frame, Job, Panel
from app.frame.bridge import Runner
from app.shell.main import make_application
from app.shell.window import MainWindow
from app.stage.same_frames import DrawnFrame, same_frames
from app.views.landscape.panel import LandscapePanel
from core.bench import percentile
from core.engine import commands
from core.engine.engine import Engine
from core.engine.series import Series
from core.engine.snapshot import Snapshot
from core.engine.timeline import Timeline
from core.functions.smooth import TANH
from core.functions.straight import RELU
from core.network import LayerSpec
from core.outputs import usual_loss
from core.problems import make_problem
from core.problems.base import DataSpec
from core.run import RunSpec
from core.scenes import load_scene
from core.training import TrainingSpec

SECONDS = 8.0  # of each measurement
SETTLE_SECONDS = 4.0  # before it: modules are loaded, costs learned, caches filled
COMPILE_SECONDS = 600.0
QUIET = ("loss",)  # shown while the analysis worker should be idle


def run_of(activation: str) -> RunSpec:
    """2-8-8-1 on two spirals, minibatches of ten, too slow to ever diverge."""
    return RunSpec(
        data=DataSpec(make_problem("spirals", {"arms": 2}), 400, test=0.2),
        hidden=(LayerSpec(8, activation), LayerSpec(8, activation)),
        loss=usual_loss(2),
        training=TrainingSpec("adam", learning_rate=1e-3, batch_size=10),
    )


class Replay:
    """A runner that replays kept snapshots, a new one for each call."""

    error = None
    status = ""
    obeyed = False  # nothing that is sent has an effect

    def __init__(self, timeline: Timeline, series: Series) -> None:
        self.timeline, self.series = timeline, series
        self._snapshots = timeline.snapshots()[-200:]
        self._at = 0

    @property
    def latest(self) -> Snapshot:
        """The next snapshot, from the first again after the last."""
        self._at = (self._at + 1) % len(self._snapshots)
        return self._snapshots[self._at]

    @property
    def present(self) -> tuple[Snapshot, Series]:
        """`latest` and `series`."""
        return self.latest, self.series

    def send(self, *sent: commands.Command) -> None:
        """Do nothing: nothing is trained here."""

    def restore(self, saved: object) -> None:
        """Do nothing: nothing is trained here."""

    def close(self) -> None:
        """Do nothing: there is no thread."""


class _Probe(QObject):
    """Records how long after being posted an event is handled."""

    KIND = QEvent.Type(QEvent.registerEventType())

    def __init__(self) -> None:
        super().__init__()
        self.posted: list[float] = []
        self.delays: list[float] = []

    def event(self, event: QEvent) -> bool:
        """Count a probe."""
        if event.type() == self.KIND:
            self.delays.append(perf_counter() - self.posted[len(self.delays)])
            return True
        return super().event(event)


@contextmanager
def _shaken_mouse(panels: list[QWidget], probe: _Probe) -> Iterator[None]:
    """A thread that moves the mouse over the views about 40 times a second."""
    end, dice = Event(), random.Random(1)

    def shake() -> None:
        while not end.wait(dice.uniform(0.005, 0.045)):
            panel = dice.choice(panels)
            at = QPointF(
                dice.uniform(0.2, 0.8) * panel.width(),
                dice.uniform(0.2, 0.8) * panel.height(),
            )
            none = Qt.MouseButton.NoButton
            keys = Qt.KeyboardModifier.NoModifier
            move = QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, keys)
            probe.posted.append(perf_counter())
            QCoreApplication.postEvent(panel, move)
            QCoreApplication.postEvent(probe, QEvent(_Probe.KIND))

    thread = Thread(target=shake)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


def spin(seconds: float) -> float:
    """Run the event loop for this long; return the actual time."""
    begin = perf_counter()
    loop = QEventLoop()  # leaving the application's own would close the window
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()
    return perf_counter() - begin


class _Counts:
    """How often each panel was updated.

    A view with a job counts when its result is shown; one that requested no job,
    because nothing would look different, counts at once.
    """

    def __init__(self, panels: list[Panel]) -> None:
        self.refreshed = dict.fromkeys([p.name for p in panels], 0)
        for panel in panels:
            self._watch(panel)

    def _watch(self, panel: Panel) -> None:
        request, show_result = panel.request, panel.show_result

        def asked(frame: Frame, size: QSize) -> Job | None:
            job = request(frame, size)
            self.refreshed[panel.name] += job is None
            return job

        def shown(result: object) -> None:
            self.refreshed[panel.name] += 1
            show_result(result)

        panel.request, panel.show_result = asked, shown  # type: ignore[method-assign]

    def clear(self) -> None:
        """Reset the counts."""
        self.refreshed.update(dict.fromkeys(self.refreshed, 0))

    def rates(self, seconds: float) -> dict[str, float]:
        """Refreshes per second of every view shown."""
        return {name: n / seconds for name, n in self.refreshed.items() if n}


class Window:
    """The default window at 1440×900 on one run, with everything counted."""

    def __init__(self, runner: Runner, run: RunSpec) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="hyperfold-measure-")
        settings = WindowSettings(Path(self._folder.name) / "window.ini")
        settings.set_flag("help_dismissed", True)
        self.state = AppState(run, lambda _: runner)
        self.window = MainWindow(self.state, settings, load_scene("spirals"))
        self.window.resize(1440, 900)
        self.window.show()
        panels = [pane.panel for pane in self.window.panes]
        self.counts = _Counts(panels)
        self.panels = panels
        self.frames: list[DrawnFrame] = []  # of the last measurement
        self.window.clock.ticked.connect(self._note_frame)
        gc.collect()

    def _note_frame(self, seconds: float) -> None:
        self.frames.append((self.window.clock.drawn, 1e3 * seconds))

    def show_only(self, *views: str) -> None:
        """Hide every other view."""
        for name, pane in self.window.desk.panes.items():
            pane.setVisible(name in views)

    def measure(self, seconds: float = SECONDS) -> dict[str, Any]:
        """Play for this long and report on frames, panes and input."""
        self.state.set_pace(inf)
        self.state.play()
        spin(SETTLE_SECONDS)
        self.counts.clear()
        self.frames.clear()
        first, probe = self.state.a.latest.step, _Probe()
        seen = [w for w in self.panels if w.isVisible()]
        with _shaken_mouse(list(seen), probe):
            took = spin(seconds)
        steps = self.state.a.latest.step - first
        self.state.pause()
        ms = np.array([took for _, took in self.frames])
        return {
            "frames": len(ms) / took,
            "median": percentile(ms, 50),
            "p99": percentile(ms, 99),
            "input_p99": 1e3 * percentile(probe.delays, 99),
            "panes": self.counts.rates(took),
            "steps": steps / took,
        }

    def idle_cpu(self, seconds: float = 4.0) -> float:
        """Share of a core that the paused window uses."""
        self.state.pause()
        spin(SETTLE_SECONDS)
        before = process_time()
        took = spin(seconds)
        return (process_time() - before) / took

    def close(self) -> None:
        """End every thread."""
        self.window.close()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._folder.cleanup()


def _alone(run: RunSpec, seconds: float = 4.0) -> float:
    """Steps per second of the engine without a window."""
    with Engine(run, "wait", paused=False) as engine:
        engine.wait_for(lambda s: s.step > 1000, COMPILE_SECONDS)
        first, begin = engine.latest.step, perf_counter()
        Event().wait(seconds)
        return (engine.latest.step - first) / (perf_counter() - begin)


def _landscape(run: RunSpec, seconds: float) -> dict[str, Any]:
    """Landscape pictures per second during training, and their points."""
    window = Window(Engine(run, "wait", gives_way=True), run)
    try:
        window.show_only("landscape")
        found = window.measure(seconds)
        panel = window.window.desk.panes["landscape"].panel
        assert isinstance(panel, LandscapePanel)
        points = 0 if panel.result is None else panel.result.values.size
        rate = found["panes"].get("landscape", 0.0)
        return {"rate": rate, "points": points, "median": found["median"]}
    finally:
        window.close()


def landscape_figures(seconds: float = SECONDS) -> dict[str, Any]:
    """Landscape figures of 2-8-8-1 on 400 points and of 2-32-32-32-1 on 300."""
    make_application()
    found = {}
    for name, widths, points in (("small", (8, 8), 400), ("large", (32, 32, 32), 300)):
        base = run_of(TANH.name)
        run = base.changed(
            data=replace(base.data, points=points, test=0.0),
            hidden=tuple(LayerSpec(width, TANH.name) for width in widths),
        )
        found[name] = _landscape(run, seconds / 2)
    return found


def figures(seconds: float = SECONDS) -> dict[str, Any]:
    """Everything, measured one after the other."""
    make_application()
    smooth, kinked = run_of(TANH.name), run_of(RELU.name)
    found: dict[str, Any] = {"alone": _alone(smooth)}
    engine = Engine(smooth, "wait", gives_way=True)
    window = Window(engine, smooth)
    try:
        found["training"] = window.measure(seconds)
        found["idle_cpu"] = window.idle_cpu()
        timeline, series = engine.timeline.copy(), engine.series
        window.show_only(*QUIET)
        found["quiet"] = window.measure(seconds / 2)
    finally:
        window.close()
    window = Window(Replay(timeline, series), smooth)
    try:
        alone: list[DrawnFrame] = []
        beside: list[DrawnFrame] = []
        for _ in range(3):
            window.measure(seconds / 2)
            alone += window.frames
            with Engine(smooth, "wait", paused=False, gives_way=True):
                window.measure(seconds / 2)
            beside += window.frames
        found["replay"], found["replay_beside"] = same_frames(alone, beside)
    finally:
        window.close()
    found["alone_again"] = _alone(smooth)
    found["alone_kinked"] = _alone(kinked)
    window = Window(Engine(kinked, "wait", gives_way=True), kinked)
    try:
        window.show_only("network", "regions")
        found["regions"] = window.measure(seconds / 2)
    finally:
        window.close()
    found["landscape"] = landscape_figures(seconds)
    return found


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    json.dump(figures(), sys.stdout)
