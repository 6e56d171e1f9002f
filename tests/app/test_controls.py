from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.controls.network import NetworkSection
from app.controls.optimiser import OptimiserSection
from app.controls.output import OutputSection
from app.controls.problem import ProblemSection
from app.controls.section import ControlSection
from app.editing.starting import starting_run
from app.widgets.number_field import NumberField
from app.widgets.rows import ChoiceRow, NumberRow, Row
from core.edits import SetLayers, SetOutput
from core.network import LayerSpec
from core.problems import make_problem


def row_of(section: ControlSection, title: str) -> Row:
    return next(r for r in section.findChildren(Row) if r.label.text() == title)


def number(section: ControlSection, title: str) -> NumberRow:
    row = row_of(section, title)
    assert isinstance(row, NumberRow)
    return row


def layers(state, *functions: str) -> None:
    state.editing.apply(SetLayers(tuple(LayerSpec(3, f) for f in functions)))


# -- only what applies ----------------------------------------------------------------


def test_only_what_applies_is_shown(qtbot, state) -> None:
    state.editing.open_run(starting_run(make_problem("inverse")))
    output, network = OutputSection(state), NetworkSection(state)
    for section in (output, network):
        qtbot.addWidget(section)
    state.editing.apply(SetOutput("loss", "mse"))
    assert number(output, "Components").isHidden()
    state.editing.apply(SetOutput("loss", "mdn"))
    assert not number(output, "Components").isHidden()
    assert number(network, "Pieces k").isHidden()
    layers(state, "tanh", "maxout")
    assert not number(network, "Pieces k").isHidden()
    problem = ProblemSection(state)
    qtbot.addWidget(problem)
    state.editing.open_run(starting_run(make_problem("spirals")))
    assert not number(problem, "Arms").isHidden()
    state.editing.open_run(starting_run(make_problem("moons")))
    shown = [r.label.text() for r in problem.findChildren(Row) if not r.isHidden()]
    assert "Arms" not in shown


def test_features_of_another_problem_leave_nothing_behind(qtbot, state) -> None:
    section = NetworkSection(state)
    qtbot.addWidget(section)
    state.editing.open_run(starting_run(make_problem("sine")))
    chips = section.chips.findChildren(QWidget, "featureChip")
    shown = [c for c in chips if not c.isHidden()]
    assert len(shown) == len(section.chips.buttons)


def test_settings_of_another_problem_change_nothing_any_more(qtbot, state) -> None:
    state.editing.open_run(starting_run(make_problem("moons")))
    section = ProblemSection(state)
    qtbot.addWidget(section)
    section.show()
    section.activateWindow()
    noise = number(section, "Noise").field
    noise.setFocus()
    noise.selectAll()
    QTest.keyClicks(noise, "0.3")  # not accepted yet
    state.editing.open_run(starting_run(make_problem("clicks")))
    run = state.run
    QTest.keyClick(noise, Qt.Key.Key_Up)  # of an inactive window, it keeps the focus
    assert state.run is run


# -- reset ----------------------------------------------------------------------------


RESETS = [
    (
        OptimiserSection,
        "Momentum",
        lambda s: s.editing.change_training(optimiser="momentum"),
    ),
    (
        OptimiserSection,
        "Weight decay",
        lambda s: s.editing.change_training(optimiser="adamw"),
    ),
    (NetworkSection, "Pieces k", lambda s: layers(s, "maxout")),
    (NetworkSection, "Width σ", lambda s: layers(s, "rbf")),
    (NetworkSection, "Alpha", lambda s: layers(s, "elu")),
    (
        NetworkSection,
        "Fourier scale",
        lambda s: s.editing.change_run(
            "features", features=replace(s.run.features, fourier=4)
        ),
    ),
]


@pytest.mark.parametrize(("kind", "title", "first"), RESETS, ids=[r[1] for r in RESETS])
def test_what_the_opened_run_did_not_use_can_be_reset_too(
    qtbot, state, kind, title, first
) -> None:
    first(state)
    section = kind(state)
    qtbot.addWidget(section)
    row = number(section, title)
    fresh = row.value
    assert row.reset.isHidden()
    row.field.offer(0.5 if fresh != 0.5 else 0.25)
    if row.field.whole:
        row.field.offer(fresh + 2)
    assert row.value != fresh
    assert not row.reset.isHidden()
    row.reset.click()
    assert row.value == fresh
    assert row.reset.isHidden()


