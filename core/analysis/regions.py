"""The exact linear regions of a piecewise-linear network over a box of the plane.

A region is a maximal connected open polygon, clipped to the box, on which every hidden
unit is on one piece of its activation function. Regions are not merged when two pieces
happen to compute the same map. `find_regions` is for single calls; a view that searches
repeatedly keeps a `RegionFinder`, which reuses its buffers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from core.analysis import region_lines
from core.analysis.piecewise import (
    Pieces,
    PiecewiseNetwork,
    checked_box,
    levels_of,
    piecewise,
)
from core.arrays import Floats, Ints
from core.errors import BadInput, require
from core.kernels.mesh_buffers import Buffers, MeshShape, buffer_bytes, make_buffers
from core.kernels.mesh_layers import HARD_TANH, IDENTITY, MAXOUT
from core.kernels.mesh_read import (
    face_areas,
    gather_patterns,
    margins,
    mix_words,
    slope_norms,
)
from core.kernels.mesh_run import MeshIsFull, MeshRun, Result
from core.language import tr
from core.limits import MAX_MESH
from core.network import NetworkSpec

_FIRST_ROOM = 4096  # initial capacity of the buffers, in regions
SPARE = 64 * 2**20  # buffers up to this many bytes are always kept
_NOTHING = MeshShape(0, 0, 1)

Words = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class RegionAt:
    """What the network does around one point."""

    region: int  # index of the region
    pattern: tuple[Pieces, ...]  # the piece of every unit, by layer
    jacobian: Floats  # (width, 2)
    offset: Floats  # (width,): output = jacobian · x + offset
    output: Floats  # (width,) at the point
    area: float
    polygon: Floats  # (m, 2), counter-clockwise


@dataclass(frozen=True, eq=False)
class Regions:
    """All regions of a network over a box, as one mesh of shared vertices.

    Face f is the loop ``face_vertices[face_starts[f]:face_starts[f + 1]]``. Some
    vertices are on straight sides, where a neighbour has a corner.
    """

    network: PiecewiseNetwork
    loss: str
    box: tuple[float, ...]  # xmin, xmax, ymin, ymax
    after_each_layer: tuple[int, ...]  # regions after each hidden layer
    vertices: Floats  # (V, 2)
    outputs: Floats  # (V, width), the logits at the vertices
    face_starts: Ints  # (F+1,)
    face_vertices: Ints  # (L,)
    face_edges: Ints  # (L,) the edge from this vertex of the loop to the next
    edges: Ints  # (E, 2)
    edge_units: (
        Ints  # (E,) unit that made the edge, counted over all layers; −1: border
    )
    tolerances: list[Floats] = field(repr=False)  # by hidden layer, what counts as 0
    output_tolerance: float  # the same for the outputs
    _history: tuple[Ints, Words, Ints, Ints] = field(repr=False)

    @property
    def n(self) -> int:
        """Number of regions."""
        return len(self.face_starts) - 1

    @cached_property
    def areas(self) -> Floats:
        """Area of every region (F,)."""
        areas = face_areas(self.vertices, self.face_starts, self.face_vertices)
        return np.asarray(areas)

    @property
    def total_area(self) -> float:
        """Area of the box."""
        xmin, xmax, ymin, ymax = self.box
        return (xmax - xmin) * (ymax - ymin)

    def polygon(self, region: int) -> Floats:
        """Corners (m, 2) of a region, counter-clockwise."""
        begin, end = self.face_starts[region], self.face_starts[region + 1]
        return self.vertices[self.face_vertices[begin:end]]

    @cached_property
    def _patterns(self) -> tuple[Words, Ints]:
        patterns, split = gather_patterns(*self._history)
        return patterns, split

    @property
    def words(self) -> Words:
        """Every region's pattern packed in words (F, levels)."""
        return self._patterns[0]

    @property
    def split_layers(self) -> Ints:
        """The layer (0-based) that last split each region; −1 if none did."""
        return self._patterns[1]

    @cached_property
    def hashes(self) -> Words:
        """A hash of each region's pattern, the same in every frame."""
        return np.asarray(mix_words(self.words))

    def pattern(self, region: int) -> tuple[Pieces, ...]:
        """The piece of every unit in a region, by layer."""
        return tuple(p[0] for p in _unpack(self.network, self.words[[region]]))

    @cached_property
    def _inner_edges(self) -> Ints:
        return np.flatnonzero(self.edge_units >= 0)

    @property
    def folds(self) -> Floats:
        """Fold line segments (m, 2, 2)."""
        return self.vertices[self.edges[self._inner_edges]]

    @cached_property
    def fold_layers(self) -> Ints:
        """Layer (0-based) of each fold segment (m,)."""
        ends = np.cumsum([layer.units for layer in self.network.hidden])
        units = self.edge_units[self._inner_edges]
        return np.asarray(np.searchsorted(ends, units, side="right"), np.int32)

    @property
    def fold_units(self) -> Ints:
        """Unit of each fold segment within its layer (m,)."""
        counts = [0, *(layer.units for layer in self.network.hidden)]
        begins = np.cumsum(counts)[self.fold_layers]
        return np.asarray(self.edge_units[self._inner_edges] - begins, np.int32)

    def decision_boundary(self) -> region_lines.Lines:
        """Exact lines where the network's class changes."""
        return region_lines.decision_boundary(self)

    def level_sets(
        self, levels: Iterable[float], output: int = 0
    ) -> list[region_lines.Lines]:
        """Exact border lines of {output > level}, for each level."""
        return region_lines.level_sets(self, levels, output)

    @cached_property
    def slope_norms(self) -> Floats:
        """Frobenius norm of every region's Jacobian (F,).

        Computed from the pattern: a region's corners may be too close together for
        that.
        """
        table = _slope_table(self.network)
        read_out = np.ascontiguousarray(self.network.weights)
        return np.asarray(slope_norms(self.words, *table, read_out))

    def at(self, x: float, y: float) -> RegionAt:
        """The region and affine map at a point of the box.

        On a fold line, uses the piece of slope 0, or else the lower one.
        """
        xmin, xmax, ymin, ymax = self.box
        require(
            xmin <= x <= xmax and ymin <= y <= ymax,
            "point",
            tr("lie in the box {box}", box=self.box),
            (x, y),
        )
        point = np.array([x, y], dtype=float)
        pattern = self.network.pattern_at(point, self.tolerances)
        jacobian, offset = self.network.affine_map(pattern)
        region = self._region_of(point, pattern)
        *_, output = self.network.pre_activations(point)
        return RegionAt(
            region,
            pattern,
            jacobian,
            offset,
            output,
            float(self.areas[region]),
            self.polygon(region),
        )

    def region_at(self, x: float, y: float) -> int:
        """The index of the region at a point of the box."""
        point = np.array([x, y], dtype=float)
        return self._region_of(point, self.network.pattern_at(point, self.tolerances))

    def _region_of(self, point: Floats, pattern: tuple[Pieces, ...]) -> int:
        """Of the regions that contain the point, the one nearest to its pattern."""
        inside = margins(self.vertices, self.face_starts, self.face_vertices, *point)
        size = max(self.box[1] - self.box[0], self.box[3] - self.box[2])
        found = np.flatnonzero(inside >= min(float(inside.max()), -1e-9 * size))

        def strangeness(region: int) -> tuple[int, float]:
            pieces = zip(self.pattern(region), pattern, strict=True)
            differing = sum(int(np.sum(a != b)) for a, b in pieces)
            return differing, -float(inside[region])

        return min(found.tolist(), key=strangeness)


