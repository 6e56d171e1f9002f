"""The table of an experiment: one row per combination of settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.look.theme import SMALL, Theme
from app.views.experiments.arrange import shown_spread
from core.experiments.experiment import Experiment
from core.experiments.measures import MEASURES, YES
from core.experiments.summary import Row, measures_in
from core.language import tr

Index = QModelIndex | QPersistentModelIndex
ROLE = Qt.ItemDataRole
_SORT = ROLE.UserRole
_NOWHERE = QModelIndex()


def _said(role: int, title: str, tip: str) -> str | None:
    if role == ROLE.DisplayRole:
        return title
    return tip if role == ROLE.ToolTipRole else None


class TableModel(QAbstractTableModel):
    """Settings, seeds done, then a median and its quartiles for every measure."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._experiment: Experiment | None = None
        self._rows: Sequence[Row] = ()
        self._measures: list[str] = []

    def show_rows(self, experiment: Experiment | None, rows: Sequence[Row]) -> None:
        """Show new results."""
        self.beginResetModel()
        self._experiment, self._rows = experiment, rows
        self._measures = measures_in(rows)
        self.endResetModel()

    @property
    def _settings(self) -> int:
        return 0 if self._experiment is None else len(self._experiment.axes)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """One per combination."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Settings, seeds, measures."""
        if parent.isValid() or self._experiment is None:
            return 0
        return self._settings + 1 + len(self._measures)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = ROLE.DisplayRole
    ) -> Any:
        """Titles; the tooltip explains a measure."""
        if orientation != Qt.Orientation.Horizontal or self._experiment is None:
            return None
        if role == ROLE.TextAlignmentRole:
            return self._side(section)
        if section < self._settings:
            key = self._experiment.key(section)
            return _said(role, key.title, key.path)
        if section == self._settings:
            words = tr("Runs that are trained, of those planned.")
            return _said(role, tr("Seeds"), words)
        measure = MEASURES[self._measures[section - self._settings - 1]]
        bars = (
            tr("share and 95 % interval")
            if measure.kind == YES
            else tr("median and quartiles")
        )
        words = tr(measure.words)
        tip = f"{words[:1].upper()}{words[1:]}: {bars}."
        return _said(role, tr(measure.title), tip)

    def _side(self, column: int) -> Qt.AlignmentFlag:
        """Text is left-aligned, numbers right-aligned, like their titles."""
        right = column >= self._settings
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> Any:
        """What a cell shows, and what it is sorted by."""
        if role == ROLE.TextAlignmentRole:
            return self._side(index.column())
        if role not in (ROLE.DisplayRole, _SORT) or self._experiment is None:
            return None
        row, column = self._rows[index.row()], index.column()
        sorting = role == _SORT
        if column < self._settings:
            axis = self._experiment.axes[column]
            place = self._experiment.places(row.group)[column]
            if sorting:
                return place
            return axis.label(axis.values[place], self._experiment.key(column))
        if column == self._settings:
            return (
                row.done
                if sorting
                else tr(
                    "{done} of {seeds}", done=row.done, seeds=self._experiment.seeds
                )
            )
        name = self._measures[column - self._settings - 1]
        found = row.spreads.get(name)
        if sorting:
            return float("inf") if found is None else found.middle
        return shown_spread(MEASURES[name], found)


class ResultsTable(QTableView):
    """Sorted by a click on a title; a second click reverses it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.contents = TableModel(self)
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self.contents)
        self._sorted.setSortRole(_SORT)
        self.setModel(self._sorted)
        self.setSortingEnabled(True)
        self.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.setAccessibleName(tr("Table of the experiment"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setHighlightSections(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def show_rows(self, experiment: Experiment | None, rows: Sequence[Row]) -> None:
        """Show new results, keeping the scroll position."""
        before = self.contents.columnCount()
        self.contents.show_rows(experiment, rows)
        self._widen(anew=self.contents.columnCount() != before)

    def _widen(self, *, anew: bool) -> None:
        """Make room for every cell; columns never get narrower, to avoid flicker."""
        head = self.horizontalHeader()
        for column in range(self.contents.columnCount()):
            wide = max(self.sizeHintForColumn(column), head.sectionSizeHint(column))
            wide += 2 * self.fontMetrics().averageCharWidth()
            if anew or wide > self.columnWidth(column):
                self.setColumnWidth(column, wide)

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's fonts."""
        self.setFont(theme.font(SMALL))
        self.horizontalHeader().setFont(theme.font(SMALL))
        self.verticalHeader().setDefaultSectionSize(theme.px(24))
        self._widen(anew=True)
