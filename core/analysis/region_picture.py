"""Pictures of regions: fills by region, fold lines, boundaries, numbers for hovering.

Smooth activation functions have no regions; for them `sign_pattern_raster` shows the
units' sign patterns on a grid as an approximation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.analysis.regions import Regions, Words
from core.analysis.values import Evaluate
from core.arrays import Floats, Ints
from core.errors import require
from core.kernels.mesh_read import mix_words
from core.kernels.patterns import add_signs, draw_seams, shade_pixels
from core.kernels.raster import draw_lines, fill_faces, to_pixels
from core.network import NetworkSpec
from core.steps.forward import LayerValues

Bytes = npt.NDArray[np.uint8]

_BLOCK = 1 << 15  # points of the grid that are evaluated at once
SHADES = 26.0  # between the darkest and the lightest shade of one colour, in bytes


def blank_picture(height: int, width: int) -> Bytes:
    """A transparent picture (h, w, 4)."""
    require(height >= 1 and width >= 1, "picture", "have a size", (height, width))
    return np.zeros((height, width, 4), np.uint8)


def fill_regions(image: Bytes, regions: Regions, colours: Bytes, view: Floats) -> None:
    """Fill every region with its colour (F, 4) into ``image`` (h, w, 4) RGBA.

    ``view`` is xmin, xmax, ymin, ymax of the picture; pixels outside the regions' box
    are left unchanged.
    """
    h, w = image.shape[:2]
    # Moving four bytes as one word keeps their order on any endianness.
    words = np.ascontiguousarray(colours, np.uint8).view(np.uint32)[:, 0]
    target = image.view(np.uint32)[:, :, 0]
    pixels = to_pixels(regions.vertices, np.asarray(view, float), h, w)
    fill_faces(target, pixels, regions.face_starts, regions.face_vertices, words)


def region_numbers(regions: Regions, height: int, width: int, view: Floats) -> Ints:
    """The region's number at every pixel (h, w), −1 outside; for hovering."""
    numbers = np.full((height, width), -1, np.int32)
    pixels = to_pixels(regions.vertices, np.asarray(view, float), height, width)
    values = np.arange(regions.n, dtype=np.int32)
    fill_faces(numbers, pixels, regions.face_starts, regions.face_vertices, values)
    return numbers


def draw_segments(
    image: Bytes,
    segments: Floats,
    view: Floats,
    colours: Bytes,
    widths: Floats,
    kinds: Ints | None = None,
) -> None:
    """Draw antialiased segments (m, 2, 2) over ``image`` (h, w, 4).

    ``colours`` (k, 4) and ``widths`` (k,) in pixels are by kind; ``kinds`` (m,) is the
    kind of each segment, the first if left out.
    """
    h, w = image.shape[:2]
    ends = to_pixels(segments.reshape(-1, 2), np.asarray(view, float), h, w)
    if kinds is None:
        kinds = np.zeros(len(segments), np.uint8)
    draw_lines(
        image,
        ends.reshape(-1, 2, 2),
        np.ascontiguousarray(kinds, np.uint8),
        np.ascontiguousarray(colours, np.uint8),
        np.ascontiguousarray(widths, float),
        np.empty((h, w), np.uint8),
        np.empty((h, w), np.uint8),
    )


@dataclass(frozen=True, eq=False)
class SignPatterns:
    """Sign patterns of all units on a grid: an approximation of regions."""

    hashes: Words  # (h, w), the same for a pattern in every frame
    logits: Floats  # (h·w, width) at the same points

    @cached_property
    def count(self) -> int:
        """The number of distinct patterns."""
        return len(np.unique(self.hashes))


