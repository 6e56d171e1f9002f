"""NET.json: given weights and data, read and checked.

Unknown keys of ``net`` and of layers are rejected, because a misspelt ``l2`` would
otherwise silently give wrong numbers; beside ``net`` and ``data``, and inside ``data``,
any other keys are allowed. Exports record under ``hyperfold`` how a row of ``data``
becomes the network's inputs: the scaling of its columns, and features.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from os import PathLike, fspath
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from core.arrays import Floats, Ints
from core.disk.fields import Field
from core.disk.text import MAX_JSON, parse_json, read_text
from core.errors import BadInput
from core.features import FeatureSpec
from core.files.net_data import data_of
from core.functions import ACTIVATIONS
from core.functions.straight import IDENTITY
from core.limits import MAX_VALUES
from core.network import (
    LEARNED_BLOCKS,
    MAX_LAYERS,
    ROW,
    LayerSpec,
    NetworkSpec,
    OutputSpec,
    fresh_running,
)
from core.outputs import LOSS_NAMES, LOSSES, of_scale
from core.outputs.values import MSE
from core.problems.scaling import Scaling, scaled
from core.sampling import GAUSSIAN, SAMPLES
from core.scenes.read import columns_of, features_of
from core.scenes.reader import Reader
from core.wiring import Mask, Reads, SumMask, sum_mask

_NET_KEYS = ("layers", "activation", "loss", "l2", "l1", "components", "scale")
#: Batch normalisation is folded into W and b.
_FOLDED = ("batch_norm", "gamma", "beta")
#: Fields of a layer that its rows of W give, or that only training reads.
_LEFT_OUT = ("units", "frozen", "estimator", *_FOLDED)
#: Parameters of a layer beside W and b.
PARAMETERS = tuple(name for name in LEARNED_BLOCKS if name not in _FOLDED)
#: What else a layer may have in a file.
SETTINGS = tuple(f.name for f in fields(LayerSpec) if f.name not in _LEFT_OUT)
_LAYER_KEYS = ("W", "b", *PARAMETERS, *SETTINGS)
_ABOVE_0 = ("sigma", "slope")

#: The parameters of one layer by name, in the order of the flat vector.
Numbers = dict[str, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Net:
    """A network with its parameters and, if the file has any, data."""

    name: str  # of the file
    network: NetworkSpec
    theta: Floats  # flat, see NetworkSpec.layout
    running: Floats  # empty: NET.json has no batch normalisation
    l1: float
    l2: float
    x: Floats | None  # (n, inputs)
    y: Floats | None  # (n, k), as the loss reads it
    labels: Ints | None  # (n,), class numbers of ce and softmax_mse
    #: How a point becomes the first layer's inputs; ``x`` is those inputs.
    features: FeatureSpec = field(default_factory=FeatureSpec)


def load_net(
    path: str | PathLike[str],
    *,
    need_data: bool = True,
    data: str | PathLike[str] | None = None,
) -> Net:
    """Read and check a file.

    ``need_data`` False is for `regions`: data may be left out, and the loss too.
    ``data`` is a file with other data: JSON with ``x`` and ``y``, or a table whose
    first columns are the inputs.
    """
    name = fspath(path)
    document = parse_json(read_text(Path(path), name, MAX_JSON), name)
    if data is None:
        return parse_net(document, name, need_data=need_data)
    top = Field(name, "", document).keys()
    given = data_of(fspath(data), _inputs(top, name), _classes(top))
    return parse_net(document, name, given=given)


def _inputs(top: Field, name: str) -> int | None:
    """Coordinates of a point; None if unknown from the file's features."""
    seen = _seen(top, name)
    if seen.columns:
        return len(seen.columns)
    if not seen.features.is_raw:
        return None
    layers = top.need("net").keys(_NET_KEYS).need("layers").items()
    return layers[0].need("W").matrix().shape[1] if layers else None


def _classes(top: Field) -> list[str]:
    about = top.get("hyperfold")
    found = about.keys().value.get("classes", []) if about is not None else []
    return [str(name) for name in found] if isinstance(found, list) else []


