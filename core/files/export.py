"""Exports of a network: NET.json, npz, and short standalone scripts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.arrays import Floats
from core.engine.series import SeriesParts
from core.engine.timeline import MetricSeries
from core.files.net_json import PARAMETERS
from core.files.net_json import SETTINGS as IN_FILES
from core.files.table_script import reading_lines, reads_rows
from core.files.trained import About, Trained
from core.functions.algebra import Expr
from core.functions.script import text
from core.functions.unit import SETTINGS
from core.network import LEARNED_BLOCKS, LayerSpec, NetworkSpec
from core.outputs import in_files
from core.problems.scaling import halves, middles
from core.steps import Numbers, folded, plan_of
from core.steps.base import INPUT
from core.steps.kinds import Gaussian, Largest, Map
from core.training.state import LAYER_COLUMNS, RUN_COLUMNS
from core.wiring import WIRING


def net_json(trained: Trained) -> str:
    """The NET.json of `hyperfold inspect`; batch normalisation is folded into W, b.

    Folding is exact in evaluation mode, which is what `inspect` and `regions` read.
    """
    layers: list[dict[str, Any]] = []
    blocks = trained.network.layout.layers
    for i, spec in enumerate((*trained.network.hidden, None)):
        w, b = _in_file(trained, i)
        entry: dict[str, Any] = {"W": w.tolist()}
        if b is not None:
            entry["b"] = b.tolist()
        if spec is not None:
            entry["activation"] = spec.activation
            for name in PARAMETERS:
                if (block := getattr(blocks[i], name)) is not None:
                    entry[name] = block.of(trained.theta).tolist()
            entry |= _own_settings(spec)
        entry |= _wiring(trained.network, i)
        layers.append(entry)
    output = trained.network.output
    net: dict[str, Any] = {
        "layers": layers,
        **in_files(output.loss),
        "l2": trained.l2,
        "l1": trained.l1,
    }
    if output.unit.has_components:
        net["components"] = output.components
    about = {**trained.about.table(), "features": trained.features_table()}
    document: dict[str, Any] = {"net": net, "hyperfold": about}
    if (data := trained.data()) is not None:
        document["data"] = data
    return json.dumps(document, indent=1, allow_nan=False)


def arrays(trained: Trained) -> dict[str, Any]:
    """Named arrays for an npz: W1, b1, …, running statistics, and the run's details."""
    found: dict[str, Any] = {}
    for i, blocks in enumerate(trained.network.layout.layers):
        for name, block in blocks.parameters():
            found[f"{name}{i + 1}"] = block.of(trained.theta)
        for name in ("mean", "var"):
            block = getattr(blocks, name)
            if block is not None:
                found[f"{name}{i + 1}"] = block.of(trained.running)
    about = trained.about
    for which, columns in (
        ("input", about.columns),
        ("target", about.target_columns),
    ):
        if columns:
            found[f"{which}_names"] = np.array([c.name for c in columns])
            found[f"{which}_middle"] = middles(columns)
            found[f"{which}_half"] = halves(columns)
    if about.classes:
        found["classes"] = np.array(about.classes)
    if about.step is not None:
        found |= {"step": np.array(about.step), "seed": np.array(about.seed)}
    return found


def series_csv(parts: SeriesParts, about: About) -> str:
    """What steps recorded; a row of older steps is the mean of ``steps`` of them."""
    depth = (parts.rows.shape[1] - len(RUN_COLUMNS)) // len(LAYER_COLUMNS)
    names = [f"{name}{i + 1}" for i in range(depth) for name in LAYER_COLUMNS]
    lines = []
    step = parts.first
    for steps, row in zip(parts.steps.tolist(), parts.bins[1], strict=True):
        lines.append(f"{step},{steps},{_cells(row)}")
        step += steps
    for row in parts.rows:
        lines.append(f"{step},1,{_cells(row)}")
        step += 1
    return _csv(("step", "steps", *RUN_COLUMNS, *names), lines, about)


def metrics_csv(metrics: MetricSeries, about: About) -> str:
    """Loss and accuracy over whole splits, at the steps where they were measured."""
    columns = (metrics.loss, metrics.test_loss, metrics.accuracy, metrics.test_accuracy)
    lines = [
        f"{step},{_cells(row)}"
        for step, row in zip(metrics.steps.tolist(), np.stack(columns, 1), strict=True)
    ]
    names = ("step", "loss", "test_loss", "accuracy", "test_accuracy")
    return _csv(names, lines, about)


