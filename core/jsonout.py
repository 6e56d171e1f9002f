"""JSON as `--json` prints it: one object per line, full precision, null for NaN."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from os import PathLike
from typing import Any


def to_json(value: object) -> str:
    """``value`` on one line of strict JSON.

    Accepts arrays and NumPy numbers; non-finite values become null, because JSON cannot
    represent them. Floats are printed with enough digits to read back the same number.
    """
    return json.dumps(plain(value), allow_nan=False)


def print_json(value: object) -> None:
    """Print one line of JSON on standard output."""
    print(to_json(value))


def plain(value: object) -> Any:
    """``value`` in dicts, lists, strings, finite numbers, booleans and None."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, PathLike):
        return str(value)
    # NumPy arrays and scalars. If there is one, NumPy is loaded; `hyperfold scenes` is
    # quick because it loads nothing heavy.
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        import numpy as np

        array: Any = value
        kind = array.dtype.kind
        if kind in "biu" or (kind == "f" and np.isfinite(array).all()):
            return array.tolist()  # a million numbers need no look each
        return plain(array.tolist())
    raise TypeError(f"cannot print {type(value).__name__} as JSON")
