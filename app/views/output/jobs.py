"""What the Output view computes away from the GUI thread: pictures of a snapshot."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

import numpy as np
from PySide6.QtGui import QImage

from app.frame.turns import breathe
from app.look.numbers import shown_number
from app.look.palette import Bytes, amounts, class_table, image_of, mixture
from app.plane.mistakes import mistakes
from app.plane.picture import MANY, Kind, Picture, PlaneResult, kind_of
from app.views.output.case_jobs import CasesResult, cases
from app.views.output.glyphs import DistributionPlane, glyphs_of
from app.views.output.line_jobs import LineResult, line
from app.views.output.random_units import SPREAD, drawn_field, draws_shown
from app.views.output.wish import Wish
from core.analysis.field import (
    Field,
    affordable,
    decision_margin,
    grid,
    output_field,
    truth_of,
)
from core.arrays import Bools, Floats, finite
from core.language import tr
from core.outputs import LOSSES
from core.problems.base import Box, Sample

#: Multiplications a picture may cost during training, and when paused.
MOVING_BUDGET, STILL_BUDGET = 3e6, 150e6


def compute(wish: Wish) -> PlaneResult | LineResult | CasesResult:
    """Compute what ``wish`` asks for."""
    kind = kind_of(wish.snapshot.run.data.problem)
    with np.errstate(all="ignore"):  # a diverging network still gets its picture
        if kind is Kind.LINE:
            return line(wish)
        if kind is Kind.CASES:
            return cases(wish)
        return _plane(wish, kind)


def _plane(wish: Wish, kind: Kind) -> PlaneResult:
    snapshot = wish.snapshot
    panes = 3 if kind is Kind.RGB else 1
    budget = MOVING_BUDGET if wish.moving else STILL_BUDGET
    most = 128 if wish.moving else 4096
    width, height = affordable(
        snapshot.network,
        min(most, max(8, wish.width // panes)),
        min(most, max(8, wish.height)),
        budget,
    )
    made = output_field(snapshot, wish.box, width, height)
    breathe()
    pictures: tuple[Picture, ...]
    glyphs = None
    if draws_shown(snapshot, wish.draws):
        pictures = _drawn_pictures(wish, made, kind)
    elif kind is Kind.VALUE:
        found = glyphs_of(wish, made)
        glyphs, below = found if found is not None else (None, None)
        pictures = (_value_picture(wish, made) if below is None else below,)
    elif kind is Kind.CLASSES:
        pictures = (_class_picture(wish, made),)
    else:
        pictures = _rgb_pictures(wish, made)
    breathe()
    train, test = snapshot.splits.train, snapshot.splits.test
    crowd = None
    if len(train) + len(test) > MANY:
        crowd = _crowd(wish, train, test)
    return DistributionPlane(
        wish.label,
        snapshot,
        pictures,
        *mistakes(snapshot),
        wish.target,
        crowd,
        glyphs,
    )


def _drawn_pictures(wish: Wish, made: Field, kind: Kind) -> tuple[Picture, ...]:
    """Mean or spread over draws; for colours, the mean and the spread as its error."""
    mean, spread = drawn_field(wish.snapshot, made)
    if kind is Kind.RGB:
        return _rgb_pictures(wish, mean, spread if wish.draws == SPREAD else None)
    if wish.draws == SPREAD:
        return (_spread_picture(wish, spread),)
    show = _value_picture if kind is Kind.VALUE else _class_picture
    return (show(wish, mean),)


def _axes(box: Box, width: int, height: int) -> tuple[Floats, Floats]:
    """Centres of the pixels; y falls from row to row."""
    x0, x1, y0, y1 = box
    x = x0 + (np.arange(width) + 0.5) * ((x1 - x0) / width)
    y = y1 - (np.arange(height) + 0.5) * ((y1 - y0) / height)
    return x, y


def _contours(box: Box, values: Floats, levels: Sequence[float]) -> tuple[Floats, ...]:
    """Level lines as (m, 2) arrays in the plane's units."""
    from contourpy import LineType, contour_generator

    values = finite(np.asarray(values, np.float64))
    h, w = values.shape
    if h < 2 or w < 2:
        return ()
    x, y = _axes(box, w, h)
    maker = contour_generator(
        x=x, y=y, z=values, line_type=LineType.Separate, name="serial"
    )
    return tuple(np.asarray(line) for level in levels for line in maker.lines(level))