def _csv(names: Sequence[str], lines: Sequence[str], about: About) -> str:
    """A table with the seed in every row, and the run's details in the first.

    They are a column and not a comment above the table, so every program can read it.
    """
    quoted = about.text.replace('"', '""')
    first = f'"{quoted}"'
    rows = [f"{line},{about.seed},{'' if i else first}" for i, line in enumerate(lines)]
    return "\n".join([",".join((*names, "seed", "about")), *rows]) + "\n"


def _cells(row: Floats) -> str:
    """Numbers in full precision; a missing one is an empty cell."""
    return ",".join("" if v != v else repr(v) for v in row.tolist())


def script(trained: Trained, library: str) -> str:
    """A program in NumPy or PyTorch that computes the logits of given points."""
    np_ = "torch" if library == "torch" else "np"
    make = "torch.tensor({}, dtype=torch.float64)" if np_ == "torch" else "np.array({})"
    about = trained.about
    lines = [
        '"""A network trained in Hyperfold; predict(x) gives the logits (n, k)."""',
        "",
        *(f"# {line}" for line in about.lines()),
        "",
        "import math",
        *(["from datetime import datetime"] if reads_rows(about) else []),
        "",
        "import torch" if np_ == "torch" else "import numpy as np",
        "",
    ]
    for i, spec in enumerate((*trained.network.hidden, None)):
        w, b = folded_numbers(trained, i)
        lines.append(f"W{i + 1} = {make.format(w.tolist())}")
        if b is not None:
            lines.append(f"b{i + 1} = {make.format(b.tolist())}")
        for name in _unfolded(trained.network, i):
            values = getattr(trained.network.layout.layers[i], name).of(trained.theta)
            lines.append(f"{name}{i + 1} = {make.format(values.tolist())}")
        mask = trained.network.mask(i)
        if mask is not None and b is None:  # distances: a cut coordinate does not count
            lines.append(f"mask{i + 1} = {make.format(mask.rows)}")
        if spec is not None and spec.adds_mask:
            lines.append(f"added{i + 1} = {make.format(list(spec.adds_mask))}")
    if trained.features.fourier:
        frequencies = trained.features.frequencies(trained.inputs)
        lines.append(f"frequencies = {make.format(frequencies.tolist())}")
    lines += [*_scaling_lines(about, make), "", "", "def predict(x):"]
    if about.scales:
        lines.append("    x = (x - input_middle) / input_half")
    lines += _feature_lines(trained, np_)
    lines += [*_step_lines(trained.network, np_), "", ""]
    lines += _answer_lines(trained)
    if reads_rows(about):
        lines += reading_lines(about, make)
    zeros = f"[[0.0{', 0.0' * (trained.inputs - 1)}]]"
    lines += ['if __name__ == "__main__":', f"    print(predict({make.format(zeros)}))"]
    return "\n".join(lines) + "\n"


def _scaling_lines(about: About, make: str) -> list[str]:
    """The factors that scale a table's columns for the network and back."""
    lines = []
    for which, columns, used in (
        ("input", about.columns, about.scales),
        ("target", about.target_columns, about.scales_targets),
    ):
        if used:
            for name, numbers in (("middle", middles), ("half", halves)):
                values = make.format(numbers(columns).tolist())
                lines.append(f"{which}_{name} = {values}")
    if about.classes:
        lines.append(f"classes = {list(about.classes)!r}")
    return lines


def _answer_lines(trained: Trained) -> list[str]:
    """What the logits mean: names of classes, or values in their own units."""
    about, output = trained.about, trained.network.output
    if about.classes and output.unit.straight:
        compared = output.targets  # logits; the others express its certainty
        side = f"z[:, 0] > {output.unit.threshold!r}"
        chosen = side if compared == 1 else "z.argmax(1)"
        all_of_them = compared == output.width
        return [
            "def classify(x):",
            f"    z = predict(x){'' if all_of_them else f'[:, :{compared}]'}",
            f"    return [classes[int(k)] for k in {chosen}]",
            "",
            "",
        ]
    if about.scales_targets and output.width == len(about.target_columns):
        return [
            "def values(x):",
            "    return predict(x) * target_half + target_middle",
            "",
            "",
        ]
    return []


def folded_numbers(trained: Trained, i: int) -> tuple[Floats, Floats | None]:
    """W and b of a layer with batch normalisation folded in."""
    blocks = trained.network.layout.layers[i]
    numbers = Numbers(blocks, trained.theta, trained.running)
    if blocks.b is None:
        return numbers["W"], None
    return folded(plan_of(trained.network).of_layer(i), numbers)


