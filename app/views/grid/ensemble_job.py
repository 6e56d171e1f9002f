"""What the Ensemble page computes in the worker's thread."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage

from app.frame.turns import breathe
from app.look.palette import Bytes, amounts, image_of, mixture
from app.look.theme import Theme
from app.plane.picture import Kind, kind_of
from core.analysis.field import grid
from core.arrays import Floats
from core.engine.snapshot import Snapshot
from core.grid.ensemble import (
    Predictions,
    Quality,
    judged_on,
    most_uncertain,
    predictions,
    qualities,
)
from core.grid.snapshot import GridSnapshot
from core.language import tr
from core.problems.base import Box

MOVING_SIDE, STILL_SIDE, ALONG = 32, 96, 160


@dataclass(frozen=True, eq=False)
class EnsembleWish:
    """Which networks, and the position of the line through the plane."""

    shot: GridSnapshot
    theme: Theme
    section: float  # share of the plane's height, from below
    moving: bool


@dataclass(frozen=True, eq=False)
class PlanePicture:
    """One quantity over the plane."""

    title: str
    image: QImage
    scale: str  # what the strongest colour stands for; "" for the mean


@dataclass(frozen=True, eq=False)
class Ensemble:
    """All networks as one predictor."""

    shot: GridSnapshot
    box: Box
    pictures: tuple[PlanePicture, ...]  # empty if there is no plane
    x: Floats  # (m,) along the line
    line: Predictions | None  # at these points; None: more than two inputs
    section: float  # y of the line, in the plane's units
    qualities: tuple[Quality, ...]
    judged_on: str


def compute(wish: EnsembleWish) -> Ensemble:
    """Predict over the plane, along the line, and on held-out examples."""
    shot = wish.shot
    problem = shot.run.data.problem
    box = problem.box
    y = box[2] + wish.section * (box[3] - box[2])
    with np.errstate(all="ignore"):
        pictures = _pictures(wish) if problem.inputs == 2 else ()
        x = np.linspace(box[0], box[1], ALONG)
        line = None
        if problem.inputs == 1:
            line = predictions(shot, x[:, None])
        elif problem.inputs == 2:
            line = predictions(shot, np.column_stack([x, np.full(ALONG, y)]))
        breathe()
        found = tuple(qualities(shot))
    return Ensemble(shot, box, pictures, x, line, y, found, judged_on(shot.splits)[1])


def _pictures(wish: EnsembleWish) -> tuple[PlanePicture, ...]:
    shot, theme = wish.shot, wish.theme
    problem = shot.run.data.problem
    side = MOVING_SIDE if wish.moving else STILL_SIDE
    made = predictions(shot, grid(problem.box, side, side))
    breathe()
    if made.classes:
        top, unit = most_uncertain(made.classes), tr("nats")
        scale = tr("0 to {top} {unit}", top=f"{top:.2f}", unit=unit)
    else:
        top = float(np.nanmax(made.total)) or 1.0
        scale = tr("0 to {top}", top=f"{top:.2g}")
    share = 0.5 if made.classes else float(np.nanmax(made.disagreement)) or 1.0
    spread = (
        tr("0 to 50 %") if made.classes else tr("0 to {share}", share=f"{share:.2g}")
    )
    parts = (
        (tr("mean prediction"), mean_pixels(theme, shot.member(0), made), ""),
        (tr("disagreement"), amounts(theme, made.disagreement, 0.0, share), spread),
        (tr("total uncertainty"), amounts(theme, made.total, 0.0, top), scale),
        (tr("from the data"), amounts(theme, made.data, 0.0, top), scale),
        (tr("from the model"), amounts(theme, made.model, 0.0, top), scale),
    )
    return tuple(
        PlanePicture(title, image_of(pixels.reshape(side, side, 3)), words)
        for title, pixels, words in parts
    )


def mean_pixels(theme: Theme, member: Snapshot, made: Predictions) -> Bytes:
    """The mean prediction as colours, (n, 3); ``member`` is any of the networks."""
    if made.classes:
        return mixture(theme, made.mean, 0.62 if theme.dark else 0.58)
    if kind_of(member.run.data.problem) is Kind.RGB:
        colours = np.clip(np.nan_to_num(made.mean[:, :3]), 0.0, 1.0)
        return np.asarray((255 * colours).astype(np.uint8))
    known = member.splits.train.y[:, 0]
    return amounts(theme, made.mean[:, 0], float(known.min()), float(known.max()))
