"""Pictures of regions: fills without gaps, lines, numbers for hovering."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from core.analysis.region_picture import (
    SHADES,
    blank_picture,
    draw_segments,
    fill_regions,
    outline,
    pattern_colours,
    pattern_fractions,
    region_numbers,
    shaded_picture,
    sign_pattern_raster,
)
from core.analysis.region_warm import warm_up_regions
from core.analysis.regions import find_regions
from core.errors import BadInput
from core.kernels.mesh import cut_pass
from core.kernels.mesh_layers import next_layer
from core.kernels.mesh_lines import chain_segments, sign_change_segments
from core.kernels.mesh_maxout import merge_faces
from core.kernels.mesh_read import (
    face_areas,
    gather_patterns,
    margins,
    mix_words,
    slope_norms,
)
from core.kernels.patterns import add_signs, draw_seams, shade_pixels
from core.kernels.raster import draw_lines, fill_faces, to_pixels
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.steps.forward import layer_values
from tests.core.region_nets import BOX, given_net, he_net

VIEW = np.array(BOX)


def test_every_pixel_is_set_once():
    regions = find_regions(*he_net((2, 24, 24, 1)), BOX)
    hits = np.zeros((150, 210), np.int32)
    for f in range(regions.n):
        one = np.zeros_like(hits)
        loop = regions.face_vertices[
            regions.face_starts[f] : regions.face_starts[f + 1]
        ]
        pixels = (regions.vertices - [-6, 6]) * [210 / 12, -150 / 12]
        fill_faces(one, pixels, np.array([0, len(loop)]), loop, np.ones(1, np.int32))
        hits += one
    assert hits.min() == hits.max() == 1


def test_numbers_agree_with_the_regions_at_pixel_centres():
    regions = find_regions(*he_net((2, 16, 16, 1)), BOX)
    numbers = region_numbers(regions, 60, 80, VIEW)
    for row, column in [(0, 0), (30, 40), (59, 79), (12, 70), (45, 3)]:
        x = -6 + 12 * (column + 0.5) / 80
        y = 6 - 12 * (row + 0.5) / 60
        assert numbers[row, column] == regions.region_at(x, y)


def test_fill_is_clipped_to_the_view_and_leaves_the_outside():
    regions = find_regions(*given_net([("relu", [[1, 0]], [0])]), (-1, 1, -1, 1))
    image = blank_picture(40, 40)
    colours = np.zeros((regions.n, 4), np.uint8)
    colours[:, 3] = 255
    colours[regions.region_at(0.5, 0.0)] = (255, 0, 0, 255)
    fill_regions(image, regions, colours, np.array([-2.0, 2.0, -2.0, 2.0]))
    assert (image[:10, :, 3] == 0).all()
    assert image[20, 19].tolist() == [0, 0, 0, 255]
    assert image[20, 20].tolist() == [255, 0, 0, 255]
    assert (image[..., 3] == 255).sum() == 400
    close = blank_picture(30, 30)
    fill_regions(close, regions, colours, np.array([0.1, 0.2, 0.1, 0.2]))
    assert (close == [255, 0, 0, 255]).all()


def test_lines_cover_their_width_softly():
    image = np.full((21, 21, 4), 255, np.uint8)
    view = np.array([0.0, 21.0, 0.0, 21.0])
    across = np.array([[[0.0, 10.5], [21.0, 10.5]]])
    ink = np.array([[0, 0, 0, 255]], np.uint8)
    draw_segments(image, across, view, ink, np.array([3.0]))
    assert image[9:12, 5, 0].tolist() == [0, 0, 0]
    assert image[8, 5, 0] == 255
    assert (image[..., 3] == 255).all()
    thin = np.full((21, 21, 4), 255, np.uint8)
    draw_segments(thin, across + np.array([0.0, 0.5]), view, ink, np.array([1.0]))
    assert thin[9, 5, 0] == pytest.approx(128, abs=1)
    assert thin[10, 5, 0] == pytest.approx(128, abs=1)


def test_joints_and_crossings_do_not_darken():
    half = np.array([[20, 40, 60, 128]], np.uint8)
    view = np.array([0.0, 40.0, 0.0, 30.0])
    whole = np.array([[[3.0, 2.0], [37.0, 27.0]]])
    middle = whole.mean(axis=1)
    pieces = np.array([[whole[0, 0], middle[0]], [middle[0], whole[0, 1]]])
    one, two = (np.full((30, 40, 4), 255, np.uint8) for _ in range(2))
    draw_segments(one, whole, view, half, np.array([2.0]))
    draw_segments(two, pieces, view, half, np.array([2.0]))
    assert np.abs(one.astype(int) - two).max() <= 1
    assert one.min() >= 255 - (255 - 20) * 129 // 255


def test_lines_outside_the_view_leave_no_trace_and_kinds_have_their_own_colours():
    image = np.full((20, 20, 4), 255, np.uint8)
    view = np.array([0.0, 1.0, 0.0, 1.0])
    colours = np.array([[255, 0, 0, 255], [0, 0, 255, 255]], np.uint8)
    far = np.array([[[3.0, 3.0], [9.0, 4.0]], [[-5.0, -1.0], [-1e9, -2.0]]])
    draw_segments(image, far, view, colours, np.ones(2))
    assert (image == 255).all()
    lines = np.array([[[0.0, 0.25], [1.0, 0.25]], [[0.0, 0.75], [1.0, 0.75]]])
    draw_segments(image, lines, view, colours, np.array([2.0, 2.0]), np.array([0, 1]))
    assert image[15, 10].tolist() == [255, 0, 0, 255]
    assert image[5, 10].tolist() == [0, 0, 255, 255]


def test_lines_over_nothing_keep_their_own_colour():
    image = blank_picture(9, 9)
    ink = np.array([[200, 100, 50, 128]], np.uint8)
    line = np.array([[[0.0, 4.5], [9.0, 4.5]]])
    draw_segments(image, line, np.array([0.0, 9.0, 0.0, 9.0]), ink, np.array([1.0]))
    assert image[4, 4].tolist() == [200, 100, 50, 128]


def test_colours_depend_on_the_pattern_alone():
    first = find_regions(*he_net((2, 12, 12, 1)), BOX)
    zoomed = find_regions(*he_net((2, 12, 12, 1)), (-1, 1, -1, 1))
    both, i, j = np.intersect1d(first.hashes, zoomed.hashes, return_indices=True)
    assert len(both) > 3
    np.testing.assert_array_equal(
        pattern_colours(first.hashes)[i], pattern_colours(zoomed.hashes)[j]
    )
    parts = pattern_fractions(first.hashes)
    assert parts.min() >= 0.0
    assert parts.max() < 1.0
    assert np.unique(parts[:, 0]).size == first.n
    light, dark = (pattern_colours(first.hashes, dark=d) for d in (False, True))
    assert light[:, :3].mean() > 150 > 110 > dark[:, :3].mean()


@pytest.mark.parametrize("activation", ["tanh", "rbf", "maxout", "relu"])
def test_sign_patterns_of_any_network(activation):
    network = NetworkSpec(
        2, (LayerSpec(6, activation), LayerSpec(5, "gelu")), OutputSpec("bce", 1)
    )
    theta = np.random.default_rng(2).normal(size=network.layout.size)
    forward = partial(layer_values, network, theta, fresh_running(network))
    found = sign_pattern_raster(network, forward, VIEW, 40, 50)
    assert found.hashes.shape == (40, 50)
    # Pixels have the same pattern exactly if all their signs agree.
    across = VIEW[0] + (np.arange(50) + 0.5) * (VIEW[1] - VIEW[0]) / 50
    down = VIEW[3] - (np.arange(40) + 0.5) * (VIEW[3] - VIEW[2]) / 40
    grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    values = forward(grid)
    first = values[0].a > 0.5 if activation == "rbf" else values[0].z > 0.0
    if activation == "maxout":
        pieces = values[0].z.reshape(len(grid), 6, -1)
        first = (pieces == pieces.max(axis=2, keepdims=True)).reshape(len(grid), -1)
    signs = np.hstack([first, values[1].z > 0.0])
    _, known = np.unique(signs, axis=0, return_inverse=True)
    pairs = np.unique(np.stack([known, found.hashes.ravel()], axis=1), axis=0)
    assert len(pairs) == found.count == len(np.unique(known)) > 5
    np.testing.assert_array_equal(found.logits, values[-1].z)


def test_pictures_of_patterns_are_shaded_by_pattern_and_outlined_where_they_change():
    net = he_net((2, 8, 1))
    seen = sign_pattern_raster(net[0], partial(layer_values, *net), VIEW, 30, 40)
    image = shaded_picture(seen, np.full((1200, 3), 120, np.uint8))
    assert (image[..., 3] == 255).all()
    shades = 120 + (pattern_fractions(seen.hashes.ravel())[:, 1] - 0.5) * SHADES
    np.testing.assert_array_equal(image[..., 0].ravel(), shades.astype(np.uint8))
    for wide in (False, True):
        drawn = image.copy()
        outline(drawn, seen.hashes, (0, 0, 0), 1.0, wide=wide)
        black = (drawn[..., :3] == 0).all(axis=2)
        across = seen.hashes[:, 1:] != seen.hashes[:, :-1]
        down = seen.hashes[1:] != seen.hashes[:-1]
        expected = np.zeros((30, 40), bool)
        expected[:, 1:] |= across
        expected[1:] |= down
        if wide:
            expected[:, :-1] |= across
            expected[:-1] |= down
        np.testing.assert_array_equal(black, expected)


def test_sign_patterns_of_relu_are_regions_that_a_raster_can_see():
    net = he_net((2, 8, 8, 1))
    exact = find_regions(*net, BOX)
    seen = sign_pattern_raster(net[0], partial(layer_values, *net), VIEW, 200, 200)
    assert exact.n * 0.5 < seen.count <= exact.n
    with pytest.raises(BadInput, match="size"):
        blank_picture(0, 10)


def test_warm_up_compiles_every_kernel_that_views_call():
    warm_up_regions()
    for kernel in (
        cut_pass,
        next_layer,
        merge_faces,
        gather_patterns,
        mix_words,
        margins,
        face_areas,
        slope_norms,
        sign_change_segments,
        chain_segments,
        fill_faces,
        draw_lines,
        to_pixels,
        add_signs,
        shade_pixels,
        draw_seams,
    ):
        assert kernel.signatures, kernel.py_func.__name__
    assert len(fill_faces.signatures) >= 2  # colours and numbers
