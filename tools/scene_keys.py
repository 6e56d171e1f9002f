"""Writes the list of all keys of scene files into ``docs/scenes.md``, from the code.

``python -m tools.scene_keys`` writes it; a test compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

from core.features import FeatureSpec
from core.functions import ACTIVATIONS
from core.network import LayerSpec
from core.outputs import LOSSES
from core.plane_spec import KINDS
from core.problems import PROBLEMS, problem_settings
from core.problems.settings import Setting
from core.run import InitialSpec
from core.scenes.key_list import SHORTHAND_WORDS, WORDS
from core.scenes.scene import LAYOUT_NAMES, VIEW_NAMES
from core.training import Schedule, TrainingSpec

DOCUMENT = Path(__file__).parents[1] / "docs" / "scenes.md"
BEGIN = "<!-- keys: written by tools/scene_keys.py -->"
END = "<!-- end of keys -->"


def written() -> str:
    """The section, from marker to marker."""
    return "\n".join([BEGIN, *_section(), END])


def _section() -> Iterator[str]:
    yield "### At the top"
    yield from _table(
        ("Key", "Default", "What it is"),
        [
            ("`name` `title` `summary`", "the file's name", "texts for lists"),
            ("`steps`", "1000", "how long it trains"),
            ("`pace`", "steps / 15", "steps per second in the window"),
            ("`seed`", "0", "seed of initial weights, minibatch order and dropout"),
            ("`goal.loss` `goal.accuracy`", "none", "at most; at least"),
            ("`goal.stop`", "`false`", "training pauses once the goal is reached"),
            ("`layout`", LAYOUT_NAMES[0], " ".join(LAYOUT_NAMES)),
            ("`beside`", "none", "a built-in scene that trains as run B"),
            (
                "`plane.kind`",
                "`none`",
                f"more than two inputs: the plane that is shown, {' '.join(KINDS)}",
            ),
            (
                "`plane.columns`",
                "`[1, 2]`",
                "`columns`: the two inputs along it, by name or by number from 1",
            ),
            (
                "`plane.held`",
                "the means",
                "`columns`: values of other inputs in their own units, "
                '`{ "petal width (cm)" = 1.5 }`',
            ),
            (
                "`plane.examples`",
                "`[0, 1, 2]`",
                "`examples`: three training examples that it goes through",
            ),
            ("`views.NAME`", "none", f"settings of {' '.join(VIEW_NAMES)}"),
            ("`actions`", "none", "see Actions"),
        ],
    )
    yield "### `problem`"
    yield from _table(
        ("Key", "Default", "What it is"),
        [
            ("`name`", "", "one of those below, or `points`"),
            ("`points`", "the problem's", "examples that are drawn"),
            (
                "`test` `calibration`",
                "the problem's, 0",
                "shares held out for testing and calibration",
            ),
            ("`seed`", "0", "seed of the sample"),
            (
                "`half`",
                "`both`",
                "`left` or `right`: only this half of the plane is learned, by the "
                "first input; the other half is the test split, and `test` is ignored",
            ),
            ("`x` `y`", "", "`points` only: rows of inputs; class numbers or values"),
            ("`classes` `class_names`", "0, none", "`points` only"),
            ("`box`", "around the points", "`points` only: xmin, xmax, ymin, ymax"),
            (
                "`columns` `target_columns`",
                "none",
                "`points` only: `[name, middle, half]` for each column of a table, "
                "whose values were scaled by (value − middle) / half",
            ),
        ],
    )
    yield from _table(
        ("Problem", "Setting", "Default", "Values", "What it is"),
        (row for name in PROBLEMS for row in _problem(name)),
    )
    for heading, cls in (
        ("`features`", FeatureSpec),
        ("`initial`", InitialSpec),
        ("`training`", TrainingSpec),
        ("`training.schedule`", Schedule),
    ):
        yield f"### {heading}"
        yield from _fields(cls)
    yield "### `network`"
    losses = " ".join(LOSSES)
    yield from _table(
        ("Key", "Default", "What it is"),
        [
            ("`loss`", "", losses),
            ("`components`", "3", "Gaussians of `mdn`"),
            ("`output_frozen`", "false", "the output layer keeps its parameters"),
            ("`output_reads` `output_mask`", "the layer before, none", "see below"),
            ("`layers`", "none", "a list of tables, one for each hidden layer:"),
        ],
    )
    yield from _fields(LayerSpec)
    yield f"Activation functions: {' '.join(ACTIVATIONS)}."
    yield ""
    yield "### All hidden layers at once"
    yield "These keys work in `--set`, `--vary` and experiments, but not in files:"
    yield ""
    yield from _table(
        ("Key", "What it is"),
        [(f"`{key}`", words) for key, words in SHORTHAND_WORDS.items()],
    )


def _fields(cls: Any) -> Iterator[str]:
    yield from _table(
        ("Key", "Default", "What it is"),
        [(f"`{f.name}`", _default(f), WORDS[f.name]) for f in fields(cls)],
    )


#: Defaults that the code expresses in another way.
_DEFAULTS = {
    "reads": "the layer before",
    "adds": "none",
    "adds_mask": "all 1",
    "mask": "none",
}


def _default(field: Field[Any]) -> str:
    if field.name in _DEFAULTS:
        return _DEFAULTS[field.name]
    if field.default is MISSING:
        return "" if field.default_factory is MISSING else "none"
    value = field.default
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _problem(name: str) -> Iterator[tuple[str, ...]]:
    settings = problem_settings(PROBLEMS[name])
    if not settings:
        yield f"`{name}`", "", "", "", "no settings"
    for i, s in enumerate(settings):
        shown = f"`{name}`" if i == 0 else ""
        yield shown, f"`{s.name}`", f"`{s.default}`", _values(s), s.help or s.title


def _values(setting: Setting) -> str:
    if setting.choices:
        return " ".join(setting.choices)
    if setting.variables:
        return f"a function of {', '.join(setting.variables)}"
    whole = "whole, " if setting.whole else ""
    return f"{whole}{setting.low:g} … {setting.high:g}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        cells = (cell.replace("|", "\\|") for cell in row)
        yield f"| {' | '.join(cells)} |"
    yield ""


def renewed(text: str) -> str:
    """The document with the section updated."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{written()}{after}"


if __name__ == "__main__":
    DOCUMENT.write_text(renewed(DOCUMENT.read_text("utf-8")), "utf-8")
