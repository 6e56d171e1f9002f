"""The about box: versions, licences and what trains."""

from __future__ import annotations

import platform
from importlib import metadata

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.widgets.label import RichLabel
from core.version import described

#: What the window is built on; the licence stands in for packages that name none.
PARTS = (
    ("PySide6-Essentials", "Qt for the window", "LGPL-3.0"),
    ("pyqtgraph", "charts, paths of many lines", "MIT"),
    ("numpy", "arrays", "BSD-3-Clause"),
    ("scipy", "fits and measurements", "BSD-3-Clause"),
    ("numba", "compiled kernels", "BSD-2-Clause"),
    ("llvmlite", "the compiler behind numba", "BSD-2-Clause, Apache-2.0"),
    ("contourpy", "contours", "BSD-3-Clause"),
    ("ziamath", "formulas", "MIT"),
    ("latex2mathml", "formulas", "MIT"),
    ("ziafont", "formulas", "MIT"),
    ("pillow", "animated pictures", "MIT-CMU"),
    ("threadpoolctl", "threads of the arrays", "BSD-3-Clause"),
    ("platformdirs", "the user's folders", "MIT"),
    ("openpyxl", "Excel workbooks", "MIT"),
    ("et_xmlfile", "Excel workbooks", "MIT"),
    ("font-source-sans-pro", "the font Source Sans Pro", "OFL-1.1"),
)


#: Data that ships with the program: what it is, where it comes from, its licence.
DATA = (
    "The digits are the test set of “Optical Recognition of Handwritten Digits” by "
    "E. Alpaydin and C. Kaynak, UCI Machine Learning Repository, 1998 "
    "(doi:10.24432/C50P49), under CC BY 4.0, as scikit-learn (BSD-3-Clause) ships it."
)


def version_of(package: str) -> str:
    """Version of an installed package, or "not installed"."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


class AboutDialog(QDialog):
    """What this is, what it is made of, and under which licences."""

    def __init__(self, backend: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Hyperfold")
        head = RichLabel("<span style='font-size:20px'><b>Hyperfold</b></span>", self)
        what = RichLabel(
            f"Version {described()}<br>A desktop laboratory in which you watch small "
            "neural networks learn.<br>Free software under the MIT licence.",
            self,
        )
        what.setWordWrap(True)
        rows = "".join(
            f"<tr><td>{name}&nbsp;&nbsp;</td><td>{version_of(name)}&nbsp;&nbsp;</td>"
            f"<td>{use}&nbsp;&nbsp;</td><td>{licence}</td></tr>"
            for name, use, licence in PARTS
        )
        self.text = QTextBrowser(self)
        self.text.setAccessibleName("Versions and licences")
        self.text.setHtml(
            f"<p>Backend: {backend}<br>Python {platform.python_version()}, "
            f"Qt {qVersion()}, {platform.platform(terse=True)}</p>"
            f"<table>{rows}</table><p>{DATA}</p>"
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        for widget in (head, what, self.text, buttons):
            layout.addWidget(widget)
        self.resize(600, 560)
