"""Curvature of J: its largest Hessian eigenvalue, without ever building the Hessian."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.analysis.gradients import stability_limit
from core.arrays import Floats
from core.gradients.network import GraphMode, network_graph
from core.language import mark, tr
from core.network import NetworkSpec
from core.numbers import short_number
from core.training import TrainingSpec

MAX_ROWS = 1000  # examples the Hessian is measured on


@dataclass(frozen=True, slots=True)
class Curvature:
    """The sharpest direction of J against what the optimiser can follow."""

    largest: float  # largest eigenvalue
    limit: float | None  # stability limit of the optimiser; None: not applicable
    products: int  # Hessian-vector products it took

    @property
    def sentence(self) -> str:
        """The comparison in words."""
        if self.limit is None:
            return tr(
                "largest curvature {largest}; there is no stability limit "
                "for this optimiser",
                largest=short_number(self.largest),
            )
        over = self.largest > self.limit
        return tr(
            mark("largest curvature {largest}, above the stability limit {limit}")
            if over
            else mark("largest curvature {largest}, below the stability limit {limit}"),
            largest=short_number(self.largest),
            limit=short_number(self.limit),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Sharpest:
    """The largest Hessian eigenvalues, descending, and their directions."""

    values: Floats  # (k,); NaN where none was found
    vectors: Floats  # (k, parameters), of length 1
    products: int  # Hessian-vector products it took


def sharpest(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    x: Floats,
    y: Floats,
    *,
    count: int = 1,
    l1: float = 0.0,
    l2: float = 0.0,
    tolerance: float = 1e-4,
) -> Sharpest:
    """Lanczos on exact Hessian-vector products of the whole sample's J."""
    from scipy.sparse.linalg import (
        ArpackError,
        ArpackNoConvergence,
        LinearOperator,
        eigsh,
    )

    step = -(-len(x) // MAX_ROWS)
    mode = GraphMode(l1=l1, l2=l2)
    graph = network_graph(
        network, theta.astype(np.float64), x[::step], y[::step], running, mode
    )
    size = network.layout.size
    products = 0

    def product(vector: Floats) -> Floats:
        nonlocal products
        products += 1
        return graph.hvp(np.asarray(vector, dtype=np.float64).ravel())

    if size <= count + 1:  # too small for a Krylov space: ask for every column
        hessian = np.stack([product(e) for e in np.eye(size)])
        values, vectors = np.linalg.eigh((hessian + hessian.T) / 2)
    else:
        operator = LinearOperator((size, size), matvec=product, dtype=np.float64)
        start = np.random.default_rng(0).standard_normal(size)
        try:
            values, vectors = eigsh(
                operator, k=count, which="LA", v0=start, tol=tolerance, maxiter=300
            )
        except ArpackNoConvergence as stopped:
            values, vectors = stopped.eigenvalues, stopped.eigenvectors
        except ArpackError:  # every product is zero: flat, or no number at all
            values = np.array([np.nan if product(start).any() else 0.0])
            vectors = np.empty((size, 0))
    order = np.argsort(values)[::-1][:count]
    found = vectors.T[order] if vectors.shape[1] == len(values) else vectors.T
    return Sharpest(np.asarray(values)[order], found, products)


def curvature(
    network: NetworkSpec,
    theta: Floats,
    running: Floats,
    x: Floats,
    y: Floats,
    training: TrainingSpec,
    learning_rate: float,
    tolerance: float = 1e-4,
) -> Curvature:
    """The sharpest direction of J against the optimiser's stability limit."""
    found = sharpest(
        network,
        theta,
        running,
        x,
        y,
        l1=training.l1,
        l2=training.l2,
        tolerance=tolerance,
    )
    largest = float(found.values[0]) if len(found.values) else np.nan
    limit = stability_limit(training.optimiser, learning_rate, training.momentum)
    return Curvature(largest, limit, found.products)
