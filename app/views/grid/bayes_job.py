"""What the Bayes page computes in the worker's thread."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtGui import QImage

from app.frame.turns import breathe
from app.look.palette import amounts, image_of
from app.look.theme import Theme
from app.views.grid.ensemble_job import ALONG, MOVING_SIDE, STILL_SIDE, mean_pixels
from core.analysis.field import grid
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.grid.distances import (
    apart,
    compared_at,
    distances,
    flat_map,
    functions,
)
from core.grid.ensemble import (
    Predictions,
    Quality,
    judged_on,
    predictions_of,
    quality,
)
from core.grid.gather import Gathered
from core.grid.langevin import likelihood_factor, prior_strength, why_no_posterior
from core.grid.snapshot import GridSnapshot
from core.grid.ways import WAYS, Given
from core.language import tr
from core.problems.base import Box


@dataclass(frozen=True, eq=False)
class BayesWish:
    """The members to compare, and those to show in pictures."""

    main: Snapshot  # run A, as it is shown
    shot: GridSnapshot | None
    gathered: Gathered | None
    way: str
    theme: Theme
    moving: bool
    playing: bool = False  # run A is training: slow work waits


@dataclass(frozen=True, eq=False)
class Row:
    """The results of one way."""

    way: str
    count: int
    why_not: str
    finished: bool
    places: Floats  # (count, 2) on the map
    apart: float | None = None  # mean distance of two members
    away: float | None = None  # mean distance from run A
    quality: Quality | None = None


@dataclass(frozen=True, eq=False)
class Bayes:
    """All members, and pictures of those by one way."""

    main: Snapshot
    box: Box
    way: str
    rows: tuple[Row, ...]
    explained: float  # share of the squared distances that the map shows
    compared: str  # where predictions are compared
    judged_on: str
    sentence: str
    mean: QImage | None = None
    spread: QImage | None = None
    most: float = 0.0  # the largest spread
    x: Floats | None = None
    line: Predictions | None = None  # one input: at these points
    prior: float = 0.0  # λ
    matrix: QImage | None = None  # one pixel per pair of members
    farthest: float = 0.0  # the largest distance in it
    factor: float | None = None  # c; None: the loss is not a likelihood

    def row(self, way: str) -> Row:
        """The results of ``way``."""
        return next(row for row in self.rows if row.way == way)


def compute(wish: BayesWish) -> Bayes:
    """Predict with all members, compare them, and draw those of one way."""
    main = wish.main
    groups, reasons, finished = _groups(wish)
    points, compared = compared_at(main)
    sample, judged = judged_on(main.splits)
    with np.errstate(all="ignore"):
        vectors = {}
        for name, members in groups.items():
            vectors[name] = functions(predictions_of(members, points))
            breathe()
        own = functions(predictions_of([main], points))
        flat = flat_map(np.concatenate([own, *vectors.values()]))
        rows, at = [], 1
        for name in WAYS:
            members = groups.get(name, ())
            places = flat.places[at : at + len(members)]
            at += len(members)
            if not members:
                done = name in finished
                rows.append(Row(name, 0, reasons.get(name, ""), done, places))
                continue
            away = np.sqrt(((vectors[name] - own) ** 2).sum(axis=1))
            rows.append(
                Row(
                    name,
                    len(members),
                    "",
                    name in finished,
                    places,
                    apart(distances(vectors[name])),
                    float(away.mean()),
                    quality(predictions_of(members, sample.x), sample),
                )
            )
            breathe()
        made = _pictured(wish, groups, tuple(rows), flat.explained, (compared, judged))
        if not vectors:
            return made
        between = distances(np.concatenate(list(vectors.values())))
        farthest = max(float(between.max()), 1e-6)
        pixels = amounts(wish.theme, between, 0.0, farthest)
        return replace(made, matrix=image_of(pixels), farthest=farthest)


def _groups(
    wish: BayesWish,
) -> tuple[dict[str, tuple[Snapshot, ...]], dict[str, str], frozenset[str]]:
    """Members by way, why some have none, and which are complete."""
    main, shot, gathered = wish.main, wish.shot, wish.gathered
    groups: dict[str, tuple[Snapshot, ...]] = {}
    waiting = tr("waits until training pauses")
    if not wish.playing:
        waiting = tr("being computed …")
    reasons = dict.fromkeys(WAYS, waiting)
    finished: frozenset[str] = frozenset()
    if shot is not None and shot.network == main.network:
        groups["seeds"] = tuple(shot.member(k) for k in range(len(shot)))
        finished = frozenset({"seeds"} if shot.step >= main.step else ())
    if gathered is not None and gathered.given.latest.network == main.network:
        groups |= {name: made for name, made in gathered.members.items() if made}
        reasons |= gathered.why_not
        finished |= gathered.finished
    # In the order of WAYS, which rows and places rely on.
    return {name: groups[name] for name in WAYS if name in groups}, reasons, finished


def _pictured(
    wish: BayesWish,
    groups: dict[str, tuple[Snapshot, ...]],
    rows: tuple[Row, ...],
    explained: float,
    words: tuple[str, str],
) -> Bayes:
    """Mean and spread of the chosen way over the plane or along the line."""
    main, theme = wish.main, wish.theme
    problem, run = main.run.data.problem, main.run
    members = groups.get(wish.way, ())
    history = wish.gathered.given.history if wish.gathered is not None else ()
    given = Given(main, history, len(members), wish.shot)
    why = next(row.why_not for row in rows if row.way == wish.way)
    sentence = WAYS[wish.way].sentence(given)
    if why:
        title = f"{tr(WAYS[wish.way].title)}: " if why[0].islower() else ""
        sentence = f"{title}{why}".removesuffix(".") + ("" if why[-1] == "…" else ".")
    made = Bayes(
        main,
        problem.box,
        wish.way,
        rows,
        explained,
        *words,
        sentence,
        prior=prior_strength(run.training),
        factor=None if why_no_posterior(run) else likelihood_factor(main),
    )
    if not members or problem.inputs > 2:
        return made
    if problem.inputs == 1:
        x = np.linspace(problem.box[0], problem.box[1], ALONG)
        return replace(made, x=x, line=predictions_of(members, x[:, None]))
    side = MOVING_SIDE if wish.moving else STILL_SIDE
    found = predictions_of(members, grid(problem.box, side, side))
    spread = np.sqrt(found.each.var(axis=0).mean(axis=-1))
    most = max(float(np.nanmax(spread)), 1e-6)
    shape = (side, side, 3)
    return replace(
        made,
        mean=image_of(mean_pixels(theme, members[0], found).reshape(shape)),
        spread=image_of(amounts(theme, spread, 0.0, most).reshape(shape)),
        most=most,
    )