class RegionFinder:
    """Finds regions repeatedly, reusing its buffers; not thread-safe."""

    def __init__(self) -> None:
        self._room = _FIRST_ROOM
        self._shape = _NOTHING
        self._buffers: Buffers | None = None

    @property
    def held(self) -> int:
        """Bytes of the buffers kept for the next search."""
        have = self._buffers
        return 0 if have is None else sum(array.nbytes for array in have)

    def find(
        self,
        network: NetworkSpec,
        theta: Floats,
        running: Floats,
        box: Iterable[float],
        limit: int | None = None,
    ) -> Regions:
        """The regions of a network with 2 inputs; see `find_regions`.

        Raises `BadInput` above ``limit``, or above what the mesh can store.
        """
        require(network.inputs == 2, tr("regions: inputs"), tr("be 2"), network.inputs)
        sides = checked_box(box)
        layers = piecewise(network, theta, running)
        own = _shape_of(layers)
        shape = own.joined(self._shape)
        while (found := self._search(shape, sides, layers)) is None:
            self._grow(shape, limit)
        if limit is not None and found.n_faces > limit:
            raise BadInput(
                tr("regions: their number must be at most {limit}", limit=limit)
            )
        if not all(np.isfinite(part).all() for part in found.tolerances):
            raise BadInput(
                tr("network: weights must be small enough for finite pre-activations")
            )
        regions = _copy(layers, network.output.loss, sides, found)
        self._let_go(own, regions.n)
        return regions

    def _search(
        self, shape: MeshShape, box: tuple[float, ...], layers: PiecewiseNetwork
    ) -> Result | None:
        """The mesh; None if it does not fit the buffers."""
        try:
            return MeshRun(self._ready(shape), box).run(layers.tables)
        except MeshIsFull:
            return None
        except MemoryError:
            raise BadInput(
                tr(
                    "regions: {room} must fit in memory, got too little memory",
                    room=self._room,
                )
            ) from None

    def _let_go(self, own: MeshShape, faces: int) -> None:
        """Free buffers that are far larger than a network of this shape needs."""
        room = max(_FIRST_ROOM, 2 * faces)
        needed = buffer_bytes(room, own)
        if buffer_bytes(self._room, self._shape) > max(SPARE, 8 * needed):
            self._buffers, self._shape, self._room = None, _NOTHING, room

    def _grow(self, shape: MeshShape, limit: int | None) -> None:
        """Make room for more regions, if so many are allowed.

        Each search starts over, so large strides find out sooner that it cannot be
        done.
        """
        most = _most_room(shape)
        if limit is not None and self._room >= 2 * limit:
            raise BadInput(
                tr("regions: their number must be at most {limit}", limit=limit)
            )
        if self._room >= most:
            raise BadInput(
                tr(
                    "regions: their number must be at most {most} for a network this "
                    "wide",
                    most=most,
                )
            )
        self._room = min((4 if limit is None else 2) * self._room, most)

    def _ready(self, shape: MeshShape) -> Buffers:
        """Buffers that are large enough, reusing the last ones if they are."""
        have = self._buffers
        if have is None or shape != self._shape or len(have.starts) < self._room:
            self._buffers = have = None  # free the old ones before making new ones
            self._room = min(self._room, _most_room(shape))
            self._buffers = have = make_buffers(self._room, shape)
            self._shape = shape
        return have