def parse_net(
    document: object,
    name: str,
    *,
    need_data: bool = True,
    given: Field | None = None,
) -> Net:
    """Check a document as a JSON parser returns it; ``name`` is for messages.

    ``given`` is data to use instead of the file's own.
    """
    top = Field(name, "", document).keys()
    net = top.need("net").keys(_NET_KEYS)
    layers = net.need("layers").items()
    if not 1 <= len(layers) <= MAX_LAYERS + 1:
        net.need("layers").refuse(
            f"have 1 to {MAX_LAYERS + 1} layers", str(len(layers))
        )
    default = net.get("activation")
    activation = default.choice(tuple(ACTIVATIONS)) if default is not None else None
    hidden: list[LayerSpec] = []
    numbers: list[Numbers] = []
    widths: list[int] = []  # of the input and the layers so far
    for entry in layers[:-1]:
        layer, parameters = _hidden(entry, activation, widths)
        hidden.append(layer)
        numbers.append(parameters)
        widths = [*(widths or [parameters["W"].shape[1]]), layer.units]
    numbers.append(_output(layers[-1], widths))
    network = _network(net, layers[-1], hidden, numbers, need_data)
    theta = np.concatenate([p.ravel() for layer in numbers for p in layer.values()])
    data = given or (top.need("data") if need_data else top.get("data"))
    if net.get("loss") is None:  # targets cannot be interpreted without a loss
        data = None
    seen = _seen(top, name)
    x, y, labels = (None, None, None) if data is None else _data(data, network, seen)
    l1, l2 = _strength(net, "l1"), _strength(net, "l2")
    running = fresh_running(network)
    return Net(name, network, theta, running, l1, l2, x, y, labels, seen.features)


class Seen(NamedTuple):
    """How a row in its own units becomes the network's inputs, as exports record it."""

    features: FeatureSpec
    columns: tuple[Scaling, ...]
    target_columns: tuple[Scaling, ...]

    def of(self, x: Floats) -> Floats:
        """Scale, and compute the features."""
        return self.features.apply(scaled(x, self.columns))


def _seen(top: Field, name: str) -> Seen:
    about = top.get("hyperfold")
    if about is None:
        return Seen(FeatureSpec(), (), ())
    reader = Reader(name)
    table = reader.table("hyperfold", about.value)
    features = reader.table("hyperfold.features", table.get("features", {}))
    columns, targets = (
        columns_of(reader, f"hyperfold.{key}", table.get(key, []))
        for key in ("columns", "target_columns")
    )
    return Seen(features_of(reader, features), columns, targets)


def _hidden(
    field: Field, default: str | None, widths: list[int]
) -> tuple[LayerSpec, Numbers]:
    """One hidden layer: its shape and its parameters.

    ``widths`` are those of the input and all layers before it; empty: not yet known.
    """
    field.keys(_LAYER_KEYS)
    reads = _reads(field, widths)
    named = field.get("activation")
    if named is not None:
        activation = named.choice(tuple(ACTIVATIONS))
    else:
        activation = default or field.need("activation").choice(tuple(ACTIVATIONS))
    k = field.get("maxout_k")
    rows_per_unit = 2 if k is None else k.whole(1, 64)
    weights = _weights(field, reads, widths)
    unit = ACTIVATIONS[activation]
    sample = _sample(field)
    pieces = unit.rows_per_unit(rows_per_unit) * (2 if sample == GAUSSIAN else 1)
    if len(weights) % pieces:
        kind = f"{sample} {activation}" if sample else activation
        field.need("W").refuse(
            f"have {pieces} rows per unit for {kind}", f"{len(weights)} rows"
        )
    numbers: Numbers = {"W": weights}
    if not unit.has_bias:
        if (bias := field.get("b")) is not None:
            bias.refuse(f"be left out for {activation}, whose rows of W are centres")
    else:
        numbers["b"] = _bias(field, len(weights))
    units = len(weights) // pieces
    settings: dict[str, Any] = {
        "activation": activation,
        "maxout_k": rows_per_unit,
        "reads": reads,
        "adds": _adds(field, units, widths or [weights.shape[1]]),
        "adds_mask": _adds_mask(field, units),
        "mask": _mask(field, weights),
        "sample": sample,
    }
    for f in fields(LayerSpec):
        if f.name in SETTINGS and f.name not in settings:
            settings[f.name] = _setting(field, f.name, f.default)
    try:
        layer = LayerSpec(units, **settings)
    except BadInput as error:  # more units than a layer may have
        raise BadInput(f"{field.file}: {field.path}: {error}") from None
    for name in PARAMETERS:
        known, given = LEARNED_BLOCKS[name], field.get(name)
        if known.has(layer):
            count = layer.rows if known.per == ROW else units
            numbers[name] = _sized(field.need(name), count, f"one per {known.per}")
        elif given is not None:
            given.refuse(f"be left out for this layer, which does not learn {name}")
    return layer, numbers


