"""How well one linear layer can read a space.

For classes: the accuracy of the best linear classifier on the training points; for
values: the share of variance (R²) that least squares explains. Few points of two
classes in one or two dimensions are solved exactly. Otherwise a search starts from
least squares, logistic regression and every classifier already known, and improves the
best of them by exact line searches on the number of correct points.

Points are whitened first, so an invertible affine map changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.analysis.best_line import best_line
from core.arrays import Floats, Ints

MAX_ROWS = 20_000  # points measured
EXACT_POINTS = 500  # of two classes in the plane: beyond this the search is used
FIT_ROWS = 2000  # points the search is fitted on
DIRECTIONS = 60  # line searches


@dataclass(frozen=True, slots=True)
class Separability:
    """Between 0 and 1; ``test`` is None without a test split."""

    train: float
    test: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A linear classifier by its scores on the points: an affine map of any space
    that maps affinely to the one where it was found.
    """  # noqa: D205

    accuracy: float
    train: Floats  # (n, classes)
    test: Floats  # (m, classes)

    def measured(self, y_test: Floats | None) -> Separability:
        """The figures to show."""
        test = None
        if y_test is not None and len(y_test):
            test = _accuracy(self.test, y_test.astype(np.int64))
        return Separability(self.accuracy, test)


def reading(
    scores: Floats, scores_test: Floats, y: Floats, accuracy: float | None = None
) -> Reading:
    """A classifier already known, such as the network's own output layer."""
    found = _accuracy(scores, y.astype(np.int64)) if accuracy is None else accuracy
    return Reading(found, scores, scores_test)


def separability(
    h: Floats,
    y: Floats,
    classes: int,
    h_test: Floats | None = None,
    y_test: Floats | None = None,
) -> Separability:
    """Fit the best linear read-out of ``h`` (n, width) and measure it."""
    test = h[:0] if h_test is None else h_test
    if not np.isfinite(h).all():
        return Separability(0.0, None if y_test is None else 0.0)
    if classes:
        return best_reading(h, y, classes, test).measured(y_test)
    return explained(h, y, h_test, y_test)


def explained(
    h: Floats, y: Floats, h_test: Floats | None, y_test: Floats | None
) -> Separability:
    """R² of least squares."""
    space = Whitened(h)
    weights = np.linalg.lstsq(space.homogeneous(h), y, rcond=None)[0]

    def measured(values: Floats, targets: Floats) -> float:
        rest = float(np.sum((space.homogeneous(values) @ weights - targets) ** 2))
        total = float(np.sum((targets - targets.mean(axis=0)) ** 2))
        return max(0.0, 1.0 - rest / total) if total > 0 else 1.0

    has_test = h_test is not None and y_test is not None and len(h_test) > 0
    test = measured(h_test, y_test) if has_test else None  # type: ignore[arg-type]
    return Separability(measured(h, y), test)


class Whitened:
    """Coordinates of the affine hull of points, with unit covariance.

    They are the same, up to rotation, for every invertible affine image of the points.
    """

    def __init__(self, h: Floats) -> None:
        self._centre = h.mean(axis=0)
        spread = h.std(axis=0)
        size = max(1.0, float(np.max(np.abs(h), initial=0.0)))
        self._live = spread > 1e-12 * size
        self._spread = spread[self._live]
        scaled = self._scaled(h)
        n, width = scaled.shape
        # Fewer points than columns span no more than their own number of directions:
        # pictures of 32×32×3 numbers would take half a minute by their columns.
        wide = n < width
        moment = (scaled @ scaled.T if wide else scaled.T @ scaled) / max(1, n)
        if moment.size:
            variance, axes = np.linalg.eigh(moment)
            kept = variance > 1e-14 * variance[-1]
            axes, variance = axes[:, kept], variance[kept]
            if wide:
                axes = scaled.T @ (axes / np.sqrt(n * variance))
            self._map = axes / np.sqrt(variance)
        else:
            self._map = np.zeros((width, 0))
        self.rank = self._map.shape[1]

    def _scaled(self, h: Floats) -> Floats:
        return np.asarray((h[:, self._live] - self._centre[self._live]) / self._spread)

    def of(self, h: Floats) -> Floats:
        """Whitened coordinates (n, rank)."""
        return np.asarray(self._scaled(h) @ self._map)

    def homogeneous(self, h: Floats) -> Floats:
        """Whitened coordinates and a column of ones."""
        return np.hstack([self.of(h), np.ones((len(h), 1))])


def best_reading(
    h: Floats,
    y: Floats,
    classes: int,
    h_test: Floats,
    known: Sequence[Reading] = (),
    space: Whitened | None = None,
) -> Reading:
    """The best linear classifier of ``h``; never worse than those ``known``."""
    space = space or Whitened(h)
    labels = y.astype(np.int64)
    candidates = list(known)
    if classes == 2 and (space.rank == 1 or _few(space, len(h))):
        line = best_line(space.of(h), labels)
        both = np.array([-1.0, 1.0])
        candidates.append(
            Reading(
                line.right / len(h),
                line.scores(space.of(h))[:, None] * both,
                line.scores(space.of(h_test))[:, None] * both,
            )
        )
    elif not any(r.accuracy == 1.0 for r in known):
        candidates.append(_searched(space, h, labels, classes, h_test, known))
    return max(candidates, key=lambda r: r.accuracy)


