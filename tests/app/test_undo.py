from __future__ import annotations

import gc
import weakref
from functools import partial

from app.editing.state import AppState
from app.editing.undo import UndoStack
from app.frame.bridge import SessionRunner
from core.scenes import load_scene


class Note:
    """A change that writes down what happens to it."""

    empty = False

    def __init__(self, text, told, on_redo=None):
        self.text, self.told, self.on_redo = text, told, on_redo

    def redo(self):
        self.told.append(f"+{self.text}")
        if self.on_redo is not None:
            self.on_redo()

    def undo(self):
        self.told.append(f"-{self.text}")

    def merge(self, newer):
        return False


def test_changes_go_back_and_forth_and_a_new_one_forgets_what_was_undone(qapp):
    stack, told = UndoStack(), []
    for text in "abc":
        stack.push(Note(text, told))
    stack.undo()
    stack.undo()
    assert (stack.undo_text, stack.redo_text) == ("a", "b")
    stack.redo()
    stack.push(Note("d", told))
    stack.redo()
    assert "".join(told) == "+a+b+c-c-b+b+d"
    assert [change.text for change in stack.changes] == ["a", "b", "d"]


def test_a_change_that_follows_from_redoing_another_is_no_step_of_its_own(qapp):
    stack, told = UndoStack(), []
    stack.push(Note("a", told))
    stack.push(Note("b", told))
    stack.undo()
    stack.undo()
    stack.changes[0].on_redo = lambda: stack.push(Note("echo", told))
    stack.redo()
    assert [change.text for change in stack.changes] == ["a", "b"]
    assert stack.redo_text == "b"


def test_no_more_steps_are_remembered_than_fit(qapp):
    stack = UndoStack()
    for i in range(600):
        stack.push(Note(str(i), []))
    assert (len(stack.changes), stack.index) == (500, 500)


def test_a_state_nobody_holds_goes_with_its_changes_in_any_order(qapp):
    # Commands of Qt's own stack, met before it by the collector, were freed twice.
    for _ in range(30):
        state = AppState(
            load_scene("xor").run, partial(SessionRunner, backend="reference")
        )
        for rate in range(1, 9):
            state.editing.change_training(learning_rate=rate / 10)
            state.editing.change_training(l2=rate / 100)
        changes = list(state.editing.undo_stack.changes)
        gone = weakref.ref(state)
        gc.collect()
        del state
        changes.reverse()
        del changes
        gc.collect()
        assert gone() is None


def test_the_menu_says_what_would_be_undone(window, state):
    def texts():
        return [a.text() for a in window.actions() if a.text()[:4] in ("Undo", "Redo")]

    assert texts() == ["Undo", "Redo"]
    state.editing.change_training(learning_rate=0.2)
    assert texts() == ["Undo learning rate", "Redo"]
    undo = next(a for a in window.actions() if a.text().startswith("Undo"))
    undo.trigger()
    assert texts() == ["Undo", "Redo learning rate"]
    assert not undo.isEnabled()