def _class_picture(wish: Wish, made: Field) -> Picture:
    snapshot = wish.snapshot
    shares = LOSSES[snapshot.run.loss].shares(made.predicted)
    image = image_of(mixture(wish.theme, shares, 0.56 if wish.theme.dark else 0.52))
    lines: tuple[Floats, ...] = ()
    if wish.contours:
        k = shares.shape[-1]
        if k == 2:
            lines = _contours(made.box, decision_margin(snapshot, made), (0.0,))
        else:
            score = made.logits if made.logits.shape[-1] == k else made.predicted
            for i in range(k):
                others = np.delete(score, i, axis=-1).max(axis=-1)
                lines += _contours(made.box, score[..., i] - others, (0.0,))
    return Picture(made.box, image, lines)


def _spread_picture(wish: Wish, made: Field) -> Picture:
    """The standard deviation over draws, of the widest class or of the value."""
    values = made.predicted.max(axis=-1)
    high = max(float(values.max()), 1e-6)
    return Picture(
        made.box,
        image_of(amounts(wish.theme, values, 0.0, high)),
        levels=(0.0, high),
    )


def _value_picture(wish: Wish, made: Field) -> Picture:
    values = made.predicted[..., min(wish.target, made.predicted.shape[-1] - 1)]
    # The sample's own values set the scale: it never moves, and two runs share it.
    known = wish.snapshot.splits.train.y
    known = known[:, min(wish.target, known.shape[1] - 1)]
    low, high = float(known.min()), float(known.max())
    image = image_of(amounts(wish.theme, values, low, high))
    lines: tuple[Floats, ...] = ()
    if wish.contours and high > low:
        lines = _contours(made.box, values, np.linspace(low, high, 11)[1:-1].tolist())
    return Picture(made.box, image, lines, levels=(low, high))


def _rgb_pictures(
    wish: Wish, made: Field, spread: Field | None = None
) -> tuple[Picture, ...]:
    """Target, learned, error; with ``spread`` over draws in place of the error."""
    snapshot = wish.snapshot
    problem = snapshot.run.data.problem
    h, w = made.shape
    learned = np.clip(np.nan_to_num(made.predicted[..., :3]), 0.0, 1.0)
    as_bytes = (255 * learned).astype(np.uint8)
    points = grid(made.box, w, h).astype(np.float64)
    hidden = problem.held_out(points).reshape(h, w)
    outline = _contours(made.box, hidden.astype(float), (0.5,)) if hidden.any() else ()
    truth = truth_of(problem)

    def picture(pixels: Bytes, caption: str, detail: str = "") -> Picture:
        image = image_of(pixels)
        return Picture(made.box, image, (), outline, caption, detail, False)

    drawn = draws_shown(snapshot, wish.draws)
    shown = picture(as_bytes, tr("mean over draws") if drawn else tr("learned"))
    scatter = None
    if spread is not None:
        each = np.sqrt(np.mean(spread.predicted[..., :3] ** 2, axis=-1))
        top = max(float(each.max()), 1e-6)
        words = tr("spread of draws, 0 to {top}", top=shown_number(top, 2))
        scatter = picture(amounts(wish.theme, each, 0.0, top), words)
    if truth is None and scatter is not None:
        return shown, scatter
    if truth is None:
        return _sample_picture(wish, made.box), shown
    target = np.clip(truth(points).reshape(h, w, 3), 0.0, 1.0)
    error = np.sqrt(np.mean((learned - target) ** 2, axis=-1))
    mse = float(np.mean(error**2))
    caption = tr("error, mse {mse}", mse=shown_number(mse, 2))
    wrong = amounts(wish.theme, error, 0.0, 0.5)
    found = (
        picture((255 * target).astype(np.uint8), tr("target")),
        shown,
        scatter or picture(wrong, caption, _psnr(error**2, hidden)),
    )
    if wish.rivals is None:
        return found
    rivals = wish.rivals.of(snapshot.splits, made.box, target)
    return found + tuple(
        picture(r.pixels, tr(r.title), _psnr(r.error, hidden)) for r in rivals
    )


