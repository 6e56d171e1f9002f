"""Every picture looks as it was approved; `make shots` renders them again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.screens.compare import SHARE, differing, pixels, write_difference
from tests.screens.pictures import APPROVED, PICTURES

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "out" / "screens"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda p: p.name)
def test_a_picture_looks_as_it_was_approved(picture):
    OUT.mkdir(parents=True, exist_ok=True)
    path = OUT / f"{picture.name}.png"
    picture.take(path)
    assert picture.approved.is_file(), f"no approved picture; see {path}"
    actual = pixels(path)
    wrong = differing(pixels(picture.approved), actual)
    difference = OUT / f"{picture.name}-difference.png"
    if wrong.mean() > SHARE:
        write_difference(actual, wrong, difference)
        pytest.fail(
            f"{picture.name}: {wrong.mean():.1%} of the pixels differ, see {path.name} "
            f"and {difference.name} in out/screens"
        )
    path.unlink()
    difference.unlink(missing_ok=True)


def test_approved_pictures_are_those_asked_for_and_small():
    found = {path.name: path.stat().st_size for path in APPROVED.glob("*.png")}
    assert set(found) == {picture.approved.name for picture in PICTURES}
    assert max(found.values()) <= 200_000
    assert sum(found.values()) <= 8_000_000


def test_a_difference_is_seen_and_drawn(tmp_path):
    white = np.full((20, 30, 3), 255, dtype=np.int16)
    spot = white.copy()
    spot[5:10, 5:15] = 0
    wrong = differing(white, spot)
    assert wrong.sum() == 50
    assert not differing(white, white - 8).any()
    assert differing(white, white[:10]).all()
    write_difference(spot, wrong, tmp_path / "d.png")
    assert (pixels(tmp_path / "d.png")[6, 6] == (220, 20, 20)).all()
