"""The update that follows from a walk's gradient, and the optimiser's state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.walk_names import num, title
from core.analysis.walk_subject import Subject
from core.arrays import Floats
from core.language import tr
from core.training.optimisers import OPTIMISERS, Moments, clipped, learns, update


@dataclass(frozen=True, slots=True, eq=False)
class UpdateOf:
    """One parameter before and after."""

    name: str  # "W1"
    frozen: bool
    before: Floats
    gradient: Floats  # after clipping
    moment1: Floats  # after the update; zeros where the optimiser keeps none
    moment2: Floats
    moment1_before: Floats
    moment2_before: Floats
    after: Floats

    @property
    def change(self) -> Floats:
        """The change Δ."""
        return np.asarray(self.after - self.before)


@dataclass(frozen=True, slots=True, eq=False)
class Update:
    """A whole update."""

    optimiser: str
    rate: float  # after the schedule
    clip: float  # factor by which clipping scaled the gradient; 1: none
    parameters: tuple[UpdateOf, ...]
    J_before: float
    J_after: float

    @property
    def columns(self) -> tuple[str, ...]:
        """The optimiser's state, by name."""
        return {
            "momentum": ("v",),
            "nesterov": ("v",),
            "rmsprop": ("s",),
            "adam": ("m", "s"),
            "adamw": ("m", "s"),
        }.get(self.optimiser, ())

    @property
    def sentence(self) -> str:
        """What the step does to J."""
        moved = self.J_after - self.J_before
        way = tr("falls") if moved < 0 else tr("rises") if moved > 0 else tr("stays")
        end = tr(" to {J_after}", J_after=num(self.J_after, 6)) if moved else ""
        said = tr(
            "{title}, rate {rate}: J {way} from {J_before}{end}",
            title=tr(OPTIMISERS[self.optimiser].title),
            rate=num(self.rate),
            way=way,
            J_before=num(self.J_before, 6),
            end=end,
        )
        if moved:
            said += tr(" (by {moved})", moved=num(abs(moved)))
        said += "."
        if moved > 0:
            said += tr(
                " The step was too long for this slope, or followed old gradients."
            )
        if self.clip < 1.0:
            said += tr(" Clipping scaled the gradient by {clip}.", clip=num(self.clip))
        frozen = [title(p.name) for p in self.parameters if p.frozen]
        if frozen:
            said += tr(" Frozen: {frozen}.", frozen=", ".join(frozen))
        return said


def take_update(subject: Subject) -> Update:
    """One step of the run's optimiser with the gradient of this subject."""
    with np.errstate(all="ignore"):  # overflows show as infinity
        return _updated(subject)


def _updated(subject: Subject) -> Update:
    graph = subject.graph()
    gradient = graph.gradient()
    network, settings = subject.network, subject.training
    before = subject.moments
    mask = learns(network)
    used = clipped(gradient, settings.clip_norm, mask)
    after = update(
        settings, before, gradient, subject.step, subject.moment_steps + 1, mask
    )
    size = float(np.linalg.norm(gradient))
    clip = float(np.linalg.norm(used)) / size if size else 1.0
    return Update(
        settings.optimiser,
        settings.learning_rate * settings.schedule.at(subject.step),
        1.0 if clip > 1.0 - 1e-9 else clip,
        _blocks(subject, used, before, after),
        float(graph.J.value),
        float(subject.graph(after.theta).J.value),
    )


def _blocks(
    subject: Subject, gradient: Floats, before: Moments, after: Moments
) -> tuple[UpdateOf, ...]:
    mask = learns(subject.network)
    found = []
    for number, blocks in enumerate(subject.network.layout.layers, start=1):
        for name, block in blocks.parameters():
            found.append(
                UpdateOf(
                    f"{name}{number}",
                    not mask[block.start],
                    block.of(before.theta),
                    block.of(gradient),
                    block.of(after.moment1),
                    block.of(after.moment2),
                    block.of(before.moment1),
                    block.of(before.moment2),
                    block.of(after.theta),
                )
            )
    return tuple(found)