def _few(space: Whitened, points: int) -> bool:
    return space.rank == 2 and points <= EXACT_POINTS


def _accuracy(scores: Floats, labels: Ints) -> float:
    return float(np.mean(np.argmax(scores, axis=1) == labels))


def _searched(
    space: Whitened,
    h: Floats,
    labels: Ints,
    classes: int,
    h_test: Floats,
    known: Sequence[Reading],
) -> Reading:
    a, a_test = space.homogeneous(h), space.homogeneous(h_test)
    step = -(-len(h) // FIT_ROWS)
    fit, fit_labels = a[::step], labels[::step]
    starts = [_least_squares(fit, np.eye(classes)[fit_labels])]
    if _accuracy(a @ starts[0], labels) < 1.0:
        starts.append(_logistic(fit, fit_labels, starts[0]))
    # A known classifier is affine in h: least squares finds its weights exactly.
    starts += [_least_squares(fit, r.train[::step]) for r in known]
    best = max(starts, key=lambda w: _accuracy(a @ w, labels))
    best = _polished(fit, fit_labels, best)
    found = max([best, *starts], key=lambda w: _accuracy(a @ w, labels))
    return Reading(_accuracy(a @ found, labels), a @ found, a_test @ found)


def _least_squares(a: Floats, y: Floats) -> Floats:
    return np.asarray(np.linalg.lstsq(a, y, rcond=None)[0])


def _logistic(a: Floats, labels: Ints, start: Floats) -> Floats:
    """Multinomial logistic regression by L-BFGS from the least-squares solution.

    The tiny ridge only bounds the weights where the classes are separable; the
    better of start and end is kept, measured by accuracy.
    """
    from scipy.optimize import OptimizeResult, minimize

    one_hot = np.eye(start.shape[1])[labels]
    n, shape, ridge = len(a), start.shape, 1e-5

    def objective(flat: Floats) -> tuple[float, Floats]:
        w = flat.reshape(shape)
        logits = a @ w
        logits -= logits.max(axis=1, keepdims=True)
        p = np.exp(logits)
        total = p.sum(axis=1, keepdims=True)
        p /= total
        loss = float(np.mean(np.log(total[:, 0]) - logits[np.arange(n), labels]))
        gradient = a.T @ (p - one_hot) / n + 2.0 * ridge * w
        return loss + ridge * float(np.sum(w * w)), gradient.ravel()

    def enough(intermediate_result: OptimizeResult) -> None:
        """All points are correct: more confidence would not change the accuracy."""
        if _accuracy(a @ intermediate_result.x.reshape(shape), labels) == 1.0:
            raise StopIteration

    result = minimize(
        objective,
        start.ravel(),
        jac=True,
        method="L-BFGS-B",
        callback=enough,
        options={"maxiter": 80, "ftol": 1e-7, "gtol": 1e-6},
    )
    end = np.asarray(result.x.reshape(shape))
    return end if _accuracy(a @ end, labels) >= _accuracy(a @ start, labels) else start


def _polished(a: Floats, labels: Ints, w: Floats) -> Floats:
    """Move the classifier towards wrong points, each time by the best step."""
    right = _accuracy(a @ w, labels)
    tried = 0
    while tried < DIRECTIONS and right < 1.0:
        scores = a @ w
        said = np.argmax(scores, axis=1)
        wrong = np.flatnonzero(said != labels)
        better = False
        for i in wrong[:: max(1, len(wrong) // (DIRECTIONS // 2))]:
            tried += 1
            along = np.zeros_like(w)
            along[:, labels[i]] += a[i]
            along[:, said[i]] -= a[i]
            t, count = _best_step(scores, a @ along, labels)
            if count > right * len(a) + 0.5:
                moved = w + t * along
                now = _accuracy(a @ moved, labels)
                if now > right:
                    w, right, better = moved, now, True
                    break
            if tried >= DIRECTIONS:
                break
        if not better:
            break
    return w


def _best_step(scores: Floats, slopes: Floats, labels: Ints) -> tuple[float, int]:
    """The t with the most correct rows of ``scores + t·slopes``, and how many."""
    rows = np.arange(len(labels))
    gap = scores[rows, labels][:, None] - scores
    rate = slopes[rows, labels][:, None] - slopes
    gap[rows, labels], rate[rows, labels] = 1.0, 0.0  # no class competes with itself
    with np.errstate(divide="ignore", invalid="ignore"):
        meet = -gap / rate
    low = np.max(np.where(rate > 0, meet, -np.inf), axis=1)
    high = np.min(np.where(rate < 0, meet, np.inf), axis=1)
    never = ((rate == 0) & (gap <= 0)).any(axis=1) | (low >= high)
    low, high = low[~never], high[~never]
    if not len(low):
        return 0.0, 0
    places = np.concatenate([low, high])
    change = np.concatenate([np.ones(len(low)), -np.ones(len(high))])
    order = np.lexsort((change, places))  # an end before a start at the same place
    places, count = places[order], np.cumsum(change[order])
    best = int(np.argmax(count))
    left = places[best]
    stop = places[best + 1] if best + 1 < len(places) else left + 2.0
    if not np.isfinite(left):
        return (float(stop) - 1.0 if np.isfinite(stop) else 0.0), int(count[best])
    return float((left + stop) / 2 if np.isfinite(stop) else left + 1.0), int(
        count[best]
    )
