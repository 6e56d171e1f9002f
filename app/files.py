"""Files of the window: runs and scenes in, runs and pictures out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.importing import Importer, holds_data
from core.errors import BadInput
from core.scenes import Scene, load_scene, scene_to_text

# `core.files` is imported where it is used: the first paint does not wait for it.
if TYPE_CHECKING:
    from app.window import MainWindow
    from core.engine.saved import Saved

SUFFIX = ".hyperfold"
OPENS = (
    f"Runs, scenes, tables and pictures (*{SUFFIX} *.toml *.json *.csv *.tsv *.txt "
    "*.png *.jpg *.jpeg *.webp);;All files (*)"
)


def load_target(target: str) -> tuple[Scene, Saved | None]:
    """A scene by name or file, or a run file with everything it kept."""
    path = Path(target)
    if path.suffix.lower() == SUFFIX:
        from core.files.run_file import read_run

        if not path.is_file():
            raise BadInput(f"{path.name} must be a run file, got no such file")
        found = read_run(path)
        return found.scene, found.saved
    return load_scene(target), None


class Files:
    """Asks for names, reads and writes; a mistake is a sentence, never a traceback."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.path: Path | None = None  # where the run was saved last
        self.importer = Importer(window)

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        path, _ = QFileDialog.getOpenFileName(self._window, "Open", "", OPENS)
        if path:
            self.open(path)

    def open(self, target: str) -> bool:
        """Open a scene, a run, a table or a picture; False: a sentence said why not."""
        path = Path(target)
        try:
            if holds_data(path):
                if not path.is_file():
                    raise BadInput(f"{path.name} must be a file, got no such file")
                if self.importer.open(path):
                    self.path = None
                    self._window.settings.add_recent(str(path.resolve()))
                    return True
                return False
            scene, saved = load_target(target)
        except (BadInput, OSError) as error:
            self._complain("This cannot be opened.", error)
            return False
        window = self._window
        if saved is None:
            window.open_scene(scene)
            self.path = None
        else:
            window.open_saved(scene, saved)
            self.path = Path(target)
        if Path(target).is_file():
            window.settings.add_recent(str(Path(target).resolve()))
        return True

    def save(self) -> None:
        """Save where it was saved last; ask the first time."""
        if self.path is None:
            self.save_as()
        else:
            self.save_to(self.path)

    def save_as(self) -> None:
        """Ask for a name and save the run."""
        name = f"{self._window.scene.name or 'run'}{SUFFIX}"
        path, _ = QFileDialog.getSaveFileName(
            self._window, "Save run", name, f"Runs (*{SUFFIX})"
        )
        if path:
            self.save_to(Path(path).with_suffix(SUFFIX))

    def save_to(self, path: Path) -> bool:
        """Write run A with its timeline; False: a sentence said why not."""
        from core.engine.saved import saved_of
        from core.files.run_file import RunFile, write_run

        window = self._window
        runner = window.state.a
        scene = replace(window.scene, run=window.state.run, pace=_pace(window))
        layout = bytes(window.desk.remembered().data())
        try:
            saved = saved_of(runner.latest, runner.timeline, runner.series)
            write_run(path, RunFile(scene, saved, layout, self._thumbnail()))
        except (BadInput, OSError) as error:
            self._complain("This run cannot be saved.", error)
            return False
        self.path = path
        window.settings.add_recent(str(path.resolve()))
        window.state.told.emit(f"Saved as {path.name}")
        return True

    def _thumbnail(self) -> bytes:
        """The window, small."""
        from app.importing import png_bytes

        wide = self._window.grab().toImage()
        small = wide.scaledToWidth(480, Qt.TransformationMode.SmoothTransformation)
        return png_bytes(small)

    def paste(self) -> None:
        """Open what is on the clipboard."""
        try:
            self.importer.paste(QGuiApplication.clipboard().mimeData())
        except BadInput as error:
            self._complain("This cannot be opened.", error)

    def scene_text(self) -> str:
        """The present run as the text of a scene, to be sent to somebody."""
        window = self._window
        scene = replace(
            window.scene, run=window.state.run, pace=_pace(window), actions=()
        )
        return scene_to_text(scene)

    def ask_picture(self, of: QWidget, name: str) -> None:
        """Ask for a name and write a picture of ``of``."""
        path, _ = QFileDialog.getSaveFileName(
            self._window, "Export picture", f"{name}.png", "Pictures (*.png)"
        )
        if path:
            self.picture_to(of, Path(path).with_suffix(".png"))

    def picture_to(self, of: QWidget, path: Path) -> bool:
        """Write what ``of`` shows now; False: a sentence said why not."""
        if not of.grab().save(str(path), "PNG"):
            reason = OSError("the folder cannot be written")
            self._complain("This picture cannot be written.", reason)
            return False
        self._window.state.told.emit(f"Exported as {path.name}")
        return True

    def _complain(self, what: str, error: Exception) -> None:
        QMessageBox.warning(self._window, "Hyperfold", f"{what}\n\n{error}")


def _pace(window: MainWindow) -> float:
    """Scenes want a finite pace: flat out is saved as the pace before it."""
    return min(window.state.pace, window.slow_pace)
