"""The editor of the cost matrix: what each mistake costs."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QGridLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.label import Label
from core.language import tr


class CostFields(QWidget):
    """One field per mistake, truth by row and decision by column; correct costs 0."""

    costs_changed = Signal(object)  # list of rows, or None: every mistake costs 1

    def __init__(
        self,
        names: list[str],
        costs: list[list[float]] | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        count = len(names)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.addWidget(
            Label(tr("Cost of predicting (column) when the true class is (row)"))
        )
        grid = QGridLayout()
        column.addLayout(grid)
        self.fields: dict[tuple[int, int], QDoubleSpinBox] = {}
        for i, name in enumerate(names):
            head = Label(name)
            head.setAlignment(Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(head, 0, i + 1)
            grid.addWidget(Label(name), i + 1, 0)
        for i in range(count):
            for j in range(count):
                if i == j:
                    right = Label("0")
                    right.setAlignment(Qt.AlignmentFlag.AlignCenter)
                    grid.addWidget(right, i + 1, j + 1)
                    continue
                field = QDoubleSpinBox()
                field.setRange(0.0, 1000.0)
                field.setDecimals(1)
                field.setValue(1.0 if costs is None else costs[i][j])
                field.setAccessibleName(
                    tr(
                        "Cost of predicting {predicted} when {true} is true",
                        predicted=names[j],
                        true=names[i],
                    )
                )
                field.valueChanged.connect(self._tell)
                grid.addWidget(field, i + 1, j + 1)
                self.fields[i, j] = field
        self._count = count
        self.level = QPushButton(tr("Every mistake costs 1"))
        self.level.clicked.connect(self._level)
        column.addWidget(self.level)

    def _tell(self) -> None:
        span = range(self._count)
        costs = [
            [self.fields[i, j].value() if i != j else 0.0 for j in span] for i in span
        ]
        plain = all(field.value() == 1.0 for field in self.fields.values())
        self.costs_changed.emit(None if plain else costs)

    def _level(self) -> None:
        for field in self.fields.values():
            field.blockSignals(True)
            field.setValue(1.0)
            field.blockSignals(False)
        self.costs_changed.emit(None)
