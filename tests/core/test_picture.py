"""Own pictures: loading, the problem they make, and baselines."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scipy.interpolate import RBFInterpolator

from core.analysis.baselines import baseline
from core.errors import BadInput
from core.files.picture import load_picture, psnr
from core.problems import DataSpec, Rgb, split
from core.problems.picture import Picture, Rectangle


def encoded(pixels: np.ndarray, kind: str = "PNG", **options: object) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, kind, **options)
    return stream.getvalue()


def pixels(height: int = 6, width: int = 9) -> np.ndarray:
    return np.random.default_rng(0).integers(0, 256, (height, width, 3), dtype=np.uint8)


@pytest.mark.parametrize(
    ("kind", "options"), [("PNG", {}), ("WEBP", {"lossless": True})]
)
def test_lossless_pictures_come_back_exactly(kind: str, options: dict) -> None:
    original = pixels()
    assert np.array_equal(load_picture(encoded(original, kind, **options)), original)


def test_photographs_are_made_small(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(encoded(pixels(300, 500), "JPEG"))
    assert load_picture(path, 64).shape[:2] == (38, 64)


def test_transparency_becomes_white() -> None:
    clear = np.zeros((4, 4, 4), dtype=np.uint8)
    assert (load_picture(encoded(clear)) == 255).all()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "got nothing"),
        (b"hello, this is no picture at all", "got something else"),
        (encoded(pixels())[:60], "must be a PNG"),
    ],
)
def test_broken_pictures_are_refused_in_a_line(data: bytes, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        load_picture(data)


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    stream = io.BytesIO()
    Image.new("1", (12_000, 12_000)).save(stream, "PNG")
    with pytest.raises(BadInput, match="at most 50000000 pixels"):
        load_picture(stream.getvalue())


def test_pixels_lie_where_the_picture_shows_them() -> None:
    original = pixels(4, 8)
    problem = Picture(original)
    sample = problem.draw(1, np.random.default_rng(0))
    assert problem.box == (-1.0, 1.0, -0.5, 0.5)
    assert sample.x[0] == pytest.approx([-0.875, 0.375])  # top left
    assert sample.y[0] == pytest.approx(original[0, 0] / 255)
    assert problem.truth(sample.x) == pytest.approx(sample.y)


def test_rectangles_and_random_pixels_are_held_out() -> None:
    original = pixels(20, 20)
    problem = Picture(original, (Rectangle(0.0, 0.0, 0.5, 0.5),), 0.2, seed=3)
    parts = split(DataSpec(problem, points=problem.count, test=0.0))
    assert len(parts.train) + len(parts.test) == 400
    corner = (parts.train.x[:, 0] < 0) & (parts.train.x[:, 1] > 0)
    assert not corner.any()
    assert 100 + 300 * 0.1 < len(parts.test) < 100 + 300 * 0.3
    with pytest.raises(BadInput, match="leave some pixels"):
        Picture(original, (Rectangle(0, 0, 1, 1),))
    with pytest.raises(BadInput, match="not be empty"):
        Rectangle(0.5, 0.0, 0.5, 1.0)


def test_equal_pictures_are_equal_problems() -> None:
    assert Picture(pixels()) == Picture(pixels())
    assert Picture(pixels()) != Picture(pixels(), random_share=0.1)


def test_psnr() -> None:
    assert psnr(0.01) == pytest.approx(20.0)
    assert psnr(0.0) == float("inf")


@pytest.mark.parametrize("name", ["knn", "rbf"])
def test_baselines_fit_between_points_and_fail_in_the_hole(name: str) -> None:
    problem = Rgb(waves=2.0)
    parts = split(DataSpec(problem, points=1500, test=0.0))
    inside = parts.test
    near = np.random.default_rng(1).uniform(-1, 1, (300, 2))
    near = near[~problem.held_out(near)]

    def error(at: np.ndarray) -> float:
        read = baseline(name, parts.train.x, parts.train.y, at)
        return float(np.mean((read - problem.truth(at)) ** 2))

    assert error(near) < 0.002
    assert error(inside.x) > 10 * error(near)


def test_the_kernel_is_that_of_scipy() -> None:
    rng = np.random.default_rng(2)
    x, y, at = rng.uniform(-2, 1, (90, 2)), rng.normal(size=(90, 3)), rng.random((7, 2))
    x[1] = x[0]  # a point that is there twice
    width = 3.0 * np.mean(x.max(axis=0) - x.min(axis=0)) / np.sqrt(90)
    options = {"kernel": "gaussian", "smoothing": 1e-6, "degree": 0}
    theirs = RBFInterpolator(x, y, epsilon=1.0 / width, **options)
    assert baseline("rbf", x, y, at) == pytest.approx(theirs(at), rel=1e-6)


def test_16_bit_greys_keep_their_shades(tmp_path):
    ramp = np.linspace(0, 65535, 64).astype(np.uint16)
    path = tmp_path / "deep.png"
    Image.fromarray(np.tile(ramp, (8, 1))).save(path)
    with Image.open(path) as image:
        assert image.mode.startswith("I")
    found = load_picture(path, 64)
    assert found[0, 0].tolist() == [0, 0, 0]
    assert found[0, -1].tolist() == [255, 255, 255]
    assert np.abs(found[4, :, 0].astype(int) - ramp // 256).max() <= 1
