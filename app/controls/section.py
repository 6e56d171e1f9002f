"""What every section of the left panel shares."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from app.editing.state import AppState
from app.look.theme import SMALL, Theme
from app.widgets.rows import ChoiceRow, NumberRow, Row, Section, ToggleRow
from app.widgets.text_row import TextRow
from core.errors import BadInput
from core.language import lowered, tr
from core.run import RunSpec


class ControlSection(Section):
    """Rows that show the present run and change it.

    A row is bound by two functions: the value it shows for a run (None: the row does
    not apply and is hidden) and what to do when the user changes it.
    """

    def __init__(
        self,
        title: str,
        state: AppState,
        open_: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, open_, parent)
        self.state = state
        self.bound: list[tuple[Row, Callable[[RunSpec], object]]] = []
        self._defaults: dict[Row, Callable[[RunSpec], object]] = {}
        self._edited: Row | None = None
        self._rare: list[Row] = []
        self._more = QPushButton(self)
        self._more.setObjectName("link")
        self._more.setCheckable(True)
        self._more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._more.setCursor(Qt.CursorShape.PointingHandCursor)
        self._more.hide()
        self._more.toggled.connect(self.show_again)
        state.run_changed.connect(self.show_run)
        state.refused.connect(self._on_refused)

    def bind(
        self,
        row: Row,
        shown: Callable[[RunSpec], object],
        change: Callable[[float], object]
        | Callable[[str], object]
        | Callable[[bool], object],
        *,
        rare: bool = False,
        default: Callable[[RunSpec], object] | None = None,
    ) -> Row:
        """Add ``row``: it shows ``shown(run)`` and calls ``change`` when edited.

        Rare rows come last and are shown after a click on "More". ``default`` computes
        the reset value from the run that was opened, for rows that may not apply to
        that run.
        """
        if default is not None:
            self._defaults[row] = default
        if rare:
            if not self._rare:
                left = Qt.AlignmentFlag.AlignLeft
                self.rows.addWidget(self._more, alignment=left)
            self._rare.append(row)
            self.rows.addWidget(row)
        else:
            at = self.rows.indexOf(self._more)
            self.rows.insertWidget(at if at >= 0 else self.rows.count(), row)
        self.bound.append((row, shown))
        assert isinstance(row, NumberRow | ChoiceRow | ToggleRow | TextRow)

        def edited(value: object) -> None:
            self._edited = row
            row.refuse("")
            try:
                change(value)  # type: ignore[arg-type]
            except BadInput as error:
                row.refuse(str(error))
            self._edited = None
            self._show_one(row, shown, self.state.run)
            self._show_more(self.state.run)

        row.value_changed.connect(edited)
        return row

    def _default(self, row: Row, shown: Callable[[RunSpec], object]) -> object:
        """The value a reset of ``row`` restores; None if there is none."""
        known = shown(self.state.base)
        if known is None and row in self._defaults:
            known = self._defaults[row](self.state.base)
        return known

    def show_run(self, run: RunSpec) -> None:
        """Show the values of ``run``; hide rows that do not apply to it."""
        for row, shown in self.bound:
            self._show_one(row, shown, run)
        self._show_more(run)

    def show_again(self, _: object = None) -> None:
        """Show the present run again, after something other than the run changed."""
        self.show_run(self.state.run)

    def _show_more(self, run: RunSpec) -> None:
        """Show how many of the rows under "More" are not at their default."""
        rare = [(row, shown) for row, shown in self.bound if row in self._rare]
        applying = [(r, shown) for r, shown in rare if shown(run) is not None]
        changed = sum(shown(run) != self._default(r, shown) for r, shown in applying)
        text = tr("Fewer settings") if self._more.isChecked() else tr("More settings")
        if changed and not self._more.isChecked():
            text += tr(", {changed} changed", changed=changed)
        self._more.setText(text)
        self._more.setAccessibleName(f"{tr(self.title)}: {lowered(text)}")
        self._more.setVisible(bool(applying))

    def _show_one(
        self, row: Row, shown: Callable[[RunSpec], object], run: RunSpec
    ) -> None:
        value = shown(run)
        folded = row in self._rare and not self._more.isChecked()
        row.setVisible(value is not None and not folded)
        if value is None:
            return
        if isinstance(row, NumberRow | ChoiceRow):
            default = self._default(row, shown)
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
        elif isinstance(row, TextRow):
            default = self._default(row, shown)
            row.default = default if isinstance(default, str) else None
            row.set_value(str(value))

    @property
    def editing(self) -> bool:
        """Whether a row is being changed, so that an error now is shown below it."""
        return self._edited is not None

    def _on_refused(self, sentence: str) -> None:
        if self._edited is not None:
            self._edited.refuse(sentence)

    def set_theme(self, theme: Theme) -> None:
        """Pass the theme to every row."""
        super().set_theme(theme)
        self._more.setFont(theme.font(SMALL))
        self._more.setFixedHeight(theme.px(20))
        for row, _ in self.bound:
            row.set_theme(theme)
