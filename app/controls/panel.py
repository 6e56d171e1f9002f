"""The left panel: its sections, one below the other, in a scroll area."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.controls.network import NetworkSection
from app.controls.optimiser import OptimiserSection
from app.controls.output import OutputSection
from app.controls.plane import PlaneSection
from app.controls.problem import ProblemSection
from app.controls.regularisation import RegularisationSection
from app.editing.state import AppState
from app.look.theme import Theme
from app.widgets.steady_area import SteadyArea


class ControlPanel(QFrame):
    """Everything about the run that can be changed, live."""

    def __init__(self, state: AppState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("controls")
        self.problem = ProblemSection(state)
        self.sections = (
            self.problem,
            PlaneSection(state),
            NetworkSection(state),
            OutputSection(state),
            OptimiserSection(state),
            RegularisationSection(state),
        )
        body = QWidget()
        body.setObjectName("controlsBody")
        self._rows = QVBoxLayout(body)
        self._rows.setContentsMargins(16, 12, 12, 16)
        self._rows.setSpacing(12)
        for section in self.sections:
            self._rows.addWidget(section)
        self._rows.addStretch(1)
        self.area = SteadyArea(body, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 1, 0)
        layout.addWidget(self.area)

    def open_sections(self) -> list[str]:
        """Titles of the unfolded sections, to be remembered."""
        return [s.title for s in self.sections if s.is_open]

    def set_open_sections(self, titles: list[str]) -> None:
        """Unfold these sections and fold the others."""
        for section in self.sections:
            section.set_open(section.title in titles)

    def set_theme(self, theme: Theme) -> None:
        """Pass the theme to every section."""
        self.setFixedWidth(theme.px(248))
        for section in self.sections:
            section.set_theme(theme)
