"""What every section of the left panel shares."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.state import AppState
from app.theme import Theme
from app.widgets.rows import ChoiceRow, NumberRow, Row, Section, ToggleRow
from core.run import RunSpec


class ControlSection(Section):
    """Rows that show the present run and change it.

    A row is bound by two functions: what it shows of a run (None: the row does not
    apply and is hidden) and what to do when a person changed it.
    """

    def __init__(
        self, title: str, state: AppState, open_: bool = True,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(title, open_, parent)
        self.state = state
        self._bound: list[tuple[Row, Callable[[RunSpec], object]]] = []
        self._edited: Row | None = None
        state.run_changed.connect(self.show_run)
        state.refused.connect(self._on_refused)

    def bind(
        self,
        row: Row,
        shown: Callable[[RunSpec], object],
        change: Callable[[float], object]
        | Callable[[str], object]
        | Callable[[bool], object],
    ) -> Row:
        """Add ``row``: it shows ``shown(run)`` and calls ``change`` when edited."""
        self.add(row)
        self._bound.append((row, shown))
        assert isinstance(row, NumberRow | ChoiceRow | ToggleRow)

        def edited(value: object) -> None:
            self._edited = row
            row.refuse("")
            change(value)  # type: ignore[arg-type]
            self._edited = None
            self._show_one(row, shown, self.state.run)

        row.value_changed.connect(edited)
        return row

    def show_run(self, run: RunSpec) -> None:
        """Show what ``run`` says; hide what does not apply to it."""
        for row, shown in self._bound:
            self._show_one(row, shown, run)

    def _show_one(
        self, row: Row, shown: Callable[[RunSpec], object], run: RunSpec
    ) -> None:
        value = shown(run)
        row.setVisible(value is not None)
        if value is None:
            return
        if isinstance(row, NumberRow | ChoiceRow):
            default = shown(self.state.base)
            sentence = row.note.text()
            if isinstance(row, NumberRow) and isinstance(value, int | float):
                row.default = default if isinstance(default, int | float) else None
                row.set_value(float(value))
            elif isinstance(row, ChoiceRow):
                row.default = default if isinstance(default, str) else None
                row.set_value(str(value))
            row.refuse(sentence)
        elif isinstance(row, ToggleRow):
            row.set_value(bool(value))

    def _on_refused(self, sentence: str) -> None:
        if self._edited is not None:
            self._edited.refuse(sentence)

    def set_theme(self, theme: Theme) -> None:
        """Hand the theme to every row."""
        super().set_theme(theme)
        for row, _ in self._bound:
            row.set_theme(theme)