def _in_file(trained: Trained, i: int) -> tuple[Floats, Floats | None]:
    """The same for NET.json, with the scales of Gaussian units."""
    blocks = trained.network.layout.layers[i]
    numbers = Numbers(blocks, trained.theta, trained.running)
    if blocks.b is None:
        return numbers["W"], None
    steps = plan_of(trained.network).of_layer(i)
    return folded([s for s in steps if not isinstance(s, Gaussian)], numbers)


def _own_settings(spec: LayerSpec) -> dict[str, Any]:
    """Settings of a layer that differ from a file's defaults."""
    usual = LayerSpec(spec.units, spec.activation)
    return {
        name: getattr(spec, name)
        for name in IN_FILES
        if name not in WIRING and getattr(spec, name) != getattr(usual, name)
    }


def _unfolded(network: NetworkSpec, i: int) -> list[str]:
    """Parameters of a layer beside W and b that its lines of a script name."""
    return [
        name
        for step in plan_of(network).of_layer(i)
        if isinstance(step, Map) or step.script("np", *step.inputs)
        for name in step.learned
        if name in LEARNED_BLOCKS
    ]


def _wiring(network: NetworkSpec, i: int) -> dict[str, Any]:
    """A layer's reads, sum and cut links, where they differ from a file's defaults."""
    found: dict[str, Any] = {}
    if network.reads(i) != (i,):
        found["reads"] = list(network.reads(i))
    if i < len(network.hidden) and network.hidden[i].adds is not None:
        found["adds"] = network.hidden[i].adds
        if network.hidden[i].adds_mask:
            found["adds_mask"] = list(network.hidden[i].adds_mask)
    mask = network.mask(i)
    if mask is not None:
        found["mask"] = mask.rows
    return found


def _step_lines(network: NetworkSpec, np_: str) -> list[str]:
    """One line per step: z for pre-activations, h1, h2, … for the layers' outputs."""
    plan = plan_of(network)
    variables = {INPUT: "h0"}
    lines = []
    for step in plan.forward:
        read = [variables[name] for name in step.inputs]
        text = (
            _function(step, np_) if isinstance(step, Map) else step.script(np_, *read)
        )
        if not text:
            variables[step.output] = read[0]
            continue
        handed_on = step.output == plan.layers[step.layer].h
        variables[step.output] = f"h{step.number}" if handed_on else "z"
        lines.append(f"    {variables[step.output]} = {text}")
    last = lines.pop().partition(" = ")[2]
    return [*lines, f"    return {last}"]


def _function(step: Map, np_: str) -> str:
    """The activation function of z."""
    spec = step.spec
    if isinstance(step, Largest):
        grouped = f"z.reshape(len(z), {spec.units}, {spec.maxout_k})"
        return f"{grouped}.{'amax' if np_ == 'torch' else 'max'}(-1)"
    if step.learned:
        return f"{np_}.where(z > 0, z, slopes{step.number} * z)"
    value = spec.unit.value
    assert isinstance(value, Expr)
    return text(value, np_, {name: getattr(spec, name) for name in SETTINGS})


def _feature_lines(trained: Trained, np_: str) -> list[str]:
    """Lines that turn points ``x`` (n, d) into the columns the network reads."""
    if trained.features.is_raw:
        return ["    h0 = x"]
    pi = "math.pi" if np_ == "torch" else "np.pi"
    known = {
        "x": "x[:, :1]",
        "y": "x[:, 1:2]",
        "x2": "x[:, :1] ** 2",
        "y2": "x[:, 1:2] ** 2",
        "xy": "x[:, :1] * x[:, 1:2]",
        "sinx": f"{np_}.sin({pi} * x[:, :1])",
        "siny": f"{np_}.sin({pi} * x[:, 1:2])",
        "cosx": f"{np_}.cos({pi} * x[:, :1])",
        "cosy": f"{np_}.cos({pi} * x[:, 1:2])",
        "radius": f"{np_}.sqrt((x * x).sum(1))[:, None]",
        "raw": "x",
    }
    columns = [known[name] for name in trained.features.names]
    lines = []
    if trained.features.fourier:
        lines.append(f"    phase = 2 * {pi} * (x @ frequencies.T)")
        stacked = f"{np_}.stack([{np_}.sin(phase), {np_}.cos(phase)], -1)"
        columns.append(f"{stacked}.reshape(len(x), -1)")
    join = f"{np_}.cat" if np_ == "torch" else f"{np_}.concatenate"
    return [*lines, f"    h0 = {join}([{', '.join(columns)}], 1)"]