def _psnr(error: Floats, hidden: Bools) -> str:
    """Peak signal-to-noise ratio, for channels from 0 to 1.

    ``error`` (h, w) is squared; a held-out area is reported separately.
    """
    words = _decibels(float(error.mean()))
    if words and hidden.any():
        rows = np.arange(error.shape[0]) * hidden.shape[0] // error.shape[0]
        columns = np.arange(error.shape[1]) * hidden.shape[1] // error.shape[1]
        part = error[hidden[rows][:, columns]]
        if part.size:
            words += tr(", held out {decibels}", decibels=_decibels(float(part.mean())))
    return tr("PSNR {words}", words=words) if words else ""


def _decibels(mse: float) -> str:
    return tr("{value} dB", value=f"{-10 * log10(mse):.1f}") if mse > 0 else ""


def _sample_picture(wish: Wish, box: Box) -> Picture:
    """The target where it is known only at the sample: the nearest example's colour."""
    sample = wish.snapshot.splits.train
    x0, x1, y0, y1 = box
    side = 64
    column = ((sample.x[:, 0] - x0) / (x1 - x0) * side).astype(int)
    row = ((y1 - sample.x[:, 1]) / (y1 - y0) * side).astype(int)
    inside = (column >= 0) & (column < side) & (row >= 0) & (row < side)
    pixels = np.empty((side, side, 3), np.uint8)
    pixels[...] = [_channel(wish.theme.field, i) for i in range(3)]
    colours = np.clip(sample.y[inside, :3], 0.0, 1.0) * 255
    pixels[row[inside], column[inside]] = colours.astype(np.uint8)
    return Picture(box, image_of(pixels), (), (), tr("target"), "", False)


def _channel(code: str, channel: int) -> int:
    """Red, green or blue of ``#rrggbb`` as a byte."""
    return int(code[1 + 2 * channel : 3 + 2 * channel], 16)


def _crowd(wish: Wish, train: Sample, test: Sample) -> QImage:
    """A large sample as an image: colour by class, opacity by how many points."""
    x0, x1, y0, y1 = wish.box
    w, h = max(8, wish.width // 3), max(8, wish.height // 3)
    x = np.concatenate([train.x, test.x])
    k = max(1, train.classes)
    label = np.concatenate([train.y, test.y]).astype(int) if train.classes else None
    counts = np.zeros((k, h, w), np.float32)
    for i in range(k):
        part = x if label is None else x[label == i]
        counts[i] = np.histogram2d(
            -part[:, 1], part[:, 0], bins=(h, w), range=((-y1, -y0), (x0, x1))
        )[0]
    total = counts.sum(axis=0)
    table = (
        class_table(wish.theme, k)
        if label is not None
        else np.array([[_channel(wish.theme.text, i) for i in range(3)]])
    )
    colour = np.einsum("khw,kc->hwc", counts, table) / np.maximum(total, 1)[..., None]
    busy = np.percentile(total[total > 0], 95) if (total > 0).any() else 1.0
    alpha = np.where(total > 0, 0.25 + 0.75 * np.sqrt(np.minimum(total / busy, 1)), 0)
    out = np.empty((h, w, 4), np.uint8)
    out[..., :3] = (colour * alpha[..., None])[..., ::-1]
    out[..., 3] = 255 * alpha
    form = QImage.Format.Format_ARGB32_Premultiplied
    return QImage(out.data, w, h, 4 * w, form).copy()