def _sample(field: Field) -> str:
    """How units are drawn; empty if they are not."""
    named = field.get("sample")
    return "" if named is None else named.choice(SAMPLES[1:])


def _setting(field: Field, key: str, default: Any) -> Any:
    """A plain setting of a layer, of the kind that its default is."""
    found = field.get(key)
    if found is None:
        return default
    if isinstance(default, bool):
        return found.flag()
    if isinstance(default, int):
        return found.whole()
    if isinstance(default, str):
        return found.text()
    return found.positive() if key in _ABOVE_0 else found.number()


def _output(field: Field, widths: list[int]) -> Numbers:
    """The output layer: affine, nothing more."""
    field.keys(_LAYER_KEYS)
    for key in ("adds", "adds_mask", "sample"):
        if (given := field.get(key)) is not None:
            given.refuse("be left out of the output layer, the last one")
    named = field.get("activation")
    if named is not None and named.value != IDENTITY.name:
        named.refuse("be left out of the output layer, the last one")
    weights = _weights(field, _reads(field, widths), widths)
    return {"W": weights, "b": _bias(field, len(weights))}


def _reads(field: Field, widths: list[int]) -> Reads:
    """Earlier layers, each named once; empty where the file names none."""
    named = field.get("reads")
    if named is None:
        return ()
    last = max(len(widths) - 1, 0)
    reads = tuple(entry.whole(0, last) for entry in named.items())
    if not reads or len(set(reads)) < len(reads):
        named.refuse("name one or more earlier layers, each once", str(list(reads)))
    return reads


def _adds(field: Field, units: int, widths: list[int]) -> int | None:
    """An earlier layer of the same width."""
    named = field.get("adds")
    if named is None:
        return None
    adds = named.whole(0, len(widths) - 1)
    if widths[adds] != units:
        rule = f"name a layer of {units} units, as many as this one has"
        named.refuse(rule, f"{adds}, which has {widths[adds]}")
    return adds


def _adds_mask(field: Field, units: int) -> SumMask:
    """0 for units of the added layer that are left out of the sum."""
    named = field.get("adds_mask")
    if named is None:
        return ()
    if field.get("adds") is None:
        named.refuse("come with adds")
    entries = named.items()
    if len(entries) != units:
        named.refuse(f"have {units} numbers, one per unit", f"{len(entries)}")
    return sum_mask(entry.whole(0, 1) for entry in entries)


def _mask(field: Field, weights: Floats) -> Mask | None:
    """Cut links: 0 where the weight is 0 and stays 0."""
    named = field.get("mask")
    if named is None:
        return None
    cells = named.matrix()
    if cells.shape != weights.shape:
        rows, columns = weights.shape
        got = f"{cells.shape[0]} by {cells.shape[1]}"
        named.refuse(f"have the shape of W, {rows} by {columns}", got)
    for i, j in np.argwhere((cells != 0) & (cells != 1)):
        _entry(field, "mask", i, j).refuse("be 0 or 1")
    for i, j in np.argwhere((cells == 0) & (weights != 0)):
        _entry(field, "W", i, j).refuse("be 0, because its link is cut in mask")
    return Mask.of(cells.astype(int))


def _entry(field: Field, name: str, i: int, j: int) -> Field:
    return field.need(name).items()[i].items()[j]


