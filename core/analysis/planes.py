"""Planes through weight space, and the position of a path of weights on one.

A plane is θ + α·u + β·v. Directions are random, or come from the path, from the
Hessian, from gradient and momentum, from two single weights or from two other sets of
weights; the loss over a plane is `core.analysis.landscape.plane_losses`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.analysis.curvature import sharpest
from core.arrays import Floats, Ints
from core.errors import BadInput, require
from core.gradients.network import network_graph
from core.language import tr
from core.network import NetworkSpec, link_mask

#: Below this share of a direction's length, what is left of it counts as zero.
_NOTHING = 1e-9
#: A second main direction with less than this share of the first one's size is noise.
_LEAST = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Two directions in weight space, neither zero nor parallel to each other."""

    u: Floats
    v: Floats
    span: float  # how far to look to either side, in lengths of u and v

    def coordinates(self, offsets: Floats) -> tuple[Floats, Floats, Floats]:
        """α, β and the distance off the plane of each row of ``offsets`` from θ."""
        basis = np.stack([self.u, self.v], axis=1)
        found, *_ = np.linalg.lstsq(basis, offsets.T, rcond=None)
        off = np.linalg.norm(offsets - (basis @ found).T, axis=1)
        return found[0], found[1], off

    def explained(self, thetas: Floats) -> tuple[float, float] | None:
        """Shares of the path's variance along u, and along v's part orthogonal to u.

        None where the path (T, parameters) does not move.
        """
        moved = thetas - thetas.mean(axis=0)
        total = float(np.sum(moved * moved))
        if total == 0.0:
            return None
        first = self.u / np.linalg.norm(self.u)
        second = self.v - first * (first @ self.v)
        second /= np.linalg.norm(second)
        along, beyond = moved @ first, moved @ second
        return float(along @ along) / total, float(beyond @ beyond) / total


def random_plane(network: NetworkSpec, theta: Floats, seed: int) -> Plane:
    """Two random directions, each as long as the weights, unit by unit.

    A unit's weights and bias are scaled together (Li et al. 2018 scale by filter and
    leave biases out): the scale of a unit is meaningless if the next layer undoes it.
    """
    rng = np.random.default_rng(seed)
    draws = [rng.standard_normal(len(theta)) for _ in range(2)]
    links = link_mask(network)
    if links is not None:  # a cut link stays 0
        draws = [draw * links for draw in draws]
    for draw in draws:
        for rows in unit_parameters(network):
            size = float(np.linalg.norm(draw[rows]))
            draw[rows] *= float(np.linalg.norm(theta[rows])) / size if size else 0.0
    if not all(np.any(draw) for draw in draws):  # every weight is 0
        draws = [rng.standard_normal(len(theta)) for _ in range(2)]
    return _plane(draws[0], draws[1], rng, 1.0)


def unit_parameters(network: NetworkSpec) -> Iterator[Ints]:
    """For each unit of each layer, the indices of its parameters in the flat vector."""
    for layer, blocks in enumerate(network.layout.layers):
        units = network.widths[layer + 1]
        own: list[list[Ints]] = [[] for _ in range(units)]
        for _, block in blocks.parameters():
            rows = np.arange(block.start, block.stop).reshape(block.shape[0], -1)
            for unit, row in zip(
                units_of(network, layer, len(rows)), rows, strict=True
            ):
                own[unit].append(row)
        yield from (np.concatenate(parts) for parts in own)


def units_of(network: NetworkSpec, layer: int, rows: int) -> list[int]:
    """Which unit each row of a layer's W or b belongs to; maxout units have several."""
    if rows == network.widths[layer + 1]:
        return list(range(rows))
    return [unit for _, unit, _ in network.hidden[layer].row_keys]


def pca_plane(thetas: Floats) -> Plane:
    """The plane closest to the path (T, parameters), whose last row is θ."""
    moved = thetas - thetas.mean(axis=0)
    sizes, directions = _main_directions(moved)
    if not sizes.size or sizes[0] == 0.0:
        raise BadInput(
            tr(
                "landscape: the plane pca must have a path to follow, got "
                "weights that never moved (train some steps first)"
            )
        )
    rng = np.random.default_rng(0)
    second = directions[1] if len(directions) > 1 else np.zeros_like(directions[0])
    if len(sizes) < 2 or sizes[1] < _LEAST * sizes[0]:
        second = np.zeros_like(directions[0])
    plane = _plane(directions[0], second, rng, 1.0)
    return _covering(plane, thetas - thetas[-1])


