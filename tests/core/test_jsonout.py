from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import jsonout
from core.jsonout import to_json


@given(st.floats())
def test_floats_read_back_the_same_or_null(value):
    back = json.loads(to_json(value))
    assert back == (value if np.isfinite(value) else None)


def test_arrays_tuples_and_paths_become_plain():
    value = {
        "a": np.array([[1.0, np.nan], [np.inf, 0.1]]),
        "n": np.int64(3),
        "flag": np.bool_(True),
        "t": (1, Path("x")),
        4: None,
    }
    assert json.loads(to_json(value)) == {
        "a": [[1.0, None], [None, 0.1]],
        "n": 3,
        "flag": True,
        "t": [1, "x"],
        "4": None,
    }


def test_finite_arrays_are_not_looked_at_number_by_number(monkeypatch):
    """The gradients of a large network are millions of numbers."""
    looks = []
    plain = jsonout.plain

    def counted(value):
        looks.append(value)
        return plain(value)

    monkeypatch.setattr(jsonout, "plain", counted)
    rows = np.arange(6.0).reshape(2, 3)
    assert json.loads(to_json({"f": rows, "i": rows.astype(int)})) == {
        "f": rows.tolist(),
        "i": rows.tolist(),
    }
    assert len(looks) == 3


def test_result_is_one_line_of_ascii():
    line = to_json({"text": "σ\n\udc80", "sets": [np.float32(0.1)]})
    assert line.isascii()
    assert "\n" not in line


def test_unknown_object_is_refused():
    with pytest.raises(TypeError, match="object"):
        to_json(object())
