"""A whole network on the mesh, layer by layer.

The loop over layers is plain Python around a few compiled calls per layer: one compiled
function for everything would take many times as long to compile and save a few
hundredths of a millisecond.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from core.kernels.mesh import FULL, cut_pass
from core.kernels.mesh_bits import WORD
from core.kernels.mesh_buffers import Buffers, start_mesh, swapped
from core.kernels.mesh_layers import (
    IDENTITY,
    MAXOUT,
    TOLERANCE,
    fill_rows,
    next_layer,
    reach_of_units,
)
from core.kernels.mesh_maxout import (
    keep_winners,
    merge_faces,
    stage_columns,
    stage_tolerance,
    winner_words,
)


class LayerTable(NamedTuple):
    """A layer as the kernels read it."""

    kind: int
    units: int
    pieces: int  # of a unit
    columns: int  # values per vertex, before padding
    weights: Any  # (inputs + 1, width), the bias in the last row, padded with zeros
    slopes: Any  # (units,) of sloped units below 0
    carried: int = 0  # columns of earlier layers' values, which are not cut
    carry_at: int = 0  # their first column

    @property
    def cuts(self) -> int:
        """The number of columns that cut."""
        return self.columns - self.carried


class Result(NamedTuple):
    """A finished mesh, still in its buffers."""

    buffers: Buffers
    outputs: Any  # (V, width), padded
    n_vertices: int
    n_edges: int
    n_faces: int
    after_each_layer: list[int]
    level_starts: list[int]  # where the history of each pass begins; the end last
    level_layers: list[int]
    tolerances: list[Any]  # what counted as 0 in each column, by layer


class MeshIsFull(Exception):
    """The mesh does not fit its buffers."""


class MeshRun:
    """Cuts a box by one hidden layer after another."""

    def __init__(self, buffers: Buffers, box: tuple[float, ...]) -> None:
        self.b = buffers
        self.other = swapped(buffers)
        start_mesh(buffers, box)
        self.n_vertices, self.n_edges, self.n_faces = 4, 4, 1
        self.level_starts = [0]
        self.level_layers: list[int] = []
        self.unit_base = 0  # units of earlier layers
        self.layer = 0
        xmin, xmax, ymin, ymax = (abs(side) for side in box)
        self.reach = np.array([max(xmin, xmax), max(ymin, ymax), 1.0])
        self.noise = np.zeros(3)

    def run(self, layers: list[LayerTable]) -> Result:
        """Cut by all hidden layers; the last entry is the output layer."""
        # The input as a layer of identity units: its values are the positions.
        before = LayerTable(IDENTITY, 2, 1, 2, None, np.zeros(0))
        values = self.b.x
        old, one_pass = 4, False
        counts, tolerances = [], []
        rooms = self.b.even, self.b.odd
        for index, layer in enumerate(layers):
            width = layer.weights.shape[1]
            room = len(self.b.x)
            out = rooms[index % 2][: room * width].reshape(room, width)
            noise = next_layer(
                self.b,
                before.kind,
                before.units,
                before.pieces,
                before.slopes,
                values,
                old,
                self.n_vertices,
                one_pass,
                layer.weights,
                layer.columns,
                out,
                self.reach,
                self.noise,
                before.carried,
                before.carry_at,
            )
            values = out
            tolerances.append(TOLERANCE * noise)
            if index == len(layers) - 1:
                break
            self.layer = index
            self.reach, self.noise = reach_of_units(
                layer.kind,
                layer.units,
                layer.pieces,
                layer.slopes,
                values,
                self.n_vertices,
                noise,
                layer.carried,
                layer.carry_at,
            )
            old = self.n_vertices
            one_pass = self._cut(layer, values, tolerances[-1])
            counts.append(self.n_faces)
            self.unit_base += layer.units
            before = layer
        return Result(
            self.b,
            values,
            self.n_vertices,
            self.n_edges,
            self.n_faces,
            counts,
            self.level_starts,
            self.level_layers,
            tolerances,
        )

    def _cut(self, layer: LayerTable, values: Any, eps: Any) -> bool:
        """Cut by one layer; returns whether rows of new vertices are left to fill."""
        if layer.kind == IDENTITY or layer.pieces == 1:
            return False
        if layer.kind == MAXOUT:
            self._cut_maxout(layer, values, eps)
            return False
        single = layer.cuts <= WORD
        for cut in range(0, layer.cuts, WORD):
            old = self.n_vertices
            last = min(cut + WORD, layer.cuts)
            self._pass(layer, values, eps, cut, last, cut)
            self._keep_level()
            if not single:
                fill_rows(self.b, values, cut, old, self.n_vertices)
        return single

    def _cut_maxout(self, layer: LayerTable, values: Any, eps: Any) -> None:
        """Take in one piece after another, see `core.kernels.mesh_maxout`."""
        units, pieces = layer.units, layer.pieces
        base = pieces * units
        eps = stage_tolerance(eps, units, pieces)
        origin = np.arange(self.n_faces, dtype=np.int32)
        winners = np.zeros((self.n_faces, units), np.uint8)
        for stage in range(1, pieces):
            stage_columns(values, self.n_vertices, units, pieces, stage)
            for cut in range(0, units, WORD):
                old = self.n_vertices
                last = min(cut + WORD, units)
                self._pass(layer, values, eps, base + cut, base + last, cut)
                fill_rows(self.b, values, base + cut, old, self.n_vertices)
                winners, origin = keep_winners(
                    winners,
                    origin,
                    self.b.parent[self.level_starts[-1] :],
                    self.b.words[self.level_starts[-1] :],
                    self.n_faces,
                    cut,
                    last,
                    stage,
                )
            if stage > 1:
                winners, origin = self._merge(values, winners, origin)
        self._keep_winners(winners, origin, max(1, (pieces - 1).bit_length()))

    def _merge(self, values: Any, winners: Any, origin: Any) -> tuple[Any, Any]:
        b = self.b
        self.n_vertices, self.n_edges, self.n_faces, winners, origin = merge_faces(
            b.edges,
            b.maker,
            self.n_edges,
            b.starts,
            b.loops,
            self.n_faces,
            winners,
            origin,
            b.x,
            values,
            self.n_vertices,
            b.edges_next,
            b.maker_next,
            b.starts_next,
            b.loops_next,
        )
        self.b, self.other = self.other, self.b
        return winners, origin

    def _keep_winners(self, winners: Any, origin: Any, bits: int) -> None:
        """Write a maxout layer's pattern: its first words come from the old faces."""
        each = WORD // bits
        for first in range(0, winners.shape[1], each):
            begin = self.level_starts[-1]
            end = begin + self.n_faces
            if end > len(self.b.parent):
                raise MeshIsFull
            self.b.parent[begin:end] = origin if first == 0 else np.arange(end - begin)
            winner_words(winners, self.n_faces, bits, first, self.b.words[begin:])
            self._keep_level()

    def _pass(
        self, layer: LayerTable, values: Any, eps: Any, first: int, last: int, cut: int
    ) -> None:
        vertices, edges, faces = cut_pass(
            self.b,
            values,
            eps,
            first,
            last,
            cut,
            self.unit_base,
            layer.units,
            self.n_vertices,
            self.n_edges,
            self.n_faces,
            self.level_starts[-1],
        )
        if vertices == FULL:
            raise MeshIsFull
        self.n_vertices, self.n_edges, self.n_faces = vertices, edges, faces
        self.b, self.other = self.other, self.b

    def _keep_level(self) -> None:
        self.level_starts.append(self.level_starts[-1] + self.n_faces)
        self.level_layers.append(self.layer)