def _main_directions(moved: Floats) -> tuple[Floats, Floats]:
    """The two largest singular values of (T, parameters), and their directions.

    Uses the Gram matrix of the shorter side: a full decomposition takes a hundred times
    as long while another thread trains.
    """
    rows, columns = moved.shape
    tall = rows >= columns
    values, vectors = np.linalg.eigh(moved.T @ moved if tall else moved @ moved.T)
    sizes = np.sqrt(np.maximum(values[::-1][:2], 0.0))
    found = vectors.T[::-1][:2] if tall else vectors.T[::-1][:2] @ moved
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    return sizes, found / np.where(lengths > 0, lengths, 1.0)


def hessian_plane(
    network: NetworkSpec, theta: Floats, running: Floats, x: Floats, y: Floats
) -> Plane:
    """The two directions of largest curvature of the data loss at θ."""
    found = sharpest(network, theta, running, x, y, count=2)
    rng = np.random.default_rng(0)
    first = found.vectors[0] if len(found.vectors) else np.zeros_like(theta)
    second = found.vectors[1] if len(found.vectors) > 1 else np.zeros_like(theta)
    return _plane(first, second, rng, _reach(theta))


def downhill(
    network: NetworkSpec, theta: Floats, running: Floats, x: Floats, y: Floats
) -> Floats:
    """Minus the gradient of the data loss over the whole sample."""
    graph = network_graph(network, np.asarray(theta, np.float64), x, y, running)
    return -graph.gradient()


def gradient_plane(theta: Floats, down: Floats, momentum: Floats | None) -> Plane:
    """The negative gradient and the momentum; if None, a random second direction."""
    second = np.zeros_like(down) if momentum is None else -momentum
    rng = np.random.default_rng(0)
    return _plane(down, np.asarray(second, np.float64), rng, _reach(theta))


def weights_plane(theta: Floats, first: int, second: int) -> Plane:
    """Two single parameters, counted from 0 in the flat vector; the others stay."""
    last = len(theta) - 1
    for index in (first, second):
        rule = tr("be parameters from 0 to {last}", last=last)
        require(0 <= index <= last, tr("landscape: weights"), rule, index)
    require(
        first != second, tr("landscape: weights"), tr("be two different ones"), first
    )
    unit = np.eye(1, len(theta), first)[0], np.eye(1, len(theta), second)[0]
    return Plane(*unit, span=max(4.0, 2.0 * float(np.max(np.abs(theta)))))


def through(theta: Floats, others: Sequence[Floats]) -> Plane:
    """The plane through θ and two other sets of weights, at (1, 0) and (0, 1)."""
    u, v = (np.asarray(other - theta, np.float64) for other in others)
    if not np.any(u) or not np.any(v):
        raise BadInput(
            tr("landscape: runs must end at different weights, got equal ones")
        )
    return _plane(u, v, np.random.default_rng(0), 1.5)


def _reach(theta: Floats) -> float:
    """A distance at which the weights are no longer the same network."""
    return max(1.0, 0.5 * float(np.linalg.norm(theta)))


def _covering(plane: Plane, offsets: Floats) -> Plane:
    """The same plane, wide enough for a path."""
    alpha, beta, _ = plane.coordinates(offsets)
    far = float(max(np.max(np.abs(alpha)), np.max(np.abs(beta))))
    return Plane(plane.u, plane.v, 1.25 * far if far > 0 else 1.0)


def _plane(u: Floats, v: Floats, rng: np.random.Generator, span: float) -> Plane:
    """A plane; a missing direction is replaced by an arbitrary one."""
    if len(u) < 2:
        raise BadInput(
            tr("landscape: the network must have two parameters or more, got 1")
        )
    if not np.any(u):
        u = rng.standard_normal(len(u))
        u /= np.linalg.norm(u)
    along = u / np.linalg.norm(u)
    beyond = v - along * (along @ v)
    if np.linalg.norm(beyond) <= _NOTHING * max(1.0, float(np.linalg.norm(v))):
        draw = rng.standard_normal(len(u))
        beyond = draw - along * (along @ draw)
        v = beyond / np.linalg.norm(beyond) * np.linalg.norm(u)
    return Plane(u, v, span)
