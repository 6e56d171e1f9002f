"""Asks for the name of a file to write; the extension is added before any question."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from core.language import tr


def with_ending(path: Path, ending: str) -> Path:
    """``path`` with ``ending`` appended; no part of the name is cut off."""
    if path.name.lower().endswith(ending):
        return path
    return path.with_name(path.name + ending)


def ask_target(
    parent: QWidget, title: str, name: str, kind: str, ending: str
) -> Path | None:
    """Where to write a file of ``kind`` ("Runs"); None if the user cancelled.

    Qt would ask about replacing the name as typed, which may lack the extension, so we
    ask ourselves.
    """
    while True:
        typed, _ = QFileDialog.getSaveFileName(
            parent,
            title,
            name,
            f"{kind} (*{ending})",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if not typed:
            return None
        path = with_ending(Path(typed), ending)
        if not path.exists() or may_replace(parent, path):
            return path
        name = str(path)


def may_replace(parent: QWidget, path: Path) -> bool:
    """Ask whether a file that exists may be replaced."""
    buttons = QMessageBox.StandardButton
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Hyperfold")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("{name} already exists. Replace it?", name=path.name))
    box.setInformativeText(tr("It is in {parent}.", parent=path.parent))
    replace = box.addButton(tr("Replace"), QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(buttons.Cancel)
    box.setDefaultButton(buttons.Cancel)
    box.exec()
    chosen = box.clickedButton() is replace
    box.deleteLater()
    return chosen
