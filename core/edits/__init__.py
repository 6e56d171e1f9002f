"""Edits of a network: objects that define a change and where each layer comes from.

The strip, the controls, undo, lessons, scenes and the engine all use the same objects;
nothing has to be guessed by comparing two networks. Layers are numbered from 0 here and
from 1 in texts.

To add an edit, write a frozen dataclass with `text` and `after`, and with `sources` if
layers are added, removed or moved.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from core.arrays import Floats
from core.errors import BadInput, require
from core.functions import ACTIVATIONS
from core.functions.smooth import SIGMOID
from core.language import tr
from core.network import MAX_LAYERS, LayerSpec, NetworkSpec
from core.network.rewiring import Sources, Wired, followed
from core.run import RunSpec
from core.sampling import suits
from core.wiring import Mask, Reads

NEW_UNITS = 4  # of a layer without a neighbour to copy


@dataclass(frozen=True, slots=True)
class Edit(ABC):
    """One change of the network."""

    @property
    @abstractmethod
    def text(self) -> str:
        """What it does, in a few words, for the list of changes."""

    @property
    def key(self) -> str:
        """Edits with the same key that follow each other quickly are undone as one.

        The later edit, applied to the network before the earlier one, must give the
        same result as both in turn. "": it is always undone on its own.
        """
        return ""

    @abstractmethod
    def after(self, run: RunSpec) -> RunSpec:
        """The run after this edit of ``run``; `BadInput` where it does not fit."""

    def sources(self, run: RunSpec) -> Sources:
        """Where each hidden layer of `after` comes from in ``run``."""
        return tuple(range(len(run.hidden)))

    def settled(self, network: NetworkSpec, theta: Floats) -> Floats:
        """The parameters after the edit, from those carried over."""
        return theta


@dataclass(frozen=True, slots=True)
class InsertLayer(Edit):
    """Add a hidden layer before layer ``before``, or at the end.

    Without ``layer`` it copies the one before it.
    """

    before: int
    layer: LayerSpec | None = None

    @property
    def text(self) -> str:
        """Which layer is new."""
        return tr("add layer {before}", before=self.before + 1)

    def after(self, run: RunSpec) -> RunSpec:
        """The run with one more layer."""
        hidden = list(run.hidden)
        _within("before", self.before, len(hidden) + 1)
        new = self.layer or _like(hidden[: self.before] or hidden, self.before)
        hidden.insert(self.before, new)
        return _moved(run, hidden, self.sources(run))

    def sources(self, run: RunSpec) -> Sources:
        """Every layer stays; the new one has no source."""
        old = range(len(run.hidden))
        return (*old[: self.before], None, *old[self.before :])


@dataclass(frozen=True, slots=True)
class RemoveLayer(Edit):
    """Remove hidden layer ``index``."""

    index: int

    @property
    def text(self) -> str:
        """Which layer is removed."""
        return tr("remove layer {index}", index=self.index + 1)

    def after(self, run: RunSpec) -> RunSpec:
        """The run with one layer fewer."""
        _within("layer", self.index, len(run.hidden))
        hidden = run.hidden[: self.index] + run.hidden[self.index + 1 :]
        return _moved(run, hidden, self.sources(run))

    def sources(self, run: RunSpec) -> Sources:
        """All layers except the removed one."""
        return tuple(i for i in range(len(run.hidden)) if i != self.index)


@dataclass(frozen=True, slots=True)
class SetLayerCount(Edit):
    """Set the number of hidden layers; removes the last ones or adds copies of it."""

    count: int

    @property
    def text(self) -> str:
        """What changes."""
        return tr("number of layers")

    def after(self, run: RunSpec) -> RunSpec:
        """The run with that many hidden layers."""
        require(
            0 <= self.count <= MAX_LAYERS,
            tr("number of layers"),
            tr("be from 0 to {MAX_LAYERS}", MAX_LAYERS=MAX_LAYERS),
            self.count,
        )
        hidden = list(run.hidden[: self.count])
        while len(hidden) < self.count:
            hidden.append(_like(hidden, len(hidden)))
        return _moved(run, hidden, self.sources(run))

    def sources(self, run: RunSpec) -> Sources:
        """By position."""
        return _by_place(len(run.hidden), self.count)


@dataclass(frozen=True, slots=True)
class SetLayers(Edit):
    """Set all hidden layers; each keeps the parameters of the one in its position."""

    hidden: tuple[LayerSpec, ...]

    @property
    def text(self) -> str:
        """What changes."""
        return tr("layers")

    def after(self, run: RunSpec) -> RunSpec:
        """The run with these layers."""
        return _with_hidden(run, self.hidden)

    def sources(self, run: RunSpec) -> Sources:
        """By position."""
        return _by_place(len(run.hidden), len(self.hidden))


@dataclass(frozen=True, slots=True)
class SetLayer(Edit):
    """Set one field of hidden layer ``index``, such as units or activation."""

    index: int
    name: str
    value: object

    def __post_init__(self) -> None:
        _check_field(self.name)

    @property
    def text(self) -> str:
        """What changes, and where."""
        where = tr("layer {index}", index=self.index + 1)
        if self.name == "frozen":
            return f"{'freeze' if self.value else 'unfreeze'} {where}"
        return tr(
            "{name} of {where}", name=tr(self.name.replace("_", " ")), where=where
        )

    @property
    def key(self) -> str:
        """The field of the layer."""
        return f"layer.{self.index}.{self.name}"

    def after(self, run: RunSpec) -> RunSpec:
        """The run with that layer changed."""
        _within("layer", self.index, len(run.hidden))
        hidden = list(run.hidden)
        hidden[self.index] = changed_layer(hidden[self.index], self.name, self.value)
        return _with_hidden(run, hidden)


@dataclass(frozen=True, slots=True)
class SetEveryLayer(Edit):
    """Set one field of all hidden layers that use it."""

    name: str
    value: object

    def __post_init__(self) -> None:
        _check_field(self.name)

    @property
    def text(self) -> str:
        """What changes."""
        return tr("{name} of all layers", name=tr(self.name.replace("_", " ")))

    @property
    def key(self) -> str:
        """The field, and the layers it applies to."""
        # An activation function is not merged: its settings differ between layers, and
        # setting one after another would lose them.
        return "" if self.name == "activation" else f"layers.{self.name}"

    def after(self, run: RunSpec) -> RunSpec:
        """The run with these layers changed; batch normalisation where possible."""
        hidden = list(run.hidden)
        for i, layer in enumerate(hidden):
            if layer.unit.has_field(self.name):
                hidden[i] = changed_layer(layer, self.name, self.value)
        return _with_hidden(run, hidden)


_OUTPUT = {"loss": "loss", "components": "components", "frozen": "output_frozen"}


@dataclass(frozen=True, slots=True)
class SetOutput(Edit):
    """Set the ``loss``, the mixture's ``components``, or whether it is ``frozen``."""

    name: str
    value: object

    def __post_init__(self) -> None:
        if self.name not in _OUTPUT:
            known = ", ".join(_OUTPUT)
            raise BadInput(
                tr(
                    "output: field must be one of {known}, got {name}",
                    known=known,
                    name=f"{self.name!r}",
                )
            )

    @property
    def text(self) -> str:
        """What changes."""
        if self.name == "frozen":
            return (
                tr("freeze output layer") if self.value else tr("unfreeze output layer")
            )
        return tr(self.name)

    @property
    def key(self) -> str:
        """Components may be dragged, so they are merged."""
        return "components" if self.name == "components" else ""

    def after(self, run: RunSpec) -> RunSpec:
        """The run with another output layer."""
        return run.changed(**{_OUTPUT[self.name]: self.value})


