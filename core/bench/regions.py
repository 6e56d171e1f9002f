"""How fast exact regions are found, against regioncam if it is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from core.analysis.region_picture import blank_picture, draw_segments, fill_regions
from core.analysis.regions import RegionFinder
from core.arrays import Floats
from core.bench import Row, goal_for
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running

_BOX = (-6.0, 6.0, -6.0, 6.0)

#: Hidden widths, seconds to measure for, and how many times faster than the peer with
#: AVX-512, and without.
_CASES: tuple[tuple[tuple[int, ...], float, tuple[float, float] | None], ...] = (
    ((32, 32), 2.0, None),
    ((32, 32, 32), 3.0, (12.0, 11.0)),
    ((64, 64, 64), 5.0, (22.0, 20.0)),
)

_TURN = 0.1  # seconds each runs before the other's turn


def rows() -> Iterator[Row]:
    """Milliseconds for one mesh of random relu networks, and for one picture."""
    for widths, seconds, goals in _CASES:
        network, theta, running = random_net(widths)
        ours = _hyperfold(network, theta, running)
        peer = _regioncam(network, theta)
        count = ours()
        if peer is not None:
            peer()
        best = _race([ours, *([peer] if peer is not None else [])], seconds)
        name = "-".join(str(w) for w in network.widths)
        yield Row(
            f"regions {name} relu, {count} regions",
            1e3 * best[0],
            "ms",
            against={"regioncam": 1e3 * best[1] if peer is not None else None},
            goal=None if goals is None else goal_for(*goals),
            less_is_better=True,
        )
    yield _picture_row()


def random_net(widths: tuple[int, ...]) -> tuple[NetworkSpec, Floats, Floats]:
    """A He-initialised relu network with standard normal biases, always the same."""
    hidden = tuple(LayerSpec(width) for width in widths)
    network = NetworkSpec(2, hidden, OutputSpec("bce", 1))
    theta = np.zeros(network.layout.size)
    rng = np.random.default_rng(0)
    for blocks in network.layout.layers:
        rows, inputs = blocks.W.shape
        blocks.W.of(theta)[...] = rng.standard_normal((rows, inputs)) * np.sqrt(
            2.0 / inputs
        )
        assert blocks.b is not None
        blocks.b.of(theta)[...] = rng.standard_normal(rows)
    return network, theta, fresh_running(network)


def _race(runners: list[Callable[[], int]], seconds: float) -> list[float]:
    """Best time of each in seconds, in turns of equal length on the same machine."""
    best = [float("inf")] * len(runners)
    end = perf_counter() + seconds
    while perf_counter() < end:
        for i, runner in enumerate(runners):
            turn = perf_counter() + _TURN
            while True:
                begin = perf_counter()
                runner()
                now = perf_counter()
                best[i] = min(best[i], now - begin)
                if now >= turn:
                    break
    return best


def _hyperfold(
    network: NetworkSpec, theta: Floats, running: Floats
) -> Callable[[], int]:
    """A search as a view does it in every frame."""
    finder = RegionFinder()
    return lambda: finder.find(network, theta, running, _BOX).n


def _regioncam(network: NetworkSpec, theta: Floats) -> Callable[[], int] | None:
    """The same search by regioncam, or None where it is not installed."""
    try:
        import regioncam
    except ImportError:
        return None
    layers = []
    for blocks in network.layout.layers:
        assert blocks.b is not None
        # regioncam's convention is x_out = x_in · weight + bias, in single precision.
        weight = np.ascontiguousarray(blocks.W.of(theta).T, np.float32)
        layers.append((weight, blocks.b.of(theta).astype(np.float32)))

    def find() -> int:
        camera = regioncam.Regioncam(size=_BOX[1])
        for weight, bias in layers[:-1]:
            camera.linear(weight, bias)
            camera.relu()
        camera.linear(*layers[-1])
        return int(camera.num_faces)

    return find


def _picture_row() -> Row:
    """Filling 1000 × 800 pixels with regions and drawing their fold lines."""
    network, theta, running = random_net((64, 64, 64, 64))
    regions = RegionFinder().find(network, theta, running, _BOX)
    image = blank_picture(800, 1000)
    colours = np.full((regions.n, 4), 255, np.uint8)
    folds, layers = regions.folds, regions.fold_layers
    lines = np.array([[40, 40, 40, 90]] * 4, np.uint8)

    def draw() -> int:
        fill_regions(image, regions, colours, np.array(_BOX))
        draw_segments(image, folds, np.array(_BOX), lines, np.ones(4), layers)
        return 0

    draw()
    (best,) = _race([draw], 1.5)
    return Row(
        f"picture of {regions.n} regions with fold lines, 1000×800",
        1e3 * best,
        "ms",
        less_is_better=True,
    )
