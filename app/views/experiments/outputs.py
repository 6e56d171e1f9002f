"""Exports of the view: pictures of the chart, and the notebook as a page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.look.export import picture_bytes
from app.look.theme import LIGHT
from app.views.experiments.arrange import Roles, answer, compose, shown_spread
from app.views.experiments.chart import ResultsChart
from core.experiments.experiment import Experiment
from core.experiments.measures import MEASURES
from core.experiments.record import Record
from core.experiments.report import Chart, page
from core.experiments.summary import measures_in, rows
from core.language import tr

SIZE = 760, 380  # of a chart on the page
MOST_CHARTS = 4
_ALSO = ("reached", "test_loss", "loss")


def slug(experiment: Experiment) -> str:
    """A name for files."""
    words = re.sub(r"[^a-z0-9]+", "-", experiment.title.lower()).strip("-")
    return experiment.name or words[:60] or "experiment"


def picture_of(chart: ResultsChart, ending: str) -> bytes:
    """The chart as it is shown."""
    return picture_bytes(chart, ending, 2.0 if ending == ".png" else 1.0)


def html_of(record: Record, measure: str, roles: Roles) -> str:
    """The notebook as one page: notes, charts, table."""
    experiment, results = record.experiment, record.results
    table = rows(experiment, results)
    present = measures_in(table)
    wanted = [experiment.measure, measure, *(m for m in _ALSO if m in present)]
    charts = [
        made
        for name in list(dict.fromkeys(wanted))[:MOST_CHARTS]
        if (made := _chart(record, name, roles)) is not None
    ]
    cells: list[Sequence[str]] = []
    for row in table:
        places = experiment.places(row.group)
        settings = [
            axis.label(axis.values[place], experiment.key(i))
            for i, (axis, place) in enumerate(zip(experiment.axes, places, strict=True))
        ]
        figures = [shown_spread(MEASURES[m], row.spreads.get(m)) for m in present]
        cells.append([*settings, str(row.done), *figures])
    head = [
        *(experiment.key(i).title for i in range(len(experiment.axes))),
        tr("Seeds"),
        *(tr(MEASURES[m].title) for m in present),
    ]
    return page(record, charts, head, cells)


def _chart(record: Record, measure: str, roles: Roles) -> Chart | None:
    figure = compose(record.experiment, record.results, measure, roles)
    if not any(s.dots for facet in figure.facets for s in facet.series):
        return None
    canvas = ResultsChart()
    canvas.set_theme(LIGHT)
    canvas.resize(*SIZE)
    canvas.show_figure(figure)
    words = answer(record.experiment, record.results, measure)
    svg = picture_bytes(canvas, ".svg", 1.0).decode("utf-8")
    canvas.deleteLater()
    return Chart(tr(MEASURES[measure].title), words, svg)
