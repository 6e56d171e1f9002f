"""Text from files is shown as it is: no label and no tooltip renders its markup."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

from app.dialogs import saving
from app.dialogs.kept_runs import KeptRunsDialog
from app.dialogs.table import TableDialog
from app.shell.autosave import Kept
from app.shell.errors_dialog import ErrorDialog
from app.shell.layouts import LAYOUTS
from app.views.saturation.costs import CostFields
from app.widgets.label import Label, RichLabel, plain_tooltip, warn
from app.widgets.tip import Tip, TipBox, TipFilter, set_tip
from core.errors import BadInput
from core.problems import DataSpec, Points
from core.scenes import parse_scene
from core.tables import preview

MARK = "<img src='/dev/zero'>"


def rendered(text: str, form: Qt.TextFormat = Qt.TextFormat.AutoText) -> bool:
    """Whether Qt would take the mark in ``text`` for a picture."""
    rich = form == Qt.TextFormat.RichText or (
        form == Qt.TextFormat.AutoText and Qt.mightBeRichText(text)
    )
    return rich and "<img src='/dev" in text


def offenders() -> list[str]:
    """Labels and tooltips of all windows that render the mark."""
    found = []
    for widget in QApplication.allWidgets():
        where = f"{type(widget).__name__} {widget.objectName()}"
        if isinstance(widget, QLabel) and rendered(widget.text(), widget.textFormat()):
            found.append(f"{where}: {widget.text()}")
        if rendered(widget.toolTip()):
            found.append(f"{where}, tooltip: {widget.toolTip()}")
        for action in widget.actions():
            if rendered(action.toolTip()):
                found.append(f"{where}, action: {action.toolTip()}")
        for tip in widget.findChildren(TipFilter):
            box = TipBox(tip.tip, widget)
            found += [
                f"{where}, tip: {label.text()}"
                for label in box.findChildren(QLabel)
                if rendered(label.text(), label.textFormat())
            ]
            box.close()
            box.deleteLater()
    return found


def test_the_check_sees_what_qt_would_render(qapp):
    naive = QLabel(MARK)
    assert any("QLabel" in each for each in offenders())
    naive.setText(naive.text().replace("<", "&lt;"))
    naive.setToolTip(MARK)
    assert any("tooltip" in each for each in offenders())
    naive.setToolTip(plain_tooltip(MARK))
    assert not offenders()
    set_tip(naive, Tip(MARK, MARK, keys=MARK))
    assert not offenders()
    assert "&lt;img" in naive.toolTip()


def test_labels_say_what_they_show(qapp):
    assert Label(MARK).textFormat() == Qt.TextFormat.PlainText
    assert RichLabel("<b>x</b>").textFormat() == Qt.TextFormat.RichText
    root = Path(__file__).parents[2] / "app"
    naive = [
        path.name
        for path in root.rglob("*.py")
        if "QLabel(" in path.read_text("utf-8") and path.name != "label.py"
    ]
    assert not naive, "use app.widgets.label"


def _says_itself(given: ast.expr) -> bool:
    """Whether a tooltip's text is our own, or escaped if it looks like markup."""
    if isinstance(given, ast.IfExp):
        return _says_itself(given.body) and _says_itself(given.orelse)
    name = given.func if isinstance(given, ast.Call) else None
    called = isinstance(name, ast.Name) and name.id in ("tr", "plain_tooltip")
    # What `tr` fills in may come from a file.
    filled = isinstance(given, ast.Call) and given.keywords
    return isinstance(given, ast.Constant) or (called and not filled)


def test_tooltips_are_escaped_wherever_they_may_quote_a_file():
    root = Path(__file__).parents[2] / "app"
    places = {"setToolTip": 0, "showText": 1}
    naive = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in places
        and not _says_itself(node.args[places[node.func.attr]])
    ]
    assert not naive, "use plain_tooltip"