def _weights(field: Field, reads: Reads, widths: list[int]) -> Floats:
    weights = field.need("W").matrix()
    if not widths:
        return weights
    incoming = sum(widths[number] for number in reads or (len(widths) - 1,))
    if weights.shape[1] != incoming:
        read = "of the layer before"
        if reads:
            named = ", ".join(map(str, reads))
            read = f"of layer{'s' if len(reads) > 1 else ''} {named}"
        field.need("W").refuse(
            f"have {incoming} columns, one for each unit {read}",
            f"{weights.shape[1]} columns",
        )
    return weights


def _bias(field: Field, rows: int) -> Floats:
    return _sized(field.need("b"), rows, "one per row of W")


def _sized(field: Field, size: int, why: str) -> Floats:
    values = field.vector()
    if len(values) != size:
        field.refuse(f"have {size} numbers, {why}", f"{len(values)} numbers")
    return values


def _network(
    net: Field,
    last: Field,
    hidden: list[LayerSpec],
    numbers: list[Numbers],
    need_loss: bool,
) -> NetworkSpec:
    """The shape; the width of the output layer must fit the loss."""
    named = net.get("loss")
    if named is None and need_loss:
        named = net.need("loss")
    loss = MSE.name if named is None else named.choice(LOSS_NAMES)
    scale = net.get("scale")
    if scale is not None:
        try:
            loss = of_scale(loss, scale.text())
        except BadInput as error:
            raise BadInput(f"{net.file}: {net.path}.{error}") from None
    components = net.get("components")
    m = 3 if components is None else components.whole(1, 32)
    width = len(numbers[-1]["W"])
    inputs = numbers[0]["W"].shape[1]
    reads = _reads(last, [inputs, *(h.units for h in hidden)])
    mask = _mask(last, numbers[-1]["W"])
    try:
        output = OutputSpec(loss, width, m, reads=reads, mask=mask)
        return NetworkSpec(inputs, tuple(hidden), output)
    except BadInput as error:
        raise BadInput(f"{net.file}: {net.path}: {error}") from None


def _strength(net: Field, key: str) -> float:
    field = net.get(key)
    if field is None:
        return 0.0
    value = field.number()
    if value < 0:
        field.refuse("be 0 or more")
    return value


def _data(
    field: Field, network: NetworkSpec, seen: Seen
) -> tuple[Floats, Floats, Ints | None]:
    """Inputs, targets as the loss reads them, and class numbers where it has any."""
    field.keys()
    x = field.need("x").matrix()
    if seen.columns and x.shape[1] != len(seen.columns):
        field.need("x").refuse(
            f"have {len(seen.columns)} numbers per row, one for each hyperfold.columns",
            f"{x.shape[1]} numbers",
        )
    try:
        x = seen.of(x)
    except BadInput as error:
        raise BadInput(f"{field.file}: {field.path}.x: {error}") from None
    if x.shape[1] != network.inputs:
        field.need("x").refuse(
            f"have {network.inputs} numbers per row, as many as W of the first layer "
            "has columns",
            f"{x.shape[1]} numbers",
        )
    rows = sum(h.rows for h in network.hidden) + network.output.width
    if len(x) * rows > MAX_VALUES:
        field.need("x").refuse(
            f"have at most {MAX_VALUES // rows} rows for a network of {rows} rows of W",
            f"{len(x)} rows",
        )
    targets = field.need("y")
    entries = targets.items()
    if len(entries) != len(x):
        targets.refuse(
            f"have one entry for each of the {len(x)} rows of x", f"{len(entries)}"
        )
    output = network.output
    if output.unit.one_hot:
        labels = np.array([e.whole(0, output.targets - 1) for e in entries], np.int64)
        return x, np.eye(output.targets)[labels], labels
    if all(isinstance(entry.value, list) for entry in entries):
        y = targets.matrix()
    else:
        y = targets.vector()[:, None]
    if y.shape[1] != output.targets:
        targets.refuse(
            f"have {output.targets} numbers per row for {output.loss}",
            f"{y.shape[1]} numbers",
        )
    if len(seen.target_columns) == y.shape[1]:
        y = scaled(y, seen.target_columns)
    LOSSES[output.loss].check_targets(y, f"{targets.file}: {targets.path}")
    return x, y, None
