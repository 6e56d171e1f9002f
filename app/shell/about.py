"""The about box: versions, licences and the backend."""

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
from core.language import mark, tr
from core.version import described

#: What the window is built on; the licence is used for packages that name none.
PARTS = (
    ("PySide6-Essentials", mark("Qt for the window"), "LGPL-3.0"),
    ("pyqtgraph", mark("charts, paths of many lines"), "MIT"),
    ("numpy", mark("arrays"), "BSD-3-Clause"),
    ("scipy", mark("fits and measurements"), "BSD-3-Clause"),
    ("numba", mark("compiled kernels"), "BSD-2-Clause"),
    ("llvmlite", mark("the compiler behind numba"), "BSD-2-Clause, Apache-2.0"),
    ("contourpy", mark("contours"), "BSD-3-Clause"),
    ("ziamath", mark("formulas"), "MIT"),
    ("latex2mathml", mark("formulas"), "MIT"),
    ("ziafont", mark("formulas"), "MIT"),
    ("pillow", mark("animated pictures"), "MIT-CMU"),
    ("threadpoolctl", mark("threads for array operations"), "BSD-3-Clause"),
    ("platformdirs", mark("the user's folders"), "MIT"),
    ("openpyxl", mark("Excel workbooks"), "MIT"),
    ("et_xmlfile", mark("Excel workbooks"), "MIT"),
    ("font-source-sans-pro", mark("the font Source Sans Pro"), "OFL-1.1"),
)


#: Data that ships with the program: what it is, where it comes from, its licence.
DATA = mark(
    "The digits are the test set of “Optical Recognition of Handwritten "
    "Digits” by E. Alpaydin and C. Kaynak, UCI Machine Learning "
    "Repository, 1998 (doi:10.24432/C50P49), under CC BY 4.0, as "
    "scikit-learn (BSD-3-Clause) ships it."
)


def version_of(package: str) -> str:
    """Version of an installed package, or "not installed"."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return tr("not installed")


class AboutDialog(QDialog):
    """What Hyperfold is, what it is built on, and under which licences."""

    def __init__(self, backend: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Hyperfold"))
        head = RichLabel("<span style='font-size:20px'><b>Hyperfold</b></span>", self)
        what = RichLabel(
            tr(
                "Version {described}<br>A desktop laboratory in which you "
                "watch small neural networks learn.<br>Free software under the "
                "MIT licence.",
                described=described(),
            ),
            self,
        )
        what.setWordWrap(True)
        rows = "".join(
            f"<tr><td>{name}&nbsp;&nbsp;</td><td>{version_of(name)}&nbsp;&nbsp;</td>"
            f"<td>{tr(use)}&nbsp;&nbsp;</td><td>{licence}</td></tr>"
            for name, use, licence in PARTS
        )
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(tr("Versions and licences"))
        self.text.setHtml(
            tr(
                "<p>Backend: {backend}<br>Python {python_version}, Qt "
                "{qVersion}, {platform}</p><table>{rows}</table><p>{DATA}</p>",
                backend=backend,
                python_version=platform.python_version(),
                qVersion=qVersion(),
                platform=platform.platform(terse=True),
                rows=rows,
                DATA=tr(DATA),
            )
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(12)
        for widget in (head, what, self.text, buttons):
            layout.addWidget(widget)
        self.resize(600, 560)
