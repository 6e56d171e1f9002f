"""Changes of run A that can be undone, and the messages that reject them.

A change that breaks a rule is rejected with a one-sentence message and changes nothing.
A change made while looking back starts from the step looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from app.editing.cuts import Cuts
from app.editing.past import TimeTravel, newest, past_of
from app.editing.undo import RunChange, UndoStack, WeightEdit
from core.edits import (
    Edit,
    restructure,
    same_structure,
    undoing,
)
from core.engine import commands
from core.engine.words import parameter_word
from core.errors import BadInput, require
from core.language import mark, tr
from core.network.rewiring import Sources
from core.outputs import LOSSES
from core.problems import Points
from core.problems.base import split
from core.run import RunSpec

if TYPE_CHECKING:
    from app.editing.state import AppState
    from core.arrays import Floats
    from core.engine.saved import Saved
    from core.engine.snapshot import Snapshot
    from core.network import Block

_WORDS = {
    "learning_rate": mark("learning rate"),
    "batch_size": mark("batch"),
    "l1": mark("L1"),
    "l2": mark("L2"),
    "clip_norm": mark("gradient clipping"),
    "weight_decay": mark("weight decay"),
    "label_smoothing": mark("label smoothing"),
    "input_noise": mark("input noise"),
    "rms_alpha": "α",
    "beta1": "β₁",
    "beta2": "β₂",
    "epsilon": "ε",
}
MOST_CHECKED = 2000  # points drawn to check whether a loss fits


class Editing:
    """Everything that controls, strip, lessons and drawing can do to run A."""

    def __init__(self, state: AppState) -> None:
        self._state = state
        self.undo_stack = UndoStack(state)
        self.cuts = Cuts()

    # -- changes ---------------------------------------------------------------------
    def apply(self, edit: Edit) -> bool:
        """Edit the network, keeping every weight that fits; False if rejected."""
        with self._refusing() as done:
            after = edit.after(self._state.shown_run)
            self._note_cuts(edit)
            self._change(edit.text, edit.key, after, edit)
        return done[0]

    def _note_cuts(self, edit: Edit) -> None:
        """Remember the weights of links to be cut; the engine may still be behind."""
        shown = self._state.shown_snapshot
        if shown.network == self._state.shown_run.network:
            self.cuts.note(shown, edit)

    def change_training(self, **changes: object) -> bool:
        """Change hyper-parameters live; False if rejected."""
        with self._refusing() as done:
            after = self._state.shown_run.with_training(**changes)
            name = next(iter(changes))
            words = tr(_WORDS.get(name, name.replace("_", " ")))
            self._change(words, f"training.{name}", after)
        return done[0]

    def change_run(self, text: str, key: str = "", **changes: object) -> bool:
        """Change data, features, initial weights or seed; starts at step 0."""
        with self._refusing() as done:
            self._change(text, key, self._state.shown_run.changed(**changes))
        return done[0]

    def open_run(self, run: RunSpec, text: str = mark("problem")) -> bool:
        """Switch to another run; can be undone. False if it is the same run."""
        state = self._state
        before = state.run
        with self._refusing():
            self._change(tr(text), "", run)
            state.base = run
            state.run_changed.emit(run)
        return run != before

    def set_parameter(
        self, layer: int, name: str, index: tuple[int, ...], value: float
    ) -> None:
        """Set one weight or bias of run A; can be undone."""
        shown = self._state.shown_snapshot
        with self._refusing():
            before = float(_block(shown, layer, name, index).of(shown.theta)[index])
            words = parameter_word(name, shown.network, layer)
            self._edit_weights(
                tr("{name} of layer {layer}", name=words, layer=layer + 1),
                commands.SetParameter(layer, name, index, before),
                commands.SetParameter(layer, name, index, value),
            )

    def set_parameters(self, theta: Floats, note: str, key: str = "") -> None:
        """Set all weights and biases of run A; can be undone.

        Consecutive changes with the same ``key`` are undone together.
        """
        before = commands.SetParameters(self._state.shown_snapshot.theta, tr("undo"))
        self._edit_weights(note, before, commands.SetParameters(theta, note), key)

    def note_branch(
        self, before: RunSpec, kept: Snapshot, sources: Sources, past: Saved
    ) -> None:
        """Remember that run A went back to ``kept``, so that this can be undone.

        ``sources`` gives the position in ``kept`` of each layer of ``before``.
        """
        text = tr("branch at step {step}", step=kept.step)
        back = restructure(tr("undo {text}", text=text), before, sources)
        self.undo_stack.push(
            RunChange(
                text,
                "",
                before,
                kept.run,
                self._become,
                back=back,
                done=True,
                past=past,
                take=self._take,
                restore=self.restore,
            )
        )

    # -- inside ----------------------------------------------------------------------
    @contextmanager
    def _refusing(self) -> Iterator[list[bool]]:
        done = [True]
        try:
            yield done
        except BadInput as error:
            done[0] = False
            self._state.refused.emit(str(error))

    def _change(
        self, text: str, key: str, after: RunSpec, edit: Edit | None = None
    ) -> None:
        state = self._state
        shown, before = state.shown_snapshot, state.shown_run
        if after == before:
            return
        _check_targets(before, after, shown)
        if isinstance(_needed(before, after, edit), commands.SetRun):
            state.scrub(None)
        else:  # a live change made while looking back starts from there
            state.branch_if_scrubbed()
        before = state.run
        if after == before:
            return
        # The engine may not have switched to the present run yet.
        known = edit is not None and shown.network == before.network
        drops = isinstance(_needed(before, after, edit), commands.SetRun)
        self.undo_stack.push(
            RunChange(
                text,
                key,
                before,
                after,
                self._become,
                edit=edit,
                back=None if edit is None else undoing(edit, before),
                theta=shown.theta if known else None,
                past=self._take() if drops else None,
                take=self._take,
                restore=self.restore,
            )
        )

    def travel(self, text: str, go: Callable[[], None]) -> None:
        """Go back in time by ``go``; can be undone, including what this drops."""
        self.undo_stack.push(
            TimeTravel(text, go, self._take, self.restore, lambda: self._state.run)
        )

    def _take(self) -> Saved:
        return past_of(self._state.a)

    def restore(self, past: Saved, run: RunSpec | None = None) -> None:
        """Restore run A as it was, with its timeline and series.

        ``run`` is what the window showed when ``past`` was copied from an engine that
        may not have switched to it yet.
        """
        state, before, last = self._state, self._state.run, newest(past)
        state.scrub(None)
        state.set_diverged(None)
        if before.data != last.run.data:
            state.comparison.end()
        if before.data != last.run.data or before.seed != last.run.seed:
            state.lanes.leave(before)
            state.lanes.return_to(last.run)
        state.lanes.swap(past, self._take())
        state.send_a(commands.Restore(past))
        state.went_back.emit(last.made)
        state.adopt(last.run)
        if run is not None and run != last.run:
            self._become(run, None)

    def _become(
        self, after: RunSpec, edit: Edit | None, theta: Floats | None = None
    ) -> None:
        """Turn run A into ``after``; where the network changes, by ``edit``."""
        state = self._state
        before = state.run
        command = _needed(before, after, edit)
        if isinstance(command, commands.SetRun | commands.SetData):
            state.scrub(None)
            state.lanes.leave(before)
            if before.data != after.data:
                state.comparison.end()
        elif state.shown.scrub_step is not None:  # undone or redone while looking back
            state.scrub(None)
        state.set_diverged(None)
        if command is not None:
            state.send_a(command)
        if isinstance(command, commands.SetRun):
            state.went_back.emit(0 if before.data == after.data else -1)
        if isinstance(command, Edit) and theta is not None:
            state.send_a(commands.SetParameters(theta, tr("undo")))
        if before.training != after.training and not isinstance(
            command, commands.SetRun
        ):
            state.send_a(commands.SetTraining(after.training))
        state.adopt(after)

    def _edit_weights(
        self,
        text: str,
        before: commands.Command,
        after: commands.Command,
        key: str = "",
    ) -> None:
        self._state.branch_if_scrubbed()
        run = self._state.run
        self.undo_stack.push(
            WeightEdit(text, before, after, lambda c: self._send_weights(run, c), key)
        )

    def _send_weights(self, run: RunSpec, command: commands.Command) -> None:
        # A weight of a network that has since changed shape cannot be restored.
        if run.network == self._state.run.network:
            self._state.send_a(command)


def _check_targets(before: RunSpec, after: RunSpec, shown: Snapshot) -> None:
    """Reject a loss that cannot read the targets, before anything changes."""
    if before.data != after.data:
        # Drawing millions of points is left to the engine; a few are enough to check.
        points = min(after.data.points, MOST_CHECKED)
        sample = split(replace(after.data, points=points)).train
    elif before.loss != after.loss:
        sample = shown.splits.train
    else:
        return
    LOSSES[after.loss].encode(sample)


def _block(shown: Snapshot, layer: int, name: str, index: tuple[int, ...]) -> Block:
    """The block of a number; the network may have changed since it was shown."""
    layers = shown.network.layout.layers
    require(
        layer < len(layers),
        "layer",
        tr("be 1 to {count}", count=len(layers)),
        layer + 1,
    )
    block = dict(layers[layer].parameters()).get(name)
    if (
        block is None
        or len(index) != len(block.shape)
        or any(i >= size for i, size in zip(index, block.shape, strict=True))
    ):
        raise BadInput(
            tr(
                "{name} of layer {layer} no longer has this entry",
                name=name,
                layer=layer + 1,
            )
        )
    return block


def _needed(
    before: RunSpec, after: RunSpec, edit: Edit | None
) -> commands.Command | None:
    """The least disruptive command that leads from one run to the other.

    Training on another draw of the same problem keeps the weights; another problem,
    other initial weights or another seed start at step 0.
    """
    restart = before.initial != after.initial or before.seed != after.seed
    data = before.data != after.data or before.features != after.features
    structure = not same_structure(before, after)
    other = type(before.data.problem) is not type(after.data.problem)
    if other and before.network == after.network:
        # Drawing: the points of a problem became own data, or this is undone. The
        # weights stay.
        other = Points not in map(type, (before.data.problem, after.data.problem))
    if restart or (data and (structure or other)):
        return commands.SetRun(after)
    if data:
        return commands.SetData(after.data, after.features)
    if structure:
        return _leading_to(after, before, edit)
    return None


def _leading_to(after: RunSpec, before: RunSpec, edit: Edit | None) -> Edit:
    """``edit`` if it leads to ``after`` from here; a scene may have changed the run."""
    if edit is not None:
        try:
            if same_structure(edit.after(before), after):
                return edit
        except BadInput:
            pass
    return restructure(tr("layers"), after)
