"""The real program, which reports its state ten times a second.

    python -m tests.hostile.probe [FILE|SCENE]

The only differences: runs are kept every second instead of every minute, and a line of
JSON with the step, whether it plays and the window's messages goes to standard output.
"""

from __future__ import annotations

import json
import sys

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel

from app.shell import autosave, main
from app.shell.window import MainWindow


def _watch(window: MainWindow) -> None:
    def tell() -> None:
        state = window.state
        step = state.a.latest.step if state.started else 0
        words = [w.text() for w in window.findChildren(QLabel) if w.isVisible()]
        kept = [str(each.path) for each in window.autosave.left_over()]
        line = {"step": step, "playing": state.playing, "words": words, "kept": kept}
        print(json.dumps(line), flush=True)

    timer = QTimer(window)
    timer.timeout.connect(tell)
    timer.start(100)


def start() -> int:
    """Open the window as the command line does."""
    autosave.SECONDS = 1
    open_window = main.open_window

    def opened(*arguments: object) -> MainWindow:
        window = open_window(*arguments)  # type: ignore[arg-type]
        _watch(window)
        return window

    main.open_window = opened  # type: ignore[assignment]
    target = sys.argv[1] if len(sys.argv) > 1 else None
    status = main.main(target)
    assert QApplication.instance() is not None
    return status


if __name__ == "__main__":
    sys.exit(start())
