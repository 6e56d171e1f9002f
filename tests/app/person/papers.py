"""A user's files, and the file dialogs that offer them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QDesktopServices, QImage
from PySide6.QtWidgets import QFileDialog

from core.scenes import load_scene, scene_to_text

TABLE = "x,y,kind\n" + "".join(
    f"{i % 7 - 3},{i % 5 - 2},{'ab'[(i * i) % 2]}\n" for i in range(40)
)
VALUES = "t;v\n" + "".join(f"{i / 10};{(i % 9) / 3}\n" for i in range(30))


class Papers:
    """A folder with good and bad files; native file dialogs are answered from it."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.dice = random.Random(0)
        (folder / "own.csv").write_text(TABLE)
        (folder / "values.txt").write_text(VALUES)
        (folder / "broken.csv").write_text('a,b\n1,"')
        (folder / "broken.hyperfold").write_bytes(b"PK\x03\x04 and no more")
        (folder / "broken.toml").write_text("this is = no scene [")
        (folder / "scene.toml").write_text(scene_to_text(load_scene("spirals")))
        picture = QImage(40, 30, QImage.Format.Format_RGB32)
        for x in range(40):
            for y in range(30):
                picture.setPixelColor(x, y, QColor(6 * x, 8 * y, 4 * (x ^ y)))
        picture.save(str(folder / "picture.png"))
        patch.setattr(QFileDialog, "getOpenFileName", self._open)
        patch.setattr(QFileDialog, "getSaveFileName", self._save)
        patch.setattr(QDesktopServices, "openUrl", lambda url: True)

    def any_file(self) -> str:
        """A file, or one that does not exist."""
        found = sorted(str(p) for p in self.folder.iterdir() if p.suffix != ".ini")
        return self.dice.choice([*found, str(self.folder / "missing.csv")])

    def any_text(self) -> str:
        """What may be on the clipboard."""
        texts = (TABLE, "nonsense", "", scene_to_text(load_scene("rings")), "1 2\n3")
        return self.dice.choice(texts)

    def _open(self, *_: object) -> tuple[str, str]:
        return (self.any_file() if self.dice.random() < 0.8 else "", "")

    def _save(
        self, parent: object, title: str, name: str, kinds: str, **_: object
    ) -> tuple[str, str]:
        # A film would take minutes and is tested by itself.
        if "Film" in kinds or self.dice.random() < 0.2:
            return "", ""
        suffix = (re.findall(r"\*(\.\w+)", kinds) or [".out"])[0]
        return str(self.folder / f"saved{self.dice.randrange(3)}{suffix}"), ""
