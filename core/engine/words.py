"""Changes of a run in plain words, for the markers of the timeline."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from core.network import LayerSpec, NetworkSpec, OutputSpec
from core.rewiring import Sources
from core.run import RunSpec
from core.sampling import SAMPLE_TITLES, TITLES
from core.training import Schedule, TrainingSpec


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
            before, after = before or "all", after or "all"
        name = field.name.replace("_", " ")
        changes.append((name, _plain(before), _plain(after)))
    return changes


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _schedule(schedule: Schedule) -> str:
    """A schedule by its name and whatever differs from the plain one of that name."""
    plain = Schedule(schedule.name)
    own = [
        f"{f.name} {_plain(getattr(schedule, f.name))}"
        for f in fields(plain)
        if getattr(schedule, f.name) != getattr(plain, f.name)
    ]
    return f"{plain.name} ({', '.join(own)})" if own else plain.name


def data_change(old: RunSpec, new: RunSpec) -> str:
    """What changed about the sample or the features."""
    was, now = old.data.problem, new.data.problem
    if was.name != now.name:
        return f"problem {was.title} → {now.title}"
    own: object = now  # points and pictures are classes without fields
    if not is_dataclass(own):
        return "own data changed"
    for field in fields(own):
        before, after = getattr(was, field.name), getattr(now, field.name)
        if before != after:
            return f"{now.name} {field.name} {_plain(before)} → {_plain(after)}"
    if old.features != new.features:
        return "features changed"
    return "sample changed"


def network_changes(old: NetworkSpec, new: NetworkSpec, sources: Sources) -> list[str]:
    """What changed, in plain words; layers count from 1."""
    words = []
    gone = [i for i in range(len(old.hidden)) if i not in sources]
    words += [f"layer {i + 1} removed" for i in gone]
    for j, i in enumerate(sources):
        layer = new.hidden[j]
        if i is None:
            words.append(f"layer {j + 1} added: {layer.units} {layer.unit.title} units")
            continue
        was = old.hidden[i]
        if was.units != layer.units:
            words.append(f"layer {j + 1}: {was.units} → {layer.units} units")
        if was.activation != layer.activation:
            words.append(f"layer {j + 1}: {was.unit.title} → {layer.unit.title}")
        if was.frozen != layer.frozen:
            words.append(f"layer {j + 1} {'frozen' if layer.frozen else 'unfrozen'}")
        if was.batch_norm != layer.batch_norm:
            on = "on" if layer.batch_norm else "off"
            words.append(f"layer {j + 1} batch normalisation {on}")
        if was.sample != layer.sample:
            kind = SAMPLE_TITLES[layer.sample]
            words.append(f"layer {j + 1} random units: {kind}")
        if was.estimator != layer.estimator:
            words.append(f"layer {j + 1} gradient: {TITLES[layer.estimator]}")
        for name in ("negative_slope", "alpha", "maxout_k", "sigma", "slope"):
            a, b = getattr(was, name), getattr(layer, name)
            if a != b:
                words.append(f"layer {j + 1}: {name.replace('_', ' ')} {a:g} → {b:g}")
        words += _wiring_words(f"layer {j + 1}", was, layer)
    if old.output.loss != new.output.loss:
        words.append(f"output: {old.output.unit.title} → {new.output.unit.title}")
    if (
        old.output.components != new.output.components
        and new.output.unit.has_components
    ):
        a, b = old.output.components, new.output.components
        words.append(f"components {a} → {b}")
    if old.output.frozen != new.output.frozen:
        words.append(f"output layer {'frozen' if new.output.frozen else 'unfrozen'}")
    words += _wiring_words("output layer", old.output, new.output)
    return words


def _wiring_words(
    what: str, old: LayerSpec | OutputSpec, new: LayerSpec | OutputSpec
) -> list[str]:
    """What changed in what a layer reads, adds and has cut."""
    words = []
    if old.reads != new.reads:
        read = ", ".join(map(str, new.reads)) or "the layer before"
        words.append(f"{what} reads {read}")
    before, after = (getattr(spec, "adds", None) for spec in (old, new))
    if before != after:
        words.append(f"{what} adds {'nothing' if after is None else after}")
    were, are = (getattr(spec, "adds_mask", ()) for spec in (old, new))
    if before == after and were != are:
        units = f"{are.count(0)} unit{'' if are.count(0) == 1 else 's'}"
        words.append(f"{what} leaves {units} out of its sum")
    if old.mask != new.mask:
        cut = new.mask.cut if new.mask else 0
        words.append(f"{what} has {cut} cut link{'' if cut == 1 else 's'}")
    return words
