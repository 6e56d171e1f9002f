"""Which runs go where in the chart: plain data, painted by `chart`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from app.look.numbers import THIN, shown_count, shown_number, shown_percent
from core.experiments.experiment import Experiment
from core.experiments.measures import COUNT, MEASURES, SHARE, YES, Measure
from core.experiments.summary import Finding, Spread, finding, spread
from core.experiments.work import Result
from core.language import lowered, mark, tr


@dataclass(frozen=True, slots=True)
class Roles:
    """Which setting is on the axis, which is the colour, which is side by side."""

    x: int | None = None
    colour: int | None = None
    facets: int | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """The runs of one colour in one plot."""

    index: int  # of the colour
    name: str
    dots: tuple[tuple[int, float, Result], ...]  # place on the axis, value, run
    spreads: tuple[tuple[int, Spread], ...]  # place on the axis, median and interval


@dataclass(frozen=True, slots=True)
class Facet:
    """One plot."""

    title: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """All plots, and what they share."""

    measure: Measure
    x_title: str
    x_labels: tuple[str, ...]
    x_values: tuple[float, ...]  # empty: words, evenly spaced
    x_log: bool
    log: bool  # of the measure's axis
    colour_title: str
    names: tuple[str, ...]  # of the colours
    facets: tuple[Facet, ...]
    fixed: str  # settings that have one value, in words
    left_out: str  # which runs are missing, in words


def roles_of(experiment: Experiment, x: str, colour: str, facets: str) -> Roles:
    """The requested settings; the others fill the remaining roles."""
    varied = [i for i, axis in enumerate(experiment.axes) if len(axis.values) > 1]
    by_key = {experiment.axes[i].key: i for i in varied}
    asked = [by_key.get(key) for key in (x, colour, facets)]
    for i in range(3):  # no setting is used twice
        if asked[i] in asked[:i]:
            asked[i] = None
    free = [i for i in varied if i not in asked]
    made = [free.pop(0) if place is None and free else place for place in asked]
    return Roles(*made)


def compose(
    experiment: Experiment, results: Sequence[Result], measure: str, roles: Roles
) -> Figure:
    """Put every run in its place."""
    kind = MEASURES[measure]
    known = [(r, v) for r in results if (v := _value(r, measure)) is not None]
    log = kind.log and any(v > 0 for _, v in known)
    facets = range(_count(experiment, roles.facets))
    colours = range(_count(experiment, roles.colour))
    placed = [(experiment.places(r.group), r, v) for r, v in known]
    x_axis = None if roles.x is None else experiment.axes[roles.x]
    numeric = x_axis is not None and x_axis.numeric
    return Figure(
        kind,
        _title(experiment, roles.x),
        _labels(experiment, roles.x) or (tr("all runs"),),
        tuple(float(v) for v in x_axis.values) if numeric and x_axis else (),
        bool(x_axis and x_axis.drawn_log),
        log,
        _title(experiment, roles.colour),
        _labels(experiment, roles.colour),
        tuple(
            Facet(
                _labels(experiment, roles.facets)[f]
                if roles.facets is not None
                else "",
                tuple(_series(experiment, placed, roles, f, c, kind) for c in colours),
            )
            for f in facets
        ),
        _fixed(experiment),
        _left_out(results, known, measure, log),
    )


def _series(
    experiment: Experiment,
    placed: Sequence[tuple[tuple[int, ...], Result, float]],
    roles: Roles,
    facet: int,
    colour: int,
    kind: Measure,
) -> Series:
    mine = [
        (_at(places, roles.x), value, result)
        for places, result, value in placed
        if _at(places, roles.facets) == facet and _at(places, roles.colour) == colour
    ]
    spreads = []
    for place in range(_count(experiment, roles.x)):
        found = spread([v for at, v, _ in mine if at == place], kind.kind == YES)
        if found is not None:
            spreads.append((place, found))
    names = _labels(experiment, roles.colour)
    return Series(colour, names[colour] if names else "", tuple(mine), tuple(spreads))


def _at(places: tuple[int, ...], axis: int | None) -> int:
    return 0 if axis is None else places[axis]


def _count(experiment: Experiment, axis: int | None) -> int:
    return 1 if axis is None else len(experiment.axes[axis].values)


def _title(experiment: Experiment, axis: int | None) -> str:
    return "" if axis is None else experiment.key(axis).title


def _labels(experiment: Experiment, axis: int | None) -> tuple[str, ...]:
    if axis is None:
        return ()
    key, own = experiment.key(axis), experiment.axes[axis]
    return tuple(own.label(value, key) for value in own.values)


def _value(result: Result, measure: str) -> float | None:
    value = result.figures.get(measure)
    return None if value is None or not isfinite(value) else float(value)


def _fixed(experiment: Experiment) -> str:
    single = [i for i, axis in enumerate(experiment.axes) if len(axis.values) == 1]
    return ", ".join(
        f"{lowered(experiment.key(i).title)} {_labels(experiment, i)[0]}"
        for i in single
    )


def _left_out(
    results: Sequence[Result],
    known: Sequence[tuple[Result, float]],
    measure: str,
    log: bool,
) -> str:
    """Say which runs are left out: a chart that hides them would mislead."""
    words = []
    missing = len(results) - len(known)
    if missing:
        name = lowered(tr(MEASURES[measure].title))
        words.append(
            tr(
                "{missing} of {count} runs have no {name}",
                missing=missing,
                count=len(results),
                name=name,
            )
        )
    gone = sum(bool(r.figures.get("diverged")) for r in results)
    if gone and measure != "diverged":
        words.append(tr("{gone} diverged", gone=gone))
    flat = sum(v <= 0 for _, v in known) if log else 0
    if flat:
        words.append(tr("{flat} at 0 are drawn on the lower edge", flat=flat))
    return ", ".join(words)


# -- words -----------------------------------------------------------------------------
def shown(measure: Measure, value: float | None) -> str:
    """A number to show."""
    if value is None:
        return "–"
    if measure.kind == YES:
        return f"{100 * value:.0f}{THIN}%"
    if measure.kind == SHARE:
        return shown_percent(value)
    if measure.kind == COUNT and value == round(value):
        return shown_count(round(value))
    return shown_number(value)


def shown_spread(measure: Measure, found: Spread | None) -> str:
    """A median with its quartiles, or a share with its interval."""
    if found is None:
        return "–"
    ends = f"{shown(measure, found.low)} – {shown(measure, found.high)}"
    return f"{shown(measure, found.middle)} ({ends})"


def setting_words(experiment: Experiment, group: int, *, short: bool = False) -> str:
    """One combination: "Depth 3, Optimiser Adam"; settings with one value are left out.

    ``short`` leaves out the titles of values that explain themselves.
    """
    parts = []
    for i, place in enumerate(experiment.places(group)):
        axis, key = experiment.axes[i], experiment.key(i)
        if len(axis.values) == 1:
            continue
        label = axis.label(axis.values[place], key)
        if short and isinstance(axis.values[place], str):
            parts.append(label)
        else:
            parts.append(f"{lowered(key.title)} {label}")
    return ", ".join(parts) or tr("all runs")


def answer(experiment: Experiment, results: Sequence[Result], measure: str) -> str:
    """What the runs show about one measure, in a sentence or two."""
    kind = MEASURES[measure]
    found: Finding | None = finding(experiment, results, measure)
    if found is None:
        values = [v for r in results if (v := _value(r, measure)) is not None]
        whole = spread(values, kind.kind == YES)
        if whole is None:
            return ""
        return tr(
            mark("{title}: the share is {spread} everywhere.")
            if kind.kind == YES
            else mark("{title}: the median is {spread} everywhere."),
            title=tr(kind.title),
            spread=shown_spread(kind, whole),
        )

    def figure(group: int) -> str:
        mine = [r for r in results if r.group == group]
        values = [v for r in mine if (v := _value(r, measure)) is not None]
        return shown_spread(kind, spread(values, kind.kind == YES))

    best = setting_words(experiment, found.best, short=True)
    worst = setting_words(experiment, found.worst, short=True)
    first, last = (tr("lowest"), tr("highest"))
    way = tr("lower")
    if kind.more_is_better is not False:
        first, last, way = last, first, tr("higher")
    words = tr(
        "{title} is {first} with {best}: {figure}, and {last} with {worst}: {figure2}.",
        title=tr(kind.title),
        first=first,
        best=best,
        figure=figure(found.best),
        last=last,
        worst=worst,
        figure2=figure(found.worst),
    )
    if found.pairs and kind.kind != YES:
        words += tr(
            " It is {way} for {wins} of {pairs} shared seeds.",
            way=way,
            wins=found.wins,
            pairs=found.pairs,
        )
    return words


def value_words(value: Any) -> str:
    """A value as typed in a list."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)
