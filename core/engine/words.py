"""Changes of a run in plain words, for the markers of the timeline."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from core.engine.commands import SetParameter
from core.language import mark, tr, tr_n
from core.network import LEARNED_BLOCKS, ROW, LayerSpec, NetworkSpec, OutputSpec
from core.network.rewiring import Sources
from core.numbers import short_number
from core.problems.base import BOTH, LEFT, RIGHT
from core.run import RunSpec
from core.sampling import SAMPLE_TITLES, TITLES
from core.training import SCHEDULES, Schedule, TrainingSpec
from core.training.optimisers import OPTIMISERS
from core.wiring import WIRING

#: Display names of the fields of specs; translated by ``tr`` where they are shown.
FIELDS = (
    mark("learning rate"),
    mark("batch size"),
    mark("beta1"),
    mark("beta2"),
    mark("rms alpha"),
    mark("clip norm"),
    mark("weight decay"),
    mark("label smoothing"),
    mark("input noise"),
    mark("precision"),
    mark("negative slope"),
    mark("alpha"),
    mark("maxout k"),
    mark("sigma"),
    mark("slope"),
    mark("units"),
    mark("activation"),
    mark("batch norm"),
    mark("frozen"),
    mark("sample"),
    mark("estimator"),
    mark("optimiser"),
    mark("schedule"),
    mark("loss"),
    mark("components"),
    mark("compiled"),
    mark("reference"),
)

HALF_WORDS = {
    BOTH: mark("learns both halves"),
    LEFT: mark("learns the left half"),
    RIGHT: mark("learns the right half"),
}


def backend_words(name: str) -> str:
    """The timeline's text when another backend continues a run."""
    words = {
        "compiled": tr("compiled kernels"),
        "native": tr("native kernels"),
        "reference": tr("reference engine"),
    }
    return tr("{what} took over", what=words[name])


#: Fields that the controls call by a letter.
_LETTERS = {
    "beta1": "β₁",
    "beta2": "β₂",
    "rms_alpha": "α",
    "l1": "L1",
    "l2": "L2",
    "alpha": "α",
    "maxout_k": "k",
    "sigma": "σ",
}


def _name(field: str) -> str:
    return _LETTERS.get(field) or tr(field.replace("_", " "))


def parameter_word(name: str, network: NetworkSpec, layer: int) -> str:
    """What one number of a layer's block is called: a weight, a bias, α."""
    if name == "b":
        return tr("bias")
    if name != "W":
        return LEARNED_BLOCKS[name].letter
    hidden = network.hidden[layer : layer + 1]
    return tr("centre") if any(h.unit.distances for h in hidden) else tr("weight")


def parameter_change(
    change: SetParameter, before: float, network: NetworkSpec
) -> tuple[str, str, str]:
    """Which number of a layer changes, counted from 1, and from what to what."""
    row, *column = change.index
    layer, width = change.layer, network.widths[change.layer + 1]
    rows = network.layout.layers[layer].W.shape[0] // width
    known = LEARNED_BLOCKS.get(change.name)
    if known is not None and known.per != ROW:
        rows = 1
    unit = row // rows + 1
    if layer < len(network.hidden):
        subject = tr("layer {column}, unit {unit}", column=layer + 1, unit=unit)
    elif width > 1:
        subject = tr("output {label}", label=unit)
    else:
        subject = tr("output")
    name = parameter_word(change.name, network, layer)
    what = tr("{subject}: {name}", subject=subject, name=name)
    notes = []
    if column:
        notes.append(tr("from {start}", start=_source(network, layer, column[0])))
    if rows > 1:
        notes.append(tr("row {row} of {per}", row=row % rows + 1, per=rows))
    if notes:
        what += f" ({', '.join(notes)})"
    return what, plain(before), plain(float(change.value))


def _source(network: NetworkSpec, layer: int, column: int) -> str:
    """Where a link starts, by the column of W that has its weight."""
    for number in network.reads(layer):
        wide = network.widths[number]
        if column < wide:
            break
        column -= wide
    if number == 0:
        return tr("input {i}", i=column + 1)
    if number == layer:
        return tr("unit {i}", i=column + 1)
    return tr("layer {column}, unit {unit}", column=number, unit=column + 1)


def training_changes(
    old: TrainingSpec, new: TrainingSpec
) -> list[tuple[str, str, str]]:
    """Which hyper-parameters differ: (what, before, after), in plain words."""
    changes = []
    for field in fields(TrainingSpec):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before == after:
            continue
        if field.name == "schedule":
            before, after = _schedule(before), _schedule(after)
        elif field.name == "batch_size":
            before, after = before or tr("all"), after or tr("all")
        elif field.name == "optimiser":
            before, after = tr(OPTIMISERS[before].title), tr(OPTIMISERS[after].title)
        changes.append((_name(field.name), plain(before), plain(after)))
    return changes


def plain(value: object) -> str:
    """A value as it is shown, with a real minus sign."""
    if isinstance(value, float):
        return short_number(value, 4)
    return str(value)


def _schedule(schedule: Schedule) -> str:
    """A schedule by its name and the settings that differ from its defaults."""
    usual = Schedule(schedule.name)
    own = [
        f"{f.name} {plain(getattr(schedule, f.name))}"
        for f in fields(usual)
        if getattr(schedule, f.name) != getattr(usual, f.name)
    ]
    title = tr(SCHEDULES[usual.name])
    return f"{title} ({', '.join(own)})" if own else title


