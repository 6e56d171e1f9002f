"""Importing own data: tables and pictures, from files or pasted."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog

from app.dialogs.showing import discard
from app.editing.starting import own_run
from core.disk.sheet import TABLES
from core.errors import BadInput, require
from core.files.idx import is_idx, load_pictures
from core.language import mark, tr
from core.numbers import shown_count
from core.run import RunSpec
from core.scenes import Scene, parse_scene

if TYPE_CHECKING:
    from app.shell.window import MainWindow

PICTURES = (".png", ".jpg", ".jpeg", ".webp")
PACE = 200.0  # initial steps per second for own data
MOST_TOLD = 3  # columns whose scaling is mentioned
LARGEST_SIDE = 1024  # of a picture that the dialog works with


def holds_data(path: Path) -> bool:
    """Whether a file of this name is a table or a picture."""
    return path.suffix.lower() in (*TABLES, *PICTURES) or is_idx(path)


class Importer:
    """Shows what was found, lets the user choose, and starts to learn it."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def open(self, path: Path) -> bool:
        """Import a table or a picture; False if the user cancelled."""
        if path.suffix.lower() in PICTURES:
            from core.files.picture import load_picture

            pixels = load_picture(path, LARGEST_SIDE)
            h, w = pixels.shape[:2]
            form = QImage.Format.Format_RGB888
            image = QImage(pixels.tobytes(), w, h, 3 * w, form).copy()
            return self.open_image(image, path.name)
        if is_idx(path):
            problem = load_pictures(path)
            self._learn(own_run(problem), path.name.partition(".")[0])
            self._window.state.told.emit(
                tr("{count} pictures", count=shown_count(problem.count))
            )
            return True
        return self.open_table(path, path.stem)

    def open_table(self, source: Path | str, title: str = mark("Pasted data")) -> bool:
        """Ask for the columns of a table and learn them."""
        from app.dialogs.table import TableDialog
        from core.tables import preview

        dialog = TableDialog(source, preview(source), self._window)
        chosen = dialog.exec() == QDialog.DialogCode.Accepted
        discard(dialog)
        if not chosen or dialog.loaded is None:
            return False
        self._learn(own_run(dialog.loaded.problem), title)
        said = [str(s) for s in dialog.loaded.scalings if not s.plain]
        words = "; ".join([dialog.loaded.sentence, *said[:MOST_TOLD]])
        self._window.state.told.emit(words)
        return True

    def open_image(self, image: QImage, title: str = mark("Pasted picture")) -> bool:
        """Ask how to learn a picture, and learn it."""
        from app.dialogs.picture import PictureDialog

        require(
            min(image.width(), image.height()) >= 2,
            tr("{title}: sides", title=title),
            tr("be 2 pixels or more"),
            f"{image.width()}×{image.height()}",
        )
        dialog = PictureDialog(
            title, image, self._window.state.shown.theme, self._window
        )
        chosen = dialog.exec() == QDialog.DialogCode.Accepted
        discard(dialog)
        if chosen:
            self._learn(dialog.run(), Path(title).stem)
        return chosen

    def _learn(self, run: RunSpec, title: str) -> None:
        clean = "".join(c if c.isprintable() else " " for c in title)
        scene = Scene(
            name=clean,
            title=clean,
            summary=tr("Own data"),
            run=run,
            steps=10_000,
            pace=PACE,
        )
        self._window.open_scene(scene)

    def paste(self, mime: QMimeData) -> bool:
        """Open a picture, a scene or rows from the clipboard; False if it is none."""
        if mime.hasImage():
            image = mime.imageData()
            if isinstance(image, QImage) and not image.isNull():
                return self.open_image(image)
        text = mime.text()
        try:
            scene = parse_scene(text, "pasted", is_json=text.lstrip().startswith("{"))
        except BadInput as error:
            return self._paste_table(text, error)
        self._window.open_scene(scene)
        return True

    def _paste_table(self, text: str, no_scene: BadInput) -> bool:
        from core.tables import preview

        say = self._window.state.told.emit
        if not text.strip():
            say(tr("There is no scene, table or picture on the clipboard"))
            return False
        try:
            looks = preview(text)
        except BadInput as error:
            rows = "\n" in text.strip() and "=" not in text
            say(
                tr(
                    "The clipboard has neither a scene nor a table: {error}",
                    error=error if rows else no_scene,
                )
            )
            return False
        if len(looks.columns) < 2:
            say(tr("The clipboard has no scene: {no_scene}", no_scene=no_scene))
            return False
        return self.open_table(text)


def png_bytes(image: QImage) -> bytes:
    """An image as PNG, for run files."""
    from PIL import Image

    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    w, h = plain.width(), plain.height()
    made = Image.frombuffer(
        "RGB", (w, h), bytes(plain.constBits()), "raw", "RGB", plain.bytesPerLine(), 1
    )
    out = io.BytesIO()
    made.save(out, "PNG")
    return out.getvalue()
