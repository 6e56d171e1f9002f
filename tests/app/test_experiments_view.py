"""The Experiments view: design, results, chart, notebook, files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.editing.experiments import DONE, IDLE
from app.frame.files import FileOffer
from app.look.theme import DARK
from app.views.experiments.arrange import answer, compose, roles_of
from app.views.experiments.panel import ExperimentsPanel
from app.views.experiments.values import first_values, read_values
from core.errors import BadInput
from core.experiments.experiment import Axis, Experiment
from core.experiments.record import Notes, from_json
from core.experiments.work import Result
from core.scenes import load_scene
from core.scenes.key_list import key_of, keys_of, value_of


def small(**changes) -> Experiment:
    made = Experiment(
        "Small",
        load_scene("xor-book"),
        (
            Axis("training.learning_rate", (0.01, 0.1), True),
            Axis("initial.weights", ("he_uniform", "xavier_uniform")),
        ),
        2,
        8,
    )
    return replace(made, **changes)


@pytest.fixture
def panel(state) -> Iterator[ExperimentsPanel]:
    """The view alone, wide enough for the design."""
    made = ExperimentsPanel(state)
    made.resize(1000, 620)
    made.set_theme(DARK)
    made.show()
    yield made
    made.hide()


@pytest.fixture
def trained(panel, state) -> ExperimentsPanel:
    """With eight runs of a small experiment."""
    state.experiments.design(small())
    panel.head.go.click()
    assert state.experiments.status == DONE
    return panel


# -- chart -----------------------------------------------------------------------------
def test_every_run_is_a_point_that_opens_it_as_run_a(trained, state) -> None:
    chart = trained.chart
    chart.grab()
    assert len(chart.spots) == 8
    before = state.run
    spot = chart.spots[5]
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=spot.at.toPoint())
    near = chart.spot_at(spot.at.x(), spot.at.y())
    assert near is not None
    chosen = near.result
    expected = small().scene_of(chosen.group, chosen.seed)
    assert state.run == expected.run
    assert state.goal == expected.goal
    assert state.a.latest.step == 8
    assert state.a.latest.metrics.loss == pytest.approx(chosen.figures["loss"])
    assert len(state.a.timeline.snapshots()) > 1
    state.editing.undo_stack.undo()
    assert state.run == before
    assert state.goal != expected.goal
    assert len(state.experiments.results) == 8


def test_keys_go_from_run_to_run(trained, state) -> None:
    chart = trained.chart
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(chart, Qt.Key.Key_Right)
    QTest.keyClick(chart, Qt.Key.Key_Right)
    said = chart.accessibleDescription()
    assert "seed" in said
    assert "loss" in said
    QTest.keyClick(chart, Qt.Key.Key_Return)
    assert state.a.latest.step == 8


def test_settings_are_axis_colour_and_facets(trained) -> None:
    figure = trained.chart.figure
    assert (figure.x_title, figure.colour_title) == ("Learning rate", "Initialiser")
    assert figure.x_log
    assert figure.x_values == (0.01, 0.1)
    assert [s.name for s in figure.facets[0].series] == [
        "He, uniform",
        "Xavier, uniform",
    ]
    trained.roles["axis"].setCurrentIndex(1)
    trained.roles["axis"].activated.emit(1)
    figure = trained.chart.figure
    assert (figure.x_title, figure.colour_title) == ("Initialiser", "Learning rate")
    assert figure.x_values == ()


def test_three_settings_take_three_places() -> None:
    three = small(axes=(*small().axes, Axis("training.l2", (0.0, 0.1))))
    roles = roles_of(three, "training.l2", "", "")
    assert (roles.x, roles.colour, roles.facets) == (2, 0, 1)
    found = [Result(g, 0, 1, {"loss": float(g)}) for g in range(8)]
    figure = compose(three, found, "loss", roles)
    assert [f.title for f in figure.facets] == ["He, uniform", "Xavier, uniform"]
    assert all(len(s.dots) == 2 for f in figure.facets for s in f.series)
    one = small(axes=(Axis("training.l2", (0.1,)),))
    assert roles_of(one, "", "", "").x is None
    assert compose(one, found[:1], "loss", roles_of(one, "", "", "")).fixed


def test_runs_that_have_no_value_are_counted_below_the_chart() -> None:
    found = [
        Result(0, 0, 1, {"loss": None, "diverged": True}),
        Result(0, 1, 2, {"loss": 0.0, "diverged": False}),
        Result(1, 0, 1, {"loss": 0.5, "diverged": False}),
    ]
    figure = compose(small(), found, "loss", roles_of(small(), "", "", ""))
    assert figure.left_out == (
        "1 of 3 runs have no loss, 1 diverged, 1 at 0 are drawn on the lower edge"
    )


def test_the_answer_names_the_best_and_the_worst() -> None:
    found = [Result(g, i, 1 + i, {"loss": 1.0 + g}) for g in range(4) for i in range(2)]
    said = answer(small(), found, "loss")
    assert "lowest with learning rate 0.01, He, uniform: 1.00 (1.00 – 1.00)" in said
    assert "highest with learning rate 0.1, Xavier, uniform: 4.00" in said
    assert "lower for 2 of 2 shared seeds" in said


@pytest.mark.parametrize("measure", ["reached", "loss", "accuracy", "regions"])
def test_the_chart_draws_every_kind_of_measure(trained, measure) -> None:
    trained.measure = measure
    chart = trained.chart
    assert chart.figure.measure.name == measure
    assert not chart.grab().isNull()
    inside = [chart.rect().contains(s.at.toPoint()) for s in chart.spots]
    assert all(inside)
    assert len(chart.spots) == 8


# -- table and notebook ----------------------------------------------------------------
def test_the_table_has_a_row_for_each_combination(trained) -> None:
    trained.page = "table"
    model = trained.table.model()
    assert model.rowCount() == 4
    titles = [
        model.headerData(i, Qt.Orientation.Horizontal)
        for i in range(model.columnCount())
    ]
    assert titles[:4] == ["Learning rate", "Initialiser", "Seeds", "Success"]
    cells = [model.index(0, i).data() for i in range(4)]
    assert cells[:3] == ["0.01", "He, uniform", "2 of 2"]
    loss = titles.index("Loss")
    trained.table.sortByColumn(loss, Qt.SortOrder.AscendingOrder)
    shown = [float(model.index(i, loss).data().split()[0]) for i in range(4)]
    assert shown == sorted(shown)


def test_in_a_narrow_pane_the_design_is_a_page(panel, state) -> None:
    state.experiments.design(small())
    panel.resize(566, 400)  # beside a lesson in a window of 1180 × 720
    panel.show()
    QApplication.processEvents()
    names = [panel.tabs.tabText(i) for i in range(panel.tabs.count())]
    assert panel.tabs.isTabVisible(names.index("Design"))
    panel.tabs.setCurrentIndex(names.index("Design"))
    QApplication.processEvents()
    assert panel.designer.seeds.isVisible()
    panel.resize(900, 400)
    QApplication.processEvents()
    assert not panel.tabs.isTabVisible(names.index("Design"))
    assert panel.page == "chart"
    assert panel.designer.seeds.isVisible()


def test_a_note_is_stored_when_typing_pauses(panel, state, qtbot) -> None:
    state.experiments.design(small())
    panel.page = "notebook"
    field = panel.notebook.fields["hypothesis"]
    field.setFocus()
    QTest.keyClicks(field, "He wins")
    assert state.experiments.notes.hypothesis == ""
    qtbot.waitUntil(lambda: state.experiments.notes.hypothesis == "He wins")


def test_the_notebook_knows_what_was_written_before(panel, state) -> None:
    state.experiments.design(small())
    panel.page = "notebook"
    book = panel.notebook
    field = book.fields["hypothesis"]
    field.setFocus()
    QTest.keyClicks(field, "He wins")
    panel.head.choose.setFocus()
    assert state.experiments.notes.hypothesis == "He wins"
    assert book.mark.text() == ""
    panel.head.go.click()
    assert book.mark.text() == "written before the first run"
    book.fill.click()
    assert state.experiments.notes.result == panel.answer.text()
    field.setPlainText("I knew it")
    book.take()
    assert book.mark.text() == "changed after the first run"
    state.editing.undo_stack.undo()
    assert field.toPlainText() == "He wins"
    assert len(state.experiments.results) == 8


# -- design ----------------------------------------------------------------------------
def test_the_design_is_made_from_the_present_run(panel, state) -> None:
    designer = panel.designer
    designer.add.click()
    chooser = designer.chooser
    assert chooser.isVisible()
    everything = len(chooser.shown())
    QTest.keyClicks(chooser.search, "learning rate")
    assert chooser.shown() == ["training.learning_rate"]
    assert everything > 40
    QTest.keyClick(chooser.search, Qt.Key.Key_Return)
    made = state.experiments.experiment
    assert made.scene.run == state.run
    assert made.axes[0].key == "training.learning_rate"
    assert state.run.training.learning_rate in made.axes[0].values
    assert made.axes[0].log
    box = designer.boxes[0]
    box.field.setText("0.5, 1")
    box.field.editingFinished.emit()
    assert state.experiments.experiment.axes[0].values == (0.5, 1)
    box.field.setText("0.5, fast")
    box.field.editingFinished.emit()
    assert "must be a number" in box.note.text()
    assert state.experiments.experiment.axes[0].values == (0.5, 1)
    box.field.setText("-1")
    box.field.editingFinished.emit()
    assert "must be above 0" in box.note.text()
    designer.seeds.offer(3)
    assert len(state.experiments.experiment) == 6
    assert designer.count.text() == "2 × 3 = 6 runs"
    box.remove.click()
    assert state.experiments.experiment.axes == ()
    state.editing.undo_stack.undo()
    assert len(state.experiments.experiment.axes) == 1


def test_words_are_ticked_and_ranges_filled_in(panel, state) -> None:
    state.experiments.design(small())
    menu = panel.designer.more_menu(1)
    he = next(a for a in menu.actions() if a.text() == "Orthogonal")
    he.setChecked(True)
    assert "orthogonal" in state.experiments.experiment.axes[1].values
    from app.views.experiments.values import RangeForm

    menu = panel.designer.more_menu(0)
    form = menu.actions()[0].defaultWidget()
    assert isinstance(form, RangeForm)
    form.low.set_value(0.001)
    form.high.set_value(1.0)
    form.count.set_value(4)
    form.go.click()
    assert state.experiments.experiment.axes[0].values == (0.001, 0.01, 0.1, 1.0)


def test_more_seeds_keep_what_is_trained_and_other_settings_drop_it(
    trained, state
) -> None:
    experiments = state.experiments
    trained.designer.seeds.offer(3)
    assert (len(experiments.results), experiments.status) == (8, IDLE)
    assert trained.head.go.text() == "Continue"
    trained.head.go.click()
    assert len(experiments.results) == 12
    trained.designer.steps.offer(9)
    assert experiments.results == []
    state.editing.undo_stack.undo()
    assert len(experiments.results) == 12
    trained.designer.use_present.click()
    assert experiments.experiment.scene.run == state.run
    assert len(experiments.experiment.axes) == 2


def test_first_values_suit_every_key() -> None:
    for name in ("moons", "sine-1d"):
        scene = load_scene(name)
        for key in keys_of(scene):
            now = value_of(scene, key.path)
            values = first_values(key, now)
            axis = Axis(key.path, values, key.log)
            text = ", ".join(str(v).lower() for v in values)
            if not isinstance(now, str) or key.choices:
                assert read_values(text, key) == axis.values, key.path


def test_typed_values_by_name_or_title() -> None:
    key = key_of("initial.weights", load_scene("xor"))
    assert read_values("ORTHOGONAL, zeros", key) == ("orthogonal", "zeros")
    with pytest.raises(BadInput, match="must be one of"):
        read_values("best", key)
    with pytest.raises(BadInput, match="at least one value"):
        read_values(" , ", key)
    flag = key_of("network.layers.0.batch_norm", load_scene("moons"))
    assert read_values("yes, no", flag) == (True, False)


# -- ready ones, files -----------------------------------------------------------------
def test_a_ready_experiment_is_chosen_from_the_list(panel, state) -> None:
    index = panel.head.choose.findData("label-smoothing")
    panel.head.choose.setCurrentIndex(index)
    panel.head.choose.activated.emit(index)
    made = state.experiments.experiment
    assert made.name == "label-smoothing"
    assert panel.shown_measure == "calibration_error"
    assert panel.question.text() == made.question
    assert panel.shown_settings()["ready"] == "label-smoothing"
    state.editing.undo_stack.undo()
    assert state.experiments.experiment is None
    assert panel.head.choose.currentIndex() == 0


def test_runs_chart_and_notebook_are_exported(trained, state, tmp_path: Path) -> None:
    offers: list[FileOffer] = []
    trained.file_offered.connect(offers.append)
    state.experiments.write(Notes("I <guess>", "", ""))
    trained.offer_csv()
    trained.offer_picture(".png")
    trained.offer_picture(".svg")
    trained.offer_html()
    assert [o.ending for o in offers] == [".csv", ".png", ".svg", ".html"]
    for offer in offers:
        offer.write(tmp_path / offer.name)
    assert len((tmp_path / "small.csv").read_text().splitlines()) == 9
    assert (tmp_path / "small.png").read_bytes().startswith(b"\x89PNG")
    page = (tmp_path / "small.html").read_text("utf-8")
    assert page.count("<svg") >= 2
    assert "I &lt;guess&gt;" in page
    assert "He, uniform" in page
    assert 'src="' not in page
    assert "xlink:href" not in page


def test_a_run_file_keeps_the_experiment(window, tmp_path: Path) -> None:
    from core.files.run_file import read_run, write_run

    panel = window.desk.panes["experiments"].panel
    experiments = window.state.experiments
    experiments.design(small(axes=small().axes[:1]))
    experiments.write(Notes("guess", "", "done"))
    experiments.start()
    panel.page = "table"
    before = experiments.record
    path = tmp_path / "run.hyperfold"
    write_run(path, window.files.record())
    experiments.put(None)
    panel.page = "chart"
    window.open_saved(read_run(path))
    after = experiments.record
    assert after.experiment.axes == before.experiment.axes
    assert after.notes == before.notes
    assert len(after.results) == 4
    assert panel.page == "table"
    assert experiments.status == DONE
    panel.take_kept({"record": {"title": 3}})
    assert experiments.record == after


def test_a_kept_experiment_is_plain_json(trained) -> None:
    import json

    kept = json.loads(json.dumps(trained.kept()))
    assert from_json(kept["record"]).experiment.seeds == 2


def test_an_experiment_too_large_for_a_run_file_says_so_once(
    trained, state, monkeypatch
) -> None:
    said = []
    state.told.connect(said.append)
    monkeypatch.setattr("app.views.experiments.panel.MAX_EXTRA", 100)
    assert trained.kept() == {}
    assert trained.kept() == {}
    assert [text.startswith("This experiment is too large") for text in said] == [True]


def test_key_9_shows_it(window) -> None:
    QTest.keyClick(window, Qt.Key.Key_9)
    assert window.desk.enlarged == "experiments"
