"""The few records of an ONNX file that a network needs, in protobuf's wire format.

Field numbers are those of `onnx.proto` (ONNX 1.17). Written by hand, so that an export
needs no package that installers would have to include.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

FLOAT, INT64, DOUBLE = 1, 7, 11  # kinds of numbers in a tensor
IR_VERSION = 9
_KINDS = {"float32": FLOAT, "int64": INT64, "float64": DOUBLE}
_INTEGER = 2  # the kind of a node's setting


def _number(value: int) -> bytes:
    """Seven bits per byte, lowest first; negative numbers as 64 bits."""
    value &= (1 << 64) - 1
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def _field(number: int, value: int | str | bytes) -> bytes:
    """One field: a whole number, or a text or record with its length before it."""
    if isinstance(value, int):
        return _number(number << 3) + _number(value)
    data = value.encode() if isinstance(value, str) else value
    return _number(number << 3 | 2) + _number(len(data)) + data


def node(kind: str, inputs: list[str], output: str, settings: dict[str, int]) -> bytes:
    """One operation."""
    made = b"".join(_field(1, name) for name in inputs)
    made += _field(2, output) + _field(4, kind)
    for name, value in settings.items():
        setting = _field(1, name) + _field(3, value) + _field(20, _INTEGER)
        made += _field(5, setting)
    return made


def tensor(name: str, array: npt.NDArray[Any]) -> bytes:
    """A constant array of the model."""
    made = b"".join(_field(1, size) for size in array.shape)
    made += _field(2, _KINDS[array.dtype.name]) + _field(8, name)
    ordered = array.astype(array.dtype.newbyteorder("<"))
    return made + _field(9, np.ascontiguousarray(ordered).tobytes())


def _value(name: str, width: int) -> bytes:
    """The name and shape of an input or output, with any number of rows."""
    shape = _field(1, _field(2, "n")) + _field(1, _field(1, width))
    return _field(1, name) + _field(2, _field(1, _field(1, DOUBLE) + _field(2, shape)))


def model(
    nodes: list[bytes],
    constants: list[bytes],
    reads: tuple[str, int],
    gives: tuple[str, int],
    notes: str,
    opset: int,
    properties: dict[str, str],
) -> bytes:
    """A whole file; ``reads`` and ``gives``: names and widths of input and output."""
    graph = b"".join(_field(1, each) for each in nodes)
    graph += _field(2, "hyperfold")
    graph += b"".join(_field(5, each) for each in constants)
    graph += _field(10, notes) + _field(11, _value(*reads)) + _field(12, _value(*gives))
    made = _field(1, IR_VERSION) + _field(2, "hyperfold") + _field(7, graph)
    made += _field(8, _field(1, "") + _field(2, opset))
    for key, value in properties.items():
        made += _field(14, _field(1, key) + _field(2, value))
    return made
