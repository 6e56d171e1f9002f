"""The single place that holds what the window shows and changes.

Controls call the ``change_…`` methods, the toolbar the verbs; nobody else talks to the
bridge. A change that breaks a rule is refused in one sentence and changes nothing.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.editing.undo import RunChange, UndoStack, WeightEdit
from app.frame.base import Frame, RunFrame
from app.frame.bridge import GhostRunner, Runner, RunnerFactory, engine_runner
from app.look.theme import LIGHT, Theme
from core.engine import commands
from core.errors import BadInput, Divergence, require
from core.network import LayerSpec
from core.outputs import LOSSES
from core.problems import Points
from core.problems.base import split
from core.run import RunSpec
from core.scenes import commands as script_of
from core.scenes import load_scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.arrays import Floats
    from core.engine.saved import Saved
    from core.engine.snapshot import Snapshot
    from core.network import Block
    from core.scenes import Scene

_WORDS = {
    "learning_rate": "learning rate",
    "batch_size": "batch",
    "l1": "L1",
    "l2": "L2",
    "clip_norm": "gradient clipping",
    "weight_decay": "weight decay",
    "label_smoothing": "label smoothing",
    "input_noise": "input noise",
    "rms_alpha": "α",
    "beta1": "β₁",
    "beta2": "β₂",
    "epsilon": "ε",
}
MOST_CHECKED = 2000  # points of a problem that are drawn to see whether a loss fits


class AppState(QObject):
    """The present run, how it is shown, and everything that may be done to it."""

    run_changed = Signal(object)  # RunSpec
    playing_changed = Signal(bool)
    pace_changed = Signal(float)
    scrub_changed = Signal(object)  # int, or None: the newest step
    compare_changed = Signal()
    theme_changed = Signal(object)  # Theme
    highlight_changed = Signal(object)  # frozenset[int]
    diverged = Signal(object)  # Divergence, or None: all is well again
    refused = Signal(str)  # why a change was not made, one sentence
    told = Signal(str)  # a passing note
    failed = Signal(object)  # an exception that ended the engine
    dirty = Signal()  # what is to be shown changed: the frame clock wakes up

    def __init__(
        self,
        run: RunSpec,
        make_runner: RunnerFactory = engine_runner,
        theme: Theme = LIGHT,
        *,
        start: bool = True,
    ) -> None:
        super().__init__()
        self._make_runner = make_runner
        self.run = run
        self.base = run  # where "reset to default" goes back to
        self.pace = inf
        self.playing = False
        self.theme = theme
        self.scrub_step: int | None = None
        self.highlight: frozenset[int] = frozenset()
        self.pinned: tuple[tuple[float, float], ...] = ()
        self.divergence: Divergence | None = None
        self.undo_stack = UndoStack(self)
        self._a: Runner | None = None
        self.b: Runner | None = None
        self.b_title = ""
        self._b_diverged: tuple[int, Divergence] | None = None  # with its generation
        self._error: BaseException | None = None
        #: Our run and the engine's when they were compared last.
        self._agreed: tuple[RunSpec | None, RunSpec | None] = (None, None)
        self._script: list[tuple[int, commands.Command]] = []  # of the scene, by step
        self._script_at = 0
        if start:
            self.start()

    def start(self) -> None:
        """Make what trains; the window is painted once before that."""
        if self._a is None:
            self._a = self._make_runner(self.run)
            self._a.send(commands.SetPace(self.pace))
            self.dirty.emit()

    @property
    def started(self) -> bool:
        """Whether there is something that trains."""
        return self._a is not None

    @property
    def a(self) -> Runner:
        """What trains the run that the controls change."""
        assert self._a is not None, "the state was not started"
        return self._a

    # -- what is shown ---------------------------------------------------------------
    @property
    def runners(self) -> tuple[Runner, ...]:
        """A, or A and B."""
        return (self.a,) if self.b is None else (self.a, self.b)

    @property
    def _shown(self) -> Snapshot:
        """The state of run A that is shown: the newest, or the one looked back to."""
        if self.scrub_step is None:
            return self.a.latest
        return self.a.timeline.at(self.scrub_step)

    @property
    def shown_run(self) -> RunSpec:
        """The run that a change starts from: while looking back, that of then."""
        return self.run if self.scrub_step is None else self._shown.run

    def frame(self) -> Frame:
        """Everything the panels show, taken at one moment."""
        frames: list[RunFrame] = []
        scrubbed = self.scrub_step is not None
        for label, runner in zip("AB", self.runners, strict=False):
            snapshot: Snapshot = runner.latest
            step = self.scrub_step
            if step is None and isinstance(runner, GhostRunner):
                step = frames[0].snapshot.step
            if step is not None and step < snapshot.step:
                snapshot = runner.timeline.at(step)
            frames.append(
                RunFrame(snapshot, runner.timeline, runner.series, label, scrubbed)
            )
        moving = self.playing and not scrubbed
        return Frame(tuple(frames), self.theme, moving, self.highlight, self.pinned)

    def set_theme(self, theme: Theme) -> None:
        """Change colours and type."""
        if theme != self.theme:
            self.theme = theme
            self.theme_changed.emit(theme)
            self.dirty.emit()

    def set_highlight(self, examples: frozenset[int]) -> None:
        """Mark these training examples in every view."""
        if examples != self.highlight:
            self.highlight = examples
            self.highlight_changed.emit(examples)
            self.dirty.emit()

    def set_pinned(self, corners: Floats | None) -> None:
        """Follow a region of the plane through every view; None lets it go."""
        given = [] if corners is None else corners.tolist()
        pairs = tuple((float(x), float(y)) for x, y in given)
        if pairs != self.pinned:
            self.pinned = pairs
            self.dirty.emit()

    # -- training --------------------------------------------------------------------
    def play(self) -> None:
        """Train on, from the scrubbed step if there is one (a branch)."""
        self._branch_if_scrubbed()
        self._set_diverged(None)
        self._send(commands.Play())
        self._set_playing(True)

    def pause(self) -> None:
        """Stop after the present step."""
        self._send(commands.Pause())
        self._set_playing(False)

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def step(self, count: int = 1) -> None:
        """Train ``count`` steps and pause."""
        self._branch_if_scrubbed()
        self._set_diverged(None)
        self._set_playing(False)
        self._send(commands.Step(count))

    def rewind(self) -> None:
        """Back to step 0 with the same initial weights."""
        self.scrub(None)
        self._set_diverged(None)
        self._script_at = 0
        self._send(commands.Rewind())

    def new_seed(self) -> None:
        """Back to step 0 with other initial weights; can be undone."""
        self._change("new seed", "", replace(self.run, seed=self.run.seed + 1))

    def set_pace(self, steps_per_second: float) -> None:
        """Steps a second; infinity is flat out."""
        if steps_per_second != self.pace:
            self.pace = steps_per_second
            self._send(commands.SetPace(steps_per_second))
            self.pace_changed.emit(steps_per_second)

    # -- time ------------------------------------------------------------------------
    def scrub(self, step: int | None) -> None:
        """Show the kept snapshot at or before ``step``; None: the newest."""
        if step is not None:
            trains = [r for r in self.runners if not isinstance(r, GhostRunner)]
            # B may go on where A has stopped by itself.
            if self.playing or any(runner.latest.playing for runner in trains):
                self.pause()
            step = max(0, min(step, self.a.latest.step))
        if step != self.scrub_step:
            self.scrub_step = step
            self.scrub_changed.emit(step)
            self.dirty.emit()

    def branch(self, step: int) -> None:
        """Go on from ``step``; later snapshots are dropped."""
        kept = self.a.timeline.at(step)
        self._send(commands.Branch(step))
        self.scrub_step = None
        self.scrub_changed.emit(None)
        self._set_diverged(None)
        before = self.run
        self._adopt(kept.run)
        if self.run is not before:  # what was changed since can be had again
            text = f"branch at step {kept.step}"
            self.undo_stack.push(
                RunChange(text, "", before, kept.run, self._become, done=True)
            )

    def _branch_if_scrubbed(self) -> None:
        if self.scrub_step is not None:
            self.branch(self.scrub_step)

    # -- changes that can be undone --------------------------------------------------
    def change_training(self, **changes: object) -> bool:
        """Change hyper-parameters live; False: refused."""
        with self._refusing() as done:
            after = self.shown_run.with_training(**changes)
            name = next(iter(changes))
            words = _WORDS.get(name, name.replace("_", " "))
            self._change(words, f"training.{name}", after)
        return done[0]

    def change_structure(self, text: str = "structure", **changes: object) -> bool:
        """Change ``hidden``, ``loss``, ``components`` or ``output_frozen``."""
        with self._refusing() as done:
            self._change(text, "", replace(self.shown_run, **changes))  # type: ignore[arg-type]
        return done[0]

    def change_layer(self, index: int, text: str = "layer", **changes: object) -> bool:
        """Change fields of hidden layer ``index``, keeping weights that fit."""
        with self._refusing() as done:
            run = self.shown_run
            hidden = list(run.hidden)
            require(index < len(hidden), "layer", f"be 1 to {len(hidden)}", index + 1)
            hidden[index] = replace(hidden[index], **changes)  # type: ignore[arg-type]
            key = f"layer.{index}.{next(iter(changes))}"
            self._change(text, key, replace(run, hidden=tuple(hidden)))
        return done[0]

    def insert_layer(self, index: int, layer: LayerSpec | None = None) -> bool:
        """Put a hidden layer before the present layer ``index``."""
        hidden = list(self.shown_run.hidden)
        like = hidden[min(index, len(hidden) - 1)] if hidden else LayerSpec(units=8)
        hidden.insert(index, layer or replace(like, frozen=False))
        return self.change_structure("layer added", hidden=tuple(hidden))

    def remove_layer(self, index: int) -> bool:
        """Take hidden layer ``index`` out."""
        hidden = list(self.shown_run.hidden)
        del hidden[index : index + 1]
        return self.change_structure("layer removed", hidden=tuple(hidden))

    def change_run(self, text: str, key: str = "", **changes: object) -> bool:
        """Change data, features, initial weights or seed; starts at step 0."""
        with self._refusing() as done:
            self._change(text, key, replace(self.shown_run, **changes))  # type: ignore[arg-type]
        return done[0]

    def open_run(self, run: RunSpec, text: str = "problem") -> None:
        """Become another run altogether; can be undone."""
        with self._refusing():
            self._change(text, "", run)
            self.base = run
            self.run_changed.emit(run)

    def open_scene(self, scene: Scene) -> None:
        """Show a scene from step 0 at its own pace, beside another if it says so."""
        if self.b is not None:
            self.end_compare()
        self.open_run(scene.run, scene.title)
        self._script = list(script_of(scene)) if scene.actions else []
        self.rewind()
        self.set_pace(scene.pace)
        if scene.beside:
            other = load_scene(scene.beside)
            self.compare_with(other.run, other.title)

    def freeze_layer(self, layer: int, frozen: bool) -> bool:
        """Let layer ``layer`` (the last one: output) keep its parameters."""
        text = f"{'freeze' if frozen else 'unfreeze'} layer {layer + 1}"
        if layer == len(self.shown_run.hidden):
            return self.change_structure(text, output_frozen=frozen)
        return self.change_layer(layer, text, frozen=frozen)

    def restore(self, saved: Saved) -> None:
        """Become a run that was saved, at the step at which it was saved."""
        if self.b is not None:
            self.end_compare()
        self.pause()
        self.scrub(None)
        self._set_diverged(None)
        self._send_a(commands.Restore(saved))
        self.base = saved.snapshots[-1].run
        self.undo_stack.clear()
        self._adopt(self.base)

    def set_parameter(
        self, layer: int, name: str, index: tuple[int, ...], value: float
    ) -> None:
        """Set one weight or bias of run A; can be undone."""
        shown = self._shown
        with self._refusing():
            before = float(_block(shown, layer, name, index).of(shown.theta)[index])
            self._edit_weights(
                f"edit {name} of layer {layer + 1}",
                commands.SetParameter(layer, name, index, before),
                commands.SetParameter(layer, name, index, value),
            )

    def set_parameters(self, theta: Floats, note: str) -> None:
        """Set all weights and biases of run A; can be undone."""
        before = commands.SetParameters(self._shown.theta, "undo")
        self._edit_weights(note, before, commands.SetParameters(theta, note))

    def _edit_weights(
        self, text: str, before: commands.Command, after: commands.Command
    ) -> None:
        self._branch_if_scrubbed()
        run = self.run
        self.undo_stack.push(
            WeightEdit(text, before, after, lambda c: self._send_weights(run, c))
        )

    def _send_weights(self, run: RunSpec, command: commands.Command) -> None:
        # A weight of a network that has since changed shape is gone for good.
        if run.network == self.run.network:
            self._send_a(command)

    # -- the second run --------------------------------------------------------------
    def pin(self) -> None:
        """Keep the present run as the ghost B; A goes on."""
        self._set_b(GhostRunner(self.a), f"run at step {self.a.latest.step}")

    def compare_with(self, run: RunSpec, title: str) -> None:
        """Start a second run from step 0 beside A, which rewinds to start level."""
        self.rewind()
        runner = self._make_runner(run)
        runner.send(commands.SetPace(self.pace))
        if self.playing:
            runner.send(commands.Play())
        self._set_b(runner, title)

    def swap(self) -> None:
        """Make B the run that the controls change."""
        if self.b is None or isinstance(self.b, GhostRunner):
            return
        self.scrub(None)
        self._a, self.b = self.b, self.a
        self._adopt(self.a.latest.run)
        self.undo_stack.clear()
        self.compare_changed.emit()
        self.dirty.emit()

    def end_compare(self) -> None:
        """Let go of B."""
        self._set_b(None, "")

    def _set_b(self, runner: Runner | None, title: str) -> None:
        if self.b is not None:
            self.b.close()
        self.b, self.b_title = runner, title
        self.compare_changed.emit()
        self.dirty.emit()

    # -- divergence ------------------------------------------------------------------
    def notice(self) -> None:
        """Take over what the engine did by itself: stopped, diverged, or failed."""
        for runner in self.runners:
            if runner.error is not None and runner.error is not self._error:
                self._error = runner.error
                if isinstance(runner.error, BadInput):  # a command that did not fit
                    self.told.emit(str(runner.error))
                    continue
                self._set_playing(False)
                self.failed.emit(runner.error)
        obeyed, latest = self.a.obeyed, self.a.latest  # in this order
        if obeyed:  # else it may show what was before the last command
            self._agree(latest)
        self._notice_b()
        self._follow_script(latest.step)

    def _notice_b(self) -> None:
        """Say once that B stands still, and why: the views alone would not tell."""
        found = None
        if self.b is not None and not isinstance(self.b, GhostRunner):
            latest = self.b.latest
            if latest.divergence is not None:
                found = latest.generation, latest.divergence
        if found is not None and found != self._b_diverged:
            self.told.emit(f"B: {found[1]}. It rests at its last finite state")
        self._b_diverged = found

    def _agree(self, latest: Snapshot) -> None:
        """What the engine does is true, also where it refused what was asked for."""
        ours, theirs = self._agreed
        if latest.run is not theirs or self.run is not ours:  # they are dear to compare
            if latest.run != self.run:
                self._adopt(latest.run)
            self._agreed = self.run, latest.run
        self._set_playing(latest.playing)
        self._set_diverged(latest.divergence)

    def _follow_script(self, step: int) -> None:
        """Do what the scene says for the steps reached; a frame late at most."""
        if not self.playing or self.scrub_step is not None:
            return
        while self._script_at < len(self._script):
            at, command = self._script[self._script_at]
            if at > step:
                return
            self._script_at += 1
            self._send_a(command)
            if isinstance(command, commands.SetTraining):
                self._adopt(replace(self.run, training=command.training))
            elif isinstance(command, commands.SetStructure):
                self._adopt(
                    replace(
                        self.run,
                        hidden=command.hidden,
                        loss=command.loss,
                        components=command.components,
                        output_frozen=command.output_frozen,
                    )
                )

    def rewind_to_good(self) -> None:
        """Back to a kept snapshot well before training diverged."""
        if self.divergence is None:
            return
        kept = self.a.timeline.steps
        before = [int(s) for s in kept if s <= 0.9 * self.divergence.step]
        self.branch(before[-1] if before else 0)

    def halve_learning_rate(self) -> None:
        """Go back before the divergence and go on with half the learning rate."""
        self.rewind_to_good()
        self.change_training(learning_rate=self.run.training.learning_rate / 2)
        self.play()

    def adopt_latest(self) -> None:
        """Show what run A became by commands that a scene gave it."""
        self._adopt(self.a.latest.run)

    def close(self) -> None:
        """End every thread."""
        for runner in self.runners if self.started else ():
            runner.close()

    # -- inside ----------------------------------------------------------------------
    @contextmanager
    def _refusing(self) -> Iterator[list[bool]]:
        done = [True]
        try:
            yield done
        except BadInput as error:
            done[0] = False
            self.refused.emit(str(error))

    def _change(self, text: str, key: str, after: RunSpec) -> None:
        shown, before = self._shown, self.shown_run
        if after == before:
            return
        _check_targets(before, after, shown)
        if isinstance(_needed(before, after), commands.SetRun):
            self.scrub(None)
        else:  # a live change made while looking back starts from there
            self._branch_if_scrubbed()
        before = self.run
        if after == before:
            return
        structural = isinstance(_needed(before, after), commands.SetStructure)
        # The engine may still be about to become the present run.
        known = structural and shown.network == before.network
        theta = shown.theta if known else None
        self.undo_stack.push(RunChange(text, key, before, after, self._become, theta))

    def _become(self, after: RunSpec, theta: Floats | None) -> None:
        before = self.run
        command = _needed(before, after)
        if isinstance(command, commands.SetRun | commands.SetData):
            self.scrub(None)
            if self.b is not None and before.data != after.data:
                self.end_compare()
        elif self.scrub_step is not None:  # undone or done again while looking back
            self.scrub(None)
        self._set_diverged(None)
        if command is not None:
            self._send_a(command)
        if isinstance(command, commands.SetStructure) and theta is not None:
            self._send_a(commands.SetParameters(theta, "undo"))
        if before.training != after.training and not isinstance(
            command, commands.SetRun
        ):
            self._send_a(commands.SetTraining(after.training))
        self._adopt(after)

    def _adopt(self, run: RunSpec) -> None:
        if run != self.run:
            self.run = run
            self.run_changed.emit(run)
        self.dirty.emit()

    def _send(self, command: commands.Command) -> None:
        for runner in self.runners:
            runner.send(command)
        self.dirty.emit()

    def _send_a(self, command: commands.Command) -> None:
        self.a.send(command)
        self.dirty.emit()

    def _set_playing(self, playing: bool) -> None:
        if playing != self.playing:
            self.playing = playing
            self.playing_changed.emit(playing)
            self.dirty.emit()

    def _set_diverged(self, divergence: Divergence | None) -> None:
        if divergence != self.divergence:
            self.divergence = divergence
            self.diverged.emit(divergence)


def _check_targets(before: RunSpec, after: RunSpec, shown: Snapshot) -> None:
    """Refuse a loss that cannot read the targets, before anything changes."""
    if before.data != after.data:
        # Drawing millions of points is the engine's work; a few tell the same.
        points = min(after.data.points, MOST_CHECKED)
        sample = split(replace(after.data, points=points)).train
    elif before.loss != after.loss:
        sample = shown.splits.train
    else:
        return
    LOSSES[after.loss].encode(sample)


def _block(shown: Snapshot, layer: int, name: str, index: tuple[int, ...]) -> Block:
    """Where a number stands; the network may be another than the person saw."""
    layers = shown.network.layout.layers
    require(layer < len(layers), "layer", f"be 1 to {len(layers)}", layer + 1)
    block = dict(layers[layer].parameters()).get(name)
    if (
        block is None
        or len(index) != len(block.shape)
        or any(i >= size for i, size in zip(index, block.shape, strict=True))
    ):
        raise BadInput(f"{name} of layer {layer + 1} must have the number, got none")
    return block


def _structure(run: RunSpec) -> tuple[object, ...]:
    return run.hidden, run.loss, run.components, run.output_frozen


def _needed(before: RunSpec, after: RunSpec) -> commands.Command | None:
    """The gentlest command that leads from one run to the other.

    Training on another draw of the same problem keeps the weights; another problem,
    other initial weights or another seed start at step 0.
    """
    restart = before.initial != after.initial or before.seed != after.seed
    data = before.data != after.data or before.features != after.features
    structure = _structure(before) != _structure(after)
    other = type(before.data.problem) is not type(after.data.problem)
    if other and before.network == after.network:
        # Somebody draws: the points of a problem became own data, or undo takes it
        # back. The weights stay.
        other = Points not in map(type, (before.data.problem, after.data.problem))
    if restart or (data and (structure or other)):
        return commands.SetRun(after)
    if data:
        return commands.SetData(after.data, after.features)
    if structure:
        return commands.SetStructure(
            after.hidden, after.loss, after.components, after.output_frozen
        )
    return None
