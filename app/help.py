"""The help that F1 shows: what the keys do and where things are."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

KEYS = (
    ("Space", "play or pause"),
    ("→, Shift+→", "train one step, ten steps"),
    ("R, N", "rewind with the same initial weights; new seed"),
    ("F", "flat out, or back to the pace before"),
    ("B", "compare with a second run"),
    ("0 … 7", "enlarge the network or a view, and again to give its room back"),
    ("Ctrl+1 … Ctrl+5, Ctrl+0", "ready layouts; reset the layout"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("D", "draw points over the output, or stop"),
    ("Ctrl+O, Ctrl+S, Ctrl+E", "open a file; save the run; export a picture"),
    ("Ctrl+Shift+C, Ctrl+V", "copy the scene as text; open what was copied"),
    ("Ctrl+D, Ctrl++, Ctrl+−", "light or dark; larger, smaller"),
    ("Ctrl+L", "hide or show the controls"),
    ("F5, F11", "presentation; full screen"),
    ("F2", "lessons"),
    ("Esc", "leave what fills the screen; end looking back"),
)

TEXT = """
<h3>Watching a network learn</h3>
<p>Press play. Every view shows the same moment of the same run: the network with each
unit drawn as a picture of its value over the plane, the output, and the curves of the
loss.</p>
<p>Everything on the left changes the run while it learns. Drag a number sideways, type
it, or use its slider; rest the mouse on a name to see its formula. Undo takes any
change back.</p>
<p>Drag the timeline to look back: every view shows that step. Press play there and
training goes on from it.</p>
<h3>Keys</h3>
"""


class HelpDialog(QDialog):
    """A page of words and a table of keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Help")
        rows = "".join(
            f"<tr><td><b>{keys}</b>&nbsp;&nbsp;&nbsp;</td><td>{what}</td></tr>"
            for keys, what in KEYS
        )
        page = QTextBrowser(self)
        page.setAccessibleName("Help")
        page.setHtml(f"{TEXT}<table>{rows}</table>")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(page)
        layout.addWidget(buttons)
        self.resize(560, 560)