def _shape_of(layers: PiecewiseNetwork) -> MeshShape:
    columns = [table.weights.shape[1] for table in layers.tables]
    passes = max(1, sum(levels_of(layer) for layer in layers.hidden))
    return MeshShape(max(columns[::2]), max(columns[1::2], default=0), passes)


def _most_room(shape: MeshShape) -> int:
    """The most regions the mesh of a network can store."""
    empty, one = (buffer_bytes(faces, shape) for faces in (0, 1))
    return (MAX_MESH - empty) // (one - empty)


def find_regions(
    network: NetworkSpec, theta: Floats, running: Floats, box: Iterable[float]
) -> Regions:
    """Find the regions of a piecewise-linear network with two inputs.

    Parameters
    ----------
    network, theta, running
        Shape, flat parameters and running statistics.
    box
        xmin, xmax, ymin, ymax.

    Raises
    ------
    BadInput
        For smooth activation functions, numbers that are not finite, an empty box.
    """
    return RegionFinder().find(network, theta, running, box)


class Net(Protocol):
    """A network with its parameters, as `core.files.net_json` reads it."""

    @property
    def network(self) -> NetworkSpec: ...  # noqa: D102
    @property
    def theta(self) -> Floats: ...  # noqa: D102
    @property
    def running(self) -> Floats: ...  # noqa: D102


def regions_report(
    net: Net, box: Iterable[float], points: Sequence[Sequence[float]] = ()
) -> Mapping[str, Any]:
    """What ``hyperfold regions --json`` prints about one network."""
    regions = find_regions(net.network, net.theta, net.running, box)
    return {
        "regions": regions.n,
        "after_each_layer": list(regions.after_each_layer),
        "total_area": regions.total_area,
        "areas": np.sort(regions.areas).tolist(),
        "at": [_report_at(regions, x, y) for x, y in points],
    }


