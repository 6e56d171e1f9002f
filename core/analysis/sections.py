"""A plane with its place in weight space: the domain of a landscape picture.

The directions have length 1 and are at right angles, so distances in the picture are
distances between weights. `core.analysis.planes` computes the plane; here it gets a
place, names for its axes, and signs that do not flip from frame to frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.analysis import planes
from core.analysis.planes import Plane
from core.analysis.walk_names import entry_title
from core.arrays import Floats
from core.errors import BadInput, require
from core.language import tr
from core.network import NetworkSpec
from core.training.state import TrainData

#: Planes to choose from.
KINDS = ("pca", "random", "hessian", "gradient", "weights", "points")


@dataclass(frozen=True, slots=True, eq=False)
class Anchor:
    """Named weights that a plane goes through."""

    name: str
    theta: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """Everything that the choice of a plane may depend on."""

    network: NetworkSpec
    theta: Floats
    running: Floats
    data: TrainData
    path: Floats  # (T, parameters), oldest first
    momentum: Floats | None = None  # None: the optimiser has none
    seed: int = 0  # of a random plane
    pair: tuple[int, int] = (0, 1)  # indices of two single parameters
    anchors: tuple[Anchor, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """Weights origin + α·u + β·v; u and v have length 1 and are at right angles."""

    kind: str
    origin: Floats
    u: Floats
    v: Floats
    span: float  # how far to look around the weights, at least
    names: tuple[str, str]  # of the axes
    centred: bool = True  # the weights it was made for are at (0, 0)
    marks: tuple[Anchor, ...] = ()

    def weights(self, alpha: float, beta: float) -> Floats:
        """The weights at a point of the plane."""
        there: Floats = self.origin + alpha * self.u + beta * self.v
        return there

    def coordinates(self, thetas: Floats) -> tuple[Floats, Floats, Floats]:
        """α, β and the distance off the plane of each row of ``thetas``."""
        offsets = thetas - self.origin
        alpha, beta = offsets @ self.u, offsets @ self.v
        left = offsets - np.outer(alpha, self.u) - np.outer(beta, self.v)
        return alpha, beta, np.linalg.norm(left, axis=1)

    def through(self, theta: Floats) -> Section:
        """The parallel plane through ``theta``; α and β stay the same everywhere."""
        offset = theta - self.origin
        inside = (offset @ self.u) * self.u + (offset @ self.v) * self.v
        return replace(self, origin=theta - inside)

    def explained(self, path: Floats) -> float | None:
        """The share of the path's variance in the plane; None: it does not move."""
        found = Plane(self.u, self.v, self.span).explained(path)
        return None if found is None else sum(found)

    def like(self, before: Section | None) -> Section:
        """The same plane, with its axes as close as possible to those of ``before``."""
        if before is None or before.kind != self.kind or len(before.u) != len(self.u):
            return self
        u, v, names = self.u, self.v, self.names
        if self.kind == "hessian" and abs(u @ before.v) > abs(u @ before.u):
            u, v = v, u  # the two eigenvalues have crossed
        u = -u if u @ before.u < 0 else u
        v = -v if v @ before.v < 0 else v
        return replace(self, u=u, v=v, names=names)


def section_of(kind: str, around: Around) -> Section:
    """The plane of ``kind`` through the present weights; `BadInput` if none."""
    require(
        kind in KINDS,
        tr("landscape: plane"),
        tr("be one of {KINDS}", KINDS=", ".join(KINDS)),
        kind,
    )
    return _MAKERS[kind](around)


def _random(around: Around) -> Section:
    plane = planes.random_plane(around.network, around.theta, around.seed)
    reach = plane.span * float(np.linalg.norm(plane.u))
    names = (tr("random direction"), tr("another random direction"))
    return _section("random", around.theta, plane, reach, names)


def _pca(around: Around) -> Section:
    plane = planes.pca_plane(around.path)
    names = (tr("1st main direction of the path"), tr("2nd main direction"))
    found = _section("pca", around.path[0], plane, 0.0, names)
    return replace(found.through(around.theta), centred=False)


def _hessian(around: Around) -> Section:
    data = around.data
    given = (around.network, around.theta, around.running)
    plane = planes.hessian_plane(*given, data.inputs.T, data.targets.T)
    names = (tr("sharpest direction"), tr("2nd sharpest"))
    return _section("hessian", around.theta, plane, plane.span, names)


def _gradient(around: Around) -> Section:
    data = around.data
    given = (around.network, around.theta, around.running)
    downhill = planes.downhill(*given, data.inputs.T, data.targets.T)
    plane = planes.gradient_plane(around.theta, downhill, around.momentum)
    second = tr("a random direction") if around.momentum is None else tr("momentum")
    names = (tr("downhill (−gradient)"), second)
    return _section("gradient", around.theta, plane, plane.span, names)


def _weights(around: Around) -> Section:
    theta, pair = around.theta, around.pair
    plane = planes.weights_plane(theta, *pair)
    origin = theta.copy()
    origin[list(pair)] = 0.0  # the axes are the weights themselves
    first, second = (parameter_title(around.network, i) for i in pair)
    found = _section("weights", origin, plane, plane.span, (first, second))
    return replace(found, centred=False)


def _points(around: Around) -> Section:
    if len(around.anchors) != 3:
        raise BadInput(tr("landscape: points must be three, got fewer"))
    first, *others = around.anchors
    plane = planes.through(first.theta, [a.theta for a in others])
    names = (
        tr("from {name} towards {name2}", name=first.name, name2=others[0].name),
        f"{others[1].name}",
    )
    found = _section("points", first.theta, plane, 0.0, names)
    return replace(found, centred=False, marks=around.anchors)


_MAKERS = {
    "random": _random,
    "pca": _pca,
    "hessian": _hessian,
    "gradient": _gradient,
    "weights": _weights,
    "points": _points,
}


def _section(
    kind: str, origin: Floats, plane: Plane, span: float, names: tuple[str, str]
) -> Section:
    u = plane.u / np.linalg.norm(plane.u)
    v = plane.v - (plane.v @ u) * u
    v = v - (v @ u) * u  # twice: nearly parallel directions lose digits
    v /= np.linalg.norm(v)
    return Section(kind, np.asarray(origin, np.float64), u, v, span, names)


def parameter_title(network: NetworkSpec, index: int) -> str:
    """One parameter of the flat vector as the walk writes it: ``W₂₁⁽¹⁾``."""
    for layer, blocks in enumerate(network.layout.layers, start=1):
        for name, block in blocks.parameters():
            if block.start <= index < block.stop:
                return entry_title(f"{name}{layer}", block.shape, index - block.start)
    last = network.layout.size - 1
    raise BadInput(
        tr(
            "landscape: weights must be from 0 to {last}, got {index}",
            last=last,
            index=index,
        )
    )


def anchors_of(named: Sequence[tuple[str, Floats]]) -> tuple[Anchor, ...]:
    """Weights with their names, as float64."""
    return tuple(Anchor(n, np.asarray(t, np.float64)) for n, t in named)
