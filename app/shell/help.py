"""The help that F1 shows: what the keys do and where things are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.views.registry import PANELS
from core.language import mark, tr

KEYS = (
    ("Space", mark("play or pause")),
    ("→, Shift+→", mark("train one step, ten steps")),
    ("P", mark("replay the recorded steps at the set pace, or stop")),
    ("R, N", mark("rewind with the same initial weights; new seed")),
    ("F", mark("flat out, or back to the set pace")),
    ("B", mark("compare with a second run")),
    (
        "0 … 9, L, A",
        mark("enlarge a view, press again to go back: {views}"),
    ),
    ("Ctrl+1 … Ctrl+9, Ctrl+0", mark("layouts; reset the layout")),
    ("Ctrl+Z, Ctrl+Y", mark("undo, redo")),
    ("D", mark("draw points over the output, or stop")),
    ("Ctrl+O, Ctrl+S, Ctrl+E", mark("open a file; save the run; export a picture")),
    ("Ctrl+Shift+C, Ctrl+V", mark("copy the scene as text; open what was copied")),
    ("Ctrl+D, Ctrl++, Ctrl+−", mark("light or dark; larger, smaller")),
    ("Ctrl+L", mark("hide or show the controls")),
    ("F5, F11", mark("presentation; full screen")),
    ("F1, F2, F10", mark("this help; lessons; the menu")),
    ("G", mark("the gallery of scenes, and the layouts")),
    (
        "Esc",
        mark("leave a field or a view; leave full screen; return to the newest step"),
    ),
)

#: Keys of the part that has the keyboard.
PARTS = (
    (
        mark("Tab, Shift+Tab"),
        mark("next or previous control; the focused one is framed"),
    ),
    (
        mark("Network"),
        mark(
            "arrows move between units, Enter opens one with its weights; "
            "Shift+↑, Shift+↓ move between its links, Delete cuts one; C "
            "connects two layers"
        ),
    ),
    (
        mark("Timeline"),
        mark(
            "←, → go back and forward; Page Up, Page Down by a tenth; End: newest step"
        ),
    ),
    (
        mark("Warp"),
        mark(
            "on the slider ←, → go through the layers, on the small ones from "
            "layer to layer; on the picture Ctrl and arrows turn it, + and − "
            "zoom"
        ),
    ),
    (
        mark("Output, Regions"),
        mark(
            "arrows move a point and read it, + and − zoom, Home shows "
            "everything; Enter pins a region, or draws"
        ),
    ),
    (mark("Saturation"), mark("arrows move between examples, Enter keeps one")),
    (mark("Numbers"), mark("↑, ↓ change them, Enter accepts what you typed")),
    (mark("Walk"), mark("←, → move between nodes")),
    (
        mark("Landscape"),
        mark(
            "arrows move a point and read the loss there, or turn the surface; "
            "Enter moves the weights there, + and − zoom, Home shows everything"
        ),
    ),
    (
        mark("Ask"),
        mark(
            "on the pad arrows move the pen, Enter puts it down or lifts it, "
            "Backspace undoes a stroke, Delete clears the pad"
        ),
    ),
    (
        mark("Grid"),
        mark("arrows move between networks, Enter opens one as A, Shift+Enter as B"),
    ),
    (
        mark("Experiments"),
        mark("on the chart arrows move between runs, Enter opens one as A"),
    ),
)

TEXT = mark(
    "\n<h3>Watching a network learn</h3>\n<p>Press play. Every view shows the "
    "same moment of the same run: the network with each\nunit drawn as a "
    "picture of its value over the plane, the output, and the curves of "
    "the\nloss.</p>\n<p>Everything on the left changes the run while it learns. "
    "Drag a number sideways, type\nit, or use its slider; rest the mouse on a "
    "name to see its formula. Undo reverts any\nchange.</p>\n<p>Drag the "
    "timeline to look back: every view shows that step. Press play there "
    "and\ntraining continues from it.</p>\n<h3>Keys</h3>\n"
)


class HelpDialog(QDialog):
    """A page of words and a table of keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Help"))
        page = QTextBrowser(self)
        page.setAccessibleName(tr("Help"))
        without = tr("Without a mouse")
        page.setHtml(f"{tr(TEXT)}{_table(KEYS)}<h3>{without}</h3>{_table(PARTS)}")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(page)
        layout.addWidget(buttons)
        self.resize(640, 720)


def _table(rows: Sequence[tuple[str, str]]) -> str:
    views = ", ".join(f"{entry.key} {tr(entry.title)}" for entry in PANELS)
    cells = "".join(
        f"<tr><td style='white-space: nowrap'><b>{tr(keys)}</b>&nbsp;&nbsp;&nbsp;</td>"
        f"<td>{tr(what, views=views)}</td></tr>"
        for keys, what in rows
    )
    return f"<table>{cells}</table>"