def _report_at(regions: Regions, x: float, y: float) -> dict[str, Any]:
    here = regions.at(x, y)
    return {
        "x": x,
        "y": y,
        "output": here.output.tolist(),
        "jacobian": here.jacobian.tolist(),
        "area": here.area,
    }


def _unpack(network: PiecewiseNetwork, words: Words) -> list[Pieces]:
    """Piece numbers (n, units) of every layer out of the words (n, levels)."""
    result = []
    begin = 0
    for layer in network.hidden:
        end = begin + levels_of(layer)
        part = np.ascontiguousarray(words[:, begin:end]).astype("<u8")
        begin = end
        units = layer.units
        bits = np.unpackbits(part.view(np.uint8), axis=1, bitorder="little")
        if bits.shape[1] == 0:
            pieces = np.zeros((len(words), units), np.uint8)
        elif layer.kind == HARD_TANH:  # a bit per kink: first all z + 1, then all z − 1
            pieces = bits[:, :units] + bits[:, units : 2 * units]
        elif layer.kind == MAXOUT:
            size = max(1, (layer.pieces - 1).bit_length())
            fields = bits.reshape(len(words), -1, 64)[:, :, : 64 // size * size]
            powers = 1 << np.arange(size, dtype=np.uint8)
            pieces = (fields.reshape(len(words), -1, size) @ powers)[:, :units]
        else:
            pieces = bits[:, :units]
        result.append(pieces.astype(np.uint8))
    return result


def _slope_table(network: PiecewiseNetwork) -> tuple[Ints, Floats, Floats]:
    """Table, weights and slopes as `slope_norms` reads them."""
    rows: list[tuple[int, ...]] = []
    weights: list[Floats] = [np.zeros(0)]
    slopes: list[Floats] = [np.zeros(0)]
    level = at = 0
    for layer in network.hidden:
        pieces = layer.pieces if layer.kind == MAXOUT else 1
        bits = max(1, (pieces - 1).bit_length())
        inputs = layer.weights.shape[1]
        kind = layer.kind if levels_of(layer) else IDENTITY
        shape = (kind, layer.units, pieces, inputs, bits, level, at, layer.carried)
        rows.append(shape)
        level += levels_of(layer)
        at += layer.weights.size
        weights.append(layer.weights.ravel())
        slopes.append(layer.slopes)
    table = np.array(rows, np.int64).reshape(-1, 8)
    return table, np.concatenate(weights), np.concatenate(slopes)


def _copy(
    layers: PiecewiseNetwork, loss: str, box: tuple[float, ...], found: Result
) -> Regions:
    """Copy the result out of the buffers, which the next search will overwrite."""
    b = found.buffers
    starts = b.starts[: found.n_faces + 1].copy()
    loops = b.loops[: starts[-1]]
    end = found.level_starts[-1]
    return Regions(
        network=layers,
        loss=loss,
        box=box,
        after_each_layer=tuple(found.after_each_layer),
        vertices=b.x[: found.n_vertices].copy(),
        outputs=found.outputs[: found.n_vertices, : layers.width].copy(),
        face_starts=starts,
        face_vertices=loops[:, 0].copy(),
        face_edges=loops[:, 1].copy(),
        edges=b.edges[: found.n_edges].copy(),
        edge_units=b.maker[: found.n_edges].copy(),
        tolerances=_tolerances(layers, found.tolerances),
        output_tolerance=float(found.tolerances[-1].max()),
        _history=(
            b.parent[:end].copy(),
            b.words[:end].copy(),
            np.array(found.level_starts),
            np.array(found.level_layers, np.int64),
        ),
    )


def _tolerances(layers: PiecewiseNetwork, found: list[Floats]) -> list[Floats]:
    """What counts as 0 in each row of each layer, from that of the columns."""
    result = []
    for layer, part in zip(layers.hidden, found, strict=False):
        n = layer.units
        if layer.kind == HARD_TANH:
            part = np.maximum(part[:n], part[n : 2 * n])
        elif layer.kind == MAXOUT:
            pieces = part[: layer.pieces * n].reshape(layer.pieces, n)
            part = 2.0 * pieces.T.ravel()
        else:
            part = part[:n]
        result.append(part)
    return result
