"""Networks for the tests of regions, and their regions in exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from core.arrays import Floats
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running

BOX = (-6.0, 6.0, -6.0, 6.0)

Net = tuple[NetworkSpec, Floats, Floats]


def spec(hidden: list[LayerSpec], width: int = 1, loss: str = "") -> NetworkSpec:
    chosen = loss or ("bce" if width == 1 else "ce")
    return NetworkSpec(2, tuple(hidden), OutputSpec(chosen, width))


def with_numbers(network: NetworkSpec, draw: Callable[..., Floats]) -> Net:
    """The network with every block filled by ``draw(name, shape)``."""
    theta = np.zeros(network.layout.size)
    for layer in network.layout.layers:
        for name, block in layer.parameters():
            block.of(theta)[...] = draw(name, block.shape)
    return network, theta, fresh_running(network)


def he_net(
    widths: tuple[int, ...], activation: str = "relu", seed: int = 0, **options: object
) -> Net:
    """The weights that the figures of the design were measured with."""
    rng = np.random.default_rng(seed)

    def draw(name: str, shape: tuple[int, ...]) -> Floats:
        numbers = rng.standard_normal(shape)
        return numbers * np.sqrt(2 / shape[1]) if name == "W" else numbers

    hidden = [LayerSpec(u, activation, **options) for u in widths[1:-1]]
    return with_numbers(spec(hidden, widths[-1]), draw)


def given_net(
    layers: list[tuple[str, list[list[float]], list[float]]], **options: object
) -> Net:
    """Hidden layers (activation, W, b) as given, then an output that sums."""
    hidden = []
    for activation, _, b in layers:
        layer = LayerSpec(1, activation, **options)
        hidden.append(LayerSpec(len(b) // layer.rows, activation, **options))
    network = spec(hidden)
    theta = np.ones(network.layout.size)
    for (_, w, b), blocks in zip(layers, network.layout.layers, strict=False):
        blocks.W.of(theta)[...] = w
        assert blocks.b is not None
        blocks.b.of(theta)[...] = b
    return network, theta, fresh_running(network)


# Exact regions: polygons of fractions with the affine map that holds on them.

Point = tuple[Fraction, Fraction]
Affine = tuple[Fraction, Fraction, Fraction]
Region = tuple[list[Point], list[Affine]]


def value(f: Affine, p: Point) -> Fraction:
    return f[0] * p[0] + f[1] * p[1] + f[2]


def half(polygon: list[Point], f: Affine) -> list[Point]:
    """The piece with f ≥ 0, empty if it has no area."""
    kept = []
    for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        a, b = value(f, p), value(f, q)
        if a >= 0:
            kept.append(p)
        if a * b < 0:
            t = a / (a - b)
            kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
    return kept if any(value(f, p) > 0 for p in kept) else []


def minus(f: Affine, g: Affine) -> Affine:
    return f[0] - g[0], f[1] - g[1], f[2] - g[2]


def scaled(f: Affine, s: Fraction) -> Affine:
    return f[0] * s, f[1] * s, f[2] * s


def split(polygon: list[Point], f: Affine) -> list[list[Point]]:
    values = [value(f, p) for p in polygon]
    if min(values) >= 0 or max(values) <= 0:
        return [polygon]
    return [half(polygon, f), half(polygon, scaled(f, Fraction(-1)))]


def bend_unit(
    polygon: list[Point], rows: list[Affine], layer: LayerSpec, slope: Fraction
) -> list[tuple[list[Point], Affine]]:
    """The pieces of a polygon on which one unit is affine, and its map there."""
    zero, one = Fraction(0), Fraction(1)
    if layer.activation == "identity":
        return [(polygon, rows[0])]
    if layer.activation == "maxout":
        found = []
        for i, row in enumerate(rows):
            part = polygon
            for j, other in enumerate(rows):
                same = all(c == 0 for c in minus(row, other))
                if same and j < i:
                    part = []
                elif not same and part:
                    values = [value(minus(row, other), p) for p in part]
                    if min(values) < 0:
                        part = half(part, minus(row, other))
            if part:
                found.append((part, row))
        return found
    z = rows[0]
    found = []
    if layer.activation == "hard_tanh":
        ends = [(zero, zero, -one), z, (zero, zero, one)]
        for low in split(polygon, (z[0], z[1], z[2] + 1)):
            for part in split(low, (z[0], z[1], z[2] - 1)):
                values = [value(z, p) for p in part]
                piece = 0 if max(values) <= -1 else 2 if min(values) >= 1 else 1
                found.append((part, ends[piece]))
        return found
    for part in split(polygon, z):
        up = max(value(z, p) for p in part) > 0
        found.append((part, z if up else scaled(z, slope)))
    return found


def exact_counts(net: Net, box: tuple[float, ...]) -> list[int]:
    """Regions after each hidden layer, in rational arithmetic."""
    network, theta, _ = net
    x0, x1, y0, y1 = (Fraction(side) for side in box)
    one, zero = Fraction(1), Fraction(0)
    regions: list[Region] = [
        (
            [(x0, y0), (x1, y0), (x1, y1), (x0, y1)],
            [(one, zero, zero), (zero, one, zero)],
        )
    ]
    counts = []
    for layer, blocks in zip(network.hidden, network.layout.layers, strict=False):
        weights = [[Fraction(w) for w in row] for row in blocks.W.of(theta).tolist()]
        assert blocks.b is not None
        bias = [Fraction(b) for b in blocks.b.of(theta).tolist()]
        slopes = [
            Fraction(
                {"abs": -1.0, "leaky_relu": layer.negative_slope}.get(
                    layer.activation, 0.0
                )
            )
        ] * layer.units
        if blocks.slopes is not None:
            slopes = [Fraction(s) for s in blocks.slopes.of(theta).tolist()]
        k = layer.rows // layer.units
        after: list[Region] = []
        for polygon, maps in regions:
            rows = [
                (
                    sum(w * m[0] for w, m in zip(line, maps, strict=True)),
                    sum(w * m[1] for w, m in zip(line, maps, strict=True)),
                    sum(w * m[2] for w, m in zip(line, maps, strict=True)) + b,
                )
                for line, b in zip(weights, bias, strict=True)
            ]
            parts: list[Region] = [(polygon, [])]
            for j in range(layer.units):
                parts = [
                    (smaller, [*done, bent])
                    for part, done in parts
                    for smaller, bent in bend_unit(
                        part, rows[k * j : k * j + k], layer, slopes[j]
                    )
                ]
            after += parts
        regions = after
        counts.append(len(regions))
    return counts
