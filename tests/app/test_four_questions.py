"""Four questions that the Experiments view answers, from a fresh start.

Each is asked as a user would: choose the ready experiment, press Run, read the answer.
Here with few seeds; ``make soak`` runs them in full, trained by the real window's
process, and each must be answered within two minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.editing.experiments import DONE, FAILED
from app.editing.settings import WindowSettings
from app.editing.state import AppState
from app.frame.bridge import SessionRunner, engine_runner
from app.shell.window import MainWindow
from app.views.experiments.panel import ExperimentsPanel
from core.experiments.experiment import Experiment
from core.experiments.summary import Row, rows
from core.scenes import load_scene

SECONDS = 120.0
#: Asks a ready experiment; the rows by the value of the setting on the axis.
Ask = Callable[[str], dict[object, Row]]


def choose(panel: ExperimentsPanel, name: str) -> Experiment:
    """Choose a ready experiment from the list."""
    box = panel.head.choose
    index = box.findData(name)
    box.setCurrentIndex(index)
    box.activated.emit(index)
    found = panel.designer.experiment
    assert found is not None
    assert found.name == name
    return found


def by_value(panel: ExperimentsPanel, state: AppState) -> dict[object, Row]:
    experiment, results = state.experiments.experiment, state.experiments.results
    assert experiment is not None
    assert len(results) == len(experiment)
    assert panel.answer.text()
    key = experiment.axes[0].key
    return {
        experiment.settings(row.group)[key]: row for row in rows(experiment, results)
    }


@pytest.fixture
def ask(qapp: QApplication) -> Iterator[Ask]:
    """In the view alone, with eight seeds, trained in this thread."""
    state = AppState(load_scene("xor").run, SessionRunner)
    panel = ExperimentsPanel(state)
    panel.resize(1000, 600)
    panel.show()

    def answered(name: str) -> dict[object, Row]:
        choose(panel, name)
        panel.designer.seeds.offer(8)
        QTest.mouseClick(panel.head.go, Qt.MouseButton.LeftButton)
        assert state.experiments.status == DONE, state.experiments.why
        return by_value(panel, state)

    yield answered
    panel.hide()
    state.close()


def does_width_or_depth_give_more_regions(ask: Ask) -> None:
    found = ask("width-depth")
    regions = {depth: row.spreads["regions"] for depth, row in found.items()}
    # Width does, by far: one layer has the highest median, and its lower quartile is
    # above the upper quartiles of all deeper ones.
    assert all(regions[1].low > 2 * regions[d].high for d in (2, 3, 4, 5))
    sizes = {row.spreads["parameters"].middle for row in found.values()}
    assert max(sizes) / min(sizes) < 1.12
    assert all(row.spreads["accuracy"].middle == 1.0 for row in found.values())


def how_often_does_xor_fail(ask: Ask) -> None:
    found = ask("xor-starts")
    shares = [row.spreads["reached"] for row in found.values()]
    failures = sum(s.count * (1 - s.middle) for s in shares)
    runs = sum(s.count for s in shares)
    # Often: 14 of the first 40 starts, about half of all 1000, and with no initialiser
    # does it always work.
    assert 0.3 < failures / runs < 0.6
    assert all(s.middle < 0.9 for s in shares)


def does_label_smoothing_calibrate(ask: Ask) -> None:
    found = ask("label-smoothing")
    error = {amount: row.spreads["calibration_error"] for amount, row in found.items()}
    # A little does, and too much does the opposite.
    assert error[0.1].high < 0.6 * error[0.0].low
    assert error[0.5].low > 1.5 * error[0.0].high


def which_initialiser_keeps_gradients_alive(ask: Ask) -> None:
    found = ask("deep-tanh")
    ratio = {name: row.spreads["gradient_ratio_start"] for name, row in found.items()}
    # Those that keep variances do; small weights pass almost nothing on.
    assert ratio["small_normal"].high < 1e-12
    assert ratio["uniform"].high < 0.01
    for name in ("xavier_normal", "he_normal", "orthogonal"):
        assert 0.1 < ratio[name].middle < 10.0
    spans = {n: ratio[n].high / ratio[n].low for n in ("xavier_normal", "orthogonal")}
    assert spans["orthogonal"] < spans["xavier_normal"]
    assert found["small_normal"].spreads["accuracy"].high < 0.6
    assert found["orthogonal"].spreads["accuracy"].low > 0.95


QUESTIONS = (
    does_width_or_depth_give_more_regions,
    how_often_does_xor_fail,
    does_label_smoothing_calibrate,
    which_initialiser_keeps_gradients_alive,
)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.__name__)
def test_a_question_is_answered(ask, question) -> None:
    question(ask)


@pytest.mark.soak
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.__name__)
def test_a_question_is_answered_whole_within_two_minutes(
    qapp, tmp_path, question
) -> None:
    begin = perf_counter()
    state = AppState(load_scene("xor").run, engine_runner)
    window = MainWindow(state, WindowSettings(tmp_path / "window.ini"))
    window.show()
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    panel = window.desk.panes["experiments"].panel
    assert isinstance(panel, ExperimentsPanel)

    def answered(name: str) -> dict[object, Row]:
        QTest.keyClick(window, Qt.Key.Key_9)
        assert panel.isVisible()
        choose(panel, name)
        QTest.mouseClick(panel.head.go, Qt.MouseButton.LeftButton)
        while state.experiments.status not in (DONE, FAILED):
            QTest.qWait(50)
            assert perf_counter() - begin < SECONDS
        return by_value(panel, state)

    try:
        question(answered)
        print(f"{question.__name__}: {perf_counter() - begin:.1f} s")
    finally:
        window.shut_down()
        window.deleteLater()


# -- the lesson ------------------------------------------------------------------------
def test_the_lesson_is_walked_in_the_view(qapp) -> None:
    """The lesson's solutions, applied in the view, train what it asks for."""
    from core.lessons import load_lesson
    from core.lessons.checks import Moment, states
    from core.lessons.deeds import ShowView

    state = AppState(load_scene("xor-book").run, SessionRunner)
    panel = ExperimentsPanel(state)
    start = state.a.latest
    try:
        for step in load_lesson("19-trial-and-error").steps:
            for deeds in (step.setup, step.solution):
                if deeds is step.solution:
                    moment = Moment(
                        start,
                        start,
                        views={"experiments": dict(panel.shown_settings())},
                    )
                    before = states(step.checks, moment)
                    assert not all(s.holds for s in before), step.title
                for deed in deeds:
                    for command in deed.commands(state.run)[0]:
                        assert isinstance(command, ShowView)
                        panel.apply_settings(command.settings)
            moment = Moment(
                start, start, views={"experiments": dict(panel.shown_settings())}
            )
            missed = [s.check.say for s in states(step.checks, moment) if not s.holds]
            assert not missed, f"{step.title}: {missed}"
    finally:
        state.close()