@dataclass(frozen=True, slots=True)
class Restructure(Edit):
    """Replace the whole network, with the source of each of its layers.

    Undo uses it, because it knows the network before the edit.
    """

    words: str
    hidden: tuple[LayerSpec, ...]
    loss: str
    components: int
    output_frozen: bool
    output_reads: Reads
    output_mask: Mask | None
    kept: Sources

    @property
    def text(self) -> str:
        """What it is for."""
        return self.words

    def after(self, run: RunSpec) -> RunSpec:
        """The run with that network."""
        return replace(
            run,
            hidden=self.hidden,
            loss=self.loss,
            components=self.components,
            output_frozen=self.output_frozen,
            output_reads=self.output_reads,
            output_mask=self.output_mask,
        )

    def sources(self, run: RunSpec) -> Sources:
        """The given sources; None for layers that do not exist."""
        here = len(run.hidden)
        return tuple(i if i is not None and i < here else None for i in self.kept)


def restructure(words: str, run: RunSpec, kept: Sources | None = None) -> Restructure:
    """The edit that leads to the network of ``run``; by default by position."""
    if kept is None:
        kept = tuple(range(len(run.hidden)))
    return Restructure(
        words,
        run.hidden,
        run.loss,
        run.components,
        run.output_frozen,
        run.output_reads,
        run.output_mask,
        kept,
    )