def data_change(old: RunSpec, new: RunSpec) -> str:
    """What changed about the sample or the features."""
    was, now = old.data.problem, new.data.problem
    if was.name != now.name:
        return tr(
            "problem {title} → {title2}", title=tr(was.title), title2=tr(now.title)
        )
    own: object = now  # points and pictures are classes without fields
    if not is_dataclass(own):
        return tr("own data changed")
    for field in fields(own):
        before, after = getattr(was, field.name), getattr(now, field.name)
        if before != after:
            title = tr(field.metadata.get("title", field.name))
            return f"{title} {plain(before)} → {plain(after)}"
    if old.features != new.features:
        return tr("features changed")
    if old.data.half != new.data.half:
        return tr(HALF_WORDS[new.data.half])
    return tr("sample changed")


def network_changes(old: NetworkSpec, new: NetworkSpec, sources: Sources) -> list[str]:
    """What changed, in plain words; layers count from 1."""
    words = []
    gone = [i for i in range(len(old.hidden)) if i not in sources]
    words += [tr("layer {i} removed", i=i + 1) for i in gone]
    for j, i in enumerate(sources):
        layer = new.hidden[j]
        if i is None:
            words.append(
                tr(
                    "layer {j} added: {units} {title} units",
                    j=j + 1,
                    units=layer.units,
                    title=tr(layer.unit.title),
                )
            )
            continue
        was = old.hidden[i]
        if was.units != layer.units:
            words.append(
                tr(
                    "layer {j}: {units} → {units2} units",
                    j=j + 1,
                    units=was.units,
                    units2=layer.units,
                )
            )
        if was.activation != layer.activation:
            words.append(
                tr(
                    "layer {j}: {title} → {title2}",
                    j=j + 1,
                    title=tr(was.unit.title),
                    title2=tr(layer.unit.title),
                )
            )
        if was.frozen != layer.frozen:
            words.append(
                tr(
                    mark("layer {j} frozen")
                    if layer.frozen
                    else mark("layer {j} unfrozen"),
                    j=j + 1,
                )
            )
        if was.batch_norm != layer.batch_norm:
            on = tr("on") if layer.batch_norm else tr("off")
            words.append(tr("layer {j} batch normalisation {on}", j=j + 1, on=on))
        if was.sample != layer.sample:
            kind = tr(SAMPLE_TITLES[layer.sample])
            words.append(tr("layer {j} random units: {kind}", j=j + 1, kind=kind))
        if was.estimator != layer.estimator:
            words.append(
                tr(
                    "layer {j} gradient: {title}",
                    j=j + 1,
                    title=tr(TITLES[layer.estimator]),
                )
            )
        for name in _SETTINGS:
            before, after = (_setting(getattr(spec, name)) for spec in (was, layer))
            if before != after:
                words.append(
                    tr(
                        "layer {j}: {name} {a} → {b}",
                        j=j + 1,
                        name=_name(name),
                        a=before,
                        b=after,
                    )
                )
        words += _wiring_words(tr("layer {j}", j=j + 1), was, layer)
    if old.output.loss != new.output.loss:
        words.append(
            tr(
                "output: {title} → {title2}",
                title=tr(old.output.unit.title),
                title2=tr(new.output.unit.title),
            )
        )
    if (
        old.output.components != new.output.components
        and new.output.unit.has_components
    ):
        a, b = old.output.components, new.output.components
        words.append(tr("components {a} → {b}", a=a, b=b))
    if old.output.frozen != new.output.frozen:
        words.append(
            tr("output layer frozen")
            if new.output.frozen
            else tr("output layer unfrozen")
        )
    words += _wiring_words(tr("output layer"), old.output, new.output)
    return words


#: Fields of a layer whose changes have words of their own.
_WORDED = ("units", "activation", "frozen", "batch_norm", "sample", "estimator")
_SETTINGS = tuple(
    f.name for f in fields(LayerSpec) if f.name not in (*_WORDED, *WIRING)
)


def _setting(value: object) -> str:
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    return short_number(value, 6) if isinstance(value, float) else str(value)


def _wiring_words(
    what: str, old: LayerSpec | OutputSpec, new: LayerSpec | OutputSpec
) -> list[str]:
    """What changed in a layer's reads, sum and cut links."""
    words = []
    if old.reads != new.reads:
        read = ", ".join(map(str, new.reads)) or tr("the layer before")
        words.append(tr("{what} reads {read}", what=what, read=read))
    before, after = (getattr(spec, "adds", None) for spec in (old, new))
    if before != after:
        words.append(
            tr(
                "{what} adds {added}",
                what=what,
                added=tr("nothing") if after is None else after,
            )
        )
    were, are = (getattr(spec, "adds_mask", ()) for spec in (old, new))
    if before == after and were != are:
        units = tr_n(
            mark("{count} unit"),
            mark("{count} units"),
            are.count(0),
            count=are.count(0),
        )
        words.append(tr("{what} leaves {units} out of its sum", what=what, units=units))
    if old.mask != new.mask:
        cut = new.mask.cut if new.mask else 0
        words.append(
            tr_n(
                mark("{what} has {cut} cut link"),
                mark("{what} has {cut} cut links"),
                cut,
                what=what,
                cut=cut,
            )
        )
    return words
