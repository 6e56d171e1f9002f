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

VIEWS = ", ".join(f"{entry.key} {entry.title}" for entry in PANELS)
KEYS = (
    ("Space", "play or pause"),
    ("→, Shift+→", "train one step, ten steps"),
    ("P", "replay the recorded steps at the set pace, or stop"),
    ("R, N", "rewind with the same initial weights; new seed"),
    ("F", "flat out, or back to the pace before"),
    ("B", "compare with a second run"),
    (
        "0 … 8, L",
        f"enlarge a view, press again to go back: {VIEWS}",
    ),
    ("Ctrl+1 … Ctrl+7, Ctrl+0", "layouts; reset the layout"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("D", "draw points over the output, or stop"),
    ("Ctrl+O, Ctrl+S, Ctrl+E", "open a file; save the run; export a picture"),
    ("Ctrl+Shift+C, Ctrl+V", "copy the scene as text; open what was copied"),
    ("Ctrl+D, Ctrl++, Ctrl+−", "light or dark; larger, smaller"),
    ("Ctrl+L", "hide or show the controls"),
    ("F5, F11", "presentation; full screen"),
    ("F1, F2, F10", "this help; lessons; the menu"),
    ("G", "the gallery of scenes, and the layouts"),
    ("Esc", "leave a field or a view; leave full screen; return to the newest step"),
)

#: Keys of the part that has the keyboard.
PARTS = (
    ("Tab, Shift+Tab", "next or previous control; the focused one is framed"),
    (
        "Network",
        "arrows move between units, Enter opens one with its weights; Shift+↑, "
        "Shift+↓ move between its links, Delete cuts one; C connects two layers",
    ),
    ("Timeline", "←, → look back and forth; Page Up, Page Down by a tenth; End: now"),
    (
        "Warp",
        "on the slider ←, → go through the layers, on the small ones from layer "
        "to layer; on the picture Ctrl and arrows turn it, + and − zoom",
    ),
    (
        "Output, Regions",
        "arrows move a point and read it, + and − zoom, Home shows everything; "
        "Enter pins a region, or draws",
    ),
    ("Saturation", "arrows move between examples, Enter keeps one"),
    ("Numbers", "↑, ↓ change them, Enter accepts what you typed"),
    ("Walk", "←, → move between nodes"),
    (
        "Landscape",
        "arrows move a point and read the loss there, or turn the surface; Enter "
        "moves the weights there, + and − zoom, Home shows everything",
    ),
    (
        "Grid",
        "arrows move between networks, Enter opens one as A, Shift+Enter as B",
    ),
)

TEXT = """
<h3>Watching a network learn</h3>
<p>Press play. Every view shows the same moment of the same run: the network with each
unit drawn as a picture of its value over the plane, the output, and the curves of the
loss.</p>
<p>Everything on the left changes the run while it learns. Drag a number sideways, type
it, or use its slider; rest the mouse on a name to see its formula. Undo reverts any
change.</p>
<p>Drag the timeline to look back: every view shows that step. Press play there and
training continues from it.</p>
<h3>Keys</h3>
"""


class HelpDialog(QDialog):
    """A page of words and a table of keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Help")
        page = QTextBrowser(self)
        page.setAccessibleName("Help")
        page.setHtml(f"{TEXT}{_table(KEYS)}<h3>Without a mouse</h3>{_table(PARTS)}")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(page)
        layout.addWidget(buttons)
        self.resize(640, 720)


def _table(rows: Sequence[tuple[str, str]]) -> str:
    cells = "".join(
        f"<tr><td style='white-space: nowrap'><b>{keys}</b>&nbsp;&nbsp;&nbsp;</td>"
        f"<td>{what}</td></tr>"
        for keys, what in rows
    )
    return f"<table>{cells}</table>"
