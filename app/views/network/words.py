"""Texts of the network strip about units, weights and biases."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.look.numbers import shown_count, shown_number
from app.plane.picture import class_name
from core.analysis.bottleneck import bottlenecks
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.functions import ACTIVATIONS
from core.functions.straight import RELU
from core.indices import low
from core.language import tr
from core.network import NetworkSpec


def bias_of(snapshot: Snapshot | None, column: int) -> Floats | None:
    """The biases of a column's units (the first row of each for maxout); or None."""
    if snapshot is None or column == 0:
        return None
    block = snapshot.network.layout.layers[column - 1].b
    if block is None:
        return None
    values = block.of(snapshot.theta)
    return values.reshape(snapshot.network.widths[column], -1)[:, 0]


def rows_per_unit(snapshot: Snapshot, column: int) -> int:
    """Rows of W that make one unit: more than one for maxout."""
    if column == 0:
        return 1
    network = snapshot.network
    return network.layout.layers[column - 1].W.shape[0] // network.widths[column]


def is_frozen(snapshot: Snapshot, column: int) -> bool:
    """Whether the layer of a column keeps its weights."""
    network = snapshot.network
    if column == 0:
        return False
    if column == len(network.widths) - 1:
        return network.output.frozen
    return network.hidden[column - 1].frozen


def unit_name(snapshot: Snapshot, column: int, unit: int) -> str:
    """``x₁``, ``layer 2, unit 3``, ``output for class 0``."""
    run = snapshot.run
    if column == 0:
        return input_labels(snapshot)[unit]
    if column == snapshot.network.depth:
        classes = run.data.problem.classes
        if classes and snapshot.network.output.width == classes:
            return tr(
                "output for {class_name}", class_name=class_name(run.data.problem, unit)
            )
        if snapshot.network.output.width == 1:
            return tr("output")
        label = (output_labels(snapshot) or [])[unit : unit + 1]
        return tr("output {label}", label=(label and label[0]) or unit + 1)
    return tr("layer {column}, unit {unit}", column=column, unit=unit + 1)


def hover_lines(
    snapshot: Snapshot,
    kind: str,
    column: int,
    unit: int,
    source: int,
    row: int,
    peak: float | None,
) -> list[str]:
    """A readout for what is under the mouse."""
    network = snapshot.network
    if column >= len(network.widths) or unit >= network.widths[column]:
        return []
    name = unit_name(snapshot, column, unit)
    if kind == "track":
        return []
    if kind == "link":
        weights = network.layout.layers[column - 1].W.of(snapshot.theta)
        own = network.own_columns(column - 1)
        if own is None or row >= len(weights) or source >= network.widths[column - 1]:
            return []
        weights = weights[:, own]
        word = tr("centre") if is_radial(snapshot, column) else tr("weight")
        start = unit_name(snapshot, column - 1, source)
        lines = [f"{word} {shown_number(float(weights[row, source]))}"]
        lines.append(f"{start} → {name}")
        per = len(weights) // network.widths[column]
        if per > 1:
            lines.append(
                tr("row {row} of {per}, the largest", row=row % per + 1, per=per)
            )
        mask = network.mask(column - 1)
        if mask is not None and not mask.array[row, own.start + source]:
            return [tr("cut link"), *lines[1:], tr("right-click or Delete restores it")]
        return [*lines, tr("click to edit"), tr("right-click or Delete cuts it")]
    bias = bias_of(snapshot, column)
    said = (
        []
        if bias is None
        else [tr("bias {bias}", bias=shown_number(float(bias[unit])))]
    )
    per = rows_per_unit(snapshot, column)
    if said and per > 1:
        said[0] += tr(", row 1 of {per}", per=per)
    if kind == "bias":
        return [*said, name, tr("click to edit")]
    lines = [name[:1].upper() + name[1:], *said]
    if peak is not None:
        lines.append(
            tr("0 everywhere here")
            if peak == 0
            else tr("largest value {peak}", peak=shown_number(peak))
        )
    return lines


def is_radial(snapshot: Snapshot, column: int) -> bool:
    """Whether the rows of W are centres, not weights."""
    hidden = snapshot.network.hidden
    return 0 < column <= len(hidden) and hidden[column - 1].unit.distances


def activation_title(name: str) -> str:
    """The title of an activation function."""
    return tr(ACTIVATIONS[name].title)


def activation_short(name: str) -> str:
    """A shorter title for narrow places."""
    return ACTIVATIONS[name].short or activation_title(name)


def input_labels(snapshot: Snapshot) -> list[str]:
    """Names of the features: columns of a table by their own names."""
    run, problem = snapshot.run, snapshot.run.data.problem
    pictures = getattr(problem, "image", None) is not None
    columns = () if pictures else getattr(problem, "columns", ())
    own = {f"x{low(i + 1)}": column.name for i, column in enumerate(columns)}
    return [own.get(label, label) for label in run.features.labels(problem.inputs)]


def class_labels(snapshot: Snapshot) -> list[str]:
    """Names of the classes beside their markers; empty where they are numbers."""
    names: Sequence[str] = getattr(snapshot.run.data.problem, "class_names", ())
    return [] if all(name.isdigit() for name in names) else list(names)


def output_labels(snapshot: Snapshot) -> list[str] | None:
    """Labels of the logits; None where each is a class."""
    output, problem = snapshot.network.output, snapshot.run.data.problem
    letters = output.unit.letters(output.targets, output.components)
    if letters:
        return [word for name, count in letters for word in _numbered(name, count)]
    if problem.classes and output.width == problem.classes:
        return None
    own = getattr(problem, "target_columns", ())
    if len(own) == output.width:
        return [column.name for column in own]
    if output.width == 3 and not problem.classes:
        return ["R", "G", "B"]
    return [""] * output.width


def _numbered(letter: str, count: int) -> list[str]:
    """``μ₁ μ₂ …``, or just the letter if there is only one."""
    if count == 1:
        return [letter]
    return [f"{letter}{low(i + 1)}" for i in range(count)]


def book_solution(snapshot: Snapshot) -> Floats | None:
    """The textbook weights for XOR, if the network is its 2-2-1; else None.

    W₁ = [[1, 1], [1, 1]], b₁ = (0, −1), w₂ = (1, −2), b₂ = 0. The outputs are exactly
    0 1 1 0, so the loss must compare values: with a sigmoid, 0 would mean "undecided".
    """
    run, network = snapshot.run, snapshot.network
    fits = (
        run.data.problem.name == "xor"
        and network.output.unit.on_values
        and run.features.is_raw
        and len(network.hidden) == 1
        and network.hidden[0].units == 2
        and network.hidden[0].unit is RELU
        and not network.hidden[0].batch_norm
    )
    if not fits:
        return None
    theta = np.zeros(network.layout.size)
    first, second = network.layout.layers
    first.W.of(theta)[...] = 1.0
    assert first.b is not None
    first.b.of(theta)[...] = (0.0, -1.0)
    second.W.of(theta)[...] = (1.0, -2.0)
    return theta


def bottleneck_words(network: NetworkSpec) -> str:
    """What the narrowest linear layer limits and saves; empty where there is none."""
    found = min(bottlenecks(network), key=lambda one: one.rank, default=None)
    if found is None:
        return ""
    return tr(
        "layer {layer}: rank ≤ {rank}, {parameters} parameters instead of {direct}",
        layer=found.layer + 1,
        rank=found.rank,
        parameters=shown_count(found.parameters),
        direct=shown_count(found.direct),
    )
