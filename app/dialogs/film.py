"""A film of the timeline, made by its own process to keep the window responsive."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

from PySide6.QtCore import QProcess, QProcessEnvironment
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

import core
from app.dialogs.saving import ask_target
from app.widgets.label import Label
from core.disk.atomic import beside
from core.files.films import mp4_encoder
from core.language import tr

FRAMES = (30, 60, 120, 240)
SIZES = ((480, 320), (600, 400), (960, 600), (1200, 750), (1440, 900))


def film_command(run: Path, out: Path, options: Sequence[str]) -> list[str]:
    """The command that films a run file; it works in a frozen program too."""
    words = ["film", str(run), "-o", str(out), "--progress", *options]
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, "-m", "hyperfold", *words]


class FilmDialog(QDialog):
    """Asks for the film's settings, makes it, and shows the progress."""

    def __init__(
        self,
        run: Path,  # the run, saved for this film
        views: Sequence[tuple[str, str]],
        theme: str,
        name: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export film"))
        self._run, self._theme, self._name = run, theme, name
        self.out: Path | None = None
        self._process: QProcess | None = None
        self._cancelled = False
        self.view = self._chooser(tr("View"), views)
        formats = [(".gif", "GIF"), (".webp", tr("WebP: smaller, more colours"))]
        if mp4_encoder():
            formats.append((".mp4", "MP4"))
        self.format = self._chooser(tr("Format"), formats)
        self.frames = self._chooser(tr("Frames"), [(n, str(n)) for n in FRAMES])
        self.frames.setCurrentIndex(1)
        sizes = [((w, h), f"{w} × {h}") for w, h in SIZES]
        self.size_box = self._chooser(tr("Size"), sizes)
        self.size_box.setCurrentIndex(3)
        form = QFormLayout()
        form.setHorizontalSpacing(24)
        form.setVerticalSpacing(12)
        form.addRow(tr("Film of"), self.view)
        form.addRow(tr("Format"), self.format)
        form.addRow(tr("Frames"), self.frames)
        form.addRow(tr("Size"), self.size_box)
        self.sentence = Label(
            tr(
                "The timeline of this run from its first step to its last, 20 "
                "frames per second."
            ),
            self,
        )
        self.sentence.setObjectName("hint")
        self.sentence.setWordWrap(True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress"))
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(policy)
        self.bar.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.buttons.rejected.connect(self.reject)
        self.go = QPushButton(tr("Save as …"), self)
        self.go.setAccessibleName(tr("Save as …"))
        self.go.setDefault(True)
        self.go.clicked.connect(self._ask)
        self.buttons.addButton(self.go, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addLayout(form)
        layout.addWidget(self.sentence)
        layout.addWidget(self.bar)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(420)

    def _chooser(self, name: str, items: Sequence[tuple[object, str]]) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        for data, text in items:
            box.addItem(text, data)
        return box

    def _ask(self) -> None:
        suffix = str(self.format.currentData())
        name = f"{self._name}{suffix}"
        path = ask_target(self, tr("Export film"), name, tr("Films"), suffix)
        if path is not None:
            self.make(path)

    def make(self, out: Path) -> None:
        """Start making the film."""
        self.out = out
        frames = int(self.frames.currentData())
        w, h = self.size_box.currentData()
        command = film_command(
            self._run,
            out,
            [
                "--view",
                str(self.view.currentData()),
                "--frames",
                str(frames),
                "--size",
                f"{w}x{h}",
                "--theme",
                self._theme,
            ],
        )
        self.bar.setRange(0, frames)
        self.bar.setValue(0)
        self.bar.show()
        self.sentence.setText(tr("Preparing …"))
        self.go.setEnabled(False)
        process = self._process = QProcess(self)
        process.setProcessEnvironment(_environment())
        process.readyReadStandardOutput.connect(self._on_progress)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_failure)
        process.start(command[0], command[1:])

    def _on_progress(self) -> None:
        assert self._process is not None
        text = bytes(self._process.readAllStandardOutput().data()).decode(
            "utf-8", "replace"
        )
        lines = [line for line in text.splitlines() if "/" in line]
        if lines:
            done, _, total = lines[-1].partition("/")
            if done.isdigit():
                self.bar.setValue(int(done))
                self.sentence.setText(
                    tr("Frame {done} of {total}", done=done, total=total)
                )

    def _on_failure(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._end(tr("Couldn't start the export."))

    def _on_finished(self, status: int, how: QProcess.ExitStatus) -> None:
        assert self._process is not None
        said = bytes(self._process.readAllStandardError().data()).decode(
            "utf-8", "replace"
        )
        self._process.deleteLater()
        self._process = None
        if self._cancelled:
            self._tidy()
            super().reject()
        elif status == 0 and how == QProcess.ExitStatus.NormalExit:
            self.accept()
        else:
            line = said.strip().splitlines()[-1:] or [tr("it ended early")]
            self._tidy()
            self._end(line[0].removeprefix("hyperfold: "))

    def _end(self, words: str) -> None:
        self.sentence.setText(words)
        self.bar.hide()
        self.go.setEnabled(True)

    def _tidy(self) -> None:
        if self.out is not None:
            with suppress(OSError):
                beside(self.out).unlink(missing_ok=True)

    def reject(self) -> None:
        """Cancel: end the process and delete what it wrote."""
        if self._process is not None:
            self._cancelled = True
            self._process.kill()
            return
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave no process behind."""
        if self._process is not None:
            self._cancelled = True
            self._process.kill()
            self._process.waitForFinished(5000)
        super().closeEvent(event)


def _environment() -> QProcessEnvironment:
    """The child must import the same program as this one, installed or not."""
    found = QProcessEnvironment.systemEnvironment()
    home = str(Path(core.__file__).parents[1])
    path = found.value("PYTHONPATH")
    found.insert("PYTHONPATH", f"{home}{os.pathsep}{path}" if path else home)
    return found


def folder_for_run() -> Path:
    """A new folder for the run to film."""
    return Path(mkdtemp(prefix="hyperfold-film-"))
