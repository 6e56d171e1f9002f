"""How far a layer's space can be read by one linear layer.

For classes: the accuracy of multinomial logistic regression fitted on the training
points in that space; for values: the share of variance (R²) of least squares.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Floats

MAX_ROWS = 2000  # more points change the third digit at most, and cost a frame


@dataclass(frozen=True, slots=True)
class Separability:
    """Between 0 and 1; ``test`` is None without a test split."""

    train: float
    test: float | None


def separability(
    h: Floats,
    y: Floats,
    classes: int,
    h_test: Floats | None = None,
    y_test: Floats | None = None,
) -> Separability:
    """Fit the best linear read-out of ``h`` (n, width) and measure it."""
    step = max(1, len(h) // MAX_ROWS)
    h, y = h[::step], y[::step]
    centre = h.mean(axis=0)
    spread = h.std(axis=0)
    live = spread > 1e-12 * max(1.0, float(np.max(np.abs(h), initial=0.0)))
    if not np.isfinite(h).all():
        return Separability(0.0, None if h_test is None else 0.0)

    def prepared(values: Floats) -> Floats:
        scaled = (values[:, live] - centre[live]) / spread[live]
        return np.hstack([scaled, np.ones((len(values), 1))])

    a = prepared(h)
    weights = _classifier(a, y, classes) if classes else _least_squares(a, y)

    def measured(values: Floats, targets: Floats) -> float:
        read = prepared(values) @ weights
        if classes:
            return float(np.mean(np.argmax(read, axis=1) == targets))
        rest = float(np.sum((read - targets) ** 2))
        total = float(np.sum((targets - targets.mean(axis=0)) ** 2))
        return max(0.0, 1.0 - rest / total) if total > 0 else 1.0

    has_test = h_test is not None and y_test is not None and len(h_test) > 0
    test = measured(h_test, y_test) if has_test else None  # type: ignore[arg-type]
    return Separability(measured(h, y), test)


def _least_squares(a: Floats, y: Floats) -> Floats:
    return np.asarray(np.linalg.lstsq(a, y, rcond=None)[0])


def _classifier(a: Floats, y: Floats, classes: int) -> Floats:
    """Multinomial logistic regression by L-BFGS from the least-squares solution.

    The tiny ridge only bounds the weights where the classes are separable; the
    better of start and end is kept, measured by accuracy.
    """
    from scipy.optimize import OptimizeResult, minimize

    labels = y.astype(np.int64)
    one_hot = np.eye(classes)[labels]
    start = _least_squares(a, one_hot)
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

    def accuracy(w: Floats) -> float:
        return float(np.mean(np.argmax(a @ w, axis=1) == labels))

    if accuracy(start) == 1.0:
        return start

    def enough(intermediate_result: OptimizeResult) -> None:
        """All points are right: more confidence changes nothing that is measured."""
        if accuracy(intermediate_result.x.reshape(shape)) == 1.0:
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
    return end if accuracy(end) >= accuracy(start) else start
