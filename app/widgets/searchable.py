"""A combo box with many entries, searchable by typing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QCompleter

from core.language import tr


def make_searchable(combo: QComboBox) -> None:
    """Find entries by any part of their text; Return takes the first match.

    Text that matches nothing is dropped, and the box shows the chosen entry again.
    """
    combo.setEditable(True)
    combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    completer = QCompleter(combo.model(), combo)
    completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    combo.setCompleter(completer)
    line = combo.lineEdit()
    assert line is not None  # it is editable now
    line.setPlaceholderText(tr("Type to search"))
    line.setAccessibleName(combo.accessibleName())

    def settle() -> None:
        text = line.text().strip()
        found = combo.findText(text, Qt.MatchFlag.MatchFixedString)
        if found < 0 and text:
            found = combo.findText(text, Qt.MatchFlag.MatchContains)
        chosen = combo.currentIndex()
        line.setText(combo.itemText(chosen if found < 0 else found))
        if found not in (-1, chosen):
            combo.setCurrentIndex(found)
            combo.activated.emit(found)

    line.editingFinished.connect(settle)
