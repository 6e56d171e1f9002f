"""Files of the window: opening runs and scenes, saving runs and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from app.dialogs.saving import ask_target
from app.dialogs.showing import discard
from app.frame.bridge import GhostRunner, saved_now
from app.shell.importing import Importer, holds_data
from app.widgets.label import warn
from core.cli.files import is_lesson, is_net
from core.engine.saved import BUDGET
from core.errors import BadInput
from core.language import tr
from core.problems import Points
from core.scenes import Scene, load_scene, scene_to_text

# `core.files` is imported where it is used: so that it does not delay the first paint.
if TYPE_CHECKING:
    from app.dialogs.picture_out import PictureOutDialog
    from app.shell.window import MainWindow
    from core.files.exports import Export
    from core.files.run_file import RunFile

SUFFIX = ".hyperfold"
MOST_ROWS = 20_000  # of own data in a scene that is sent as text
OPENS = (
    f"(*{SUFFIX} *.toml *.json *.csv *.tsv *.txt *.png *.jpg *.jpeg *.webp)"  # endings
)


def load_target(target: str) -> tuple[Scene, RunFile | None]:
    """A scene by name or file; for a run file also everything saved in it."""
    path = Path(target)
    if path.suffix.lower() == SUFFIX:
        from core.files.run_file import read_run

        if not path.is_file():
            raise BadInput(tr("{name}: file not found", name=path.name))
        found = read_run(path)
        return found.scene, found
    return load_scene(target), None


def exports() -> dict[str, Export]:
    """What can be exported as numbers; loaded when first needed."""
    from core.files.exports import EXPORTS

    return EXPORTS


class Files:
    """Asks for names, reads and writes; errors are sentences, never tracebacks."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.path: Path | None = None  # where the run was saved last
        self.importer = Importer(window)

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        ours, all_files = (
            tr("Runs, scenes, lessons, tables and pictures"),
            tr("All files"),
        )
        kinds = f"{ours} {OPENS};;{all_files} (*)"
        path, _ = QFileDialog.getOpenFileName(self._window, tr("Open"), "", kinds)
        if path:
            self.open(path)

    def open(self, target: str) -> bool:
        """Open a scene, a run, a lesson, a table or a picture; False if that failed."""
        path = Path(target)
        try:
            if holds_data(path):
                if not path.is_file():
                    raise BadInput(tr("{name}: file not found", name=path.name))
                if self.importer.open(path):
                    self.path = None
                    self._window.settings.add_recent(str(path.resolve()))
                    return True
                return False
            if is_net(target):
                return self._open_net(path)
            if is_lesson(target):
                return self._open_lesson(path)
            scene, found = load_target(target)
        except (BadInput, OSError) as error:
            self._complain(tr("Couldn't open this."), error)
            return False
        window = self._window
        if found is None:
            window.open_scene(scene)
            self.path = None
        else:
            window.open_saved(found)
            self.path = Path(target)
        if Path(target).is_file():
            window.settings.add_recent(str(Path(target).resolve()))
        return True

    def _open_net(self, path: Path) -> bool:
        """Show the network of a NET.json with its weights, ready to be trained."""
        from core.files.net_json import load_net
        from core.files.net_scene import scene_of_net

        scene, theta = scene_of_net(load_net(path), path.stem)
        window = self._window
        window.open_scene(scene, play=False)
        window.state.editing.set_parameters(
            theta, tr("weights of {name}", name=path.name)
        )
        self.path = None
        window.unsaved.settle()
        window.settings.add_recent(str(path.resolve()))
        return True

    def _open_lesson(self, path: Path) -> bool:
        """Show a lesson from its first step that is not done."""
        from core.lessons import load_lesson

        load_lesson(path)  # a mistake in it must not leave the panel open
        self._window.lessons.show()
        self._window.lessons.open_lesson(str(path))
        self.path = None
        self._window.settings.add_recent(str(path.resolve()))
        return True

    def save(self) -> bool:
        """Save where it was last saved; ask the first time. False if not saved."""
        return self.save_as() if self.path is None else self.save_to(self.path)

    def save_as(self) -> bool:
        """Ask for a name and save the run; False if it was not saved."""
        name = f"{self._window.scene.name or 'run'}{SUFFIX}"
        path = ask_target(self._window, tr("Save run"), name, tr("Runs"), SUFFIX)
        return path is not None and self.save_to(path)

    def save_to(self, path: Path) -> bool:
        """Save the runs with their timelines; False on an error, which is shown."""
        if not self.write(path):
            return False
        self.path = path
        self._window.unsaved.settle()
        self._window.autosave.settle()
        self._window.settings.add_recent(str(path.resolve()))
        self._window.state.told.emit(tr("Saved as {name}", name=path.name))
        return True

    def record(self, budget: int = BUDGET) -> RunFile:
        """The runs as they are now, for a file; they may keep training."""
        from core.engine.saved import thinned
        from core.files.run_file import Beside, Future, RunFile

        window = self._window
        state, desk = window.state, window.desk
        scene = replace(
            window.scene,
            run=state.run,
            pace=_pace(window),
            layout=desk.layout_name,
            plane=state.shown.slice,
        )
        beside = None
        b = state.comparison.b
        if b is not None:
            kept = saved_now(b, budget)
            beside = Beside(state.comparison.title, kept, isinstance(b, GhostRunner))
        return RunFile(
            scene,
            saved_now(state.a, budget),
            tuple(name for name, p in desk.panes.items() if p.isVisible()),
            self._thumbnail(),
            state.pace,
            beside,
            {
                name: dict(own)
                for name, pane in desk.panes.items()
                if pane.filled and (own := pane.panel.kept())
            },
            tuple(
                Future(lane.step, thinned(lane.past, budget))
                for lane in state.lanes.all
            ),
        )

    def give_back(self, extra: Mapping[str, object]) -> None:
        """Give each view what it had stored in a run file."""
        for name, pane in self._window.desk.panes.items():
            kept = extra.get(name)
            if pane.filled and isinstance(kept, dict):
                pane.panel.take_kept(kept)

    def write(self, path: Path) -> bool:
        """Write only the runs; False if that failed and the reason was shown."""
        from core.files.run_file import write_run

        try:
            write_run(path, self.record())
        except (BadInput, OSError) as error:
            self._complain(tr("Couldn't save this run."), error)
            return False
        return True

    def _thumbnail(self) -> bytes:
        """A small picture of the window."""
        from app.shell.importing import png_bytes

        wide = self._window.grab().toImage()
        small = wide.scaledToWidth(480, Qt.TransformationMode.SmoothTransformation)
        return png_bytes(small)

    def paste(self) -> None:
        """Open what is on the clipboard."""
        held = QGuiApplication.clipboard().mimeData()
        try:
            # Nothing was ever copied: there is not even an empty clipboard.
            if self.importer.paste(held or QMimeData()):
                self.path = None
                self._window.unsaved.settle(unsaved=True)  # no file has it
        except BadInput as error:
            self._complain(tr("Couldn't open this."), error)

    def scene_text(self) -> str:
        """The present run as the text of a scene, for sharing."""
        window = self._window
        own = window.state.run.data.problem
        if isinstance(own, Points) and len(own.x) > MOST_ROWS:
            raise BadInput(
                tr(
                    "a scene as text must have at most {MOST_ROWS} rows, got "
                    "{count}; save a run file instead",
                    MOST_ROWS=MOST_ROWS,
                    count=len(own.x),
                )
            )
        scene = replace(
            window.scene,
            run=window.state.run,
            pace=_pace(window),
            actions=(),
            plane=window.state.shown.slice,
        )
        return scene_to_text(scene)

    def ask_picture(self, name: str) -> None:
        """Ask what to export, and write a picture of it."""
        from app.dialogs.picture_out import PictureOutDialog

        window = self._window
        panes = [p for p in window.panes if p.isVisible() or p.name == name]
        views: list[tuple[str, str, QWidget]] = [("window", tr("Window"), window)]
        views += [(p.name, p.title, p) for p in panes]
        dialog = PictureOutDialog(views, name, window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._picture_as(dialog, {view: widget for view, _, widget in views})
        discard(dialog)  # not earlier: it is read while others are open

    def _picture_as(
        self, wanted: PictureOutDialog, widgets: dict[str, QWidget]
    ) -> None:
        """Ask for a name, and write the picture that the dialog describes."""
        view, suffix = wanted.view, wanted.suffix
        path = ask_target(
            self._window,
            tr("Export picture"),
            f"{view}{suffix}",
            tr("Pictures"),
            suffix,
        )
        if path is None:
            return
        if wanted.paper is not None:
            self.figure_to(view, path, wanted.paper, wanted.letters)
        else:
            self.picture_to(widgets[view], path, wanted.scale)

    def picture_to(self, of: QWidget, path: Path, scale: int = 1) -> bool:
        """Write what ``of`` shows now; False on an error, which is shown."""
        from app.look.export import write_picture
        from app.shell.figures import description

        about = description(self._window)
        return self._draw(path, lambda: write_picture(of, path, scale, about=about))

    def figure_to(
        self, view: str, path: Path, paper: tuple[float, float], letters: float
    ) -> bool:
        """Write a view as a figure for a paper; False if that failed."""
        from app.shell.figures import write_figure

        return self._draw(
            path, lambda: write_figure(self._window, view, path, paper, letters)
        )

    def _draw(self, path: Path, write: Callable[[], None]) -> bool:
        try:
            write()
        except BadInput as error:
            self._complain(tr("Couldn't save this picture."), error)
            return False
        self._window.state.told.emit(tr("Exported as {name}", name=path.name))
        return True

    def ask_film(self) -> None:
        """Ask for the settings of a film of the timeline, and make it."""
        from shutil import rmtree

        from app.dialogs.film import FilmDialog, folder_for_run

        window = self._window
        folder = folder_for_run()
        try:
            if not self.write(folder / f"run{SUFFIX}"):
                return
            views = [
                ("window", tr("Window")),
                *((p.name, p.title) for p in window.panes),
            ]
            dialog = FilmDialog(
                folder / f"run{SUFFIX}",
                views,
                window.state.shown.theme.name,
                window.scene.name or "film",
                window,
            )
            made = dialog.exec() == QDialog.DialogCode.Accepted
            discard(dialog)
            if made and dialog.out is not None:
                window.state.told.emit(tr("Exported as {name}", name=dialog.out.name))
        finally:
            rmtree(folder, ignore_errors=True)

    def ask_numbers(self, kind: str) -> None:
        """Ask for a name and write numbers of run A as shown; see `EXPORTS`."""
        title, suffix, _ = exports()[kind]
        step = self._window.state.shown_snapshot.step
        name = f"{self._window.scene.name or 'run'}-step{step}-{kind}{suffix}"
        path = ask_target(
            self._window, tr("Export {title}", title=title), name, title, suffix
        )
        if path is not None:
            self.numbers_to(kind, path)

    def numbers_to(self, kind: str, path: Path) -> bool:
        """Write numbers of run A as shown; False if that failed."""
        from core.disk.atomic import replacing
        from core.files.exports import shown_of

        state = self._window.state
        a = state.a
        try:
            shown = shown_of(
                self._window.scene.title,
                state.shown_snapshot,
                a.timeline.metrics(),
                a.series.parts(),
            )
            data = exports()[kind].write(shown)
            with replacing(path) as file:
                file.write(data)
        except (BadInput, ValueError) as error:
            self._complain(tr("Couldn't export these numbers."), error)
            return False
        self._window.state.told.emit(tr("Exported as {name}", name=path.name))
        return True

    def _complain(self, what: str, error: Exception) -> None:
        warn(self._window, f"{what}\n\n{error}")


def _pace(window: MainWindow) -> float:
    """Scenes need a finite pace: full speed is saved as the pace before it."""
    return min(window.state.pace, window.slow_pace)
