"""How often the Grid view is refreshed beside the others, for ``hyperfold bench many``.

Runs without a screen in a process of its own, ``python -m app.stage.measure_grid``, and
prints one JSON object.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent

from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.frame.bridge import engine_runner
from app.shell.main import make_application
from app.shell.window import MainWindow
from app.stage.measure import spin
from app.stage.stage import warm_kernels
from app.views.grid.panel import GridPanel
from core.engine.cold_start import load_kernels
from core.kernels.families import MANY
from core.scenes import load_scene

NETWORKS = 36
SETTLE, SECONDS = 6.0, 8.0


def figures(networks: int = NETWORKS) -> dict[str, float]:
    """Play `spirals` at its own pace, with the network and the output beside it."""
    make_application()
    scene = load_scene("spirals")
    precision = scene.run.training.precision
    warm_kernels(precision)
    load_kernels(MANY[precision])
    with tempfile.TemporaryDirectory(prefix="hyperfold-measure-") as folder:
        settings = WindowSettings(Path(folder) / "window.ini")
        settings.set_flag("help_dismissed", True)
        state = AppState(scene.run, engine_runner)
        window = MainWindow(state, settings, scene)
        try:
            return _measured(window, networks)
        finally:
            window.close()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _measured(window: MainWindow, networks: int) -> dict[str, float]:
    window.resize(1440, 900)
    window.show()
    window.open_scene(load_scene("spirals"), arrange=False)
    window.use_layout("grid", remember=False)
    panel = window.desk.panes["grid"].panel
    assert isinstance(panel, GridPanel)
    panel.networks = networks
    spin(SETTLE)
    shown: list[int] = []
    show = panel.canvas.show_tiles
    panel.canvas.show_tiles = lambda t: (shown.append(t.shot.step), show(t))  # type: ignore[assignment, func-returns-value]
    ticks: list[float] = []
    window.clock.ticked.connect(ticks.append)
    took = spin(SECONDS)
    latest = window.state.many.latest
    assert latest is not None
    return {
        "refreshes": len(shown) / took,
        "steps": (shown[-1] - shown[0]) / took if shown else 0.0,
        "behind": float(window.state.a.latest.step - latest.step),
        "frame_p99": 1e3 * sorted(ticks)[int(0.99 * (len(ticks) - 1))],
    }


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    json.dump(figures(), sys.stdout)
