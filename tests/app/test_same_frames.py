"""Frames are compared with frames that drew the same panels."""

from __future__ import annotations

import pytest

from app.stage.same_frames import same_frames

CHEAP, DEAR = frozenset({"loss"}), frozenset({"warp", "regions"})


def test_the_mixture_of_frames_does_not_count():
    alone = [(CHEAP, 1.0)] * 60 + [(DEAR, 4.0)] * 40
    beside = [(CHEAP, 1.0)] * 40 + [(DEAR, 4.0)] * 60
    first, second = same_frames(alone, beside)
    assert first == second == pytest.approx(2.5)


def test_slower_frames_are_found():
    alone = [(CHEAP, 1.0)] * 20 + [(DEAR, 4.0)] * 20
    beside = [(CHEAP, 1.5)] * 20 + [(DEAR, 6.0)] * 20
    first, second = same_frames(alone, beside)
    assert second / first == pytest.approx(1.5)


def test_kinds_that_only_one_measurement_has_are_left_out():
    alone = [(CHEAP, 1.0)] * 10 + [(DEAR, 9.0)] * 10
    assert same_frames(alone, [(CHEAP, 2.0)] * 10) == (1.0, 2.0)


def test_nothing_in_common_is_an_error():
    with pytest.raises(ValueError, match="no frames in common"):
        same_frames([(CHEAP, 1.0)] * 10, [(DEAR, 1.0)] * 10)
    with pytest.raises(ValueError, match="measure longer"):
        same_frames([(CHEAP, 1.0)] * 3, [(CHEAP, 1.0)] * 3)