def test_components_are_reset(qtbot, state) -> None:
    run = starting_run(make_problem("inverse"))
    state.editing.open_run(replace(run, loss="mse"))
    section = OutputSection(state)
    qtbot.addWidget(section)
    state.editing.apply(SetOutput("loss", "mdn"))
    row = number(section, "Components")
    fresh = row.value
    row.field.offer(fresh + 4)
    assert state.run.components == fresh + 4
    row.reset.click()
    assert state.run.components == fresh


def test_resets_are_named_as_people_write(qtbot) -> None:
    from app.widgets.tip import Tip

    for title, name in (
        ("Learning rate", "Reset learning rate"),
        ("L2", "Reset L2"),
        ("Fourier features", "Reset Fourier features"),
        ("f(x, y)", "Reset f(x, y)"),
    ):
        row = NumberRow(Tip(title), 0.0, 1.0)
        qtbot.addWidget(row)
        assert row.reset.accessibleName() == name


# -- layers that differ ---------------------------------------------------------------


def test_layers_that_differ_are_said_to(qtbot, state) -> None:
    section = NetworkSection(state)
    qtbot.addWidget(section)
    row = row_of(section, "Activation")
    assert isinstance(row, ChoiceRow)
    layers(state, "relu", "tanh")
    assert row.value == ""
    assert row.combo.placeholderText() == "mixed"


def test_layers_that_differed_from_the_start_are_no_default(qtbot, state) -> None:
    run = replace(state.run, hidden=(LayerSpec(3, "relu"), LayerSpec(3, "tanh")))
    state.editing.open_run(run)
    section = NetworkSection(state)
    qtbot.addWidget(section)
    row = row_of(section, "Activation")
    layers(state, "relu", "relu")
    assert row.reset.isHidden(), "there is no one function to go back to"


# -- one drag, one step back ----------------------------------------------------------


def test_a_drag_of_a_layer_s_number_is_undone_at_once(qtbot, state) -> None:
    layers(state, "leaky_relu", "leaky_relu")
    before, known = state.run, len(state.editing.undo_stack.changes)
    section = NetworkSection(state)
    qtbot.addWidget(section)
    slider = number(section, "Negative slope").slider
    assert slider is not None
    for position in (100, 200, 300):
        slider.setValue(position)
    assert state.run.hidden[0].negative_slope == pytest.approx(0.3)
    assert len(state.editing.undo_stack.changes) == known + 1
    state.editing.undo_stack.undo()
    assert state.run == before


# -- numbers --------------------------------------------------------------------------


def rate(qtbot, value: float) -> NumberField:
    """L2 as in the panel: a log field that can be off."""
    field = NumberField("L2", 0.0, 1e6, 1e-6, log=True)
    field.words = {0.0: "off"}
    qtbot.addWidget(field)
    field.set_value(value)
    field.resize(80, 26)
    field.show()
    return field


def test_a_log_field_is_dragged_back_to_off(qtbot) -> None:
    field = rate(qtbot, 1e-4)
    QTest.mousePress(field, Qt.MouseButton.LeftButton, pos=QPoint(400, 13))
    QTest.mouseMove(field, QPoint(100, 13))
    QTest.mouseRelease(field, Qt.MouseButton.LeftButton, pos=QPoint(100, 13))
    assert (field.value, field.text()) == (0.0, "off")


def test_arrows_lead_to_off_and_back(qtbot) -> None:
    field = rate(qtbot, 1e-6)
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert field.value == 0.0
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert field.value == pytest.approx(1.12e-6)


def test_arrows_go_on_from_what_was_typed(qtbot) -> None:
    field = NumberField("Batch", 0, 1024, 1, whole=True)
    qtbot.addWidget(field)
    field.set_value(4)
    field.show()
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "40")
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert field.value == 41
