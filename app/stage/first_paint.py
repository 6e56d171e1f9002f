"""Windows that close as soon as they are painted, for `hyperfold bench start`.

``own`` is the program as it starts. ``bare`` is an empty plot, the minimum for a
program with these libraries; none of our modules is imported for it.
"""

from __future__ import annotations

import os
import sys

SIZE = (1440, 900)
#: What must not be loaded before the window is painted.
LATE = ("numba", "scipy")


def main(which: str) -> int:
    """Open a window; status 1 if something was loaded too early."""
    return {"own": _own, "bare": _bare}[which]()


def _own() -> int:
    from hyperfold.cli.window import load

    program = load()  # as the command line does it
    import app.shell.window

    class Window(app.shell.window.MainWindow):
        def __init__(self, *arguments: object, **settings: object) -> None:
            super().__init__(*arguments, **settings)  # type: ignore[arg-type]
            self.first_painted.connect(_leave_own)

    app.shell.window.MainWindow = Window  # type: ignore[misc]
    return int(program.main())


def _leave_own() -> None:
    early = [name for name in LATE if name in sys.modules]
    if early:
        print(f"loaded before the first paint: {', '.join(early)}", file=sys.stderr)
    os._exit(1 if early else 0)


def _bare() -> int:
    import numpy  # noqa: F401  (a part of what is timed)
    import pyqtgraph as pg
    from PySide6.QtCore import QTimer
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QApplication, QMainWindow

    class Plot(pg.PlotWidget):  # type: ignore[misc]
        def paintEvent(self, event: QPaintEvent) -> None:
            super().paintEvent(event)
            QTimer.singleShot(0, self, lambda: os._exit(0))

    application = QApplication(["bare"])
    window = QMainWindow()
    window.setCentralWidget(Plot())
    window.resize(*SIZE)
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
