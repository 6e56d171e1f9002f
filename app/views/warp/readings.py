"""The readout of the Warp view: the units' own values."""

from __future__ import annotations

from app.look.numbers import shown_number, shown_percent
from app.plane.picture import class_name
from app.views.warp.jobs import WarpResult
from core.indices import low
from core.language import mark, tr
from core.network import NetworkSpec
from core.steps import Stage, plan_of

MODES = {
    "pca": mark("PCA"),
    "readout": mark("Read-out plane"),
    "pair": mark("Pair of units"),
}
MOST_NUMBERS = 6  # numbers of one space that are written out


def space_words(result: WarpResult, index: int) -> str:
    """Which space a stage is, and how much of it the picture shows."""
    warp = result.warp
    stage = warp.stages[index]
    space = stage.layer + 1
    if stage.kind == "input":
        words = tr("input")
    elif stage.layer == len(warp.network.hidden):
        words = warp.stages[-1].title
        if index < warp.last:
            words += f", {stage.title}"
    else:
        words = tr("layer {space}", space=space)
        if stage.kind != "activation":
            words += f", {stage.title}"
    mode = warp.projections[space].mode
    if mode != "space":
        share = shown_percent(warp.share_shown(index))
        words += tr(" · {mode} shows {share}", mode=tr(MODES[mode]), share=share)
    return words


def unit_names(result: WarpResult, index: int) -> tuple[str, str]:
    """Names of the first two units of the space at a stage."""
    stage = result.warp.stages[index]
    letter = _letter(result.warp.network, stage)
    return f"{letter}₁", f"{letter}₂"


def _letter(network: NetworkSpec, stage: Stage) -> str:
    if stage.kind in ("linear", "bias", "distance", "norm", "sample"):
        return "z"
    last = stage.layer >= 0 and stage.value == plan_of(network).layers[stage.layer].h
    return "h" if last else stage.value[0]


def point_lines(result: WarpResult, index: int, row: int) -> list[str]:
    """An example: its class or value, its input, and its values at the stage."""
    shown, problem = result.shown, result.snapshot.run.data.problem
    if shown.asked and row == len(shown.index) - 1:
        first = tr("asked about")
    elif shown.values is None:
        first = class_name(problem, int(shown.classes[row]))
    else:
        first = tr("target {values}", values=shown_number(float(shown.values[row])))
    if shown.test[row]:
        first += tr(", test")
    lines = [first, _numbers(result, 0, row)]
    return lines if index == 0 else [*lines, _numbers(result, index, row)]


def _numbers(result: WarpResult, index: int, row: int) -> str:
    values = result.warp.values(result.warp.points, index)[row]
    letter = unit_names(result, index)[0][0]
    texts = [
        f"{letter}{low(i + 1)} {shown_number(float(v))}"
        for i, v in enumerate(values[:MOST_NUMBERS])
    ]
    return "  ".join(texts) + (" …" if len(values) > MOST_NUMBERS else "")
