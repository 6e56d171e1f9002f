"""An experiment as one self-contained web page, to hand in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from core.experiments.experiment import Experiment
from core.experiments.record import Notes, Record
from core.language import tr
from core.scenes import scene_to_text
from core.version import described

_STYLE = """
body { font: 16px/1.5 "Source Sans Pro", "Segoe UI", Helvetica, Arial, sans-serif;
  color: #1B1F24; max-width: 820px; margin: 40px auto; padding: 0 20px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 32px 0 6px; }
p { margin: 6px 0; white-space: pre-wrap; }
.quiet { color: #5B6472; }
figure { margin: 16px 0; }
figure svg { max-width: 100%; height: auto; }
figcaption { color: #5B6472; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; white-space: nowrap; }
th, td { text-align: right; padding: 4px 10px; border-bottom: 1px solid #E1E5EA; }
th { color: #5B6472; font-weight: 600; }
pre { background: #F5F6F8; padding: 12px; overflow-x: auto; font-size: 13px; }
"""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture for the page."""

    title: str
    words: str
    svg: str


def page(
    record: Record,
    charts: Iterable[Chart],
    head: Sequence[str],
    cells: Iterable[Sequence[str]],
) -> str:
    """The whole page as HTML; all user text is escaped."""
    experiment, notes = record.experiment, record.notes
    parts = [
        f"<h1>{escape(tr(experiment.title))}</h1>",
        _paragraph(experiment.question, "quiet"),
        "<h2>Hypothesis</h2>",
        _paragraph(notes.hypothesis or tr("None was written down.")),
        _paragraph(_when(notes), "quiet"),
        "<h2>Method</h2>",
        _paragraph(method(experiment, len(record.results))),
        "<h2>Result</h2>",
        _paragraph(notes.result) if notes.result else "",
        *(_figure(chart) for chart in charts),
        _table(head, cells),
        "<h2>Conclusion</h2>",
        _paragraph(notes.conclusion or tr("None was written down.")),
        tr("<h2>How to repeat it</h2>"),
        _paragraph(tr("The scene that every run starts from:"), "quiet"),
        f"<pre>{escape(_scene(experiment))}</pre>",
        _paragraph(tr("Made with {described}.", described=described()), "quiet"),
    ]
    body = "\n".join(part for part in parts if part)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(tr(experiment.title))}</title>\n<style>{_STYLE}</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def method(experiment: Experiment, done: int) -> str:
    """What was varied and how often, as sentences."""
    words = [
        tr(
            "Every run makes {steps} steps from “{title}”.",
            steps=experiment.steps,
            title=tr(experiment.scene.title),
        )
    ]
    for i, axis in enumerate(experiment.axes):
        key = experiment.key(i)
        values = ", ".join(axis.label(value, key) for value in axis.values)
        words.append(f"{key.title} ({axis.key}): {values}.")
    first = experiment.scene.run.seed
    last = first + experiment.seeds - 1
    seeds = (
        tr("seeds {first} to {last}", first=first, last=last)
        if last > first
        else tr("seed {first}", first=first)
    )
    words.append(tr("Each combination is trained with the same {seeds}.", seeds=seeds))
    goal = experiment.scene.goal
    if goal.asks:
        words.append(tr("A run succeeds if it ends with {goal}.", goal=goal))
    if done < len(experiment):
        words.append(
            tr(
                "Only {done} of {count} runs have been trained.",
                done=done,
                count=len(experiment),
            )
        )
    return " ".join(words)


def _when(notes: Notes) -> str:
    if not notes.hypothesis or notes.before is None:
        return ""
    if notes.changed_later:
        return tr("It was changed after the first run had begun.")
    return tr("It was written down before the first run began.")


def _paragraph(text: str, kind: str = "") -> str:
    if not text:
        return ""
    name = f' class="{kind}"' if kind else ""
    return f"<p{name}>{escape(text)}</p>"


def _figure(chart: Chart) -> str:
    # Only the picture itself: an XML declaration is not allowed inside a page.
    svg = re.sub(r"^.*?(?=<svg)", "", chart.svg, flags=re.DOTALL)
    return f"<figure>{svg}<figcaption>{escape(chart.words)}</figcaption></figure>"


def _table(head: Sequence[str], cells: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(title)}</th>" for title in head)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n"
        for row in cells
    )
    return (
        f'<div class="wide"><table><thead><tr>{top}</tr></thead>\n'
        f"<tbody>{rows}</tbody></table></div>"
    )


MOST_SCENE = 20_000  # characters; own tables are not repeated


def _scene(experiment: Experiment) -> str:
    from dataclasses import replace

    scene = replace(experiment.scene, views={}, beside="")
    text = scene_to_text(scene)
    if len(text) <= MOST_SCENE:
        return text
    return tr("{text}\n… (the data are left out)", text=text[:MOST_SCENE])