def undoing(edit: Edit, before: RunSpec) -> Restructure:
    """The edit that undoes ``edit``, which was applied to ``before``."""
    kept = inverse(edit.sources(before), len(before.hidden))
    return restructure(tr("undo {text}", text=edit.text), before, kept)


def inverse(sources: Sources, old: int) -> Sources:
    """The new position of each of ``old`` layers; None if it was removed."""
    return tuple(sources.index(i) if i in sources else None for i in range(old))


def same_structure(a: RunSpec, b: RunSpec) -> bool:
    """Whether two runs have the same hidden layers and output layer."""
    names = [f.name for f in fields(Restructure) if f.name not in ("words", "kept")]
    return all(getattr(a, name) == getattr(b, name) for name in names)


def changed_layer(layer: LayerSpec, name: str, value: object) -> LayerSpec:
    """``layer`` with one field set, and options that do not go with it switched off."""
    changes: dict[str, object] = {name: value}
    unit = ACTIVATIONS.get(str(value)) if name == "activation" else None
    if unit is not None and not unit.allows_batch_norm:
        changes["batch_norm"] = False
    if unit is not None and not suits(layer.sample, unit):
        changes["sample"] = ""
    if name == "sample" and not suits(str(value), layer.unit):
        changes["activation"] = SIGMOID.name
    return replace(layer, **changes)  # type: ignore[arg-type]


def _like(hidden: Sequence[LayerSpec], place: int) -> LayerSpec:
    """A layer like the last of ``hidden``; a frozen one would never learn.

    It reads the layer before it, and adds it if the other one does.
    """
    if not hidden:
        return LayerSpec(NEW_UNITS)
    model = hidden[-1]
    adds = place if model.adds == len(hidden) - 1 and place == len(hidden) else None
    return replace(model, frozen=False, reads=(), adds=adds, adds_mask=(), mask=None)


def _by_place(old: int, new: int) -> Sources:
    return tuple(i if i < old else None for i in range(new))


def _with_hidden(run: RunSpec, hidden: Sequence[LayerSpec]) -> RunSpec:
    return run.changed(hidden=tuple(hidden))


def _moved(run: RunSpec, hidden: Sequence[LayerSpec], sources: Sources) -> RunSpec:
    """Change the layers and update the connections to match."""
    wired = Wired(tuple(hidden), run.output_reads, run.output_mask)
    wired = followed(wired, sources, len(run.hidden))
    return run.changed(sources, hidden=wired.hidden, output_reads=wired.reads)


def _within(what: str, index: int, count: int) -> None:
    require(
        0 <= index < count, what, tr("be from 1 to {count}", count=count), index + 1
    )


def _check_field(name: str) -> None:
    known = [f.name for f in fields(LayerSpec)]
    if name not in known:
        raise BadInput(
            tr(
                "layer: field must be one of {known}, got {name}",
                known=", ".join(known),
                name=f"{name!r}",
            )
        )