@pytest.fixture
def own(state):
    """A run whose class names are markup."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 2))
    names = [f"{MARK}{i}" for i in range(3)]
    problem = Points(x, np.arange(60) % 3, 3, names)
    run = replace(state.run, data=DataSpec(problem, 60), loss="ce")
    return parse_scene(
        f'title = "{MARK}"\nsummary = "{MARK}"\nname = "{MARK}"\n'
        '[problem]\nname = "xor"\n[network]\nloss = "ce"\nlayers = [{ units = 3 }]\n'
    ), replace(run, hidden=run.hidden)


def test_titles_and_class_names_in_every_layout(window, state, own, qtbot):
    scene, run = own
    window.open_scene(replace(scene, run=run), play=False)
    state.comparison.start(replace(run, seed=7), MARK)
    for name in LAYOUTS:
        window.use_layout(name)
        state.a.advance(3)
        state.notice()
        window.clock.refresh_all()
        window.clock.settle()
        QApplication.processEvents()
        assert not offenders(), name
    window.state.told.emit(f"Opened {MARK}")
    window.state.refused.emit(MARK)
    assert not offenders()


def test_import_dialogs(qapp, tmp_path, window):
    rows = "".join(f"{i}.5,{i % 7},{MARK}{i % 2}\n" for i in range(40))
    path = tmp_path / f"{MARK.replace('/', '_')}.csv"
    found = preview(f"{MARK}a,{MARK}b,{MARK}c\n{rows}")
    dialog = TableDialog(path, replace(found, source=path.name))
    dialog.describe()
    assert MARK in dialog.sentence.text()
    assert not offenders()
    dialog.set_role(2, "ignored")
    dialog.show_made(BadInput(MARK))
    assert not offenders()


def test_costs_of_mistakes(qapp):
    fields = CostFields([f"{MARK}{i}" for i in range(3)], None)
    labels = [label.text() for label in fields.findChildren(QLabel)]
    assert f"{MARK}1" in labels
    assert not offenders()


def test_lessons(window, tmp_path):
    words = f"Say {MARK} and $x^2$"
    lesson = f'''title = "{MARK}"
summary = "{MARK}"
[[steps]]
title = "{MARK}"
text = "{words}"
hint = "{words}"
why = "{words}"
scene = "xor"
checks = [{{ say = "{words}", measure = "loss", at_most = 9 }}]
[steps.question]
text = "{words}"
answers = ["{words}", "{MARK}"]
right = 1
'''
    window.toggle_lessons()
    path = tmp_path / "own.toml"
    path.write_text(lesson, "utf-8")
    window.lessons.open_lesson(str(path))
    QApplication.processEvents()
    shown = [w.text() for w in window.lessons.findChildren(QLabel)]
    assert any("img src" in text or "&lt;img" in text for text in shown)
    assert not offenders()


def test_errors(window, monkeypatch):
    dialog = ErrorDialog(ValueError(MARK), f"drawing {MARK}", window)
    assert not offenders()
    dialog.close()
    seen = []

    def look(box):
        seen.append((box.text(), box.textFormat()))
        assert not offenders()

    monkeypatch.setattr(QMessageBox, "exec", look)
    warn(window, f"{MARK} cannot be read")
    assert seen == [(f"{MARK} cannot be read", Qt.TextFormat.PlainText)]


def test_kept_runs_and_the_question_before_replacing(window, tmp_path, monkeypatch):
    run = Kept(tmp_path / "a.hyperfold", 0.0, MARK, 7, b"")
    broken = run._replace(title="", problem=MARK)
    dialog = KeptRunsDialog([run, broken], lambda _: None, window)
    dialog.show()
    for row in range(2):
        dialog.list.setCurrentRow(row)
        assert not offenders()
    dialog.close()
    seen = []

    def look(box):
        box.show()
        seen.append(box.text())
        assert not offenders()

    monkeypatch.setattr(QMessageBox, "exec", look)
    path = Path(f"<img src='/dev/zero'>{MARK}.png")
    assert not saving.may_replace(window, path)
    assert seen
