"""The real window without a screen, driven step by step: for pictures and films."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.frame.bridge import RunnerFactory, SessionRunner
from app.look.theme import THEMES
from app.shell.main import make_application
from app.shell.window import MainWindow
from core.arrays import NO_STOP, Stop
from core.cli.working import check, until_interrupted
from core.errors import BadInput
from core.files.run_file import RunFile
from core.scenes import Scene


class Stage:
    """One scene in the window; steps are made only on request."""

    def __init__(
        self,
        window: MainWindow,
        scene: Scene,
        view: str,
        size: QSize,
        stop: Stop | None = None,
    ) -> None:
        self.window, self._size, self._view = window, size, view
        self._stop = stop
        if view != "window" and view not in window.desk.panes:
            known = ", ".join([*window.desk.panes, "window"])
            raise BadInput(f"view must be one of {known}, got {view!r}")
        window.setMinimumSize(1, 1)
        window.resize(size)
        window.show()
        window.script.on_stage = True
        if view != "window":
            window.compact.stop()
        window.open_scene(scene, play=False)
        if window.refusal:
            raise BadInput(f"{scene.name}: {window.refusal}")
        self.shown: QWidget = window if view == "window" else window.desk.panes[view]
        if view != "window":
            for part in (
                window.toolbar,
                window.controls,
                window.timeline,
                window.layouts,
            ):
                part.hide()
            window.desk.toggle_enlarged(view)

    @property
    def made(self) -> int:
        """Steps made since the scene was opened."""
        return self.window.state.a.latest.made

    def play_to(self, steps: int) -> None:
        """Play the scene until ``steps`` steps have been made in all."""
        script = self.window.script
        while True:
            at = script.next_at
            stop = steps if at is None else min(at, steps)
            self._advance(max(0, stop - self.made))
            if self.made < stop:  # it diverged
                return
            if at is None or at > steps:
                return
            self.rest()
            script.follow(self.made, self.rest)

    def _advance(self, steps: int) -> None:
        state = self.window.state
        if steps and self._stop is None:
            self._train(steps, NO_STOP)
        elif steps:
            # In a thread: kernels run for minutes, and signals wait for this one.
            until_interrupted(lambda stop: self._train(steps, stop), stop=self._stop)
        check(self._stop)
        state.notice()

    def _train(self, steps: int, stop: Stop) -> None:
        for runner in self.window.state.runners:
            if isinstance(runner, SessionRunner):
                runner.advance(steps, stop)

    def restore(self, run: RunFile) -> None:
        """Show a saved run instead, as it was left; the scene's own views stay set."""
        window = self.window
        views = run.views if self._view == "window" else ()
        window.open_saved(replace(run, views=views))
        window.state.adopt_latest()
        window.script.open(run.scene)
        window.script.follow(self.made, self.rest)

    def fit(self) -> None:
        """Lay out the window at its size."""
        self.rest()
        if self._view == "window":
            self.window.desk.spread()
            self.rest()
            self.window.desk.spread()
        for _ in range(4):
            if self.shown.size() == self._size:
                break
            grown = self.window.size() + self._size - self.shown.size()
            self.window.resize(grown)
            self.rest()
        self.rest()

    def rest(self) -> None:
        """Wait until layouts, jobs and paints are done."""
        for _ in range(3):
            check(self._stop)
            QApplication.processEvents()
            self.window.clock.settle()
        QApplication.processEvents()
        check(self._stop)

    def picture(self) -> QPixmap:
        """What is visible now, with open dialogs where a screen would show them."""
        self.rest()
        picture = self.shown.grab()
        for dialog in self.window.findChildren(QDialog):
            if dialog.isVisible():
                painter = QPainter(picture)
                x = (picture.width() - dialog.width()) // 2
                y = (picture.height() - dialog.height()) // 2
                painter.drawPixmap(x, y, dialog.grab())
                painter.end()
        return picture


@contextmanager
def on_stage(
    scene: Scene,
    *,
    view: str = "window",
    size: tuple[int, int] = (1440, 900),
    theme: str = "light",
    make_runner: RunnerFactory = SessionRunner,
    stop: Stop | None = None,
) -> Iterator[Stage]:
    """Open ``scene`` in an offscreen window with fresh settings.

    Training and drawing end with `KeyboardInterrupt` soon after ``stop`` becomes 1.
    """
    make_application()
    if make_runner is SessionRunner:
        warm_kernels(scene.run.training.precision)
    with TemporaryDirectory() as folder:
        settings = WindowSettings(Path(folder) / "window.ini")
        settings.set_flag("help_dismissed", True)
        state = AppState(scene.run, make_runner, THEMES[theme])
        window = MainWindow(state, settings, scene)
        window.clock.manual = True
        try:
            yield Stage(window, scene, view, QSize(*size), stop)
        finally:
            window.shut_down()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def warm_kernels(precision: str) -> None:
    """Compile the kernels that views need, since pictures cannot wait for them."""
    from core.engine.cold_start import in_cache, load_kernels
    from core.kernels.families import REGIONS, SETS

    for each in {precision, "float64"}:
        for what in SETS[each]:
            if not in_cache(what):
                load_kernels(what)
    if not in_cache(REGIONS):
        from core.analysis.region_warm import warm_up_regions

        warm_up_regions()
