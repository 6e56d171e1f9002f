"""A person who does anything, in any order; the long walk is part of the soak."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.bridge import SessionRunner
from app.layouts import LAYOUTS
from app.starting import fitting_losses, starting_run
from core.activations import ACTIVATIONS
from core.errors import BadInput
from core.problems import PROBLEMS, make_problem
from core.training import OPTIMISER_NAMES

SHORT, LONG = 120, 5000
KEYS = (
    Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_R, Qt.Key.Key_N, Qt.Key.Key_F,
    Qt.Key.Key_1, Qt.Key.Key_6, Qt.Key.Key_0, Qt.Key.Key_Escape, Qt.Key.Key_Tab,
    Qt.Key.Key_Z, Qt.Key.Key_Y,
)  # fmt: skip


class Person:
    """Chooses and does one thing at a time."""

    def __init__(self, window, seed):
        self.window, self.state = window, window.state
        self.dice = random.Random(seed)
        self.done: list[str] = []

    def act(self):
        names = [n for n in dir(self) if n.startswith("do_")]
        name = self.dice.choice(names)
        self.done.append(name)
        getattr(self, name)()
        for runner in self.state.runners:
            if self.state.playing and isinstance(runner, SessionRunner):
                runner.advance(self.dice.randint(1, 5))
        self.window.clock.tick()

    def do_press_a_key(self):
        key = self.dice.choice(KEYS)
        control = Qt.KeyboardModifier.ControlModifier
        with_control = key in (Qt.Key.Key_Z, Qt.Key.Key_Y)
        modifier = control if with_control else Qt.KeyboardModifier.NoModifier
        QTest.keyClick(self.window, key, modifier)

    def do_scrub(self):
        self.state.scrub(self.dice.choice([None, self.dice.randint(-5, 60)]))

    def do_train_a_little(self):
        self.state.step(self.dice.randint(1, 10))

    def do_pick_a_problem(self):
        name = self.dice.choice(list(PROBLEMS))
        self.window.controls.problem.picker.buttons[name].click()

    def do_edit_a_number(self):
        rows = [
            row
            for section in self.window.controls.sections
            for row, _ in section._bound
            if hasattr(row, "field") and not row.isHidden()
        ]
        row = self.dice.choice(rows)
        row.field.nudge(self.dice.choice([-20, -3, -1, 1, 3, 20]))

    def do_change_the_method(self):
        self.state.change_training(optimiser=self.dice.choice(OPTIMISER_NAMES))

    def do_change_the_loss(self):
        run = self.state.run
        losses = fitting_losses(run.data.problem, run.components)
        self.state.change_structure(loss=self.dice.choice(losses))

    def do_add_a_layer(self):
        if len(self.state.run.hidden) < 5:
            self.state.insert_layer(self.dice.randint(0, len(self.state.run.hidden)))

    def do_remove_a_layer(self):
        hidden = self.state.run.hidden
        if hidden:
            self.state.remove_layer(self.dice.randrange(len(hidden)))

    def do_change_a_layer(self):
        hidden = self.state.run.hidden
        if hidden:
            index = self.dice.randrange(len(hidden))
            if self.dice.random() < 0.5:
                self.state.change_layer(index, units=self.dice.randint(1, 24))
            else:
                name = self.dice.choice(list(ACTIVATIONS))
                self.state.change_layer(index, activation=name)

    def do_edit_a_weight(self):
        layers = self.state.a.latest.network.layout.layers
        layer = self.dice.randrange(len(layers))
        self.state.set_parameter(layer, "W", (0, 0), self.dice.uniform(-3, 3))

    def do_compare(self):
        choice = self.dice.randrange(4)
        if choice == 0:
            self.state.pin()
        elif choice == 1:
            _, run = self.dice.choice(self.window.menus.variants(self.state.run))
            self.state.compare_with(run, "other")
        elif choice == 2:
            self.state.swap()
        else:
            self.state.end_compare()

    def do_undo_or_redo(self):
        if self.dice.random() < 0.5:
            self.state.undo_stack.undo()
        else:
            self.state.undo_stack.redo()

    def do_explode(self):
        self.state.change_training(learning_rate=1e4)
        self.state.step(30)
        self.state.notice()
        self.state.halve_learning_rate()

    def do_rearrange(self):
        choice = self.dice.randrange(4)
        if choice == 0:
            self.window.use_layout(self.dice.choice(list(LAYOUTS)))
        elif choice == 1:
            self.window.resize(
                self.dice.randint(960, 1600), self.dice.randint(600, 900)
            )
        elif choice == 2:
            self.window.desk.close_pane(self.dice.choice(list(self.window.desk.panes)))
        else:
            self.window.toggle_controls()

    def do_highlight(self):
        self.state.set_highlight(frozenset({self.dice.randrange(4)}))


def walk(window, state, actions, seed):
    failures = []

    def note(name, error):
        if not isinstance(error, BadInput):  # else a sentence in the view's pane
            failures.append((name, error))

    window.clock.failed.connect(note)
    person = Person(window, seed)
    for i in range(actions):
        person.act()
        if i % 10 == 0:
            QApplication.processEvents()
        assert not failures, (failures, person.done[-8:])
    # Whatever happened, the window still starts a run and shows it.
    state.end_compare()
    state.open_run(starting_run(make_problem("moons")))
    state.open_run(starting_run(make_problem("xor")))
    state.step(3)
    window.use_layout("overview")
    window.clock.settle()
    assert not failures, failures
    assert state.a.latest.step == 3
    assert window.toolbar.metrics["step"].number.text() == "3"


def test_any_sequence_of_actions_leaves_the_window_whole(window, state):
    walk(window, state, SHORT, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2, 3, 4])
def test_a_long_walk_leaves_the_window_whole(window, state, seed):
    walk(window, state, LONG, seed)
