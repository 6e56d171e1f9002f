from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.series import BINS, WHOLE, Series
from core.errors import BadInput


def rows(start: int, count: int) -> np.ndarray:
    """Two columns that encode the step of a row."""
    steps = np.arange(start, start + count, dtype=float)
    return np.stack([steps, -2.0 * steps], axis=1)


def test_recent_steps_are_kept_whole():
    series = Series(2)
    series.append(rows(1, WHOLE))
    view = series.view([0, 1], 1, WHOLE + 1, pixels=WHOLE)
    np.testing.assert_array_equal(view.steps, np.arange(1, WHOLE + 1))
    np.testing.assert_array_equal(view.mean[0], np.arange(1, WHOLE + 1))
    np.testing.assert_array_equal(view.low, view.high)
    assert (series.first, series.last) == (1, WHOLE)


def test_an_empty_series_has_an_empty_view():
    series = Series(3)
    view = series.view([0, 2], 0, 100, 50)
    assert view.mean.shape == (2, 0)
    assert (series.first, series.last) == (1, 0)


def test_a_spike_of_one_step_survives_millions_of_steps_in_flat_memory():
    series = Series(2)
    before = series.nbytes
    block = np.ones((5000, 2))
    spike = block.copy()
    spike[1234] = (1e6, -1e6)
    series.append(block)
    series.append(spike)
    for _ in range(1998):
        series.append(block)
    assert series.last == 10_000_000
    assert series.nbytes == before
    view = series.view([0, 1], 1, series.last + 1, pixels=700)
    assert view.mean.shape[1] <= 701
    assert view.high[0].max() == 1e6
    assert view.low[1].min() == -1e6
    place = int(np.argmax(view.high[0]))
    assert abs(view.steps[place] - 6235) <= 10_000_000 / 700 * 2
    # Its mean is spread over the span and no further.
    assert np.flatnonzero(view.mean[0] > 1.0).tolist() == [place]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(1, 9000), min_size=1, max_size=12),
    st.integers(1, 3000),
)
def test_a_view_does_not_depend_on_how_rows_came(cuts, pixels):
    total = sum(cuts)
    pieces, whole = Series(2), Series(2)
    start = 1
    for count in cuts:
        pieces.append(rows(start, count))
        start += count
    whole.append(rows(1, total))
    a = pieces.view([0, 1], 1, total + 1, pixels)
    b = whole.view([0, 1], 1, total + 1, pixels)
    np.testing.assert_array_equal(a.steps, b.steps)
    np.testing.assert_array_equal(a.low, b.low)
    np.testing.assert_array_equal(a.high, b.high)
    np.testing.assert_allclose(a.mean, b.mean, rtol=1e-12)
    assert a.mean.shape[1] <= pixels + 1 or pixels >= total


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 60_000), st.integers(1, 500), st.data())
def test_statistics_are_those_of_the_steps_covered(total, pixels, data):
    series = Series(1)
    series.append(np.arange(1.0, total + 1)[:, None])
    start = data.draw(st.integers(1, total))
    view = series.view([0], start, total + 1, pixels)
    # The row of step s holds s: mean and place must agree, extremes must enclose.
    np.testing.assert_allclose(view.mean[0], view.steps, rtol=1e-9)
    assert (view.low[0] <= view.mean[0]).all()
    assert (view.mean[0] <= view.high[0]).all()
    assert view.high[0, -1] == total
    assert (np.diff(view.steps) > 0).all()
    # Neighbouring entries leave out nothing: each begins where the last one ended.
    np.testing.assert_array_equal(view.low[0, 1:], view.high[0, :-1] + 1)


def test_entries_stay_in_place_while_the_end_moves():
    series = Series(1)
    series.append(np.arange(1.0, 5001)[:, None])
    before = series.view([0], 1, 5001, 100)
    series.append(np.arange(5001.0, 5021)[:, None])
    after = series.view([0], 1, 5001, 100)
    np.testing.assert_array_equal(before.steps, after.steps)


def test_truncate_forgets_later_steps_and_goes_on():
    series = Series(2)
    series.append(rows(1, 5000))
    series.truncate(3000)
    assert series.last == 3000
    series.append(rows(3001, 10))
    view = series.view([0], 1, 3011, 3010)
    np.testing.assert_array_equal(view.mean[0], np.arange(1, 3011))


def test_truncate_into_the_binned_part():
    series = Series(1)
    total = WHOLE + 4 * BINS
    series.append(np.arange(1.0, total + 1)[:, None])
    series.truncate(1001)
    assert series.last == 1001
    view = series.view([0], 1, total, total)
    assert view.steps[-1] <= 1001
    # The last bin cannot be cut, so it still includes a few more steps.
    assert 1001 <= view.high[0].max() <= 1004
    series.append(np.arange(1002.0, 1002 + 2 * total)[:, None])
    view = series.view([0], 1, series.last + 1, 300)
    np.testing.assert_allclose(view.mean[0], view.steps, atol=2)
    assert (np.diff(view.steps) > 0).all()
    series.truncate(0)
    assert series.last == series.first - 1 == 0


def test_remap_moves_columns_and_leaves_new_ones_empty():
    series = Series(2)
    series.append(rows(1, WHOLE + 100))
    series = series.remapped([1, None, 0])
    series.append(np.ones((3 * BINS, 3)))
    view = series.view([0, 1, 2], 1, series.last + 1, 50)
    assert view.low[0].min() == -2.0 * (WHOLE + 100)
    assert np.isnan(view.mean[1, 0])
    assert view.mean[1, -1] == 1.0
    assert series.columns == 3


def test_an_unknown_column_is_refused():
    with pytest.raises(BadInput, match="columns must be from 0 to 1, got"):
        Series(2).view([2], 0, 10, 10)


def test_readers_see_whole_rows_while_a_writer_runs():
    series = Series(2)
    done = threading.Event()
    wrong: list[object] = []

    def read() -> None:
        while not done.is_set():
            view = series.view([0, 1], series.last - 9000, series.last + 1, 200)
            if not np.allclose(view.mean[1], -2.0 * view.mean[0]):
                wrong.append(view)
            if not np.allclose(view.mean[0], view.steps, rtol=1e-9):
                wrong.append(view)

    reader = threading.Thread(target=read)
    reader.start()
    for start in range(1, 1_000_000, 4000):
        series.append(rows(start, 4000))
    done.set()
    reader.join()
    assert not wrong


def test_columns_that_a_series_does_not_have_are_no_numbers_if_asked_so():
    series = Series(2)
    series.append(rows(1, 5))
    view = series.view([0, 1, 7, 9], 1, 6, 10, lenient=True)
    assert view.mean.shape == view.low.shape == view.high.shape == (4, 5)
    np.testing.assert_array_equal(view.mean[0], np.arange(1, 6))
    assert np.isnan(view.mean[2:]).all()
    with pytest.raises(BadInput):
        series.view([0, 7], 1, 6, 10)