def sign_pattern_raster(
    network: NetworkSpec,
    evaluate: Evaluate,
    box: Floats,
    height: int,
    width: int,
    features: Callable[[Floats], Floats] | None = None,
) -> SignPatterns:
    """Which units have z > 0 at every pixel's centre; rbf units: an activation > ½.

    ``evaluate`` is the forward pass, ``features`` maps points (n, 2) to the network's
    inputs (n, f).
    """
    see = features or (lambda points: points)
    seen = see(np.zeros((1, 2))).shape[1]
    require(network.inputs == seen, "regions: inputs", f"be {seen}", network.inputs)
    xmin, xmax, ymin, ymax = (float(side) for side in box)
    across = xmin + (np.arange(width) + 0.5) * (xmax - xmin) / width
    down = ymax - (np.arange(height) + 0.5) * (ymax - ymin) / height
    grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    hashes, logits = [], []
    for i in range(0, len(grid), _BLOCK):
        values = evaluate(see(grid[i : i + _BLOCK]))
        hashes.append(_sign_hashes(network, values))
        logits.append(values[-1].z)
    return SignPatterns(
        np.concatenate(hashes).reshape(height, width), np.concatenate(logits)
    )


def _sign_hashes(network: NetworkSpec, values: list[LayerValues]) -> Words:
    """A hash of each point's sign pattern (n,); each layer starts a new byte."""
    n = len(values[-1].z)
    room = sum(-(-layer.rows // 8) for layer in network.hidden)
    words = np.zeros((n, max(1, -(-room // 8)) if room else 0), np.uint64)
    first = 0  # bit of the layer's first row
    for layer, here in zip(network.hidden, values, strict=False):
        read, threshold = here.normed.T, 0.0
        if layer.unit.distances:
            read, threshold = here.a.T, 0.5
        elif layer.unit.largest:
            rows = read.reshape(layer.units, layer.maxout_k, n)
            read = (rows == rows.max(axis=1, keepdims=True)).reshape(-1, n)
        add_signs(words, np.ascontiguousarray(read, np.float64), threshold, first)
        first += 8 * -(-layer.rows // 8)
    return np.asarray(mix_words(words))


def shaded_picture(
    patterns: SignPatterns, colours: Bytes, amount: float = SHADES
) -> Bytes:
    """A picture (h, w, 4) of colours (h·w, 3), each pattern in a shade of its own."""
    image = np.empty((*patterns.hashes.shape, 4), np.uint8)
    shade_pixels(image, np.ascontiguousarray(colours), patterns.hashes, amount)
    return image


def outline(
    image: Bytes,
    labels: npt.NDArray[np.generic],
    ink: tuple[int, int, int],
    strength: float,
    *,
    wide: bool = False,
) -> None:
    """Tint the pixels of ``image`` where ``labels`` (h, w) change."""
    kinds = np.ascontiguousarray(labels).astype(np.uint64, copy=False)
    draw_seams(image, kinds, np.array(ink, float), strength, wide)


def pattern_fractions(hashes: Words) -> Floats:
    """Three numbers in [0, 1) for each pattern (n, 3), the same in every frame.

    For hue, lightness and chroma: neighbours get unrelated numbers, so that adjacent
    regions look different.
    """
    parts = [hashes >> np.uint64(43), hashes >> np.uint64(22), hashes]
    low = np.uint64((1 << 21) - 1)
    return np.stack([(part & low) / float(1 << 21) for part in parts], axis=1)


def pattern_colours(hashes: Words, *, dark: bool = False, amount: float = 1.0) -> Bytes:
    """Calm, opaque colours (n, 4) for patterns, for a dark or a light ground.

    ``amount`` scales the saturation.
    """
    hue, light, chroma = pattern_fractions(hashes).T
    angle = 2.0 * np.pi * hue
    lightness = (0.30 if dark else 0.78) + 0.12 * light
    strength = amount * (0.04 + 0.05 * chroma)
    return _oklab_bytes(lightness, strength * np.cos(angle), strength * np.sin(angle))


def _oklab_bytes(lightness: Floats, a: Floats, b: Floats) -> Bytes:
    """Oklab (Ottosson 2020) to sRGB bytes, opaque (n, 4)."""
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    linear = np.clip(np.stack([red, green, blue], axis=1), 0.0, 1.0)
    small = 12.92 * linear
    large = 1.055 * linear ** (1 / 2.4) - 0.055
    bytes_ = np.full((len(linear), 4), 255, np.uint8)
    bytes_[:, :3] = np.round(255.0 * np.where(linear <= 0.0031308, small, large))
    return bytes_
